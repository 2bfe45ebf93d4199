"""Entries of a game's history that are not a side's action: correction, new dice, resignation, draw."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, TypeAlias

from engine.bad_input import BadInput
from engine.record import Record

LONGEST_NAME: Final = 60
LONGEST_REASON: Final = 500
SIGN: Final = "{"
"""The first character of a ruling, which is a JSON table; no action begins with it."""


class Correction(Record):
    """A change of the position that every side agreed to, by name.

    Records are kept as they are written; the codec of the game reads them when the correction is carried out.
    """

    verb: ClassVar[str] = "correct"
    title: ClassVar[str] = "the correction"

    puts: tuple[str, ...] = ()
    """Records that are added or changed, each as JSON."""
    removes: tuple[tuple[str, str], ...] = ()
    """Class and key of the records that are removed."""
    consent: tuple[tuple[str, str], ...] = ()
    """Each side, and who agreed for it."""
    why: str = ""

    def __str__(self) -> str:
        content = {
            "correct": [json.loads(record) for record in self.puts],
            "remove": [list(pair) for pair in self.removes],
            "agreed": dict(self.consent),
            "why": self.why,
        }
        return _spelled(content)


class NewDice(Record):
    """From here on the dice follow from another seed: a branch reveals no dice of the original."""

    verb: ClassVar[str] = "new_dice"
    title: ClassVar[str] = "the change of dice"

    seed: str

    def __str__(self) -> str:
        return _spelled({"dice": self.seed})


class Resignation(Record):
    """A side gives the game up."""

    verb: ClassVar[str] = "resign"
    title: ClassVar[str] = "the resignation"

    side: str
    name: str = ""
    """Who gave it up for the side."""

    def __str__(self) -> str:
        return _spelled({"resign": self.side, "name": self.name})


class AgreedDraw(Record):
    """All sides agree to end the game as a draw, by name."""

    verb: ClassVar[str] = "draw"
    title: ClassVar[str] = "the agreed draw"

    consent: tuple[tuple[str, str], ...]
    """Each side, and who agreed for it."""

    def __str__(self) -> str:
        return _spelled({"draw": dict(self.consent)})


Ruling: TypeAlias = Correction | NewDice | Resignation | AgreedDraw


def spell_record(encoded: Any) -> str:
    """An encoded record as a correction keeps it."""
    return _spelled(encoded)


def _spelled(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def parse(text: str) -> Ruling:
    """Read the spelling that `str` writes."""
    try:
        raw = json.loads(text)
        text.encode()
        _spelled(raw).encode()
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{text[:40]!r} is not a ruling: {error}") from None
    match raw:
        case {"dice": str() as seed} if seed and len(raw) == 1:
            return NewDice(seed)
        case {"correct": list() as puts, "remove": list() as removes, "agreed": dict() as agreed, **rest}:
            return _correction(puts, removes, agreed, rest)
        case {"resign": str() as side, "name": str() as name} if len(raw) == 2:
            return Resignation(side, name)
        case {"draw": dict() as agreed} if len(raw) == 1:
            if not _all(list(agreed.values()), lambda name: isinstance(name, str)):
                raise BadInput("An agreed draw is damaged: who agreed should be names")
            return AgreedDraw(tuple(agreed.items()))
    raise BadInput(
        f"{text[:40]!r} is not a ruling: it should be a correction, new dice, a resignation or a draw"
    )


def _correction(
    puts: list[Any], removes: list[Any], agreed: Mapping[str, Any], rest: Mapping[Any, Any]
) -> Correction:
    why = rest.get("why", "")
    checks: tuple[tuple[bool, str], ...] = (
        (not set(rest) <= {"why"}, "it says more than a correction can"),
        (not isinstance(why, str), "its reason should be a text"),
        (not _all(puts, lambda put: isinstance(put, dict)), "what it puts should be records"),
        (not _all(removes, _is_pair), "what it removes should be a class and a key each"),
        (not _all(list(agreed.values()), lambda name: isinstance(name, str)), "who agreed should be names"),
    )
    for wrong, what in checks:
        if wrong:
            raise BadInput(f"A correction is damaged: {what}")
    return Correction(
        tuple(map(_spelled, puts)),
        tuple((kind, key) for kind, key in removes),
        tuple(agreed.items()),
        why,
    )


def _all(values: list[Any], check: Callable[[Any], bool]) -> bool:
    return all(check(value) for value in values)


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(part, str) for part in value)
