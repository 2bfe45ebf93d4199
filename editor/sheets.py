"""The tables of a scenario: units, formations, types, sides, set-ups, schedule, allotments, options …"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from editor.columns import Column, Sheet
from editor.commands.set_records import SetRecords
from editor.commands.terms import set_scenario_fields
from editor.game_kinds import GameKinds
from editor.tools.zones import new_key
from editor.workpiece import Workpiece
from engine.catalogue.document import (
    SCHEDULE_KINDS,
    Allotment,
    Box,
    Formation,
    Option,
    Placement,
    Plain,
    RatingField,
    ScheduleEntry,
    Setup,
    Side,
    SpecialRule,
    Unit,
    UnitType,
)


@dataclass(frozen=True, slots=True)
class Setting:
    """One of the game's own words in a scenario."""

    key: str
    value: Plain = ""


def settings(work: Workpiece) -> list[Setting]:
    """The settings that can be written in a line; tables and lists are left alone."""
    data = work.scenario("data")
    return [Setting(key, value) for key, value in data.items() if isinstance(value, (str, int))]


def set_settings(work: Workpiece, listed: Sequence[Setting]) -> SetRecords:
    """Write the settings back beside those that no line holds."""
    kept = {key: value for key, value in work.scenario("data").items() if not isinstance(value, (str, int))}
    data = {**kept, **{setting.key: setting.value for setting in listed}}
    command = set_scenario_fields(work, data=data)
    command.text = "Change settings"
    return command


def _sides(work: Workpiece) -> Sequence[str]:
    return [side.key for side in work.scenario("sides")]


def _any_side(work: Workpiece) -> Sequence[str]:
    return ["", *_sides(work)]


def _formations(work: Workpiece) -> Sequence[str]:
    return ["", *(formation.key for formation in work.scenario("formations"))]


def _types(work: Workpiece) -> Sequence[str]:
    return [kind.key for kind in work.scenario("unit_types")]


def _units(work: Workpiece) -> Sequence[str]:
    return [unit.id for unit in work.scenario("units")]


def _first(names: Sequence[str]) -> str:
    return names[0] if names else ""


def _listed(words: Sequence[str], work: Workpiece) -> Sequence[str]:
    return words


def rating_columns(fields: dict[str, RatingField]) -> tuple[Column, ...]:
    """One column for each rating that the game knows."""
    made = []
    for name, known in fields.items():
        listed = partial(_listed, ("", *known.choices)) if known.choices and not known.many else None
        made.append(
            Column(
                name,
                known.title or name,
                "choice" if listed is not None else known.type,
                listed,
                known,
                "May be left empty" if not known.required else "",
                known.min if known.min is not None else -9999,
                known.max if known.max is not None else 9999,
                96,
            )
        )
    return tuple(made)


def unit_sheet(fields: dict[str, RatingField], kinds: GameKinds) -> Sheet:
    """The order of battle."""
    return Sheet(
        (
            Column("id", "Id", width=92),
            Column("name", "Name", width=170),
            Column("side", "Side", "choice", _sides, width=80),
            Column("type", "Type", "choice", _types, width=80),
            Column("formation", "Formation", "choice", _formations, width=96),
            Column("size", "Size", "choice", partial(_listed, ("", *kinds.sizes)), width=110),
            *rating_columns(fields),
        ),
        _new_unit,
        "id",
    )


def _new_unit(work: Workpiece) -> Unit:
    key = new_key("unit", set(_units(work)))
    return Unit(key, "New unit", _first(_sides(work)), _first(_types(work)))


def type_sheet(fields: dict[str, RatingField]) -> Sheet:
    """Types of units with the ratings that all of a type share."""
    return Sheet(
        (
            Column("key", "Key"),
            Column("title", "Title", width=150),
            Column("symbol", "Symbol", tip="infantry, armour, artillery, headquarters …", width=130),
            *rating_columns(fields),
        ),
        lambda work: UnitType(new_key("type", set(_types(work)))),
    )


SIDES: Final = Sheet(
    (
        Column("key", "Key"),
        Column("title", "Title", width=160),
        Column("colour", "Colour", tip="#5b6b3c"),
        Column("data", "Further", "data", tip='{"break": 30}', width=150),
    ),
    lambda work: Side(new_key("side", set(_sides(work))), "New side", "#8c8577"),
)
FORMATIONS: Final = Sheet(
    (
        Column("key", "Key"),
        Column("title", "Title", width=220),
        Column("side", "Side", "choice", _any_side),
        Column("parent", "Part of", "choice", _formations),
    ),
    lambda work: Formation(new_key("formation", set(_formations(work))), "", _first(_sides(work))),
)
SETUPS: Final = Sheet(
    (
        Column("unit", "Unit", "choice", _units, width=120),
        Column(
            "place",
            "Place",
            "place",
            tip="2314, area KEY, within 2 of 2314, along LINE, within 3 along LINE, box KEY",
            width=190,
        ),
        Column("data", "State", "data", tip='{"facing": 3}', width=150),
    ),
    lambda work: Setup(_first(_units(work)), Placement("hex", "")),
    "unit",
)
SCHEDULE: Final = Sheet(
    (
        Column("turn", "Turn", "int", width=60),
        Column("kind", "What", "choice", lambda work: SCHEDULE_KINDS, width=120),
        Column("side", "Side", "choice", _sides, width=84),
        Column("unit", "Unit", "choice", lambda work: ["", *_units(work)], width=120),
        Column("place", "Place", "place", tip="2314, area KEY, box KEY …", width=140),
        Column("amount", "Amount", "int", width=70),
        Column("data", "Further", "data", width=120),
    ),
    lambda work: ScheduleEntry("reinforcement", work.scenario("turns").first, _first(_sides(work))),
    "turn",
)
BOXES: Final = Sheet(
    (
        Column("key", "Key"),
        Column("title", "Title", width=220),
        Column("side", "Side", "choice", _any_side),
    ),
    lambda work: Box(new_key("box", {box.key for box in work.sheet("boxes")}), "New box"),
)
ALLOTMENTS: Final = Sheet(
    (
        Column("side", "Side", "choice", _sides),
        Column("what", "What", width=140),
        Column("amount", "Amount", "int", width=80),
        Column("turn", "Turn", "int", tip="0: once for the whole game", width=60),
    ),
    lambda work: Allotment(_first(_sides(work)), "", 0),
    "what",
)
OPTIONS: Final = Sheet(
    (
        Column("key", "Key"),
        Column("title", "Title", width=180),
        Column("default", "At first", "plain", tip="yes, no, or one of the choices", width=80),
        Column("choices", "Choices", "list", tip="With commas between them; empty for yes or no", width=110),
        Column("text", "What it does", width=260),
    ),
    lambda work: Option(new_key("option", {known.key for known in work.scenario("options")})),
)
SETTINGS: Final = Sheet(
    (Column("key", "Setting", width=140), Column("value", "Value", "plain", width=160)),
    lambda work: Setting(new_key("setting", set(work.scenario("data")))),
)
SPECIAL_RULES: Final = Sheet(
    (
        Column("id", "Rule", tip="The id of a rule that the game knows", width=150),
        Column("parameters", "With", "data", tip='{"first_turn": 3}', width=190),
        Column("text", "In words", width=320),
    ),
    lambda work: SpecialRule(""),
    "id",
)
