#include "core/exchange/exudyn_contacts.h"

#include <algorithm>
#include <iterator>

#include "core/model/values.h"

namespace slipstick::exudyn {
namespace {

/// The parameters of a contact between two equal materials.
constexpr const char* plain[] = {"markerNumbers",  "spheresRadii",    "triangleMarkers",          "trianglePoints", "contactStiffness",
                                 "contactDamping", "dynamicFriction", "frictionProportionalZone", "contactModel",   "sphereSphereContact"};
constexpr const char* pushes = "Pushes";

bool isPlain(const std::string& parameter) {
  return std::any_of(std::begin(plain), std::end(plain), [&](const char* name) { return parameter == name; });
}

/// A set of contacts, whose lists may have one entry for all members.
class Set {
 public:
  Set(int contact, const ScriptItems& items, ScriptValues& values)
      : items_(items),
        values_(values),
        number_(items.contacts().at(contact)),
        set_(items.item(ItemKind::object, number_)),
        name_("contact" + std::to_string(contact)),
        spheres_(listOf("markerNumbers")) {}

  std::vector<std::string> lines() {
    if (!isWritable())
      throw ExportError("Exudyn has no " + items_.type(ItemKind::object, number_).name + " of this law: the model cannot be exported");
    lines_ = {name_ + " = mbs.AddGeneralContact()", name_ + ".SetFrictionPairings(np.array([[" + text("dynamicFriction", 0) + "]]))",
              name_ + ".SetSearchTreeCellSize(numberOfCells=[8, 8, 8])"};
    if (!spheres_.empty()) lines_.push_back(name_ + ".frictionProportionalZone = " + text("frictionProportionalZone", 0.001));
    if (set_.value("sphereSphereContact", Json()) == false) lines_.push_back(name_ + ".sphereSphereContact = False");
    const std::string material = this->material();
    addSpheres(material);
    addTriangles(material);
    addCables(material);
    return std::move(lines_);
  }

 private:
  /// Whether Exudyn can represent the contact: a law with one material that Exudyn has, or no spheres, so that nothing is in contact.
  bool isWritable() const {
    if (spheres_.empty()) return true;
    const Json model = set_.value("contactModel", Json());
    if (model != 1 && model != pushes) return false;
    const ItemType& type = items_.type(ItemKind::object, number_);
    const auto defaults = type.create();
    for (const Parameter& parameter : type.parameters) {
      const std::string name(parameter.name);
      if (isPlain(name) || name == "name" || !set_.contains(name)) continue;
      const Target usual = parameter.target(defaults.get());
      if (referredKind(usual) || set_[name] != toJson(usual)) return false;
    }
    return true;
  }

  /// Each of two bodies contributes: springs in series, dampers in parallel.
  std::string material() {
    if (spheres_.empty()) return "contactStiffness=1, contactDamping=0, frictionMaterialIndex=0";
    return "contactStiffness=2*(" + text("contactStiffness", 0) + "), contactDamping=(" + text("contactDamping", 0) +
           ")/2, frictionMaterialIndex=0";
  }

  void addSpheres(const std::string& material) {
    const Json radii = listOf("spheresRadii");
    for (std::size_t i = 0; i < spheres_.size(); ++i)
      lines_.push_back(name_ + ".AddSphereWithMarker(" + markerText(spheres_[i]) + ", radius=" + values_.entries(each(radii, i)) + ", " +
                       material + ")");
  }

  /// One call for each run of triangles with the same marker.
  void addTriangles(const std::string& material) {
    const Json points = listOf("trianglePoints"), markers = listOf("triangleMarkers");
    for (std::size_t first = 0, next = 0; first < points.size(); first = next) {
      const Json& marker = each(markers, first / 3);
      std::vector<std::string> corners, triangles;
      for (; next < points.size() && each(markers, next / 3) == marker; next += 3) {
        for (std::size_t i = next; i < next + 3; ++i) corners.push_back(values_.entries(points.at(i)));
        const std::size_t corner = next - first;
        triangles.push_back("[" + std::to_string(corner) + "," + std::to_string(corner + 1) + "," + std::to_string(corner + 2) + "]");
      }
      lines_.push_back(name_ + ".AddTrianglesRigidBodyBased(rigidBodyMarkerIndex=" + markerText(marker) + ", " + material +
                       ", pointList=[" + joinedTexts(corners) + "], triangleList=[" + joinedTexts(triangles, ",") + "])");
    }
  }

