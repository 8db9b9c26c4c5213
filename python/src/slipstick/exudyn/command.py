"""The command python -m slipstick.exudyn SCRIPT.py, whose options --help lists.

Runs an unmodified script of Exudyn and writes a document for each of its solutions, with Exudyn's curves for comparison.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from .compare.publishing import Published, published_of, write
from .read.descriptions import description_of, title_of
from .read.script_variables import Variable, variables_of
from .refusals import NotConvertible
from .solve.length import WHOLE, Length
from .solve.script import Caught, catch, sample
from .solve.solution import Solution
from .trace.fork import ProcessEnded
from .write.sliders import BadSlider, Slider, at_values, check_values, sliders_of, with_sliders


def run_script(
    path: Path, sliders: Sequence[Slider] = (), length: Length = WHOLE, seconds: int = 0
) -> tuple[list[Published], str, list[str]]:
    """The documents of a script, why it ended early or "", and remarks on calls that are not solutions. Raises BadSlider."""
    caught = catch(path, [each.name for each in sliders], length, seconds)
    if missing := next((each.name for each in sliders if each.name not in caught.own), None):
        raise BadSlider(_missing_text(missing, path) + (f"; it ended early: {caught.problem}" if caught.problem else ""))
    return all_published(path, caught, sliders, length), caught.problem, caught.remarks


def all_published(path: Path, caught: Caught, sliders: Sequence[Slider] = (), length: Length = WHOLE) -> list[Published]:
    """The documents of a script's solutions. Raises BadSlider."""
    if not caught.found:  # the script may not even be valid Python
        return []
    sliders = _described(check_values(sliders, caught.own), path)
    again = _Rerun(path, caught, length)
    source = path.read_text(encoding="utf-8")
    name, about = title_of(source, path.stem), description_of(source)
    many = len(caught.found) > 1
    published = []
    for i, each in enumerate(caught.found):
        parametrised = functools.partial(with_sliders, own=caught.own, sliders=sliders, sample=functools.partial(again.document, i))
        title = f"{name} {i + 1}" if many else name
        published.append(published_of(each, title, caught.plotted, parametrised if sliders else None, about))
    return published


def _missing_text(name: str, path: Path) -> str:
    known = ", ".join(each.name for each in variables_of(path.read_text(encoding="utf-8"))[:20])
    return f"slider {name!r}: {path.name} assigns no number to it at its top level" + (f", but to {known}" if known else "")


def _described(sliders: Sequence[Slider], path: Path) -> list[Slider]:
    """Sliders with units and labels from comments of the script."""
    if not sliders:
        return []
    known = {each.name: each for each in variables_of(path.read_text(encoding="utf-8"))}
    return [
        replace(each, unit=each.unit or known[each.name].unit, label=each.label or known[each.name].label) if each.name in known else each
        for each in sliders
    ]


class _Rerun:
    """Runs a script with other values of its variables, without solving."""

    def __init__(self, path: Path, solved: Caught, length: Length) -> None:
        self._path, self._solved, self._length = path, solved, length
        self._found: dict[tuple[float, ...], list[Solution]] = {}

    def document(self, number: int, values: Mapping[str, float]) -> dict[str, Any]:
        """The document of a solution. Raises BadSlider."""
        key = tuple(values.values())
        if key not in self._found:
            self._found[key] = self._solutions(values)
        try:
            return self._found[key][number].model().document
        except NotConvertible as error:
            raise BadSlider(f"at {at_values(values)} this is refused: {error.refusals[0]}") from None

    def _solutions(self, values: Mapping[str, float]) -> list[Solution]:
        try:
            found = sample(self._path, self._solved, values, self._length)
        except ProcessEnded as error:
            raise BadSlider(f"at {at_values(values)} {error}") from None
        if found.problem and found.calls < self._solved.calls:
            raise BadSlider(f"at {at_values(values)} the script ends early: {found.problem}")
        if len(found.found) != len(self._solved.found):
            raise BadSlider(f"at {at_values(values)} the script has {len(found.found)} solutions, not {len(self._solved.found)}")
        return found.found


