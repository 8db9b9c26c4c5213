"""Writes a description of the installed Exudyn to standard output, as JSON: the parameters of its items by class, and its settings, without
deprecated names. tests/data/exudyn-interface.json is such a file, against which the unit tests check exported scripts."""
import inspect
import json
import sys
import warnings

import exudyn as exu
import exudyn.itemInterface as interface

kinds = ("Node", "Object", "Marker", "Load", "Sensor")


def settings(group):
    known = {}
    for name in dir(group):
        with warnings.catch_warnings(record=True) as deprecated:
            warnings.simplefilter("always")
            value = getattr(group, name)
        if not name.startswith("_") and not callable(value) and not deprecated:
            known[name] = settings(value) if "Settings" in type(value).__name__ else True
    return known


def parameters(item):
    """The parameters that the class passes on to the engine, without those for drawing."""
    handed = dict(item())
    return ["name", *(name for name in inspect.signature(item.__init__).parameters if name in handed and name != "name")]


classes = {name: each for name, each in inspect.getmembers(interface, inspect.isclass) if name.startswith(kinds)}
items = {name: parameters(each) for name, each in classes.items() if hasattr(each, "__iter__")}
source = f"Exudyn {exu.__version__}: the parameters of its items, and its settings"
json.dump({"source": source, "items": items, "settings": settings(exu.SimulationSettings())}, sys.stdout, indent=1)
print()
