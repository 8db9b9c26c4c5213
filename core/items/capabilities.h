// Capabilities of items that only other items query: usually a node of a certain type. The bits are those left free by
// core/registry/registry.h.
#pragma once

#include "core/registry/registry.h"

namespace slipstick::capability {

inline constexpr Capabilities pointNode = 1u << 6;            // Point
inline constexpr Capabilities pointNode2D = 1u << 7;          // Point2D, Point2DSlope1
inline constexpr Capabilities rigidNode = 1u << 8;            // RigidBodyEP, RigidBodyRxyz, RigidBodyRotVecLG
inline constexpr Capabilities rigidNode2D = 1u << 9;          // RigidBody2D
inline constexpr Capabilities scalarNode = 1u << 10;          // 1D
inline constexpr Capabilities genericNode = 1u << 11;         // GenericODE2
inline constexpr Capabilities slopeNode = 1u << 12;           // Point2DSlope1
inline constexpr Capabilities cable = 1u << 13;               // an object: ANCF cable
inline constexpr Capabilities cableCoordinates = 1u << 15;    // a marker on all coordinates of a cable
inline constexpr Capabilities firstOrderNode = 1u << 19;      // GenericODE1
inline constexpr Capabilities slopeNodeInSpace = 1u << 20;    // PointSlope1
inline constexpr Capabilities mesh = 1u << 22;                // an object: a mesh whose nodes can have markers
inline constexpr Capabilities slopeNode23 = 1u << 23;         // PointSlope23
inline constexpr Capabilities slopeNode12 = 1u << 24;         // PointSlope12
inline constexpr Capabilities cableInSpace = 1u << 25;        // an object: ANCF cable in space
inline constexpr Capabilities coordinatesInSpace = 1u << 26;  // a marker on all coordinates of a cable in space
inline constexpr Capabilities surfaces = 1u << 27;            // an object: surfaces that a ray can hit
inline constexpr Capabilities axialMotion = 1u << 28;         // an object: a cable whose material moves through its mesh

}  // namespace slipstick::capability
