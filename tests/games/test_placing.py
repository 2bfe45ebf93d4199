"""Units whose place a scenario leaves to the players: what each set-up rule allows and refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.bots.fuzz import Plan, fuzz
from engine.bots.quiet_bot import let_pass, turns_gone
from engine.bots.scrutiny import lost_in_saving
from engine.catalogue.check import check
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.finding import Finding
from engine.catalogue.scenario_text import dumps
from engine.referee.action import Action
from engine.referee.session import Session
from tests.games.placing_samples import (
    SAMPLES,
    Sample,
    begun,
    do,
    left_open,
    pick_and_put,
    places,
    reasons,
    shipped,
)

pytestmark = pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.game)


def titles(session: Session) -> list[str]:
    return [frame.title for frame in session.state.frames]


def test_where_all_hexes_are_fixed_nobody_is_asked(sample: Sample) -> None:
    session = begun(left_open(sample.document(), sample.legal))
    assert "Set-up" not in titles(session)
    assert not any("Not set up" in box.title for box in session.view(None).boxes)


@pytest.mark.case("ddb scn.setup", "ttr 15.4-a")
def test_each_rule_allows_its_hexes(sample: Sample) -> None:
    session = begun(sample.document())
    assert session.decision is not None and session.decision.side == "allied"
    boxes = {box.key: box.title for box in session.view("german").boxes}
    for unit in sample.rules:
        assert boxes[places(session)[unit]].startswith("Not set up"), "it waits beside the map"
    for unit, here in sample.legal.items():
        pick_and_put(session, unit, here)
    assert {unit: places(session)[unit] for unit in sample.legal} == sample.legal
    assert session.view("german").counters == session.view("allied").counters, "set up in the open"
    assert not any("Not set up" in box.title for box in session.view(None).boxes)
    do(session, "done")
    assert "Set-up" not in titles(session), "the game begins"


@pytest.mark.case("ddb scn.setup", "ddb map.stacking", "ddb map.terrain", "ttr 15.4-a", "ttr 15.8")
def test_each_rule_refuses_other_hexes(sample: Sample) -> None:
    session = begun(sample.document())
    for unit, here, case, words in sample.refused:
        do(session, f"pick unit {unit}")
        legal = {action.target for action in session.legal() if action.verb == "put"}
        assert here not in legal and sample.legal[unit] in legal
        told = reasons(session, f"put hex {here}")
        assert any(by == case and words in why for by, why in told), told
        do(session, "cancel")
    assert all(" " in places(session)[unit] for unit in sample.rules)


@pytest.mark.case("ddb map.stacking", "ttr 3.1-a")
def test_the_stacking_limit_counts(sample: Sample) -> None:
    session = begun(sample.document(**dict.fromkeys(sample.crowd, "area two")))
    *first, last = sample.crowd
    for unit in first:
        pick_and_put(session, unit, sample.narrow)
    do(session, f"pick unit {last}")
    assert any("stacking points" in why for _, why in reasons(session, f"put hex {sample.narrow}"))


def test_the_rest_is_placed_by_itself_and_may_be_moved_before_the_end(sample: Sample) -> None:
    session = begun(sample.document())
    left = reasons(session, "done")
    assert len(left) == 3 and all("must still be set up" in why for _, why in left)
    unit, here = next(iter(sample.legal.items()))
    do(session, "place_rest")
    assert all(" " not in places(session)[unit] for unit in sample.rules)
    assert "No unit is left" in reasons(session, "place_rest")[0][1]
    pick_and_put(session, unit, here)
    assert places(session)[unit] == here
    do(session, "done")
    assert list(shipped(sample.game).invariants(session.state)) == []


def test_nobody_else_is_placed(sample: Sample) -> None:
    session = begun(sample.document())
    fixed = next(c for c in session.view(None).counters if c.side == "allied" and " " not in c.place)
    for words in (f"pick unit {fixed.id}", f"pick unit {sample.enemy}", "pass"):
        ((_, why),) = reasons(session, words)
        assert "whose place the scenario leaves to its side" in why


@pytest.mark.case("ttr 15.1")
def test_one_side_sets_up_after_the_other(sample: Sample) -> None:
    session = begun(sample.document(**sample.rules, **{sample.enemy: "within 1 along front"}))
    sides = []
    while "Set-up" in titles(session) and session.choice is not None:
        sides.append(session.choice.side)
        do(session, "place_rest", "done")
    assert sides == (["german", "allied"] if sample.game == "ttr" else ["allied", "german"])


def test_somebody_makes_way_for_a_unit_that_can_be_nowhere_else(sample: Sample) -> None:
    *first, last = sample.crowd
    session = begun(sample.document(**dict.fromkeys(first, "area two"), **{last: "area one"}))
    for unit in first:
        pick_and_put(session, unit, sample.narrow)
    ((_, why),) = reasons(session, f"pick unit {last}")
    assert "no hex has room for it now" in why
    assert "must still be set up" in reasons(session, "done")[0][1]
    do(session, "place_rest")
    assert places(session)[last] == sample.narrow
    assert sum(places(session)[unit] == sample.narrow for unit in first) == len(first) - 1
    assert list(shipped(sample.game).invariants(session.state)) == []
    do(session, "done")


def test_whoever_finds_no_room_takes_no_part(sample: Sample) -> None:
    """The player is told before and after, and the game goes on without the unit."""
    document = sample.document(**dict.fromkeys(sample.crowd, "area one"))
    session = begun(document)
    do(session, "place_rest")
    (out,) = [unit for unit in sample.crowd if places(session)[unit] != sample.narrow]
    choice = session.choice
    assert choice is not None and "no room is left for" in choice.prompt(session.state)
    (reminder,) = choice.reminders(session.state, Action("done"))
    assert "stays out of the game" in reminder
    do(session, "done")
    assert any(reminder == event.text for _, event in session.log("german"))
    let_pass(session, 2, "quiet", lambda gone, turns: None)
    assert " " in places(session)[out]
    assert [*lost_in_saving(session, shipped)] == []


def test_an_area_too_small_is_a_problem_and_one_that_holds_all_is_none(sample: Sample) -> None:
    assert errors(sample.document()) == []
    (found,) = errors(sample.document(**dict.fromkeys(sample.crowd, "area one")))
    assert found.where.removeprefix("set-up of ") in sample.crowd
    assert "where the others leave no room for it" in found.text
    first, here = sample.crowd[0], next(row[1] for row in sample.refused if "side of" in row[3])
    (found,) = errors(sample.document(**{first: f"within 0 of {here}"}))
    assert found.where == f"set-up of {first}" and "where it may stand in no hex" in found.text


def errors(document: ScenarioDocument) -> list[Finding]:
    return [finding for finding in check(document, shipped(document.game)) if finding.severity == "error"]


def test_every_step_of_the_set_up_can_be_taken_back(sample: Sample) -> None:
    session = begun(sample.document())
    codec = session.game.codec
    states = [codec.encode_state(session.state)]
    for words in (*(f"pick unit {unit}" for unit in list(sample.rules)[:1]), "cancel", "place_rest"):
        do(session, words)
        states.append(codec.encode_state(session.state))
    assert len({str(state) for state in states}) == 3, "putting it back changes nothing"
    for state in reversed(states[:-1]):
        session.undo()
        assert codec.encode_state(session.state) == state
    for state in states[1:]:
        session.redo()
        assert codec.encode_state(session.state) == state
    assert [*lost_in_saving(session, shipped)] == [], "saved in the middle of the set-up"


def test_chance_plays_it_from_the_set_up_through_two_turns(
    sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything that must hold is looked at on the way, and the game is saved, opened and replayed."""
    game = shipped(sample.game)
    both = sample.document(**sample.rules, **{sample.enemy: "within 1 along front"})
    monkeypatch.setattr(game, "scenarios", lambda: (sample.scenario,))
    monkeypatch.setattr(game, "scenario_text", lambda key: dumps(both))
    plan = Plan(scenarios=[sample.scenario], games=2, turns=2, seed=11)
    report = fuzz(sample.game, plan, 1, tmp_path)
    assert [str(failure) for failure in report.failures] == []
    assert all(played.end == "turn limit" for played in report.played)


def test_whoever_sits_still_lets_his_units_be_placed(sample: Sample) -> None:
    session = begun(sample.document())
    first = turns_gone(session)
    let_pass(session, 1, "quiet", lambda gone, turns: None)
    assert turns_gone(session) == first + 1
    assert all(" " not in places(session)[unit] for unit in sample.rules)
