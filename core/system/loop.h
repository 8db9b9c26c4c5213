// How a system computes the items of one type: one array of them, one function per sweep, no call per item.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/math/rotations.h"
#include "core/model/model.h"
#include "core/system/pose.h"
#include "core/system/state.h"
#include "core/system/sweep.h"

namespace slipstick {

class ItemLoop;

template <class P>
class RigidMotions;
/// Motions of rigid nodes with one of the parametrisations.
using AnyRigidMotions =
    std::variant<std::monostate, RigidMotions<EulerParameters>*, RigidMotions<TaitBryanAngles>*, RigidMotions<RotationVector>*>;

/// A copy of what a loop remembers, and how many bytes it takes.
struct LoopMemory {
  std::shared_ptr<const void> copy;
  std::size_t bytes = 0;
};

/// An item inside its loop.
struct Place {
  ItemLoop* loop = nullptr;
  int index = -1;
};

/// What a marker turned into: entries of the sweep's arrays that connectors, loads and sensors use.
struct MarkerPlace {
  int frame = -1;                // of position and rigid markers
  int scalar = -1;               // of coordinate markers
  int cable = -1;                // of markers of a whole cable
  const double* mass = nullptr;  // of mass markers on lumped bodies; the frame then is at the centre of mass
};

/// A cable as its markers offer it to contact and sliding joints.
struct CablePlace {
  Place body;
  const double* length = nullptr;    // of the cable, m
  std::array<int, 8> coordinates{};  // of r0, r0', r1, r1' in the system
  std::array<double, 8> reference{};
  int axialCoordinate = -1;  // of a cable that moves through its mesh: the coordinate s, whose velocity adds ṡ r' to that of each point
  double axialReference = 0;
  // Of a shape marker: it has segments + 1 points, at x = i L / segments and the offset along the normal.
  int segments = 0;
  double verticalOffset = 0;
};

/// Where the value of a sensor comes from.
struct SensorSource {
  Place place;
  OutputVariable variable = OutputVariable::none;
  Vector3 localPosition;
};

/// Numbering while a system is assembled. Loops ask for coordinates, multipliers, data and marker entries here.
struct Assembly {
  explicit Assembly(const Model& source) : model(source) {}

  const Model& model;
  std::vector<Place> places[itemKinds];  // by kind and number
  std::vector<MarkerPlace> markers;      // by number
  std::vector<SensorSource> sensors;     // by number
  State initial;
  std::vector<double> reference;          // reference values of the coordinates
  std::vector<int> lieGroup;              // first coordinates of rotation vectors that are composed, not added
  std::vector<std::vector<int>> frames;   // coordinates of each frame
  std::vector<char> frameJacobians;       // whether somebody differentiates by the motion of the frame
  std::vector<std::vector<int>> scalars;  // coordinates of each scalar
  std::vector<CablePlace> cables;         // of markers of whole cables
  std::vector<std::string> multiplierNames;

  Place place(ItemKind kind, int number) const { return places[static_cast<int>(kind)][number]; }
  /// New coordinates; returns the first.
  int addCoordinates(std::span<const double> referenceValues, std::span<const double> initialValues, std::span<const double> velocities);
  int addData(std::span<const double> initialValues);
  int addMultipliers(int count, const std::string& itemName);
  int addFrame(std::vector<int> coordinates);
  int addScalar(std::vector<int> coordinates);
  /// Numbers coordinates first … first + count − 1.
  static std::vector<int> range(int first, int count);
};

/// Jacobian of a scalar marker: rows of `size` numbers.
struct ScalarJacobian {
  int size = 0;
  const int* coordinates = nullptr;
  double* value = nullptr;  // ∂w/∂q = ∂ẇ/∂q̇
  double* rate = nullptr;   // ∂ẇ/∂q
};

struct Tangent {
  TangentFactors factors;
  MatrixSink sink;
  std::vector<FrameJacobian>* frames;
  std::vector<ScalarJacobian>* scalars;
  int multiplierOffset;
};

/// The end of a Newton solution: items look at their contact and friction states again.
struct PostNewton {
  std::vector<double>* data;                             // current data coordinates, to be changed
  const std::vector<double>* startOfStep;                // those at the start of the step
  double error = 0;                                      // largest over the items, force-like
  double recommendedStep = -1;                           // smallest non-negative recommendation; -1: none
  std::vector<double>* contacts = nullptr;               // of sets of contacts: current, to be changed
  const std::vector<double>* contactsAtStart = nullptr;  // and at the start of the step
  bool atParting = false;  // whether all contacts recommend steps to where bodies part, not only to where they meet

