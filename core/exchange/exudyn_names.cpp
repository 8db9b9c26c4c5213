#include "core/exchange/exudyn_names.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace slipstick::exudyn {
namespace {

struct ParameterName {
  std::string_view type, ours;
  const char* theirs;
};
constexpr ParameterName renamedParameters[] = {
    {"ConnectorRollingDiscPenalty", "rollingFrictionViscous", "rollingViscousFriction"},
    {"ConnectorRigidBodySpringDamper", "intrinsicFormulation", "useIntrinsicFormulation"},
    {"ConnectorCoordinateSpringDamperExt", "fDynamicFriction", "dynamicFrictionForce"},
    {"ConnectorCoordinateSpringDamperExt", "fStaticFrictionOffset", "staticFrictionOffsetForce"},
    {"ConnectorCoordinateSpringDamperExt", "fViscousFriction", "viscousFrictionFactor"},
    {"JointSliding2D", "classicalFormulation", "useClassicalFormulation"},
    {"ConnectorCoordinate", "factorValue1", "factor1"},
    {"ContactSphereTorus", "radiusSphere", "sphereRadius"},
    {"ContactSphereTriangle", "radiusSphere", "sphereRadius"},
};

struct SettingName {
  std::string_view ours;
  const char* theirs;
};
constexpr SettingName renamedSettings[] = {
    {"explicitIntegration", "explicit"},
    {"useNewtonSolver", "active"},
    {"newtonResidualMode", "residualMode"},
    {"forODE2connectors", "forODE2Connectors"},
    {"constrainODE1coordinates", "constrainODE1Coordinates"},
};

constexpr const char* section[] = {"physicsMassPerLength",       "physicsCrossSectionInertia",
                                   "physicsAxialShearStiffness", "physicsTorsionalBendingStiffness",
                                   "physicsAxialShearDamping",   "physicsTorsionalBendingDamping"};

/// Members of items of a type.
struct Lacking {
  ItemKind kind;
  std::string_view type;
  std::initializer_list<std::string_view> names;
};
using enum ItemKind;
const Lacking lackingParameters[] = {
    {object, "ConnectorHydraulicActuatorSimple", {"valveOpeningUserFunction"}},
    {object, "ContactCircleCable2D", {"contactDamping"}},
    {marker, "SuperElementRigid", {"rotationsExponentialMap"}},
    {object, "FFRFreducedOrder", {"massMatrixFF", "tempUserFunctionForce"}},
    {object, "GenericODE1", {"coordinateIndexPerNode", "tempCoordinates", "tempCoordinates_t"}},
    {object, "GenericODE2", {"coordinateIndexPerNode", "tempCoordinates", "tempCoordinates_t", "tempCoordinates_tt"}},
};
const Lacking lackingOutputs[] = {
    {node, "GenericODE1", {"CoordinatesTotal"}},
    {node, "RigidBodyRotVecLG", {"AngularAcceleration", "Coordinates_tt"}},
    {object, "ANCFBeam", {"StrainLocal", "CurvatureLocal", "ForceLocal", "TorqueLocal"}},
    {marker, "BodyBeamShape", {"Coordinates", "Coordinates_t"}},
    {marker, "BodyCable2DShape", {"Position", "Displacement", "Velocity"}},
    {marker, "BodyMass", {"Position"}},
    {marker, "NodeODE1Coordinate", {"Coordinates_t"}},
    {object, "FFRFreducedOrder", {"CoordinatesTotal", "Coordinates_tt"}},
    {object, "ContactCoordinate", {"Force"}},
    {object, "ContactCurveCircles", {"Force"}},
    {object, "ContactSphereSphere", {"Director3"}},
    {object, "JointPrismatic2D", {"Displacement", "Force"}},
};

template <std::size_t count>
bool isIn(const Lacking (&table)[count], const ItemType& type, std::string_view name) {
  for (const Lacking& each : table)
    if (each.kind == type.kind && each.type == type.name) return std::find(each.names.begin(), each.names.end(), name) != each.names.end();
  return false;
}

}  // namespace

std::string nameOf(const ItemType& type) { return type.name == "BeamGeometricallyExact3D" ? "BeamGeometricallyExact" : type.name; }

std::string nameOf(const ItemType& type, std::string_view parameter) {
  for (const ParameterName& each : renamedParameters)
    if (type.kind == object && each.type == type.name && each.ours == parameter) return each.theirs;
  // Exudyn 1.13 has dropped the prefix: physicsMass is mass.
  constexpr std::string_view prefix = "physics";
  if (parameter.substr(0, prefix.size()) != prefix || isOfSection(type, parameter)) return std::string(parameter);
  std::string name(parameter.substr(prefix.size()));
  name[0] = static_cast<char>(name[0] - 'A' + 'a');
  return name;
}

std::string nameOfSetting(std::string_view setting) {
  for (const SettingName& each : renamedSettings)
    if (each.ours == setting) return each.theirs;
  return std::string(setting);
}

std::span<const char* const> sectionParameters(const ItemType& type) {
  if (type.name == "ANCFBeam") return section;
  if (type.name == "BeamGeometricallyExact3D") return std::span(section).first(4);  // without damping
  return {};
}

bool isOfSection(const ItemType& type, std::string_view parameter) {
  const auto parameters = sectionParameters(type);
  return std::find(parameters.begin(), parameters.end(), parameter) != parameters.end();
}

bool lacksParameter(const ItemType& type, std::string_view parameter) { return isIn(lackingParameters, type, parameter); }
bool lacksOutput(const ItemType& type, std::string_view output) { return isIn(lackingOutputs, type, output); }
bool isBody(const ItemType& type) { return type.kind == object && type.name != "GenericODE1" && !type.parameter("markerNumbers"); }

Json namesJson() {
  Json types = Json::object(), parameters = Json::object(), settings = Json::object();
  for (int kind = 0; kind < itemKinds; ++kind)
    for (const ItemType* type : Registry::instance().types(static_cast<ItemKind>(kind))) {
      const std::string key = std::string(kindName(type->kind)) + " " + type->name;
      if (nameOf(*type) != type->name) types[key] = nameOf(*type);
      for (const Parameter& parameter : type->parameters)
        if (const std::string name = nameOf(*type, parameter.name); name != parameter.name)
          parameters[key][std::string(parameter.name)] = name;
    }
  for (const SettingName& each : renamedSettings) settings[std::string(each.ours)] = each.theirs;
  return {{"types", std::move(types)}, {"parameters", std::move(parameters)}, {"settings", std::move(settings)}};
}

}  // namespace slipstick::exudyn
