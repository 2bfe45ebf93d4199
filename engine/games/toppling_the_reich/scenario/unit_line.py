"""A counter of a worked example in one line: `3321 steps:1 oos mp:4`, words in any order.

A place (a hex, or pool, comz, airdrop, due:TURN:ENTRY), `steps:N`, and the marks of MARKS. A counter that the
scenario does not have is described too: `3321 armor division cf:8-4 mf:10 nation:US`, `level:army`, `rank:2`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from engine.catalogue import document as doc
from engine.games.toppling_the_reich.records import (
    AIR_SUPPLIED,
    AIRDROP,
    ATTACKED,
    COMZ,
    CUT_OUT,
    DROPPED,
    DUE,
    EXPLOITING,
    GAME_TURN,
    HQ_RETREATED,
    IN_CORPS,
    MOVED,
    MP,
    OOC,
    OOS,
    OUT,
    PLAYER_TURN,
    POOL,
    RAILED,
    REPLACED,
    SEGMENT,
    SIZES,
    STOPPED,
    STRATEGIC,
    UNUSED,
    USED,
    WITHDRAWN,
)
from engine.games.toppling_the_reich.scenario.charts import charts
from engine.mechanics.unit_words import read_words, small_number

BOXES: Final = (POOL, COMZ, AIRDROP, OUT, UNUSED, WITHDRAWN, IN_CORPS)
MARKS: Final[Mapping[str, tuple[str, str, str]]] = {
    "oos": (OOS, "", ""),
    "ooc": (OOC, "", ""),
    "moved": (MOVED, PLAYER_TURN, ""),
    "strategic": (STRATEGIC, PLAYER_TURN, ""),
    "railed": (RAILED, GAME_TURN, ""),
    "stopped": (STOPPED, SEGMENT, "3.2.1-a"),
    "attacked": (ATTACKED, PLAYER_TURN, "combat"),
    "used": (USED, GAME_TURN, ""),
    "used-breakthrough": (USED, GAME_TURN, "breakthrough"),
    "exploiting": (EXPLOITING, PLAYER_TURN, ""),
    "retreated": (HQ_RETREATED, GAME_TURN, ""),
    "replaced": (REPLACED, GAME_TURN, ""),
    "cut-out": (CUT_OUT, GAME_TURN, ""),
    "air-supplied": (AIR_SUPPLIED, "", ""),
}
"""Word → mark, its scope and its value."""
PAIRS: Final[Mapping[str, tuple[str, str]]] = {
    "mp": (MP, SEGMENT),
    "dropped": (DROPPED, ""),
    "air-supplied": (AIR_SUPPLIED, ""),
}


class UnitLine(Struct):
    """What the line says of a counter; None where it says nothing."""

    place: str | None = None
    steps: int = 0
    turn: int | None = None
    entry: str = ""
    type: str | None = None
    size: str | None = None
    hidden: str = ""
    letter: str = ""
    dummy: bool = False
    rail_static: bool = False
    ratings: dict[str, doc.Plain] = field(default_factory=dict)
    marks: list[tuple[str, str, str]] = field(default_factory=list)

    def read(self, word: str, hexes: Collection[str]) -> bool:
        """Read one word; False if it is not known."""
        if word in hexes or word in BOXES:
            self.place = word
        elif word in MARKS:
            self.marks.append(MARKS[word])
        elif word in charts().unit_types.rows:
            self.type = word
        elif word in SIZES:
            self.size = word
        elif word in ("concealed", "unknown"):
            self.hidden = word
        elif word in ("dummy", "rail_static"):
            setattr(self, word, True)
        else:
            return self._read_pair(word, hexes)
        return True

    def _read_pair(self, word: str, hexes: Collection[str]) -> bool:
        """`steps:1`, `mp:4`, `dropped:2`, `due:5:3`, `letter:A`, `cf:8-4`, `mf:8`, `nation:US` …"""
        name, _, value = word.partition(":")
        number = small_number(value)
        if name in PAIRS and number is not None:
            mark, scope = PAIRS[name]
            self.marks.append((mark, scope, value))
        elif name == "steps" and number is not None:
            self.steps = number
        elif name == DUE:
            on, _, self.entry = value.partition(":")
            turn = small_number(on)
            if turn is None:
                return False
            self.place, self.turn = DUE, turn
        elif name == "entry" and value:
            self.entry = value
        elif name == "letter" and value:
            self.letter = value
        elif name == "cf" and all(part.isdecimal() for part in value.split("-")):
            self.ratings["cf"] = tuple(int(part) for part in value.split("-"))
        elif name in ("mf", "rank") and number is not None:
            self.ratings[name] = number
        elif name in ("nation", "level", "tag", "corps_class") and value:
            self.ratings[name] = value
        else:
            return False
        return True


def parse_line(key: str, text: object, hexes: Collection[str]) -> UnitLine:
    """Read the line of a counter; BadInput names the word that means nothing."""
    return read_words(UnitLine(), key, text, hexes, "3321 steps:1")


def described_unit(key: str, side: str, line: UnitLine, base: doc.Unit | None) -> doc.Unit:
    """The counter of the scenario as the line changes it, or a new one."""
    if base is None:
        usual: dict[str, doc.Plain] = {"cf": (7, 3), "mf": 8, "nation": "US" if side == "allied" else "GE"}
        base = doc.Unit(key, key, side, "infantry", "", "division", usual)
    return replace(
        base,
        side=side,
        type=line.type or base.type,
        size=line.size or base.size,
        ratings={**base.ratings, **line.ratings},
    )
