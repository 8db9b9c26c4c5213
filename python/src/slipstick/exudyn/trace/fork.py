"""Runs work in a copy of this process, so that neither its side effects nor its crash reach this process."""

from __future__ import annotations

import contextlib
import io
import math
import os
import pickle
import signal
import sys
import traceback
import warnings
from collections.abc import Callable
from typing import Any, BinaryIO, NoReturn, TypeVar

T = TypeVar("T")
#: Sends a value to the process that waits.
Report = Callable[[Any], None]


class ProcessEnded(RuntimeError):
    """The copy of the process ended without a result. The message is the reason."""


def in_fork(work: Callable[[], T], *shared: Any, name: str = "the process that traces functions") -> T:
    """The result of `work` in a copy of this process. Its output is discarded, because it calls functions hundreds of times.

    `shared`: objects of this process that the result may refer to. `name`: the process in messages.
    """

    def quietly(report: Report) -> T:
        with contextlib.redirect_stdout(io.StringIO()):
            return work()

    return reporting_fork(quietly, lambda value: None, name, shared=shared)


def reporting_fork(work: Callable[[Report], T], receive: Report, name: str, *, seconds: int = 0, shared: tuple[Any, ...] = ()) -> T:
    """The result of `work` in a copy of this process. Raises ProcessEnded, and exceptions of `work`.

    `receive` receives each value that `work` sends. `name`: the process in messages. `seconds`: the time after which it ends, or 0.
    """
    reading, writing = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    seconds = seconds or math.ceil(signal.getitimer(signal.ITIMER_REAL)[0])  # an alarm of this process holds for its copies too
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the copy has no other threads and needs none
        child = os.fork()
    if child == 0:
        os.close(reading)
        for number in (signal.SIGALRM, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)  # these signals end the copy even within compiled code
        signal.alarm(seconds)
        _answer(work, shared, writing)
    os.close(writing)
    succeeded: bool | None = None
    result: Any = None
    with os.fdopen(reading, "rb") as pipe:
        try:
            while succeeded is None:
                succeeded, result = _Unpickler(pipe, shared).load()
                if succeeded is None:
                    receive(result)
        except (EOFError, pickle.UnpicklingError):  # the process ended, perhaps while it was sending
            pass
        finally:
            if succeeded is None:
                os.kill(child, signal.SIGKILL)  # it has ended already, unless this process is interrupted or `receive` fails
            _, status = os.waitpid(child, 0)
    if succeeded is None:
        code = os.waitstatus_to_exitcode(status)
        how = f"by {signal.Signals(-code).name}" if code < 0 else f"with status {code}"
        raise ProcessEnded(f"{name} took longer than {seconds} s" if code == -signal.SIGALRM else f"{name} ended {how}")
    if not succeeded:
        raise result
    found: T = result
    return found


def _answer(work: Callable[[Report], Any], shared: tuple[Any, ...], writing: int) -> NoReturn:
    def send(succeeded: bool | None, value: Any) -> None:
        file = io.BytesIO()  # a value that cannot be pickled must leave nothing in the pipe
        _Pickler(file, shared).dump((succeeded, value))
        pipe.write(file.getbuffer())
        pipe.flush()

    status = 1
    try:
        pipe = os.fdopen(writing, "wb")
        try:
            result = work(lambda value: send(None, value))
        except Exception as error:
            send(False, error)
        else:
            send(True, result)
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)  # skips exit handlers, which must run only once


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, shared: tuple[Any, ...]) -> None:
        super().__init__(file)
        self._numbers = {id(each): number for number, each in enumerate(shared)}

    def persistent_id(self, value: Any) -> int | None:
        return self._numbers.get(id(value))


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: BinaryIO, shared: tuple[Any, ...]) -> None:
        super().__init__(file)
        self._shared = shared

    def persistent_load(self, number: Any) -> Any:
        return self._shared[number]
