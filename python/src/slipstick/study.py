"""The name of `slipstick.studies` in 0.1, kept for programs that import from it. `slipstick.study` is the function."""

from .studies import Study, study

__all__ = ["Study", "study"]
