#include "core/exchange/coverage.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace slipstick {
namespace {

/// An element: the elements that it may contain, and its attributes; names are separated by spaces.
struct ElementRow {
  const char* element;  // or "parent/element", which comes first
  const char* children;
  const char* carried;
  const char* still;  // without influence on the motion
};

/// Omitted content has a title in the list. The value after '=' has no effect.
struct Left {
  const char* element;
  const char* title;
  const char* attributes;
};

/// Elements that form a unit with their whole content. The reader itself lists those without a title.
struct Whole {
  const char* elements;
  Treatment treatment;
  const char* title = "";
};

struct Tables {
  std::span<const ElementRow> rows;
  std::span<const Left> left;
  std::span<const Whole> wholes;
};

// The names of MuJoCo 4.0, and a few of older versions.

#define TURNS "axisangle euler quat xyaxes zaxis"
#define BODY_CHILDREN "body frame inertial joint freejoint geom site camera light plugin attach flexcomp composite replicate"
#define ACTUATOR "armature class ctrllimited ctrlrange damping forcelimited forcerange gear joint jointinparent name"

constexpr ElementRow mjcfRows[] = {
    {"mujoco",
     "compiler option size statistic visual default extension asset worldbody deformable contact tendon equality actuator sensor custom "
     "keyframe",
     "model", ""},
    {"compiler", "lengthrange",
     "angle assetdir autolimits boundinertia boundmass coordinate eulerseq inertiafromgeom inertiagrouprange meshdir strippath",
     "alignfree conflict convexhull discardvisual exactmeshinertia fusestatic passthrough savecanonical savecompiled saveinertial "
     "texturedir "
     "usethread"},
    {"option", "flag", "gravity",
     "apirate ccd_iterations ccd_tolerance collision cone impratio integrator iterations jacobian ls_iterations ls_tolerance magnetic "
     "mpr_iterations mpr_tolerance noslip_iterations noslip_tolerance o_friction o_margin o_solimp o_solref sdf_initpoints sdf_iterations "
     "sleep_tolerance solver timestep tolerance"},
    {"flag", "", "actuation clampctrl constraint contact damper equality gravity passive spring",
     "frictionloss limit autoreset diagexact energy eulerdamp filterparent fwdinv invdiscrete ipc island midphase multiccd nativeccd "
     "refsafe sensor "
     "sensornoise "
     "sleep speculative warmstart"},
    {"default",
     "default mesh texture material joint geom site camera light pair equality tendon general motor position velocity intvelocity "
     "orientation "
     "pid damper cylinder muscle adhesion dcmotor",
     "class", ""},
    {"asset", "mesh hfield skin texture material model", "", ""},
    {"mesh", "plugin", "class content_type face file inertia name refpos refquat scale vertex",
     "material maxhullvert normal smoothnormal texcoord"},
    {"material", "layer", "class name rgba", "emission metallic reflectance roughness shininess specular texrepeat texture texuniform"},
    {"worldbody", BODY_CHILDREN, "", ""},
    {"body", BODY_CHILDREN, "childclass gravcomp name pos " TURNS, "fuse mocap simple sleep user"},
    {"frame", BODY_CHILDREN, "childclass pos " TURNS, "name"},
    {"inertial", "", "diaginertia fullinertia mass pos " TURNS, ""},
    {"joint", "", "armature axis class damping name pos ref springdamper springref stiffness type", "actuatorgravcomp group user"},
    {"freejoint", "", "name", "align group"},
    {"geom", "plugin", "class conaffinity contype density fromto group mass material mesh pos rgba shellinertia size type " TURNS,
     "castshadow name user"},
    {"site", "", "class fromto name pos " TURNS, "group material mesh rgba size type user"},
    {"equality", "connect weld joint tendon flex flexvert flexstrain", "", ""},
    {"default/equality", "", "active", ""},
    {"connect", "", "active anchor body1 body2 class name site1 site2", ""},
    {"weld", "", "active body1 body2 class name relpose site1 site2", "anchor torquescale"},
    {"equality/joint", "", "active class joint1 joint2 name polycoef", ""},
    {"actuator", "general motor position velocity intvelocity orientation pid damper cylinder muscle adhesion dcmotor plugin", "", ""},
    {"general", "", ACTUATOR " biasprm biastype dyntype gainprm gaintype inheritrange", "group lengthrange user"},
    {"motor", "", ACTUATOR, "group lengthrange user"},
    {"position", "", ACTUATOR " dampratio inheritrange kp kv", "group lengthrange user"},
    {"velocity", "", ACTUATOR " kv", "group lengthrange user"},
};

#define OTHER_TRANSMISSIONS "cranklength cranksite refsite site slidersite tendon"
#define DELAYS "delay=0 interp nsample=0"

constexpr Left mjcfLeft[] = {
    {"compiler", "mass changes by the compiler", "balanceinertia=false settotalmass=-1"},
    {"compiler", "sizes of geoms that are fitted to meshes", "fitaabb=false"},
    {"option", "forces of the medium", "density=0 viscosity=0 wind=0"},
    {"option", "groups of actuators that are switched off", "actuatorgroupdisable"},
    {"flag", "contact of geoms", "override=disable"},
    {"mesh", "meshes that MuJoCo builds", "builtin=none params"},
    {"joint", "limits of joints", "limited=false margin range solimplimit solreflimit"},
    {"joint", "limits of the forces of actuators in joints", "actuatorfrclimited=false actuatorfrcrange"},
    {"joint", "dry friction of joints", "frictionloss=0 solimpfriction solreffriction"},
    {"joint", "yield of springs", "springyield=0"},
    {"geom", "contact of geoms", "adhesion condim friction gap margin priority solimp solmix solref surfacevel"},
    {"geom", "forces of the medium", "fluidcoef fluidshape=none"},
    {"geom", "height fields", "hfield"},
    {"geom", "sizes of geoms that are fitted to meshes", "fitscale"},
    {"default/equality", "softness of constraints", "solimp solref"},
    {"connect", "softness of constraints", "solimp solref"},
    {"weld", "softness of constraints", "solimp solref"},
    {"equality/joint", "softness of constraints", "solimp solref"},
    {"general", "actuators on parts other than joints", OTHER_TRANSMISSIONS " body"},
    {"motor", "actuators on parts other than joints", OTHER_TRANSMISSIONS},
    {"position", "actuators on parts other than joints", OTHER_TRANSMISSIONS},
    {"velocity", "actuators on parts other than joints", OTHER_TRANSMISSIONS},
    {"general", "dynamics of actuators", "actdim actearly actlimited actrange dynprm ffrange input velrange " DELAYS},
    {"motor", "dynamics of actuators", DELAYS},
    {"position", "dynamics of actuators", "timeconst=0 " DELAYS},
    {"velocity", "dynamics of actuators", DELAYS},
};

constexpr Whole mjcfWholes[] = {
    {"lengthrange size statistic visual custom camera light layer skin", Treatment::still},
    {"default/texture default/tendon default/pair equality/tendon equality/flex equality/flexvert equality/flexstrain", Treatment::left},
    {"intvelocity orientation pid damper cylinder muscle adhesion dcmotor actuator/plugin", Treatment::left},
    {"contact", Treatment::left, "contact of geoms"},
    {"texture", Treatment::left, "textures"},
    {"hfield", Treatment::left, "height fields"},
    {"model attach replicate flexcomp composite deformable tendon sensor keyframe extension plugin", Treatment::left, "elements"},
};

constexpr ElementRow urdfRows[] = {
    {"robot", "link joint material transmission gazebo sensor mujoco", "name", "version"},
    {"link", "inertial visual collision", "name", "type"},
    {"inertial", "origin mass inertia", "", ""},
    {"origin", "", "xyz rpy", ""},
    {"mass", "", "value", ""},
    {"inertia", "", "ixx ixy ixz iyy iyz izz", ""},
    {"visual", "origin geometry material", "", "name"},
    {"geometry", "box cylinder sphere mesh capsule", "", ""},
    {"box", "", "size", ""},
    {"cylinder", "", "radius length", ""},
    {"sphere", "", "radius", ""},
    {"mesh", "", "filename scale", ""},
    {"material", "color texture", "name", ""},
    {"color", "", "rgba", ""},
    {"joint", "origin parent child axis calibration dynamics limit safety_controller mimic", "name type", ""},
    {"parent", "", "link", ""},
    {"child", "", "link", ""},
    {"axis", "", "xyz", ""},
    {"calibration", "", "", "reference_position rising falling"},
    {"dynamics", "", "damping", ""},
    {"limit", "", "", ""},
    {"mimic", "", "joint multiplier offset", ""},
};

constexpr Left urdfLeft[] = {
    {"dynamics", "dry friction of joints", "friction=0"},
    {"limit", "limits of joints", "lower upper effort velocity"},
};

constexpr Whole urdfWholes[] = {
    {"capsule", Treatment::left},
    {"collision", Treatment::left, "contact of links"},
    {"texture", Treatment::left, "textures"},
    {"safety_controller transmission gazebo sensor mujoco", Treatment::left, "elements"},
};

const Tables& tablesOf(Format format) {
  static const Tables mjcf{mjcfRows, mjcfLeft, mjcfWholes}, urdf{urdfRows, urdfLeft, urdfWholes};
  return format == Format::mjcf ? mjcf : urdf;
}

/// Whether a list contains a name; `value` is set to the text after its '='.
bool hasName(std::string_view list, std::string_view name, std::string_view* value = nullptr) {
  while (!list.empty()) {
    const std::string_view word = list.substr(0, list.find(' '));
    const std::size_t sign = word.find('=');
    if (word.substr(0, sign) == name) {
      if (value && sign != std::string_view::npos) *value = word.substr(sign + 1);
      return true;
    }
    list.remove_prefix(std::min(word.size() + 1, list.size()));
  }
  return false;
}

class Coverage {
 public:
  Coverage(Format format, const std::string& parent, const std::string& element)
      : tables_(tablesOf(format)), parent_(parent), element_(element) {}

