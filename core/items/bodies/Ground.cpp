// The ground: a body that does not move.

#include "core/items/registration.h"

#include <cstdint>
#include "core/math/rotations.h"

namespace slipstick {
namespace {

struct Ground {
  Vector3 referencePosition;
  Matrix3 referenceRotation;
};

class Loop final : public LoopOf<Loop, Ground, role::Carrier, role::Moving, role::Deriving, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int, Assembly& assembly) override {
    assembly.add(written_);
    keep(modelItem);
  }
  int addFrame(int index, const Vector3& localPosition, Assembly& assembly) override {
    const int slot = assembly.addFrame({});
    frames_.push_back({index, slot, localPosition});
    ++version_;
    return slot;
  }
  void dropFrame(int slot) override { dropFrom(frames_, slot); }
  void changed(int) override { ++version_; }
  template <class S>
  void kinematicsOf(Sweep<S>& sweep) const {
    Written::State& state = isDual<S> ? sweep[written_].dual : sweep[written_].plain;
    if (state.version == version_ && state.layout == sweep.layout) return;
    state = {version_, sweep.layout};
    for (const Frame& frame : frames_) {
      const Ground& ground = items_[frame.item];
      const Vector3 position = ground.referencePosition + ground.referenceRotation * frame.local;
      FrameKinematics<S>& out = sweep.frames[frame.slot];
      out = {};
      for (int i = 0; i < 3; ++i) {
        out.position[i] = S(position[i]);
        for (int j = 0; j < 3; ++j) out.rotation[i][j] = S(ground.referenceRotation[i][j]);
      }
    }
  }
  // Nothing depends on coordinates.
  template <class S>
  void backOf(Sweep<S>&) const {}
  void jacobians(Tangent&, const Sweep<double>&) const override {}
  void outputOf(int index, OutputVariable variable, const Vector3& local, const Sweep<double>&, double* out) const {
    const Ground& ground = items_[index];
    const Vector3 position = ground.referencePosition + ground.referenceRotation * local;
    if (variable == OutputVariable::RotationMatrix) {
      for (int i = 0; i < 9; ++i) out[i] = ground.referenceRotation[i / 3][i % 3];
      return;
    }
    for (int i = 0; i < 3; ++i) out[i] = variable == OutputVariable::Position ? position[i] : 0.0;
  }

 private:
  struct Frame {
    int item, slot;
    Vector3 local;
  };
  std::vector<Frame> frames_;
  /// The frames that are already written to a workspace, where they remain.
  struct Written {
    struct State {
      std::int64_t version = -1, layout = -1;
    } plain, dual;
  };
  Drawer<Written> written_;
  std::int64_t version_ = 0;  // changes with frames and parameters
};

constexpr ParameterOf<Ground> parameters[] = {
    {"referencePosition", &Ground::referencePosition, unit::metre, anyNumber, Vector3{}, "position of the frame"},
    {"referenceRotation", &Ground::referenceRotation, unit::none, rotation, Matrix3::identity(), "rotation matrix of the frame"}};

constexpr ItemDescription<Ground> description = {
    .type = "Ground",
    .summary = "The ground: a body that does not move.",
    .outputs = {{OutputVariable::Position, unit::metre, 3, "global position"},
                {OutputVariable::Displacement, unit::metre, 3, "zero"},
                {OutputVariable::Velocity, unit::metrePerSecond, 3, "zero"},
                {OutputVariable::AngularVelocity, unit::radianPerSecond, 3, "zero"},
                {OutputVariable::RotationMatrix, unit::none, 9, "rotation matrix of the frame, by rows"}},
    .provides = capability::body | capability::position | capability::orientation,
    .visualization = {"show", "color", "graphics"},
    .drawnAs = {"ground", {{"position", "referencePosition"}, {"rotation", "referenceRotation"}}}};

const ItemType& registered = registerItem<Loop>(ItemKind::object, description, parameters);

}  // namespace

const ItemType& objects::Ground = registered;

}  // namespace slipstick
