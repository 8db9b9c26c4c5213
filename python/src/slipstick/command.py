"""The command `slipstick`: the program in this package, and `slipstick exudyn`."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from . import _core

_EXUDYN = "  slipstick exudyn SCRIPT.py     turns systems of Exudyn into models; `slipstick exudyn --help` explains it"


def main(words: list[str] | None = None) -> int:
    """Runs the program with the arguments of the command line. Returns its exit status."""
    words = sys.argv[1:] if words is None else words
    if words[:1] == ["exudyn"]:
        from .exudyn.__main__ import main as exudyn

        return exudyn(words[1:])
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the program runs in the core, so Python's handler would only act after its end
    status = _core.program(words, str(Path(__file__).parent))
    if status == 0 and words in (["--help"], ["-h"], ["help"]):
        print(_EXUDYN)
    return status
