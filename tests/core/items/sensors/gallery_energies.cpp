// The energies of gallery models against formulas written by hand: ½ m v² + ½ ωᵀ I ω, m g h and ½ k x², from other sensors.

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/model/drawing.h"
#include "core/model/measures.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

template <class V>
const V& valueOf(const ModelItem& item, const char* parameter) {
  return *item.type->parameter(parameter)->target(const_cast<void*>(item.value.get())).as<V>();  // only read
}

/// Adds sensors to a model, and evaluates the formulas in a sample.
class Formulas {
 public:
  explicit Formulas(Model& model) : model_(model) {
    for (std::size_t i = 0; i < model.objects().size(); ++i) addBody(static_cast<int>(i));
    for (std::size_t i = 0; i < model.objects().size(); ++i)
      if (model.objects()[i].type->name == "ConnectorSpringDamper")
        springs_.push_back({static_cast<int>(i), add("Object", i, {}, OutputVariable::Distance)});
    for (const ModelItem& load : model.loads())
      if (load.type->name == "MassProportional")
        gravity_[refersTo(model.markers()[refersTo(load, ItemKind::marker).front()], ItemKind::object).front()] =
            valueOf<Vector3>(load, "loadVector");
  }
  double kinetic(const Recorded& motion, int sample) const {
    double sum = 0;
    for (const Body& body : bodies_) {
      const Vector3 v = vector(motion, body.velocity, sample), w = vector(motion, body.spin, sample);
      sum += 0.5 * body.mass * dot(v, v) + 0.5 * dot(w, body.inertia * w);
    }
    return sum;
  }
  double potential(const Recorded& motion, int sample) const {
    double sum = 0;
    for (const Body& body : bodies_)
      if (const auto found = gravity_.find(body.object); found != gravity_.end())
        sum -= body.mass * dot(found->second, vector(motion, body.position, sample));
    for (const auto& [object, distance] : springs_) {
      const ModelItem& spring = model_.objects()[object];
      const double x = motion.sample(distance, sample)[0] - valueOf<double>(spring, "referenceLength");
      sum += 0.5 * valueOf<double>(spring, "stiffness") * x * x + valueOf<double>(spring, "force") * x;
    }
    return sum;
  }

 private:
  struct Body {
    int object;
    double mass;
    Matrix3 inertia;  // about the centre of mass
    std::string position, velocity, spin;
  };
  struct Spring {
    int object;
    std::string distance;
  };
  static Vector3 vector(const Recorded& motion, const std::string& sensor, int sample) {
    const std::vector<double> v = motion.sample(sensor, sample);
    return v.size() == 3 ? Vector3{v[0], v[1], v[2]} : Vector3{0, 0, v[0]};
  }
  std::string add(const char* type, std::size_t object, const Vector3& place, OutputVariable variable) {
    ModelItem sensor{Registry::instance().find(ItemKind::sensor, type), "own" + std::to_string(model_.sensors().size()), nullptr, {}};
    const std::shared_ptr<void> value = sensor.type->create();
    const bool onBody = std::string(type) == "Body";
    sensor.type->parameter(onBody ? "bodyNumber" : "objectNumber")->target(value.get()).as<ObjectIndex>()->index = static_cast<int>(object);
    if (onBody) *sensor.type->parameter("localPosition")->target(value.get()).as<Vector3>() = place;
    *sensor.type->parameter("outputVariableType")->target(value.get()).as<OutputVariable>() = variable;
    sensor.value = value;
    model_.items[static_cast<int>(ItemKind::sensor)].push_back(sensor);
    return sensor.name;
  }
  void addBody(int number) {
    const ModelItem object = model_.objects()[number];
    const bool isPlanar = object.type->name == "RigidBody2D", isRotor = object.type->name == "RotationalMass1D";
    if (!isPlanar && !isRotor && object.type->name != "RigidBody") return;
    Body body{number, isRotor ? 0 : valueOf<double>(object, "physicsMass"), {}, "", "", ""};
    Vector3 c;
    if (isPlanar) {
      const Vector2& centre = valueOf<Vector2>(object, "physicsCenterOfMass");
      c = {centre[0], centre[1], 0};
      body.inertia[2][2] = valueOf<double>(object, "physicsInertia") - body.mass * dot(c, c);
    } else if (isRotor) {
      body.inertia[2][2] = valueOf<double>(object, "physicsInertia");
    } else {
      c = valueOf<Vector3>(object, "physicsCenterOfMass");
      const Vector6& j = valueOf<Vector6>(object, "physicsInertia");
      body.inertia = {{{j[0], j[5], j[4]}, {j[5], j[1], j[3]}, {j[4], j[3], j[2]}}};
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) body.inertia[i][k] -= body.mass * ((i == k ? dot(c, c) : 0.0) - c[i] * c[k]);
    }
    body.position = add("Body", number, c, OutputVariable::Position), body.velocity = add("Body", number, c, OutputVariable::Velocity);
    body.spin = add("Body", number, {}, isPlanar ? OutputVariable::AngularVelocity : OutputVariable::AngularVelocityLocal);
    bodies_.push_back(body);
  }

  Model& model_;
  std::vector<Body> bodies_;
  std::vector<Spring> springs_;
  std::map<int, Vector3> gravity_;
};

