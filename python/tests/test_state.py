"""State that user functions keep between calls: it is tracked, or the function is refused with the name of the state."""

import textwrap
import warnings

import pytest

exudyn = pytest.importorskip("exudyn")

from feature_scripts import SCRIPTS, SPRING, TAIL, text

from slipstick.exudyn import NotConvertible, convert, publish
from slipstick.exudyn.command import run_script
from slipstick.exudyn.patches import Patches
from slipstick.exudyn.solve.solutions import Solutions
from slipstick.exudyn.write.sliders import Slider

warnings.simplefilter("ignore", DeprecationWarning)


def system(function, state=""):
    """A mass on a spring with this user function, and the names of its script."""
    known = {"__name__": "script"}
    script = text(SPRING) + f"\n{state}\n{function}\nmbs.SetObjectParameter(s, 'springForceUserFunction', force)\nmbs.Assemble()\n"
    exec(compile(script, "script", "exec"), known)
    return known


def latched(write, read):
    """A force that ends when a value has been written."""
    lines = textwrap.indent(write, " " * 8)
    return f"def force(mbs, t, itemNumber, u, v, k, d, f0):\n    if t > 0.2:\n{lines}\n    return 0.0 if {read} else k*u\n"


CONTACT = """
contact = mbs.AddGeneralContact()
contact.SetFrictionPairings(np.array([[0.1]]))
contact.SetSearchTreeBox([-1, -1, -1], [1, 1, 1])
"""

OWN_WAY = """
class Latch:
    kept = [0.0]
    def __setattr__(self, name, value):
        self.kept[0] = value
latch = Latch()
"""

MODULE = """
import types
state = types.ModuleType('state')
exec("on = 0.0\\ndef get():\\n    return on", vars(state))
"""

#: Name, code of the script, how the function changes the state, how it reads it, and the state named in the refusal.
UNWATCHED = [
    ("a class attribute", "class Latch:\n    on = False", "Latch.on = True", "Latch.on", "changes Latch.on"),
    (
        "a class attribute by its object",
        "class Latch:\n    on = False\nlatch = Latch()",
        "type(latch).on = True",
        "latch.on",
        "changes Latch.on",
    ),
    ("an object's class", "class Latch:\n    on = False\nlatch = Latch()", "latch.__class__.on = True", "latch.on", "changes Latch.on"),
    (
        "slots",
        "class Latch:\n    __slots__ = ('on',)\nlatch = Latch()\nlatch.on = False",
        "latch.on = True",
        "latch.on",
        "changes Latch.on",
    ),
    ("an array of Python", "import array\nlatch = array.array('d', [0])", "latch[0] = 1", "latch[0]", "changes latch"),
    ("bytes", "latch = bytearray(1)", "latch[0] = 1", "latch[0]", "changes latch"),
    ("a deque", "import collections\nlatch = collections.deque()", "latch.append(1)", "latch", "changes latch"),
    ("a symbol in a deque", "import collections\nlatch = collections.deque([0.0])", "latch[0] = u", "len(latch) > 1", "changes latch"),
    ("a bound method", "import collections\nlatch = collections.deque()\npush = latch.append", "push(1)", "latch", "changes latch"),
    ("a namespace", "import types\nlatch = types.SimpleNamespace(on=False)", "latch.on = True", "latch.on", "earlier call wrote: on"),
    ("a module", MODULE, "state.on = True", "state.on", "changes state.on, which outlives the call"),
    ("a module's variable by its function", MODULE, "state.on = True", "state.get()", "changes state.on, which outlives the call"),
    ("an object's own way to set attributes", OWN_WAY, "latch.on = 1.0", "latch.kept[0]", "sets attributes by a function"),
    (
        "an object in a deque",
        "import collections\nclass Latch:\n    on = 0.0\nlatch = Latch()\nkept = collections.deque([latch])",
        "latch.on = 1.0",
        "kept[0].on",
        "earlier call wrote: on",
    ),
    (
        "an object in a namespace",
        "import types\nclass Latch:\n    on = 0.0\nlatch = Latch()\nkept = types.SimpleNamespace(latch=latch)",
        "latch.on = 1.0",
        "kept.latch.on",
        "earlier call wrote: on",
    ),
    ("objects of NumPy", "latch = np.array([None, 0], dtype=object)", "latch[0] = u", "latch[0] is not None", "changes latch"),
    ("a function's attribute", "", "force.on = True", "hasattr(force, 'on')", "changes force.on"),
    ("a helper's attribute", "def helper():\n    return 0", "helper.on = True", "hasattr(helper, 'on')", "changes helper.on"),
    ("a default", "def helper(x=None, memory=[]):\n    memory += [x] if x else []\n    return memory", "helper(1)", "helper()", "changes"),
    (
        "a helper's variable",
        "on = False\ndef switch(x):\n    global on\n    on = True\nimport functools\npush = functools.partial(switch, 1)",
        "push()",
        "on",
        "earlier call wrote|changes",
    ),
    (
        "a cell, by a function within",
        "def made():\n    on = False\n    def get():\n        return on\n    def put():\n        def inner():\n            nonlocal on\n"
        "            on = True\n        inner()\n    return get, put\nget, put = made()",
        "put()",
        "get()",
        "changes the variable on",
    ),
    ("the table of names", "on = False", "globals()['on'] = True", "on", "globals"),
    ("an object's table", "class Latch:\n    on = False\nlatch = Latch()", "vars(latch)['on'] = True", "latch.on", "changes"),
    ("a text of an object", "class Latch:\n    mode = 'off'\nlatch = Latch()", "latch.mode = 'on'", "latch.mode == 'on'", "changes|wrote"),
    ("math", "", "math.latch = 1", "hasattr(math, 'latch')", "changes the attribute latch of a module"),
    ("NumPy", "", "np.latch = 1", "hasattr(np, 'latch')", "changes np.latch"),
    ("a library", "import string", "string.latch = 1", "hasattr(string, 'latch')", "changes string.latch"),
    ("an import", "", "import string\nstring.latch = 1", "False", "changes string.latch"),
    ("all modules", "import sys", "sys.modules['script'] = 1", "'script' in sys.modules", "sys.modules"),
    ("a generator", "latch = (each for each in [0, 1])", "next(latch)", "False", "uses latch, a generator, whose changes cannot be seen"),
    ("a counter", "import itertools\nlatch = itertools.count()", "next(latch)", "False", "changes latch"),
    ("random numbers of the script", "latch = random.Random(1)", "latch.random()", "False", "changes latch"),
    ("a buffer", "import io\nlatch = io.StringIO()", "latch.write('on')", "latch.getvalue()", "changes latch"),
    ("memory", "import array\nlatch = memoryview(bytearray(1))", "latch[0] = 1", "latch[0]", "uses latch, a memoryview"),
    ("memory of two names", "latch = np.zeros(2)\nwhole = latch[:]", "latch[0] = 1.0", "whole[0]", "changes latch"),
    ("a contact of Exudyn", CONTACT, "pass", "contact.sphereSphereContact", "uses contact, a GeneralContact"),
]


