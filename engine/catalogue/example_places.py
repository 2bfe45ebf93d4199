"""Special rules, set-up rules and conditions of victory in a worked example, the same for every game.

special = {"7.3.8" = {last_turn = 3}}     rules that are added to those of the scenario
place = {us-1 = "area wing"}              a unit that its side places, wherever its own line puts it
region = {wing = "0505 0506"}             an area
start_line = "0106/0107 1206/1207"        the first side holds what is left of it, the second what is right
victory = [{key = "..", test = {..}}]     these conditions and no others: see engine.catalogue.victory
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue.document import (
    Placement,
    Region,
    ScenarioDocument,
    Setup,
    SpecialRule,
    StartLine,
    VictoryCondition,
)
from engine.catalogue.plain_data import read
from engine.catalogue.victory import check_words
from engine.mechanics.position_data import table


def with_places(document: ScenarioDocument, data: dict[str, Any]) -> ScenarioDocument:
    """Take the set-up rules out of the data of a position and put them into its scenario."""
    regions, rules = _texts(data, "region"), _texts(data, "place")
    drawn = [Region(key, key.capitalize(), hexes=tuple(hexes.split())) for key, hexes in regions.items()]
    lines = document.start_lines
    if points := data.pop("start_line", ""):
        left, right = (side.key for side in document.sides)
        lines = (StartLine("front", tuple(str(points).split()), left, right),)
    known = {setup.unit: setup for setup in document.setups}
    if strangers := [unit for unit in rules if unit not in known]:
        raise BadInput(f"`place` names {strangers[0]!r:.40}, which stands nowhere")
    return replace(
        document,
        regions=(*document.regions, *drawn),
        start_lines=lines,
        setups=(
            *(setup for setup in document.setups if setup.unit not in rules),
            *(Setup(unit, Placement.parse(words), known[unit].data) for unit, words in rules.items()),
        ),
    )


def with_special_rules(document: ScenarioDocument, data: dict[str, Any]) -> ScenarioDocument:
    """The scenario with the special rules that a position adds, each with its parameters."""
    added = table(data, "special")
    rules = [rule for rule in document.special_rules if rule.id not in added]
    rules += [SpecialRule(name, values) for name, values in added.items() if isinstance(values, dict)]
    return replace(document, special_rules=tuple(rules))


def with_victory(document: ScenarioDocument, data: dict[str, Any]) -> ScenarioDocument:
    """Put the conditions of victory of a position, if it names any, in place of those of its scenario."""
    if "victory" not in data:
        return document
    named = data.pop("victory")
    if not isinstance(named, list):
        raise BadInput("`victory` should be a list of conditions")
    conditions = (read(VictoryCondition, one, "`victory`") for one in named)
    return replace(document, victory=tuple(map(check_words, conditions)))


def _texts(data: dict[str, Any], name: str) -> dict[str, str]:
    found = data.pop(name, {})
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        raise BadInput(f"`{name}` should be a table of texts")
    return found
