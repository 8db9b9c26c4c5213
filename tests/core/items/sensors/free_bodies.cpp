// The sum of the forces on a body is m a, and the sum of the torques the rate of its angular momentum.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/core/support/run.h"
#include "tests/core/support/variation.h"

namespace slipstick::testing {
namespace {

/// Whether ForceOnBody measures forces on it.
bool isBody(const Json& object) {
  static const std::set<std::string> types{"RigidBody", "RigidBody2D", "MassPoint", "MassPoint2D"};
  return types.count(object["type"].get<std::string>()) > 0;
}

/// Gives names to all objects and loads.
void nameAll(Json& document) {
  for (const char* list : {"objects", "loads"})
    for (std::size_t i = 0; document.contains(list) && i < document[list].size(); ++i)
      if (!document[list][i].contains("name")) document[list][i]["name"] = std::string(list) + std::to_string(i);
}

/// Adds sensors of all forces on a body. Returns their names, by output; the first one is m a.
std::vector<std::string> measureForces(Json& document, const Json& body, const char* output) {
  std::vector<std::string> names;
  const auto add = [&](const char* reference, const std::string& item) {
    names.push_back(std::string(output) + " of " + item + " on " + body["name"].get<std::string>());
    document["sensors"].push_back(
        {{"type", "ForceOnBody"}, {"name", names.back()}, {"bodyNumber", body["name"]}, {reference, item}, {"outputVariableType", output}});
  };
  add("objectNumber", body["name"]);
  for (const Json& object : document["objects"])
    if (object["type"] != "Ground" && !isBody(object)) add("objectNumber", object["name"]);
  for (const Json& load : document.value("loads", Json::array())) add("loadNumber", load["name"]);
  return names;
}

/// The largest gap between the forces on all rigid bodies and m a, relative to the largest force, and the same for torques.
double gapOf(Json document) {
  nameAll(document);
  std::vector<std::vector<std::string>> sums;
  for (const Json& object : Json(document["objects"]))
    if (isBody(object))
      for (const char* output : {"Force", "Torque"}) sums.push_back(measureForces(document, object, output));
  const Recorded motion = run(document.dump());
  double gap = 0, largest = 0;
  for (int i = 0; i < motion.samples(); ++i)
    for (const std::vector<std::string>& names : sums) {
      double sum[3] = {};
      for (const std::string& name : names)
        for (int k = 0; k < 3; ++k) {
          const double value = motion.sample(name, i)[k];
          largest = std::max(largest, std::abs(value));
          sum[k] += name == names.front() ? -value : value;
        }
      for (const double rest : sum) gap = std::max(gap, std::abs(rest));
    }
  return largest > 0 ? gap / largest : 0;
}

Json tight(Json document) {
  for (Json& step : document["analysis"]) {
    step["newton"]["relativeTolerance"] = 1e-13, step["newton"]["absoluteTolerance"] = 1e-13;
    step["newton"]["useModifiedNewton"] = false;
  }
  return document;
}

/// An item between two frames at the same place.
struct Link {
  const char* type;
  Json more;
  bool planar = false;
};
const std::vector<Link>& links() {
  static const std::vector<Link> all{
      {"JointGeneric", {{"constrainedAxes", {1, 1, 1, 1, 1, 1}}}},
      {"JointGeneric", {{"constrainedAxes", {1, 1, 1, 0, 1, 0}}}},
      {"JointGeneric", {{"constrainedAxes", {0, 1, 1, 1, 0, 1}}}},
      {"JointRevoluteZ", Json::object()},
      {"JointPrismaticX", Json::object()},
      {"JointSpherical", Json::object()},
      {"ConnectorDistance", {{"distance", 0.5}}},
      {"ConnectorSpringDamper", {{"stiffness", 300}, {"damping", 3}, {"referenceLength", 0.4}}},
      {"ConnectorCartesianSpringDamper", {{"stiffness", {300, 200, 400}}, {"damping", {1, 2, 3}}}},
      {"ConnectorRigidBodySpringDamper", {{"stiffness", "diag([300, 400, 500, 20, 30, 40])"}, {"damping", "0.3*identity(6)"}}},
      {"ConnectorRigidBodySpringDamper",
       {{"stiffness", "diag([300, 400, 500, 20, 30, 40])"}, {"damping", "0.3*identity(6)"}, {"intrinsicFormulation", true}}},
      {"ConnectorTorsionalSpringDamper", {{"stiffness", 20}, {"damping", 0.3}}},
      {"ConnectorLinearSpringDamper", {{"stiffness", 200}, {"damping", 3}, {"offset", 0.1}}},
      {"ConnectorGravity", {{"gravitationalConstant", 1}, {"mass0", 5}, {"mass1", 4}}},
      {"ConnectorReevingSystemSprings", {{"stiffnessPerLength", 400}, {"dampingPerLength", 3}, {"referenceLength", 0.3}}},
      {"ContactSphereSphere", {{"spheresRadii", {0.3, 0.3}}, {"contactStiffness", 2000}, {"contactDamping", 3}}},
      {"JointRevolute2D", Json::object(), true},
      {"JointPrismatic2D", {{"axisMarker0", {0.6, 0.8, 0}}, {"normalMarker1", {-0.8, 0.6, 0}}}, true},
      {"ConnectorDistance", {{"distance", 0.5}}, true},
      {"ConnectorSpringDamper", {{"stiffness", 300}, {"damping", 3}, {"referenceLength", 0.4}}, true},
  };
  return all;
}
bool leavesDistance(const Link& link) {  // its points are 0.5 m apart
  return link.type == std::string("ConnectorDistance") || std::string(link.type).find("Spring") != std::string::npos ||
         link.type == std::string("ConnectorGravity") || link.type == std::string("ContactSphereSphere");
}

/// A chain or tree of bodies with random masses, places and nodes, each on the ground or an earlier body by an item of the given type, or
/// a random one.
class Tree {
 public:
  Tree(const Link& first, int bodies, unsigned seed) : random_(seed), planar_(first.planar) {
    document_ = {{"slipstick", 1}, {"sensors", Json::array()}};
    document_["objects"].push_back({{"type", "Ground"}, {"name", "ground"}});
    document_["analysis"] = Json::array({{{"type", "dynamic"}, {"endTime", 0.1}, {"numberOfSteps", 50}, {"sensorsWritePeriod", 0.02}}});
    places_.push_back({0, 0, 0});
    for (int i = 0; i < bodies; ++i) {
      addBody(i);
      const Link* link = &first;
      while (i > 0 && (link = &links()[static_cast<std::size_t>(random_.between(0, 0.999) * links().size())])->planar != planar_) {
      }
      join(*link, i == 0 ? 0 : static_cast<int>(random_.between(0, i + 0.999)), i + 1);
    }
    document_["loads"].push_back(
        {{"type", "ForceVector"}, {"markerNumber", marker(bodies, vector(0.2))}, {"loadVector", vector(20)}, {"bodyFixed", !planar_}});
    if (!planar_)
      document_["loads"].push_back({{"type", "TorqueVector"}, {"markerNumber", marker(1, {0, 0, 0})}, {"loadVector", vector(2)}});
  }
  const Json& document() const { return document_; }

