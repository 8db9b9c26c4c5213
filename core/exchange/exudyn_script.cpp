#include "core/exchange/exudyn_script.h"

#include <algorithm>
#include <map>

#include "core/document/expand.h"
#include "core/exchange/exudyn_analysis.h"
#include "core/exchange/exudyn_contacts.h"
#include "core/exchange/exudyn_items.h"
#include "core/exchange/exudyn_names.h"
#include "core/exchange/exudyn_values.h"
#include "core/model/values.h"
#include "core/simulation/assembled.h"

namespace slipstick {
namespace exudyn {
namespace {

class Script {
 public:
  Script(const Model& model, const Json& document) : items_(model, document), values_(items_), leftOut_(items_.leftOut()) {}

  ExudynScript write() {
    listLeftOut();
    for (const ItemKind kind : {ItemKind::node, ItemKind::object, ItemKind::marker, ItemKind::load, ItemKind::sensor}) addItems(kind);
    const std::vector<std::string> steps = analysisSteps(items_, values_, leftOut_);
    const std::string body = joinedTexts({joinedTexts(values_.constants(), "\n"), joinedTexts(values_.functions(), "\n\n"),
                                          joinedTexts(lines_, "\n"), "mbs.Assemble()", joinedTexts(steps, "\n\n"), results()},
                                         "\n\n");
    std::vector<std::string> helpers;
    for (const PythonHelper& helper : pythonHelpers())
      if (callsFunction(body, helper.name)) helpers.push_back(helper.text);
    const char* system = "SC = exu.SystemContainer()\nmbs = SC.AddSystem()";
    return {joinedTexts({head(), joinedTexts(helpers, "\n\n"), system, body}, "\n\n") + "\n", leftOut_};
  }

 private:
  void listLeftOut() {
    const Model& model = items_.model();
    if (!model.events.empty()) leftOut_.push_back("events: no hand acts on the model, and inputs keep their values");
    for (const ModelInput& input : model.inputs)
      leftOut_.push_back("input " + pythonValue(input.name) + ": it keeps its value" +
                         (input.sensor.empty() ? "" : " instead of following a sensor"));
  }

  void addItems(ItemKind kind) {
    if (kind == ItemKind::sensor) {
      for (std::size_t i = 0; i < items_.contacts().size(); ++i) add(contactLines(static_cast<int>(i), items_, values_));
      for (const int number : items_.sensors()) addSensor(number);
      return;
    }
    if (kind == ItemKind::marker) return addMarkers();
    for (int number = 0; number < items_.count(kind); ++number) {
      const ItemType& type = items_.type(kind, number);
      const Json& item = items_.item(kind, number);
      if (kind != ItemKind::object)
        addItem(type, number, item);
      else if (!items_.isContactSet(number))
        addItem(type, number, withTurnedMarkers(type, item));
    }
  }

  void add(const std::vector<std::string>& lines) { lines_.insert(lines_.end(), lines.begin(), lines.end()); }

  void addItem(const ItemType& type, int number, const Json& item, const std::vector<std::string>& more = {}) {
    const std::string title = titleOf(type.kind);
    std::vector<std::string> arguments = argumentsOf(type, number, item);
    arguments.insert(arguments.end(), more.begin(), more.end());
    lines_.push_back("mbs.Add" + title + "(" + title + nameOf(type) + "(" + joinedTexts(arguments) + "))");
  }

  /// The parameter of a type of markers with their position in the body, "" if there is none; null if Exudyn cannot turn these markers.
  static const char* positionIn(const ItemType& marker) {
    if (marker.name == "BodyRigid") return "localPosition";
    if (marker.name == "SuperElementRigid") return "offset";
    return marker.name == "NodeRigid" ? "" : nullptr;
  }

  /// In Exudyn, markers have the rotations of joints; `rotationMarker0` and `rotationMarker1` of objects are deprecated. If other items use
  /// a marker, the object gets a turned copy of it.
  Json withTurnedMarkers(const ItemType& type, Json object) {
    for (const int side : {0, 1}) {
      const std::string name = "rotationMarker" + std::to_string(side);
      const Parameter* parameter = type.parameter(name);
      const auto rotation = object.find(name);
      if (!parameter || rotation == object.end() || changesInSteps(name) || changesInSteps("marker")) continue;
      Json& marker = object.at("markerNumbers").at(side);
      if (!positionIn(items_.type(ItemKind::marker, marker.get<int>()))) continue;
      const auto defaults = type.create();
      const Target usual = parameter->target(defaults.get());
      if (*rotation != toJson(usual)) marker = turnedMarker(marker.get<int>(), values_.value(*parameter, usual, *rotation));
      object.erase(name);
    }
    return object;
  }

  /// The number of a marker with this rotation.
  int turnedMarker(int marker, const std::string& rotation) {
    if (usesOf(marker) == 1) {
      turnedMarkers_[marker] = rotation;
      return marker;
    }
    const std::pair copy{marker, rotation};
    const auto place = std::find(markerCopies_.begin(), markerCopies_.end(), copy);
    const int number = items_.count(ItemKind::marker) + static_cast<int>(place - markerCopies_.begin());
    if (place == markerCopies_.end()) markerCopies_.push_back(copy);
    return number;
  }

