// User functions of all items, computed by the host program, give the same results as formulas of the same law.

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/core/support/examples.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

using Host = UserFunction::Host;

/// The formulas of tests/data/user-functions.json as C++ functions, by type and parameter. `a` holds the arguments in sequence.
const std::map<std::string, Host>& hosts() {
  static const std::map<std::string, Host> table{
      {"objects/ANCFCable2D axialForceUserFunction",
       [](const double* a, double* force) {
         *force = 80 * (a[2] - a[4]) + 20 * a[2] * a[2] * a[2] + 0.5 * a[3] * (1 + 0.1 * a[7] * a[7]);
       }},
      {"objects/ANCFCable2D bendingMomentUserFunction",
       [](const double* a, double* moment) { *moment = (0.3 + a[1]) * (a[2] - a[4]) + a[6] * a[3] * (1 + a[7]); }},
      {"objects/GenericODE1 rhsUserFunction",
       [](const double* a, double* rates) { rates[0] = 2 * std::sin(5 * a[0]) - 0.1 * a[1] * a[1] * a[1]; }},
      {"objects/GenericODE2 forceUserFunction",
       [](const double* a, double* force) { force[0] = 2 * std::sin(5 * a[0]) - 0.1 * a[4], force[1] = -30 * a[1] * a[1] * a[1]; }},
      {"objects/GenericODE2 massMatrixUserFunction",
       [](const double* a, double* mass) { mass[0] = 1 + a[1] * a[1], mass[1] = mass[2] = 0.1, mass[3] = 2 + 0.1 * a[4] * a[4]; }},
      {"objects/GenericODE2 jacobianUserFunction",
       [](const double* a, double* jacobian) {
         jacobian[0] = jacobian[3] = 0, jacobian[1] = 0.1 * a[6], jacobian[2] = a[5] * 90 * a[1] * a[1];
       }},
      {"objects/FFRFreducedOrder forceUserFunction",
       [](const double* a, double* force) {
         std::fill_n(force, 7, 0.0);
         force[7] = 2 * std::sin(5 * a[0]) - 0.1 * a[18], force[8] = -30 * a[8] * a[8] * a[8];
       }},
      {"objects/FFRFreducedOrder massMatrixUserFunction",
       [](const double* a, double* mass) {
         std::fill_n(mass, 81, 0.0);
         mass[70] = 0.2 + a[8] * a[8], mass[80] = 0.3 + 0.1 * a[18] * a[18];
       }},
      {"objects/KinematicTree forceUserFunction",
       [](const double* a, double* force) {
         force[0] = 0.5 * std::cos(3 * a[0]), force[1] = std::sin(a[0]) - 2 * a[2], force[2] = 0, force[3] = -0.1 * a[8];
       }},
      {"objects/ConnectorCartesianSpringDamper springForceUserFunction",
       [](const double* a, double* force) {
         const double hardening = 1 + 20 * (a[1] * a[1] + a[2] * a[2] + a[3] * a[3]);
         for (int i = 0; i < 3; ++i) force[i] = a[7 + i] * a[1 + i] * hardening + 2 * a[10 + i] * a[4 + i] - 0.1 * a[13 + i];
       }},
      {"objects/ConnectorLinearSpringDamper springForceUserFunction",
       [](const double* a, double* force) { *force = a[3] * (a[1] - a[5]) + 300 * a[1] * a[1] * a[1] + a[4] * a[2]; }},
      {"objects/ConnectorCoordinateSpringDamper springForceUserFunction",
       [](const double* a, double* force) { *force = a[3] * (a[1] - a[5]) + 300 * a[1] * a[1] * a[1] + a[4] * a[2] * std::abs(a[2]); }},
      {"objects/ConnectorCoordinateSpringDamperExt springForceUserFunction",
       [](const double* a, double* force) {
         const double speed = std::abs(a[2]);
         *force = a[3] * (a[1] - a[5]) + a[4] * (a[2] - a[6]) +
                  (a[7] + a[8] * std::exp(-speed / a[9]) + a[10] * speed) * std::tanh(a[2] / (0.1 + a[11]));
       }},
      {"objects/ConnectorRigidBodySpringDamper springForceTorqueUserFunction",
       [](const double* a, double* force) {
         const double *u = a + 1, *rotation = a + 4, *v = a + 7, *omega = a + 10, *k = a + 13, *d = a + 49, *j0 = a + 85, *j1 = a + 94,
                      *offset = a + 103;
         force[0] = 4e3 * u[0], force[1] = 4e3 * u[1] + d[7] * v[1], force[2] = k[14] * (u[2] - offset[2]), force[3] = 200 * rotation[0];
         force[4] = 200 * rotation[1] * (1 + rotation[0] * rotation[0]) + j0[1] * v[0], force[5] = 100 * rotation[2] + j1[8] * omega[2];
       }},
      {"objects/ConnectorRigidBodySpringDamper postNewtonStepUserFunction",
       [](const double* a, double* result) {
         const double *data = a + 1, *u = a + 3, *omega = a + 12, *k = a + 15;
         result[0] = u[2] > data[0] + 0.002 ? 2 : 0, result[1] = a[0] < 0.5 ? 0.003 : -1;
         result[2] = std::max(data[0], u[2]), result[3] = data[1] + k[4] * omega[2] * omega[2] * 1e-3;
       }},
      {"objects/ConnectorSpringDamper springForceUserFunction",
       [](const double* a, double* force) { *force = a[3] * a[1] * (1 + 5 * a[1] * a[1]) + a[4] * a[2] + a[5] + 2 * std::sin(a[0]); }},
      {"objects/ConnectorTorsionalSpringDamper springTorqueUserFunction",
       [](const double* a, double* torque) { *torque = a[3] * std::sin(a[1] - a[5]) + 10 * a[4] * a[2]; }},
      {"objects/ConnectorHydraulicActuatorSimple valveOpeningUserFunction",
       [](const double* a, double* openings) { openings[0] = 0.5 * std::cos(3 * a[0]), openings[1] = -0.2 - a[0]; }},
      {"objects/ConnectorCoordinate offsetUserFunction",
       [](const double* a, double* offset) { *offset = 0.1 * std::pow(std::sin(3 * a[0]), 2) + a[1]; }},
      {"objects/ConnectorCoordinate offsetUserFunction_t", [](const double* a, double* rate) { *rate = 0.6 * a[0] + a[1]; }},
      {"objects/ConnectorCoordinateVector constraintUserFunction",
       [](const double* a, double* equation) {
         *equation = a[5] - a[4] * a[4] + 1 - a[2] + 0.1 * a[2] * a[2] - 0.1 * std::pow(std::sin(2 * a[0]), 2);
       }},
      {"objects/ConnectorCoordinateVector jacobianUserFunction",
       [](const double* a, double* row) { row[0] = row[2] = row[5] = 0, row[1] = -1 + 0.2 * a[2], row[3] = -2 * a[4], row[4] = 1; }},
      {"objects/JointGeneric offsetUserFunction",
       [](const double* a, double* offset) {
         std::fill_n(offset, 6, 0.0);
         offset[0] = a[1] * std::pow(std::sin(2 * a[0]), 2), offset[2] = a[3] * a[0] * a[0];
       }},
      {"objects/JointGeneric offsetUserFunction_t",
       [](const double* a, double* rate) {
         std::fill_n(rate, 6, 0.0);
         rate[0] = a[1] * 4 * std::sin(2 * a[0]) * std::cos(2 * a[0]), rate[2] = 3 * a[3] * a[0];
       }},
      {"loads/Coordinate loadUserFunction", [](const double* a, double* load) { *load = a[1] * std::sin(8 * a[0]) * std::exp(-a[0]); }},
      {"loads/ForceVector loadVectorUserFunction",
       [](const double* a, double* load) { load[0] = 0.3 * std::sin(5 * a[0]), load[1] = a[2] * a[0], load[2] = a[3]; }},
      {"loads/MassProportional loadVectorUserFunction",
       [](const double* a, double* load) { load[0] = 0, load[1] = std::sin(3 * a[0]), load[2] = a[3] * std::cos(a[0]); }},
      {"loads/TorqueVector loadVectorUserFunction",
       [](const double* a, double* load) { load[0] = a[1] * a[0], load[1] = 0.001, load[2] = 0; }},
      {"sensors/UserFunction sensorUserFunction",
       [](const double* a, double* value) { value[0] = std::sin(a[0]), value[1] = a[0] * a[0]; }},
  };
  return table;
}

