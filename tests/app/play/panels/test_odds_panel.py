"""The combat panel: live while an attack is built, honest about chance, silent about what is hidden."""

from __future__ import annotations

from fractions import Fraction

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel

from app.main_window import MainWindow
from app.play.panels import odds_text
from app.play.panels.dice_art import DiceRow, Die, dice_of
from app.play.panels.odds_panel import ASK, SEVERAL, OddsPanel, last_roll, telling
from app.play.panels.orders_panel import OrdersPanel
from app.report.plot_style import DASHES, MARKS, PATTERNS, Colours, contrast, percent
from engine.referee.action import Action
from engine.referee.event import Event
from engine.referee.modifier import ALL, Cap, Modifier, total
from engine.referee.preview import Preview
from engine.referee.visible_log import LogLine
from tests.app.hands import Hands
from tests.toy.test_demands import beside, play


@pytest.fixture
def attack(window: MainWindow, qtbot) -> Hands:
    """Red is about to attack 0402; the die will show a 5."""
    hands = Hands(window, qtbot)
    window.game.play(beside(dice="[5, 2, 3]"))
    window.table.remind = False
    window.table.odds.load_now()
    qtbot.wait(1)
    return hands


def words(panel: OddsPanel) -> str:
    return "\n".join(
        label.text() for label in panel.findChildren(QLabel) if not label.isHidden() and label.text()
    )


def labelled(panel: OddsPanel, name: str) -> QLabel:
    return next(label for label in panel.findChildren(QLabel) if label.accessibleName() == name)


def test_the_odds_grow_with_the_attack(attack: Hands) -> None:
    panel = attack.window.table.odds
    assert panel.prospect is None and ASK in words(panel)
    attack.click_hex("0402")
    assert panel.prospect is None, "nobody takes part yet"
    attack.click_hex("0502")
    one = panel.prospect
    assert one is not None and one.offer.action == Action("resolve")
    assert one.preview.outcomes[0].probability == Fraction(2, 6)
    attack.click_hex("0503")
    two = panel.prospect
    assert two is not None and two.preview.outcomes[0].probability == Fraction(3, 6)
    parts = labelled(panel, "Strengths and modifiers").text()
    assert "2 units attack" in parts and "href='4.2'" in parts


def test_waived_modifiers_are_struck_through_and_count_nothing(attack: Hands) -> None:
    for hex_id in ("0402", "0502", "0503"):
        attack.click_hex(hex_id)
    parts = labelled(attack.window.table.odds, "Strengths and modifiers").text()
    assert "<s>Guns</s> (waived)" in parts and "<s>+1</s>" in parts
    attack.press("Claim guns")
    parts = labelled(attack.window.table.odds, "Strengths and modifiers").text()
    assert "<s>" not in parts and "Guns" in parts


def test_bars_are_as_long_as_the_chances(attack: Hands) -> None:
    panel = attack.window.table.odds
    attack.click_hex("0402")
    attack.click_hex("0502")
    bars = panel._bars
    assert bars is not None and panel.prospect is not None
    lengths = [bar.opts["width"][0] for bar in bars.bars]
    assert lengths == pytest.approx([float(o.probability) for o in panel.prospect.preview.outcomes])
    assert bars.texts[0] == "33.3 %   The defender loses a step"
    brushes = {bar.opts["brush"].style() for bar in bars.bars}
    assert len(brushes) == 3, "the winner can be told without colours"
    losses = labelled(panel, "Expected losses").text()
    assert "0.33" in losses and "0.17" in losses and "Red" in losses and "Blue" in losses


def test_words_stand_in_until_the_bars_are_loaded(window: MainWindow, qtbot) -> None:
    hands = Hands(window, qtbot)
    window.game.play(beside())
    hands.click_hex("0402")
    hands.click_hex("0502")
    panel = window.table.odds
    if panel._bars is None:
        assert "33.3\u00a0%" in labelled(panel, "Expected losses").text()
    qtbot.waitUntil(lambda: panel._bars is not None)
    assert "33.3 %" not in labelled(panel, "Expected losses").text()


