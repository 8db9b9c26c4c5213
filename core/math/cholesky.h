// Cholesky's factorisation of small symmetric matrices.
#pragma once

namespace slipstick {

/// Factorises a = L Lᵀ in place by Cholesky, given its lower part by rows. Returns false if a is not positive definite.
bool factorizeSymmetric(double* a, int size);
/// x → L⁻¹ x and x → L⁻ᵀ x.
void solveLower(const double* factor, int size, double* x);
void solveUpper(const double* factor, int size, double* x);

}  // namespace slipstick
