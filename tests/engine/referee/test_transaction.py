"""Writing: the next state differs by what was put, the one before stays; marks go when their scope ends."""

from __future__ import annotations

import pytest

from engine.referee.dice import Dice
from engine.referee.event import Event
from engine.referee.frame import Frame
from engine.referee.marks import Mark, mark_value, marked, marks_on
from engine.referee.outcome import Outcome
from engine.referee.refusal import RulesBug
from engine.referee.schedule import Cup, Due, due
from engine.referee.state import Scenario, State, derived
from engine.referee.transaction import Change, Transaction
from tests.engine.referee.drill import SIDES, Clock, Squad

KINDS = (Mark, Due, Cup, Squad, Clock)


class GameTurn(Frame):
    scope = "game turn"


class Segment(Frame):
    heard: str = ""
    scope = "segment"

    def resume(self, tx: Transaction, result: object) -> None:
        tx.replace(Segment(str(result)))


def state(*records: object, frames: tuple[Frame, ...] = (GameTurn(), Segment())) -> State:
    content = records or (Squad("N1", "north"), Clock(1), Cup("lots", ("red", "white")))
    return State.new(Scenario("square", SIDES, {}), KINDS, content, frames, Dice("seed"))  # type: ignore[arg-type]


def test_writing_leaves_the_state_before_alone() -> None:
    base = state()
    before = {kind: dict(table) for kind, table in base.tables.items()}
    tx = Transaction(base)
    tx.put(Squad("N1", "north", 2))
    tx.put(Squad("N2", "north"))
    tx.remove(Clock(1))
    tx.roll("1d6", "1", "why")
    tx.push(Segment())
    assert {kind: dict(table) for kind, table in base.tables.items()} == before
    assert base.dice == Dice("seed") and base.frames == (GameTurn(), Segment())
    assert tx.state.tables[Due] is base.tables[Due], "what nobody wrote is shared"
    assert tx.state.all(Squad) == {"N1": Squad("N1", "north", 2), "N2": Squad("N2", "north")}
    assert tx.changes == [
        Change(Squad, "N1", Squad("N1", "north"), Squad("N1", "north", 2)),
        Change(Squad, "N2", None, Squad("N2", "north")),
        Change(Clock, "", Clock(1), None),
    ]


def test_what_is_not_there_cannot_be_removed_or_got() -> None:
    tx = Transaction(state())
    with pytest.raises(RulesBug, match="no Squad is called 'X', so it cannot be removed"):
        tx.remove(Squad("X", "north"))
    with pytest.raises(RulesBug, match="no Squad is called 'X'"):
        tx.state.get(Squad, "X")
    assert tx.state.find(Squad, "X") is None
    assert tx.state.one(Clock) == Clock(1)
    with pytest.raises(RulesBug, match="two Squad records are called 'A'"):
        state(Squad("A", "north"), Squad("A", "south"))


def test_dice_are_logged_and_bar_the_way_back() -> None:
    tx = Transaction(state())
    assert not tx.barrier
    roll = tx.roll("2d6", "4.1", "Attack", ("north",))
    assert tx.barrier and tx.state.dice.fallen == 2
    (event,) = tx.events
    assert event.dice == roll.faces and event.case == "4.1" and event.seen_by == ("north",)
    assert event.text == f"Attack: 2d6 shows {roll.faces[0]}, {roll.faces[1]}"


def test_a_cup_is_drawn_empty_and_tells_only_who_may_know() -> None:
    tx = Transaction(state())
    drawn = {tx.draw(tx.state.get(Cup, "lots"), "1", "Lot", ("north",)) for _ in range(2)}
    assert drawn == {"red", "white"} and tx.barrier
    assert tx.state.get(Cup, "lots").chits == ()
    with pytest.raises(RulesBug, match="the cup 'lots' is empty"):
        tx.draw(tx.state.get(Cup, "lots"), "1", "Lot")
    shown = tx.events[0].for_side("south")
    assert shown is not None and shown.text == "Lot: a chit is drawn"
    whole = tx.events[0].for_side("north")
    assert whole is not None and whole.text.removeprefix("Lot: ") in drawn


