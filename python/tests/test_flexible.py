"""Flexible bodies reduced from meshes, against closed forms and published values."""

import sys

import numpy as np
import pytest

pytest.importorskip("scipy")
from conftest import root
from scipy import io, sparse

import slipstick
from slipstick.flexible import inertia_terms, matrix, reduce, rigid_motions

sys.path.insert(0, str(root / "python" / "examples"))
from flexible_rod import bar, ends_of, planar_rod

YOUNG, DENSITY = 2.1e11, 7800.0


def beam(poisson=0.0):
    """A slender bar along x, 1 m long and 10 mm thick."""
    return bar((1.0, 0.01, 0.01), (8, 1, 1), (3, 2, 2), YOUNG, poisson, DENSITY)


def bending_frequency(eigenvalue, length=1.0, thickness=0.01):
    """The frequencies of a beam by Euler and Bernoulli."""
    return eigenvalue**2 / (2 * np.pi * length**2) * np.sqrt(YOUNG * thickness**2 / (12 * DENSITY))


def test_a_free_beam_vibrates_as_in_closed_form():
    positions, mass, stiffness = beam()
    found = reduce(mass, stiffness, positions, modes=6).frequencies
    expected = [bending_frequency(each) for each in (4.730040745, 7.853204624, 10.99560784)]
    # Each occurs twice, in both directions; shear and rotary inertia of a section lower them by less than 0.03 %.
    assert found == pytest.approx(np.repeat(expected, 2), rel=5e-4)


def test_a_free_plate_vibrates_as_published():
    """Square with free edges. A. W. Leissa, The free vibration of rectangular plates, 1973, gives upper bounds of ω a² √(m/D)."""
    side, thickness, poisson = 1.0, 0.01, 0.3
    plate = bar((side, side, thickness), (2, 2, 1), (5, 5, 2), YOUNG, poisson, DENSITY)
    found = reduce(plate[1], plate[2], plate[0], modes=6).frequencies
    bending = YOUNG * thickness**3 / (12 * (1 - poisson**2))
    numbers = 2 * np.pi * found * side**2 * np.sqrt(DENSITY * thickness / bending)
    leissa = np.array([13.489, 19.789, 24.432, 35.024, 35.024, 61.526])
    assert np.all(numbers < leissa)
    assert numbers == pytest.approx(leissa, rel=0.011)


def test_modes_have_mean_axes_and_no_rigid_body_motion():
    positions, mass, stiffness = beam(0.3)
    free, held = reduce(mass, stiffness, positions, modes=4), reduce(mass, stiffness, positions, ends_of(positions), modes=4)
    assert (free.modes, held.modes) == (4, 10)
    for body in (free, held):
        momentum = rigid_motions(positions).T @ (mass @ body.mode_basis)
        assert np.abs(momentum).max() < 1e-10 * body.mass
        assert np.all(body.terms["mPhitTPsi"] == 0) and np.all(body.terms["mXRefTildePsi"] == 0)
        assert np.abs(body.mode_basis).max(axis=0) == pytest.approx(np.ones(body.modes))
        assert body.mass == pytest.approx(0.78)
    # With the static shapes of its ends it is slightly stiffer than with its eigenmodes.
    assert np.all(held.frequencies[:4] >= free.frequencies[:4] * (1 - 1e-9))
    assert held.frequencies[:4] == pytest.approx(free.frequencies[:4], rel=0.01)


def test_bodies_compare_by_identity():
    positions, mass, stiffness = beam()
    body = reduce(mass, stiffness, positions, modes=2)
    assert body == body and body != reduce(mass, stiffness, positions, modes=2) and len({body}) == 1


def clamped(body, boundary="left"):
    """A document with one end of a body clamped, for its eigenvalues."""
    document = body.added_to({"slipstick": 1, "objects": [{"type": "Ground", "name": "ground"}]}, "beam")
    place = body.positions[body.boundaries[boundary]].mean(axis=0).tolist()
    document["markers"].append({"type": "BodyRigid", "name": "wall", "bodyNumber": "ground", "localPosition": place})
    document["objects"].append({"type": "JointGeneric", "name": "clamp", "markerNumbers": ["wall", f"beam.{boundary}"]})
    return document | {"analysis": {"type": "eigenvalues"}}


@pytest.mark.parametrize("mean_axes", [True, False])
def test_a_clamped_reduced_beam_vibrates_as_a_cantilever(mean_axes):
    positions, mass, stiffness = beam()
    body = reduce(mass, stiffness, positions, ends_of(positions), modes=6, mean_axes=mean_axes)
    run = slipstick.Model(clamped(body)).run()
    found = np.sort([abs(each.imag if isinstance(each, complex) else each[1]) for each in run.eigenvalues[0]])
    found = found[found > 1][::2] / (2 * np.pi)  # pairs of conjugates
    expected = [bending_frequency(each) for each in (1.875104069, 4.694091133)]
    assert found[:4] == pytest.approx(np.repeat(expected, 2), rel=2e-3)