Json withEnergies(const std::string& name) {
  Json document = Json::parse(readFile("web/models/" + name + ".json"));
  for (const char* type : {"KineticEnergy", "PotentialEnergy"}) document["sensors"].push_back({{"type", type}, {"name", type}});
  return document;
}
/// Only the first tenth of each analysis step.
void shorten(Model& model) {
  for (AnalysisStep& step : model.analysis)
    if (step.type == AnalysisType::dynamic)
      step.endTime = step.startTime + 0.1 * (step.endTime - step.startTime), step.numberOfSteps = std::ceil(0.1 * step.numberOfSteps);
}

TEST(GalleryEnergies, AgreeWithFormulas) {
  for (const char* name : {"bicycle", "bricard", "cam", "car", "chain-drive", "cradle-by-hand", "crane", "flick-coin", "newtons-cradle",
                           "rolling-coin", "rolling-coin-joint", "slider-crank", "turntable"}) {
    SCOPED_TRACE(name);
    const auto model = std::make_shared<Model>(*load(withEnergies(name).dump()));
    shorten(*model);
    const Formulas formulas(*model);
    Recorded motion(model);
    motion.simulation().run();
    ASSERT_GT(motion.samples(), 2) << motion.stop().message;
    double largest = 0, error = 0;
    for (int i = 0; i < motion.samples(); ++i) {
      const double kinetic = formulas.kinetic(motion, i), potential = formulas.potential(motion, i);
      largest = std::max({largest, kinetic, std::abs(potential)});
      error = std::max(
          {error, std::abs(motion.sample("KineticEnergy", i)[0] - kinetic), std::abs(motion.sample("PotentialEnergy", i)[0] - potential)});
    }
    EXPECT_GT(largest, 1e-4);
    EXPECT_LT(error, 1e-14 * largest);  // rounding: at most 1.2e-15
  }
}

TEST(GalleryEnergies, OfTheBicycleAgreeWithTheFormulasOfItsDocument) {
  const auto model = std::make_shared<Model>(*load(withEnergies("bicycle").dump()));
  shorten(*model);
  Recorded motion(model);
  motion.simulation().run();
  for (int i = 0; i < motion.samples(); ++i) {
    const double kinetic = motion.sample("KineticEnergy", i)[0], potential = motion.sample("PotentialEnergy", i)[0];
    EXPECT_NEAR(kinetic, motion.sample("kinetic energy", i)[0], 1e-12 * kinetic);
    EXPECT_NEAR(potential, motion.sample("potential energy", i)[0], 1e-12 * (kinetic + std::abs(potential)));
  }
}

}  // namespace
}  // namespace slipstick::testing
