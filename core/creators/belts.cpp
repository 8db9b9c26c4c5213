// Creators of cables and belts: nodes and elements along a line or around circles, pulleys with bearings and drives, contact.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/creators/arguments.h"
#include "core/creators/reeving.h"
#include "core/math/elementary.h"
#include "core/message/messages.h"

namespace slipstick {
namespace {

constexpr std::size_t mostCircles = 1000;
constexpr int mostSegments = 12;  // limit of a BodyCable2DShape
constexpr const char* sides[] = {"left", "right"};
constexpr Row circleRows[] = {
    row<Vector2>("center", unit::metre, anyNumber, Presence::required, "its centre"),
    row<double>("radius", unit::metre, nonNegative, Presence::required, "its radius; 0: a point, at an end of an open belt"),
    wordRow("side", sides, "left", "the side on which the belt passes the circle, viewed in the belt's direction"),
    bodyRow("body", Presence::optional, "the body that carries the circle; default: its own pulley if it has a mass, otherwise the ground"),
    row<double>("mass", unit::kilogram, positive, Presence::optional, "makes the circle a pulley with this mass"),
    row<double>("inertia", unit::kilogramMetreSquared, positive, Presence::optional,
                "of the pulley about its axis; default: as for a disc"),
    bodyRow("bearing", Presence::optional, "the body on which the pulley turns; default: the ground"),
    row<double>("speed", unit::radianPerSecond, anyNumber, Presence::optional, "prescribed angular velocity, a number or a formula of t"),
    row<double>("torque", unit::newtonMetre, anyNumber, Presence::optional, "torque on the pulley, a number or a formula of t"),
    row<double>("damping", unit::newtonMetreSecond, anyNumber, Presence::optional, "torque per angular velocity, against the rotation"),
    row<Vector2>("slideDirection", unit::none, anyNumber, Presence::optional, "the pulley has no bearing but slides along this direction"),
    row<double>("slideForce", unit::newton, anyNumber, 0.0, "force on it in this direction"),
    row<double>("slideStiffness", unit::newtonPerMetre, nonNegative, 0.0, "of a spring that pulls the pulley to its reference position"),
    row<double>("slideDamping", unit::newtonSecondPerMetre, nonNegative, 0.0, "of a damper parallel to the spring")};
constexpr Table circleTable{"circle", "a circle that the belt passes", circleRows};
constexpr Row circlesRow =
    listOf(tableRow("circles", circleTable, Presence::required, "the circles, in the order in which the belt passes them"));

// Defaults that make a belt run smoothly: its vibrations fade within milliseconds, and its pre-tension (of at least 1 % strain) presses it
// into the smallest circle by a thousandth of the radius.
constexpr double usualDampingTime = 0.002;      // s: axial damping / axial stiffness
constexpr double usualPenetration = 1e-3;       // divided by the radius
constexpr double usualStrain = 0.01;            // lower limit
constexpr double usualContactTime = 2e-5;       // s: contact damping / contact stiffness
constexpr double usualFrictionStiffness = 0.4;  // divided by the contact stiffness
constexpr int usualElementsOfTurn = 24, mostUsualElements = 400;

std::string numbered(const std::string& part, int number) { return part + "." + std::to_string(number); }
std::string below(const std::string& name, const std::string& part) { return name.empty() ? "" : name + "." + part; }

/// Whether the square of a length and its inverse are normal numbers: cables compute with both.
bool isUsable(double length) { return std::isnormal(length * length) && std::isnormal(1 / (length * length)); }

/// Elements of equal length on a curve.
struct Line {
  std::vector<int> nodes, elements;
  double elementLength = 0;
};

/// Stiffness and damping of the contact of a segment.
struct ContactPhysics {
  double stiffness = 0, damping = 0, frictionStiffness = 0, frictionDamping = 0;
};

/// Nodes called name.0, name.1 … (the last one of an open line is name.end) and elements name.0, name.1 …; weight if there is gravity. An
/// element has the curvature of the curve at its end. `axialDamping`: the default if the document does not give it.
template <class Curve>
Line addCables(Expansion& expansion, const Curve& curve, double length, int elements, bool closed, const Json& curvature,
               std::optional<double> axialDamping) {
  const Vector3 gravity = expansion.vector("gravity");
  Line line;
  line.elementLength = length / elements;
  ReevingPoint point{};
  const auto addNode = [&](int k) {
    point = curve(k * line.elementLength);
    const bool end = !closed && k == elements;
    line.nodes.push_back(expansion.add({nodes::Point2DSlope1, {{"referenceCoordinates", {point.x, point.y, point.slopeX, point.slopeY}}}},
                                       end ? "end" : std::to_string(k)));
  };
  addNode(0);
  for (int k = 0; k < elements; ++k) {
    const bool last = closed && k + 1 == elements;
    if (last)
      point = curve(length), line.nodes.push_back(line.nodes[0]);
    else
      addNode(k + 1);
    NewItem element{objects::ANCFCable2D, {{"nodeNumbers", {line.nodes[k], line.nodes[k + 1]}}, {"physicsLength", line.elementLength}}};
    expansion.pass(element);
    if (axialDamping) element["physicsAxialDamping"] = *axialDamping;
    element["physicsReferenceCurvature"] = curvature.is_null() ? Json(point.curvature) : curvature;
    line.elements.push_back(expansion.add(element, std::to_string(k)));
    if (gravity == Vector3{}) continue;
    const int mass = expansion.add({markers::BodyMass, {{"bodyNumber", line.elements[k]}}}, numbered("mass", k));
    expansion.add({loads::MassProportional, {{"markerNumber", mass}, {"loadVector", toJson(gravity)}}}, numbered("gravity", k));
  }
  return line;
}

double itemsOfCables(double elements) { return 4 * elements + 1; }

/// A marker on a fixed node, for coordinate constraints.
int addGroundCoordinate(Expansion& expansion) {
  const int node = expansion.add({nodes::PointGround}, "ground");
  return expansion.add({markers::NodeCoordinate, {{"nodeNumber", node}, {"coordinate", 0}}}, "ground");
}

/// Constrains the coordinates of a node (x, y and both slope components) for which `argument` is 1.
void fix(Expansion& expansion, const char* argument, int node, int& ground) {
  const Vector4 fixed = expansion.four(argument);
  for (int k = 0; k < 4; ++k) {
    if (fixed[k] == 0) continue;
    if (ground < 0) ground = addGroundCoordinate(expansion);
    const std::string part = numbered(argument, k);
    const int marker = expansion.add({markers::NodeCoordinate, {{"nodeNumber", node}, {"coordinate", k}}}, part);
    expansion.addCalled(below(expansion.name(), part), {objects::ConnectorCoordinate, {{"markerNumbers", {ground, marker}}}},
                        expansion.entry(), expansion.place());
  }
}

void expandCable2D(Expansion& expansion) {
  const Vector2 start = expansion.pair("startPosition"), end = expansion.pair("endPosition");
  const double length = hypot(end[0] - start[0], end[1] - start[1]);
  if (length == 0) {
    expansion.fail("endPosition", "must differ from startPosition");
    return;
  }
  if (!isUsable(length)) {
    expansion.fail("endPosition", "the cable is too long or too short for the calculation");
    return;
  }
  const int elements = expansion.count("numberOfElements");
  if (!expansion.roomFor(itemsOfCables(elements))) return;
  const double x = (end[0] - start[0]) / length, y = (end[1] - start[1]) / length;
  const auto straight = [&](double s) { return ReevingPoint{start[0] + s * x, start[1] + s * y, x, y, 0}; };
  const Line line = addCables(expansion, straight, length, elements, false,
                              expansion.has("physicsReferenceCurvature") ? expansion.raw("physicsReferenceCurvature") : Json(0.0), {});
  int ground = -1;
  fix(expansion, "fixedStart", line.nodes.front(), ground);
  fix(expansion, "fixedEnd", line.nodes.back(), ground);
}

/// One entry of `circles`.
struct Circle {
  ArgumentReader arguments;
  const Json& entry;
  std::string name;
  Vector2 center;
  double radius;
  bool left;
  double mass;
  bool isPulley;    // a turning body
  int marker = -1;  // rigid, at its centre; -1: a point without contact
};

/// Reads the circles; a circle of radius 0 is a point.
std::vector<Circle> readCircles(Expansion& expansion) {
  const Json& list = expansion.raw("circles");
  std::vector<Circle> circles;
  if (!list.is_array() || list.size() < 2 || list.size() > mostCircles) {
    expansion.fail("circles", "must be a list of 2 to " + std::to_string(mostCircles) + " circles, got " + found(list));
    return {};
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    const DocumentPlace place = expansion.place().at("circles").at(static_cast<int>(i));
    if (!list[i].is_object()) {
      expansion.reader().issues().error(place, "must be an object with 'center' and 'radius', got " + found(list[i]));
      return {};
    }
    const ArgumentReader arguments(list[i], circleRows, place, expansion.reader());
    arguments.checkKeys("a circle", {"name", "visualization"});
    Circle circle{arguments, list[i], "", {}, 0, true, 0, false};
    circle.name = below(expansion.name(), numbered("circle", static_cast<int>(i)));
    if (arguments.has("name") && !list[i]["name"].is_string())
      arguments.fail("name", "must be a text, got " + found(list[i]["name"]));
    else if (arguments.has("name"))
      circle.name = list[i]["name"].get<std::string>();
    if (std::any_of(circles.begin(), circles.end(), [&](const Circle& other) { return !circle.name.empty() && other.name == circle.name; }))
      arguments.fail("name", "another circle is called " + quote(circle.name) + " too");
    circle.center = arguments.value("center", Vector2{});
    circle.radius = arguments.value("radius", 0.0);
    const Json side = arguments.has("side") ? list[i]["side"] : Json("left");
    if (side != "left" && side != "right") arguments.fail("side", "must be one of left, right, got " + found(side));
    circle.left = side != "right";
    circle.mass = arguments.value("mass", 0.0);
    circle.isPulley = arguments.has("mass");
    if (circle.isPulley && arguments.has("body")) arguments.fail("mass", "must be left out with 'body': the mass belongs to that body");
    for (const char* key :
         {"inertia", "bearing", "speed", "torque", "damping", "slideDirection", "slideForce", "slideStiffness", "slideDamping"})
      if (arguments.has(key) && !circle.isPulley) arguments.fail(key, "needs 'mass': only a pulley can have this");
    for (const char* key : {"slideForce", "slideStiffness", "slideDamping"})
      if (arguments.has(key) && !arguments.has("slideDirection")) arguments.fail(key, "needs 'slideDirection'");
    if (arguments.has("bearing") && arguments.has("slideDirection")) arguments.fail("bearing", "a pulley has either a bearing or a slide");
    circles.push_back(circle);
  }
  return circles;
}

/// The pulleys of one belt, with their bearings and drives.
class PulleyMaker {
 public:
  explicit PulleyMaker(Expansion& expansion) : expansion_(expansion) {}

