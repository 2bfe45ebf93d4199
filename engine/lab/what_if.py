"""What-ifs: the same scenario with one thing changed, in a few words.

turns=+1                    one more turn
victory:KEY=+2              every limit of a condition's points two higher; `*` means every condition
victory:KEY:LEVEL=9         the limit of one level
option:KEY=VALUE            an option of the scenario
scenario:KEY                another scenario, for example with another set-up
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import field
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue.document import Band, Option, Plain, ScenarioDocument, VictoryCondition
from engine.record import Record

KINDS = "turns=+1, victory:KEY=+2, victory:KEY:LEVEL=9, option:KEY=VALUE or scenario:KEY"
Find = Callable[[str], ScenarioDocument]


class Variant(Record):
    """A scenario to be played with some options; `words` are empty for the scenario as it is."""

    words: str
    document: ScenarioDocument
    options: Mapping[str, Any] = field(default_factory=dict)


def what_if(document: ScenarioDocument, words: str, find: Find) -> Variant:
    """The scenario with what the words change; BadInput if they change nothing here."""
    kind, _, rest = words.strip().partition(":")
    if kind.startswith("turns="):
        return Variant(words, _with_turns(document, kind.removeprefix("turns=")))
    if kind == "victory" and "=" in rest:
        named, _, value = rest.rpartition("=")
        key, _, level = named.partition(":")
        return Variant(words, _with_limits(document, key, level, value))
    if kind == "option" and "=" in rest:
        key, _, value = rest.partition("=")
        return Variant(words, document, {key: _option(document, key, value)})
    if kind == "scenario" and rest:
        other = find(rest)
        if other.game != document.game or [s.key for s in other.sides] != [s.key for s in document.sides]:
            raise BadInput(f"{other.title} has other sides or rules than {document.title}")
        return Variant(words, other)
    raise BadInput(f"What does {words!r:.60} change? Write {KINDS}")


def usual(document: ScenarioDocument) -> dict[str, str]:
    """What-ifs that are worth a try in this scenario: their words, and a title for each."""
    turns, found = document.turns, {"turns=+1": "One turn more"}
    if turns.last > turns.first:
        found["turns=-1"] = "One turn less"
    if any(condition.bands for condition in document.victory):
        found |= {
            f"victory:*={by:+d}": f"All limits of points {abs(by)} {'higher' if by > 0 else 'lower'}"
            for by in (1, -1, 2, -2)
        }
    for option in document.options:
        for value in choices_of(option):
            if value != option.default:
                found[f"option:{option.key}={_spelled(value)}"] = (
                    f"{option.title or option.key}: {_spelled(value)}"
                )
    return found


def _with_turns(document: ScenarioDocument, more: str) -> ScenarioDocument:
    turns = document.turns
    last = turns.last + _number(more)
    if last < turns.first:
        raise BadInput(f"{document.title} would end before turn {turns.first}; its last turn is {turns.last}")
    known = last - turns.first + 1
    names = turns.names
    if names:
        names = (*names, *(str(number) for number in range(turns.first + len(names), last + 1)))[:known]
    return replace(document, turns=replace(turns, last=last, names=names))


def _number(text: str) -> int:
    if not re.fullmatch(r"[+-]?\d{1,6}", text):
        raise BadInput(f"{text!r:.20} should be a number such as 9 or +1")
    return int(text)


def _option(document: ScenarioDocument, key: str, value: str) -> Plain:
    known = {option.key: option for option in document.options}
    if key not in known:
        names = ", ".join(known) or "none"
        raise BadInput(f"{document.title} has no option {key!r:.40}; it has {names}")
    spelled = {_spelled(choice): choice for choice in choices_of(known[key])}
    if value not in spelled:
        raise BadInput(f"Option {key} should be one of {', '.join(spelled)}, not {value!r:.40}")
    return spelled[value]


def choices_of(option: Option) -> tuple[Plain, ...]:
    """The values that an option may have."""
    return option.choices or ((True, False) if isinstance(option.default, bool) else ())


def _spelled(choice: Plain) -> str:
    return {True: "yes", False: "no"}[choice] if isinstance(choice, bool) else str(choice)


# limits of points


def _with_limits(document: ScenarioDocument, key: str, level: str, value: str) -> ScenarioDocument:
    found = [c for c in document.victory if key in ("*", c.key) and c.bands]
    changed = {c.key: _changed(c, level, value) for c in found}
    changed = {name: made for name, made in changed.items() if made is not None}
    if not changed:
        what = f"a level {level!r:.40}" if level else "limits of points"
        keys = ", ".join(c.key for c in document.victory if c.bands) or "none"
        raise BadInput(
            f"{document.title} has no condition {key!r:.40} with {what}; with points it has {keys}"
        )
    return replace(document, victory=tuple(changed.get(c.key) or c for c in document.victory))


def _changed(condition: VictoryCondition, level: str, value: str) -> VictoryCondition | None:
    if not level:
        return replace(condition, bands=shifted(condition.bands, _number(value)))
    at = next((n for n, band in enumerate(condition.bands) if band.level == level), None)
    if at is None:
        return None
    return replace(condition, bands=_with_limit(condition.bands, at, _number(value)))


def shifted(bands: Sequence[Band], by: int) -> tuple[Band, ...]:
    """The same levels, each reached with so many points more."""
    return tuple(
        replace(
            band,
            low=None if band.low is None else band.low + by,
            high=None if band.high is None else band.high + by,
        )
        for band in bands
    )


def _with_limit(bands: Sequence[Band], at: int, value: int) -> tuple[Band, ...]:
    """The lower limit of a band becomes this, or its upper one if it has no lower; its neighbour follows."""
    old = bands[at]
    if old.low is not None:
        before = old.low - 1
        moved = [replace(band, high=value - 1) if band.high == before else band for band in bands]
        moved[at] = replace(old, low=value)
    else:
        assert old.high is not None, "a band has a limit"
        after = old.high + 1
        moved = [replace(band, low=value + 1) if band.low == after else band for band in bands]
        moved[at] = replace(old, high=value)
    for band in moved:
        if band.low is not None and band.high is not None and band.low > band.high:
            raise BadInput(f"With {value} as the limit nothing would be left of {band.level or 'a level'}")
    return tuple(moved)
