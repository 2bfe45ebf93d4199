"""Statistics: counted beside the window, from what the chair may see, and shown as curves and figures."""

from __future__ import annotations

import threading
from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QTabBar

from app.main_window import MainWindow
from app.play.play_controller import PlayController
from app.report.plot_style import round_step, turn_ticks
from app.report.statistics import (
    Combat,
    Rolled,
    Statistics,
    _Reader,
    losses,
    read_game,
    track_name,
    track_number,
)
from app.report.statistics_page import FIGURES, StatisticsPage, figures
from engine.referee.correction import correction_of
from engine.referee.event import Event
from engine.referee.history import History, SavedStep
from engine.referee.preview import PossibleOutcome, Preview
from engine.referee.save import Save, recorder
from engine.referee.session import Accepted, Session
from engine.referee.transaction import Change
from engine.referee.view import Box, Counter, Track, View
from tests.app.hands import Hands
from tests.toy.records import Piece
from tests.toy.test_demands import beside, play, scenario

ATTACK = ("attack 0402", "add R1", "resolve", "pass", "pass")


def silent(done: int, of: int, what: str) -> None:
    assert 0 < done <= of and what


def read(session: Session, viewing_side: str | None = None) -> Statistics:
    return read_game(recorder(session), session.game, viewing_side, silent)


def played_out(seed: str = "a") -> Session:
    session, chance = scenario(seed=seed), Random(seed)
    while session.choice is not None:
        session.submit(session.choice.side, chance.choice(session.legal()))
    return session


# counting


def test_a_fight_is_weighed_against_its_odds() -> None:
    statistics = read(play(beside(dice="[5]"), *ATTACK, "lose B1"))
    (combat,) = statistics.combats
    assert combat.side == "red"
    assert combat.expected == {"blue": Fraction(2, 6), "red": Fraction(1, 6)}
    assert combat.actual == {"blue": 1}
    assert combat.luck("red") == Fraction(4, 6) + Fraction(1, 6)
    assert combat.luck("blue") == -combat.luck("red")
    assert statistics.luck_by_turn("red")[-1] == Fraction(5, 6)


def test_a_loss_that_is_chosen_later_belongs_to_the_roll() -> None:
    before = read(play(beside(dice="[5]"), *ATTACK))
    assert before.combats[0].actual == {}, "nobody has chosen yet"
    after = read(play(beside(dice="[5]"), *ATTACK, "lose B2"))
    assert after.combats[0].actual == {"blue": 1}
    assert after.turns[-1].lost == {"red": 0, "blue": 1}
    assert after.turns[-1].strength == {"red": 3, "blue": 3}


def test_an_attack_that_is_given_up_is_no_fight() -> None:
    assert read(play(beside(), "attack 0402", "add R1", "cancel")).combats == ()


def test_two_fights_are_two() -> None:
    session = play(beside(dice="[3, 1]"), *ATTACK)
    play(session, "end")
    statistics = read(session)
    assert len(statistics.combats) == 1 and statistics.combats[0].actual == {}
    assert statistics.combats[0].luck("red") == Fraction(1, 6) - Fraction(2, 6)


def test_dice_are_measured_against_fair_dice() -> None:
    statistics = read(play(beside(dice="[5]"), *ATTACK))
    assert statistics.rolled == {"red": Rolled(1, 5, Fraction(7, 2))}
    assert statistics.rolled["red"].surplus == Fraction(3, 2)
    assert Rolled().surplus == 0


def test_every_turn_is_there_once_and_in_order() -> None:
    session = played_out()
    statistics = read(session)
    assert [turn.title for turn in statistics.turns] == ["Turn 0", "Turn 1", "Turn 2", "Turn 3"]
    assert [turn.mark for turn in statistics.turns] == ["0", "1", "2", "3"]
    assert statistics.actions == len(session) and statistics.outcome == session.state.outcome
    told = [event for turn in statistics.turns for event in turn.lines]
    assert told == [event for _, event in session.log(None)]
    last = statistics.turns[-1]
    assert last.held == {
        side: sum(held == side for held in session.view(None).control.values()) for side in ("red", "blue")
    }