  /// Adds the body that carries the circle, and the marker at its centre.
  void add(Circle& circle, int& ground) {
    if (circle.arguments.has("body")) {
      const int body = expansion_.body(circle.arguments.raw("body"), circle.arguments.at("body"));
      circle.marker = body < 0 ? 0 : addMarkerAt(circle, body, "circle");
    } else if (circle.isPulley) {
      addPulley(circle, ground);
    } else {
      NewItem ground{objects::Ground, {{"referencePosition", {circle.center[0], circle.center[1], 0}}, {"visualization", drawing(circle)}}};
      const int body = make(circle, std::move(ground), "");
      circle.marker = make(circle, {markers::BodyRigid, {{"bodyNumber", body}}}, "");
    }
  }

 private:
  int make(const Circle& circle, NewItem item, const std::string& part) {
    return expansion_.addCalled(part.empty() ? circle.name : below(circle.name, part), std::move(item), circle.entry,
                                circle.arguments.place());
  }
  int addMarkerAt(const Circle& circle, int body, const std::string& part) {
    const ReferencePose pose = expansion_.pose(body, "circles");
    const Vector3 local = transposeTimes(pose.rotation, Vector3{circle.center[0], circle.center[1], pose.position.z} - pose.position);
    return make(circle, {markers::BodyRigid, {{"bodyNumber", body}, {"localPosition", toJson(local)}}}, part);
  }
  int addCoordinate(const Circle& circle, int node, int coordinate, const char* part) {
    return make(circle, {markers::NodeCoordinate, {{"nodeNumber", node}, {"coordinate", coordinate}}}, part);
  }

