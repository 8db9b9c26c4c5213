// The number of iterations of full Newton per step at default tolerances: with exact tangents at most 5, on the models of the gallery, the
// examples of all items and the reference cases. Wrong or missing tangent terms show up in this test first.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

constexpr int usual = 5;
constexpr long mostSteps = 300;  // of each model: contacts open and close, friction sticks and slips

/// Models that need more iterations, and the reasons.
const std::map<std::string, std::pair<int, const char*>> exceptions = {
    {"web/models/car.json", {15, "motors follow sensors, which the tangent takes as constants"}},
    {"web/models/drive-car.json", {7, "motors follow sensors, which the tangent takes as constants"}},
    {"tests/validation/reference/coordinate-spring-damper-ext.json",
     {18, "the tangent of ConnectorCoordinateSpringDamperExt leaves out its factors, as that of Exudyn does: its steps depend on it"}},
    {"web/models/belt-tensioner.json", {7, "the tensioner is let go at the start, which the guess of the first steps does not know"}},
    {"tests/validation/reference/belt-two-pulleys.json",
     {6, "the drive takes hold at the start, which the guess of the first step does not know"}},
};

/// All documents below a folder, by path; a reference case holds its document in `model`.
std::vector<std::string> documents(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(sourcePath(folder)))
    if (entry.path().extension() == ".json") paths.push_back(std::filesystem::relative(entry.path(), sourcePath("")).string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// The document with full Newton at default tolerances in all dynamic steps, or null if it has none.
Json withFullNewton(const std::string& path) {
  Json document = Json::parse(readFile(path));
  if (document.contains("model")) document = document["model"];
  if (!document.contains("slipstick")) return nullptr;
  Json& analysis = document["analysis"];
  if (analysis.is_null()) analysis = Json{{"type", "dynamic"}};
  if (!analysis.is_array()) analysis = Json::array({analysis});
  bool moves = false;
  for (Json& step : analysis) {
    if (step.value("type", "dynamic") != "dynamic") continue;
    const std::string solver = step.value("solver", "GeneralizedAlpha");
    if (solver != "GeneralizedAlpha" && solver != "TrapezoidalIndex2") return nullptr;
    step.erase("newton");
    step["keepTangents"] = false;
    moves = true;
  }
  return moves ? document : Json();
}

/// The largest number of Newton iterations for one solution.
int mostIterations(const Json& document) {
  Recorded motion(load(document.dump()));
  Statistics before;
  int most = 0;
  bool dynamic = false;
  motion.simulation().advance([&] {
    const Statistics& now = motion.statistics();
    const Progress progress = motion.simulation().progress();
    dynamic = motion.simulation().model().analysis[progress.analysisStep].type == AnalysisType::dynamic;
    const long solutions = now.steps - before.steps + now.discontinuousIterations - before.discontinuousIterations;
    // Failed attempts are part of step control and are not counted.
    if (dynamic && now.rejectedSteps == before.rejectedSteps && solutions > 0)
      most = std::max(most, static_cast<int>((now.newtonIterations - before.newtonIterations + solutions - 1) / solutions));
    before = now;
    return now.steps > mostSteps;
  });
  return most;
}

TEST(Iterations, OfFullNewtonAreAtMostFive) {
  int models = 0;
  for (const char* folder : {"web/models", "tests/data", "tests/validation/reference"})
    for (const std::string& path : documents(folder)) {
      const Json document = withFullNewton(path);
      if (document.is_null()) continue;
      ++models;
      const auto exception = exceptions.find(path);
      const int most = mostIterations(document);
      EXPECT_LE(most, exception == exceptions.end() ? usual : exception->second.first) << path;
      if (exception == exceptions.end()) continue;
      EXPECT_GT(most, usual) << path << " needs no exception any more";
    }
  EXPECT_GT(models, 50);
}

/// A disc of 0.5 m that rolls and slips on a rotating table.
Json turningTable(const Json& newton) {
  Json document = Json::parse(R"({"slipstick": 1,
    "nodes": [{"type": "RigidBodyRxyz", "name": "table", "initialVelocities": [0, 0, 0, 0, 0, 2]},
              {"type": "RigidBodyEP", "name": "disc", "referenceCoordinates": [1, 0, 0.5, 1, 0, 0, 0], "initialVelocities": [0, 5, 0, 0, -5, 0, 0]}],
    "objects": [{"type": "Ground", "name": "ground"},
                {"type": "RigidBody", "name": "table", "nodeNumber": "table", "physicsMass": 50, "physicsInertia": [1, 1, 2, 0, 0, 0]},
                {"type": "JointRevoluteZ", "name": "bearing", "markerNumbers": ["ground", "table"]},
                {"type": "RigidBody", "name": "disc", "nodeNumber": "disc", "physicsMass": 5, "physicsInertia": [0.625, 0.3125, 0.3125, 0, 0, 0]},
                {"type": "ConnectorRollingDiscPenalty", "name": "rolling", "markerNumbers": ["table", "disc"], "discRadius": 0.5,
                 "dryFriction": [1, 1], "dryFrictionProportionalZone": 0.5, "contactStiffness": 1e5, "contactDamping": 500}],
    "markers": [{"type": "BodyRigid", "name": "ground", "bodyNumber": "ground"}, {"type": "BodyRigid", "name": "table", "bodyNumber": "table"},
                {"type": "BodyRigid", "name": "disc", "bodyNumber": "disc"}, {"type": "BodyMass", "name": "weight", "bodyNumber": "disc"}],
    "loads": [{"type": "MassProportional", "markerNumber": "weight", "loadVector": [0, 0, -9.81]}],
    "sensors": [{"type": "Body", "name": "disc", "bodyNumber": "disc", "outputVariableType": "Position"},
                {"type": "Object", "name": "force", "objectNumber": "rolling", "outputVariableType": "ForceLocal"},
                {"type": "Body", "name": "table", "bodyNumber": "table", "outputVariableType": "AngularVelocity"}],
    "analysis": [{"type": "dynamic", "endTime": 1, "numberOfSteps": 100}]})");
  document["analysis"][0]["newton"] = newton;
  document["analysis"][0]["keepTangents"] = false;
  return document;
}

