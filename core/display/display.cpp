#include "core/display/display.h"

#include <algorithm>
#include <set>

#include "core/display/display_tables.h"
#include "core/model/profiles.h"
#include "core/model/tables.h"

namespace slipstick {
namespace {

constexpr std::size_t usualPlots = 4;  // if the document does not define plots
constexpr int mostSteps = 1001;        // for a stability chart

std::string textOf(const Json& json, const char* key) { return json[key].get<std::string>(); }

/// Returns the place of an entry of a list, or of a single entry.
DocumentPlace entryOf(const Json& given, const DocumentPlace& place, std::size_t i) {
  return given.is_array() ? place.at(static_cast<int>(i)) : place;
}

/// Completes the results of the tables: finds sensors, profiles and labels.
class DisplayReader {
 public:
  DisplayReader(const Json& document, Model& model, const ValueReader& reader, UserFunctionReader& functions)
      : document_(document),
        model_(model),
        issues_(reader.issues()),
        good_(issues_.errors() == 0),
        profiles_(model, functions, issues_),
        tables_(reader, TableReader::Strict::notDrawn, good_ ? &model : nullptr,
                [this](const Table& table, Json& resolved, const DocumentPlace& place) { return finish(table, resolved, place); }) {}

  Json read() {
    Json display = tables_.read(document_, drawing::display, DocumentPlace("/display"));
    if (!display.is_object() || !good_) return Json::object();
    Json& plots = display["plots"];
    const std::size_t usual = plots.empty() ? std::min(usualPlots, model_.sensors().size()) : 0;
    for (std::size_t i = 0; i < usual; ++i) plots.push_back(plotOf(i));
    model_.profiles = profiles_.profiles();
    return display;
  }

 private:
  bool finish(const Table& table, Json& resolved, const DocumentPlace& place) {
    using namespace drawing;
    if (!good_) return true;
    if (table.is(channel) || table.is(curve)) return hasComponent(resolved, place);
    if (table.is(points)) return holds(resolved) && areAsMany(resolved, {"y"}, place);
    if (table.is(eigenvaluePoints)) return areAsMany(resolved, {"real", "imaginary"}, place);
    if (table.is(overPlot)) finishOver(resolved, place);
    if (table.is(mapPlot)) finishMap(resolved, place);
    if (table.is(spectrumPlot)) finishSpectrum(resolved);
    if (table.is(sensorPlot)) finishSensors(resolved);
    for (const Table& plot : plots)
      if (table.is(plot)) resolved["problems"] = problemsBelow(place.pointer());
    if (table.is(arrow)) finishArrow(resolved);
    if (table.is(contour)) finishContour(resolved, place);
    if (table.is(preset)) return finishPreset(resolved, place);
    if (table.is(stability)) return finishStability(resolved, place);
    return true;
  }

  /// Returns the issues of a part of the display, for the page.
  Json problemsBelow(const std::string& pointer) const {
    Json problems = Json::array();
    for (const Issue& issue : issues_.below(pointer)) problems.push_back(issue.message);
    return problems;
  }

  int sensorOf(const Json& channel) const {
    const std::string name = textOf(channel, "sensor");
    const auto& sensors = model_.sensors();
    return static_cast<int>(std::find_if(sensors.begin(), sensors.end(), [&](const ModelItem& item) { return item.name == name; }) -
                            sensors.begin());
  }
  SensorLayout layoutOf(const Json& channel) const { return sensorLayout(model_, sensorOf(channel)); }

  bool hasComponent(const Json& channel, const DocumentPlace& place) const {
    const std::size_t size = layoutOf(channel).components.size();
    const int component = channel["component"].get<int>();
    if (component >= 0 && static_cast<std::size_t>(component) < size) return true;
    issues_.warning(place.at("component"), "must be less than " + std::to_string(size) + ", the number of components of sensor " +
                                               quote(textOf(channel, "sensor")) + ", got " + std::to_string(component));
    return false;
  }

  bool areAsMany(const Json& points, std::initializer_list<const char*> keys, const DocumentPlace& place) const {
    for (const char* key : keys) {
      if (points[key].size() == points["x"].size()) continue;
      issues_.warning(place.at(key), "must have as many numbers as 'x', " + std::to_string(points["x"].size()) + ", got " +
                                         std::to_string(points[key].size()));
      return false;
    }
    return true;
  }

  /// Returns whether the parameters have the values for which the points were computed.
  bool holds(Json& points) const {
    for (auto entry = points["when"].begin(); entry != points["when"].end(); ++entry)
      for (const ModelParameter& parameter : model_.parameters)
        if (parameter.name == entry.key() && entry.value() != parameter.value) return false;
    points.erase("when");
    return true;
  }

