"""A small scenario from nothing, through the real widgets, and its first turn under the referee."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from editor.editor_page import EditorPage
from editor.new_map_dialog import NewMapDialog
from engine import games
from engine.catalogue.check import check
from engine.catalogue.scenario_text import dumps
from engine.referee.session import Session, Start
from tests.editor.hands import Hands
from tests.editor.test_scenario import edit

Forces = dict[str, list[tuple[str, dict[str, str], str]]]


def make_map(page: EditorPage, qtbot, game: str) -> Hands:
    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, NewMapDialog)
        dialog.game.setCurrentIndex(dialog.game.findData(game))
        qtbot.keyClicks(dialog.title, "Out of nothing")
        dialog.fields["columns"].setValue(9)
        dialog.fields["rows"].setValue(7)
        ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
        qtbot.mouseClick(ok, Qt.MouseButton.LeftButton)

    QTimer.singleShot(0, answer)
    page.actions_by_key["new"].trigger()
    return Hands(page, qtbot)


def draw_map(hands: Hands) -> None:
    """Woods in the west, a river down the middle with a bridge, a road across, an objective."""
    lattice, canvas = hands.document.lattice, hands.page.bench.canvas
    geometry = canvas.geometry_of_map
    hands.take("brush", "woods")
    hands.drag(["0202", "0204"])
    hands.take("hexsides", "river")
    banks = [lattice.corners(f"05{row:02}")[corner] for row in range(1, 8) for corner in (0, 1)]
    hands.drag([canvas.mapFromScene(geometry.vertex(corner)) for corner in banks])
    hands.take("hexsides", "bridge")
    hands.click(lattice.hexside("0504", "0604"))
    hands.take("roads", "road")
    hands.drag(["0404", "0504", "0604", "0704"])
    hands.take("victory")
    hands.wish("name", "The bridge end")
    hands.click("0604")


def draw_start_line(hands: Hands) -> None:
    hands.take("start_line")
    for row in range(1, 8):
        hands.click(f"05{row:02}")
    hands.key(Qt.Key.Key_Return)
    assert len(hands.work.scenario("start_lines")) == 1


def write_forces(hands: Hands, forces: Forces) -> None:
    page = hands.page
    page.show_part(page.parts.forces)
    table = page.parts.forces.units
    for side, units in forces.items():
        for name, cells, _ in units:
            table.add.click()
            row = len(table.model.records) - 1
            for column, words in {"id": name, "name": name, "side": side, **cells}.items():
                table.select([row])
                edit(hands, table, row, column, words)
                assert table.problem.text() == ""
    page.show_part(page.parts.map)
    for units in forces.values():
        for name, _, place in units:
            page.roster.choose(name)
            page.bench.canvas.dropped.emit(page.roster.ids(), place)


def write_victory(hands: Hands, winner: str) -> None:
    page = hands.page.parts.victory
    hands.page.show_part(page)
    page.conditions.add.click()
    page.use_kind("score")
    page.bands.add.click()
    edit(hands, page.bands, 0, "winner", winner)
    edit(hands, page.bands, 0, "low", "1")
    page.bands.add.click()
    edit(hands, page.bands, 1, "high", "0")


FOOT = {"mobility": "LEG", "quality": "regular", "size": "battalion", "type": "INF"}
STAFF = {"mobility": "MOT", "quality": "regular", "size": "headquarters", "type": "HQ"}
GAMES: dict[str, Forces] = {
    "toy": {
        "red": [("R1", {}, "0304"), ("R2", {}, "0305")],
        "blue": [("B1", {}, "0704"), ("B2", {"guns": "yes"}, "0803")],
    },
    "ddb": {
        "allied": [("a-hq", STAFF, "0304"), ("a-1", FOOT, "0404"), ("a-2", FOOT, "0405")],
        "german": [("g-hq", STAFF, "0804"), ("g-1", FOOT, "0604"), ("g-2", FOOT, "0705")],
    },
}


@pytest.mark.parametrize("game", GAMES)
def test_author_a_scenario_and_play_its_first_turn(page: EditorPage, qtbot, game: str) -> None:
    hands = make_map(page, qtbot, game)
    draw_map(hands)
    draw_start_line(hands)
    write_forces(hands, GAMES[game])
    write_victory(hands, next(iter(GAMES[game])))
    page.show_part(page.parts.scenario)
    page.parts.scenario.last.setValue(3)
    document = hands.document.snapshot()
    errors = [str(found) for found in check(document, games.game(game)) if found.severity == "error"]
    assert errors == []
    page.actions_by_key["save"].trigger()
    assert page.drawer.cabinet.load(page.drawer.cabinet.scenarios()[0]) == document
    played: list[object] = []
    page.play_wanted.connect(lambda document, _: played.append(document))
    page.actions_by_key["play"].trigger()
    assert played == [document]
    play_a_turn(Session.begin, game, document.key, dumps(document))
    hands.document.go_to(0)
    assert not hands.work.scenario("units") and not hands.work.hexsides


def play_a_turn(begin: Callable[..., Session], game: str, key: str, text: str) -> None:
    """The least tried legal action each time, until a whole turn is over (plans may come before it)."""
    session = begin(games.game(game), Start(game, "scenario", key, text, "seed", {}))
    turns, tried = {session.view(None).turn: 0}, {}
    for _ in range(600):
        choice = session.choice
        if choice is None or len(turns) > 2:
            break
        action = min(session.legal(), key=lambda a: tried.get(a, 0))
        tried[action] = tried.get(action, 0) + 1
        session.submit(choice.side, action)
        turns[session.view(None).turn] = len(session)
    assert len(session) > 4
    assert session.choice is None or len(turns) > 2, "a turn came to its end"
