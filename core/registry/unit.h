// Units as values: products of powers of kg, m, s, N, J and rad. They determine the dimension and the text for the user.
#pragma once

#include <string>

namespace slipstick {

/// kg^kilogram · m^metre · s^second · N^newton · J^joule · rad^radian, composed by * and / from the constants in namespace unit.
struct Unit {
  signed char kilogram = 0, metre = 0, second = 0, newton = 0, radian = 0, joule = 0;
  /// Power of the unit of the number's coordinate, such as m or rad. For a list: of its i-th coordinate; for a square matrix: half of it
  /// for the row, half for the column.
  signed char coordinate = 0;
  /// Power of m by which the last three of six entries, rows and columns differ from the first three because they belong to rotations.
  signed char rotation = 0;
  /// Several units, or one that depends on other things than coordinates.
  bool various = false;

  constexpr int mass() const { return kilogram + newton + joule; }
  constexpr int length() const { return metre + newton + 2 * joule; }
  constexpr int time() const { return second - 2 * (newton + joule); }
  constexpr bool sameDimension(const Unit& other) const {
    return mass() == other.mass() && length() == other.length() && time() == other.time();
  }
  /// Returns whether all numbers with this unit have the same one, independent of their position.
  constexpr bool isOne() const { return coordinate == 0 && rotation == 0 && !various; }
  /// Returns "N·m/rad"; "" for numbers without unit, "mixed" if there is no single one.
  std::string text() const;
};

/// a · b^power
constexpr Unit product(Unit a, const Unit& b, int power) {
  const auto add = [power](signed char& to, signed char from) { to = static_cast<signed char>(to + power * from); };
  add(a.kilogram, b.kilogram), add(a.metre, b.metre), add(a.second, b.second), add(a.newton, b.newton), add(a.radian, b.radian);
  add(a.joule, b.joule);
  add(a.coordinate, b.coordinate), add(a.rotation, b.rotation);
  a.various = a.various || b.various;
  return a;
}
constexpr Unit operator*(const Unit& a, const Unit& b) { return product(a, b, 1); }
constexpr Unit operator/(const Unit& a, const Unit& b) { return product(a, b, -1); }

namespace unit {
inline constexpr Unit none{};
inline constexpr Unit kilogram{.kilogram = 1};
inline constexpr Unit metre{.metre = 1};
inline constexpr Unit second{.second = 1};
inline constexpr Unit newton{.newton = 1};
inline constexpr Unit radian{.radian = 1};
inline constexpr Unit joule{.joule = 1};
inline constexpr Unit watt{.second = -1, .joule = 1};
/// The unit of a coordinate of a node: m, rad, or several kinds.
inline constexpr Unit coordinate{.coordinate = 1};
/// For six numbers, another factor m for the last three: newton * rotational is the unit of three forces and three torques.
inline constexpr Unit rotational{.rotation = 1};
inline constexpr Unit mixed{.various = true};

inline constexpr Unit perSecond = none / second;
inline constexpr Unit radianPerSecond = radian / second;
inline constexpr Unit radianPerSecondSquared = radianPerSecond / second;
inline constexpr Unit perMetre = none / metre;
inline constexpr Unit metrePerSecond = metre / second;
inline constexpr Unit secondPerMetre = second / metre;
inline constexpr Unit metrePerSecondSquared = metrePerSecond / second;
inline constexpr Unit kilogramMetreSquared = kilogram * metre * metre;
inline constexpr Unit kilogramPerMetre = kilogram / metre;
inline constexpr Unit newtonMetre = newton * metre;
inline constexpr Unit newtonMetreSecond = newtonMetre * second;
inline constexpr Unit newtonPerMetre = newton / metre;
inline constexpr Unit newtonSecond = newton * second;
inline constexpr Unit newtonSecondPerMetre = newtonSecond / metre;
inline constexpr Unit newtonMetreSquared = newtonMetre * metre;
inline constexpr Unit newtonMetreSquaredSecond = newtonMetreSquared * second;

/// Units of the quantities that belong to a coordinate q: its rate, its generalised force (energy over q), and forces per coordinate and
/// rate.
inline constexpr Unit coordinateRate = coordinate / second;
inline constexpr Unit coordinateForce = newtonMetre / coordinate;
inline constexpr Unit coordinateStiffness = coordinateForce / coordinate;
inline constexpr Unit coordinateDamping = coordinateForce / coordinateRate;
}  // namespace unit

}  // namespace slipstick
