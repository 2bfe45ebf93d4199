"""The counters of worked examples: `3321 steps:1 oos mp:4`, see engine.catalogue.unit_line.

A counter that the scenario does not have is described: `3321 armor division cf:8-4 mf:10 nation:US`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from engine.catalogue import document as doc
from engine.catalogue.unit_line import LineWords, MarkWord, UnitLine, described
from engine.games.toppling_the_reich.boxes import AIRDROP, COMZ, IN_CORPS, OUT, POOL, UNUSED, WITHDRAWN
from engine.games.toppling_the_reich.marks import (
    AIR_SUPPLIED,
    ATTACKED,
    CUT_OUT,
    DROPPED,
    EXPLOITING,
    GAME_TURN,
    HQ_RETREATED,
    MOVED,
    MP,
    OOC,
    OOS,
    PLAYER_TURN,
    RAILED,
    REPLACED,
    SEGMENT,
    STOPPED,
    STRATEGIC,
    USED,
)
from engine.games.toppling_the_reich.records import RATINGS, SIZES
from engine.games.toppling_the_reich.scenario.charts import charts

BOXES: Final = (POOL, COMZ, AIRDROP, OUT, UNUSED, WITHDRAWN, IN_CORPS)
MARKS: Final[Mapping[str, MarkWord]] = {
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


@cache
def line_words() -> LineWords:
    """The words of a line; the types are those of the chart."""
    return LineWords(
        "3321 steps:1",
        RATINGS,
        charts().unit_types.rows,
        SIZES,
        BOXES,
        MARKS,
        numbered_marks={
            "mp": (MP, SEGMENT),
            "dropped": (DROPPED, ""),
            "air-supplied": (AIR_SUPPLIED, ""),
        },
        states={
            "concealed": ("hidden", "concealed"),
            "unknown": ("hidden", "unknown"),
            "dummy": ("dummy", True),
            "rail_static": ("rail_static", True),
        },
        numbers=("steps",),
        texts=("letter",),
        entry_is_hex=False,
    )


def described_unit(key: str, side: str, line: UnitLine, base: doc.Unit | None) -> doc.Unit:
    """The counter of the scenario as the line changes it, or a new one."""
    if base is None:
        usual: dict[str, doc.Plain] = {"cf": (7, 3), "mf": 8, "nation": "US" if side == "allied" else "GE"}
        base = doc.Unit(key, key, side, "infantry", "", "division", usual)
    return described(base, side, line)