@pytest.mark.parametrize("seed", list("abcdef"))
def test_what_is_lost_is_what_is_missing(seed: str) -> None:
    """Steps at the start and steps that arrived, less steps there are now, are the steps lost."""
    session = played_out(seed)
    statistics = read(session)
    for side in statistics.sides:
        fallen = [turn.lost[side] for turn in statistics.turns]
        assert fallen == sorted(fallen) and fallen[0] >= 0
    eliminated = [event for _, event in session.log(None) if event.what == "UnitEliminated"]
    reduced = [event for _, event in session.log(None) if event.what == "StepLost"]
    assert sum(statistics.turns[-1].lost.values()) >= len(eliminated) + len(reduced)


def fallen_in_the_log(session: Session) -> list[dict[str, int]]:
    """Steps lost by turn and side, from the sentences of the log alone."""
    turns: list[dict[str, int]] = [{"red": 0, "blue": 0}]
    for number, event in session.log(None):
        if event.turn is not None:
            turns.append({"red": 0, "blue": 0})
        if event.what in ("StepLost", "UnitEliminated", "UnitSentBack"):
            piece = session.at(number - 1).get(Piece, event.text.split()[0])
            turns[-1][piece.side] += piece.steps if event.what == "UnitSentBack" else 1
    return turns


@pytest.mark.parametrize("seed", [str(seed) for seed in range(12)])
def test_losses_belong_to_the_turn_in_which_they_fell(seed: str) -> None:
    """The figures are read from the table step by step; here they come from the log."""
    session = played_out(seed)
    statistics = read(session)
    whole = {"red": 0, "blue": 0}
    in_log = fallen_in_the_log(session)
    assert len(in_log) == len(statistics.turns)
    for turn, fallen in zip(statistics.turns, in_log, strict=True):
        whole = {side: whole[side] + fallen[side] for side in whole}
        assert dict(turn.lost) == whole, turn.title


def test_fights_are_those_of_the_attacker() -> None:
    """Whoever answers last before the dice fall: the fight is that of the side that declared it."""
    for seed in range(12):
        session = played_out(str(seed))
        declared = [
            (number, session.history[number].side)
            for number, event in session.log(None)
            if event.what == "AttackDeclared"
        ]
        attacks = [combat for combat in read(session).combats if "attack" in combat.text.lower()]
        for combat in attacks:
            later = [side for number, side in declared if number >= combat.step_number]
            assert later and combat.side == later[0], combat


class Told:
    """A step as a reader of statistics gets it, made by hand."""

    is_ruling, changed_records = False, True

    def __init__(
        self, number: int, side: str, view: View, *events: Event, depth: int = 1, expects: int = 0
    ) -> None:
        self.number, self.side, self.events, self.decision = number, side, list(events), (depth, "Choice")
        self._view, self._expects = view, expects

    def view(self) -> View:
        return self._view

    def label(self) -> str:
        return "Resolve"

    def measures(self) -> tuple[()]:
        return ()

    def preview(self) -> Preview | None:
        lost = (("blue", self._expects),)
        return (
            Preview("Attack", outcomes=(PossibleOutcome(text="hit", probability=Fraction(1), losses=lost),))
            if self._expects
            else None
        )


def taken(*steps: Told) -> Statistics:
    reader = _Reader(None, ("red", "blue"))
    for step in steps:
        reader.take(step)  # type: ignore[arg-type]
    return reader.finished(len(steps) - 1, None)


LOSS = Event("StepLost", "B1 loses a step", about=(("unit", "B1"),))
DICE = Event("Rolled", "1d6 shows 5", dice=(5,))
DAWN = Event("TurnBegan", "Turn 2", turn=2)


def table(turn: int, steps: int) -> View:
    return View(None, f"Turn {turn}", (Counter("B1", "blue", "0101", "B1", steps=steps, full_steps=2),))


