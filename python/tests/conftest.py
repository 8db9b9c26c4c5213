import json
import subprocess
from pathlib import Path

import pytest

import slipstick

root = Path(__file__).parents[2]
program = root / "build" / "native-release" / "slipstick"


@pytest.fixture
def oscillator():
    """A mass on a spring, with a damper: parameters k and d."""
    return slipstick.Model(
        {
            "slipstick": 1,
            "title": "Mass on a spring",
            "parameters": {"k": {"value": 100, "min": 10, "max": 1000, "unit": "N/m"}, "d": 0},
            "create": [
                {"type": "MassPoint", "name": "mass", "referencePosition": [1, 0, 0], "initialDisplacement": [0.1, 0, 0], "physicsMass": 1},
                {"type": "SpringDamper", "name": "spring", "bodies": [None, "mass"], "stiffness": "k", "damping": "d"},
            ],
            "sensors": [
                {"type": "Body", "name": "deflection", "bodyNumber": "mass", "outputVariableType": "Displacement"},
                {"type": "Object", "name": "length", "objectNumber": "spring", "outputVariableType": "Distance"},
            ],
            "analysis": {"endTime": 1, "stepSize": 0.001},
        }
    )


def run_program(path, output, *options):
    """The result of the native program, which computes the same bits."""
    subprocess.run([program, "run", path, "--output", output, "--no-progress", *options], check=True, capture_output=True)
    return json.loads(Path(output).read_text())
