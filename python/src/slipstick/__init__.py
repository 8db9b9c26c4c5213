"""Flexible multibody dynamics with contact and friction: models as one JSON document, run at native speed.

    import slipstick
    model = slipstick.Model.load("bicycle.json")
    run = model.run({"v0": 4.6})
    run["roll"].time, run["roll"].values

The same document runs in a browser with bit-identical results; `model.link(site)` stores it in a link. Numbers are in SI units.
"""

from importlib.util import find_spec as _find_spec
from typing import TYPE_CHECKING, Any

from ._core import RobotError
from ._core import version as _version
from .accuracy import Accuracy, MeasureAccuracy, SensorAccuracy, TaskAccuracy
from .assembly import FreeMotion, Mobility, OpenConstraint
from .balance import Balance
from .document import Issue, ModelError
from .free_body import Acting, FreeBody
from .linear import LinearModel
from .model import Assembled, Model, assemble
from .robots import Robot, import_robot
from .run import Measure, Run, Sensor, SolverWarning
from .simulation import Simulation
from .study import Study, study  # imports the module first: a later import would replace the function

if TYPE_CHECKING:
    from .widget import Widget as Widget

__version__ = _version()
__all__ = [
    "Accuracy",
    "Acting",
    "Assembled",
    "Balance",
    "FreeBody",
    "FreeMotion",
    "Issue",
    "LinearModel",
    "Measure",
    "MeasureAccuracy",
    "Mobility",
    "Model",
    "ModelError",
    "OpenConstraint",
    "Robot",
    "RobotError",
    "Run",
    "Sensor",
    "SensorAccuracy",
    "Simulation",
    "SolverWarning",
    "Study",
    "TaskAccuracy",
    "__version__",
    "assemble",
    "import_robot",
    "study",
]
if _find_spec("anywidget"):  # otherwise `from slipstick import *` would fail
    __all__ += ["Widget"]


def __getattr__(name: str) -> Any:
    # `Widget` needs anywidget, which is optional.
    if name == "Widget":
        from .widget import Widget

        return Widget
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