@pytest.mark.parametrize(("state", "write", "read", "expected"), [each[1:] for each in UNWATCHED], ids=[each[0] for each in UNWATCHED])
def test_untracked_state_is_refused_by_name(state, write, read, expected):
    known = system(latched(write, read), state)
    with pytest.raises(NotConvertible, match=expected):
        convert(known["mbs"])


COUNTING = """
def force(mbs, t, itemNumber, u, v, k, d, f0):
    global calls
    calls += 1
    Latch.on = True
    Latch.spare.append(u)
    return k*u
"""


def test_tracing_changes_nothing_in_the_process_that_solves():
    """Changes by a function that is called with symbols and random numbers must not affect Exudyn's start."""
    known = system(COUNTING, "calls = 0\nclass Latch:\n    on, spare = False, []")
    with pytest.raises(NotConvertible, match="changes Latch"):
        convert(known["mbs"])
    assert (known["calls"], known["Latch"].on, known["Latch"].spare) == (0, False, [])


def test_functions_print_nothing_while_they_are_traced(capfd):
    known = system("def force(mbs, t, itemNumber, u, v, k, d, f0):\n    print('called', flush=True)\n    return k*u\n")
    convert(known["mbs"])
    assert "called" not in capfd.readouterr().out


def test_functions_are_not_called_again_where_exudyn_solves(tmp_path):
    """The function is not called before or after Exudyn's solution; only the script's calls count."""
    script = next(script for name, _, script in SCRIPTS if name == "a force from values of earlier steps, before each step")
    path = tmp_path / "script.py"
    path.write_text(text(script) + "assert len(times) == 500, len(times)\n")
    _, problem, _ = run_script(path)
    assert not problem


def test_a_force_that_differs_once_is_not_played_back(tmp_path):
    """All steps are compared when the function is called again."""
    script = next(script for name, _, script in SCRIPTS if name == "a force by a search, before each step")
    once = script.replace("[30*x, 0, 5]", "[30*x + (len(calls) == 101), 0, 5]").replace("    x = 1.0", "    x = 1.0\n    calls.append(t)")
    path = tmp_path / "script.py"
    path.write_text(text("calls = []\n" + once))
    [found], _, _ = run_script(path)
    assert "cannot be played back either: it sets another loadVector" in found.refusals[0].reason


def test_each_run_imports_helper_modules_again(tmp_path):
    """A module next to the script would keep the numbers of the previous run if it were not imported again."""
    (tmp_path / "masses_beside.py").write_text("given = []\n")
    path = tmp_path / "script.py"
    script = text(SPRING.replace("physicsMass=2", "physicsMass=masses_beside.given[0]") + TAIL)
    path.write_text("import masses_beside\nw = 2.0\nmasses_beside.given.append(w)\n" + script)
    [found], problem, _ = run_script(path, [Slider("w", 1, 3)])
    assert not problem
    assert found.model.document["objects"][1]["physicsMass"] == "w"


def test_sensors_store_what_they_stored_before():
    known = system("def force(mbs, t, itemNumber, u, v, k, d, f0):\n    return k*u\n")
    mbs = known["mbs"]
    publish(mbs, known["settings"], site="https://example.org/")
    assert not mbs.GetSensorParameter(0, "storeInternal")


def test_exudyn_is_restored_if_catching_fails_midway(monkeypatch):
    from exudyn import advancedUtilities

    solver = exudyn.MainSolverImplicitSecondOrder
    before = solver.SolveSystem, solver.InitializeSolver, advancedUtilities.ConvertFunctionToSymbolic
    put, count = Patches.put, []

    def failing(self, *given):
        count.append(1)
        if len(count) > 9:
            raise MemoryError
        put(self, *given)

    monkeypatch.setattr(Patches, "put", failing)
    with pytest.raises(MemoryError), Solutions():
        pass
    assert (solver.SolveSystem, solver.InitializeSolver, advancedUtilities.ConvertFunctionToSymbolic) == before


@pytest.mark.parametrize("number", [0.5, 2.5, -0.5, -2.5, 0.49999999999999994, 4503599627370497.0])
def test_halves_are_rounded_to_even_numbers(number):
    from slipstick.exudyn.trace.symbols import evaluate, named, universal

    assert evaluate([round(named("x")), universal["rint"](named("x"))], {"x": number}) == [round(number)] * 2
