// Complex numbers. Operators of the standard library multiply and divide by compiler functions, which differ between compilers.
#pragma once

#include "core/math/elementary.h"

namespace slipstick {

class Complex {
 public:
  constexpr Complex(double real = 0, double imaginary = 0) : real_(real), imaginary_(imaginary) {}
  double real() const { return real_; }
  double imag() const { return imaginary_; }

  Complex& operator+=(const Complex& b) { return *this = *this + b; }
  Complex& operator-=(const Complex& b) { return *this = *this - b; }
  Complex& operator*=(double b) { return *this = *this * b; }
  Complex& operator/=(double b) { return *this = *this / b; }

  friend Complex operator-(const Complex& a) { return {-a.real_, -a.imaginary_}; }
  friend Complex operator+(const Complex& a, const Complex& b) { return {a.real_ + b.real_, a.imaginary_ + b.imaginary_}; }
  friend Complex operator-(const Complex& a, const Complex& b) { return {a.real_ - b.real_, a.imaginary_ - b.imaginary_}; }
  friend Complex operator*(const Complex& a, double b) { return {a.real_ * b, a.imaginary_ * b}; }
  friend Complex operator*(double a, const Complex& b) { return b * a; }
  friend Complex operator/(const Complex& a, double b) { return {a.real_ / b, a.imaginary_ / b}; }
  friend Complex operator*(const Complex& a, const Complex& b) {
    return {a.real_ * b.real_ - a.imaginary_ * b.imaginary_, a.real_ * b.imaginary_ + a.imaginary_ * b.real_};
  }
  /// Divides by the larger part of b first, to avoid overflow (Smith, Algorithm 116, 1962).
  friend Complex operator/(const Complex& a, const Complex& b) {
    const double real = b.real_ < 0 ? -b.real_ : b.real_, imaginary = b.imaginary_ < 0 ? -b.imaginary_ : b.imaginary_;
    if (real >= imaginary) {
      const double ratio = b.imaginary_ / b.real_, size = b.real_ + b.imaginary_ * ratio;
      return {(a.real_ + a.imaginary_ * ratio) / size, (a.imaginary_ - a.real_ * ratio) / size};
    }
    const double ratio = b.real_ / b.imaginary_, size = b.real_ * ratio + b.imaginary_;
    return {(a.real_ * ratio + a.imaginary_) / size, (a.imaginary_ * ratio - a.real_) / size};
  }
  bool operator==(const Complex&) const = default;

 private:
  double real_, imaginary_;
};

inline Complex conj(const Complex& a) { return {a.real(), -a.imag()}; }
inline double abs(const Complex& a) { return hypot(a.real(), a.imag()); }

}  // namespace slipstick