def test_a_loss_and_the_end_of_the_turn_in_one_step() -> None:
    opening = Told(0, "", table(1, 2))
    before = taken(opening, Told(1, "red", table(2, 1), LOSS, DAWN))
    assert [turn.lost["blue"] for turn in before.turns] == [1, 1], "it fell before the turn ended"
    assert [turn.strength["blue"] for turn in before.turns] == [1, 1]
    assert [turn.lines for turn in before.turns] == [(LOSS,), (DAWN,)]
    after = taken(opening, Told(1, "red", table(2, 1), DAWN, LOSS))
    assert [turn.lost["blue"] for turn in after.turns] == [0, 1], "it fell when the next had begun"
    assert [turn.strength["blue"] for turn in after.turns] == [2, 1]


def test_a_fight_that_the_defender_lets_happen_is_that_of_the_attacker() -> None:
    declared = Told(1, "red", table(1, 2), depth=2, expects=2)
    let_happen = Told(2, "blue", table(1, 1), DICE, LOSS, expects=1)
    (fight,) = taken(Told(0, "", table(1, 2)), declared, let_happen).combats
    assert (fight.side, fight.step_number) == ("red", 1)
    assert fight.expected == {"blue": 1} and fight.actual == {"blue": 1}, "the odds are those of the roll"


def test_units_that_split_and_join_lose_nothing() -> None:
    whole, half = Counter("B1", "blue", "0101", "B1", steps=2), Counter("B1", "blue", "0101", "B1", steps=1)
    other = Counter("B1b", "blue", "0101", "B1b", steps=1)
    together, apart = View(None, "Turn 1", (whole,)), View(None, "Turn 1", (half, other))
    assert list(losses(together, apart, [], None)) == [] == list(losses(apart, together, [], None))
    assert list(losses(together, View(None, "Turn 1", (half,)), [], None)) == [(whole, 1)]


def test_luck_is_a_game_of_nought(monkeypatch) -> None:
    statistics = read(played_out("c"))
    assert sum(statistics.luck_by_turn(side)[-1] for side in statistics.sides) == 0


def test_a_chair_reads_its_own_view_and_its_own_fights() -> None:
    session = played_out("b")
    for viewing_side in ("red", "blue"):
        statistics = read(session, viewing_side)
        assert all(turn.view.side == viewing_side for turn in statistics.turns)
        assert {combat.side for combat in statistics.combats} <= {viewing_side}
        told = [event for turn in statistics.turns for event in turn.lines]
        assert told == [event for _, event in session.log(viewing_side)]


def test_an_enemy_out_of_sight_is_not_lost() -> None:
    mine, seen = Counter("R1", "red", "0101", "R1"), Counter("B1", "blue", "0102", "B1", steps=2)
    old, new = View("red", "1", (mine, seen)), View("red", "1", ())
    assert [(unit.id, steps) for unit, steps in losses(old, new, [], "red")] == [("R1", 1)]
    told = Event("UnitEliminated", "B1 is eliminated", about=(("unit", "B1"),))
    assert {unit.id for unit, _ in losses(old, new, [told], "red")} == {"R1", "B1"}
    assert {unit.id for unit, _ in losses(old, new, [], None)} == {"R1", "B1"}


def test_a_unit_in_a_box_is_off_the_map() -> None:
    here, there = Counter("R1", "red", "0101", "R1"), Counter("R1", "red", "lost", "R1")
    boxes = (Box("lost", "Lost"),)
    old, new = View(None, "1", (here,), boxes=boxes), View(None, "1", (there,), boxes=boxes)
    assert [(unit.id, steps) for unit, steps in losses(old, new, [], None)] == [("R1", 1)]
    assert list(losses(new, old, [], None)) == [], "coming back is no loss"


def test_tracks_are_numbers_where_they_are() -> None:
    assert track_number(Track("a", "A", "3/8")) == 3
    assert track_number(Track("a", "A", "-2")) == -2
    assert track_number(Track("a", "A", "ready")) is None
    assert track_name(Track("vp.red", "Points: Red", "3", side="red")) == "vp"


def test_counting_leaves_the_game_alone() -> None:
    session = played_out()
    before = (len(session), session.history.last, session.state)
    read(session)
    assert (len(session), session.history.last, session.state) == before


