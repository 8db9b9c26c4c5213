// Vectors of the xy plane, for any scalar. A vector also represents the complex number x + i y. Products and quotients then rotate and
// scale, and the angle of r' is the imaginary part of its logarithm, from which curvature and all its derivatives follow.
#pragma once

#include "core/math/vector.h"

namespace slipstick {

template <class S>
struct Vec2 {
  S x{}, y{};

  S& operator[](int i) { return i == 0 ? x : y; }
  const S& operator[](int i) const { return i == 0 ? x : y; }
  Vec2& operator+=(const Vec2& b) {
    x += b.x, y += b.y;
    return *this;
  }
  Vec2& operator-=(const Vec2& b) {
    x -= b.x, y -= b.y;
    return *this;
  }
};

template <class A, class B>
Vec2<Product<A, B>> operator+(const Vec2<A>& a, const Vec2<B>& b) {
  return {a.x + b.x, a.y + b.y};
}
template <class A, class B>
Vec2<Product<A, B>> operator-(const Vec2<A>& a, const Vec2<B>& b) {
  return {a.x - b.x, a.y - b.y};
}
template <class S>
Vec2<S> operator-(const Vec2<S>& a) {
  return {-a.x, -a.y};
}
template <class A, class B>
Vec2<Product<A, B>> operator*(const A& factor, const Vec2<B>& a) {
  return {factor * a.x, factor * a.y};
}
template <class A, class B>
Product<A, B> dot(const Vec2<A>& a, const Vec2<B>& b) {
  return a.x * b.x + a.y * b.y;
}
/// The z component of a × b.
template <class A, class B>
Product<A, B> cross(const Vec2<A>& a, const Vec2<B>& b) {
  return a.x * b.y - a.y * b.x;
}
/// a rotated by 90° to the left.
template <class S>
Vec2<S> perpendicular(const Vec2<S>& a) {
  return {-a.y, a.x};
}
/// Product of complex numbers.
template <class S>
Vec2<S> complexProduct(const Vec2<S>& a, const Vec2<S>& b) {
  return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
/// Imaginary part of the product of complex numbers.
template <class S>
S imaginaryProduct(const Vec2<S>& a, const Vec2<S>& b) {
  return a.x * b.y + a.y * b.x;
}
/// Reciprocal of a complex number.
template <class S>
Vec2<S> complexInverse(const Vec2<S>& a) {
  const S inverse = S(1.0) / dot(a, a);
  return {inverse * a.x, -(inverse * a.y)};
}
/// The vector whose scalar product with b is Im(a b).
template <class S>
Vec2<S> imaginaryGradient(const Vec2<S>& a) {
  return {a.y, a.x};
}

}  // namespace slipstick
