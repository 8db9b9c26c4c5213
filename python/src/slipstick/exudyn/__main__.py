"""python -m slipstick.exudyn: see command.py."""

from __future__ import annotations

import sys

from .versions import UnsupportedExudyn, check


def main(arguments: list[str] | None = None) -> int:
    """The command, where Exudyn is there in a version that it works with."""
    try:
        check()
    except UnsupportedExudyn as error:
        print(error, file=sys.stderr)
        return 2
    from .command import main as run

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