  /// The drawing given by the circle, or by default a wheel with a mark.
  static Json drawing(const Circle& circle) {
    if (circle.arguments.has("visualization")) return circle.arguments.raw("visualization");
    return {{"graphics",
             Json::array(
                 {{{"type", "disc"}, {"axis", {0, 0, 1}}, {"radius", circle.radius}, {"width", 0.15 * circle.radius}, {"mark", true}}})}};
  }

  void addPulley(Circle& circle, int& ground) {
    const ArgumentReader& arguments = circle.arguments;
    const double disc = circle.mass * circle.radius * circle.radius / 2;
    const int node = make(circle, {nodes::RigidBody2D, {{"referenceCoordinates", {circle.center[0], circle.center[1], 0}}}}, "");
    const int body = make(circle,
                          {objects::RigidBody2D,
                           {{"nodeNumber", node},
                            {"physicsMass", circle.mass},
                            {"physicsInertia", arguments.value("inertia", disc)},
                            {"visualization", drawing(circle)}}},
                          "");
    circle.marker = make(circle, {markers::BodyRigid, {{"bodyNumber", body}}}, "");
    if (ground < 0) ground = addGroundCoordinate(expansion_);
    if (arguments.has("slideDirection")) {
      addSlide(circle, node);
    } else {
      const int bearing = expansion_.body(arguments.has("bearing") ? arguments.raw("bearing") : Json(), arguments.at("bearing"));
      if (bearing >= 0)
        make(circle, {objects::JointRevolute2D, {{"markerNumbers", {addMarkerAt(circle, bearing, "bearing"), circle.marker}}}}, "bearing");
    }
    const int angle = addCoordinate(circle, node, 2, "angle");
    const Json rotation{ground, angle};
    make(circle, {objects::ConnectorCoordinate, {{"markerNumbers", rotation}, {"activeConnector", false}}}, "hold");
    if (arguments.has("speed")) {
      NewItem drive{objects::ConnectorCoordinate, {{"markerNumbers", rotation}, {"velocityLevel", true}}};
      drive[arguments.raw("speed").is_string() ? "offsetUserFunction_t" : "offset"] = arguments.raw("speed");
      make(circle, drive, "drive");
    }
    if (arguments.has("torque")) {
      NewItem load{loads::Coordinate, {{"markerNumber", angle}}};
      load[arguments.raw("torque").is_string() ? "loadUserFunction" : "load"] = arguments.raw("torque");
      make(circle, load, "torque");
    }
    if (arguments.has("damping"))
      make(circle, {objects::ConnectorCoordinateSpringDamper, {{"markerNumbers", rotation}, {"damping", arguments.raw("damping")}}},
           "damper");
    const Vector3 gravity = expansion_.vector("gravity");
    if (gravity == Vector3{}) return;
    const int mass = make(circle, {markers::BodyMass, {{"bodyNumber", body}}}, "mass");
    make(circle, {loads::MassProportional, {{"markerNumber", mass}, {"loadVector", toJson(gravity)}}}, "gravity");
  }