  void recommend(double step) {
    if (step >= 0 && (recommendedStep < 0 || step < recommendedStep)) recommendedStep = step;
  }
};

class ItemLoop {
 public:
  virtual ~ItemLoop() = default;
  virtual void reserve(int items) = 0;
  /// Takes a copy of the item and numbers what it needs. Nodes come first, then objects, markers, loads, sensors.
  virtual void add(const ModelItem& item, int number, Assembly& assembly) = 0;
  /// Called for connectors and constraints when markers have their places.
  virtual void connect(Assembly&) {}
  /// The item struct, to change parameters between analysis steps; then changed().
  virtual void* item(int index) = 0;
  virtual void changed(int) {}

  /// First coordinate of a node in the system: displacement coordinates, or data coordinates of a data node.
  virtual int firstCoordinate(int) const { return -1; }
  virtual int coordinateCount(int) const { return 0; }
  /// All of them, by their numbers in the system: of a node, of the nodes of an object, or of whom a marker stands for.
  virtual std::vector<int> coordinates(int index) const;
  /// Whether those are displacement coordinates (and not data).
  virtual bool isDisplacement() const { return true; }
  /// Whether they are states of first order, which are numbered after all others.
  virtual bool isFirstOrder() const { return false; }

  // Markers on the item: an entry at a point fixed to it; a frame at its centre of mass.
  virtual int addFrame(int index, const Vector3& localPosition, Assembly& assembly);
  /// The same at a point of a link of a tree; others have no links.
  virtual int addFrameOn(int index, int, const Vector3& localPosition, Assembly& assembly) {
    return addFrame(index, localPosition, assembly);
  }
  /// Takes a frame away again, if it is one of this loop's.
  virtual void dropFrame(int) {}
  virtual MarkerPlace addMass(int index, Assembly& assembly);
  /// A cable, for markers of the whole of it; the fields of a shape marker are left out.
  virtual CablePlace cable(int index, const Assembly& assembly) const;

  // Mass, for explicit integration.
  virtual bool hasMass() const { return false; }
  virtual bool massIsConstant() const { return true; }
  /// Why explicit integration cannot treat an item of this loop, or "". Coordinates that are simply held at zero go to `fixed`.
  virtual std::string explicitObstacle(const std::vector<ModelItem>&, std::vector<int>&) const { return ""; }

  /// Why constraints of this loop cannot be kept at velocity level, or "".
  virtual std::string velocityObstacle(const std::vector<ModelItem>&) const { return ""; }

  /// What rigid bodies need of their node, if the loop computes such nodes.
  virtual AnyRigidMotions rigidMotions() { return {}; }
  /// Directions in which a rigid node moves (a displacement and a turn in global axes) as variations of its coordinates, and the first
  /// and second time derivative of that relation; size × 6 by rows. Takes the state and all reference values. False where coordinates are
  /// varied one by one.
  virtual bool variations(int, const State&, const double*, double*, double*, double*) const { return false; }

  // Sweeps, for values and for directional derivatives of constraints; other laws have no part in the latter.
  virtual void kinematics(Sweep<double>&) {}
  virtual void kinematics(Sweep<Dual1>&) {}
  virtual void laws(Sweep<double>&) {}
  virtual void laws(Sweep<Dual1>&) {}
  virtual void back(Sweep<double>&) {}
  virtual void back(Sweep<Dual1>&) {}

  // Tangent at the state of the last sweep.
  virtual void jacobians(Tangent&, const Sweep<double>&) {}
  virtual void tangent(Tangent&, Sweep<double>&) {}
  virtual void backTangent(Tangent&, Sweep<double>&) {}

  /// A number that changes when the blocks of the tangent will come at other places than before.
  virtual long pattern() const { return 0; }
  /// What the loop remembers beside the state, so that a run can go on from here again; recall() takes it back.
  virtual LoopMemory memory() const { return {}; }
  virtual void recall(const void*) {}

  /// Sets the entries of multipliers whose constraint is at velocity level by nature.
  virtual void markVelocityConstraints(char*) const {}

  virtual void postNewton(PostNewton&, const Sweep<double>&) {}
  /// Whether items of this loop take part in the discontinuous iteration.
  virtual bool hasPostNewton() const { return false; }
  /// Whether forces jump where postNewton() changes data; others only keep numbers there, such as the turns of an angle.
  virtual bool isDiscontinuous() const { return hasPostNewton(); }

  /// An output variable of the item, at a local position of a body.
  virtual void output(int index, OutputVariable variable, const Vector3& localPosition, const Sweep<double>& sweep, double* out) const;