  int usesOf(int marker) const {
    int uses = 0;
    for (const ItemKind kind : {ItemKind::object, ItemKind::load, ItemKind::sensor})
      for (int number = 0; number < items_.count(kind); ++number)
        for (const char* key : {"markerNumbers", "markerNumber"})
          if (const Json used = items_.item(kind, number).value(key, Json()); used == marker)
            ++uses;
          else if (used.is_array())
            uses += static_cast<int>(std::count(used.begin(), used.end(), marker));
    return uses;
  }

  bool changesInSteps(const std::string& key) const {
    const Json steps = items_.document().value("analysis", Json());
    return steps.dump().find('"' + key + '"') != std::string::npos;
  }

  void addMarkers() {
    for (int number = 0; number < items_.count(ItemKind::marker); ++number) {
      const auto turned = turnedMarkers_.find(number);
      addMarker(number, items_.item(ItemKind::marker, number), turned == turnedMarkers_.end() ? "" : turned->second);
    }
    if (!markerCopies_.empty()) lines_.push_back("# turned copies of markers that other items use, too");
    const std::size_t known = leftOut_.size();
    for (const auto& [number, rotation] : markerCopies_) {
      Json copy = items_.item(ItemKind::marker, number);
      copy["name"] = "";
      addMarker(number, copy, rotation);
    }
    leftOut_.resize(known);  // listed for the markers themselves
  }

  void addMarker(int number, Json marker, const std::string& rotation) {
    const ItemType& type = items_.type(ItemKind::marker, number);
    if (rotation.empty()) return addItem(type, number, marker);
    const std::string position = positionIn(type);
    const std::string translation = marker.contains(position) ? ", translation=" + values_.entries(marker[position]) : "";
    marker.erase(position);
    addItem(type, number, marker, {"localHT=exu.HT(rotation=" + rotation + translation + ")"});
  }

  void addSensor(int number) {
    const ItemType& type = items_.type(ItemKind::sensor, number);
    if (type.name == "Distance") return add(distanceSensorLines(number, items_, values_));
    const Json& sensor = items_.item(ItemKind::sensor, number);
    if (type.name != "Object" || !isBody(items_.type(ItemKind::object, sensor.at("objectNumber").get<int>())))
      return addItem(type, number, sensor);
    // Exudyn's object sensors do not accept bodies.
    Json ofBody = sensor;
    ofBody["bodyNumber"] = sensor["objectNumber"];
    addItem(*Registry::instance().find(ItemKind::sensor, "Body"), number, ofBody);
  }

  /// The arguments of the call that creates an item.
  std::vector<std::string> argumentsOf(const ItemType& type, int number, const Json& item) {
    const ItemKind kind = type.kind;
    const auto defaults = type.create();
    std::vector<std::string> arguments{"name=" + nameText(kind, item)};
    std::map<std::string, std::string> equations;  // user functions of a constraint that Exudyn calls in another way
    for (const Parameter& parameter : type.parameters) {
      const std::string name(parameter.name);
      const auto value = item.find(name);
      if (value == item.end() || value->is_null() || name == "name" || name == "massMatrixFF" || isOfSection(type, name)) continue;
      const Target usual = parameter.target(defaults.get());
      if (lacksParameter(type, name)) {
        if (isMeant(*value, usual))
          leftOut_.push_back(name + " of " + kindName(kind) + " " + items_.label(kind, number) + ": there is none of " + type.name);
        continue;
      }
      if (parameter.signature && *value == 0) continue;
      if (type.name == "ConnectorCoordinateVector" && parameter.signature) {
        equations[name] = values_.userFunction(kind, number, parameter, *value);
        continue;
      }
      arguments.push_back(
          nameOf(type, name) + "=" +
          (parameter.signature ? values_.userFunction(kind, number, parameter, *value) : values_.value(parameter, usual, *value)));
    }
    addDerived(arguments, type, item);
    if (equations.count("constraintUserFunction")) arguments.push_back(atBothLevels(equations, number, item));
    if (kind == ItemKind::sensor) arguments.insert(arguments.end(), {"storeInternal=True", "writeToFile=False"});
    return arguments;
  }

  /// Exudyn gives unnamed items names such as node0, which other items must not have.
  static std::string nameText(ItemKind kind, const Json& item) {
    const std::string name = item.value("name", ""), start = kindName(kind);
    const bool isReserved =
        name.rfind(start, 0) == 0 && name.size() > start.size() && name[start.size()] >= '0' && name[start.size()] <= '9';
    return pythonValue((isReserved ? "_" : "") + name);
  }

  /// Whether a value differs from the default and from an empty list.
  static bool isMeant(const Json& value, const Target& usual) {
    return value != 0 && value != toJson(usual) && !(value.is_array() && value.empty());
  }

