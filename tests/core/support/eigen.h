// Eigen as configured by core/math/eigen.h, with all headers that tests use. A program must configure it identically everywhere.
#pragma once

// clang-format off
#include "core/math/eigen.h"
#include <Eigen/Dense>
// clang-format on
