"""Messages of a conversion about entries that it refuses or leaves out."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Refusal:
    """Something that a document cannot express: the item or setting, and the reason."""

    item: str
    parameter: str
    reason: str

    def __str__(self) -> str:
        return f"{self.item}{', ' + self.parameter if self.parameter else ''}: {self.reason}"


class NotConvertible(Exception):
    """Raised if a system cannot be a document. `refusals` lists all reasons."""

    def __init__(self, refusals: list[Refusal]):
        self.refusals = refusals
        super().__init__("\n".join(str(each) for each in refusals))

    def __reduce__(self) -> tuple[type, tuple[list[Refusal]]]:
        return type(self), (self.refusals,)


@dataclass
class Notes:
    """Collects refusals and remarks, so that one conversion reports all of them."""

    refusals: list[Refusal] = field(default_factory=list)
    #: entries that were left out without changing a number
    remarks: list[str] = field(default_factory=list)

    def refuse(self, item: str, parameter: str, reason: str) -> None:
        self.refusals.append(Refusal(item, parameter, reason))

    def remark(self, text: str) -> None:
        self.remarks.append(text)
