"""Runs work in a copy of this process, so that its side effects are discarded."""

from __future__ import annotations

import io
import os
import pickle
import sys
import traceback
import warnings
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")


def in_fork(work: Callable[[], T], *shared: Any) -> T:
    """The result of `work` in a copy of this process. `shared`: objects of this process that the result may refer to."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the copy has no other threads and needs none
        child = os.fork()
    if child == 0:
        _answer(work, shared, writing)
    os.close(writing)
    try:
        with os.fdopen(reading, "rb") as pipe:
            answer = pipe.read()
    finally:
        _, status = os.waitpid(child, 0)
    if status != 0:
        raise RuntimeError(f"the process that traces functions ended with status {os.waitstatus_to_exitcode(status)}")
    succeeded, result = _Unpickler(io.BytesIO(answer), shared).load()
    if not succeeded:
        raise result
    found: T = result
    return found


def _answer(work: Callable[[], Any], shared: tuple[Any, ...], writing: int) -> NoReturn:
    status = 1
    sys.stdout = io.StringIO()  # functions that are called hundreds of times may print
    try:
        try:
            answer = True, work()
        except Exception as error:
            answer = False, error
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(_pickled(answer, shared))
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)  # skips exit handlers, which must run only once


def _pickled(answer: Any, shared: tuple[Any, ...]) -> bytes:
    file = io.BytesIO()
    _Pickler(file, shared).dump(answer)
    return file.getvalue()


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, shared: tuple[Any, ...]) -> None:
        super().__init__(file)
        self._numbers = {id(each): number for number, each in enumerate(shared)}

    def persistent_id(self, value: Any) -> int | None:
        return self._numbers.get(id(value))


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, shared: tuple[Any, ...]) -> None:
        super().__init__(file)
        self._shared = shared

    def persistent_load(self, number: Any) -> Any:
        return self._shared[number]