def test_looking_rolls_nothing(attack: Hands) -> None:
    attack.click_hex("0402")
    attack.click_hex("0502")
    session, panel = attack.controller.session, attack.window.table.odds
    before = (len(session), session.state.dice, session.state.frames)
    for offer in attack.controller.offers:
        panel.consider(offer.action)
    panel.consider(None)
    assert (len(session), session.state.dice, session.state.frames) == before


def test_the_dice_are_shown_and_explained(attack: Hands) -> None:
    panel = attack.window.table.odds
    for hex_id in ("0402", "0502"):
        attack.click_hex(hex_id)
    attack.press("Resolve")
    assert panel.dice.dice == (Die(5, 6),)
    assert "Dice: 5 on a 6-sided die" in panel.dice.accessibleName()
    told = labelled(panel, "Result of the last roll").text()
    assert "R1 attack 0402" in told and "1d6 shows 5" in told
    attack.press("Pass")
    attack.press("Pass")
    attack.click_hex("0402")
    attack.pick("Lose B1")
    assert "B1 loses a step" in labelled(panel, "Result of the last roll").text()


def test_a_case_can_be_clicked(attack: Hands, qtbot) -> None:
    panel = attack.window.table.odds
    for hex_id in ("0402", "0502", "0503"):
        attack.click_hex(hex_id)
    label = labelled(panel, "Strengths and modifiers")
    asked: list[str] = []
    panel.case_clicked.connect(asked.append)
    qtbot.waitUntil(lambda: panel.in_front)
    qtbot.wait(1)
    for y in range(2, label.height(), 6):
        for x in range(label.width() - 2, label.width() // 2, -6):
            qtbot.mouseClick(label, Qt.MouseButton.LeftButton, pos=QPoint(x, y))
            if asked:
                break
        if asked:
            break
    assert asked and asked[0] in ("4.2", "4.3")


def test_the_panel_comes_forward_while_an_attack_is_built(attack: Hands, qtbot) -> None:
    docks = attack.window.docks
    assert docks["odds"].visibleRegion().isEmpty()
    attack.click_hex("0402")
    attack.click_hex("0502")
    qtbot.waitUntil(lambda: not docks["odds"].visibleRegion().isEmpty())
    attack.press("Cancel")
    qtbot.waitUntil(lambda: docks["odds"].visibleRegion().isEmpty())


def test_the_panel_stays_until_the_dice_were_seen(attack: Hands, qtbot) -> None:
    docks, panel = attack.window.docks, attack.window.table.odds
    before = [docks["inspector"].height(), docks["log"].height()]
    attack.click_hex("0402")
    attack.click_hex("0502")
    qtbot.waitUntil(lambda: not docks["odds"].visibleRegion().isEmpty())
    assert [docks["odds"].height(), docks["log"].height()] == before, "nothing jumps"
    attack.press("Resolve")
    qtbot.wait(5)
    assert panel.is_fresh and not panel.is_building
    assert not docks["odds"].visibleRegion().isEmpty(), "the dice can be seen"
    assert not panel.dice.visibleRegion().isEmpty()
    attack.press("Pass")
    qtbot.waitUntil(lambda: docks["odds"].visibleRegion().isEmpty())
    assert not docks["inspector"].visibleRegion().isEmpty()
    assert [docks["inspector"].height(), docks["log"].height()] == before


def test_what_the_player_puts_in_front_meanwhile_stays_there(attack: Hands, qtbot) -> None:
    docks = attack.window.docks
    attack.click_hex("0402")
    attack.click_hex("0502")
    qtbot.waitUntil(lambda: not docks["odds"].visibleRegion().isEmpty())
    docks["tracks"].raise_()
    attack.click_hex("0503")
    attack.press("Cancel")
    qtbot.wait(5)
    assert not docks["tracks"].visibleRegion().isEmpty()


def test_an_attack_comes_before_everything_that_has_a_price(attack: Hands, qtbot, monkeypatch) -> None:
    """Orders lie in front when the attack begins: the odds come all the same, and the orders after them."""
    window, docks = attack.window, attack.window.docks
    monkeypatch.setattr(OrdersPanel, "is_about_spending", property(lambda self: True))
    window.auto_raise.arrange()
    qtbot.waitUntil(lambda: not docks["orders"].visibleRegion().isEmpty())
    attack.click_hex("0402")
    attack.click_hex("0502")
    qtbot.waitUntil(lambda: not docks["odds"].visibleRegion().isEmpty())
    attack.press("Cancel")
    qtbot.waitUntil(lambda: not docks["orders"].visibleRegion().isEmpty())
    monkeypatch.setattr(OrdersPanel, "is_about_spending", property(lambda self: False))
    window.auto_raise.arrange()
    qtbot.waitUntil(lambda: not docks["inspector"].visibleRegion().isEmpty())


def test_a_slow_machine_finds_the_attack_too(attack: Hands, monkeypatch) -> None:
    attack.click_hex("0402")
    attack.click_hex("0502")
    monkeypatch.setattr("app.play.panels.odds_panel.LONGEST_LOOK", -1.0)
    assert [prospect.offer.label for prospect in telling(attack.controller)] == ["Resolve"]


def test_the_panel_has_room_in_a_small_window(attack: Hands, qtbot) -> None:
    assert (attack.window.width(), attack.window.height()) == (1280, 800)
    for hex_id in ("0402", "0502", "0503"):
        attack.click_hex(hex_id)
    panel = attack.window.table.odds
    qtbot.waitUntil(lambda: panel.in_front)
    assert panel.viewport().height() >= 340
    for name in ("What is at stake", "Expected losses", "Strengths and modifiers"):
        label = labelled(panel, name)
        assert label.height() >= label.heightForWidth(label.width()), f"{name} is clipped"
        assert label.visibleRegion().boundingRect().height() > 0, f"{name} is out of sight"


def test_a_panel_that_was_closed_stays_closed(attack: Hands, qtbot) -> None:
    attack.window.docks["odds"].close()
    attack.click_hex("0402")
    attack.click_hex("0502")
    qtbot.wait(5)
    assert attack.window.docks["odds"].isHidden()


def test_a_cap_says_what_it_cuts_off(attack: Hands) -> None:
    for hex_id in ("0402", "0502", "0503"):
        attack.click_hex(hex_id)
    parts = labelled(attack.window.table.odds, "Strengths and modifiers").text()
    assert "<b>Together</b>: at least +0 and at most +1" in parts
    attack.press("Claim guns")
    parts = labelled(attack.window.table.odds, "Strengths and modifiers").text()
    assert "<b>Together</b> instead of +2: at least +0 and at most +1 <a href='4.3'>" in parts


def test_a_cap_on_everything_comes_last() -> None:
    preview = Preview(
        modifiers=(Modifier("1", "hill", 2, "ground"), Modifier("2", "river", 3, "water")),
        caps=(Cap("ground", None, 1, "3"), Cap(ALL, -2, 3, "4")),
    )
    assert total(preview.modifiers, preview.caps) == 3
    words = odds_text.parts(preview, str)
    assert words.index("instead of +2: at most +1") < words.index("All together")
    assert (
        "<b>+3</b>&nbsp;&nbsp;</td><td><b>All together</b> instead of +4: at least -2 and at most +3" in words
    )


def test_text_of_a_game_is_no_markup(attack: Hands, monkeypatch) -> None:
    event = Event("DiceRolled", "<b>x</b> & y: 1d6 shows 4", "4.1", dice=(4,))
    panel = attack.window.table.odds
    panel.show_odds(attack.controller, [LogLine(1, event)])
    assert "&lt;b&gt;x" in labelled(panel, "Result of the last roll").text()


def test_dice_that_a_side_may_not_see_are_not_shown() -> None:
    secret = Event("DiceRolled", "a secret: 1d6 shows 4", "1", ("red",), "a die is rolled", dice=(4,))
    shown = secret.for_side("blue")
    assert shown is not None and last_roll([LogLine(1, shown)]) is None
    mine = secret.for_side("red")
    assert mine is not None
    roll = last_roll([LogLine(1, mine)])
    assert roll is not None and roll.dice == (Die(4, 6),)


def test_several_chances_ask_the_player_to_point(attack: Hands, monkeypatch) -> None:
    controller, panel = attack.controller, attack.window.table.odds
    foreseen = play(beside(), "attack 0402", "add R1")
    preview = foreseen.preview("red", Action("resolve"))
    monkeypatch.setattr(type(controller), "preview", lambda self, action: preview)
    offers = [offer for offer in controller.offers if offer.action.kind == "hex"]
    monkeypatch.setattr(controller, "_offers", (offers[0], offers[0]))
    assert len(telling(controller)) == 2
    panel.show_odds(controller, [])
    assert SEVERAL in words(panel)
    panel.consider(offers[0].action)
    assert panel.prospect is not None and panel.prospect.offer == offers[0]


def test_dice_know_their_sides() -> None:
    assert dice_of(Event("DiceRolled", "why: 2d10 shows 3, 10", dice=(3, 10))) == (Die(3, 10), Die(10, 10))
    assert dice_of(Event("Other", "no notation", dice=(8,))) == (Die(8, 8),)


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20, 100])
def test_every_die_is_drawn_differently_for_each_face(qtbot, sides: int) -> None:
    row = DiceRow()
    qtbot.addWidget(row)
    row.resize(60, 60)
    pictures = set()
    for face in range(1, min(sides, 12) + 1):
        row.show_dice([Die(face, sides)])
        pictures.add(row.grab().toImage().bits().tobytes())
    assert len(pictures) == min(sides, 12)


