// Eigen as core/math/eigen.h configures it, with all that tests use. In one program, it must be configured alike everywhere.
#pragma once

// clang-format off
#include "core/math/eigen.h"
#include <Eigen/Dense>
// clang-format on
