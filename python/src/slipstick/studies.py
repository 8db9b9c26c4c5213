"""Studies: many runs of one model with different parameter values."""

from __future__ import annotations

import csv
import functools
import io
import itertools
import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _core, datasets
from .document import dump, read
from .model import Model
from .progress import counting

if TYPE_CHECKING:
    import pandas
    import xarray


#: columns that the program adds, without a unit
_UNITLESS = ("run", "status", "message", "steps", "digest")


class Study:
    """The rows of a study, sorted by run. `rows[3]["slip"]` is a measure of run 3, or None if it has no value."""

    def __init__(self, head: str, lines: Iterable[str]):
        self._text = head + "".join(sorted(lines, key=lambda line: int(line[: line.index(",")])))
        #: the rows: run, the parameters, status, message, the measures, steps, digest; a parameter or measure with the name of another
        #: of these has the key "steps [parameter]"
        self.rows: list[dict[str, Any]] = list(_rows(self._text))

    @property
    def failed(self) -> list[dict[str, Any]]:
        """The rows of runs that did not reach their end. `message` gives the reason."""
        return [row for row in self.rows if row["status"] != "ok"]

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Writes the rows in the format of `slipstick study`, which can continue or merge the file."""
        Path(path).write_text(self._text, encoding="utf-8")

    def to_pandas(self) -> pandas.DataFrame:
        """A pandas.DataFrame with a row for each run, indexed by run."""
        import pandas

        return pandas.DataFrame(self.rows).set_index("run")

    def to_xarray(self) -> xarray.Dataset:
        """An xarray.Dataset with a variable for each column of the rows. A missing number is NaN.

        If the rows form a grid, with each combination of values once, the varied parameters are the dimensions, in the order of `vary`.
        Otherwise the only dimension is `run`, and the parameters are coordinates along it. `attrs["units"]` of a parameter or measure is
        its unit in the document. Raises ImportError without xarray.
        """
        columns = _columns(self._text)
        names = [name for name, _ in columns]
        units = {name: {"units": unit} for name, unit in columns if name not in _UNITLESS}
        arrays = {name: _array([row[name] for row in self.rows]) for name in names}
        varied = names[1 : names.index("status")]
        values = {name: list(dict.fromkeys(row[name] for row in self.rows)) for name in varied}
        found = [tuple(row[name] for name in varied) for row in self.rows]
        # Compares the counts first: random values have far too many combinations to list.
        is_grid = math.prod(map(len, values.values())) == len(found) and found == list(itertools.product(*values.values()))
        dimensions = varied if is_grid else ["run"]
        shape = [len(values[name]) for name in varied] if is_grid else [len(self)]
        coordinates: dict[str, Any] = {}
        for name in varied:
            coordinates[name] = (name, values[name], units[name]) if is_grid else ("run", arrays[name], units[name])
        if not is_grid:
            coordinates["run"] = ("run", arrays["run"])
        others = [name for name in names if name not in coordinates]
        variables = {name: (dimensions, arrays[name].reshape(shape), units.get(name, {})) for name in others}
        return datasets.dataset(variables, coordinates, {})

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"<slipstick.Study: {len(self)} runs, {len(self.failed)} of them failed>"


def study(
    model: Model,
    study: Mapping[str, Any] | None = None,
    *,
    parameters: Mapping[str, float] | None = None,
    client: Any = None,
    jobs: int | None = None,
    chunk: int = 1,
    progress: bool | None = None,
) -> Study:
    """Runs a model with the parameter values of a study.

    `study`: a `study` as in a document, by default the study of the model. `parameters`: other values in all runs (SI units). `client`: a
    dask.distributed.Client, whose workers compute the runs; they need this package. `jobs`: threads on this computer, by default one for
    each core. `chunk`: runs in one task of Dask; increase it if a run takes less than about 50 ms. A failed run is a row. Raises
    ModelError.
    """
    document = model.document if study is None else {**model.document, "study": study}
    if not document.get("study"):
        raise ValueError("the model has no study: give one, such as study={'vary': {'mu': {'points': 5}}}")
    text, fixed = dump(document), {name: float(value) for name, value in (parameters or {}).items()}
    read(text, fixed)  # raises ModelError with the places of errors
    runs = _runs(text, tuple(fixed.items()))
    if twice := set(fixed) & set(document["study"]["vary"]):
        raise ValueError(f"the study varies {', '.join(sorted(twice))}, which `parameters` fixes")
    chunks = [range(start, min(start + chunk, runs.runs())) for start in range(0, runs.runs(), chunk)]
    lines: list[str] = []
    show, clear = counting(progress, runs.runs())
    for done in _on_cluster(client, text, fixed, chunks) if client else _on_threads(runs, chunks, jobs):
        lines += done
        show(len(lines))
    clear()
    return Study(runs.head(), lines)


@functools.lru_cache(maxsize=4)
def _runs(text: str, fixed: tuple[tuple[str, float], ...]) -> _core.StudyRuns:
    return _core.StudyRuns(text, dict(fixed), False)


def _compute(text: str, fixed: tuple[tuple[str, float], ...], chunk: range) -> list[str]:
    """Computes a chunk on a worker of a cluster, which reads the document once."""
    runs = _runs(text, fixed)
    return [runs.row(run) for run in chunk]


def _on_threads(runs: _core.StudyRuns, chunks: list[range], jobs: int | None) -> Iterator[list[str]]:
    with ThreadPoolExecutor(jobs or os.cpu_count()) as pool:
        tasks = [pool.submit(lambda chunk: [runs.row(run) for run in chunk], chunk) for chunk in chunks]
        try:
            for task in as_completed(tasks):
                yield task.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _on_cluster(client: Any, text: str, fixed: dict[str, float], chunks: list[range]) -> Iterator[list[str]]:
    from dask.distributed import as_completed as completed

    shared = client.scatter(text, broadcast=True)
    tasks = client.map(lambda chunk, document: _compute(document, tuple(fixed.items()), chunk), chunks, document=shared, pure=False)
    try:
        for _, lines in completed(tasks, with_results=True):
            yield lines
    finally:
        client.cancel(tasks)


def _array(column: list[Any]) -> NDArray[Any]:
    return np.array([np.nan if each is None else each for each in column])


def _columns(text: str) -> list[tuple[str, str]]:
    """Names and units of the columns."""
    reader = csv.reader(io.StringIO(text))
    next(reader)  # names the study
    return [(name, unit.removesuffix(")")) for name, _, unit in (each.partition(" (") for each in next(reader))]


def _rows(text: str) -> Iterator[dict[str, Any]]:
    reader = csv.reader(io.StringIO(text))
    next(reader)  # names the study
    next(reader)  # names the columns
    names = [name for name, _ in _columns(text)]
    status = names.index("status")
    for cells in reader:
        row: dict[str, Any] = {}
        for place, (name, cell) in enumerate(zip(names, cells, strict=True)):
            is_text = place in (status, status + 1) or name == "digest"
            row[name] = cell if is_text else json.loads(cell) if cell else None
        yield row