  /// A pulley that moves along a direction: u × d = 0 for its displacement u, and the force or spring that pushes it.
  void addSlide(const Circle& circle, int node) {
    const ArgumentReader& arguments = circle.arguments;
    Vector2 direction = arguments.value("slideDirection", Vector2{1, 0});
    const double size = hypot(direction[0], direction[1]);
    if (size == 0) {
      arguments.fail("slideDirection", messages::directionOfZeros());
      return;
    }
    direction = {direction[0] / size, direction[1] / size};
    const int main = std::abs(direction[1]) >= std::abs(direction[0]) ? 1 : 0;
    const int tied = addCoordinate(circle, node, 1 - main, "slide.tied"), free = addCoordinate(circle, node, main, "slide.free");
    make(circle, {objects::ConnectorCoordinate, {{"markerNumbers", {tied, free}}, {"factorValue1", direction[1 - main] / direction[main]}}},
         "bearing");
    const double force = arguments.value("slideForce", 0.0);
    make(circle, {loads::ForceVector, {{"markerNumber", circle.marker}, {"loadVector", {force * direction[0], force * direction[1], 0}}}},
         "slide");
    if (!arguments.has("slideStiffness") && !arguments.has("slideDamping")) return;
    const double stiffness = arguments.value("slideStiffness", 0.0);
    const double damping = arguments.value("slideDamping", 0.0);
    const int base = addMarkerAt(circle, expansion_.body(Json(), circle.arguments.place()), "slide.base");
    make(circle,
         {objects::ConnectorCartesianSpringDamper,
          {{"markerNumbers", {base, circle.marker}}, {"stiffness", {stiffness, stiffness, 0}}, {"damping", {damping, damping, 0}}}},
         "slide");
  }