def test_percentages_are_exact_enough() -> None:
    assert [percent(Fraction(n, 6)) for n in range(7)] == [
        "0 %", "16.7 %", "33.3 %", "50 %", "66.7 %", "83.3 %", "100 %"
    ]  # fmt: skip
    assert percent(Fraction(1, 200)) == "0.5 %"


@pytest.mark.parametrize("paper", ["#fffdf8", "#1b1d21"])
@pytest.mark.parametrize("colour", ["#000000", "#ffffff", "#5a76a6", "#303030", "#f7f3ea"])
def test_every_side_stands_out_from_the_paper(paper: str, colour: str) -> None:
    ink = QColor("#888888")
    colours = Colours(QColor(paper), ink, ink, ink)
    assert contrast(colours.readable(colour), colours.paper) >= 4.0


def test_grey_paper_gets_the_best_there_is() -> None:
    grey = QColor("#7e7e7e")
    colours = Colours(grey, grey, grey, grey)
    assert contrast(colours.readable("#7e7e7e"), grey) > 3.5


def test_sides_differ_without_colour() -> None:
    assert len(set(PATTERNS)) == len(set(DASHES)) == len(set(MARKS)) == 4


def test_bars_follow_the_theme(attack: Hands) -> None:
    attack.click_hex("0402")
    attack.click_hex("0502")
    panel = attack.window.table.odds
    assert panel._bars is not None
    light = panel._bars.plot.backgroundBrush().color()
    assert light.lightness() > 200
    for theme, is_worn in (
        ("dark", lambda paper: paper.lightness() < 90),
        ("light", lambda paper: paper == light),
    ):
        attack.window.set_theme(theme)
        attack.qtbot.waitUntil(lambda is_worn=is_worn: is_worn(panel._bars.plot.backgroundBrush().color()))


def test_a_case_opens_in_the_rule_reader(attack: Hands) -> None:
    for hex_id in ("0402", "0502", "0503"):
        attack.click_hex(hex_id)
    assert not attack.window.rules.reader.isVisible()
    attack.window.table.odds.case_clicked.emit("4.2")
    assert attack.window.rules.reader.isVisible()
