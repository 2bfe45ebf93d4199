"""The chapters for authors are true: each numbered step of a page is done here, in order, as it is written.

A function belongs to each step. `says` are words of the step that it follows: when the page is changed, the
test fails until it follows the new step.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QPushButton
from pytestqt.qtbot import QtBot

from app.handbook.pages import handbook
from app.main_window import MainWindow
from editor.editor_page import EditorPage
from editor.files.file_actions import DISCARD
from editor.files.manage_dialog import ManageDialog
from editor.files.new_map_dialog import NewMapDialog
from editor.forms.victory_template_dialog import VictoryTemplateDialog
from editor.printing.paper import PrintSettings
from editor.printing.print_dialog import PrintDialog
from editor.window.actions import Entry
from engine import games
from engine.catalogue.check import check
from engine.catalogue.own_art import art_of
from engine.catalogue.scenario_text import load_file
from tests.editor.art.test_own_art import picture_file
from tests.editor.hands import Hands
from tests.editor.table_hands import pick, write
from tests.editor.test_from_nothing import Author, author, lay_the_table, play_a_turn  # noqa: F401
from tests.editor.window.test_editor_host import window  # noqa: F401

Step = tuple[str, Callable[[], object]]


def steps_of(key: str, number: int = 0) -> list[str]:
    """The steps of a numbered list of a page."""
    page = next(page for page in handbook().pages if page.key == key)
    lists: list[list[str]] = []
    inside = False
    for line in page.text.splitlines():
        if re.match(r"\d+\. ", line):
            if not inside:
                lists.append([])
            lists[-1].append(line)
            inside = True
        elif inside and line.startswith(" "):
            lists[-1][-1] += f" {line.strip()}"
        else:
            inside = False
    return lists[number]


def follow(key: str, steps: list[Step], number: int = 0) -> None:
    """Do the steps; each must still say what it said when its function was written."""
    written = steps_of(key, number)
    assert len(written) == len(steps), f"{key} has {len(written)} steps, {len(steps)} are followed"
    for text, (says, do) in zip(written, steps, strict=True):
        assert says in text, f"{key}: {text!r} does not say {says!r}"
        do()


def nothing() -> None:
    """A step that only explains."""


def has_button(root: object, text: str) -> bool:
    return any(button.text() == text for button in root.findChildren(QPushButton))  # type: ignore[attr-defined]


def test_the_first_scenario(window: MainWindow, author: Author) -> None:  # noqa: F811
    page, qtbot = author.page, author.qtbot

    def new_map() -> None:
        def answer() -> None:
            dialog = QApplication.activeModalWidget()
            assert isinstance(dialog, NewMapDialog)
            pick(qtbot, dialog.game, "D-Day to Berlin")
            qtbot.keyClicks(dialog.title, "My bridge")
            author.number(dialog.fields["columns"], 12)
            author.number(dialog.fields["rows"], 9)
            pick(qtbot, dialog.template, "a duel: a few units on each side of the front")
            button = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
            assert button.text() == "Create map"
            author.press_button(button)

        QTimer.singleShot(0, answer)
        page.actions_by_key["new"].trigger()
        author.look()
        assert author.work.scenario("units") and author.work.scenario("start_lines")

    def paint() -> None:
        author.take("brush", "woods")
        author.drag(["0202", "0204"])
        assert author.work.terrain["0203"] == "woods"

    def river() -> None:
        author.take("hexsides", "river")
        author.click(author.document.lattice.hexside("0202", "0203"))

    def road() -> None:
        author.take("roads", "road")
        author.drag(["0302", "0303", "0304"])

    def add_unit() -> None:
        author.tab(page.parts.forces)
        table = page.parts.forces.units
        author.press_button(table.add)
        for letter in "3rd Company":
            qtbot.keyClicks(QApplication.focusWidget(), letter)
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
        QApplication.processEvents()
        unit = author.work.scenario("units")[-1]
        assert unit.name == "3rd Company" and unit.ratings, "the type brings its usual ratings"
        write(qtbot, table, len(table.model.records) - 1, "size", "battalion")

    def set_up() -> None:
        author.tab(page.parts.map)
        author.take("units")
        side = author.work.scenario("units")[-1].side
        friends = {unit.id for unit in author.work.scenario("units") if unit.side == side}
        taken = {setup.place.at for setup in author.work.scenario("setups")}
        near = next(setup.place.at for setup in author.work.scenario("setups") if setup.unit in friends)
        free = next(here for here in author.document.lattice.neighbors(near) if here not in taken)
        author.carry(author.work.scenario("units")[-1].id, free)

    def victory() -> None:
        author.tab(page.parts.victory)
        before = len(author.work.scenario("victory"))
        selected = author.document.lattice.hexes[:3]
        page.workspace.selection.select(selected)
        answer_template(page, qtbot, "Hold a number of these hexes at the end")
        assert len(author.work.scenario("victory")) > before

    def problems() -> None:
        found = check(author.document.snapshot(), games.game("ddb"))
        assert [str(one) for one in found if one.severity == "error"] == []

    def save() -> None:
        page.actions_by_key["save"].trigger()
        assert not author.document.is_modified

    def play() -> None:
        play_and_return(window, author)

    follow(
        "making/first-scenario",
        [
            ("switch **Edit**", nothing),
            ("*a duel: a few units on each side of the front*", new_map),
            ("**Terrain brush** (B)", paint),
            ("**Hexside brush** (E)", river),
            ("**Road and rail brush** (R)", road),
            ("press **Add** and write the name", add_unit),
            ("drag units from the panel **Units**", set_up),
            ("**From template…**", victory),
            ("panel **Problems**", problems),
            ("{edit.save}", save),
            ("{edit.play}", play),
        ],
    )


def play_and_return(window: MainWindow, author: Author) -> None:  # noqa: F811
    """Play a turn, then go back to the editor, where everything is as it was."""
    page, steps = author.page, author.steps
    page.actions_by_key["play"].trigger()
    play_a_turn(window)
    author.press_button(window.editor_host.switch.buttons["edit"])
    assert window.pages.currentWidget() is page and author.steps == steps
    page.file_actions.ask_unsaved = lambda title: DISCARD


def answer_template(page: EditorPage, qtbot: QtBot, title: str) -> None:
    """Press From template…, choose one, take the selected hexes."""

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, VictoryTemplateDialog)
        pick(qtbot, dialog.template, title)
        if dialog.chosen.asks_hexes:
            dialog.hexes.pick.click()
        dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).click()

    QTimer.singleShot(0, answer)
    button = next(
        one for one in page.parts.victory.findChildren(QPushButton) if one.text() == "From template…"
    )
    button.click()


def test_orders_of_battle(hands: Hands, qtbot: QtBot, tmp_path: Path) -> None:
    forces = hands.page.parts.forces
    hands.page.show_part(forces)
    file = tmp_path / "units.csv"

    def sides() -> None:
        forces.parts.setCurrentWidget(forces.sides)
        write(qtbot, forces.sides, 0, "title", "Allies")
        write(qtbot, forces.sides, 0, "colour", "#5b6b3c")
        write(qtbot, forces.sides, 0, "powers", "us = United States, uk = Great Britain")
        assert hands.work.scenario("sides")[0].data["powers"]["uk"] == "Great Britain"

    def types() -> None:
        forces.parts.setCurrentWidget(forces.types)
        write(qtbot, forces.types, 0, "symbol", "mechanised infantry")
        forces.types.select([0])
        assert forces.type_pictures.button.text() == "Picture"
        assert forces.type_pictures.load(picture_file(tmp_path))
        assert art_of(hands.work.scenario("data")).types

    def formations() -> None:
        forces.parts.setCurrentWidget(forces.formations)
        write(qtbot, forces.formations, 1, "parent", "First")
        assert hands.work.scenario("formations")[1].parent == "1"

    def make_table() -> None:
        file.write_text("Unit,Belongs to,Type\n1st Guards,Allies,inf\n2nd Guards,blue,inf\n")

    def import_it() -> None:
        asked = []

        def ask(definition, rows, mapping):  # type: ignore[no-untyped-def]
            asked.append(mapping)
            return ("name", "side", "type")

        forces.ask_columns = ask
        assert forces.import_file(file) and asked
        units = hands.work.scenario("units")[-2:]
        assert [(unit.id, unit.side) for unit in units] == [("1st-guards", "red"), ("2nd-guards", "blue")]
        forces.import_file(file)
        assert len(asked) == 1, "the answer is remembered"

    def refuse() -> None:
        before = hands.document.snapshot()
        file.write_text("Id,Name,steps\nX,Y,many\n")
        assert not forces.import_file(file) and hands.document.snapshot() == before
        assert "Row 2, column steps" in forces.units.problem.text()

    def write_several() -> None:
        count = len(hands.steps)
        forces.units.select([0, 1])
        write(qtbot, forces.units, 0, "size", "regiment")
        assert [unit.size for unit in hands.work.scenario("units")[:2]] == ["regiment", "regiment"]
        assert len(hands.steps) == count + 1
        hands.document.undo()

    def export() -> None:
        before = hands.document.snapshot()
        forces.export_file(file)
        forces.import_file(file)
        assert hands.document.snapshot() == before and not forces.units.problem.text()

    follow(
        "making/orders-of-battle",
        [
            ("pick their colours", sides),
            ("pick a symbol", types),
            ("**Part of**", formations),
            ("save it as CSV", make_table),
            ("**Import CSV…**", import_it),
            ("row, column and remedy", refuse),
            ("Select several rows", write_several),
            ("**Export CSV…**", export),
        ],
    )


def test_victory(hands: Hands, qtbot: QtBot) -> None:
    page, before = hands.page, len(hands.work.scenario("victory"))

    def select() -> None:
        page.workspace.selection.select(("0303", "0304"))

    def template() -> None:
        page.show_part(page.parts.victory)
        answer_template(page, qtbot, "Hold a number of these hexes at the end")

    def look() -> None:
        condition = hands.work.scenario("victory")[before]
        assert "0303" in str(condition.test) and condition.winner
        page.parts.victory.conditions.select([before])
        assert page.parts.victory.findChildren(QPushButton)

    follow(
        "making/victory",
        [
            ("Select the hexes", select),
            ("**From template…**", nothing),
            ("hold hexes at the end", nothing),
            ("**From the map**", template),
            ("tree of choices", look),
        ],
    )


def test_a_picture_as_backdrop(hands: Hands, qtbot: QtBot, tmp_path: Path) -> None:
    panel = hands.page.reference_images.panel
    controller = hands.page.reference_images.backdrop

    def choose() -> None:
        assert panel.choose.text() == "Choose a picture…"
        controller.choose(picture_file(tmp_path, edge=300))
        qtbot.waitUntil(lambda: controller.backdrop is not None and not controller.is_busy)

    def align() -> None:
        assert panel.align.text() == "Align with the grid"
        panel.align.click()
        assert hands.page.tool_actions["align"].isChecked()

    def fade() -> None:
        hands.page.workspace.layers.set("terrain", opacity=40)
        assert hands.page.workspace.canvas.map_scene() is not None

    def put_on_map() -> None:
        panel.to_map.click()
        qtbot.waitUntil(lambda: controller.board is not None)
        assert panel.off_map.text() == "Take off the map"
        panel.off_map.click()
        qtbot.waitUntil(lambda: controller.backdrop is not None and not controller.is_busy)

    follow(
        "making/maps-from-geography",
        [
            ("Choose a picture…", choose),
            ("Align with the grid", align),
            ("Fade the terrain", fade),
            ("Print on the map", put_on_map),
        ],
    )


def test_maps_from_geography(page: EditorPage, qtbot: QtBot, tmp_path: Path) -> None:
    from tests.editor.tracing.test_tracing import LAND, LATTICE, RIVERS, TOWNS
    from tests.editor.tracing.test_tracing_panel import added, workspace

    traced: list[Hands] = []

    def known_places() -> None:
        traced.append(workspace.__wrapped__(page, qtbot))  # type: ignore[attr-defined]
        assert len(traced[0].work.sheet("georeference").anchors) == 3

    def add() -> None:
        for name, features in (("land", LAND), ("rivers", RIVERS), ("places", TOWNS)):
            added(traced[0], tmp_path, name, features)
        panel = page.reference_images.tracing_panel
        assert panel.add.text() == "Add GeoJSON…" and len(panel.roles) == 3

    def choose() -> None:
        kinds = page.reference_images.tracing_panel.kinds
        for key, kind in (("land", "clear"), ("sea", "sea"), ("rivers", "river"), ("towns", "town")):
            kinds[key].setCurrentIndex(kinds[key].findData(kind))

    def convert() -> None:
        page.reference_images.tracing_panel.convert.click()
        qtbot.waitUntil(lambda: page.reference_images.tracing.outcome is not None)
        assert not traced[0].work.terrain

    def apply() -> None:
        page.reference_images.tracing_panel.apply.click()
        assert len(traced[0].work.terrain) == len(LATTICE.hexes)

    follow(
        "making/maps-from-geography",
        [
            ("latitude and longitude of three hexes", known_places),
            ("**Add GeoJSON…**", add),
            ("*Rivers become: river*", choose),
            ("**Convert to hex terrain…**", convert),
            ("**Apply**", apply),
        ],
        number=1,
    )
    assert has_button(page.reference_images.panel, "Choose a picture…")
    assert has_button(page.reference_images.panel, "Align with the grid")
    assert has_button(page.palette_panel, "Look…")


def test_a_game_of_your_own(window: MainWindow, author: Author) -> None:  # noqa: F811
    from tests.editor.test_from_nothing import GAMES, make_map, write_forces

    page = author.page

    def ratings() -> None:
        author.tab(page.parts.table)
        names = {column.title for column in page.parts.forces.units.model.definition.columns}
        assert {part.title or part.key for part in _parts(author).ratings} <= names

    def sharing() -> None:
        boxes = page.parts.table.sharing
        assert boxes["turns"].count() == 2 and boxes["pieces"].count() == 2

    def play() -> None:
        play_and_return(window, author)

    follow(
        "making/free-games",
        [
            ("*Free table*", lambda: make_map(author, "free")),
            ("two to eight", lambda: write_forces(author, GAMES["free"])),
            ("**Ratings of counters**", ratings),
            ("**Decks and cups**", lambda: lay_the_table(author)),
            ("who has the table", sharing),
            ("{edit.play}", play),
        ],
    )


def _parts(hands: Hands):  # type: ignore[no-untyped-def]
    from editor.commands.table_parts import parts_of

    return parts_of(hands.work)


def test_printing(hands: Hands, qtbot: QtBot) -> None:
    dialog = PrintDialog(hands.document.snapshot(), PrintSettings(), parent=hands.page)
    qtbot.addWidget(dialog)

    def parts() -> None:
        assert {"map", "counters", "markers", "setup", "schedule", "forces", "key"} <= dialog.parts.keys()

    def create() -> None:
        assert dialog.go.text() == "Create PDF…"

    follow(
        "making/printing",
        [
            ("map, counters, markers", parts),
            ("width of a hex", lambda: dialog.switches["sketch"].setChecked(True)),
            ("edge of a counter", nothing),
            ("**Create PDF…**", create),
        ],
    )


def test_sharing(hands: Hands, tmp_path: Path) -> None:
    actions, path = hands.page.file_actions, tmp_path / "shared.scenario.toml"
    document = hands.document.snapshot()

    def export() -> None:
        assert actions.export_text(document, path) and load_file(path) == document

    def manage() -> None:
        dialog = ManageDialog(actions.scenario_store, parent=hands.page)
        texts = {button.text() for button in dialog.buttons.values()}
        assert {"Rename…", "Duplicate", "Delete", "Undo delete", "Draft or ready", "Tags…"} <= texts
        assert {"Export…", "Import…"} <= texts
        dialog.close()

    def take_in() -> None:
        assert actions.take_in(path) and actions.take_in(path)
        keys = [one.key for one in actions.scenario_store.scenarios() if not one.shipped]
        assert document.key in keys and len(keys) == 2

    follow(
        "making/sharing",
        [
            ("`.scenario.toml`", export),
            ("{edit.manage}", manage),
            ("drop its file", take_in),
            ("`startline desktop`", nothing),
        ],
    )


def _keys_of_editor(page: EditorPage) -> Iterator[str]:
    for entries in Entry.menus().values():
        for entry in entries:
            yield from entry.shortcuts
    yield from (tool.keys for tool in page.tools.values() if tool.keys)


def test_the_table_of_keys_is_complete_and_true(page: EditorPage) -> None:
    text = next(page.text for page in handbook().pages if page.key == "making/shortcuts")
    listed = set(re.split(r"[\s,|]+|\bor\b", text))
    missing = [keys for keys in _keys_of_editor(page) if keys not in listed]
    allowed = {
        "Ctrl+Shift+M",
        "Ctrl+Shift+O",
        "Ctrl+P",
        "Ctrl+Shift+E",
        "Ctrl+Alt+S",
        "Ctrl+Return",
        "Ctrl+=",
    }
    assert set(missing) <= allowed, "the menus show these; all others are in the table"
    named = set(re.findall(r"Ctrl\+(?:Shift\+|Alt\+)*[A-Z0-9]\b", text))
    assert named <= set(_keys_of_editor(page))