TEST(Iterations, OfADiscOnATurningTableAreAsFewAsOnTheGround) {
  const Recorded motion = run(turningTable(Json::object()).dump());
  EXPECT_EQ(motion.statistics().rejectedSteps, 0);
  const Statistics& statistics = motion.statistics();
  // With the exact tangent 3.5; the default Newton settings omit the change of M q̈.
  EXPECT_LE(statistics.newtonIterations, 3.6 * static_cast<double>(statistics.steps + statistics.discontinuousIterations));
  EXPECT_LT(motion.last("table", 2), 1.99) << "the disc slips and brakes the table";
}

TEST(Iterations, OfADiscOnATurningTableReachTightTolerances) {
  const Recorded motion = run(turningTable({{"absoluteTolerance", 1e-13}, {"relativeTolerance", 1e-11}}).dump());
  EXPECT_EQ(motion.statistics().rejectedSteps, 0);
  const Recorded modified =
      run(turningTable({{"absoluteTolerance", 1e-13}, {"relativeTolerance", 1e-11}, {"useModifiedNewton", true}}).dump());
  EXPECT_EQ(modified.statistics().rejectedSteps, 0);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(motion.last("disc", i), modified.last("disc", i), 1e-9);
}

/// A falling chain of rods, each on a hinge at the end of its predecessor.
Json chain(int bodies) {
  Json document = Json::parse(R"({"slipstick": 1, "nodes": [], "objects": [{"type": "Ground", "name": "ground"}], "loads": [],
    "markers": [{"type": "BodyRigid", "name": "end -1", "bodyNumber": "ground"}],
    "analysis": [{"type": "dynamic", "endTime": 0.2, "numberOfSteps": 40}]})");
  for (int i = 0; i < bodies; ++i) {
    const std::string number = std::to_string(i), name = "rod " + number, begin = "begin " + number, end = "end " + number;
    document["nodes"].push_back({{"type", "RigidBodyEP"}, {"name", name}, {"referenceCoordinates", {i + 0.5, 0, 0, 1, 0, 0, 0}}});
    document["objects"].push_back(
        {{"type", "RigidBody"}, {"name", name}, {"nodeNumber", name}, {"physicsMass", 1}, {"physicsInertia", {0.01, 0.1, 0.1, 0, 0, 0}}});
    document["markers"].push_back({{"type", "BodyRigid"}, {"name", begin}, {"bodyNumber", name}, {"localPosition", {-0.5, 0, 0}}});
    document["markers"].push_back({{"type", "BodyRigid"}, {"name", end}, {"bodyNumber", name}, {"localPosition", {0.5, 0, 0}}});
    document["markers"].push_back({{"type", "BodyMass"}, {"name", "mass " + number}, {"bodyNumber", name}});
    document["loads"].push_back({{"type", "MassProportional"}, {"markerNumber", "mass " + number}, {"loadVector", {0, -9.81, 0}}});
  }
  for (int i = 0; i < bodies; ++i) {
    const std::string number = std::to_string(i);
    document["objects"].push_back(
        {{"type", "JointRevoluteZ"}, {"name", "hinge " + number}, {"markerNumbers", {"end " + std::to_string(i - 1), "begin " + number}}});
  }
  return document;
}

