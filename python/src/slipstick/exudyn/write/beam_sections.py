"""Converts cross-sections of beams, which Exudyn stores in an object, into parameters."""

from __future__ import annotations

import numpy as np

from ..read.system import Given
from ..refusals import Notes
from ..values import plain

TYPES = ("BeamGeometricallyExact3D", "ANCFBeam")


def with_section(given: Given, label: str, notes: Notes) -> Given:
    """The beam with parameters instead of sectionData."""
    damped = given["objectType"] == "ANCFBeam"
    others = {key: value for key, value in given.items() if key != "sectionData"}
    section = given["sectionData"]
    if not damped and np.any(plain(section.dampingMatrix)):
        notes.remark(f"{label}: dampingMatrix of sectionData is left out, because Exudyn does not read it")
    stiffness, damping = (np.diag(np.asarray(each, dtype=float)).tolist() for each in (section.stiffnessMatrix, section.dampingMatrix))
    return {
        **others,
        "physicsMassPerLength": float(section.massPerLength),
        "physicsCrossSectionInertia": np.asarray(section.inertia, dtype=float).tolist(),
        "physicsAxialShearStiffness": stiffness[:3],
        "physicsTorsionalBendingStiffness": stiffness[3:],
        **({"physicsAxialShearDamping": damping[:3], "physicsTorsionalBendingDamping": damping[3:]} if damped else {}),
    }
