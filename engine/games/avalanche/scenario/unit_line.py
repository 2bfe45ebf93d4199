"""The units of worked examples: `2131 steps:2 disrupted oos`, see engine.catalogue.unit_line.

A unit that the scenario does not have is described by its template: `2131 us_inf of:36Div`, `company`
makes a company of it. `2533 leader of:29PzGDiv foot:1 mot:2 combat:4 tactical:4` is a leader,
`1331 CL nation:UK` a ship, `1432 strongpoint attack:0 defence:3 arm:1` a strong point. Formations are
written without blanks. Guns are unlimbered unless the line says `limbered`. Further: `ammo:1` (2 full,
1 reduced, 0 out), `steps:N` left, `dropped:TURN`, `parent:KEY`, and `ma:N morale:N attack:N defence:N arm:N`
instead of what is printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from engine.catalogue import document as doc
from engine.catalogue.unit_line import LineWords, UnitLine, described
from engine.games.avalanche.records import (
    AIRDROP,
    ALLIED,
    BREAKDOWN,
    DEMORALIZED,
    DISRUPTED,
    ELIMINATED,
    FLEET,
    GAME_TURN,
    GERMAN,
    ISO,
    OOS,
    PLAYER_TURN,
    RATINGS,
    SIZES,
)
from engine.games.avalanche.scenario.charts import charts

MARKS: Final = {
    "landed": ("landed", GAME_TURN, ""),
    "replaced": ("replaced", GAME_TURN, ""),
    "carried": ("carried", GAME_TURN, ""),
    "strategic": ("moved strategically", PLAYER_TURN, ""),
    "demolition": ("demolition", PLAYER_TURN, ""),
    "built": ("built", PLAYER_TURN, ""),
    "idle": ("idle", GAME_TURN, ""),
    "attacked": ("attacked", PLAYER_TURN, ""),
    "bombarded": ("bombarded", PLAYER_TURN, ""),
}
PRINTED: Final = ("ma", "morale", "arm", "attack", "defence", "support", "range", "bv")
USUAL: Final = {ALLIED: ("us_inf", "36 Div", "US"), GERMAN: ("ge_pzg5", "16 Pz Div", "GE")}


@cache
def line_words() -> LineWords:
    """The words of a line; the types are those of the charts."""
    return LineWords(
        "2131 us_inf steps:2 disrupted",
        RATINGS,
        (*charts().unit_templates.unit, *charts().ships.ship_class, "leader", "strongpoint"),
        tuple(size for size in SIZES if " " not in size),
        boxes=(AIRDROP, BREAKDOWN, ELIMINATED, FLEET),
        marks=MARKS,
        numbered_marks={"spent": ("spent", PLAYER_TURN)},
        states={
            DISRUPTED: ("state", DISRUPTED),
            DEMORALIZED: ("state", DEMORALIZED),
            OOS: ("supply", OOS),
            ISO: ("supply", ISO),
            "limbered": ("limbered", True),
            "flipped": ("flipped", True),
            "revealed": ("revealed", True),
        },
        numbers=("steps", "ammo", "dropped", *PRINTED),
        texts=("parent",),
        entry_is_hex=False,
    )


def described_unit(
    key: str, side: str, line: UnitLine, base: doc.Unit | None, formations: Mapping[str, str]
) -> doc.Unit:
    """The unit of the scenario as the line changes it, or a new one of the template that it names."""
    kind, formation, nation = USUAL[side]
    if line.type in ("leader", "strongpoint") or line.type in charts().ships.ship_class:
        line.size = {"leader": "leader", "strongpoint": "strong point"}.get(line.type, "ship")
    elif not line.size:
        template = charts().unit_templates.unit.get(line.type)
        line.size = template.size if template else ""
    line.formation = formations.get(line.formation, line.formation)
    if line.type.startswith("uk_"):
        nation = "UK"
    if base is None:
        ratings = {} if line.size == "strong point" else {"nation": nation}
        own = "" if line.size in ("ship", "strong point") else formation
        base = doc.Unit(key, key, side, kind, own, "battalion", dict(ratings))
    return described(base, side, line)


def state_of(line: UnitLine, unit: doc.Unit) -> dict[str, Any]:
    """What the line says of the fields of the record; a strength is that of every step."""
    found = dict(line.state)
    template = charts().unit_templates.unit.get(unit.type)
    steps = len(template.steps) if template and unit.size == template.size else 1
    if "attack" in found:
        found["attacks"] = (found.pop("attack"),) * steps
    if "defence" in found:
        found["defences"] = (found.pop("defence"),) * steps
    return found