def test_a_mark_goes_when_its_frame_ends_and_not_before() -> None:
    tx = Transaction(state())
    tx.mark("N1", "moved", "segment")
    tx.mark("N1", "disrupted", "game turn", value="by fire")
    tx.mark("N1", "veteran")
    tx.push(Segment())
    tx.mark("N2", "moved", "segment")
    assert [mark.name for mark in marks_on(tx.state, "N1")] == ["moved", "disrupted", "veteran"]
    tx.pop()
    assert marked(tx.state, "N1", "moved"), "the inner segment ended, not the outer one"
    assert not marked(tx.state, "N2", "moved")
    tx.pop()
    assert not marked(tx.state, "N1", "moved")
    assert mark_value(tx.state, "N1", "disrupted") == "by fire"
    assert mark_value(tx.state, "N1", "moved") == ""
    tx.pop()
    assert [mark.name for mark in marks_on(tx.state, "N1")] == ["veteran"]


def test_a_mark_for_two_turns_lasts_two_turns() -> None:
    tx = Transaction(state(frames=(Segment(), GameTurn())))
    tx.mark("N1", "disrupted", "game turn", turns=2)
    tx.pop()
    assert marked(tx.state, "N1", "disrupted")
    tx.push(GameTurn())
    tx.pop()
    assert not marked(tx.state, "N1", "disrupted")


def test_marks_that_are_taken_off_by_hand() -> None:
    tx = Transaction(state())
    for unit in ("N1", "N2"):
        tx.mark_until(unit, "dug in", "until it moves")
    tx.end_scope("until it moves", "N1")
    assert not marked(tx.state, "N1", "dug in") and marked(tx.state, "N2", "dug in")
    tx.unmark("N2", "dug in")
    tx.unmark("N2", "dug in")
    assert not tx.state.all(Mark)
    with pytest.raises(RulesBug, match="no player turn is going on"):
        tx.mark("N1", "moved", "player turn")


def test_frames_hear_how_the_one_above_ended() -> None:
    tx = Transaction(state())
    tx.push(GameTurn())
    tx.pop("a result")
    assert tx.state.frame == Segment("a result")
    assert tx.state.innermost(GameTurn) == GameTurn()
    with pytest.raises(RulesBug, match="no Outcome is going on"):
        tx.state.innermost(Outcome)


def test_the_end_of_the_game() -> None:
    tx = Transaction(state())
    tx.finish("north", "It is over", "9.1")
    assert tx.state.outcome == Outcome("north", "It is over", "9.1")
    assert tx.state.frames == ()
    assert tx.events == [Event("GameEnded", "It is over", "9.1")]


def test_what_was_derived_is_remembered_until_its_tables_change() -> None:
    asked = []

    @derived(Squad, Clock)
    def strength(state: State, side: str) -> int:
        asked.append(side)
        return sum(squad.side == side for squad in state.all(Squad).values()) + state.one(Clock).round

    tx = Transaction(state())
    assert [strength(tx.state, "north") for _ in range(2)] == [2, 2]
    assert asked == ["north"]
    tx.put(Due("a", 1, "arrives", "N1"))
    assert strength(tx.state, "north") == 2 and len(asked) == 1, "an unconcerned table changed"
    tx.put(Clock(5))
    assert strength(tx.state, "north") == 6
    tx.put(Squad("N2", "north"))
    assert strength(tx.state, "north") == 7
    tx.put(Squad("N3", "north"))
    assert strength(tx.state, "north") == 8, "a second write into a table of one's own"


def test_a_derived_function_cannot_read_what_it_did_not_declare() -> None:
    @derived(Squad)
    def careless(state: State) -> int:
        return state.one(Clock).round + len(state.all(Clock))

    with pytest.raises(RulesBug, match="Clock"):
        careless(state())


def test_a_derived_function_of_everything_sees_the_frames_change() -> None:
    @derived()
    def depth(state: State) -> int:
        return len(state.frames)

    tx = Transaction(state())
    assert depth(tx.state) == 2
    tx.push(Segment())
    assert depth(tx.state) == 3
    tx.pop()
    assert depth(tx.state) == 2


def test_what_is_due() -> None:
    entries = [Due("b", 2, "arrives", "B"), Due("a", 2, "arrives", "A"), Due("c", 1, "flood", "river")]
    there = state(*entries, Due("d", 3, "arrives", "D"))
    assert [entry.key for entry in due(there, 2)] == ["c", "a", "b"]
    assert [entry.key for entry in due(there, 2, "arrives")] == ["a", "b"]
