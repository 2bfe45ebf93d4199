"""A hole in the rules is a RulesBug wherever it is met, and says where; a player's nonsense is refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from msgspec.structs import replace

from engine.referee.action import Action
from engine.referee.frame import Choice
from engine.referee.refusal import REFEREE, Refusal, RulesBug
from engine.referee.save import Divergence, replay, saved
from engine.referee.session import Refused, Session
from engine.referee.state import State
from engine.referee.transaction import Transaction
from engine.referee.view import View
from tests.engine.referee.drill import Drill, Orders, new_game

WALK = Action("walk")


@pytest.mark.parametrize(
    ("hole", "ask", "where"),
    [
        ("prompt", lambda session: session.decision, "Orders asks north"),
        ("candidates", lambda session: session.legal(), "Orders lists what north may do"),
        ("refusals", lambda session: session.refusals("north", WALK), "walk is asked of Orders by north"),
        ("refusals", lambda session: session.submit("north", WALK), "walk is asked of Orders by north"),
        (
            "preview",
            lambda session: session.preview("north", Action("roll")),
            "Orders previews roll for north",
        ),
    ],
)
def test_a_hole_in_a_decision_is_a_bug_that_says_where(
    hole: str, ask: object, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def falls(*args: object) -> None:
        raise KeyError("a hole")

    session = new_game()
    monkeypatch.setattr(Orders, hole, falls)
    assert callable(ask)
    with pytest.raises(RulesBug, match=rf"KeyError\('a hole'\) \({where}\)"):
        ask(session)
    assert len(session) == 0


def test_a_hole_in_the_view_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    def view(self: Drill, state: State, side: str | None) -> View:
        raise IndexError("no such counter")

    monkeypatch.setattr(Drill, "view", view)
    with pytest.raises(RulesBug, match=r"no such counter.*the table is shown to south"):
        new_game().view("south")
    with pytest.raises(RulesBug, match="shown to everybody"):
        new_game().view(None)


def test_a_hole_that_a_replay_falls_into_is_a_divergence(monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_game()
    session.submit("north", Action("march", "unit", "N1"))
    save = saved(session)

    def falls(self: Orders, state: State, action: Action) -> Iterator[Refusal]:
        raise KeyError("a hole")

    monkeypatch.setattr(Orders, "refusals", falls)
    with pytest.raises(Divergence, match=r"Action 1 .*KeyError\('a hole'\)") as caught:
        replay(save, session.game)
    assert caught.value.action == 1


@pytest.mark.parametrize(
    "action",
    [
        Action("post", "number", "abc"),
        Action("post", "number", "01"),
        Action("post", "number", ""),
        Action("post", "number", "²"),
        Action("march", "unit", ""),
        Action("march", "unit", " N1"),
        Action("march", "none", "N1"),
        Action("march", "weapon", "N1"),
    ],
)
def test_what_cannot_be_written_down_is_refused_by_the_table(action: Action) -> None:
    session = new_game()
    (refusal,) = session.refusals("north", action)
    assert refusal.case == REFEREE and "is not an action" in refusal.why
    assert isinstance(session.submit("north", action), Refused)


@pytest.mark.parametrize(
    "spelling", ["post number 7", "post number -3", "post number 0", "march unit N 1", "end"]
)
def test_what_is_read_is_well_formed(spelling: str) -> None:
    action = Action.parse(spelling)
    assert action.well_formed and Action.parse(str(action)) == action


# forced options


class Pick(Choice):
    """There is one thing to pick, and nothing to do with it."""

    def prompt(self, state: State) -> str:
        return "pick"

    def candidates(self, state: State) -> Iterable[Action]:
        return (Action("pick"),)

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action not in self.candidates(state):
            yield Refusal("1", "no")

    def apply(self, tx: Transaction, action: Action) -> None:
        tx.push(PutBack(self.side))


class PutBack(Pick):
    def candidates(self, state: State) -> Iterable[Action]:
        return (Action("put_back"),)

    def apply(self, tx: Transaction, action: Action) -> None:
        tx.pop()


class Circles(Drill):
    frames = (Pick, PutBack)

    def open(self, text: str, options: object) -> object:  # type: ignore[override]
        opening = super().open(text, {})
        return replace(opening, frames=(Pick("north"),))


def test_single_options_that_go_in_circles_are_not_played_for_ever() -> None:
    session = Session.begin(Circles(), new_game().start)
    assert session.play_forced() == 2
    assert [str(entry.action) for entry in session.history.saved_steps()] == ["pick", "put_back"]


def test_a_single_option_that_was_played_stands_in_the_log() -> None:
    session = Session.begin(Circles(), new_game().start)
    session.play_forced(most=1)
    told = {side: [event.text for at, event in session.log(side) if at == 1] for side in ("north", "south")}
    assert told == {"north": ["Pick is the only thing north can do"], "south": ["north has a single option"]}
    assert replay(saved(session), Circles()).log(None) == session.log(None)


def test_a_single_option_that_is_refused_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Orders, "legal", lambda self, state: [Action("march", "unit", "S1")])
    with pytest.raises(RulesBug, match=r"Orders lists march unit S1, which is refused: S1 belongs to south"):
        new_game().play_forced()