const Json& formulas() {
  static const Json list = Json::parse(readFile("tests/data/user-functions.json"));
  return list;
}
std::string slotName(const Json& slot) { return slot["type"].get<std::string>() + " " + slot["parameter"].get<std::string>(); }

/// The example of the slot's type, prepared for the user function, and the first item of that type.
struct Prepared {
  Json document;
  Json* item;
};
Prepared prepare(const Json& slot) {
  const std::string path = slot["type"], list = path.substr(0, path.find('/')), type = path.substr(path.find('/') + 1);
  Prepared prepared{Json::parse(readFile("tests/data/items/" + path + ".json")), nullptr};
  const Json nothing = Json::object();
  const Json added = slot.value("add", nothing);
  for (const auto& [name, items] : added.items())
    for (const Json& item : items) prepared.document[name].push_back(item);
  // Host functions have difference tangents, so tight tolerances make Newton's method reach the same root.
  prepared.document["analysis"][0]["newton"] = {{"relativeTolerance", 1e-12}, {"absoluteTolerance", 1e-12}};
  prepared.document["analysis"][0].update(slot.value("analysis", nothing));
  for (Json& item : prepared.document[list])
    if (item["type"] == type && !prepared.item) prepared.item = &item;
  prepared.item->erase(slot["parameter"].get<std::string>());
  prepared.item->update(slot.value("set", nothing));
  return prepared;
}

