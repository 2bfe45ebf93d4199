"""A small scenario from nothing, by mouse and keyboard in the real window, and its first turn played."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QComboBox, QDialogButtonBox, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from editor.editor_page import EditorPage
from editor.files.new_map_dialog import NewMapDialog
from engine import games
from engine.catalogue.check import check
from tests.editor.hands import CTRL, LEFT, Hands
from tests.editor.table_hands import pick, titled, write
from tests.editor.window.test_editor_host import window  # noqa: F401

Forces = dict[str, list[tuple[str, dict[str, str], str]]]
PLAIN = Qt.KeyboardModifier.NoModifier


class Author(Hands):
    """Somebody who has only a mouse and a keyboard."""

    def press_button(self, button: QWidget, at: QPoint | None = None) -> None:
        assert button.isVisible() and button.isEnabled()
        self.qtbot.mouseClick(button, LEFT, pos=at or button.rect().center())

    def take(self, tool: str, kind: str = "") -> None:
        page = self.page
        self.press_button(page.tool_bar.widgetForAction(page.tool_actions[tool]))
        if kind:
            panel = page.palette_panel
            found = panel.list.findItems(kind, Qt.MatchFlag.MatchExactly)
            if found:
                panel.list.scrollToItem(found[0])
                self.press_button(panel.list.viewport(), panel.list.visualItemRect(found[0]).center())
            else:
                self.qtbot.keyClicks(panel.other, kind)
                self.qtbot.keyClick(panel.other, Qt.Key.Key_Return)

    def look(self) -> None:
        """To the window, after a dialogue or a list; without a window manager that does not go by itself."""
        self.page.window().activateWindow()
        self.qtbot.waitUntil(self.page.window().isActiveWindow)

    def tab(self, part: QWidget) -> None:
        """Click on the tab of a part."""
        parts = self.page.parts
        at = next(n for n in range(parts.count()) if parts.part(n) is part)
        self.press_button(parts.tabBar(), parts.tabBar().tabRect(at).center())
        assert parts.currentIndex() == at

    def number(self, field: QSpinBox, value: int) -> None:
        field.selectAll()
        self.qtbot.keyClicks(field, str(value))
        self.qtbot.keyClick(field, Qt.Key.Key_Tab)
        assert field.value() == value

    def carry(self, unit: str, here: str) -> None:
        """Drag a unit from the units panel to a hex."""
        roster, viewport = self.page.roster, self.page.workspace.canvas.viewport()
        item = roster.item(unit)
        roster.tree.scrollToItem(item)
        self.press_button(roster.tree.viewport(), roster.tree.visualItemRect(item).center())
        data = roster.tree.mimeData(roster.tree.selectedItems())
        spot, copy = self.spot(here), Qt.DropAction.CopyAction
        for event in (
            QDragEnterEvent(spot, copy, data, LEFT, PLAIN),
            QDragMoveEvent(spot, copy, data, LEFT, PLAIN),
            QDropEvent(QPointF(spot), copy, data, LEFT, PLAIN),
        ):
            QApplication.sendEvent(viewport, event)
            assert event.isAccepted()


@pytest.fixture
def author(window: MainWindow, qtbot: QtBot) -> Iterator[Author]:  # noqa: F811
    """Somebody at the empty bench of the window."""
    window.resize(1280, 800)
    qtbot.mouseClick(window.start.edit, LEFT)
    page = window.editor_host.page
    page.workspace.canvas.patient = True
    yield Author(page, qtbot)


def make_map(author: Author, game: str) -> None:
    page, qtbot = author.page, author.qtbot

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, NewMapDialog)
        pick(qtbot, dialog.game, games.game(game).title)
        qtbot.keyClicks(dialog.title, "Out of nothing")
        author.number(dialog.fields["columns"], 9)
        author.number(dialog.fields["rows"], 7)
        author.press_button(dialog.buttons.button(QDialogButtonBox.StandardButton.Ok))

    QTimer.singleShot(0, answer)
    author.press_button(page.welcome.first())
    assert page.document is not None and page.document.title == "Out of nothing"
    author.look()


def draw_map(author: Author) -> None:
    """Woods in the west, a river down the middle with a bridge, a road across, an objective."""
    lattice, canvas = author.document.lattice, author.page.workspace.canvas
    geometry = canvas.geometry_of_map
    author.take("brush", "woods")
    author.drag(["0202", "0204"])
    author.take("hexsides", "river")
    banks = [lattice.corners(f"05{row:02}")[corner] for row in range(1, 8) for corner in (0, 1)]
    course = [canvas.mapFromScene(geometry.vertex(corner)) for corner in banks]
    author.drag([course[0] + QPoint(0, 3), *course[1:]])
    author.take("hexsides", "bridge")
    author.click(lattice.hexside("0504", "0604"))
    author.take("roads", "road")
    author.drag(["0404", "0504", "0604", "0704"])
    author.take("victory")
    author.set_option("name", "The bridge end")
    author.click("0604")
    kinds = {feature.kind for found in author.work.hexsides.values() for feature in found}
    assert {"river", "bridge", "road"} <= kinds and author.work.terrain["0203"] == "woods"


def draw_start_line(author: Author) -> None:
    author.take("start_line")
    for row in range(1, 8):
        author.click(f"05{row:02}")
    author.key(Qt.Key.Key_Return)
    assert len(author.work.scenario("start_lines")) == 1


def write_forces(author: Author, forces: Forces) -> None:
    page, qtbot = author.page, author.qtbot
    author.tab(page.parts.forces)
    table = page.parts.forces.units
    page.parts.forces.ask_ratings = lambda question: True
    for side, units in forces.items():
        for name, cells, _ in units:
            author.press_button(table.add)
            row = len(table.model.records) - 1
            for column, words in {"id": name, "name": name, "side": side, **cells}.items():
                write(qtbot, table, row, column, titled(table, column, words))
                assert table.problem.text() == ""
    author.tab(page.parts.map)
    author.take("units")
    for units in forces.values():
        for name, _, place in units:
            author.carry(name, place)
    assert len(author.work.scenario("setups")) == sum(map(len, forces.values()))


def lay_the_table(author: Author) -> None:
    """A deck of two cards that is drawn in secret, a marker, a track, a note at the bridge."""
    page, qtbot = author.page.parts.table, author.qtbot
    author.tab(page)
    rows = {
        "markers": {"key": "smoke", "title": "Smoke"},
        "notes": {"place": "0604", "text": "Mined"},
        "decks": {"key": "events", "title": "Events", "draw": "secret"},
        "cards": {"name": "Rain", "count": "2"},
        "tracks": {"key": "morale", "title": "Morale"},
    }
    for name, cells in rows.items():
        table = page.tables[name]
        for tabs in page.tabs:
            if (at := tabs.indexOf(table)) >= 0:
                author.press_button(tabs.tabBar(), tabs.tabBar().tabRect(at).center())
        author.press_button(table.add)
        for column, words in cells.items():
            write(qtbot, table, 0, column, words)
            assert table.problem.text() == ""


def write_victory(author: Author, winner: str) -> None:
    page, qtbot = author.page.parts.victory, author.qtbot
    author.tab(page)
    author.press_button(page.conditions.add)
    choose(author, page.kind, "decides the game by a score and its bands")
    author.press_button(page.bands.add)
    write(qtbot, page.bands, 0, "winner", titled(page.bands, "winner", winner))
    write(qtbot, page.bands, 0, "low", "1")
    author.press_button(page.bands.add)
    write(qtbot, page.bands, 1, "high", "0")
    (condition,) = author.work.scenario("victory")
    assert condition.score and len(condition.bands) == 2


def choose(author: Author, box: QComboBox, words: str) -> None:
    box.setFocus()
    pick(author.qtbot, box, words)


FOOT = {"type": "INF", "mobility": "LEG", "quality": "regular", "size": "battalion"}
STAFF = {"type": "HQ", "mobility": "MOT", "quality": "regular", "size": "headquarters"}
FREE = {"attack": "4", "defence": "3", "move": "3", "attack_back": "2"}
GAMES: dict[str, Forces] = {
    "free": {
        "red": [("r1", {"type": "infantry", **FREE}, "0304"), ("r2", {"type": "armour", **FREE}, "0305")],
        "blue": [("b1", {"type": "infantry", **FREE}, "0704"), ("b2", {"type": "artillery"}, "0803")],
    },
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
def test_author_a_scenario_and_play_its_first_turn(
    window: MainWindow,  # noqa: F811
    author: Author,
    game: str,
) -> None:
    page, qtbot = author.page, author.qtbot
    make_map(author, game)
    draw_map(author)
    draw_start_line(author)
    write_forces(author, GAMES[game])
    if game == "free":
        lay_the_table(author)
    write_victory(author, next(iter(GAMES[game])))
    author.tab(page.parts.scenario)
    author.number(page.parts.scenario.last, 3)
    document = author.document.snapshot()
    errors = [str(found) for found in check(document, games.game(game)) if found.severity == "error"]
    assert errors == []
    author.look()
    author.press_button(page.parts.scenario.title)
    qtbot.keyClick(page.parts.scenario.title, Qt.Key.Key_S, CTRL)
    assert page.file_actions.scenario_store.catalogue is not None
    assert page.file_actions.scenario_store.catalogue.load(document.key) == document
    steps = author.steps
    qtbot.keyClick(page.parts.scenario.title, Qt.Key.Key_F5)
    play_a_turn(window)
    restore_panels(window, author, page, steps)


def play_a_turn(window: MainWindow) -> None:  # noqa: F811
    """The least tried legal action each time, until a whole turn is over (plans may come before it)."""
    table = window.table
    assert window.pages.currentWidget() is table and table.controller is not None
    session, tried = table.controller.session, dict[object, int]()
    table.remind = False
    turns = {session.view(None).turn}
    for _ in range(600):
        if session.choice is None or len(turns) > 2:
            break
        action = min(session.legal(), key=lambda a: tried.get(a, 0))
        tried[action] = tried.get(action, 0) + 1
        table.act(action)
        turns.add(session.view(None).turn)
    assert len(session) > 4
    assert session.choice is None or len(turns) > 2, "a turn came to its end"


def restore_panels(window: MainWindow, author: Author, page: EditorPage, steps: list[str]) -> None:  # noqa: F811
    """The editor is unchanged: every step can still be undone, down to the empty map."""
    author.press_button(window.editor_host.switch.buttons["edit"])
    assert window.pages.currentWidget() is page and author.steps == steps
    author.tab(page.parts.map)
    page.workspace.canvas.setFocus()
    for _ in steps:
        author.key(Qt.Key.Key_Z, CTRL)
    assert not author.work.scenario("units") and not author.work.hexsides
    assert not author.document.history.can_undo