 private:
  Json vector(double size) {
    return {random_.between(-size, size), random_.between(-size, size), planar_ ? 0.0 : random_.between(-size, size)};
  }
  void addBody(int i) {
    const std::string name = "body" + std::to_string(i);
    const Json place = vector(1);
    places_.push_back({place[0], place[1], place[2]});
    Json node{{"name", name}}, body{{"name", name}, {"nodeNumber", name}, {"physicsMass", random_.between(1, 3)}};
    const double spin = random_.between(-0.1, 0.1);
    if (planar_) {
      node.update({{"type", "RigidBody2D"}, {"referenceCoordinates", {place[0], place[1], 0}}});
      body.update({{"type", "RigidBody2D"}, {"physicsInertia", random_.between(0.3, 0.5)}, {"physicsCenterOfMass", {0.1, spin}}});
    } else {
      static const char* const types[] = {"RigidBodyEP", "RigidBodyRxyz", "RigidBodyRotVecLG"};
      const int kind = static_cast<int>(random_.between(0, 2.999));
      node["type"] = types[kind], node["referenceCoordinates"] = place;
      for (int k = 0; k < (kind == 0 ? 4 : 3); ++k) node["referenceCoordinates"].push_back(kind == 0 && k == 0 ? 1 : 0);
      body.update(
          {{"type", "RigidBody"}, {"physicsInertia", {0.4, 0.5, 0.6, 0.01, 0.02, spin / 5}}, {"physicsCenterOfMass", {0.1, spin, 0.05}}});
    }
    document_["nodes"].push_back(node), document_["objects"].push_back(body);
    document_["markers"].push_back({{"type", "BodyMass"}, {"name", name + " mass"}, {"bodyNumber", name}});
    document_["loads"].push_back({{"type", "MassProportional"}, {"markerNumber", name + " mass"}, {"loadVector", {0, -9.81, 0}}});
  }
  /// A marker at a point relative to the reference point of a body; 0 is the ground.
  std::string marker(int body, const Json& local) {
    const std::string name = "marker" + std::to_string(document_["markers"].size());
    document_["markers"].push_back({{"type", "BodyRigid"},
                                    {"name", name},
                                    {"bodyNumber", body == 0 ? "ground" : "body" + std::to_string(body - 1)},
                                    {"localPosition", local}});
    return name;
  }
  void join(const Link& link, int from, int to) {
    const Json start = vector(0.5);
    Json ends[2];
    for (int end = 0; end < 2; ++end)
      for (int k = 0; k < 3; ++k)
        ends[end].push_back(places_[from][k] + start[k].get<double>() + (end == 1 && k == 1 && leavesDistance(link) ? 0.5 : 0) -
                            places_[end == 0 ? from : to][k]);
    Json item{{"type", link.type}, {"name", "link" + std::to_string(to)}, {"markerNumbers", {marker(from, ends[0]), marker(to, ends[1])}}};
    item.update(link.more);
    document_["objects"].push_back(item);
  }

