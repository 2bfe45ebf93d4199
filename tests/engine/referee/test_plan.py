"""A plan is tried on a copy of the game, knows its bill and its problems, and is carried out in groups."""

from __future__ import annotations

from engine import games
from engine.referee.action import Action
from engine.referee.plan import Plan
from engine.referee.session import Session, Start

TRANSPORT = """
game = "leb"
case = "10.3-g"
title = "The sides transport in turn"
segment = "3.C"
points = {axis = 145, soviet = 100}
economy = {}

[axis]
axis-9 = "E2031"
axis-11 = "E2425"

[allied]
soviet-3 = "E2312"
"""
TO_POSEN = (Action("select", "unit", "axis-9"), Action("carry", "hex", "E2228"))
TO_BERLIN = (Action("select", "unit", "axis-11"), Action("carry", "hex", "E2031"))
BACK = Action("select", "unit", "soviet-3"), Action("carry", "hex", "E2612")


def transport() -> Session:
    """The segment of strategic transportation; the Axis begins."""
    return Session.begin(games.game("leb"), Start("leb", "position", "plan", TRANSPORT, "seed"))


def used(plan: Plan) -> dict[str, int]:
    return {line.title: line.used for line in plan.bill()}


def test_a_plan_changes_nothing_and_knows_its_bill() -> None:
    session = transport()
    plan = Plan(session)
    assert used(plan) == {"Axis: transport points": 0, "Axis: movement points": 0}
    assert plan.add(*TO_POSEN) == ()
    assert plan.add(*TO_BERLIN) == (), (
        "Berlin is free after the first item, and the Soviets are taken to pass"
    )
    assert used(plan) == {"Axis: transport points": 2, "Axis: movement points": 20}
    assert plan.items[0].text == "Ger 9 is carried to Posen (E2228)"
    assert "10.1-b" in plan.items[0].cases
    assert [(line.title, line.used) for line in plan.items[1].bill] == [
        ("Axis: transport points", 1),
        ("Axis: movement points", 10),
    ]
    assert len(session) == 0 and session.deciding_side == "axis"


def test_what_is_not_legal_behind_the_items_before_is_not_added() -> None:
    plan = Plan(transport())
    plan.add(*TO_POSEN)
    assert plan.add(TO_BERLIN[0]) == ()
    assert [refusal.case for refusal in plan.add(Action("carry", "hex", "E2228"))] == ["5.5-c"]
    assert plan.pending == TO_BERLIN[:1], "the destination is still to be chosen"
    assert plan.add(Action("cancel")) == ()
    assert len(plan.items) == 1 and not plan.pending, "what was cancelled is no item"


def test_another_order_shows_the_problem_before_anything_is_done() -> None:
    plan = Plan(transport())
    plan.add(*TO_POSEN)
    plan.add(*TO_BERLIN)
    plan.move(1, 0)
    assert [[refusal.case for refusal in item.refusals] for item in plan.items] == [["5.5-c"], []]
    assert used(plan)["Axis: transport points"] == 1, "what is not possible costs nothing"
    assert plan.next_group()[1] == (), "the first item cannot be done"
    plan.move(0, 1)
    assert not plan.problems
    plan.remove(0)
    assert [item.refusals[0].case for item in plan.items] == ["5.5-c"]


def test_a_marker_costs_all_its_points() -> None:
    session = transport()
    plan = Plan(session)
    marker = next(a for a in session.legal() if a.kind == "marker")
    plan.add(marker)
    there = next(a for a in plan.trial.legal() if a.kind == "hex")
    plan.add(there)
    assert used(plan)["Axis: movement points"] == 10 * used(plan)["Axis: transport points"] > 0
    assert plan.add(marker)[0].case == "10.2-b", "nothing is carried twice"


def test_it_is_carried_out_item_by_item_where_the_sides_act_in_turn() -> None:
    session = transport()
    plan = Plan(session)
    plan.add(*TO_POSEN)
    plan.add(*TO_BERLIN)
    left, refusals = plan.carry_out()
    assert refusals == () and [item.actions for item in left] == [TO_BERLIN]
    assert session.deciding_side == "allied" and len(session) == 2
    for action in BACK:
        session.submit("allied", action)
    assert not plan.is_current and plan.fits(session)
    again = Plan(session, left)
    assert not again.problems
    session.submit("axis", *TO_BERLIN)
    assert session.deciding_side == "allied"


def test_what_follows_without_the_other_side_is_one_group_and_one_undo() -> None:
    session = transport()
    session.submit("axis", *TO_POSEN)
    session.submit("allied", Action("pass"))
    plan = Plan(session)
    plan.add(*TO_BERLIN)
    other = Action("select", "unit", "axis-9")
    assert plan.add(other)[0].case == "10.2-b"
    marker = next(a for a in plan.trial.legal() if a.kind == "marker")
    plan.add(marker)
    plan.add(next(a for a in plan.trial.legal() if a.kind == "hex"))
    before = len(session)
    left, refusals = plan.carry_out()
    assert not left and not refusals and len(session) == before + 4
    assert session.undo() is None
    assert len(session) == before


def test_a_problem_that_came_up_meanwhile_stops_it_there() -> None:
    session = transport()
    plan = Plan(session)
    plan.add(*TO_POSEN)
    plan.add(*TO_BERLIN)
    session.submit("axis", *TO_POSEN)
    session.submit("allied", Action("pass"))
    late = Plan(session, plan.items)
    assert [bool(item.refusals) for item in late.items] == [True, False]
    assert late.items[0].refusals[0].case == "10.2-b"
    left, refusals = late.carry_out()
    assert [one.case for one in refusals] == ["10.2-b"] and len(left) == 2
    assert plan.carry_out()[1][0].case == "referee", "the game has gone on since the plan was tried"


def test_nothing_is_planned_behind_dice_or_the_end_of_the_decision() -> None:
    plan = Plan(transport())
    assert "ends the decision" in plan.add(Action("pass"))[0].why
    toy = games.game("toy")
    session = Session.begin(
        toy, Start("toy", "scenario", "toy-bridge", toy.scenario_text("toy-bridge"), "seed")
    )
    seen = len(session)
    for _ in range(40):
        trial = Plan(session)
        before = session.digest(len(session))
        for action in session.legal()[:3]:
            trial.add(action)
            assert not any(step.barrier for step in trial.trial.history.all()[1:]), "no die falls in a trial"
        assert session.digest(len(session)) == before
        legal = session.legal()
        session.submit(session.deciding_side or "", legal[len(session) % len(legal)])
    assert len(session) == seen + 40