def main(arguments: list[str] | None = None) -> int:
    """Returns 0 if every solution is published, 1 if something is refused or fails, and 2 if there is no solution."""
    parser = argparse.ArgumentParser(prog="python -m slipstick.exudyn", description=(__doc__ or "").split("\n\n")[1])
    parser.add_argument("script", type=Path)
    parser.add_argument("--output", type=Path, default=Path(), metavar="DIR", help="folder for the documents (.)")
    parser.add_argument("--steps", type=_positive, metavar="N", help="computes only the first N steps of each dynamic solution")
    about = "ends the script after this time; documents until then are kept"
    parser.add_argument("--seconds", type=_positive, default=0, metavar="N", help=about)
    parser.add_argument("--open", action="store_true", help="opens the result in the browser")
    parser.add_argument("--site", default=None, help="address of a built site, for links (the variable SLIPSTICK_SITE)")
    about = "a number of the script becomes a parameter: 'L=0.1:1 [m] length'"
    parser.add_argument("--slider", action="append", default=[], metavar="NAME=MIN:MAX", help=about)
    given = parser.parse_args(arguments)
    try:
        published, problem, remarks = run_script(given.script, sliders_of(given.slider), Length(given.steps), given.seconds)
    except BadSlider as error:
        print(error, file=sys.stderr)
        return 2
    for number, each in enumerate(published):
        write(each, given.site, given.output, given.script.stem if len(published) == 1 else f"{given.script.stem}-{number + 1}")
        print(each)
    for remark in remarks:
        print(remark)
    if not given.slider and (offered := _offered(given.script)):
        print(f"could be sliders: {'; '.join(str(each) for each in offered)}")
    given.output.mkdir(parents=True, exist_ok=True)
    report = json.dumps(report_of(given.script, published, problem, remarks), indent=1)
    (given.output / f"{given.script.stem}.report.json").write_text(report + "\n", encoding="utf-8")
    if problem:
        print(f"The script ended early: {problem}")
    if not published:
        print("The script contains no solution that could be caught.")
        return 2
    if given.open:
        _open(published)
    bad = any(each.refusals or each.problem or each.run is None or each.run.status != "ok" for each in published)
    return 1 if bad or problem else 0


_MOST_OFFERED = 12
_OF_THE_RUN = re.compile(r"(t_?end|.*steps?(ize)?|.*tiles|.*tolerance|h|dt|n[A-Z_]\w*|n)$", re.IGNORECASE)


def _offered(script: Path) -> list[Variable]:
    """Numbers at the top of a script that are suitable as sliders."""
    with contextlib.suppress(SyntaxError):
        found = variables_of(script.read_text(encoding="utf-8"))
        return [each for each in found if not _OF_THE_RUN.match(each.name)][:_MOST_OFFERED]
    return []


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a positive whole number, got {text!r}")
    return int(text)


def report_of(script: Path, published: list[Published], problem: str, remarks: list[str]) -> dict[str, Any]:
    """The contents of SCRIPT.report.json."""
    return {
        "script": str(script),
        "problem": problem,
        "remarks": remarks,
        "solutions": [
            {
                "title": each.title,
                "refusals": [{"item": r.item, "parameter": r.parameter, "reason": r.reason} for r in each.refusals],
                "findings": each.findings,
                "remarks": each.remarks,
                "problem": each.problem,
                "status": each.run.status if each.run else None,
                "message": each.run.message if each.run else "",
                "differences": {name: value if value < float("inf") else None for name, value in each.differences.items()},
                "files": [str(file) for file in each.files],
                "link": each.link,
            }
            for each in published
        ],
    }


def _open(published: list[Published]) -> None:
    import webbrowser

    for each in published:
        if each.link:
            webbrowser.open(each.link)
        elif pages := [file for file in each.files if file.suffix == ".html"]:
            webbrowser.open(pages[0].resolve().as_uri())
        else:
            print(
                "--open: there is no page to open; --site names a site, and a package built after `npm run build` writes pages",
                file=sys.stderr,
            )