  /// The row of the element at this position; null if there is none.
  const ElementRow* row() const {
    const ElementRow* found = nullptr;
    for (const ElementRow& row : tables_.rows)
      if (isNamed(row.element) && (!found || std::string_view(row.element).find('/') != std::string_view::npos)) found = &row;
    return found;
  }
  const Whole* whole() const {
    const std::string inPlace = parent_ + "/" + element_;
    for (const Whole& whole : tables_.wholes)
      if (hasName(whole.elements, inPlace)) return &whole;
    if (parent_ == "equality" && element_ == "joint") return nullptr;
    for (const Whole& whole : tables_.wholes)
      if (hasName(whole.elements, element_)) return &whole;
    return nullptr;
  }
  /// The row in which an attribute is omitted; `value`: the value without effect at this position.
  const Left* left(std::string_view attribute, std::string_view* value = nullptr) const {
    const ElementRow* own = row();
    for (const Left& left : tables_.left)
      if (own && std::string_view(left.element) == own->element && hasName(left.attributes, attribute, value)) return &left;
    return nullptr;
  }
  bool isInPlace() const {
    if (parent_.empty()) return true;
    for (const ElementRow& row : tables_.rows)
      if (std::string_view(row.element) == parent_ && hasName(row.children, element_)) return true;
    return false;
  }