  void addCables(const std::string& material) {
    const Json markers = listOf("cableMarkers"), heights = listOf("cableHalfHeights");
    for (std::size_t i = 0; i < markers.size(); ++i) {
      const int body = items_.item(ItemKind::marker, markers[i].get<int>()).at("bodyNumber").get<int>();
      const std::string height = heights.empty() ? "0" : values_.entries(each(heights, i));
      lines_.push_back(name_ + ".AddANCFCable(objectIndex=" + indexText(ItemKind::object, items_.numberInScript(ItemKind::object, body)) +
                       ", halfHeight=" + height + ", " + material + ")");
    }
  }

  static std::string markerText(const Json& marker) { return indexText(ItemKind::marker, marker.get<int>()); }
  std::string text(const char* parameter, double usual) { return values_.entries(set_.value(parameter, Json(usual))); }

  Json listOf(const char* parameter) const {
    const Json value = set_.value(parameter, Json::array());
    if (!value.is_array()) throw ExportError(std::string(parameter) + " of a set of contacts is a formula, which Exudyn needs as a list");
    return value;
  }
  static const Json& each(const Json& list, std::size_t i) { return list.at(list.size() == 1 ? 0 : i); }

  const ScriptItems& items_;
  ScriptValues& values_;
  const int number_;
  const Json& set_;
  const std::string name_;
  const Json spheres_;
  std::vector<std::string> lines_;
};

/// The members that a ray meets; "" if it meets all.
std::string contactType(const Json& surfaces) {
  if (surfaces == 1 || surfaces == "Spheres") return "IndexSpheresMarkerBased";
  if (surfaces == 2 || surfaces == "Triangles") return "IndexTrigsRigidBodyBased";
  if (surfaces == 3 || surfaces == "Cables") return "IndexANCFCable2D";
  return "";
}

}  // namespace

std::vector<std::string> contactLines(int contact, const ScriptItems& items, ScriptValues& values) {
  return Set(contact, items, values).lines();
}

std::vector<std::string> distanceSensorLines(int sensor, const ScriptItems& items, ScriptValues& values) {
  const Json& entry = items.item(ItemKind::sensor, sensor);
  const auto text = [&](const char* parameter, const Json& usual) { return values.entries(entry.value(parameter, usual)); };
  const Json marker = entry.value("markerNumber", Json(-1));
  const int contact = items.numberInScript(ItemKind::object, entry.at("objectNumber").get<int>());
  std::vector<std::string> given{
      std::to_string(contact),
      "positionOrMarker=" + (marker >= 0 ? indexText(ItemKind::marker, marker.get<int>()) : text("position", Json{0, 0, 0})),
      "dirSensor=" + text("dirSensor", Json()),
      "minDistance=" + text("minDistance", 0),
      "maxDistance=" + text("maxDistance", Json()),
      "cylinderRadius=" + text("cylinderRadius", 0)};
  if (const std::string type = contactType(entry.value("surfaces", Json(0))); !type.empty())
    given.push_back("selectedTypeIndex=exu.ContactTypeIndex." + type);
  if (entry.value("measureVelocity", Json()) == true) given.push_back("measureVelocity=True");
  given.push_back("storeInternal=True");
  std::vector<std::string> lines{"mbs.CreateDistanceSensor(" + joinedTexts(given) + ")"};
  if (entry.contains("name") && entry["name"] != "")
    lines.push_back("mbs.SetSensorParameter(" + indexText(ItemKind::sensor, items.numberInScript(ItemKind::sensor, sensor)) + ", 'name', " +
                    pythonValue(entry["name"]) + ")");
  return lines;
}

}  // namespace slipstick::exudyn