  /// Returns the plot of all components of a sensor.
  Json plotOf(std::size_t sensor) const {
    Json plot = Json::object();
    plot["title"] = model_.sensors()[sensor].name;
    const std::size_t components = sensorLayout(model_, static_cast<int>(sensor)).components.size();
    for (std::size_t i = 0; i < components; ++i) {
      Json curve = Json::object();
      curve["sensor"] = plot["title"], curve["component"] = i;
      plot["curves"].push_back(std::move(curve));
    }
    Json resolved = tables_.read(plot, drawing::sensorPlot, DocumentPlace("/display/plots"));
    resolved["kind"] = drawing::sensorPlot.name;
    return resolved;
  }

  /// Gives the plot a title and a unit, and its curves labels.
  void nameCurves(Json& plot) const {
    Json& curves = plot["curves"];
    std::set<std::string> sensors, units;
    std::string title;
    for (const Json& each : curves) {
      if (!title.empty()) title += ", ";
      title += textOf(each, "sensor");
      sensors.insert(textOf(each, "sensor"));
      units.insert(each["scale"] == 1.0 ? layoutOf(each).unit : "");
    }
    if (textOf(plot, "title").empty()) plot["title"] = title;
    for (Json& each : curves)
      if (textOf(each, "label").empty()) each["label"] = (sensors.size() > 1 ? textOf(each, "sensor") + " " : "") + componentOf(each);
    plot["yUnit"] = units.size() == 1 ? *units.begin() : "";
  }

  void finishSpectrum(Json& plot) const {
    nameCurves(plot);
    if (textOf(plot, "xLabel").empty()) plot["xLabel"] = "f";
    plot["xUnit"] = "Hz";
  }

  void finishSensors(Json& plot) const {
    Json& x = plot["x"];
    if (x.is_null()) plot["curves"] = Json::array();  // its axis does not exist
    nameCurves(plot);
    const bool time = !x.is_object();
    if (textOf(plot, "xLabel").empty()) plot["xLabel"] = time ? "t" : componentOf(x);
    plot["xUnit"] = time ? "s" : layoutOf(x).unit;
    if (time)
      x = {{"kind", "time"}};
    else
      x["kind"] = "sensor";
  }
  std::string componentOf(const Json& channel) const { return layoutOf(channel).components[channel["component"].get<std::size_t>()]; }

  /// Reads the profile that a curve or map requests and gives it a label; returns whether it is recorded.
  bool findProfile(Json& asked, const std::string& line, const DocumentPlace& linePlace, const DocumentPlace& place) {
    const int profile = profiles_.add(line, linePlace, asked, place);
    if (textOf(asked, "label").empty()) {
      if (asked["formula"].is_string())
        asked["label"] = asked["formula"];
      else if (asked["outputVariableType"].is_string())
        asked["label"] = textOf(asked, "outputVariableType") + " " + std::to_string(asked["component"].get<int>());
    }
    asked["profile"] = profile < 0 ? Json() : Json(profile);
    for (const char* key : {"of", "outputVariableType", "component", "formula"}) asked.erase(key);
    return profile >= 0;
  }

  void finishOver(Json& plot, const DocumentPlace& place) {
    const std::string line = textOf(plot, "over");
    Json curves = Json::array();
    std::set<std::string> units;
    std::string labels;
    for (std::size_t i = 0; i < plot["curves"].size(); ++i) {
      Json& each = plot["curves"][i];
      const DocumentPlace eachPlace = place.at("curves").at(static_cast<int>(i));
      const bool own = each["over"].is_string();
      const std::string over = own ? textOf(each, "over") : line;
      if (!findProfile(each, over, own ? eachPlace.at("over") : place.at("over"), eachPlace)) continue;
      each.erase("over");
      units.insert(profiles_.profiles()[each["profile"].get<std::size_t>()].unit);
      labels += (labels.empty() ? "" : ", ") + textOf(each, "label");
      curves.push_back(std::move(each));
    }
    plot["curves"] = std::move(curves);
    if (textOf(plot, "title").empty()) plot["title"] = labels + " along " + line;
    if (textOf(plot, "xLabel").empty()) plot["xLabel"] = "s";
    plot["xUnit"] = "m";
    plot["yUnit"] = units.size() == 1 ? *units.begin() : "";
  }

