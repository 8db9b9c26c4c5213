"""Models of Exudyn as documents of Slipstick.

    from slipstick.exudyn import convert, publish
    model = convert(mbs, simulationSettings, solverType)     # raises NotConvertible with everything that a document cannot say
    publish(mbs, simulationSettings, site="https://…")        # solves with Exudyn too and prints the link

`python -m slipstick.exudyn SCRIPT.py` does that for every solution of a script, without a change to the script.
"""

from .convert import NotConvertible, Refusal, convert
from .publish import Published, publish
from .symbolic import watch

watch()
__all__ = ["NotConvertible", "Published", "Refusal", "convert", "publish"]