  Expansion& expansion_;
};

double smallestRadius(const std::vector<Circle>& circles) {
  double smallest = 0;
  for (const Circle& circle : circles)
    if (circle.radius > 0 && (smallest == 0 || circle.radius < smallest)) smallest = circle.radius;
  return smallest;
}

/// Contact parameters for a segment of this length, as given or by default.
ContactPhysics contactPhysics(const Expansion& expansion, const std::vector<Circle>& circles, double segmentLength) {
  const double factor = expansion.flag("perLength") ? segmentLength : 1, radius = smallestRadius(circles);
  const auto given = [&](const char* name, double usual) { return expansion.has(name) ? factor * expansion.number(name) : usual; };
  const double strain = std::max(std::abs(expansion.number("physicsReferenceAxialStrain")), usualStrain);
  const double usual =
      radius > 0 ? expansion.number("physicsAxialStiffness") * strain / (usualPenetration * radius * radius) * segmentLength : 0;
  ContactPhysics physics;
  physics.stiffness = given("contactStiffness", usual);
  physics.damping = given("contactDamping", usualContactTime * physics.stiffness);
  physics.frictionStiffness = given("frictionStiffness", usualFrictionStiffness * physics.stiffness);
  physics.frictionDamping = given("frictionVelocityPenalty", physics.damping);
  return physics;
}

int usualElements(const std::vector<Circle>& circles, double length) {
  const double radius = smallestRadius(circles);
  const double elements = radius > 0 ? std::ceil(usualElementsOfTurn * length / (2 * std::numbers::pi * radius)) : usualElementsOfTurn;
  return static_cast<int>(std::min<double>(elements, mostUsualElements));
}

/// Adds the contact of every element with every circle. Contacts on the same surface of an element share its marker.
void addContacts(Expansion& expansion, const std::vector<Circle>& circles, const Line& line) {
  const int segments = expansion.count("numberOfContactSegments");
  const ContactPhysics physics = contactPhysics(expansion, circles, line.elementLength / segments);
  if (physics.stiffness == 0) return;
  const double thickness = expansion.number("thickness");
  const int elements = static_cast<int>(line.elements.size());
  std::vector<int> surfaces[2] = {std::vector<int>(elements, -1), std::vector<int>(elements, -1)};
  const auto surface = [&](bool left, int k) {
    std::vector<int>& markers = surfaces[thickness > 0 && left];
    if (markers[k] < 0)
      markers[k] = expansion.add({markers::BodyCable2DShape,
                                  {{"bodyNumber", line.elements[k]},
                                   {"numberOfSegments", segments},
                                   {"verticalOffset", thickness == 0 ? 0
                                                      : left         ? -thickness / 2
                                                                     : thickness / 2}}},
                                 numbered(thickness == 0 ? "axis"
                                          : left         ? "right"
                                                         : "left",
                                          k));
    return markers[k];
  };
  for (const Circle& circle : circles) {
    if (circle.marker < 0) continue;
    for (int k = 0; k < elements; ++k) {
      NewItem contact{objects::ContactFrictionCircleCable2D,
                      {{"markerNumbers", {circle.marker, surface(circle.left, k)}},
                       {"numberOfContactSegments", segments},
                       {"circleRadius", circle.radius},
                       {"contactStiffness", physics.stiffness},
                       {"contactDamping", physics.damping},
                       {"frictionVelocityPenalty", physics.frictionDamping},
                       {"frictionStiffness", physics.frictionStiffness}}};
      expansion.pass(contact);
      expansion.addCalled(below(expansion.name(), "contact." + numbered(circle.name, k)), std::move(contact), expansion.entry(),
                          expansion.place());
    }
  }
}

void expandBelt(Expansion& expansion) {
  const int errors = expansion.reader().issues().errors();
  std::vector<Circle> circles = readCircles(expansion);
  if (expansion.reader().issues().errors() > errors) return;
  const bool closed = expansion.flag("closed");
  const double thickness = expansion.number("thickness");
  const double offset = expansion.has("radialOffset") ? expansion.number("radialOffset") : thickness / 2;
  bool good = true;
  for (const char* each : {"contactStiffness", "contactDamping", "frictionVelocityPenalty", "frictionStiffness"})
    if (expansion.has(each)) expansion.number(each);
  std::vector<ReevingCircle> path;
  for (std::size_t i = 0; i < circles.size(); ++i) {
    const Circle& circle = circles[i];
    const bool end = !closed && (i == 0 || i + 1 == circles.size());
    const bool point = end && circle.radius == 0;
    path.push_back({circle.center[0], circle.center[1], point ? 0 : circle.radius + offset, circle.left});
    if (!point && (circle.radius <= 0 || path.back().radius <= 0)) {
      const std::string range = end ? "0 (a point) or more" : "more than 0";
      circle.arguments.fail("radius", "must be " + range + ", including the belt around it, got " + numberText(circle.radius));
      good = false;
    }
  }
  if (!good) return;
  ReevingCurve::Problem problem;
  const ReevingCurve curve(path, closed, problem);
  if (problem.circle >= 0) {
    circles[problem.circle].arguments.fail("center", "the circle " + problem.text);
    return;
  }
  if (!isUsable(curve.length())) expansion.fail("circles", "the belt is too long or too short for the calculation");
  const int segments = expansion.count("numberOfContactSegments");
  const int elements = expansion.has("numberOfElements") ? expansion.count("numberOfElements") : usualElements(circles, curve.length());
  if (expansion.reader().issues().errors() > errors) return;
  if (closed && elements < 3) expansion.fail("numberOfElements", "a closed belt needs 3 or more, got " + std::to_string(elements));
  if (segments > mostSegments)
    expansion.fail("numberOfContactSegments", "must be at most " + std::to_string(mostSegments) + ", got " + std::to_string(segments));
  if (expansion.reader().issues().errors() > errors) return;
  const double pairs = static_cast<double>(elements) * static_cast<double>(circles.size());
  if (!expansion.roomFor(itemsOfCables(elements) + 2 * pairs + 2.0 * elements)) return;
  const Json curvature = expansion.flag("curved") ? Json() : Json(0.0);
  std::optional<double> damping;
  if (!expansion.has("physicsAxialDamping")) damping = usualDampingTime * expansion.number("physicsAxialStiffness");
  const Line line = addCables(
      expansion, [&](double s) { return curve.at(s); }, curve.length(), elements, closed, curvature, damping);
  int ground = -1;
  PulleyMaker pulleys(expansion);
  for (Circle& circle : circles)
    if (circle.radius > 0) pulleys.add(circle, ground);
  addContacts(expansion, circles, line);
  for (const char* argument : {"fixedStart", "fixedEnd"}) {
    if (!expansion.has(argument)) continue;
    if (closed)
      expansion.fail(argument, "a closed belt has no ends");
    else
      fix(expansion, argument, std::string(argument) == "fixedStart" ? line.nodes.front() : line.nodes.back(), ground);
  }
}

/// The arguments that cables of every shape share.
std::vector<Row> cableArguments() {
  constexpr Range zeroOrOne{Range::Kind::oneOf, {0, 1}};
  return std::vector<Row>{
             row<int>("numberOfElements", unit::none, positive, Presence::required, "number of elements, which have equal length")} +
         passes(objects::ANCFCable2D, {"physicsLength", "physicsReferenceCurvature"}) +
         std::vector<Row>{row<Vector3>("gravity", unit::metrePerSecondSquared, anyNumber, Vector3{},
                                       "acceleration of gravity; adds loads if it is not zero"),
                          row<Vector4>("fixedStart", unit::none, zeroOrOne, Vector4{},
                                       "whether x, y, and x and y of the slope are fixed at the start, 1 or 0 each"),
                          row<Vector4>("fixedEnd", unit::none, zeroOrOne, Vector4{}, "the same at the end")};
}

std::vector<Row> straightArguments() {
  return std::vector<Row>{
             row<Vector2>("startPosition", unit::metre, anyNumber, Vector2{}, "x and y of its start"),
             row<Vector2>("endPosition", unit::metre, anyNumber, Presence::required, "x and y of its end"),
             row<double>("physicsReferenceCurvature", unit::perMetre, anyNumber, 0.0, "curvature at which the bending moment is zero")} +
         cableArguments();
}

std::vector<Row> beltArguments() {
  std::vector<Row> cable = cableArguments();
  for (Row& each : cable) {
    if (each.name == "useReducedOrderIntegration") each.defaultValue = 2;
    if (each.name == "numberOfElements")
      each = row<int>("numberOfElements", unit::none, positive, Presence::optional,
                      "number of elements, which have equal length; default: 24 per turn of the smallest circle, 400 at most");
    if (each.name == "physicsAxialDamping")
      each = row<double>("physicsAxialDamping", unit::newtonSecond, nonNegative, Presence::optional,
                         "axial force per strain rate; default: 0.002 s times physicsAxialStiffness");
  }
  return std::vector<Row>{circlesRow, row<bool>("closed", unit::none, anyNumber, true, "the belt returns to the first circle"),
                          row<double>("thickness", unit::metre, nonNegative, 0.0,
                                      "thickness of the belt; its axis is half of this away from the circles"),
                          row<double>("radialOffset", unit::metre, anyNumber, Presence::optional,
                                      "distance of the axis from the circles in the reference configuration; default: half the thickness"),
                          row<bool>("curved", unit::none, anyNumber, false,
                                    "whether the elements are free of bending on the curve, or otherwise when straight")} +
         cable +
         std::vector<Row>{
             row<double>("contactStiffness", unit::mixed, nonNegative, Presence::optional,
                         "normal force of a segment per penetration (N/m); 0: no contact; default: under pre-tension, the belt penetrates "
                         "the smallest circle by a thousandth of its radius"),
             row<double>("contactDamping", unit::mixed, nonNegative, Presence::optional,
                         "normal force per penetration velocity (N·s/m); default: 20 µs times contactStiffness"),
             row<double>("frictionStiffness", unit::mixed, nonNegative, Presence::optional,
                         "tangential force per displacement during sticking (N/m); default: 0.4 contactStiffness"),
             row<double>("frictionVelocityPenalty", unit::mixed, nonNegative, Presence::optional,
                         "tangential force per velocity during sticking (N·s/m); default: contactDamping"),
             row<bool>("perLength", unit::none, anyNumber, false,
                       "whether the four stiffness and damping values are per length of the belt (N/m², N·s/m²) instead of per segment"),
             row<int>("numberOfContactSegments", unit::none, positive, 2, "contact segments per element")} +
         passes(objects::ContactFrictionCircleCable2D,
                {"contactStiffness", "contactDamping", "frictionStiffness", "frictionVelocityPenalty", "numberOfContactSegments",
                 "circleRadius", "activeConnector"});
}

}  // namespace

std::vector<Creator> cableCreators() {
  return {
      {"Cable2D", "A straight line of cable elements in the xy plane.", straightArguments(), expandCable2D},
      {"Belt", "A belt or rope around circles in the xy plane: elements, pulleys with bearings and drives, contact with friction.",
       beltArguments(), expandBelt},
  };
}

}  // namespace slipstick
