"""Points allotted in secret."""

from __future__ import annotations

from typing import ClassVar

from engine.mechanics.allocation import Allot, allotted
from engine.referee import Action, Refusal, Transaction
from tests.engine.mechanics.small_table import Below, table


class AllotAir(Allot):
    purposes: ClassVar = {"support": "Close support", "supply": "Supply flights"}
    ruled_by: ClassVar[str] = "11.2"


class AllotAll(AllotAir):
    must_spend_all: ClassVar[bool] = True


def play(choice: Allot, *texts: str) -> str:
    """What the frame below hears after these actions."""
    tx = Transaction(table(top=(choice,)))
    for text in texts:
        top = tx.state.frames[-1]
        assert isinstance(top, Allot)
        action = Action.parse(text)
        assert action in top.legal(tx.state), f"{text} is not legal"
        top.apply(tx, action)
    assert isinstance(tx.state.frames[-1], Below)
    return tx.state.frames[-1].heard


def test_points_are_given_and_taken_back_one_by_one() -> None:
    said = play(
        AllotAir("red", 3),
        *(
            "give marker supply",
            "give marker support",
            "take_back marker supply",
            "give marker support",
            "done",
        ),
    )
    assert allotted(said) == {"support": 2}
    assert allotted(play(AllotAir("red", 3), "done")) == {}


def test_no_more_than_there_are_and_nothing_unknown() -> None:
    spent = AllotAir("red", 0, (("support", 2),))
    state = table(top=(spent,))
    assert [str(action) for action in spent.legal(state)] == ["take_back marker support", "done"]
    for text in ("give marker supply", "give marker leaflets", "take_back marker supply"):
        assert [refusal.case for refusal in spent.refusals(state, Action.parse(text))] == ["11.2"]


def test_where_the_rules_demand_it_everything_is_spent() -> None:
    state = table()
    (refusal,) = AllotAll("red", 1).refusals(state, Action("done"))
    assert refusal == Refusal("11.2", "1 point must still be allotted")
    assert not list(AllotAll("red", 0).refusals(state, Action("done")))


def test_it_is_secret_and_says_what_is_given() -> None:
    choice = AllotAir("red", 1, (("support", 2),))
    assert choice.is_secret(table())
    assert choice.prompt(table()) == "1 point to allot; so far: Close support 2"
