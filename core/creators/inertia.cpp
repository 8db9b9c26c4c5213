#include "core/creators/inertia.h"

#include <cmath>
#include <numbers>

#include "core/creators/arguments.h"

namespace slipstick {
namespace {

using std::numbers::pi;
constexpr Unit density = product(unit::kilogram, unit::metre, -3);

/// The arguments of one inertia, evaluated.
class InertiaReader : public ArgumentReader {
 public:
  using ArgumentReader::ArgumentReader;

  /// The mass as given, or from density and volume.
  double mass(double volume) const {
    if (has("mass") == has("density")) reader_.issues().error(place_, "needs either 'mass' (kg) or 'density' (kg/m³)");
    return has("mass") ? value("mass", 0.0) : value("density", 0.0) * volume;
  }
};

Matrix3 diagonal(double x, double y, double z) { return {{{x, 0, 0}, {0, y, 0}, {0, 0, z}}}; }

/// m c̃ᵀ c̃: the contribution of a mass that is not at the reference point.
Matrix3 steiner(double mass, const Vector3& c) { return mass * (transpose(skew(c)) * skew(c)); }

/// The mass, and the tensor of a shape about its centre.
void readShape(const std::string& shape, const InertiaReader& reader, double& mass, Matrix3& tensor) {
  if (shape == "cuboid") {
    const Vector3 side = reader.value("sideLengths", Vector3{1, 1, 1});
    mass = reader.mass(side.x * side.y * side.z);
    tensor =
        (mass / 12) * diagonal(side.y * side.y + side.z * side.z, side.x * side.x + side.z * side.z, side.x * side.x + side.y * side.y);
  } else if (shape == "cylinder") {
    const double length = reader.value("length", 1.0);
    const double outer = reader.value("outerRadius", 1.0), inner = reader.value("innerRadius", 0.0);
    const int axis = reader.value("axis", 0);
    mass = reader.mass(pi * length * (outer * outer - inner * inner));
    const double radii = outer * outer + inner * inner;
    double entries[3];
    for (int i = 0; i < 3; ++i) entries[i] = i == axis ? mass / 2 * radii : mass / 12 * (3 * radii + length * length);
    tensor = diagonal(entries[0], entries[1], entries[2]);
  } else if (shape == "rod") {
    const double length = reader.value("length", 1.0);
    mass = reader.value("mass", 0.0);
    tensor = (mass / 12) * diagonal(0, length * length, length * length);
  } else {  // sphere, hollowSphere
    const double radius = reader.value("radius", 1.0);
    const bool hollow = shape == "hollowSphere";
    mass = hollow ? reader.value("mass", 0.0) : reader.mass(4.0 / 3 * pi * radius * radius * radius);
    const double moment = (hollow ? 2.0 / 3 : 0.4) * mass * radius * radius;
    tensor = diagonal(moment, moment, moment);
  }
}

constexpr Row massRow = row<double>("mass", unit::kilogram, nonNegative, Presence::optional, "mass, instead of density");
constexpr Row densityRow = row<double>("density", density, nonNegative, Presence::optional, "density, instead of mass");
constexpr Row requiredMassRow = row<double>("mass", unit::kilogram, nonNegative, Presence::required, "mass");
constexpr Row comRow = row<Vector3>("com", unit::metre, anyNumber, Vector3{}, "centre of the shape in the body frame");
constexpr Row rotationRow =
    row<Matrix3>("rotation", unit::none, anyNumber, Matrix3::identity(), "rotation from the frame of the shape to the body frame");

constexpr Row cuboidRows[] = {row<Vector3>("sideLengths", unit::metre, positive, Presence::required, "lengths along x, y and z"), massRow,
                              densityRow, comRow, rotationRow};
constexpr Row cylinderRows[] = {row<double>("length", unit::metre, positive, Presence::required, "length along the axis"),
                                row<double>("outerRadius", unit::metre, positive, Presence::required, "outer radius"),
                                row<double>("innerRadius", unit::metre, nonNegative, 0.0, "radius of the bore"),
                                row<int>("axis", unit::none, {Range::Kind::oneOf, {0, 1, 2}}, 0, "axis of the cylinder: 0 x, 1 y, 2 z"),
                                massRow,
                                densityRow,
                                comRow,
                                rotationRow};
constexpr Row sphereRows[] = {row<double>("radius", unit::metre, positive, Presence::required, "radius"), massRow, densityRow, comRow,
                              rotationRow};
constexpr Row hollowSphereRows[] = {row<double>("radius", unit::metre, positive, Presence::required, "radius of the thin shell"),
                                    requiredMassRow, comRow, rotationRow};
constexpr Row rodRows[] = {row<double>("length", unit::metre, positive, Presence::required, "length of the thin rod along x"),
                           requiredMassRow, comRow, rotationRow};
constexpr Row numberRows[] = {
    requiredMassRow, row<Vector3>("com", unit::metre, anyNumber, Vector3{}, "centre of mass in the body frame"),
    row<Matrix3>("inertiaTensor", unit::kilogramMetreSquared, anyNumber, Presence::optional,
                 "inertia tensor about the reference point, a symmetric 3×3 matrix"),
    row<Vector6>("inertia6D", unit::kilogramMetreSquared, anyNumber, Presence::optional,
                 "instead, its entries Jxx, Jyy, Jzz, Jyz, Jxz, Jxy"),
    row<bool>("inertiaTensorAtCOM", unit::none, anyNumber, false, "whether the tensor is about the centre of mass")};

constexpr Table inertias[] = {{"cuboid", "a cuboid", cuboidRows}, {"cylinder", "a cylinder, or a tube", cylinderRows},
                              {"sphere", "a ball", sphereRows},   {"hollowSphere", "a thin spherical shell", hollowSphereRows},
                              {"rod", "a thin rod", rodRows},     {"inertia", "mass and inertia as numbers", numberRows}};
constexpr std::span<const Table> shapes(inertias, std::size(inertias) - 1);

}  // namespace

Row inertiaRow() {
  Row row = tableRow("inertia", inertias, "shape", "");
  row.text = Text::said("mass, centre of mass and inertia, or a shape");
  row.presence = Presence::required;
  return row;
}

Inertia readInertia(const Json& json, const DocumentPlace& place, const ValueReader& reader) {
  Inertia inertia;
  if (!json.is_object()) {
    reader.issues().error(place, "must be an object with 'mass' and 'inertiaTensor' or with a 'shape', got " + found(json));
    return inertia;
  }
  if (json.contains("shape")) {
    std::vector<std::string> names;
    for (const Table& shape : shapes) {
      names.emplace_back(shape.name);
      if (json["shape"] != shape.name) continue;
      const InertiaReader values(json, shape.rows, place, reader);
      inertia.centerOfMass = values.value("com", Vector3{});
      values.checkKeys(shape.name, {"shape"});
      readShape(shape.name, values, inertia.mass, inertia.tensor);
      const Matrix3 rotation = values.value("rotation", Matrix3::identity());
      inertia.tensor = rotation * (inertia.tensor * transpose(rotation)) + steiner(inertia.mass, inertia.centerOfMass);
      return inertia;
    }
    reader.issues().error(place.at("shape"), "must be one of " + joined(names) + ", got " + found(json["shape"]));
    return inertia;
  }
  const InertiaReader values(json, numberRows, place, reader);
  inertia.centerOfMass = values.value("com", Vector3{});
  values.checkKeys("an inertia", {"shape"});
  inertia.mass = values.value("mass", 0.0);
  if (values.has("inertiaTensor") && values.has("inertia6D"))
    reader.issues().error(place.at("inertia6D"),
                          "'inertiaTensor' and 'inertia6D' are both given: remove one, as they describe the same numbers");
  const Vector6 j = values.value("inertia6D", Vector6{});
  inertia.tensor = {{{j[0], j[5], j[4]}, {j[5], j[1], j[3]}, {j[4], j[3], j[2]}}};
  inertia.tensor = values.value("inertiaTensor", inertia.tensor);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < i; ++k)
      if (std::abs(inertia.tensor[i][k] - inertia.tensor[k][i]) >
          1e-12 * (std::abs(inertia.tensor[i][i]) + std::abs(inertia.tensor[k][k]))) {
        reader.issues().error(place.at("inertiaTensor"), "must be symmetric");
        return inertia;
      }
  if (values.value("inertiaTensorAtCOM", false)) inertia.tensor += steiner(inertia.mass, inertia.centerOfMass);
  return inertia;
}

Json inertia6D(const Matrix3& j) { return {j[0][0], j[1][1], j[2][2], j[1][2], j[0][2], j[0][1]}; }

}  // namespace slipstick