  /// Arguments that follow from several parameters.
  void addDerived(std::vector<std::string>& arguments, const ItemType& type, const Json& item) {
    if (type.name == "FFRFreducedOrder" && !item.value("massMatrixFF", Json::array()).empty()) {
      std::vector<std::string> matrices;
      for (const char* name : {"massMatrixFF", "modeBasis", "referencePositions"})
        matrices.push_back("np.array(" + values_.entries(item.value(name, Json::array())) + ")");
      arguments.push_back("**termsOfMesh(" + joinedTexts(matrices) + ")");
    }
    if (const auto section = sectionParameters(type); !section.empty()) {
      const auto defaults = type.create();
      std::vector<std::string> properties;
      for (const char* name : section)
        properties.push_back(values_.entries(item.value(name, toJson(type.parameter(name)->target(defaults.get())))));
      arguments.push_back("sectionData=beamSection(" + joinedTexts(properties) + ")");
    }
    if (type.kind == ItemKind::node && (type.name == "GenericODE1" || type.name == "GenericODE2")) addCoordinates(arguments, type, item);
  }

  /// Exudyn requires a reference and initial values for each coordinate of a general node.
  void addCoordinates(std::vector<std::string>& arguments, const ItemType& type, const Json& item) {
    const bool isFirstOrder = type.name == "GenericODE1";
    const char* number = isFirstOrder ? "numberOfODE1Coordinates" : "numberOfODE2Coordinates";
    int whole = 0;
    const std::string count = values_.value(*type.parameter(number), &whole, item.at(number));
    for (const char* name : {"referenceCoordinates", "initialCoordinates", "initialCoordinates_t"}) {
      if (isFirstOrder && name == std::string_view("initialCoordinates_t")) continue;
      const Json given = item.value(name, Json::array());
      if (!given.is_array() || given.empty()) arguments.push_back(std::string(name) + "=[0] * " + count);
    }
  }

  /// Returns the arguments for the constraint and its Jacobian. `equations`: the user functions of the equations or their time derivatives,
  /// and of their gradients if the document has one.
  std::string atBothLevels(const std::map<std::string, std::string>& equations, int number, const Json& item) {
    const std::string constraint = "constraintObject" + std::to_string(number), jacobian = "jacobianObject" + std::to_string(number);
    const auto gradients = equations.find("jacobianUserFunction");
    const char* ofRates = item.value("velocityLevel", Json()) == true ? "True" : "False";
    values_.addFunction(constraint + ", " + jacobian + " = atBothLevels(" + equations.at("constraintUserFunction") + ", " +
                        (gradients == equations.end() ? "None" : gradients->second) + ", " + ofRates + ")");
    return "constraintUserFunction=" + constraint + ", jacobianUserFunction=" + jacobian;
  }

  std::string head() const {
    std::string title = items_.model().title.empty() ? "Model" : items_.model().title;
    for (char& c : title)
      if (static_cast<unsigned char>(c) < ' ') c = ' ';
    std::string text = "# " + title + ": the same model for Exudyn 1.13 (https://github.com/jgerstmayr/EXUDYN), " + exudynScriptMark + "\n";
    if (!items_.model().credits.empty()) text += "# Credits: " + items_.model().credits + "\n";
    if (!leftOut_.empty()) text += "# Left out, because Exudyn does not have it:\n";
    for (const std::string& each : leftOut_) text += "#   " + each + "\n";
    return text + "import exudyn as exu\nimport numpy as np\nfrom exudyn.itemInterface import *";
  }

  std::string results() const {
    if (items_.sensors().empty()) return "";
    std::vector<std::string> names;
    for (const int sensor : items_.sensors()) names.push_back(pythonValue(items_.item(ItemKind::sensor, sensor).value("name", "")));
    return "# columns of each sensor: time, then its components\n"
           "results = {name: mbs.GetSensorStoredData(exu.SensorIndex(i)) for i, name in enumerate([" +
           joinedTexts(names) +
           "])}\n"
           "for name, data in results.items():\n"
           "    print(name, data[-1])";
  }

  const ScriptItems items_;
  ScriptValues values_;
  std::vector<std::string> leftOut_, lines_;
  std::map<int, std::string> turnedMarkers_;               // their rotations
  std::vector<std::pair<int, std::string>> markerCopies_;  // the copied marker and the rotation
};

}  // namespace
}  // namespace exudyn

ExudynScript exudynScript(const std::shared_ptr<const Model>& model, std::string_view document) {
  Json expanded = expandedWithFormulas(*model, document);
  if (!model->analysis.empty() && model->analysis.front().assemble)
    for (const NodeStart& start : assembleModel(model, {}, nullptr).nodes) {
      Json& node = expanded["nodes"][start.node];
      const bool isGeneral = model->nodes()[start.node].type->name == "GenericODE2";
      node["initialCoordinates"] = start.coordinates;
      node[isGeneral ? "initialCoordinates_t" : "initialVelocities"] = start.velocities;
    }
  return exudyn::Script(*model, expanded).write();
}

}  // namespace slipstick
