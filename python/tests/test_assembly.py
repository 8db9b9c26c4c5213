"""Assembly of mechanisms."""

import pytest

import slipstick


def pendulum(x):
    """A mass drawn off the circle on which a rod of 1 m holds it."""
    return {
        "slipstick": 1,
        "parameters": {"x": {"value": x}},
        "create": [
            {"type": "MassPoint", "name": "bob", "referencePosition": ["x", 1.2, 0], "physicsMass": 2},
            {"type": "DistanceConstraint", "name": "rod", "bodies": [None, "bob"], "distance": 1},
        ],
        "sensors": [{"type": "Body", "name": "position", "bodyNumber": "bob", "outputVariableType": "Position"}],
        "analysis": {"type": "dynamic", "endTime": 0.01, "stepSize": 0.001},
    }


def test_assemble_gives_a_model_that_closes():
    assembled = slipstick.assemble(pendulum(0.9))
    assert assembled.closed and assembled.message == "" and assembled.gap < 1e-12
    assert assembled.mobility.degrees_of_freedom == 2
    assert "'bob' moves" in str(assembled.mobility)
    start = assembled.model.run()["position"].values[0]
    assert start == pytest.approx([0.6, 0.8, 0], abs=1e-12)


def test_constraints_that_stay_open_are_named():
    document = pendulum(0.9)
    document["create"].append({"type": "DistanceConstraint", "name": "stay", "bodies": [None, "bob"], "distance": 1.5})
    assembled = slipstick.Model(document).assemble()
    assert not assembled.closed and "does not close" in assembled.message
    assert [(each.item, each.unit) for each in assembled.open] in ([("rod", "m")], [("stay", "m")])
    assert assembled.open[0].gap == pytest.approx(0.5, abs=1e-3)


def test_held_bodies_stay_and_unknown_ones_are_named():
    with pytest.raises(ValueError, match="no body and no node 'bib'"):
        slipstick.Model(pendulum(0.9)).assemble(hold=["bib"])
    assert not slipstick.Model(pendulum(0.9)).assemble(hold=["bob"]).closed


def test_formulas_are_not_replaced():
    document = pendulum(0.9)
    document["create"][0]["initialDisplacement"] = ["x", 0, 0]
    assembled = slipstick.assemble(document)
    with pytest.raises(slipstick.ModelError, match="/create/0/initialDisplacement: is a formula"):
        assert assembled.model
