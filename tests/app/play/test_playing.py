"""Playing the toy game with mouse and keys."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from app.library.scenario_library import ScenarioLibrary
from app.main_window import MainWindow
from app.play.elided_labels import CRUMBS_APART, Breadcrumb
from app.play.panels.log_panel import breakable, sentence
from engine.referee.action import Action
from tests.app.hands import Hands


def lines(hands: Hands) -> list[str]:
    return [sentence(line) for line in hands.window.table.log.model.lines]


def place_of(hands: Hands, unit: str) -> str:
    counter = hands.controller.session.view(None).counter(unit)
    assert counter is not None
    return counter.place


def test_the_bar_says_who_is_asked_what(hands: Hands) -> None:
    bar = hands.window.table.bar
    assert bar._side.text() == "Red"
    assert "which hex is mined" in bar._prompt.text()
    assert bar._where.text().endswith("Plans")
    assert bar.buttons == [], "the answer is a hex"


def test_only_what_is_legal_is_lit(hands: Hands) -> None:
    scene = hands.window.table.map.map_scene()
    assert scene is not None
    session = hands.controller.session
    assert scene.lit.hexes == {action.target for action in session.legal()}
    assert "0402" not in scene.lit.hexes, "blue stands there"


def test_a_click_on_a_lit_hex_is_the_answer(hands: Hands) -> None:
    hands.click_hex("0404")
    assert len(hands.controller.session) == 1
    assert hands.window.table.bar._side.text() == "Blue"


def test_the_other_side_does_not_see_the_plan(hands: Hands) -> None:
    hands.click_hex("0404")
    assert not hands.controller.view.markers
    assert not any("0404" in line for line in lines(hands))


def test_buttons_answer_where_no_hex_is_needed(hands: Hands) -> None:
    hands.reach_movement()
    assert [line for line in lines(hands) if "chose storm" in line]


def test_a_number_key_presses_a_button(hands: Hands) -> None:
    hands.click_hex("0404")
    hands.click_hex("0101")
    assert [button.text() for button in hands.window.table.bar.buttons] == ["Storm", "Hold"]
    hands.key(Qt.Key.Key_2)
    assert hands.window.table.bar._side.text() == "Blue"


def test_a_unit_moves_by_two_clicks(hands: Hands) -> None:
    hands.reach_movement()
    hands.click_hex("0201")
    assert "RG" in hands.window.table.bar._prompt.text()
    hands.click_hex("0302")
    assert place_of(hands, "RG") == "0302"
    assert any("RG" in line and "0302" in line for line in lines(hands))


def test_of_several_meanings_the_player_picks_one(hands: Hands) -> None:
    hands.reach_movement()
    hands.click_hex("0102")
    assert len(hands.controller.session) == 6, "nothing is done before the pick"
    menu = hands.window.table.menu
    assert menu is not None
    assert {"Select R1", "Select R2"} <= {action.text() for action in menu.actions()}
    hands.pick("Select R2")
    assert "R2" in hands.window.table.bar._prompt.text()


def test_the_inspector_acts_like_the_map(hands: Hands) -> None:
    hands.reach_movement()
    inspector = hands.window.table.inspector
    hands.click_hex("0102")
    assert hands.window.table.menu is not None
    hands.window.table.menu.close()
    shown = [
        inspector.stack.item(row).data(Qt.ItemDataRole.UserRole) for row in range(inspector.stack.count())
    ]
    assert shown == ["R2", "R1"], "the topmost first"
    hands.controller.act(Action("select", "unit", "RG"))
    hands.controller.act(Action("cancel"))
    hands.click_hex("0201")
    assert "RG" in hands.window.table.bar._prompt.text()


def test_escape_goes_back_one_step(hands: Hands) -> None:
    hands.reach_movement()
    hands.click_hex("0201")
    hands.key(Qt.Key.Key_Escape)
    decision = hands.controller.decision
    assert decision is not None and decision.path[-1] == "Movement"


def test_why_not_gives_every_reason_with_its_case(hands: Hands) -> None:
    hands.reach_movement()
    hands.click_hex("0201")
    before = len(hands.controller.session)
    hands.click_hex("0402")
    note = hands.window.table.note
    assert note.isVisible()
    assert "Not possible in 0402" in note.text and "</a></b>" in note.text
    assert len(hands.controller.session) == before, "an unlit hex is never sent"
    hands.key(Qt.Key.Key_Escape)
    assert not note.isVisible()


def test_hovering_shows_the_way_and_its_cost(hands: Hands) -> None:
    hands.reach_movement()
    hands.click_hex("0201")
    view, printed_map = hands.window.table.map, hands.window.table.printed_map
    assert printed_map is not None
    hands.qtbot.mouseMove(view.viewport(), view.mapFromScene(printed_map.geometry.centre("0302")))
    scene = view.map_scene()
    assert scene is not None
    assert scene.way.boundingRect().isValid()
    assert "Cost" in hands.window.table.note.text
    before = hands.controller.session.state
    hands.qtbot.mouseMove(view.viewport(), QPoint(3, 3))
    assert not scene.way.boundingRect().isValid()
    assert hands.controller.session.state is before, "looking changes nothing"


def test_keys_alone_can_play(hands: Hands) -> None:
    view = hands.window.table.map
    view.setFocus()
    view.go_to("0203")
    hands.key(Qt.Key.Key_Up)
    assert view.cursor_hex == "0202"
    hands.key(Qt.Key.Key_Right)
    assert view.cursor_hex in ("0302", "0303")
    hands.key(Qt.Key.Key_Down)
    hands.key(Qt.Key.Key_Left)
    hands.key(Qt.Key.Key_Return)
    assert len(hands.controller.session) == 1


def test_arrows_there_and_back_lead_home(hands: Hands) -> None:
    view = hands.window.table.map
    for there, back in ((Qt.Key.Key_Right, Qt.Key.Key_Left), (Qt.Key.Key_Up, Qt.Key.Key_Down)):
        view.go_to("0303")
        hands.key(there)
        assert view.cursor_hex != "0303"
        hands.key(back)
        assert view.cursor_hex == "0303"


def test_a_reminder_can_be_heeded(hands: Hands) -> None:
    hands.reach_movement()
    table = hands.window.table
    table.remind = True
    hands.press("End")
    card = table.commitment.card
    assert "has not moved" in card.words.text() and card.cancel.text() == "Not yet"
    assert card.cancel.hasFocus(), "Enter forgets nothing"
    hands.key(Qt.Key.Key_Return, card.cancel)
    assert card.isHidden() and len(hands.controller.session) == 6
    hands.press("End")
    hands.qtbot.mouseClick(card.confirm, Qt.MouseButton.LeftButton)
    assert len(hands.controller.session) == 7


@pytest.mark.parametrize("seed", range(3))
def test_clicks_send_only_what_is_offered(hands: Hands, offered_only: Callable[[], int], seed: int) -> None:
    chance, table = Random(seed), hands.window.table
    assert table.printed_map is not None
    for _ in range(120):
        if hands.controller.decision is None:
            break
        if table.bar.buttons and chance.random() < 0.4:
            hands.qtbot.mouseClick(chance.choice(table.bar.buttons), Qt.MouseButton.LeftButton)
            continue
        hands.click_hex(chance.choice(table.printed_map.geometry.lattice.hexes))
        if table.menu is not None:
            entry = chance.choice(table.menu.actions())
            hands.qtbot.mouseClick(
                table.menu, Qt.MouseButton.LeftButton, pos=table.menu.actionGeometry(entry).center()
            )
    assert offered_only() > 15, "the random player got somewhere"


def test_a_stale_offer_is_not_sent(hands: Hands, offered_only: Callable[[], int]) -> None:
    hands.click_hex("0404")
    assert not hands.controller.act(Action("resolve"))
    assert not hands.controller.act(Action("mine", "hex", "0402"))
    assert offered_only() == 1


def test_a_finished_game_says_who_won(hands: Hands) -> None:
    chance = Random(4)
    while hands.controller.decision is not None:
        hands.controller.act(chance.choice(hands.controller.offers).action)
    bar = hands.window.table.bar
    assert bar._side.text() == "Game over"
    assert "wins" in bar._prompt.text()
    assert bar.buttons == []
    hands.click_hex("0101")
    assert hands.window.table.note.text == "", "nothing is asked any more"


def test_the_log_can_be_sifted(hands: Hands) -> None:
    log = hands.window.table.log
    chance = Random(0)
    while hands.controller.view.turn != "Turn 2":
        hands.controller.act(chance.choice(hands.controller.offers).action)

    def shown() -> list:
        model = log.list.model()
        return [model.index(row, 0).data(Qt.ItemDataRole.UserRole).event for row in range(model.rowCount())]

    everything = shown()
    assert len(everything) == len(log.model.lines)
    log.which.setCurrentIndex(log.which.findData("dice"))
    assert shown() == [event for event in everything if event.dice] != []
    log.which.setCurrentIndex(log.which.findData("turn"))
    assert shown()[0].turn is not None and 0 < len(shown()) < len(everything)
    before = len(shown())
    hands.controller.act(hands.controller.offers[-1].action)
    assert len(shown()) >= before
    log.which.setCurrentIndex(0)
    assert len(shown()) == len(log.model.lines)


def test_the_tracks_follow_the_game(hands: Hands) -> None:
    tracks = hands.window.table.tracks
    assert tracks._strips == {}, "behind other panels nothing is read"
    hands.window.docks["tracks"].raise_()
    hands.reach_movement()
    hands.qtbot.waitUntil(lambda: "turn" in tracks._strips)
    strip = tracks._strips["turn"]
    assert strip.accessibleName() == "Turn: 1"
    while hands.controller.view.turn == "Turn 1":
        hands.controller.act(hands.controller.offers[-1].action)
    assert tracks._strips["turn"] is strip, "widgets are kept"
    assert strip.accessibleName() == "Turn: 2"


SCENARIOS = [card.key for card in ScenarioLibrary().cards()]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_can_be_played_in_the_window(window: MainWindow, qtbot: QtBot, scenario: str) -> None:
    hands, chance = Hands(window, qtbot), Random(scenario)
    hands.sit_down(scenario)
    table = window.table
    for _ in range(25):
        if hands.controller.decision is None:
            break
        offer = chance.choice(hands.controller.offers)
        table.foresight.consider(offer.action)
        before = len(hands.controller.session)
        table.act(offer.action)
        assert len(hands.controller.session) > before
        scene = table.map.map_scene()
        assert scene is not None
        assert scene.lit.hexes == hands.controller.lit_hexes()
        decision = hands.controller.decision
        if decision is not None:  # Whose decision it is stands before the question already.
            side = decision.side
            question = decision.prompt.removeprefix(f"{side}: ")
            question = question.removeprefix(f"{hands.controller.side_title(side)}: ")
            assert table.bar._prompt.text().lower() == question.lower()
    window.grab()


def test_the_place_in_the_turn_gives_way_crumb_by_crumb(qtbot: QtBot) -> None:
    crumb = Breadcrumb()
    qtbot.addWidget(crumb)
    crumb.set_crumbs(["Turn 1, 11 to 16 September 1944", "Player turn", "Combat", "Attack"])
    crumb.resize(2000, 20)
    assert crumb.shown() == crumb.text() == crumb.toolTip()
    crumb.resize(crumb.fontMetrics().horizontalAdvance(crumb.text()) - 1, 20)
    assert crumb.shown() == CRUMBS_APART.join(("…", "Player turn", "Combat", "Attack"))
    crumb.resize(crumb.fontMetrics().horizontalAdvance("Att…"), 20)
    assert crumb.shown().startswith("At") and crumb.shown().endswith("…")
    crumb.resize(2000, 20)
    crumb.setText("One crumb")
    assert crumb.shown() == crumb.toolTip() == "One crumb"


def test_the_question_does_not_repeat_whose_it_is(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    bar, controller = hands.window.table.bar, hands.controller
    decision = controller.decision
    assert decision is not None
    for whose in ("red", "Red"):
        asked = replace(decision, prompt=f"{whose}: which hex?")
        monkeypatch.setattr(type(controller), "awaited", asked)
        bar.show_decision(controller)
        assert bar._prompt.text() == "Which hex?" and bar._side.text() == "Red"


def test_the_end_of_the_log_stays_in_sight(hands: Hands) -> None:
    log = hands.window.table.log
    bar = log.list.verticalScrollBar()
    hands.reach_movement()
    log.show_log(hands.controller)
    log.list.setFixedHeight(90)
    hands.qtbot.wait(1)
    assert bar.maximum() > 0 and bar.value() == bar.maximum()
    bar.setValue(bar.maximum() - 1)
    log.list.setFixedHeight(60)
    hands.qtbot.wait(1)
    assert bar.value() < bar.maximum(), "whoever has scrolled up stays where he reads"


def test_a_word_longer_than_a_line_can_be_broken() -> None:
    seal = "f" * 64
    assert breakable(f"Their seal is {seal}").replace("\u200b", "") == f"Their seal is {seal}"
    assert max(map(len, breakable(seal).split("\u200b"))) <= 32
    assert breakable("An ordinary sentence") == "An ordinary sentence"