  void finishMap(Json& plot, const DocumentPlace& place) {
    const std::string line = textOf(plot, "map");
    const bool recorded = findProfile(plot, line, place.at("map"), place);
    if (textOf(plot, "title").empty()) plot["title"] = textOf(plot, "label") + " along " + line;
    if (textOf(plot, "xLabel").empty()) plot["xLabel"] = "t";
    plot["xUnit"] = "s";
    plot["yUnit"] = recorded ? profiles_.profiles()[plot["profile"].get<std::size_t>()].unit : "";
  }

  void finishArrow(Json& arrow) const {
    const std::string vector = textOf(arrow, "vector");
    if (textOf(arrow, "label").empty()) arrow["label"] = vector;
    if (arrow["components"].is_null()) arrow["components"] = {0, 1, 2};
    arrow["unit"] = layoutOf({{"sensor", vector}}).unit;
  }

  void finishContour(Json& contour, const DocumentPlace& place) {
    const bool given = !contour["over"].empty();
    const std::vector<std::string> lines = given ? contour["over"].get<std::vector<std::string>>() : profiles_.lines();
    const Json& over = given ? document_["contour"]["over"] : contour["over"];
    Json found = Json::array();
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const int profile = profiles_.add(lines[i], given ? entryOf(over, place.at("over"), i) : place, contour, place);
      if (profile >= 0) found.push_back(profile);
    }
    if (lines.empty()) issues_.warning(place, "the model has no cable or belt");
    if (textOf(contour, "label").empty() && contour["outputVariableType"].is_string()) contour["label"] = contour["outputVariableType"];
    contour["profiles"] = std::move(found);
    for (const char* key : {"over", "of", "outputVariableType", "component", "formula"}) contour.erase(key);
  }

  bool finishPreset(Json& preset, const DocumentPlace& place) const {
    if (textOf(preset, "title").empty()) preset["title"] = preset["label"];
    if (!preset["values"].empty()) return true;
    issues_.warning(place, "is not shown because it sets no parameter");
    return false;
  }

  bool finishStability(Json& chart, const DocumentPlace& place) const {
    const auto parameter = std::find_if(model_.parameters.begin(), model_.parameters.end(),
                                        [&](const ModelParameter& each) { return each.name == chart["parameter"]; });
    if (textOf(chart, "title").empty()) chart["title"] = "stability";
    if (chart["from"].is_null()) chart["from"] = parameter->min.value_or(0);
    if (chart["to"].is_null()) chart["to"] = parameter->max.value_or(chart["from"].get<double>() + 1);
    chart["steps"] = std::min(mostSteps, std::max(2, chart["steps"].get<int>()));
    if (chart["to"].get<double>() > chart["from"].get<double>()) return true;
    issues_.warning(place, "is not shown: 'to' must be more than 'from', got " + found(chart["to"]) + " and " + found(chart["from"]));
    return false;
  }

  const Json& document_;
  Model& model_;
  Issues& issues_;
  const bool good_;
  ProfileReader profiles_;
  TableReader tables_;
};

}  // namespace

std::vector<Row> visualizationRows(const ItemType& type) {
  std::vector<Row> rows;
  for (const Row& row : drawing::visualizationRows)
    if (std::find(type.visualization.begin(), type.visualization.end(), row.name) != type.visualization.end()) rows.push_back(row);
  return rows;
}

namespace {

void finishDisc(Json& disc, const DocumentPlace& place, Issues& issues) {
  const double radius = disc["radius"].get<double>();
  if (disc["width"].is_null()) disc["width"] = 0.16 * radius;
  if (!(disc["innerRadius"].is_number() && disc["innerRadius"].get<double>() >= radius)) return;
  issues.warning(place.at("innerRadius"), "must be less than the radius, " + numberText(radius) + ", got " + found(disc["innerRadius"]));
  disc["innerRadius"] = nullptr;
}

/// Returns whether the corners of its triangles exist.
bool isWhole(const Json& mesh, const DocumentPlace& place, Issues& issues) {
  const Json& triangles = mesh["triangles"];
  const std::size_t count = mesh["points"].size();
  if (triangles.size() % 3 != 0) {
    issues.warning(place.at("triangles"), "must have three numbers for each triangle, got " + std::to_string(triangles.size()));
    return false;
  }
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    if (triangles[i].get<std::size_t>() < count) continue;
    issues.warning(place.at("triangles").at(static_cast<int>(i)),
                   "must be less than " + std::to_string(count) + ", the number of points, got " + found(triangles[i]));
    return false;
  }
  return true;
}

