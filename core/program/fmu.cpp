#include "core/program/fmu.h"

#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "core/fmu/variables.h"
#include "core/program/commands.h"
#include "core/program/files.h"
#include "core/program/fmu_library.h"
#include "core/program/model_file.h"
#include "core/program/place.h"
#include "core/program/zip.h"
#include "core/simulation/simulation.h"

namespace slipstick {
namespace {

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text)
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '"')
      result += "&quot;";
    else
      result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  return result;
}

std::string attribute(const char* name, const std::string& value) { return std::string(" ") + name + "=\"" + escaped(value) + "\""; }

std::string numberText(double value) { return Json(value).dump(); }

std::string textIf(const char* name, const std::string& value) { return value.empty() ? "" : attribute(name, value); }

std::string limits(const FmuVariable& variable) {
  return (variable.min ? attribute("min", numberText(*variable.min)) : "") +
         (variable.max ? attribute("max", numberText(*variable.max)) : "");
}

struct Words {
  const char *causality, *variability, *initial;
};
Words wordsOf(FmuVariable::Kind kind) {
  switch (kind) {
    case FmuVariable::Kind::time:
      return {"independent", "continuous", ""};
    case FmuVariable::Kind::parameter:
      return {"parameter", "fixed", "exact"};
    case FmuVariable::Kind::input:
      return {"input", "continuous", ""};
    case FmuVariable::Kind::output:
      return {"output", "continuous", "calculated"};
  }
  return {"local", "continuous", ""};
}

std::string variableText(const FmuVariable& variable, std::size_t reference, bool old) {
  const Words words = wordsOf(variable.kind);
  const bool starts = variable.kind == FmuVariable::Kind::parameter || variable.kind == FmuVariable::Kind::input;
  const std::string about = attribute("name", variable.name) + attribute("valueReference", std::to_string(reference)) +
                            attribute("causality", words.causality) + attribute("variability", words.variability) +
                            textIf("initial", old || variable.kind != FmuVariable::Kind::output ? words.initial : "calculated") +
                            textIf("description", variable.description);
  const std::string numbers =
      textIf("unit", variable.unit) + limits(variable) + (starts ? attribute("start", numberText(variable.start)) : "");
  return old ? "    <ScalarVariable" + about + "><Real" + numbers + "/></ScalarVariable>\n" : "    <Float64" + about + numbers + "/>\n";
}

/// The dependencies of the outputs: inputs act from the next step onwards, so that there is no direct feedthrough.
std::string structureText(const std::vector<FmuVariable>& variables, bool old) {
  std::string outputs, initial;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (variables[i].kind != FmuVariable::Kind::output) continue;
    const std::string number = old ? attribute("index", std::to_string(i + 1)) : attribute("valueReference", std::to_string(i));
    outputs += std::string("    ") + (old ? "  <Unknown" : "<Output") + number + " dependencies=\"\"/>\n";
    initial += std::string("    ") + (old ? "  <Unknown" : "<InitialUnknown") + number + "/>\n";
  }
  if (!old || outputs.empty()) return outputs + initial;
  return "    <Outputs>\n" + outputs + "    </Outputs>\n    <InitialUnknowns>\n" + initial + "    </InitialUnknowns>\n";
}

/// Adds the library of this platform and those of --library, each in the folder of its platform. Returns false with a message on failure.
bool addLibraries(const CommandLine& line, std::istream& standardInput, std::vector<ZipEntry>& entries, std::string& message) {
  const std::string own = besideProgram(std::string(fmuLibrary) + ownFmuPlatform().ending);
  std::vector<std::string> files = {own};
  files.insert(files.end(), line.libraries.begin(), line.libraries.end());
  std::map<std::string, std::string> fileOf;  // by folder
  for (const std::string& file : files) {
    std::string bytes, fault;
    if (!readText(file, standardInput, bytes, message)) {
      if (&file == &files.front()) message += ": it must be in the folder of the program";
      return false;
    }
    const FmuPlatform* platform = fmuPlatformOf(bytes, fault);
    if (!platform) return message = "'" + file + "' " + fault, false;
    const bool old = line.fmi == "2.0";
    const std::string folder = old ? platform->oldFolder : platform->folder;
    if (const auto [other, isNew] = fileOf.emplace(folder, file); !isNew) {
      message = "'" + other->second + "' and '" + file + "' are both for " + folder +
                (old ? ", the same platform in FMI 2.0: give one of them, or use --fmi 3.0" : ": give one of them");
      return false;
    }
    entries.push_back({"binaries/" + folder + "/" + fmuLibrary + platform->ending, std::move(bytes), true});
  }
  return true;
}

}  // namespace

