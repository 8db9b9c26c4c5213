// How a system is put together: every loop numbers what its items need, in the order nodes, objects, markers, loads, sensors.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/model/model.h"
#include "core/system/place.h"
#include "core/system/state.h"
#include "core/system/sweep.h"

namespace slipstick {

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
  const double* length = nullptr;     // of the cable, m
  std::array<int, 12> coordinates{};  // of r0, r0', r1, r1' in the system: eight in the plane, twelve in space
  std::array<double, 12> reference{};
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

/// Numbering while a system is assembled. Loops ask for coordinates, multipliers, data, marker entries and drawers here.
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
  ItemAddress item;                       // that is added now
  std::vector<ItemAddress> multiplierOwners;
  std::vector<DrawerKind> drawers;  // by number

  Place place(ItemKind kind, int number) const { return places[static_cast<int>(kind)][number]; }
  Place node(NodeIndex number) const { return place(ItemKind::node, number.index); }
  Place object(ObjectIndex number) const { return place(ItemKind::object, number.index); }
  /// New coordinates; returns the first.
  int addCoordinates(std::span<const double> referenceValues, std::span<const double> initialValues, std::span<const double> velocities);
  int addData(std::span<const double> initialValues);
  /// New multipliers of the item that is added now; returns the first.
  int addMultipliers(int count);
  int addFrame(std::vector<int> coordinates);
  int addScalar(std::vector<int> coordinates);
  /// Gives a drawer its place in workspaces, once.
  template <class T>
  void add(Drawer<T>& drawer) {
    if (drawer.number >= 0) return;
    drawer.number = static_cast<int>(drawers.size());
    drawers.push_back(
        {drawer.empty, [](const void* empty) -> std::shared_ptr<void> { return std::make_shared<T>(*static_cast<const T*>(empty)); }});
  }
  /// Numbers coordinates first … first + count − 1.
  static std::vector<int> range(int first, int count);
};

}  // namespace slipstick
