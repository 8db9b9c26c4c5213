#pragma once

/// Registers benchmarks of a step of a belt on two pulleys, with 50 to 2000 cables.
void registerBelts();
