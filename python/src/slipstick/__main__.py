"""python -m slipstick: the command of command.py."""

import sys

from .command import main

sys.exit(main())