  /// How the item is drawn; size 0 if it is not, or does not move.
  virtual PoseSource pose(int) const { return {PoseKind::point, 0}; }
  virtual void writePose(int, const Sweep<double>&, double*) const {}
};

/// Takes the frame with this number out of a list of them.
template <class Frames>
void dropFrom(Frames& frames, int slot) {
  std::erase_if(frames, [slot](const auto& frame) { return frame.slot == slot; });
}

/// Functions that no step calls: compiled to be small, with all that is inlined into them.
#define SLIPSTICK_SMALL [[gnu::cold]]

[[noreturn]] void failUnreserved();

/// Supplies the virtual functions of a loop from templates `kinematicsOf<S>`, `backOf<S>` of Derived, its `lawsOf`, which constraints have
/// as a template and others for double, and its `outputOf`.
template <class Derived, class Item>
class LoopOf : public ItemLoop {
 public:
  void reserve(int items) override { items_.reserve(items); }
  void* item(int index) override { return &items_[index]; }
  const Item& get(int index) const { return items_[index]; }

  void kinematics(Sweep<double>& sweep) override { runKinematics(sweep); }
  SLIPSTICK_SMALL void kinematics(Sweep<Dual1>& sweep) override { runKinematics(sweep); }
  void laws(Sweep<double>& sweep) override { runLaws(sweep); }
  SLIPSTICK_SMALL void laws(Sweep<Dual1>& sweep) override { runLaws(sweep); }
  void back(Sweep<double>& sweep) override { runBack(sweep); }
  SLIPSTICK_SMALL void back(Sweep<Dual1>& sweep) override { runBack(sweep); }
  SLIPSTICK_SMALL void output(int index, OutputVariable variable, const Vector3& position, const Sweep<double>& sweep,
                              double* out) const override {
    if constexpr (requires(const Derived& d) { d.outputOf(index, variable, position, sweep, out); })
      static_cast<const Derived*>(this)->outputOf(index, variable, position, sweep, out);
  }

 protected:
  int keep(const ModelItem& modelItem) {
    if (items_.size() == items_.capacity()) failUnreserved();  // which leaves out the code for growing
    items_.push_back(modelItem.as<Item>());
    return static_cast<int>(items_.size()) - 1;
  }
  std::vector<Item> items_;

 private:
  template <class S>
  void runKinematics(Sweep<S>& sweep) {
    if constexpr (requires(Derived & d) { d.template kinematicsOf<S>(sweep); })
      static_cast<Derived*>(this)->template kinematicsOf<S>(sweep);
  }
  template <class S>
  void runLaws(Sweep<S>& sweep) {
    if constexpr (requires(Derived & d) { d.lawsOf(sweep); }) static_cast<Derived*>(this)->lawsOf(sweep);
  }
  template <class S>
  void runBack(Sweep<S>& sweep) {
    if constexpr (requires(Derived & d) { d.template backOf<S>(sweep); }) static_cast<Derived*>(this)->template backOf<S>(sweep);
  }
};

/// A loop whose steps do not look at its items: it shares them with the model, and copies one that is to be changed.
template <class Derived, class Item>
class SharingLoopOf : public LoopOf<Derived, Item> {
 public:
  void reserve(int items) override { shared_.reserve(items); }
  void* item(int index) override {
    const auto own = std::make_shared<Item>(get(index));
    shared_[index] = own;
    return own.get();
  }
  const Item& get(int index) const { return *static_cast<const Item*>(shared_[index].get()); }

 protected:
  int keep(const ModelItem& modelItem) {
    shared_.push_back(modelItem.value);
    return static_cast<int>(shared_.size()) - 1;
  }

 private:
  using LoopOf<Derived, Item>::items_;  // stays empty
  std::vector<std::shared_ptr<const void>> shared_;
};

/// Writes a vector to an output.
template <class S>
void writeVector(const Vec3<S>& v, S* out) {
  out[0] = v.x, out[1] = v.y, out[2] = v.z;
}
template <class S>
void writeMatrix(const Mat3<S>& m, S* out) {
  for (int i = 0; i < 9; ++i) out[i] = m[i / 3][i % 3];
}

/// Coordinates, CoordinatesTotal, Coordinates_t, Coordinates_tt of a node; returns false for any other variable.
inline bool coordinateOutput(OutputVariable variable, const Sweep<double>& sweep, int first, int count, const double* reference,
                             double* out) {
  for (int i = 0; i < count; ++i) switch (variable) {
      case OutputVariable::Coordinates:
        out[i] = sweep.q[first + i];
        break;
      case OutputVariable::CoordinatesTotal:
        out[i] = reference[i] + sweep.q[first + i];
        break;
      case OutputVariable::Coordinates_t:
        out[i] = sweep.q_t[first + i];
        break;
      case OutputVariable::Coordinates_tt:
        out[i] = sweep.q_tt ? sweep.q_tt[first + i] : 0.0;
        break;
      default:
        return false;
    }
  return true;
}

/// Position and quaternion for drawing.
inline void writeFramePose(const Vector3& position, const Matrix3& rotation, double* out) {
  writeVector(position, out);
  quaternion(rotation, out + 3);
}

}  // namespace slipstick
