"""What stands beside the map: palette, advice, status line, layers, the welcome."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QPushButton

from editor.editor_page import EditorPage
from editor.files.scenario_store import ScenarioStore
from editor.panels.palette_panel import advice
from tests.editor.hands import Hands
from tests.editor.samples import small_scenario


def test_the_palette_stands_in_columns_and_speaks_in_words(hands: Hands) -> None:
    hands.take("hexsides", "minor_river")
    swatches = hands.page.palette_panel.list
    texts = [swatches.item(row).text() for row in range(swatches.count())]
    assert "minor river" in texts and hands.page.workspace.palettes.kind("hexsides") == "minor_river"
    first, second = swatches.visualItemRect(swatches.item(0)), swatches.visualItemRect(swatches.item(1))
    assert first.top() == second.top() and first.right() < second.left() + 1
    assert second.right() <= swatches.viewport().width()


def test_a_tool_without_kinds_says_how_it_is_used(hands: Hands) -> None:
    panel = hands.page.palette_panel
    hands.take("wand")
    assert panel.heading.text() == "Magic wand" and panel.help.isVisibleTo(panel)
    assert "connected hexes" in panel.help.text() and not panel.list.isVisibleTo(panel)
    hands.take("brush")
    assert panel.list.isVisibleTo(panel) and not panel.help.isVisibleTo(panel)


def test_advice_is_one_sentence_below_the_other() -> None:
    text = advice("Drag to paint. Right: erase <it>.")
    assert text.count("<p") == 2 and "Drag to paint." in text
    assert "<b>Right</b>: erase &lt;it&gt;" in text


def test_the_hint_of_the_tool_stays_until_another_is_taken(hands: Hands) -> None:
    status, bar = hands.page.status, hands.page.statusBar()
    hands.take("measure")
    assert status.hint.text() == hands.page.tools["measure"].help
    hands.page.workspace.show_message("Something else.")
    assert bar.currentMessage() == "Something else."
    hands.take("fill")
    assert bar.currentMessage() == "" and status.hint.text() == hands.page.tools["fill"].help


def test_the_fields_of_a_tool_come_before_its_name(hands: Hands) -> None:
    page, options = hands.page, hands.page.options
    hands.take("start_line")
    page.resize(2200, 800)
    hands.qtbot.waitUntil(lambda: options.width() > 1500)
    assert not options.heading.isHidden()
    one_row = options.height()
    page.resize(900, 800)
    hands.qtbot.waitUntil(lambda: options.width() < 600)
    assert options.heading.isHidden(), "the fields come before the name"
    assert options.height() > one_row, "and go on in a second row"
    for field in options.fields.values():
        assert field.isVisible() and options.rect().contains(field.geometry())


def test_a_name_is_suggested_by_the_town(hands: Hands) -> None:
    hands.take("features", "village")
    hands.set_option("name", "Altdorf")
    hands.click("0505")
    hands.take("names")
    hands.click("0505")
    card = hands.page.tools["names"].popup  # type: ignore[attr-defined]
    assert (card.text.text(), card.kind.currentText()) == ("Altdorf", "village")
    assert card.erase.isHidden(), "nothing is written yet"
    hands.qtbot.keyClick(card.text, Qt.Key.Key_Return)
    (label,) = [label for label in hands.work.sheet("labels") if label.hex == "0505"]
    assert (label.text, label.kind) == ("Altdorf", "village")


def test_the_welcome_offers_ones_own_scenarios(
    page: EditorPage, scenario_store: ScenarioStore, qtbot
) -> None:
    scenario_store.save(small_scenario())
    page.arrive()
    (button,) = page.welcome.own.values()
    assert isinstance(button, QPushButton) and button.text() == "A small scenario"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.document is not None)
    assert page.document is not None and page.document.key == "small-one"


def test_what_is_not_touched_may_be_locked(hands: Hands) -> None:
    for key in ("backdrop", "tracing", "units"):
        hands.page.layers.locked[key].click()
    hands.page.workspace.selection.select(["0203"])
    hands.page.actions_by_key["clear"].trigger()
    assert "0203" not in hands.work.terrain and hands.steps == ["Clear 1 hex"]


def test_what_is_hidden_is_not_cleared_unseen(hands: Hands) -> None:
    said: list[str] = []
    hands.page.workspace.message_shown.connect(said.append)
    hands.page.layers.shown["features"].click()
    hands.page.workspace.selection.select(["0203"])
    for key in ("clear", "cut", "mirror"):
        hands.page.actions_by_key[key].trigger()
        assert said[-1] == "The layer “Features” is hidden; show it in the layers panel."
    hands.page.layers.locked["terrain"].click()
    hands.page.actions_by_key["paint"].trigger()
    assert "Terrain" in said[-1] and "locked" in said[-1] and hands.steps == []


def test_the_layers_do_not_make_the_window_taller(hands: Hands, qapp) -> None:
    """With large text their lines together are higher than a small screen: then they scroll."""
    panel = hands.page.layers
    usual = panel.minimumSizeHint().height()
    assert usual >= sum(box.sizeHint().height() for box in panel.shown.values()), "all are seen at once"
    font = qapp.font()
    larger = QFont(font)
    larger.setPointSizeF(font.pointSizeF() * 2)
    for box in panel.shown.values():
        box.setFont(larger)
    assert panel.minimumSizeHint().height() < sum(box.sizeHint().height() for box in panel.shown.values())


def test_the_roster_names_whose_a_formation_is(hands: Hands) -> None:
    tree = hands.page.roster.tree
    heads = [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]
    document = hands.page.document
    assert document is not None
    titles = {side.title for side in document.work.scenario("sides")}
    assert heads and {head.text(1) for head in heads if head is not None} <= titles


def test_kinds_are_shown_in_plain_words(hands: Hands) -> None:
    hands.take("hexsides", "major_river")
    hands.click("0505/0506")
    assert hands.steps == ["Draw major river"]
    hands.page.workspace.palettes.pick("terrain", "dense_woods")
    hands.take("brush")
    hands.click("0505")
    assert hands.steps[-1] == "Paint dense woods"
    hands.move(hands.spot("0505"), Qt.MouseButton.NoButton)
    assert hands.page.status.place.text() == "0505 · dense woods"
