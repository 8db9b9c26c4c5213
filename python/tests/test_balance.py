"""Energies and free-body diagrams of runs."""

import pickle
import warnings

import numpy as np
import pytest

import slipstick

CRANK = {
    "slipstick": 1,
    "create": [
        {
            "type": "RigidBody",
            "name": "arm",
            "inertia": {"mass": 2, "inertiaTensor": [[0.1, 0, 0], [0, 0.2, 0], [0, 0, 0.3]]},
            "gravity": [0, -9.81, 0],
            "referencePosition": [0.5, 0, 0],
        },
        {
            "type": "RevoluteJoint",
            "name": "hinge",
            "bodies": [None, "arm"],
            "position": [0, 0, 0],
            "axis": [0, 0, 1],
        },
    ],
    "sensors": [{"type": "Body", "name": "measured 0", "bodyNumber": "arm", "outputVariableType": "Position"}],
    "analysis": {"type": "dynamic", "endTime": 1, "stepSize": 0.005},
}


def with_(model, **changes):
    return slipstick.Model({**model.document, **changes})


def test_balance_has_the_energies_of_the_closed_form(oscillator):
    run = with_(oscillator, analysis={"endTime": 1, "stepSize": 0.001}).run({"k": 400}, progress=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        balance = pickle.loads(pickle.dumps(run)).balance()
    assert np.array_equal(balance.time, run.time)
    cosine = np.cos(20 * run.time)
    assert balance.potential == pytest.approx(0.5 * 400 * (0.1 * cosine) ** 2, abs=5e-3)
    assert balance.kinetic == pytest.approx(0.5 * 400 * 0.01 * (1 - cosine**2), abs=5e-3)
    assert not balance.dissipated.any() and not balance.supplied.any()
    assert balance.relative < 1e-4 and str(balance).endswith("is unexplained.")


def test_balance_counts_the_heat_of_a_damper(oscillator):
    balance = oscillator.run({"d": 2}, progress=False).balance()
    lost = balance.kinetic[0] + balance.potential[0] - balance.kinetic[-1] - balance.potential[-1]
    assert balance.dissipated[-1] == pytest.approx(lost, rel=1e-4) and lost > 0.4


def test_balance_warns_if_much_is_unexplained(oscillator):
    coarse = {"endTime": 2, "stepSize": 0.05, "generalizedAlpha": {"spectralRadius": 0.5}}
    run = with_(oscillator, analysis=coarse).run({"k": 1000}, progress=False)
    message = "unexplained, most of it at .* s, when the energy of '(mass|spring)' changes most.*numerical damping"
    with pytest.warns(UserWarning, match=message):
        balance = run.balance()
    assert balance.relative > 0.1 and balance.item in ("mass", "spring") and balance.unexplained[-1] < 0


def test_free_body_of_a_pendulum():
    run = slipstick.Model(CRANK).run(progress=False)
    at_start = run.free_body("arm", 0)
    hinge, gravity = at_start.acting["hinge"], next(each for name, each in at_start.acting.items() if name != "hinge")
    # From rest: m g L = (J + m L²) alpha
    alpha = 2 * 9.81 * 0.5 / (0.3 + 2 * 0.25)
    assert gravity.force == pytest.approx([0, -2 * 9.81, 0])
    assert hinge.force == pytest.approx([0, 2 * (9.81 - 0.5 * alpha), 0], abs=1e-9)
    assert at_start.inertia == pytest.approx([0, -2 * 0.5 * alpha, 0], abs=1e-9)
    assert at_start.rotational_inertia == pytest.approx([0, 0, -0.3 * alpha], abs=1e-9)
    about_hinge = run.free_body("arm", 0, about=[0, 0, 0])
    assert about_hinge.acting["hinge"].torque == pytest.approx([0, 0, 0], abs=1e-9)
    assert about_hinge.rotational_inertia[2] == pytest.approx(-2 * 9.81 * 0.5)
    assert "hinge" in str(at_start) and "difference" in str(at_start)


def test_free_body_closes_in_any_axes():
    run = slipstick.Model(CRANK).run(progress=False)
    for time in (0.3, 0.5025, 1.0):
        diagrams = [run.free_body("arm", time, axes=axes, about=about) for axes in ("global", "body") for about in (None, [1, 2, 3])]
        for each in diagrams:
            assert each.difference_of_forces == pytest.approx(np.zeros(3), abs=1e-8)
            assert each.difference_of_torques == pytest.approx(np.zeros(3), abs=1e-8)
            assert np.linalg.norm(each.inertia) == pytest.approx(np.linalg.norm(diagrams[0].inertia))
        along = run.free_body("arm", time, axes="body").inertia  # x points from the hinge to the centre of mass: towards it, -m ω² L
        assert along[0] < 0 and not np.allclose(along, diagrams[0].inertia)


def test_free_body_tells_hands_from_loads(oscillator):
    simulation = oscillator.simulate()
    simulation.advance(0.1)
    simulation.post({"push": "mass", "at": [0, 0, 0], "impulse": [1, 0, 0], "steps": 100})
    while simulation.step():
        pass
    run = simulation.result()
    diagram = run.free_body("mass", 0.15)
    assert list(diagram.acting) == ["spring", "hands"]
    assert diagram.acting["hands"].force[0] == pytest.approx(10, rel=1e-6)
    assert diagram.difference_of_forces == pytest.approx(np.zeros(3), abs=1e-8)


def test_reports_why_there_is_none(oscillator):
    run = oscillator.run(progress=False)
    with pytest.raises(ValueError, match=r"no body 'mas' .did you mean 'mass'"):
        run.free_body("mas", 0)
    with pytest.raises(ValueError, match="no state at 2 s: it covers 0 s to 1 s"):
        run.free_body("mass", 2)
    with pytest.raises(ValueError, match="axes are 'global' or 'body', not 'local'"):
        run.free_body("mass", 0, axes="local")
    with pytest.raises(ValueError, match="'spring' has not exactly one node"):
        run.free_body("spring", 0)
    with pytest.raises(ValueError, match="no dynamic step"):
        with_(oscillator, analysis={"type": "static"}).run(progress=False).balance()
    spring = {"type": "CartesianSpringDamper", "name": "spring", "bodies": [None, "mass"], "stiffness": [100, 100, 100]}
    model = with_(oscillator, create=[oscillator.document["create"][0], spring], sensors=[])
    run = model.run(functions={"spring.springForceUserFunction": lambda displacement: 100 * displacement}, progress=False)
    for method in (run.balance, lambda: run.free_body("mass", 0)):
        with pytest.raises(ValueError, match=r"repeats the run without Python; write as formulas: spring\.springForceUserFunction"):
            method()


def test_no_diagram_of_a_flexible_body_or_a_coordinate():
    cable = {
        "slipstick": 1,
        "nodes": [
            {"type": "Point2DSlope1", "name": "a", "referenceCoordinates": [0, 0, 1, 0]},
            {"type": "Point2DSlope1", "name": "b", "referenceCoordinates": [1, 0, 1, 0]},
            {"type": "1D", "name": "c"},
        ],
        "objects": [
            {
                "type": "ANCFCable2D",
                "name": "cable",
                "nodeNumbers": ["a", "b"],
                "physicsLength": 1,
                "physicsMassPerLength": 1,
                "physicsBendingStiffness": 1,
                "physicsAxialStiffness": 100,
            },
            {"type": "Mass1D", "name": "slide", "physicsMass": 1, "nodeNumber": "c"},
        ],
        "analysis": {"type": "dynamic", "endTime": 0.1, "stepSize": 0.01},
    }
    run = slipstick.Model(cable).run(progress=False)
    with pytest.raises(ValueError, match="'cable' has not exactly one node"):
        run.free_body("cable", 0)
    with pytest.raises(ValueError, match="'slide' has no free-body diagram: it must be a rigid body or a point mass"):
        run.free_body("slide", 0)


def test_measures_read_reactions():
    measures = {
        "largest": {"formula": 'max(norm(reaction("hinge")))', "unit": "N"},
        "start": {"formula": 'initial(reaction("hinge", "arm")[1])'},
    }
    run = slipstick.Model({**CRANK, "measures": measures}).run(progress=False)
    name = 'reaction("hinge", "arm")'
    assert run.sensors == ["measured 0", name]
    force = np.asarray(run[name])
    assert run.measures["largest"].value == pytest.approx(np.linalg.norm(force, axis=1).max())
    assert run.measures["start"].value == force[0, 1]
    # The added sensors precede the sensor of the measures.
    body = run.free_body("arm", 0.4)
    assert body.acting["hinge"].force == pytest.approx([np.interp(0.4, run.time, each) for each in force.T])
