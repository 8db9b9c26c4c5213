#include "core/document/cautions.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <numbers>
#include <set>

#include "core/creators/pose.h"
#include "core/items/types.h"
#include "core/message/messages.h"

namespace slipstick {
namespace {

/// Returns the value of an item's parameter, or null if its type has no parameter of this name and kind.
template <class V>
const V* valueOf(const ItemDraft& item, std::string_view name) {
  const Parameter* parameter = item.good && item.value ? item.type->parameter(name) : nullptr;
  return parameter ? parameter->target(item.value.get()).as<V>() : nullptr;
}

/// Returns an item with all its values, in the form of a document.
Json written(const ItemDraft& item) {
  Json json{{"type", item.type->name}};
  for (const Parameter& parameter : item.type->parameters) json[std::string(parameter.name)] = toJson(parameter.target(item.value.get()));
  return json;
}

class Cautions {
 public:
  Cautions(Drafts& drafts, Issues& issues) : drafts_(drafts), issues_(issues) {
    for (const ItemDraft& body : drafts.of(ItemKind::object))
      if (const auto* node = valueOf<NodeIndex>(body, "nodeNumber"); node && isRigidBody(body)) bodyOfNode_.emplace(node->index, &body);
  }

  void addOfConnector(const ItemDraft& connector) {
    const auto* markers = valueOf<std::array<MarkerIndex, 2>>(connector, "markerNumbers");
    if (!markers) return;
    const ItemDraft *first = bodyOf((*markers)[0]), *second = bodyOf((*markers)[1]);
    const auto* normal = valueOf<Vector3>(connector, "planeNormal");
    if (!normal && !isSpring(connector)) return;
    const bool isRigid = first && second && isRigidBody(*first) && isRigidBody(*second);
    if (isRigid && isGround(*first) && isGround(*second))
      warn(connector, messages::bothGround());
    else if (isRigid && first == second)
      warn(connector, messages::sameBody());
    else if (normal && isRigid && isGround(*second))
      warn(connector, "the disc is on the ground and the plane moves: the first marker belongs to the plane, the second to the disc");
    else if (normal)
      addOfDisc(connector, *normal, (*markers)[0], (*markers)[1]);
    else if (connector.type == &objects::ConnectorSpringDamper)
      addOfSpring(connector, (*markers)[0], (*markers)[1]);
  }

  /// Impacts that take a few steps have another restitution: 2 % more with 10 steps, up to 11 % with 5, 40 % with 2 (two equal spheres,
  /// generalized-alpha).
  void addOfImpact(const ItemDraft& contact, double step) {
    if (contact.type != &objects::ContactSphereSphere || !contact.good || *valueOf<int>(contact, "impactModel") == 0) return;
    const double stiffness = *valueOf<double>(contact, "contactStiffness");
    if (!(stiffness > 0) || *valueOf<double>(contact, "contactStiffnessExponent") != 1) return;
    double lightness = 0;
    for (const MarkerIndex marker : *valueOf<std::array<MarkerIndex, 2>>(contact, "markerNumbers")) {
      const std::optional<double> mass = massAt(drafts_.of(ItemKind::marker)[marker.index]);
      if (!mass || !(*mass > 0)) return;
      lightness += 1 / *mass;
    }
    const double duration = std::numbers::pi / std::sqrt(stiffness * lightness);
    if (lightness == 0 || step <= duration / 5) return;
    char text[180];
    std::snprintf(text, sizeof text,
                  "the spheres touch for about %.2g s, and the step size is %.2g s: their velocity after the impact depends on the step "
                  "size; 10 steps in an impact give it to 2 %%",
                  duration, step);
    issues_.warning(contact.place, text);
  }

  void addOfMasses() {
    std::set<const ItemDraft*> marked;
    for (const ItemDraft& marker : drafts_.of(ItemKind::marker))
      if (const ItemDraft* body = bodyOf(marker)) marked.insert(body);
    for (const ItemDraft& body : drafts_.of(ItemKind::object)) {
      if (!marked.count(&body) || !valueOf<double>(body, "physicsMass") || body.json.contains("physicsMass")) continue;
      const ItemDraft* node = nodeOf(body);
      if (node && nodeCoordinates(*node->type, node->value.get()) > 0) issues_.warning(body.place, messages::noMass());
    }
  }

 private:
  void warn(const ItemDraft& connector, const Message& message) { issues_.warning(connector.place.at("markerNumbers"), message); }

  const ItemDraft* bodyOf(const ItemDraft& marker) const {
    const auto* body = valueOf<ObjectIndex>(marker, "bodyNumber");
    return body && *body ? &drafts_.of(ItemKind::object)[body->index] : nullptr;
  }
  const ItemDraft* bodyOf(MarkerIndex marker) { return marker ? bodyOf(drafts_.of(ItemKind::marker)[marker.index]) : nullptr; }
  const ItemDraft* nodeOf(const ItemDraft& body) {
    const auto* node = valueOf<NodeIndex>(body, "nodeNumber");
    const ItemDraft* draft = node && *node ? &drafts_.of(ItemKind::node)[node->index] : nullptr;
    return draft && draft->good ? draft : nullptr;
  }

