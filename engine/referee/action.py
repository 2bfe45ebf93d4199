"""What a player submits to the referee: one verb and at most one target."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.bad_input import BadInput

KINDS: Final = ("none", "unit", "hex", "hexside", "formation", "marker", "number", "box", "side", "region")


class Action(NamedTuple):
    """`move → hex 2314`, `select → unit 4AD`, `roll`. Big choices are made of several of these."""

    verb: str
    kind: str = "none"
    target: str = ""

    def __str__(self) -> str:
        return f"{self.verb} {self.kind} {self.target}" if self.kind != "none" else self.verb

    @property
    def number(self) -> int:
        """The target of a `number` action."""
        return int(self.target)

    @property
    def well_formed(self) -> bool:
        """True if `parse(str(self))` gives the same action. Which verbs exist is up to the game."""
        if self.kind == "none":
            return not self.target
        if self.kind == "number":
            return _is_number(self.target)
        return self.kind in KINDS and self.target[:1].strip() != ""

    @classmethod
    def parse(cls, text: str) -> Action:
        """Read the spelling that `str` writes: `verb`, or `verb kind target`."""
        parts = text.split(None, 2)
        if len(parts) == 1:
            return cls(parts[0])
        if len(parts) != 3 or parts[1] not in KINDS or parts[1] == "none":
            raise BadInput(
                f"{text!r:.60} is not an action: write a verb, or a verb, a kind and a target;"
                f" the kinds are {', '.join(KINDS[1:])}"
            )
        action = cls(parts[0], parts[1], parts[2])
        if action.kind == "number" and not _is_number(action.target):
            raise BadInput(f"{text!r} is not an action: {action.target!r} is not a whole number")
        return action


def _is_number(text: str) -> bool:
    """True for a number in its only spelling: 7, not 07."""
    digits = text.removeprefix("-")
    return digits.isdecimal() and text.isascii() and len(text) <= 9 and str(int(text)) == text
