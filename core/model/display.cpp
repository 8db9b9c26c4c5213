#include "core/model/display.h"

#include <algorithm>

namespace slipstick {
namespace {

using Words = std::vector<std::string>;

/// Keys whose value is a number or nested list of numbers, in which a string is a formula.
const Words numericKeys{"center",   "size",      "from",      "to",     "radius", "axis",       "width",     "points",
                        "opacity",  "position",  "length",    "height", "scale",  "checker",    "component", "innerRadius",
                        "rotation", "discWidth", "drawSize",  "up",     "target", "x",          "y",         "min",
                        "max",      "direction", "thickness", "normal", "offset", "fieldOfView"};
const Words solidTypes{"box", "cylinder", "line", "sphere", "disc", "polyline", "arrow", "text"};
const Words solidKeys{"type", "center", "size",    "from",   "to",       "radius",   "axis",      "width",       "mark",  "points",
                      "text", "color",  "opacity", "height", "rotation", "position", "direction", "innerRadius", "closed"};
const Words displayKeys{"plots",   "camera",    "ground",     "trails", "arrows",  "contour",
                        "gallery", "reference", "background", "scale",  "presets", "stability"};
const Words plotKeys{"title",     "x",         "y",           "curves", "xLabel", "yLabel", "equal", "over", "map", "outputVariableType",
                     "component", "reference", "logarithmic", "min",    "max",    "range",  "of"};
const Words curveKeys{"sensor", "component", "label", "outputVariableType", "color", "x", "scale", "over", "of", "formula"};

bool contains(const Words& words, const std::string& word) { return std::find(words.begin(), words.end(), word) != words.end(); }

class DrawingReader {
 public:
  explicit DrawingReader(const ValueReader& reader) : reader_(reader) {}

  Json visualization(const Json& json, const Words& drawn, const DocumentPlace& place) const {
    if (!object(json, place)) return json;
    Words known{"show", "color", "graphics"};
    known.insert(known.end(), drawn.begin(), drawn.end());
    warnUnknown(json, known, place);
    Json result = Json::object();
    for (auto entry = json.begin(); entry != json.end(); ++entry) {
      const DocumentPlace entryPlace = place.at(entry.key());
      result[entry.key()] =
          entry.key() == "graphics" ? graphics(entry.value(), entryPlace) : member(entry.key(), entry.value(), entryPlace);
    }
    return result;
  }

  Json display(const Json& json, const DocumentPlace& place) const {
    if (!object(json, place)) return json;
    warnUnknown(json, displayKeys, place);
    if (json.contains("plots")) checkPlots(json["plots"], place.at("plots"));
    if (json.contains("trails") && json["trails"].is_array())
      for (std::size_t i = 0; i < json["trails"].size(); ++i) sensor(json["trails"][i], place.at("trails").at(static_cast<int>(i)));
    return evaluated(json, place);
  }

 private:
  bool object(const Json& json, const DocumentPlace& place) const {
    if (json.is_object()) return true;
    reader_.issues().error(place, "must be an object, got " + found(json));
    return false;
  }

  void warnUnknown(const Json& json, const Words& known, const DocumentPlace& place) const {
    for (auto entry = json.begin(); entry != json.end(); ++entry)
      if (!contains(known, entry.key()))
        reader_.issues().warning(place.at(entry.key()), quote(entry.key()) + " is not drawn" + suggestion(entry.key(), known));
  }

  Json graphics(const Json& json, const DocumentPlace& place) const {
    if (!json.is_array()) {
      reader_.issues().error(place, "must be a list of solids, got " + found(json));
      return json;
    }
    Json result = Json::array();
    for (std::size_t i = 0; i < json.size(); ++i) {
      const DocumentPlace solidPlace = place.at(static_cast<int>(i));
      const Json& solid = json[i];
      if (object(solid, solidPlace)) {
        warnUnknown(solid, solidKeys, solidPlace);
        const Json type = solid.value("type", Json());
        if (!type.is_string() || !contains(solidTypes, type.get<std::string>()))
          reader_.issues().warning(solidPlace, "is not drawn: 'type' must be one of " + joined(solidTypes) + ", got " + found(type));
      }
      result.push_back(evaluated(solid, solidPlace));
    }
    return result;
  }

  void checkPlots(const Json& plots, const DocumentPlace& place) const {
    if (!plots.is_array()) {
      reader_.issues().error(place, "must be a list of plots, got " + found(plots));
      return;
    }
    for (std::size_t i = 0; i < plots.size(); ++i) {
      const Json& plot = plots[i];
      const DocumentPlace plotPlace = place.at(static_cast<int>(i));
      if (!object(plot, plotPlace)) continue;
      warnUnknown(plot, plotKeys, plotPlace);
      if (plot.contains("x") && plot["x"].is_object()) channel(plot["x"], plotPlace.at("x"));
      if (!plot.contains("curves") || !plot["curves"].is_array()) continue;
      for (std::size_t k = 0; k < plot["curves"].size(); ++k) {
        const Json& curve = plot["curves"][k];
        const DocumentPlace curvePlace = plotPlace.at("curves").at(static_cast<int>(k));
        if (!object(curve, curvePlace)) continue;
        warnUnknown(curve, curveKeys, curvePlace);
        channel(curve, curvePlace);
      }
    }
  }

  void channel(const Json& curve, const DocumentPlace& place) const {
    if (curve.contains("sensor")) sensor(curve["sensor"], place.at("sensor"));
  }

  void sensor(const Json& name, const DocumentPlace& place) const {
    if (!name.is_string() || !reader_.names() || reader_.names()->find(ItemKind::sensor, name.get<std::string>()) >= 0) return;
    const std::string& text = name.get_ref<const std::string&>();
    reader_.issues().warning(place, "no sensor is called " + quote(text) + suggestion(text, reader_.names()->names(ItemKind::sensor)));
  }

  /// Formulas in numeric places become numbers; the rest stays.
  Json evaluated(const Json& json, const DocumentPlace& place) const {
    if (!json.is_structured()) return json;
    Json result = json;
    if (json.is_array()) {
      for (std::size_t i = 0; i < json.size(); ++i) result[i] = evaluated(json[i], place.at(static_cast<int>(i)));
      return result;
    }
    for (auto entry = result.begin(); entry != result.end(); ++entry)
      entry.value() = member(entry.key(), entry.value(), place.at(entry.key()));
    return result;
  }

  Json member(const std::string& key, const Json& json, const DocumentPlace& place) const {
    if (key == "color") return json.is_array() ? numbers(json, place) : json;
    if (!contains(numericKeys, key)) return evaluated(json, place);
    const bool time = key == "x" && json == "t";  // the axis of a plot
    return time ? json : numbers(json, place);
  }

  /// Numbers, with every string in it a formula.
  Json numbers(const Json& json, const DocumentPlace& place) const {
    if (json.is_object()) return evaluated(json, place);
    if (json.is_string()) {
      const auto value = reader_.constant(json, place);
      return value ? toJson(*value) : json;
    }
    if (!json.is_array()) return json;
    Json result = Json::array();
    for (std::size_t i = 0; i < json.size(); ++i) result.push_back(numbers(json[i], place.at(static_cast<int>(i))));
    return result;
  }

  const ValueReader& reader_;
};

}  // namespace

Json readVisualization(const Json& json, const std::vector<std::string>& drawn, const ValueReader& reader, const DocumentPlace& place) {
  return DrawingReader(reader).visualization(json, drawn, place);
}

Json readDisplay(const Json& json, const ValueReader& reader, const DocumentPlace& place) {
  return DrawingReader(reader).display(json, place);
}

}  // namespace slipstick
