#include "core/model/creators/inertia.h"

#include <cmath>

#include "core/model/creators/arguments.h"

namespace slipstick {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr Unit density = product(unit::kilogram, unit::metre, -3);

using Kind = ArgumentKind;

/// The arguments of one inertia, evaluated.
class InertiaReader : public ArgumentReader {
 public:
  using ArgumentReader::ArgumentReader;

  double positiveNumber(const char* key, const Unit& unit) const { return value<double>(key, unit, positive, 1.0); }
  double nonNegativeNumber(const char* key, const Unit& unit) const { return value<double>(key, unit, nonNegative, 0.0); }
  /// The mass as given, or from density and volume.
  double mass(double volume) const {
    if (has("mass") == has("density")) reader_.issues().error(place_, "needs either 'mass' (kg) or 'density' (kg/m³)");
    return has("mass") ? nonNegativeNumber("mass", unit::kilogram) : nonNegativeNumber("density", density) * volume;
  }
};

Matrix3 diagonal(double x, double y, double z) { return {{{x, 0, 0}, {0, y, 0}, {0, 0, z}}}; }

/// m c̃ᵀ c̃: what a mass away from the reference point adds.
Matrix3 steiner(double mass, const Vector3& c) { return mass * (transpose(skew(c)) * skew(c)); }

/// Mass and tensor of a shape about its centre.
void readShape(const std::string& shape, const InertiaReader& reader, double& mass, Matrix3& tensor) {
  if (shape == "cuboid") {
    const Vector3 side = reader.value<Vector3>("sideLengths", unit::metre, positive, Vector3{1, 1, 1});
    mass = reader.mass(side.x * side.y * side.z);
    tensor =
        (mass / 12) * diagonal(side.y * side.y + side.z * side.z, side.x * side.x + side.z * side.z, side.x * side.x + side.y * side.y);
  } else if (shape == "cylinder") {
    const double length = reader.positiveNumber("length", unit::metre);
    const double outer = reader.positiveNumber("outerRadius", unit::metre), inner = reader.nonNegativeNumber("innerRadius", unit::metre);
    const int axis = reader.value<int>("axis", unit::none, Range{Range::Kind::oneOf, {0, 1, 2}}, 0);
    mass = reader.mass(pi * length * (outer * outer - inner * inner));
    const double radii = outer * outer + inner * inner;
    double entries[3];
    for (int i = 0; i < 3; ++i) entries[i] = i == axis ? mass / 2 * radii : mass / 12 * (3 * radii + length * length);
    tensor = diagonal(entries[0], entries[1], entries[2]);
  } else if (shape == "rod") {
    const double length = reader.positiveNumber("length", unit::metre);
    mass = reader.nonNegativeNumber("mass", unit::kilogram);
    tensor = (mass / 12) * diagonal(0, length * length, length * length);
  } else {  // sphere, hollowSphere
    const double radius = reader.positiveNumber("radius", unit::metre);
    const bool hollow = shape == "hollowSphere";
    mass = hollow ? reader.nonNegativeNumber("mass", unit::kilogram) : reader.mass(4.0 / 3 * pi * radius * radius * radius);
    const double moment = (hollow ? 2.0 / 3 : 0.4) * mass * radius * radius;
    tensor = diagonal(moment, moment, moment);
  }
}

}  // namespace

const std::vector<InertiaShape>& inertiaShapes() {
  static const CreatorArgument mass{"mass", Kind::number, unit::kilogram, nullptr, "mass, instead of density"};
  static const CreatorArgument densityArgument{"density", Kind::number, density, nullptr, "density, instead of mass"};
  static const CreatorArgument requiredMass{"mass", Kind::number, unit::kilogram, nullptr, "mass", Presence::required};
  static const CreatorArgument com{"com", Kind::vector, unit::metre, Json{0, 0, 0}, "centre of the shape in the body's frame"};
  static const CreatorArgument rotation{"rotation", Kind::matrix, unit::none, nullptr, "from the shape's frame to the body's"};
  static const std::vector<InertiaShape> shapes{
      {"cuboid",
       {{"sideLengths", Kind::vector, unit::metre, nullptr, "lengths along x, y and z", Presence::required},
        mass,
        densityArgument,
        com,
        rotation}},
      {"cylinder",
       {{"length", Kind::number, unit::metre, nullptr, "length along the axis", Presence::required},
        {"outerRadius", Kind::number, unit::metre, nullptr, "outer radius", Presence::required},
        {"innerRadius", Kind::number, unit::metre, 0, "radius of the bore"},
        {"axis", Kind::number, unit::none, 0, "axis of the cylinder: 0 x, 1 y, 2 z"},
        mass,
        densityArgument,
        com,
        rotation}},
      {"sphere", {{"radius", Kind::number, unit::metre, nullptr, "radius", Presence::required}, mass, densityArgument, com, rotation}},
      {"hollowSphere",
       {{"radius", Kind::number, unit::metre, nullptr, "radius of the thin shell", Presence::required}, requiredMass, com, rotation}},
      {"rod",
       {{"length", Kind::number, unit::metre, nullptr, "length of the thin rod along x", Presence::required}, requiredMass, com, rotation}},
  };
  return shapes;
}

