"""Counters in VASSAL's own words: a list of traits, each around the next one, and the state of each trait."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

CTRL: Final = 130
"""Ctrl, as VASSAL writes modifier keys."""
LAYER_VERSION: Final = 1
"""The version of a layer whose keys are written as key strokes."""


def sequence(parts: Iterable[object], separator: str) -> str:
    """A list as VASSAL writes it: a separator inside a part is escaped by a backslash."""
    return separator.join(_escaped(_written(part), separator) for part in parts)


def _written(part: object) -> str:
    return str(part).lower() if isinstance(part, bool) else str(part)


def _escaped(part: str, separator: str) -> str:
    safe = part.replace(separator, "\\" + separator)
    needs_quotes = part.startswith("\\") or (part.startswith("'") and part.endswith("'"))
    return f"'{safe}'" if needs_quotes else safe


class Trait(Struct, frozen=True):
    """What a counter is or can do, with its state."""

    type: str
    state: str = ""


def basic_piece(name: str, picture: str, number: str) -> Trait:
    """The counter itself, off every map. VASSAL cannot keep a tab in its name."""
    return Trait(
        f"piece;{sequence(('', '', picture, ' '.join(name.split())), ';')}",
        sequence(("null", 0, 0, number, 0), ";"),
    )


def step_layer(pictures: Sequence[str], names: Sequence[str]) -> Trait:
    """One picture for each step, always shown; Ctrl+F turns to the next one, after the last to the first."""
    parts = (
        *("", 0, ""),  # never switched on or off
        *("Flip", 0, "", "", 0, ""),  # next and previous picture, without the letters of old versions
        *("", "", 1),  # no way to reset
        *(False, 0, 0),  # in front, in the middle
        *(sequence(pictures, ","), sequence(names, ",")),
        *(True, "Step"),
        *("", ""),  # not at random
        *(False, "", 1),  # follows no property
        *(LAYER_VERSION, True, "", f"70,{CTRL}", "", "", 1.0, "", "true"),
    )
    return Trait(f"emb2;{sequence(parts, ';')}", "1")


def mask(picture: str) -> Trait:
    """Ctrl+M hides the counter from the other side, which sees this picture."""
    parts = (f"77,{CTRL}", picture, "Hide", "I", "?", "side:", "Peek", "", True, "", "")
    return Trait(f"obs;{sequence(parts, ';')}", "null;")


def uses_prototype(name: str) -> Trait:
    """What counters of one kind have in common."""
    return Trait(f"prototype;{name}")


def marker_property(name: str, value: str) -> Trait:
    """A property that never changes, for reports and filters."""
    return Trait(f"mark;{sequence((name,), ',')}", sequence((value,), ","))


def handling() -> tuple[Trait, ...]:
    """What every counter can do: it is cloned and deleted, and shows that it has moved."""
    parts = ("/images/moved.gif", 0, 0, "Mark Moved", f"77,{CTRL + 1}", "", False, "", "", "", "")
    return (
        Trait(f"markmoved;{sequence(parts, ';')}", "false"),
        Trait(f"delete;{sequence(('Delete', f'68,{CTRL}', ''), ';')}"),
        Trait(f"clone;{sequence(('Clone', f'67,{CTRL}', ''), ';')}"),
    )


def definition(traits: Sequence[Trait]) -> str:
    """The command that makes a counter: the outermost trait first, the counter itself last."""
    kind, state = traits[-1].type, traits[-1].state
    for trait in reversed(traits[:-1]):
        kind = sequence((trait.type, kind), "\t")
        state = sequence((trait.state, state), "\t")
    return f"+/{sequence(('null', kind, state), '/')}"