class EachUserFunction : public ::testing::TestWithParam<Json> {};

/// The largest difference between the samples of two runs, relative to the largest value of each column.
double difference(Recorded& a, Recorded& b) {
  const History &x = a.simulation().history(), &y = b.simulation().history();
  if (x.samples() != y.samples() || x.width() != y.width()) return 1e9;
  double worst = 0;
  for (int c = 0; c < x.width(); ++c) {
    double largest = 1e-3, apart = 0;
    for (int i = 0; i < x.samples(); ++i) {
      largest = std::max(largest, std::abs(x.row(i)[c]));
      apart = std::max(apart, std::abs(x.row(i)[c] - y.row(i)[c]));
    }
    worst = std::max(worst, apart / largest);
  }
  return worst;
}

TEST_P(EachUserFunction, OfTheHostAgreesWithItsFormula) {
  const Json& slot = GetParam();
  const std::string type = slot["type"], parameter = slot["parameter"];
  Prepared prepared = prepare(slot);
  if (type != "sensors/UserFunction" && !prepared.item->contains("name")) (*prepared.item)["name"] = "item";
  const std::string name = (*prepared.item)["name"];
  const std::string plain = prepared.document.dump();
  (*prepared.item)[parameter] = slot["formula"];
  Recorded byFormula = run(prepared.document.dump());
  Recorded without = run(plain);
  Recorded byHost(load(plain));
  const ItemKind kind = type.starts_with("objects") ? ItemKind::object : type.starts_with("loads") ? ItemKind::load : ItemKind::sensor;
  ASSERT_TRUE(hosts().contains(slotName(slot))) << "no function for " << slotName(slot);
  byHost.simulation().setUserFunction(kind, name, parameter, hosts().at(slotName(slot)));
  ASSERT_EQ(byHost.simulation().run(), Simulation::Status::finished) << byHost.stop().message;
  // Constraints and accelerations amplify errors within Newton's tolerance. A prescribed offset is differentiated twice at the start of a
  // run; for a host function, numerically.
  EXPECT_LT(difference(byHost, byFormula), parameter == "offsetUserFunction" ? 1e-7 : 1e-8);
  if (slot.value("changesOnlyTheWay", false))
    EXPECT_LT(difference(without, byFormula), 1e-8) << "a tangent does not change the solution";
  else
    EXPECT_GT(difference(without, byFormula), 1e-3) << "the formula changes nothing, so that nothing is tested";
}

/// The formula times the sensor "one", component by component or as a whole.
Json timesOne(const Json& formula) {
  if (formula.is_array()) {
    Json components = Json::array();
    for (const Json& component : formula) components.push_back(timesOne(component));
    return components;
  }
  const std::string text = formula;
  const std::size_t start = text.rfind(';') == std::string::npos ? 0 : text.rfind(';') + 1;
  return text.substr(0, start) + "(" + text.substr(start) + ")*sensor(\"one\")";
}