std::string fmuDescription(const Model& model, const std::string& document, const std::string& version) {
  const bool old = version == "2.0";
  const std::vector<FmuVariable> variables = fmuVariables(model);
  std::string message;
  const FmuTiming timing = *fmuTiming(model, message);
  const std::string step = numberText(timing.stepSize);
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription" + attribute("fmiVersion", version) +
                     attribute("modelName", model.title.empty() ? "model" : model.title) +
                     attribute(old ? "guid" : "instantiationToken", fmuToken(document)) +
                     attribute("generationTool", std::string("Slipstick ") + engineVersion()) +
                     attribute("variableNamingConvention", "flat") + (old ? attribute("numberOfEventIndicators", "0") : "") + ">\n";
  text += std::string("  <CoSimulation") + attribute("modelIdentifier", fmuLibrary) +
          attribute("canHandleVariableCommunicationStepSize", "true") +
          attribute(old ? "canGetAndSetFMUstate" : "canGetAndSetFMUState", "true") +
          attribute(old ? "canSerializeFMUstate" : "canSerializeFMUState", "true") + (old ? "" : attribute("fixedInternalStepSize", step)) +
          "/>\n  <UnitDefinitions>\n";
  std::set<std::string> units;
  for (const FmuVariable& each : variables)
    if (!each.unit.empty() && units.insert(each.unit).second) text += "    <Unit" + attribute("name", each.unit) + "/>\n";
  text += "  </UnitDefinitions>\n  <LogCategories>\n    <Category name=\"logStatusError\"/>\n  </LogCategories>\n  <DefaultExperiment" +
          attribute("startTime", numberText(timing.startTime)) + attribute("stopTime", numberText(timing.stopTime)) +
          attribute("stepSize", step) + "/>\n  <ModelVariables>\n";
  for (std::size_t i = 0; i < variables.size(); ++i) text += variableText(variables[i], i, old);
  return text + "  </ModelVariables>\n  <ModelStructure>\n" + structureText(variables, old) +
         "  </ModelStructure>\n</fmiModelDescription>\n";
}

ExitStatus writeFmu(const CommandLine& line, const Streams& streams) {
  std::string document, message;
  if (!readText(line.subject, streams.in, document, message)) return complain(streams, message);
  if (!line.parameters.empty()) {
    Json json = Json::parse(document, nullptr, false);
    for (const auto& [name, value] : line.parameters)
      if (json.is_object() && json["parameters"].contains(name) && json["parameters"][name].is_object())
        json["parameters"][name]["value"] = value;
    if (json.is_object()) document = json.dump(1);
  }
  const auto model = modelOf(document, line.parameters, nameOf(line.subject), streams, nullptr, line.language);
  if (!model) return wrongInput;
  if (!fmuTiming(*model, message)) return complain(streams, message);
  std::vector<ZipEntry> entries = {{"modelDescription.xml", fmuDescription(*model, document, line.fmi)},
                                   {"resources/model.json", document}};
  if (!addLibraries(line, streams.in, entries, message)) return complain(streams, message);
  if (!canWrite(line.output, message) || !writeText(line.output, zipOf(entries), message)) return complain(streams, message);
  std::size_t counts[4] = {};
  for (const FmuVariable& each : fmuVariables(*model)) ++counts[static_cast<int>(each.kind)];
  streams.out << line.output << ": FMI " << line.fmi << ", " << counts[1] << " parameters, " << counts[2] << " inputs, " << counts[3]
              << " outputs, steps of " << numberText(fmuTiming(*model, message)->stepSize) << " s\n";
  return solved;
}

}  // namespace slipstick
