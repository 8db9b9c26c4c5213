// Almost valid inputs other than documents: links, submissions, rows of studies, meshes, robots, formulas, quantities, events of live runs
// and functional mock-up units. The function that the program uses reads each, and must accept it or refuse it with a message.
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "core/document/load.h"
#include "core/exchange/import.h"
#include "core/exchange/mesh.h"
#include "core/exchange/python_formula.h"
#include "core/expression/formula.h"
#include "core/fmu/unit.h"
#include "core/grading/grading.h"
#include "core/grading/quantity.h"
#include "core/program/link.h"
#include "core/simulation/base64url.h"
#include "core/simulation/digest.h"
#include "core/simulation/json.h"
#include "core/study/study_rows.h"
#include "tests/core/support/run.h"
#include "tests/random/batches.h"
#include "tests/random/mutation.h"
#include "tests/random/random_document.h"

namespace slipstick::fuzz {
namespace {

const Outcome isRead{"read", ""}, isRefused{"refused", ""};

Outcome refused(const std::string& message, const std::string& input) {
  return message.empty() ? Outcome{"withoutMessage", input.substr(0, 200)} : isRefused;
}

std::string textOf(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }
Json dataJson(const std::string& path) { return Json::parse(testing::readFile("tests/data/" + path)); }

/// An input, with the function that reads it.
struct Input {
  std::string text;
  std::function<Outcome()> read;
};

// ---- links

/// A raw DEFLATE stream.
std::string deflated(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
  std::string data(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data())), stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(data.data()), stream.avail_out = static_cast<uInt>(data.size());
  deflate(&stream, Z_FINISH);
  data.resize(stream.total_out);
  deflateEnd(&stream);
  return data;
}

std::vector<std::string> readLinks() {
  std::vector<std::string> links;
  for (const Json& link : dataJson("links/0.1.0/links.json")) links.push_back("https://a.org/" + link["hash"].get<std::string>());
  for (const Json& each : dataJson("links/0.1.0/submissions.json"))
    for (const Json& link : each["links"]) links.push_back("https://a.org/" + link.get<std::string>());
  for (const char* more :
       {"#g=belt&mu=0.3&~v=1&~r=0.1.0:AAAAAAAAAAA:", "https://b.org/?u=https%3A%2F%2Fa.org%2F%23m%3D1.abc&c=1", "%23m=2.x"})
    links.push_back(more);
  return links;
}

Outcome readAsLink(const std::string& address) {
  Link link;
  std::string message, submission;
  isModelLink(address);
  if (isSubmissionLink(address)) return readSubmissionLink(address, submission, message) ? isRead : refused(message, address);
  if (!readLink(address, link, message)) return refused(message, address);
  if (link.gallery.empty() && !loadModel(link.document, {}, smallLimits()).model) return isRefused;
  return isRead;
}

Input randomLink(Random& random) {
  static const std::vector<std::string> links = readLinks();
  std::string address = random.among(links);
  if (random.chance(0.4)) {  // changes the stream inside, or its content
    std::string bytes = deflated(random.chance(0.5) ? textOf(randomDocument(random.next() % 1000)) : address);
    if (random.chance(0.7)) bytes = mutated(bytes, links, random);
    address = (random.chance(0.8) ? "#m=1." : "#s=1.") + toBase64Url(bytes);
  } else {
    address = mutated(address, links, random);
  }
  return {address, [address] { return readAsLink(address); }};
}

// ---- submissions and studies

Input randomSubmission(Random& random) {
  static const Json all = dataJson("links/0.1.0/submissions.json");
  static const std::vector<std::string> texts = [] {
    std::vector<std::string> list;
    for (const Json& each : all) list.push_back(textOf(each["submission"]));
    return list;
  }();
  std::string text = random.among(texts);
  text = random.chance(0.3) ? mutated(text, texts, random) : textOf(mutated(Json::parse(text), random));
  const bool isWhole = random.chance(0.5);
  const Json document = random.chance(0.2) ? Json(all[0]["submission"]["document"]) : Json();
  return {text, [=] {
            const Json submission = parsedSubmission(text);
            if (!isSubmission(submission)) return isRefused;
            if (const Json once = graded(submission, isWhole); once.contains("error")) return refused(textOf(once["error"]), text);
            return verdictOf(regraded(submission, document)).empty() ? Outcome{"withoutMessage", ""} : isRead;
          }};
}

Input randomRows(Random& random) {
  static const std::vector<std::string> texts{dataJson("links/0.1.0/study.json")["rows"].get<std::string>()};
  const std::string text = mutated(texts[0], texts, random);
  return {text, [=] {
            StudyRows rows;
            std::string message;
            if (!readStudyRows(text, rows, message)) return refused(message, text);
            missingRuns(rows);
            return isRead;
          }};
}

// ---- meshes and robots

std::string binaryStl(int triangles) {
  std::string bytes(80, ' ');
  const auto put = [&](const auto& value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); };
  put(static_cast<std::uint32_t>(triangles));
  for (int i = 0; i < triangles; ++i) {
    for (int k = 0; k < 12; ++k) put(static_cast<float>((i * 7 + k * 5) % 11) - 4);
    put(static_cast<std::uint16_t>(0));
  }
  return bytes;
}

