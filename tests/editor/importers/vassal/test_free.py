"""Modules and saved games of VASSAL become free games that can be played at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from editor.document.game_vocabulary import beginning_of, vocabulary_of_game
from editor.files.scenario_fields import TURNS
from editor.importers.convert import convert_map, first_guess
from editor.importers.foreign_map import ForeignMap
from editor.importers.table_game import parts_left_behind, sides_of, with_parts
from editor.importers.vassal.games import read_vsav
from editor.importers.vassal.module import read_vmod
from engine import games
from engine.catalogue.check import check
from engine.catalogue.document import MapSheet, ScenarioDocument
from engine.catalogue.scenario_text import dumps, loads
from engine.catalogue.table_parts import DeckPart, DicePart, TableParts, table_parts
from engine.referee.action import Action
from engine.referee.session import Accepted, Session, Start
from tests.editor.importers.fixtures import build_file, module, saved_game, slot, veiled

CARD = "VASSAL.build.widget.CardSlot"
EXTRA = f"""
<VASSAL.build.module.PlayerRoster><entry>German</entry><entry>Soviet Union</entry><entry> </entry>
</VASSAL.build.module.PlayerRoster>
<VASSAL.build.module.DiceButton name="2d6" nDice="2" nSides="6"/>
<VASSAL.build.module.DiceButton name="Weather" nDice="1" nSides="10"/>
<VASSAL.build.module.DiceButton name="again" nDice="2" nSides="6"/>
<VASSAL.build.module.DiceButton name="odd" nDice="many" nSides="6"/>
<VASSAL.build.module.Map mapName="Cards">
<VASSAL.build.module.map.DrawPile name="Events" faceDown="Never">
<{CARD} entryName="Rain">{slot("Rain", 71)}</{CARD}><{CARD} entryName="Rain">{slot("Rain", 72)}</{CARD}>
<{CARD} entryName="Mud">{slot("Mud", 73)}</{CARD}>
</VASSAL.build.module.map.DrawPile>
<VASSAL.build.module.map.DrawPile name="Ruses" faceDown="Always">
<{CARD} entryName="Feint">{slot("Feint", 74)}</{CARD}>
</VASSAL.build.module.map.DrawPile>
<VASSAL.build.module.map.DrawPile name="Discard"/>
</VASSAL.build.module.Map>
"""


def as_free_game(foreign: ForeignMap) -> ScenarioDocument:
    """What the import dialogue makes of it if nothing is changed in it."""
    beginning = beginning_of("free")
    sides = sides_of(foreign, beginning.sides)
    kinds = replace(vocabulary_of_game("free"), sides=sides, unit_types=beginning.unit_types)
    target = ScenarioDocument(
        "free-module",
        foreign.title,
        "free",
        MapSheet("free-module", foreign.title, foreign.grid),
        sides,
        TURNS,
        unit_types=beginning.unit_types,
        data=beginning.data,
    )
    return convert_map(foreign, first_guess(foreign, kinds), target).document


def play(document: ScenarioDocument) -> Session:
    """Move a piece, roll, draw, and hand over."""
    game = games.game("free")
    assert [str(found) for found in check(document, game) if found.severity == "error"] == []
    session = Session.begin(game, Start("free", "scenario", document.key, dumps(document), "seed"))
    pieces = [action for action in session.legal() if action.verb == "pick"]
    for action in (pieces[0], Action("move", "hex", "0202"), Action("end")):
        assert session.choice is not None
        assert isinstance(session.submit(session.choice.side, action), Accepted), action
    return session


def test_a_module_is_played_at_once(tmp_path: Path) -> None:
    foreign = read_vmod(module(tmp_path / "small.vmod", build_file(extra=EXTRA)))
    assert foreign.is_whole_game and foreign.sides == ("German", "Soviet Union")
    document = as_free_game(foreign)
    assert loads(dumps(document)) == document
    assert [(side.key, side.title) for side in document.sides] == [
        ("german", "German"),
        ("soviet-union", "Soviet Union"),
        ("nobody", "Nobody"),
    ]
    assert {unit.side for unit in document.units} == {"german"}, "palette German / Infantry"
    parts = table_parts(document.data)
    assert [(die.key, die.title) for die in parts.dice] == [("2d6", ""), ("1d10", "Weather"), ("1d6", "")]
    assert [(deck.key, deck.draw) for deck in parts.decks] == [("events", "open"), ("ruses", "secret")]
    assert parts.cards_of("events") == ("Rain", "Rain", "Mud")
    session = play(document)
    for action in (Action("draw_card", "marker", "ruses"), Action("roll", "marker", "1d10")):
        assert isinstance(session.submit("soviet-union", action), Accepted)
    assert session.view("soviet-union").counter("card:1") is not None
    assert session.view("german").counter("card:1") is None


def test_what_begins_empty_is_told_and_a_game_with_rules_leaves_the_rest_behind(tmp_path: Path) -> None:
    foreign = read_vmod(module(tmp_path / "small.vmod", build_file(extra=EXTRA)))
    assert any("Discard" in sentence for sentence in foreign.lost)
    assert not any("Events" in sentence for sentence in foreign.lost)
    left = " ".join(parts_left_behind(foreign))
    assert "Events" in left and "2 dice buttons" in left
    converted = convert_map(
        foreign,
        first_guess(foreign, vocabulary_of_game("ddb")),
        replace(as_free_game(foreign), game="ddb", data={}, units=(), setups=()),
    )
    assert any("Events" in sentence for sentence in converted.lost)
    assert converted.document.data == {}


def test_a_saved_game_is_played_at_once(tmp_path: Path) -> None:
    module(tmp_path / "small.vmod", build_file(extra=EXTRA))
    saved = veiled(slot("12 Pz", 5, "Main Map", 55, 41) + "\x1b" + slot("Objective", 900, "Main Map", 20, 20))
    document = as_free_game(read_vsav(saved_game(tmp_path / "game.vsav", saved)))
    assert {unit.name: unit.side for unit in document.units}["Objective"] == "nobody"
    assert len(document.setups) == 2
    play(document)


def test_without_a_roster_the_palettes_are_the_sides_or_else_the_usual_ones(tmp_path: Path) -> None:
    foreign = read_vmod(module(tmp_path / "small.vmod"))
    usual = beginning_of("free").sides
    assert [side.key for side in sides_of(foreign, usual)] == ["red", "blue", "nobody"], "only one palette"
    assert {unit.side for unit in as_free_game(foreign).units} == {"nobody"}
    play(as_free_game(foreign))


def test_dice_and_decks_are_added_to_what_a_scenario_has() -> None:
    own = {
        "table": {"decks": ({"key": "events", "title": "Ours"},), "cards": ({"deck": "events", "name": "A"},)}
    }
    added = TableParts(dice=(DicePart("1d8"),), decks=(DeckPart("events", "Theirs"),))
    parts = table_parts(with_parts(own, added))  # type: ignore[arg-type]
    assert [deck.key for deck in parts.decks] == ["events", "events-2"] and parts.dice == (DicePart("1d8"),)


@pytest.mark.parametrize("number", [1, 9])
def test_too_few_or_too_many_sides_are_not_taken(tmp_path: Path, number: int) -> None:
    entries = "".join(f"<entry>Side {n}</entry>" for n in range(number))
    roster = f"<VASSAL.build.module.PlayerRoster>{entries}</VASSAL.build.module.PlayerRoster>"
    foreign = read_vmod(module(tmp_path / "small.vmod", build_file(extra=roster)))
    playing = [side for side in sides_of(foreign, beginning_of("free").sides) if side.key != "nobody"]
    assert len(playing) == (2 if number == 1 else 8)