/// 30 bodies take 148 iterations and 10 tangents, 1000 bodies 141 and 18. Without the rotation of reactions in the tangent, 1000 bodies
/// take 198 iterations.
TEST(Iterations, OfALongChainAreHardlyMoreThanOfAShortOne) {
  const Recorded few = run(chain(30).dump()), many = run(chain(1000).dump());
  EXPECT_LT(static_cast<double>(many.statistics().newtonIterations), 1.2 * static_cast<double>(few.statistics().newtonIterations));
  EXPECT_LT(static_cast<double>(many.statistics().jacobians), 2.5 * static_cast<double>(few.statistics().jacobians));
}

/// A cable of 2 m between two walls, released from a straight line.
Json cable(int elements) {
  Json document = Json::parse(R"({"slipstick": 1, "nodes": [{"type": "PointGround", "name": "ground"}], "objects": [], "loads": [],
    "markers": [{"type": "NodeCoordinate", "name": "still", "nodeNumber": "ground", "coordinate": 0}],
    "analysis": [{"type": "dynamic", "endTime": 0.04, "numberOfSteps": 40}]})");
  for (int i = 0; i <= elements; ++i)
    document["nodes"].push_back({{"type", "Point2DSlope1"}, {"referenceCoordinates", {2.0 * i / elements, 0, 1, 0}}});
  for (int i = 0; i < elements; ++i) {
    document["objects"].push_back({{"type", "ANCFCable2D"},
                                   {"nodeNumbers", {i + 1, i + 2}},
                                   {"physicsLength", 2.0 / elements},
                                   {"physicsMassPerLength", 0.05},
                                   {"physicsBendingStiffness", 0.002},
                                   {"physicsAxialStiffness", 1000}});
    document["markers"].push_back({{"type", "BodyMass"}, {"bodyNumber", i}});
    document["loads"].push_back({{"type", "MassProportional"}, {"markerNumber", i + 1}, {"loadVector", {0, -9.81, 0}}});
  }
  for (const int end : {1, elements + 1})
    for (const int coordinate : {0, 1}) {
      document["markers"].push_back({{"type", "NodeCoordinate"}, {"nodeNumber", end}, {"coordinate", coordinate}});
      document["objects"].push_back(
          {{"type", "ConnectorCoordinate"}, {"markerNumbers", {"still", static_cast<int>(document["markers"].size()) - 1}}});
    }
  return document;
}

/// The walls stand still, but nodes beside them start with the acceleration of gravity, and their accelerations alternate for many steps.
/// Displacements predicted from these bend the elements there, more in finer meshes: 500 elements then take 161 iterations and 10 tangents,
/// 10 000 elements 503 and 360.
TEST(Iterations, OfACableDoNotGrowWithItsElements) {
  const Recorded coarse = run(cable(500).dump()), fine = run(cable(10'000).dump());
  EXPECT_EQ(fine.statistics().rejectedSteps, 0);
  EXPECT_LE(fine.statistics().newtonIterations, coarse.statistics().newtonIterations);
  EXPECT_LE(fine.statistics().jacobians, 2 * coarse.statistics().jacobians);
}

}  // namespace
}  // namespace slipstick::testing