const std::vector<std::string>& meshTexts() {
  static const std::string facet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0.5\nendloop\nendfacet\n";
  static const std::vector<std::string> texts{
      "solid part\n" + facet + facet + facet + "endsolid part\n", binaryStl(4), binaryStl(12),
      "# box\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nvn 0 0 1\nvt 0 0\nf 1 2 3 4\nf 5/1 6/1 7/1 8/1\n"
      "f 1//1 2//1 6//1\nf -1 -2 -3\nl 1 2\no next\ng a b\nusemtl x\nf 1/1/1 5/1/1 8/1/1 4/1/1\n"};
  return texts;
}

Input randomMesh(Random& random) {
  const int number = random.below(meshTexts().size());
  const std::string text = mutated(meshTexts()[number], meshTexts(), random);
  const std::string name = random.chance(0.9) ? (number == 3 ? "a.obj" : "a.stl") : random.among(names);
  const Vector3 scale{random.chance(0.8) ? 1 : random.among(extremes), 1, 1};
  return {text, [=] {
            try {
              const MeshFile mesh = readMesh(text, name, 100'000);
              textOf(meshSolid(mesh, scale, 50));
              for (const MeshMass mass : {MeshMass::volume, MeshMass::pyramids, MeshMass::shell}) inertiaOfMesh(mesh, scale, mass);
              return isRead;
            } catch (const ImportError& error) {
              return refused(error.what(), text);
            }
          }};
}

const std::map<std::string, std::string>& robotFiles() {
  static const std::map<std::string, std::string> files = [] {
    std::map<std::string, std::string> read;
    for (const auto& entry : std::filesystem::directory_iterator(testing::sourcePath("tests/data/robots"))) {
      const std::string name = entry.path().filename().string();
      if (entry.path().extension() == ".urdf" || entry.path().extension() == ".xml")
        read[name] = testing::readFile("tests/data/robots/" + name);
    }
    const Json cases = dataJson("robots/cases.json");
    const std::function<void(const Json&)> find = [&](const Json& json) {
      if (json.is_string() && (json.get<std::string>().rfind("<mujoco", 0) == 0 || json.get<std::string>().rfind("<robot", 0) == 0))
        read["case" + std::to_string(read.size()) + ".xml"] = json;
      if (json.is_structured())
        for (const Json& inner : json) find(inner);
    };
    find(cases);
    return read;
  }();
  return files;
}

Input randomRobot(Random& random) {
  static const std::vector<std::string> texts = [] {
    std::vector<std::string> list;
    for (const auto& [name, text] : robotFiles()) list.push_back(text);
    return list;
  }();
  const std::string text = mutated(random.among(texts), texts, random);
  const std::string mesh = random.chance(0.5) ? random.among(meshTexts()) : mutated(random.among(meshTexts()), meshTexts(), random);
  return {text, [=] {
            const ReadFile read = [&](const std::string& path) -> std::optional<std::string> {
              if (const auto found = robotFiles().find(path); found != robotFiles().end()) return found->second;
              return path.size() % 5 == 0 ? std::nullopt : std::optional<std::string>(mesh);
            };
            try {
              const Imported imported = importRobot(text, "robot.xml", read);
              const LoadedModel loaded = loadModel(textOf(imported.document));
              if (loaded.model) return isRead;
              if (loaded.issues.empty()) return Outcome{"withoutMessage", ""};
              const std::string problem = loaded.issues[0].pointer + " " + loaded.issues[0].message;
              return problem.find("null") == std::string::npos ? isRefused : Outcome{"notFinite", problem};
            } catch (const ImportError& error) {
              return refused(error.what(), text);
            }
          }};
}

// ---- formulas and quantities

/// Writes a formula in Python; all of its names are defined.
Outcome writtenInPython(const std::string& text) {
  const auto same = [](const std::string& name) { return name; };
  const auto find = [](const std::string& name) { return std::optional(PythonTerm{name, false}); };
  try {
    pythonFormula(text, {find, same, same});
    return isRead;
  } catch (const ExportError& error) {
    return refused(error.what(), text);
  }
}

Input randomFormula(Random& random) {
  static const std::vector<std::string> texts = [] {
    std::vector<std::string> list = formulas;
    const Json functions = Json::parse(testing::readFile("web/src/state/functions.json"));
    for (const auto& [name, entry] : functions.items()) list.push_back(entry.value("example", name));
    return list;
  }();
  std::string text = random.among(texts);
  if (random.chance(0.3))
    text = "f(" + text + ")" + random.among(std::vector<std::string>{"+", "*", "^", ";", " if ", ","}) + random.among(texts);
  text = mutated(text, texts, random);
  return {text, [=] {
            Scope scope;
            scope.constants["radius"] = {{1, 1}, {0.5}};
            scope.constants["inertia"] = {{3, 3}, {1, 0, 0, 0, 2, 0, 0, 0, 3}};
            scope.arguments = {{"t", {1, 1}}, {"v", {3, 1}}, {"m", {3, 3}}, {"empty", {0, 1}}};
            scope.functions["f"] = {{"x"}, "x + 1"};
            if (const Outcome written = writtenInPython(text); written.name == "withoutMessage") return written;
            evaluateConstant(text, scope);
            const auto formula = compileFormula(text, scope);
            if (const auto* error = std::get_if<FormulaError>(&formula)) return refused(error->message, text);
            const Formula& compiled = std::get<Formula>(formula);
            const std::vector<double> arguments(compiled.argumentSize()), sensors(100);
            std::vector<double> result(compiled.shape().size());
            compiled.evaluate(arguments.data(), sensors.data(), result.data());
            return isRead;
          }};
}

Input randomQuantity(Random& random) {
  static const std::vector<std::string> texts{"4.29 m/s",   "4,29",    "15 km/h",   "3 N m", "1/(kg s)",   "rpm",
                                              "2.5e-3 kPa", "12 mm^2", "1 N*m/rad", "−3 °",  "5 kg·m²/s³", "3 Nms"};
  const std::string text = mutated(random.among(texts), texts, random);
  const std::string unit = random.chance(0.7) ? "m/s" : mutated(random.among(texts), texts, random);
  return {text, [=] {
            const Quantity quantity = readQuantity(text, unit);
            if (quantity.problem) return refused(quantity.problem->english(), text);
            return std::isfinite(quantity.value) ? isRead : Outcome{"notFinite", text.substr(0, 200)};
          }};
}

// ---- live runs and units

const std::vector<Json>& liveDocuments() {
  static const std::vector<Json> documents{dataJson("live/events.json"), dataJson("live/inputs.json")};
  return documents;
}

Input randomEvents(Random& random) {
  const Json& document = random.among(liveDocuments());
  Json events = Json::array();
  for (int i = random.below(6); i >= 0; --i) {
    Json event = random.among(document["events"]);
    if (random.chance(0.9)) event.erase("step");
    if (random.chance(0.3))
      event = Json::parse(R"([{"end": true}, {"release": true}, {"to": [1, 2, 3], "duration": 0.1}])")[random.below(3)];
    if (random.chance(0.1)) event = {{"push", "body"}, {"at", {0, 0, 0}}, {"impulse", {1, 2, 3}}};
    events.push_back(random.chance(0.7) ? mutated(event, random) : event);
  }
  const bool isLive = random.chance(0.5);
  return {textOf(events), [=] {
            Simulation simulation(testing::load(textOf(document)));
            if (isLive) simulation.takeOver();
            bool isRefusedOnce = false;
            for (const Json& event : events) {
              const std::vector<Issue> issues = simulation.post(event);
              isRefusedOnce |= !issues.empty();
              for (const Issue& issue : issues)
                if (issue.message.empty()) return Outcome{"withoutMessage", textOf(event)};
              int steps = 0;
              simulation.advance([&] { return ++steps >= 5; });
            }
            for (const std::string& message : simulation.takeRefused())
              if (message.empty()) return Outcome{"withoutMessage", "a refused event"};
            if (simulation.status() == Simulation::Status::failed && simulation.stop().message.empty())
              return Outcome{"withoutMessage", "the run stopped"};
            textOf(simulation.events());
            return isRefusedOnce ? isRefused : isRead;
          }};
}

Input randomUnit(Random& random) {
  const std::string document = textOf(random.among(liveDocuments()));
  static const std::map<std::string, std::string> states = [] {
    std::map<std::string, std::string> all;
    for (const Json& each : liveDocuments()) {
      FmuUnit unit(textOf(each));
      unit.begin();
      for (int i = 0; i < 3; ++i) unit.step(unit.time(), 0.005);
      all[textOf(each)] = unit.serialized(*unit.state());
    }
    return all;
  }();
  const std::string& state = states.at(document);
  const std::string text = random.chance(0.3) ? mutated(state, {state}, random) : textOf(mutated(Json::parse(state), random));
  const double size = random.chance(0.5) ? 0.005 : random.among(extremes), value = random.among(extremes);
  const unsigned reference = random.below(6);
  return {text, [=] {
            FmuUnit unit(document);
            const auto isDone = [](const std::function<void()>& work) {
              try {
                work();
                return true;
              } catch (const FmuError& error) {
                if (!*error.what()) throw std::runtime_error("an error of the unit without a message");
                return false;
              }
            };
            isDone([&] { unit.set(reference, value); });
            const bool isKnown = isDone([&] { unit.restore(*unit.deserialized(text)); });
            isDone([&] { unit.begin(); });
            isDone([&] { unit.step(unit.time(), std::min(size, 1.0)); });
            isDone([&] { unit.get(reference); });
            return isKnown ? isRead : isRefused;
          }};
}

Input randomInput(std::uint64_t seed) {
  static constexpr Input (*kinds[])(Random&) = {randomLink,    randomSubmission, randomRows,   randomMesh, randomRobot,
                                                randomFormula, randomQuantity,   randomEvents, randomUnit};
  Random random(seed);
  return kinds[seed % std::size(kinds)](random);
}

}  // namespace
}  // namespace slipstick::fuzz

int main(int count, char** words) {
  using namespace slipstick::fuzz;
  return runCases({.name = "inputs",
                   .right = {"read", "refused"},
                   .faults = {"withoutMessage", "notFinite"},
                   .run = [](std::uint64_t seed) { return randomInput(seed).read(); },
                   .print = [](std::uint64_t seed) { return randomInput(seed).text; },
                   .outcome = {}},
                  count, words);
}
