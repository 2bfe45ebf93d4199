"""The open document, the palettes and the selection: what tools and panels share."""

from __future__ import annotations

from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from editor.commands.painting import paint_terrain
from editor.commands.scenario import set_scenario_fields
from editor.document.editor_document import EditorDocument
from editor.document.open_document import OpenDocument
from editor.document.palettes import Palettes
from editor.document.selection import Selection
from tests.editor.hands import Hands
from tests.editor.samples import small_scenario


def test_the_signals_of_the_open_document_are_repeated(qtbot: QtBot) -> None:
    shared, heard = OpenDocument(), list[str]()
    shared.opened.connect(lambda: heard.append("opened"))
    shared.changed.connect(lambda _: heard.append("changed"))
    shared.scenario_changed.connect(lambda: heard.append("scenario"))
    shared.history_changed.connect(lambda: heard.append("history"))
    first = EditorDocument(small_scenario())
    shared.open(first)
    first.do(paint_terrain(["0101"], "marsh"))
    first.do(set_scenario_fields(first.work, title="Another title"))
    assert heard == ["opened", "changed", "history", "changed", "scenario", "history"]
    shared.open(EditorDocument(small_scenario()))
    heard.clear()
    first.do(paint_terrain(["0101"], "woods"))
    assert not heard, "the former document is no longer heard"


def test_the_former_document_is_still_there_while_it_is_closed(qtbot: QtBot) -> None:
    shared, at_closing = OpenDocument(), list[EditorDocument | None]()
    shared.closing.connect(lambda: at_closing.append(shared.document))
    first, second = EditorDocument(small_scenario()), EditorDocument(small_scenario())
    shared.open(first)
    assert not at_closing
    shared.open(second)
    assert at_closing == [first] and shared.document is second


def test_a_kind_that_is_not_listed_joins_the_palette(qtbot: QtBot) -> None:
    shared = OpenDocument()
    palettes = Palettes(shared)
    picked, changed = list[tuple[str, str]](), list[str]()
    palettes.picked.connect(lambda *what: picked.append(what))
    palettes.kind_changed.connect(changed.append)
    shared.open(EditorDocument(small_scenario()))
    first = palettes.kind("terrain")
    assert first == palettes.vocabulary.terrain[0]
    palettes.pick("terrain", first)
    assert not changed, "the same kind"
    palettes.pick("terrain", "lava")
    assert palettes.kind("terrain") == palettes.vocabulary.terrain[-1] == "lava"
    assert picked == [("terrain", first), ("terrain", "lava")] and changed == ["terrain"]
    shared.open(EditorDocument(replace(small_scenario(), key="another")))
    assert palettes.kind("terrain") == first, "the other map has no lava"


def test_hexes_are_selected_once_and_in_order(qtbot: QtBot) -> None:
    selection, changes = Selection(), list[list[str]]()
    selection.changed.connect(lambda: changes.append(selection.hexes))
    selection.select(["0303", "0101", "0303"])
    selection.clear()
    assert changes == [["0303", "0101"], []]


def test_another_document_begins_without_a_selection(hands: Hands) -> None:
    hands.page.workspace.selection.select(["0203"])
    assert hands.page.actions_by_key["clear"].isEnabled()
    hands.page.file_actions.open_document(EditorDocument(small_scenario()))
    assert not hands.page.workspace.selection.hexes
    assert not hands.page.actions_by_key["clear"].isEnabled()


def test_units_are_not_dropped_on_a_hidden_layer(hands: Hands) -> None:
    said: list[str] = []
    hands.page.workspace.message_shown.connect(said.append)
    hands.page.workspace.layers.set("units", shown=False)
    steps = list(hands.steps)
    hands.page.roster.drop(["R1"], "0203")
    assert hands.steps == steps and said == ["The layer “Units” is hidden; show it in the layers panel."]
