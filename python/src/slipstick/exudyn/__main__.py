"""python -m slipstick.exudyn: see command.py."""

from __future__ import annotations

import sys

from .versions import UnsupportedExudyn, check


def main(arguments: list[str] | None = None) -> int:
    """Runs the command if a supported version of Exudyn is installed."""
    try:
        check()
    except UnsupportedExudyn as error:
        print(error, file=sys.stderr)
        return 2
    from .command import main as run

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