def test_a_heavy_beam_sags_as_in_closed_form():
    """Displaces the tip by 5.5 mm."""
    positions, mass, stiffness = beam()
    document = clamped(reduce(mass, stiffness, positions, ends_of(positions), modes=4))
    document["markers"].append({"type": "BodyMass", "name": "weight", "bodyNumber": "beam"})
    document["loads"] = [{"type": "MassProportional", "markerNumber": "weight", "loadVector": [0, -9.81, 0]}]
    document["sensors"] = [{"type": "Marker", "name": "tip", "markerNumber": "beam.right", "outputVariableType": "Displacement"}]
    run = slipstick.Model(document | {"analysis": {"type": "static"}}).run()
    expected = DENSITY * 9.81 / (8 * YOUNG * 0.01**2 / 12)
    assert run["tip"].values[-1, 1] == pytest.approx(-expected, rel=2e-3)


def test_matrices_come_as_arrays_triplets_and_files(tmp_path):
    dense = np.array([[2.0, 1, 0, 0], [1, 3, 0, 0], [0, 0, 4, 0], [0, 0, 0, 5]])
    rows, columns = np.nonzero(dense)
    triplets = np.column_stack([rows, columns, dense[rows, columns]])
    np.save(tmp_path / "dense.npy", dense)
    sparse.save_npz(tmp_path / "sparse.npz", sparse.csr_matrix(dense))
    io.mmwrite(tmp_path / "market.mtx", sparse.csr_matrix(dense))
    np.savetxt(tmp_path / "triplets.txt", triplets + np.array([1, 1, 0]))
    dofs = np.column_stack([rows // 3 + 1, rows % 3 + 1, columns // 3 + 1, columns % 3 + 1, dense[rows, columns]])
    np.savetxt(tmp_path / "abaqus.mtx", dofs, fmt=["%d"] * 4 + ["%.17g"], delimiter=",")
    files = ["dense.npy", "sparse.npz", "market.mtx", "triplets.txt", "abaqus.mtx"]
    for given in (dense, sparse.coo_matrix(dense), triplets, *(tmp_path / name for name in files)):
        assert np.array_equal(matrix(given).toarray(), dense)
    with pytest.raises(ValueError, match="there is no file"):
        matrix(tmp_path / "none.npz")


def test_inconsistent_arguments_are_reported():
    positions, mass, stiffness = beam()
    with pytest.raises(ValueError, match="the mass matrix must have 675 rows and columns"):
        reduce(mass[:3, :3], stiffness, positions)
    with pytest.raises(ValueError, match="must not lie on a line"):
        reduce(mass, stiffness, positions, {"left": [0, 1, 2]})
    with pytest.raises(ValueError, match="constrains the body"):
        reduce(mass, stiffness + 1e6 * mass, positions)
    with pytest.raises(ValueError, match="nodes in common"):
        reduce(mass, stiffness, positions, {"left": range(9), "right": range(8, 20)})


def test_fewer_nodes_and_modes_leave_the_rest_unchanged():
    rod = planar_rod(0.3, 0.006, 0.01, YOUNG, DENSITY)
    assert (len(rod.positions), rod.modes, rod.boundaries) == (36, 4, {"left": [0, 1, 2, 3], "right": [32, 33, 34, 35]})
    positions, mass, stiffness = bar((0.3, 0.006, 0.01), (8, 1, 1), (3, 2, 2), YOUNG, 0.3, DENSITY)
    whole = reduce(mass, stiffness, positions, ends_of(positions), modes=4)
    alone = whole.with_modes([0, 2])
    terms = inertia_terms(mass, alone.mode_basis, positions)
    for name, value in alone.terms.items():
        assert np.asarray(value) == pytest.approx(np.asarray(terms[name]), abs=1e-12)  # of 0.14 kg
    assert alone.frequencies == pytest.approx(whole.frequencies[[0, 2]])


def test_damping_is_a_ratio_of_critical_damping():
    rod = planar_rod(0.3, 0.006, 0.01, YOUNG, DENSITY)
    modal = rod.damping(ratio=0.01)
    expected = 2 * 0.01 * np.sqrt(np.diag(rod.mass_reduced) * np.diag(rod.stiffness_reduced))
    assert np.diag(modal) == pytest.approx(expected)
    assert rod.damping(mass=2, stiffness=3) == pytest.approx(2 * rod.mass_reduced + 3 * rod.stiffness_reduced)


def heavy_beam(offset):
    """A system of Exudyn: a beam clamped at its left end by a marker with this offset, and the mesh nodes of both ends."""
    exudyn = pytest.importorskip("exudyn")
    from exudyn import itemInterface as items

    from slipstick.exudyn.read.old_arguments import arguments_of_any_version

    positions, mass, stiffness = beam()
    body = reduce(mass, stiffness, positions, ends_of(positions), modes=2)
    terms = {name: exudyn.MatrixContainer(each) if "Reduced" in name else each for name, each in body.terms.items()}
    mbs = exudyn.SystemContainer().AddSystem()
    with arguments_of_any_version():
        frame = mbs.AddNode(items.NodeRigidBodyEP(referenceCoordinates=[0, 0, 0, 1, 0, 0, 0]))
        zero = [0.0] * body.modes
        modes = mbs.AddNode(
            items.NodeGenericODE2(
                numberOfODE2Coordinates=body.modes, referenceCoordinates=zero, initialCoordinates=zero, initialCoordinates_t=zero
            )
        )
        beam_of = items.ObjectFFRFreducedOrder(
            nodeNumbers=[frame, modes], stiffnessMatrixReduced=exudyn.MatrixContainer(body.stiffness_reduced), modeBasis=body.mode_basis,
            referencePositions=body.positions.ravel(), **terms,
        )  # fmt: skip
        number = mbs.AddObject(beam_of)
        left, right = body.boundaries["left"], body.boundaries["right"]
        at_left = mbs.AddMarker(
            items.MarkerSuperElementRigid(
                bodyNumber=number, meshNodeNumbers=left, weightingFactors=[1 / len(left)] * len(left), offset=offset
            )
        )
        mbs.AddLoad(
            items.LoadMassProportional(markerNumber=mbs.AddMarker(items.MarkerBodyMass(bodyNumber=number)), loadVector=[0, -9.81, 0])
        )
        place = (body.positions[left].mean(axis=0) + offset).tolist()
        wall = mbs.AddMarker(items.MarkerBodyRigid(bodyNumber=mbs.AddObject(items.ObjectGround()), localPosition=place))
        mbs.AddObject(items.ObjectJointGeneric(markerNumbers=[wall, at_left]))
    output = exudyn.OutputVariableType.DisplacementLocal
    mbs.AddSensor(
        items.SensorSuperElement(name="tip", bodyNumber=number, meshNodeNumber=right[0], storeInternal=True, outputVariableType=output)
    )
    mbs.Assemble()
    return exudyn, mbs


def solved_and_converted(offset):
    """Exudyn's record at the tip, the motion of the converted system, and the remarks of the conversion."""
    from slipstick.exudyn.write.conversion import conversion_of, model_of

    exudyn, mbs = heavy_beam(offset)
    settings = exudyn.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 0.02, 40
    conversion = conversion_of(mbs, settings)
    run = model_of(conversion, [conversion.step], initials=conversion.initials).run()
    mbs.SolveDynamic(settings)
    return mbs.GetSensorStoredData(0)[:, 1:], run["tip"].values, conversion


def test_the_offset_of_a_marker_comes_from_exudyn():
    theirs, ours, _ = solved_and_converted([0.001, 0.002, -0.001])
    assert np.abs(theirs[-1]).max() > 1e-4
    # Without the offset, the joint would begin with a gap of ten times the sag. The offset turns the reaction into a torque, which acts on
    # the modes differently in Exudyn (differences-from-exudyn.md).
    assert ours == pytest.approx(theirs, abs=5e-6 * np.abs(theirs).max())


@pytest.mark.parametrize("limit", ["_MOST_NUMBERS", "_MOST_OF_ALL"])
def test_only_used_nodes_of_a_large_mesh_come_from_exudyn(monkeypatch, limit):
    pytest.importorskip("exudyn")
    from slipstick.exudyn.write import flexible_bodies as flexible

    monkeypatch.setattr(flexible, limit, 100)
    theirs, ours, conversion = solved_and_converted([0, 0, 0])
    assert len(conversion.document["objects"][0]["referencePositions"]) == 3 * (len(ends_of(beam()[0])["left"]) + 1)
    assert any("mesh nodes" in remark for remark in conversion.notes.remarks)
    assert ours == pytest.approx(theirs, abs=1e-7 * np.abs(theirs).max())


def test_triangles_with_nodes_between_their_corners_are_drawn_as_four():
    pytest.importorskip("exudyn")
    from slipstick.exudyn.write.flexible_bodies import mesh_of

    assert mesh_of({"VtriangleMesh": [[7, 1, 2]]}) == {"triangleMesh": [[7, 1, 2]]}
    assert mesh_of({"VtriangleMesh": [[0, 1, 2, 3, 4, 5]]}) == {"triangleMesh": [[0, 3, 5], [3, 1, 4], [5, 4, 2], [3, 4, 5]]}