/// Returns the resolved form of `visualization` of an item of this type, which has every row that the type draws.
Json readVisualization(const Json& json, const ItemType& type, const ValueReader& reader, const DocumentPlace& place) {
  const std::vector<Row> rows = visualizationRows(type);
  const TableReader tables(reader, TableReader::Strict::notDrawn, nullptr,
                           [&](const Table& table, Json& solid, const DocumentPlace& solidPlace) {
                             if (table.is(drawing::disc)) finishDisc(solid, solidPlace, reader.issues());
                             return !table.is(drawing::mesh) || isWhole(solid, solidPlace, reader.issues());
                           });
  Json resolved = tables.read(json, {"visualization", "How it is drawn.", rows}, place);
  for (Json& value : resolved)
    if (value.is_number() && value.get<double>() <= 0) value = nullptr;  // null: sizes that suit the scene
  return resolved;
}

}  // namespace

void readVisualizations(Drafts& drafts, const ValueReader& reader) {
  for (std::vector<ItemDraft>& items : drafts.items)
    for (ItemDraft& draft : items) {
      if (!draft.type || !draft.json.is_object() || !draft.json.contains("visualization")) continue;
      Json& json = draft.json["visualization"];
      draft.visualization = readVisualization(json, *draft.type, reader, draft.place.at("visualization"));
      const std::vector<Row> rows = visualizationRows(*draft.type);
      json = TableReader(reader, TableReader::Strict::notDrawn).written(json, {"", "", rows});
    }
}

Json writtenDisplay(const Json& json, const ValueReader& reader) {
  return TableReader(reader, TableReader::Strict::notDrawn).written(json, drawing::display);
}

Json visualizationOf(const ModelItem& item) {
  if (item.visualization->is_object()) return *item.visualization;
  const Scope scope;
  Issues none;
  return readVisualization(Json::object(), *item.type, ValueReader(scope, none), DocumentPlace(""));
}

Json readDisplay(const Json& json, Model& model, const ValueReader& reader, UserFunctionReader& functions) {
  return DisplayReader(json, model, reader, functions).read();
}

bool isSpdx(std::string_view text) {
  bool isOperator = true;  // whether the word before is one
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (word.starts_with('(')) word.remove_prefix(1);
    while (word.ends_with(')')) word.remove_suffix(1);
    const bool joins = word == "AND" || word == "OR" || word == "WITH";
    const auto fits = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '+';
    };
    if (joins == isOperator || word.empty() || !std::all_of(word.begin(), word.end(), fits)) return false;
    isOperator = joins;
  }
  return !isOperator;
}

namespace {
/// The texts of a checked `about`, without line breaks.
std::string creditsOf(const Json& about) {
  std::string authors, line;
  const auto authorList = about.find("authors");
  if (authorList != about.end() && authorList->is_array())
    for (const Json& author : *authorList)
      if (author.is_string()) authors += (authors.empty() ? "" : ", ") + author.get<std::string>();
  const auto add = [&](const char* before, const std::string& text) {
    if (!text.empty()) line += (line.empty() ? "" : "; ") + (before + text);
  };
  const auto textIn = [](const Json& json, const char* key) {
    const auto text = json.find(key);
    return text != json.end() && text->is_string() ? text->get<std::string>() : "";
  };
  add("by ", authors);
  add("licence ", textIn(about, "licence"));
  add("version ", textIn(about, "version"));
  add("source: ", textIn(about, "source"));
  if (const auto original = about.find("basedOn"); original != about.end() && original->is_object())
    add("based on ", textIn(*original, "address"));
  for (char& c : line)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  return line;
}
}  // namespace

std::string readAbout(const Json& json, const ValueReader& reader) {
  const DocumentPlace place("/about");
  const auto checkLength = [&](const auto& check, const Json& value, const DocumentPlace& at) -> void {
    if (value.is_string() && value.get_ref<const std::string&>().size() > longestAbout)
      reader.issues().error(at, "must have at most " + std::to_string(longestAbout) + " characters, got " +
                                    std::to_string(value.get_ref<const std::string&>().size()));
    if (value.is_object())
      for (auto entry = value.begin(); entry != value.end(); ++entry) check(check, entry.value(), at.at(entry.key()));
    if (value.is_array())
      for (std::size_t i = 0; i < value.size(); ++i) check(check, value[i], at.at(static_cast<int>(i)));
  };
  checkLength(checkLength, json, place);
  Json about = TableReader(reader, TableReader::Strict::refused).read(json, drawing::about, place);
  const std::string licence = about.is_object() && about["licence"].is_string() ? textOf(about, "licence") : "";
  if (!licence.empty() && !isSpdx(licence))
    reader.issues().warning(place.at("licence"),
                            "should be an SPDX identifier such as CC-BY-4.0 or MIT (spdx.org/licenses), got " + quote(licence));
  return about.is_object() ? creditsOf(about) : "";
}

}  // namespace slipstick