 private:
  bool isNamed(std::string_view name) const {
    const std::size_t slash = name.find('/');
    if (slash == std::string_view::npos) return name == element_;
    return name.substr(0, slash) == parent_ && name.substr(slash + 1) == element_;
  }

  const Tables& tables_;
  const std::string &parent_, &element_;
};

/// Whether an attribute has the value without effect: the same word, or numbers that all equal that number.
bool changesNothing(const XmlElement& element, const std::string& attribute, std::string_view neutral) {
  const std::string value = element.text(attribute);
  if (neutral.empty()) return false;
  if (value == neutral) return true;
  if (neutral != "0" || value.find_first_not_of(" \t\r\n+-.0") != std::string::npos) return false;
  return value.find('0') != std::string::npos;
}

void listIn(Format format, const std::string& parent, const XmlElement& element, Robot& robot) {
  const Coverage coverage(format, parent, element.name);
  if (!coverage.isInPlace()) return robot.leave("unknown element <" + element.name + "> in <" + parent + ">");
  if (const Whole* whole = coverage.whole()) {
    if (*whole->title) robot.leave(whole->title, "<" + element.name + ">");
    return;
  }
  const ElementRow* row = coverage.row();
  for (const auto& [attribute, value] : element.attributes) {
    std::string_view neutral;
    if (hasName(row->carried, attribute) || hasName(row->still, attribute) || attribute.rfind("xmlns", 0) == 0) continue;
    const Left* left = coverage.left(attribute, &neutral);
    if (!left)
      robot.leave("unknown attribute " + attribute + " of <" + element.name + ">");
    else if (!changesNothing(element, attribute, neutral))
      robot.leave(left->title, attribute);
  }
  for (const XmlElement& child : element.children) listIn(format, element.name, child, robot);
}

}  // namespace

Treatment treatmentOf(Format format, const std::string& parent, const std::string& element, const std::string& attribute) {
  const Coverage coverage(format, parent, element);
  if (!coverage.isInPlace()) return Treatment::unknown;
  if (const Whole* whole = coverage.whole()) return whole->treatment;
  const ElementRow* row = coverage.row();
  if (!row) return Treatment::unknown;
  if (attribute.empty() || hasName(row->carried, attribute)) return Treatment::carried;
  if (hasName(row->still, attribute)) return Treatment::still;
  return coverage.left(attribute) ? Treatment::left : Treatment::unknown;
}

void listLeft(Format format, const XmlElement& root, Robot& robot) { listIn(format, "", root, robot); }

}  // namespace slipstick
