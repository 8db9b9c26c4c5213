// Units as values: powers of kilogram, metre and second, and the text that a person reads.
#pragma once

namespace slipstick {

/// Unit kg^mass · m^length · s^time. Angles have no dimension; `text` says rad where that helps.
struct Unit {
  int mass = 0;
  int length = 0;
  int time = 0;
  const char* text = "";

  constexpr bool sameDimension(const Unit& other) const { return mass == other.mass && length == other.length && time == other.time; }
};

namespace unit {
inline constexpr Unit none{0, 0, 0, ""};
inline constexpr Unit radian{0, 0, 0, "rad"};
inline constexpr Unit radianPerSecond{0, 0, -1, "rad/s"};
inline constexpr Unit radianPerSecondSquared{0, 0, -2, "rad/s²"};
inline constexpr Unit second{0, 0, 1, "s"};
inline constexpr Unit perSecond{0, 0, -1, "1/s"};
inline constexpr Unit metre{0, 1, 0, "m"};
inline constexpr Unit perMetre{0, -1, 0, "1/m"};
inline constexpr Unit metrePerSecond{0, 1, -1, "m/s"};
inline constexpr Unit secondPerMetre{0, -1, 1, "s/m"};
inline constexpr Unit metrePerSecondSquared{0, 1, -2, "m/s²"};
inline constexpr Unit kilogram{1, 0, 0, "kg"};
inline constexpr Unit kilogramMetreSquared{1, 2, 0, "kg·m²"};
inline constexpr Unit newton{1, 1, -2, "N"};
inline constexpr Unit newtonMetre{1, 2, -2, "N·m"};
inline constexpr Unit newtonMetreSecond{1, 2, -1, "N·m·s"};
inline constexpr Unit newtonPerMetre{1, 0, -2, "N/m"};
inline constexpr Unit newtonSecondPerMetre{1, 0, -1, "N·s/m"};
inline constexpr Unit newtonSecond{1, 1, -1, "N·s"};
inline constexpr Unit newtonMetreSquared{1, 3, -2, "N·m²"};
inline constexpr Unit newtonMetreSquaredSecond{1, 3, -1, "N·m²·s"};
inline constexpr Unit kilogramPerMetre{1, -1, 0, "kg/m"};
/// A node's coordinates, or a quantity of one: the unit depends on the coordinate.
inline constexpr Unit mixed{0, 0, 0, "mixed"};
}  // namespace unit

}  // namespace slipstick
