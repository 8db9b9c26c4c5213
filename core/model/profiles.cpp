#include "core/model/profiles.h"

#include <algorithm>
#include <cstdint>

#include "core/message/messages.h"
#include "core/model/drawing.h"

namespace slipstick {
namespace {

constexpr int mostRequests = 1000;
constexpr int mostProfiles = 100;
constexpr std::int64_t mostPoints = 200000;  // for all profiles

/// A cable element or its contact: its number and, for a contact, its element.
struct Contact {
  int object;
  int element;  // position in the line
  int segments;
};

double lengthOf(const ModelItem& cable) { return drawnAs(cable)["length"].get<double>(); }

/// Returns the elements named "belt" or "belt.…", in the order of their numbers.
std::vector<int> elementsOf(const Model& model, const std::string& line) {
  std::vector<int> elements;
  for (std::size_t i = 0; i < model.objects().size(); ++i) {
    const ModelItem& item = model.objects()[i];
    if (item.type && item.value && (item.type->provides & capability::line) && (item.name == line || item.name.rfind(line + ".", 0) == 0))
      elements.push_back(static_cast<int>(i));
  }
  return elements;
}

/// Returns the contacts of these elements with circles.
std::vector<Contact> contactsOf(const Model& model, const std::vector<int>& elements) {
  std::vector<Contact> contacts;
  std::vector<int> places(model.objects().size(), -1);
  for (std::size_t k = 0; k < elements.size(); ++k) places[elements[k]] = static_cast<int>(k);
  for (std::size_t i = 0; i < model.objects().size(); ++i) {
    const ModelItem& item = model.objects()[i];
    if (!item.type || !item.value) continue;
    const std::vector<int> markers = refersTo(item, ItemKind::marker);
    if (!item.type->count || markers.empty() || markers.back() < 0) continue;
    const ModelItem& shape = model.markers()[markers.back()];
    if (!(shape.type->provides & capability::cableShape)) continue;
    const int place = places[refersTo(shape, ItemKind::object).at(0)];
    if (place >= 0) contacts.push_back({static_cast<int>(i), place, item.type->count(item.value.get())});
  }
  return contacts;
}

bool same(const Profile& a, const Profile& b) {
  return a.over == b.over && a.contact == b.contact && a.variable == b.variable && a.component == b.component && a.formula == b.formula;
}

/// Places points at the centres of the segments; all contacts of an element have as many as its first.
void layContacts(const Model& model, Profile& profile, const std::vector<int>& elements, const std::vector<Contact>& contacts) {
  std::vector<int> segments(elements.size(), 0), first(elements.size());
  for (const Contact& contact : contacts)
    if (segments[contact.element] == 0) segments[contact.element] = contact.segments;
  profile.positions.clear(), profile.objects.clear(), profile.sources.clear();
  double start = 0;
  for (std::size_t k = 0; k < elements.size(); ++k) {
    const double length = lengthOf(model.objects()[elements[k]]);
    first[k] = static_cast<int>(profile.positions.size());
    for (int i = 0; i < segments[k]; ++i) {
      profile.positions.push_back(start + (i + 0.5) * length / segments[k]);
      profile.objects.push_back(elements[k]);
    }
    start += length;
  }
  for (const Contact& contact : contacts)
    if (contact.segments == segments[contact.element])
      profile.sources.push_back({contact.object, {}, first[contact.element], contact.segments, 1});
}

}  // namespace

std::vector<std::string> ProfileReader::lines() const {
  std::vector<std::string> lines;
  for (const ModelItem& item : model_.objects()) {
    if (lines.size() > mostRequests) break;
    const std::string line = item.name.substr(0, item.name.rfind('.'));
    if (item.type && (item.type->provides & capability::line) && std::find(lines.begin(), lines.end(), line) == lines.end())
      lines.push_back(line);
  }
  return lines;
}

int ProfileReader::add(const std::string& line, const DocumentPlace& linePlace, const Json& asked, const DocumentPlace& place) {
  if (++requests_ > mostRequests) {
    if (requests_ == mostRequests + 1)
      issues_.warning(place, "is not recorded: the display requests too many points along cables and belts");
    return -1;
  }
  Profile profile;
  profile.over = line;
  const std::vector<int> elements = elementsOf(model_, line);
  if (elements.empty()) {
    issues_.warning(linePlace, messages::notCalled({messages::cableOrBelt(), quote(line)}));
    return -1;
  }
  layElements(profile, elements);
  const bool good = asked["formula"].is_string() ? readFormula(profile, asked["formula"], place.at("formula"))
                                                 : readVariable(profile, elements, asked, place);
  if (!good) return -1;
  const auto known = std::find_if(profiles_.begin(), profiles_.end(), [&](const Profile& other) { return same(profile, other); });
  if (known != profiles_.end()) return static_cast<int>(known - profiles_.begin());
  points_ += static_cast<std::int64_t>(profile.positions.size());
  if (profiles_.size() >= mostProfiles || points_ > mostPoints) {
    issues_.warning(place, "is not recorded: at most " + std::to_string(mostProfiles) + " quantities with " + std::to_string(mostPoints) +
                               " points are recorded along cables and belts");
    return -1;
  }
  profiles_.push_back(std::move(profile));
  return static_cast<int>(profiles_.size()) - 1;
}

/// Places one point at the centre of each element.
void ProfileReader::layElements(Profile& profile, const std::vector<int>& elements) const {
  for (const int element : elements) {
    const double length = lengthOf(model_.objects()[element]);
    profile.sources.push_back({element, {length / 2, 0, 0}, static_cast<int>(profile.positions.size()), 1, 1});
    profile.positions.push_back(profile.length + length / 2);
    profile.objects.push_back(element);
    profile.length += length;
  }
  // A cable's first two nodes are its ends.
  profile.closed = elements.size() > 1 && refersTo(model_.objects()[elements.front()], ItemKind::node)[0] ==
                                              refersTo(model_.objects()[elements.back()], ItemKind::node)[1];
}

bool ProfileReader::readFormula(Profile& profile, const Json& json, const DocumentPlace& place) {
  profile.formula = json.get<std::string>();
  Parameter parameter;
  parameter.signature = [] { return Signature{.arguments = {{"t", {}}, {"s", {}}, {"position", {3, 1}}}}; };
  functions_.read(json, place, parameter, ItemKind::object, profile.objects[0], profile.function);
  return static_cast<bool>(profile.function);
}

bool ProfileReader::readVariable(Profile& profile, const std::vector<int>& elements, const Json& asked, const DocumentPlace& place) {
  profile.contact = asked["of"] == "contact";
  int watched = elements[0];
  if (profile.contact) {
    const std::vector<Contact> contacts = contactsOf(model_, elements);
    if (contacts.empty()) {
      issues_.warning(place.at("of"), quote(profile.over) + " has no contact with circles");
      return false;
    }
    watched = contacts[0].object;
    layContacts(model_, profile, elements, contacts);
  }
  return findOutput(profile, *model_.objects()[watched].type, asked, place);
}

bool ProfileReader::findOutput(Profile& profile, const ItemType& type, const Json& asked, const DocumentPlace& place) {
  std::vector<std::string> names;
  const Json& name = asked["outputVariableType"];
  for (const Output& output : type.outputs) {
    names.push_back(outputVariableName(output.variable));
    if (name != names.back()) continue;
    const int size = output.size.number;
    const int component = asked["component"].get<int>();
    if (component < 0 || component >= size) {
      issues_.warning(place.at("component"), messages::mustBeLessThan({std::to_string(size), std::to_string(component)}));
      return false;
    }
    profile.variable = output.variable;
    profile.component = component;
    profile.unit = output.unit.isOne() ? output.unit.text() : "";
    for (Profile::Source& source : profile.sources) source.stride = size;
    return true;
  }
  issues_.warning(place.at("outputVariableType"), messages::mustBeOneOf({joined(names), found(name)}));
  return false;
}

}  // namespace slipstick