const std::vector<CreatorArgument>& inertiaArguments() {
  static const std::vector<CreatorArgument> arguments{
      {"mass", Kind::number, unit::kilogram, nullptr, "mass", Presence::required},
      {"com", Kind::vector, unit::metre, Json{0, 0, 0}, "centre of mass in the body's frame"},
      {"inertiaTensor", Kind::matrix, unit::kilogramMetreSquared, nullptr,
       "inertia tensor about the reference point, a symmetric 3×3 matrix"},
      {"inertia6D", Kind::vector6, unit::kilogramMetreSquared, nullptr, "its entries Jxx, Jyy, Jzz, Jyz, Jxz, Jxy instead"},
      {"inertiaTensorAtCOM", Kind::flag, unit::none, false, "the tensor is about the centre of mass"},
  };
  return arguments;
}

Inertia readInertia(const Json& json, const DocumentPlace& place, const ValueReader& reader) {
  Inertia inertia;
  if (!json.is_object()) {
    reader.issues().error(place, "must be an object with 'mass' and 'inertiaTensor' or with a 'shape', got " + found(json));
    return inertia;
  }
  const InertiaReader values(json, place, reader);
  inertia.centerOfMass = values.value<Vector3>("com", unit::metre, anyNumber, Vector3{});
  if (json.contains("shape")) {
    std::vector<std::string> names;
    for (const InertiaShape& shape : inertiaShapes()) {
      names.push_back(shape.name);
      if (json["shape"] != shape.name) continue;
      values.checkKeys(shape.arguments, shape.name, {"shape"});
      readShape(shape.name, values, inertia.mass, inertia.tensor);
      const Matrix3 rotation = values.value<Matrix3>("rotation", unit::none, anyNumber, Matrix3::identity());
      inertia.tensor = rotation * (inertia.tensor * transpose(rotation)) + steiner(inertia.mass, inertia.centerOfMass);
      return inertia;
    }
    reader.issues().error(place.at("shape"), "must be one of " + joined(names) + ", got " + found(json["shape"]));
    return inertia;
  }
  values.checkKeys(inertiaArguments(), "an inertia", {"shape"});
  inertia.mass = values.nonNegativeNumber("mass", unit::kilogram);
  if (values.has("inertiaTensor") && values.has("inertia6D"))
    reader.issues().error(place.at("inertia6D"), "'inertiaTensor' and 'inertia6D' are both given: they are the same numbers");
  const Vector6 j = values.value<Vector6>("inertia6D", unit::kilogramMetreSquared, anyNumber, Vector6{});
  inertia.tensor = {{{j[0], j[5], j[4]}, {j[5], j[1], j[3]}, {j[4], j[3], j[2]}}};
  inertia.tensor = values.value<Matrix3>("inertiaTensor", unit::kilogramMetreSquared, anyNumber, inertia.tensor);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < i; ++k)
      if (std::abs(inertia.tensor[i][k] - inertia.tensor[k][i]) >
          1e-12 * (std::abs(inertia.tensor[i][i]) + std::abs(inertia.tensor[k][k]))) {
        reader.issues().error(place.at("inertiaTensor"), "must be symmetric");
        return inertia;
      }
  if (values.value<bool>("inertiaTensorAtCOM", unit::none, anyNumber, false)) inertia.tensor += steiner(inertia.mass, inertia.centerOfMass);
  return inertia;
}

Json inertia6D(const Matrix3& j) { return {j[0][0], j[1][1], j[2][2], j[1][2], j[0][2], j[0][1]}; }

}  // namespace slipstick
