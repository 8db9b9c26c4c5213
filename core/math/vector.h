// Three-dimensional vectors and matrices, for any scalar (double or Dual): plain structs that the compiler keeps in registers.
//
// Larger matrices are in dense.h; this file is limited to the mechanics of a point or a frame.
#pragma once

#include "core/math/dual.h"

namespace slipstick {

template <class A, class B>
using Product = decltype(std::declval<A>() * std::declval<B>());

template <class S>
struct Vec3 {
  S x{}, y{}, z{};

  S& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  const S& operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
  Vec3& operator+=(const Vec3& b) {
    x += b.x, y += b.y, z += b.z;
    return *this;
  }
  Vec3& operator-=(const Vec3& b) {
    x -= b.x, y -= b.y, z -= b.z;
    return *this;
  }
  bool operator==(const Vec3&) const = default;
};
using Vector3 = Vec3<double>;

template <class A, class B>
Vec3<Product<A, B>> operator+(const Vec3<A>& a, const Vec3<B>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class A, class B>
Vec3<Product<A, B>> operator-(const Vec3<A>& a, const Vec3<B>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class S>
Vec3<S> operator-(const Vec3<S>& a) {
  return {-a.x, -a.y, -a.z};
}
template <class A, class B>
Vec3<Product<A, B>> operator*(const A& factor, const Vec3<B>& a) {
  return {factor * a.x, factor * a.y, factor * a.z};
}
template <class A, class B>
Product<A, B> dot(const Vec3<A>& a, const Vec3<B>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class A, class B>
Vec3<Product<A, B>> cross(const Vec3<A>& a, const Vec3<B>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class S>
S norm(const Vec3<S>& a) {
  return sqrt(dot(a, a));
}
inline Vector3 valueOf(const Vector3& a) { return a; }
template <class S>
Vector3 valueOf(const Vec3<S>& a) {
  return {valueOf(a.x), valueOf(a.y), valueOf(a.z)};
}

/// 3×3, stored by rows: m[i][j] is row i, column j.
template <class S>
struct Mat3 {
  S rows[3][3]{};

  constexpr S* operator[](int i) { return rows[i]; }
  constexpr const S* operator[](int i) const { return rows[i]; }
  static constexpr Mat3 identity() {
    Mat3 m;
    m[0][0] = m[1][1] = m[2][2] = S(1.0);
    return m;
  }
  static Mat3 fromColumns(const Vec3<S>& a, const Vec3<S>& b, const Vec3<S>& c) {
    return {{{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}}};
  }
  Vec3<S> column(int j) const { return {rows[0][j], rows[1][j], rows[2][j]}; }
  Vec3<S> row(int i) const { return {rows[i][0], rows[i][1], rows[i][2]}; }
  Mat3& operator+=(const Mat3& b) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) rows[i][j] += b[i][j];
    return *this;
  }
};
using Matrix3 = Mat3<double>;

template <class A, class B>
Vec3<Product<A, B>> operator*(const Mat3<A>& m, const Vec3<B>& v) {
  return {m[0][0] * v.x + m[0][1] * v.y + m[0][2] * v.z, m[1][0] * v.x + m[1][1] * v.y + m[1][2] * v.z,
          m[2][0] * v.x + m[2][1] * v.y + m[2][2] * v.z};
}
/// Returns mᵀ v without forming the transpose.
template <class A, class B>
Vec3<Product<A, B>> transposeTimes(const Mat3<A>& m, const Vec3<B>& v) {
  return {m[0][0] * v.x + m[1][0] * v.y + m[2][0] * v.z, m[0][1] * v.x + m[1][1] * v.y + m[2][1] * v.z,
          m[0][2] * v.x + m[1][2] * v.y + m[2][2] * v.z};
}
template <class A, class B>
Mat3<Product<A, B>> operator*(const Mat3<A>& a, const Mat3<B>& b) {
  Mat3<Product<A, B>> m;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
  return m;
}
template <class S>
Mat3<S> operator*(double factor, const Mat3<S>& a) {
  Mat3<S> m;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m[i][j] = factor * a[i][j];
  return m;
}
template <class A, class B>
Mat3<Product<A, B>> operator+(const Mat3<A>& a, const Mat3<B>& b) {
  Mat3<Product<A, B>> m;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m[i][j] = a[i][j] + b[i][j];
  return m;
}
template <class S>
Mat3<S> transpose(const Mat3<S>& a) {
  Mat3<S> m;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m[i][j] = a[j][i];
  return m;
}
/// Returns ã with ã b = a × b.
template <class S>
Mat3<S> skew(const Vec3<S>& a) {
  return {{{S(0.0), -a.z, a.y}, {a.z, S(0.0), -a.x}, {-a.y, a.x, S(0.0)}}};
}

}  // namespace slipstick
