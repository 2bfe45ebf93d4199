"""Definitions of the scenario's tables: units, formations, types, sides, set-ups, schedule …"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from msgspec import Struct

from editor.commands.scenario import set_scenario_fields
from editor.commands.set_records import SetRecords
from editor.document.game_vocabulary import GameVocabulary
from editor.document.keys import new_key
from editor.document.place_choices import place_choices
from editor.document.rule_words import parameters_in_words
from editor.document.titles import distinct_titles
from editor.document.value_shapes import in_short
from editor.document.working_copy import WorkingCopy
from editor.tables.columns import Column, TableDefinition
from engine.catalogue.chart_changes import CHARTS
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
from engine.catalogue.labels import DRAFT, TAGS
from engine.catalogue.own_art import ART
from engine.catalogue.picture import PICTURE
from engine.catalogue.table_parts import TABLE

Offers = list[tuple[str, str, Any]]
"""Records offered for adding: title, description, record."""
_ELSEWHERE: Final = (CHARTS, PICTURE, ART, TABLE, DRAFT, TAGS)


class Setting(Struct, frozen=True):
    """A game-specific setting of a scenario."""

    key: str
    value: Plain = ""


def settings(work: WorkingCopy) -> list[Setting]:
    """All settings except those that have editors of their own: charts, picture, art, table, draft, tags."""
    return [Setting(key, value) for key, value in work.scenario("data").items() if key not in _ELSEWHERE]


def set_settings(work: WorkingCopy, listed: Sequence[Setting]) -> SetRecords:
    """Set the settings; those that have editors of their own stay."""
    kept = {key: value for key, value in work.scenario("data").items() if key in _ELSEWHERE}
    data = {**kept, **{setting.key: setting.value for setting in listed}}
    command = set_scenario_fields(work, data=data)
    command.text = "Change settings"
    return command


def side_titles(work: WorkingCopy) -> Mapping[str, str]:
    """The titles of the sides."""
    return distinct_titles((side.key, side.title) for side in work.scenario("sides"))


def any_side(work: WorkingCopy) -> Mapping[str, str]:
    """The titles of the sides, and nothing for nobody."""
    return {"": "", **side_titles(work)}


def _formations(work: WorkingCopy) -> Mapping[str, str]:
    return {"": "", **distinct_titles((known.key, known.title) for known in work.scenario("formations"))}


def _types(work: WorkingCopy) -> Mapping[str, str]:
    return distinct_titles((kind.key, kind.title) for kind in work.scenario("unit_types"))


def _units(work: WorkingCopy) -> Mapping[str, str]:
    return distinct_titles((unit.id, unit.name) for unit in work.scenario("units"))


def _any_unit(work: WorkingCopy) -> Mapping[str, str]:
    return {"": "", **_units(work)}


def _first(titles: Mapping[str, str]) -> str:
    """The key of the first record."""
    return next(iter(titles), "")


def _listed(words: Sequence[str], work: WorkingCopy) -> Sequence[str]:
    return words


def rating_columns(fields: dict[str, RatingField]) -> tuple[Column, ...]:
    """One column for each rating of the game."""
    made = []
    for name, known in fields.items():
        words = ("yes", "no") if known.type == "flag" else known.choices
        listed = partial(_listed, ("", *words)) if words and not known.many else None
        made.append(
            Column(
                name,
                known.title or name,
                "choice" if listed is not None and known.type != "flag" else known.type,
                listed,
                known,
                "" if known.required else "Optional",
                96,
            )
        )
    return tuple(made)


def unit_table(fields: dict[str, RatingField], kinds: GameVocabulary) -> TableDefinition:
    """The units table."""
    return TableDefinition(
        (
            Column("name", "Name", width=170),
            Column("id", "Id", width=92),
            Column("side", "Side", "choice", must_exist=True, titles=side_titles, width=80),
            Column("type", "Type", "choice", titles=_types, width=80),
            Column("formation", "Formation", "choice", titles=_formations, width=96),
            Column("size", "Size", "choice", partial(_listed, ("", *kinds.sizes)), width=110, is_free=True),
            *rating_columns(fields),
        ),
        _new_unit,
        "id",
        "name",
    )


def _new_unit(work: WorkingCopy) -> Unit:
    key = new_key("unit", set(_units(work)))
    return Unit(key, "New unit", _first(side_titles(work)), _first(_types(work)))


def type_table(fields: dict[str, RatingField]) -> TableDefinition:
    """The table of unit types with their common ratings."""
    return TableDefinition(
        (
            Column("title", "Title", width=150),
            Column("key", "Key"),
            Column(
                "symbol",
                "Symbol",
                "symbol",
                tip="Double-click to choose one, or write",
                width=150,
            ),
            *rating_columns(fields),
        ),
        lambda work: UnitType(new_key("type", set(_types(work)))),
        title="title",
    )


def allotment_table(kinds: GameVocabulary) -> TableDefinition:
    """The allotments table; the usual kinds of the game are offered."""
    return TableDefinition(
        (
            Column("side", "Side", "choice", must_exist=True, titles=side_titles),
            Column("what", "What", "choice", partial(_listed, kinds.allotments), width=140, is_free=True),
            Column("amount", "Amount", "int", width=80),
            Column("turn", "Turn", "int", tip="0: once for the whole game", width=60),
        ),
        lambda work: Allotment(_first(side_titles(work)), next(iter(kinds.allotments), ""), 0),
        "what",
    )


SIDES: Final = TableDefinition(
    (
        Column("title", "Title", width=160),
        Column("key", "Key"),
        Column("colour", "Colour", "color", tip="Double-click to choose a colour"),
        Column(
            "powers",
            "Powers",
            "data",
            tip="Powers below the side, by key and title: us = United States, uk = Great Britain",
            width=170,
            of_data=True,
        ),
        Column(
            "colours",
            "Colours of powers",
            "data",
            tip="Colours of powers or formations of the side: us = #5b6b3c, uk = #a58b55",
            width=150,
            of_data=True,
        ),
        Column("data", "More", "data", tip="break = 30", width=110, without=("powers", "colours")),
    ),
    lambda work: Side(new_key("side", set(side_titles(work))), "New side", "#8c8577"),
    title="title",
)
FORMATIONS: Final = TableDefinition(
    (
        Column("title", "Title", width=220),
        Column("key", "Key"),
        Column("side", "Side", "choice", titles=any_side),
        Column("parent", "Part of", "choice", titles=_formations),
    ),
    lambda work: Formation(new_key("formation", set(_formations(work))), "", _first(side_titles(work))),
    title="title",
)
SETUPS: Final = TableDefinition(
    (
        Column("unit", "Unit", "choice", titles=_units, width=120),
        Column(
            "place",
            "Place",
            "place",
            place_choices,
            is_free=True,
            tip="2314, area REGION, within 2 of 2314, along LINE, within 3 along LINE, box BOX",
            width=190,
        ),
        Column("data", "State", "data", tip="facing = 3", width=200),
    ),
    lambda work: Setup(_first(_units(work)), Placement("hex", "")),
    "unit",
)
SCHEDULE: Final = TableDefinition(
    (
        Column("turn", "Turn", "int", width=60),
        Column("kind", "What", "choice", lambda work: SCHEDULE_KINDS, width=120),
        Column("side", "Side", "choice", must_exist=True, titles=side_titles, width=84),
        Column("unit", "Unit", "choice", titles=_any_unit, width=120),
        Column(
            "place",
            "Place",
            "place",
            place_choices,
            tip="2314, area REGION, box BOX …",
            width=140,
            is_free=True,
        ),
        Column("amount", "Amount", "int", width=70),
        Column("data", "More", "data", tip="entry = 7", width=220),
    ),
    lambda work: ScheduleEntry("reinforcement", work.scenario("turns").first, _first(side_titles(work))),
    "turn",
)
BOXES: Final = TableDefinition(
    (
        Column("title", "Title", width=220),
        Column("key", "Key"),
        Column("side", "Side", "choice", titles=any_side),
    ),
    lambda work: Box(new_key("box", {box.key for box in work.sheet("boxes")}), "New box"),
)
OPTIONS: Final = TableDefinition(
    (
        Column("key", "Key"),
        Column("title", "Title", width=180),
        Column("default", "Default", "plain", tip="yes, no, or one of the choices", width=80),
        Column("choices", "Choices", "list", tip="Separated by commas; empty for yes or no", width=110),
        Column("text", "What it does", width=260),
    ),
    lambda work: Option(new_key("option", {known.key for known in work.scenario("options")})),
)
SETTINGS: Final = TableDefinition(
    (
        Column("key", "Setting", width=140),
        Column("value", "Value", "value", tip="Lists and tables open a form", width=160, words=in_short),
    ),
    lambda work: Setting(new_key("setting", set(work.scenario("data")))),
)
SPECIAL_RULES: Final = TableDefinition(
    (
        Column("id", "Rule", tip="The id of a rule that the game knows", width=150),
        Column(
            "parameters",
            "Parameters",
            "dialog",
            tip="Double-click to edit them in a form",
            width=190,
            words=parameters_in_words,
        ),
        Column("text", "In words", width=320),
    ),
    lambda work: SpecialRule(""),
    "id",
)


def known_options(work: WorkingCopy, kinds: GameVocabulary) -> Offers:
    """The game's options that the scenario does not have yet."""
    taken = {option.key for option in work.scenario("options")}
    return [(o.title or o.key, o.text, o) for o in kinds.options if o.key not in taken]


def known_rules(work: WorkingCopy, kinds: GameVocabulary) -> Offers:
    """The game's special rules that the scenario does not have yet, with their usual parameters."""
    taken = {rule.id for rule in work.scenario("special_rules")}
    return [(f"{r.id}: {shortened(r.text)}", r.text, r) for r in kinds.special_rules if r.id not in taken]


def known_settings(work: WorkingCopy, kinds: GameVocabulary) -> Offers:
    """The game's settings that the scenario does not have yet."""
    data = work.scenario("data")
    return [
        (key.replace("_", " "), f"Other scenarios use {in_short(value, work)}", Setting(key, value))
        for key, value in kinds.settings.items()
        if key not in data and key not in _ELSEWHERE
    ]


def shortened(words: str, most: int = 70) -> str:
    """Shorten a text with an ellipsis."""
    return words if len(words) <= most else f"{words[: most - 1].rstrip()}…"
