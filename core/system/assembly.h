// The assembly of a system: every loop numbers the needs of its items, in the order nodes, objects, markers, loads, sensors.
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

/// The assembled form of a marker: indices into the sweep's arrays for connectors, loads and sensors.
struct MarkerPlace {
  int frame = -1;                // for position and rigid markers
  int scalar = -1;               // for coordinate markers
  int cable = -1;                // for markers of a whole cable
  const double* mass = nullptr;  // for mass markers on lumped bodies; then the frame is at the centre of mass
};

/// A cable as its markers present it to contact and sliding joints.
struct CablePlace {
  Place body;
  const double* length = nullptr;     // length of the cable, m
  std::array<int, 12> coordinates{};  // indices of r0, r0', r1, r1' in the system: eight in the plane, twelve in space
  std::array<double, 12> reference{};
  int axialCoordinate = -1;  // for a cable that moves axially: the coordinate s, whose velocity adds ṡ r' to the velocity of each point
  double axialReference = 0;
  // For a shape marker: it has segments + 1 points, at x = i L / segments, offset along the normal.
  int segments = 0;
  double verticalOffset = 0;
};

/// The source of a sensor's value.
struct SensorSource {
  Place place;
  OutputVariable variable = OutputVariable::none;
  Vector3 localPosition;
};

class System;

/// Counts while a system is assembled. Loops request coordinates, multipliers, data, marker entries and drawers from it.
struct Assembly {
  explicit Assembly(const Model& source) : model(source) {}

  const Model& model;
  std::vector<Place> places[itemKinds];  // by kind and number
  std::vector<MarkerPlace> markers;      // by number
  std::vector<SensorSource> sensors;     // by number
  State initial;
  std::vector<double> reference;          // reference values of the coordinates
  std::vector<int> lieGroup;              // first coordinates of rotation vectors, which are composed, not added
  std::vector<std::vector<int>> frames;   // coordinates of each frame
  std::vector<char> frameJacobians;       // whether a law needs derivatives with respect to the motion of the frame
  std::vector<std::vector<int>> scalars;  // coordinates of each scalar
  std::vector<CablePlace> cables;         // for markers of whole cables
  ItemAddress item;                       // the item being added
  std::vector<ItemAddress> multiplierOwners;
  std::vector<DrawerKind> drawers;  // by number
  System* system = nullptr;         // the system being assembled, for loops that make an ItemForces of it later

  Place place(ItemKind kind, int number) const { return places[static_cast<int>(kind)][number]; }
  Place node(NodeIndex number) const { return place(ItemKind::node, number.index); }
  Place object(ObjectIndex number) const { return place(ItemKind::object, number.index); }
  /// Adds coordinates; returns the first.
  int addCoordinates(std::span<const double> referenceValues, std::span<const double> initialValues, std::span<const double> velocities);
  int addData(std::span<const double> initialValues);
  /// Adds multipliers of the current item; returns the first.
  int addMultipliers(int count);
  int addFrame(std::vector<int> coordinates);
  int addScalar(std::vector<int> coordinates);
  /// Registers a drawer in workspaces, once.
  template <class T>
  void add(Drawer<T>& drawer) {
    if (drawer.number >= 0) return;
    drawer.number = static_cast<int>(drawers.size());
    drawers.push_back(
        {drawer.empty, [](const void* empty) -> std::shared_ptr<void> { return std::make_shared<T>(*static_cast<const T*>(empty)); }});
  }
  /// Lists coordinates first … first + count − 1.
  static std::vector<int> range(int first, int count);
};

}  // namespace slipstick