  /// Returns the mass that moves with a marker on a rigid body or on its node; infinite on the ground.
  std::optional<double> massAt(const ItemDraft& marker) const {
    const auto* node = valueOf<NodeIndex>(marker, "nodeNumber");
    const auto onNode = node ? bodyOfNode_.find(node->index) : bodyOfNode_.end();
    const ItemDraft* body = onNode != bodyOfNode_.end() ? onNode->second : bodyOf(marker);
    if (!body || !isRigidBody(*body)) return std::nullopt;
    if (isGround(*body)) return std::numeric_limits<double>::infinity();
    const auto* mass = valueOf<double>(*body, "physicsMass");
    return mass ? std::optional(*mass) : std::nullopt;
  }

  static bool isSpring(const ItemDraft& connector) {
    return connector.type == &objects::ConnectorSpringDamper || connector.type == &objects::ConnectorCartesianSpringDamper ||
           connector.type == &objects::ConnectorRigidBodySpringDamper || connector.type == &objects::ConnectorTorsionalSpringDamper;
  }
  static bool isGround(const ItemDraft& body) { return body.type == &objects::Ground; }
  /// Returns whether a body is rigid; others have points that move relative to each other.
  static bool isRigidBody(const ItemDraft& body) {
    return isGround(body) || body.type == &objects::MassPoint || body.type == &objects::MassPoint2D || body.type == &objects::RigidBody ||
           body.type == &objects::RigidBody2D;
  }

  /// Returns position and rotation of a marker at the start of the run, if they are known without assembling the model.
  std::optional<ReferencePose> startOf(MarkerIndex number) {
    const ItemDraft* body = bodyOf(number);
    if (!body || !body->good || !isRigidBody(*body)) return std::nullopt;
    const ItemDraft* node = nodeOf(*body);
    if (!node && !isGround(*body)) return std::nullopt;
    const Json json = node ? written(*node) : Json();
    auto pose = startPose(written(*body), node ? &json : nullptr, Scope{});
    if (const auto* local = valueOf<Vector3>(drafts_.of(ItemKind::marker)[number.index], "localPosition"); pose && local)
      pose->position += pose->rotation * *local;
    return pose;
  }

  void addOfDisc(const ItemDraft& connector, const Vector3& localNormal, MarkerIndex planeMarker, MarkerIndex discMarker) {
    const auto* localAxis = valueOf<Vector3>(connector, "discAxis");
    const auto* radius = valueOf<double>(connector, "discRadius");
    const auto plane = startOf(planeMarker), disc = startOf(discMarker);
    if (!localAxis || !radius || !plane || !disc) return;
    const Vector3 normal = plane->rotation * localNormal, axis = disc->rotation * *localAxis;
    const double height = dot(disc->position - plane->position, normal);
    const double rise = *radius * norm(cross(axis, normal));  // height of the centre above the point of contact
    if (rise < 1e-9 * *radius)
      warn(connector, "the axis of the disc is initially along the normal of the plane: no point of the rim is the lowest");
    else if (height < 0.5 * rise)
      warn(connector, messages::discAbovePlane({numberText(height), numberText(rise)}));
  }

  void addOfSpring(const ItemDraft& spring, MarkerIndex firstMarker, MarkerIndex secondMarker) {
    const bool isSlack = *valueOf<double>(spring, "referenceLength") == 0 && *valueOf<double>(spring, "force") == 0;
    if (isSlack && spring.json.contains("referenceLength")) return;
    const auto first = startOf(firstMarker), second = startOf(secondMarker);
    if (first && second && norm(second->position - first->position) <= 1e-12 * (norm(first->position) + norm(second->position)))
      warn(spring, messages::sameStart());
  }

  Drafts& drafts_;
  Issues& issues_;
  std::map<int, const ItemDraft*> bodyOfNode_;  // rigid bodies, by node
};

}  // namespace

void addCautions(Drafts& drafts, const std::vector<AnalysisStep>& analysis, Issues& issues) {
  Cautions cautions(drafts, issues);
  for (const ItemDraft& object : drafts.of(ItemKind::object)) cautions.addOfConnector(object);
  double longest = 0;  // of fixed steps
  bool isDynamic = false;
  for (const AnalysisStep& step : analysis) {
    if (step.type != AnalysisType::dynamic) continue;
    isDynamic = true;
    const bool isControlled = step.automaticStepSize && (step.solver == DynamicSolver::DOPRI5 || step.solver == DynamicSolver::ODE23);
    if (!isControlled) longest = std::max(longest, (step.endTime - step.startTime) / step.numberOfSteps);
  }
  if (!isDynamic) return;
  cautions.addOfMasses();
  for (const ItemDraft& object : drafts.of(ItemKind::object)) cautions.addOfImpact(object, longest);
}

}  // namespace slipstick