  Random random_;
  bool planar_;
  Json document_;
  std::vector<std::array<double, 3>> places_;
};

TEST(ForceOnBody, ClosesForAllJointsAndConnectorsInRandomModels) {
  unsigned seed = 1;
  for (const Link& link : links())
    for (int bodies = 1; bodies <= 4; ++bodies) {
      SCOPED_TRACE(std::string(link.type) + ", " + std::to_string(bodies) + " bodies, seed " + std::to_string(seed));
      const Json document = Tree(link, bodies, seed++).document();
      EXPECT_LT(gapOf(tight(document)), 1e-9) << document.dump();
      EXPECT_LT(gapOf(document), 1e-5);  // with the default tolerances
    }
}

// Forces of contacts are those of the last solution, whose states the accelerations belong to.
TEST(ForceOnBody, ClosesForTheExamplesOfAllItems) {
  for (const auto& entry : std::filesystem::directory_iterator(sourcePath("tests/data/items/objects"))) {
    const std::string type = entry.path().stem().string();
    SCOPED_TRACE(type);
    Json document = Json::parse(readFile("tests/data/items/objects/" + entry.path().filename().string()));
    EXPECT_LT(gapOf(tight(document)), 1e-9);
  }
}

TEST(ForceOnBody, DoesNotChangeContacts) {
  Json document = Json::parse(readFile("tests/data/items/objects/ContactCurveCircles.json"));
  nameAll(document);
  Recorded plain = run(document.dump());
  const std::string first = plain.simulation().history().sensors().front().name;
  for (const Json& object : Json(document["objects"]))
    if (isBody(object)) measureForces(document, object, "Force");
  const Recorded measured = run(document.dump());
  for (int i = 0; i < plain.samples(); ++i) EXPECT_EQ(plain.sample(first, i), measured.sample(first, i));
}

TEST(ForceOnBody, RefusesFlexibleBodies) {
  EXPECT_THROW(
      {
        Json document = Json::parse(readFile("tests/data/items/objects/ANCFCable2D.json"));
        const std::string cable = document["objects"][0]["name"];
        document["sensors"].push_back({{"type", "ForceOnBody"}, {"bodyNumber", cable}, {"outputVariableType", "Force"}});
        load(document.dump());
      },
      std::runtime_error);
}

}  // namespace
}  // namespace slipstick::testing