def test_luck_of_a_side_that_lost_nothing_it_expected_to_lose() -> None:
    combat = Combat(0, "red", "", {"blue": Fraction(1)}, {})
    assert combat.luck("blue") == 1 and combat.luck("red") == -1


# the page


def counted(hands: Hands) -> StatisticsPage:
    page = hands.window.report_actions.page
    with hands.qtbot.waitSignal(page.ready, timeout=30_000):
        hands.window.actions_by_key["statistics"].trigger()
    return page


def test_the_page_shows_the_game_and_goes_back(window: MainWindow, qtbot) -> None:
    hands = Hands(window, qtbot)
    window.game.play(played_out())
    qtbot.mouseClick(window.table.bar.summary, Qt.MouseButton.LeftButton)
    end = window.end_actions.page
    assert window.pages.currentWidget() is end
    qtbot.waitUntil(lambda: not end.is_counting, timeout=30_000)
    leads_on = next(button for button in end.findChildren(QPushButton) if button.text() == "Statistics")
    qtbot.mouseClick(leads_on, Qt.MouseButton.LeftButton)
    page = window.report_actions.page
    assert window.pages.currentWidget() is page
    qtbot.waitUntil(lambda: page.statistics is not None, timeout=30_000)
    statistics = page.statistics
    assert statistics is not None and statistics.viewing_side is None
    shown = [
        [page.table.item(row, column).text() for column in range(len(FIGURES))]
        for row in range(page.table.rowCount())
    ]
    assert shown == [list(figures(statistics, side)) for side in statistics.sides]
    back = next(button for button in page.findChildren(QPushButton) if button.text() == "Back to the table")
    qtbot.mouseClick(back, Qt.MouseButton.LeftButton)
    assert window.pages.currentWidget() is window.table
    assert hands.controller.outcome is not None
    window.actions_by_key["statistics"].trigger()
    assert window.pages.currentWidget() is page
    qtbot.keyClick(back, Qt.Key.Key_Escape)
    assert window.pages.currentWidget() is window.table, "Esc leads back, too"


def test_no_tabs_of_hidden_docks_lie_on_the_page(window: MainWindow, qtbot) -> None:
    hands = Hands(window, qtbot)
    window.game.play(played_out())

    def tabs() -> set[str]:
        bars = [bar for bar in window.findChildren(QTabBar) if bar.parentWidget() is window]
        return {bar.tabText(0) for bar in bars if window.rect().contains(bar.geometry())}

    qtbot.waitUntil(lambda: "Inspector" in tabs())
    before = tabs()
    page = counted(hands)
    bars = [bar for bar in window.findChildren(QTabBar) if bar.parentWidget() is window]
    assert bars
    qtbot.waitUntil(lambda: not any(window.rect().intersects(bar.geometry()) for bar in bars))
    assert window.pages.currentWidget() is page
    window.return_to_table()
    qtbot.waitUntil(lambda: before <= tabs())


def test_the_summary_is_offered_only_after_the_game(hands: Hands) -> None:
    assert hands.window.table.bar.summary.isHidden()


def test_curves_hold_the_figures_and_differ_without_colour(window: MainWindow, qtbot) -> None:
    hands = Hands(window, qtbot)
    window.game.play(played_out("d"))
    page = counted(hands)
    statistics = page.statistics
    assert statistics is not None
    for key, expected in (
        ("strength", [[turn.strength[side] for turn in statistics.turns] for side in statistics.sides]),
        ("lost", [[turn.lost[side] for turn in statistics.turns] for side in statistics.sides]),
        ("luck", [list(map(float, statistics.luck_by_turn(side))) for side in statistics.sides]),
        ("ground", [[turn.held[side] for turn in statistics.turns] for side in statistics.sides]),
    ):
        curves = page._plots[key].listDataItems()
        assert [list(curve.yData) for curve in curves] == expected, key
        assert len({curve.opts["pen"].style() for curve in curves}) == 2
        assert len({curve.opts["symbol"] for curve in curves}) == 2


