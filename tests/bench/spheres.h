#pragma once

/// Registers the benchmark of spheres that fall into a box.
void registerSpheres();
