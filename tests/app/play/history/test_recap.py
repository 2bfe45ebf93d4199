"""What happened on a side's front, told as that side may know it."""

from __future__ import annotations

from random import Random

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.play.decision_bar import DecisionBar
from app.play.history.recap import RecapBar, RecapStep, recap, traces
from engine.referee.event import Event
from engine.referee.seat import Seat
from engine.referee.view import Counter, Marker, View
from tests.app.hands import Hands
from tests.app.play.players.test_hot_seat import pair, take_over

__all__ = ["pair"]


def play_on(hands: Hands, seed: int, actions: int) -> None:
    chance = Random(seed)
    for _ in range(actions):
        if hands.controller.decision is None:
            return
        hands.controller.act(chance.choice(hands.controller.offers).action)


def test_the_recap_is_what_others_did_since(hands: Hands) -> None:
    play_on(hands, 5, 34)
    session = hands.controller.session
    for side in ("red", "blue"):
        steps = recap(Seat(session, side))
        own = [at for at in range(1, len(session) + 1) if session.history[at].side == side]
        last = own[-1] if own else 0
        assert [step.step_number for step in steps] == [
            at
            for at in range(last + 1, len(session) + 1)
            if any(event.for_side(side) for event in session.history[at].events)
        ]
        for step in steps:
            for event in step.events:
                assert event.seen_by is None or side in event.seen_by or event.text


def test_nobody_is_told_what_is_hidden_from_him(hands: Hands) -> None:
    hands.click_hex("0404")
    told = " ".join(
        event.text for step in recap(Seat(hands.controller.session, "blue")) for event in step.events
    )
    assert "A secret choice is made" in told
    assert "0404" not in told


def test_single_options_played_by_themselves_are_told_too(hands: Hands) -> None:
    play_on(hands, 5, 34)
    session = hands.controller.session
    side = session.history[len(session)].side
    assert all(step.step_number > len(session) for step in recap(Seat(session, side))), "it has just decided"
    at = len(session)
    while session.history[at].side == side:
        session.history[at].auto = True
        at -= 1
    told = [step.step_number for step in recap(Seat(session, side))]
    assert told and told[0] <= at + 1 <= told[-1] + 1


def test_after_the_handover_screen_the_recap_leads_to_the_decision(pair: Hands) -> None:
    pair.click_hex("0404")
    take_over(pair)
    bar, table = pair.window.replay.recap_bar, pair.window.table
    assert bar.isVisible() and not table.bar.isVisible()
    assert "front of Blue" in bar._title.text()
    assert pair.controller.looking_back and pair.controller.offers == ()
    scene = table.map.map_scene()
    assert scene is not None and scene.lit.hexes == set()
    pair.click_hex("0101")
    assert len(pair.controller.session) == 1, "nothing can be done in the past"
    pair.qtbot.mouseClick(bar.next, Qt.MouseButton.LeftButton)
    assert not bar.isVisible() and table.bar.isVisible()
    assert not pair.controller.looking_back
    pair.click_hex("0101")
    assert len(pair.controller.session) == 2


def test_the_recap_can_be_skipped_or_not_wanted(pair: Hands) -> None:
    pair.window.table.map.setFocus()
    pair.controller.act(pair.controller.offers[0].action)
    screen = pair.window.hotseat.handover_screen
    screen.recap.setChecked(False)
    take_over(pair)
    assert not pair.window.replay.recap_bar.isVisible()
    pair.controller.act(pair.controller.offers[0].action)
    screen.recap.setChecked(True)
    take_over(pair)
    bar = pair.window.replay.recap_bar
    assert bar.isVisible()
    pair.qtbot.keyClick(bar, Qt.Key.Key_Escape)
    assert not bar.isVisible() and not pair.controller.looking_back


def test_keys_step_through_and_the_map_shows_each_step(hands: Hands) -> None:
    controller, chance = hands.controller, Random(2)
    while len(recap(controller.seat)) < 3:
        controller.act(chance.choice(controller.offers).action)
    hands.window.actions_by_key["recap"].trigger()
    bar, viewing_side = hands.window.replay.recap_bar, controller.viewing_side
    steps = recap(Seat(controller.session, viewing_side))
    for step in steps[:-1]:
        assert controller.step_number == step.step_number
        assert controller.view == controller.session.game.view(
            controller.session.at(step.step_number), viewing_side
        )
        hands.qtbot.keyClick(bar, Qt.Key.Key_Right)
    hands.qtbot.keyClick(bar, Qt.Key.Key_Left)
    assert controller.step_number == steps[-2].step_number
    hands.qtbot.keyClick(bar, Qt.Key.Key_Return)
    hands.qtbot.keyClick(bar, Qt.Key.Key_Return)
    assert not bar.isVisible() and controller.step_number == len(controller.session)


def test_nothing_to_tell_is_said(hands: Hands) -> None:
    hands.window.actions_by_key["recap"].trigger()
    assert "Nothing has happened" in hands.window.table.note.text


def test_traces_are_ways_and_changed_hexes() -> None:
    before = View(
        "red",
        "1",
        counters=(Counter("A", "red", "0101", "A"), Counter("B", "red", "0202", "B", steps=2)),
        markers=(Marker("m", "0505", "mine"),),
    )
    after = View(
        "red",
        "1",
        counters=(
            Counter("A", "red", "0102", "A"),
            Counter("B", "red", "0202", "B", steps=1),
            Counter("C", "blue", "0303", "C"),
        ),
    )
    left = traces(before, after)
    assert left.ways == (("0101", "0102"),)
    assert left.hexes == {"0202", "0303", "0505"}
    assert traces(after, after).ways == () and not traces(after, after).hexes


def test_the_bar_is_no_higher_than_a_decision_unless_much_is_told(qtbot: QtBot) -> None:
    bar, decision = RecapBar(), DecisionBar()
    qtbot.addWidget(bar)
    qtbot.addWidget(decision)
    bar.resize(800, 60)
    event = Event("Told", "Something happened", "")
    bar.begin("Red", "#aa0000", [RecapStep(1, (event,)), RecapStep(2, (event,) * 2)])
    assert bar.minimumHeight() == decision.minimumHeight()
    bar.begin("Red", "#aa0000", [RecapStep(1, (event,)), RecapStep(2, (event,) * 9)])
    high = bar.minimumHeight()
    assert high >= decision.minimumHeight()
    bar.next.click()
    assert bar.minimumHeight() == high >= bar.minimumSizeHint().height(), "it does not jump from step to step"