def test_during_play_the_chair_sees_only_its_own(hands: Hands) -> None:
    hands.reach_movement()
    page = counted(hands)
    assert page.statistics is not None
    assert page.statistics.viewing_side == hands.controller.viewing_side == "red"
    assert "As Red sees it" in page._summary.text()


def test_stopping_the_count_keeps_the_window_free(window: MainWindow, qtbot, monkeypatch) -> None:
    begun = threading.Event()

    def slow(record, game, viewing_side, progress):
        while True:
            begun.set()
            progress(1, 100, "Counting")

    monkeypatch.setattr("app.report.statistics_page.read_game", slow)
    window.game.play(played_out())
    window.actions_by_key["statistics"].trigger()
    page = window.report_actions.page
    assert page.is_counting
    qtbot.waitUntil(lambda: begun.is_set() and not page.background.isHidden(), timeout=20_000)
    qtbot.mouseClick(page.background.cancel, Qt.MouseButton.LeftButton)
    assert not page.is_counting and "Cancelled" in page._summary.text()
    assert page.statistics is None


def test_the_page_follows_the_theme(window: MainWindow, qtbot) -> None:
    hands = Hands(window, qtbot)
    window.game.play(played_out())
    page = counted(hands)
    light = page._plots["luck"].backgroundBrush().color().lightness()
    window.set_theme("dark")
    dark = page._plots["luck"].backgroundBrush().color().lightness()
    window.set_theme("light")
    assert light > 200 > 90 > dark


def test_a_game_that_was_loaded_counts_like_one_that_was_played(qtbot) -> None:
    from engine.referee.save import loads, restore, saved

    session = played_out("e")
    again = restore(loads(saved(session).dumps()), lambda key: session.game)
    controller = PlayController(again)
    assert read(controller.session) == read(session)


def test_what_the_players_agree_to_take_off_is_not_lost() -> None:
    session = play(beside(dice="[5]"), *ATTACK, "lose B1")
    gone, weaker = session.state.get(Piece, "RG"), session.state.get(Piece, "R1")
    changes = [Change(Piece, "RG", gone, None), Change(Piece, "R1", weaker, replace(weaker, steps=1))]
    names = {"red": "Anna", "blue": "Bert"}
    assert isinstance(session.rule(correction_of(session.game.codec, changes, names)), Accepted)
    last = read(session).turns[-1]
    assert last.lost == {"red": 0, "blue": 1} and last.strength["red"] == 1
    assert any(event.what == "PositionCorrected" for event in last.lines)


def test_the_digests_of_a_game_are_worked_out_beside_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    session = played_out()
    asked: list[str] = []
    real = History.saved_steps

    def saved_steps(self: History) -> list[SavedStep]:
        asked.append(threading.current_thread().name)
        return real(self)

    monkeypatch.setattr(History, "saved_steps", saved_steps)
    record = recorder(session)
    assert asked == [], "nothing is worked out before a thread asks"
    found: list[Save] = []
    thread = threading.Thread(target=lambda: found.append(record()), name="counter")
    session.undo(session.state.scenario.sides)
    thread.start()
    thread.join()
    assert asked == ["counter"] and len(found[0].steps) == len(session) + 1, "as it was when it was asked for"


def test_what_lies_between_two_turns_is_no_turn(qtbot) -> None:
    turns = [*map(str, range(1, 10)), "N", *map(str, range(10, 15))]
    assert turn_ticks(turns) == [(0, "1"), (2, "3"), (4, "5"), (6, "7"), (8, "9"), (11, "11"), (13, "13")]
    assert turn_ticks(["S", "W"]) == [(0, "S"), (1, "W")], "a game whose turns have no numbers"
    statistics = read(played_out())
    day = statistics.turns[0]
    night = replace(day, title="Night after turn 1")
    assert replace(statistics, turns=(day, night, replace(day, title="Turn 2"))).length == 2


@pytest.mark.parametrize(
    ("reach", "step"), [(1, 1), (6, 1), (7, 2), (30, 5), (96, 20), (851, 200), (1300, 500)]
)
def test_lines_across_a_chart_stand_at_round_numbers(reach: float, step: int) -> None:
    assert round_step(reach) == step