TEST_P(EachUserFunction, ReadsItsOwnSensorsInAFormula) {
  const Json& slot = GetParam();
  Prepared prepared = prepare(slot);
  (*prepared.item)[slot["parameter"].get<std::string>()] = slot["formula"];
  Recorded plain = run(prepared.document.dump());
  // Another function, evaluated first, reads another sensor.
  Json& document = prepared.document;
  (*prepared.item)[slot["parameter"].get<std::string>()] = timesOne(slot["formula"]);
  const Json constant = {{"type", "UserFunction"}, {"name", "seven"}, {"sensorUserFunction", "7"}};
  document["sensors"].insert(document["sensors"].begin(), {constant, constant});
  document["sensors"][1]["name"] = "one", document["sensors"][1]["sensorUserFunction"] = "1";
  document["nodes"].push_back({{"type", "PointGround"}, {"name", "nowhere"}});
  document["markers"].push_back({{"type", "NodeCoordinate"}, {"name", "nothing"}, {"nodeNumber", "nowhere"}, {"coordinate", 0}});
  const Json reader = {{"type", "ConnectorCoordinateSpringDamper"},
                       {"markerNumbers", {"nothing", "nothing"}},
                       {"springForceUserFunction", "sensor(\"seven\")"}};
  document["objects"].insert(document["objects"].begin(), reader);
  Recorded reading = run(document.dump());
  for (const auto& sensor : plain.simulation().model().sensors()) {
    const auto expected = plain.column(sensor.name), found = reading.column(sensor.name);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-9 * (1 + std::abs(expected[i]))) << sensor.name;
  }
}

TEST_P(EachUserFunction, ThatFailsStopsTheRunAndKeepsItsSamples) {
  const Json& slot = GetParam();
  const std::string type = slot["type"], parameter = slot["parameter"];
  Prepared prepared = prepare(slot);
  const std::string name = (*prepared.item)["name"];
  const ItemKind kind = type.starts_with("objects") ? ItemKind::object : type.starts_with("loads") ? ItemKind::load : ItemKind::sensor;
  const double half = prepared.document["analysis"][0]["endTime"].get<double>() / 2;
  const Host& good = hosts().at(slotName(slot));
  const std::string head = "the user function " + parameter + " of " + kindName(kind) + " '" + name + "' failed: ";
  const auto attempt = [&](const Host& broken, const std::string& message) {
    Recorded recorded(load(prepared.document.dump()));
    recorded.simulation().setUserFunction(kind, name, parameter, [&](const double* a, double* result) {
      good(a, result);
      if (a[0] > half) broken(a, result);
    });
    EXPECT_EQ(recorded.simulation().run(), Simulation::Status::failed);
    EXPECT_EQ(recorded.stop().message, head + message);
    EXPECT_GT(recorded.samples(), 10);
    EXPECT_NEAR(recorded.time().back(), half, 0.02);
    EXPECT_EQ(recorded.simulation().run(), Simulation::Status::failed) << "and it stays stopped";
  };
  attempt([](const double*, double*) { throw std::runtime_error("the table ends here"); }, "the table ends here");
  attempt([](const double*, double* result) { result[0] = std::numeric_limits<double>::quiet_NaN(); },
          "component 0 of its result is not a finite number");
}

INSTANTIATE_TEST_SUITE_P(Items, EachUserFunction, ::testing::ValuesIn(formulas().begin(), formulas().end()), [](const auto& info) {
  std::string name = slotName(info.param);
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
});

TEST(HostFunctions, AreTestedInEverySlotThatTheRegistryKnows) {
  std::set<std::string> slots, tested;
  for (const ItemType* type : allTypes()) {
    const auto item = type->create();
    for (const Parameter& parameter : type->parameters)
      if (parameter.target(item.get()).is<UserFunction>()) slots.insert(typeName(*type) + " " + std::string(parameter.name));
  }
  for (const Json& slot : formulas()) tested.insert(slotName(slot));
  EXPECT_EQ(tested, slots) << "each user function needs a formula in tests/data/user-functions.json and a function here";
}

}  // namespace
}  // namespace slipstick::testing
