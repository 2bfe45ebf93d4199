"""The bot that looks one action ahead: it wins against chance, and keeps to its three habits."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from engine import games
from engine.bad_input import BadInput
from engine.bots.arena import play_all, standings
from engine.bots.evaluation import evaluation_of
from engine.bots.greedy_bot import GreedyBot
from engine.bots.match import MatchTask, begin, play_match
from engine.bots.names import RANDOM, names, title_of
from engine.bots.plan_search import Plan, PlanSearch, stratified
from engine.bots.players import bot_named, character_of
from engine.bots.question import ask, imagine
from engine.bots.rates import Share, is_decided, wilson
from engine.games.crossing_the_line.records import Unit
from engine.games.lebensraum.records import Unit as Army
from engine.referee.action import Action
from engine.referee.session import Accepted, Session
from engine.referee.transaction import Transaction

CARENTAN = "ddb-carentan"
SIDES = ("allied", "german")


def task(seed: int, bots: dict[str, str]) -> MatchTask:
    return MatchTask("ddb", CARENTAN, f"test {seed}", bots)


@pytest.mark.parametrize("seat", SIDES)
def test_it_beats_chance_from_both_seats(seat: str) -> None:
    tasks = [task(n, {side: "steady" if side == seat else RANDOM for side in SIDES}) for n in range(4)]
    row = standings(play_all(tasks, jobs=1), "steady")[seat]
    assert row.games == 4 and row.won + row.drawn >= 3 and row.won >= 2


def test_a_task_is_always_the_same_game() -> None:
    one = task(1, dict.fromkeys(SIDES, "bold/recruit"))
    assert play_match(one) == play_match(one)
    assert one.key != task(2, dict.fromkeys(SIDES, "bold/recruit")).key
    assert one.key != task(1, dict.fromkeys(SIDES, "bold/regular")).key


def test_matches_on_two_processes_have_the_same_results() -> None:
    tasks = [task(n, dict.fromkeys(SIDES, RANDOM)) for n in range(4)]
    assert play_all(tasks, jobs=2) == play_all(tasks, jobs=1)


def test_it_never_takes_back_what_it_has_begun() -> None:
    session = begin(task(3, {}))
    bots = {side: bot_named("steady/regular", side) for side in SIDES}
    for _ in range(150):
        choice = session.choice
        if choice is None:
            break
        back = choice.way_out(session.state)
        action = bots[choice.side].answer(ask(session, "habits"))
        assert action != back or len(session.legal()) == 1
        assert isinstance(session.submit(choice.side, action), Accepted)


def first_blood() -> Session:
    """The first decision in which units can be selected."""
    session = begin(MatchTask("ctl", "ctl-1-first-blood", "plans", {}))
    while len(session.legal()) == 1:
        assert isinstance(session.submit("us", session.legal()[0]), Accepted)
    return session


def test_it_carries_out_the_action_of_a_unit_that_it_planned() -> None:
    session, bot = first_blood(), bot_named("steady", "plan")
    assert isinstance(bot, GreedyBot)
    planned = bot.plan(ask(session, "plan"))
    assert planned is not None and len(planned[0].actions) > 1
    for action in planned[0].actions:
        assert bot.answer(ask(session, "plan")) == action
        assert isinstance(session.submit("us", action), Accepted)


def test_a_plan_goes_down_to_the_action_that_counts() -> None:
    question = ask(first_blood(), "search")
    judge = evaluation_of(question.game, question.state)
    assert judge is not None
    search = PlanSearch(question, judge, Random("search"))
    plans = search.plans(question.legal, 300)
    attacks = [plan for plan in plans if plan.actions[-1].verb.startswith("attack")]
    assert attacks and all(plan.rolls and plan.actions[0].verb == "select" for plan in attacks)
    assert 300 <= search.looked < 400, "the budget is counted in positions"
    once = [plan.value for plan in attacks]
    for plan in attacks:
        plan.throw(5)
    assert [plan.count for plan in attacks] == [6] * len(attacks)
    assert [plan.value for plan in attacks] != once


def test_a_plan_is_judged_with_the_decision_ended_behind_it() -> None:
    question = ask(first_blood(), "ended")
    judge = evaluation_of(question.game, question.state)
    assert judge is not None
    search = PlanSearch(question, judge, Random("ended"))
    assert search.shift < 0.0, "an activation less is left"
    moves = [plan for plan in search.plans(question.legal, 300) if plan.actions[-1].verb == "move"]
    assert moves and not any(plan.is_settled for plan in moves)
    assert {plan.shift for plan in moves} == {search.shift}
    for plan in moves:
        search.settle(plan)
        assert plan.is_settled and plan.shift < 0.0


def test_the_weakest_level_looks_at_one_action_to_its_end() -> None:
    bot = bot_named("steady/recruit", "few positions")
    assert isinstance(bot, GreedyBot)
    question = ask(first_blood(), "few positions")
    assert any(question.choice.is_ending(action) for action in question.legal)
    planned = bot.plan(question)
    assert planned is not None and not planned[0].ends


def test_equal_hopes_give_each_throw_of_dice_its_chance() -> None:
    question = ask(first_blood(), "lost")
    judge = evaluation_of(question.game, question.state)
    assert judge is not None
    bot, search = GreedyBot("lost"), PlanSearch(question, judge, Random("lost"))
    plans = [Plan((Action("attack", "hex", str(n)),), -1.0, lambda count: -1.0) for n in range(4)]
    bot._throw_again(search, plans)
    assert min(plan.count for plan in plans) > 1


def test_disrupted_units_count_by_the_share_of_their_effectiveness() -> None:
    session = first_blood()
    unit = session.state.all(Unit)["us-1-16"]
    before, after = weights_of(session, "us", replace(unit, disrupted=True))
    assert before - after == pytest.approx(unit.now * (1 - unit.d_er / unit.er))


def test_armies_count_by_the_strength_of_the_side_that_is_up() -> None:
    session = begin(MatchTask("leb", "leb-12-4-invasion", "plans", {}))
    army = next(one for one in session.state.all(Army).values() if one.on_map and not one.is_hq)
    reduced = replace(army, flipped=not army.flipped)
    before, after = weights_of(session, army.side, reduced)
    assert before - after == army.strength - reduced.strength != 0


def weights_of(session: Session, side: str, changed: Unit | Army) -> tuple[float, float]:
    """What the units of a side weigh before and after one of them has changed."""
    tx = Transaction(session.state.clone())
    tx.put(changed)
    before, after = (
        sum(weight for owner, _, weight in session.game.pieces(state) if owner == side)
        for state in (session.state, tx.state)
    )
    return before, after


def test_dice_of_the_game_are_not_known_to_a_bot() -> None:
    session = begin(task(4, {}))
    imagined = imagine(session.game, session.state, "allied", "mine")
    assert imagined.dice.seed != session.state.dice.seed
    assert session.state.dice.seed == begin(task(4, {})).state.dice.seed


def test_every_kind_of_action_is_looked_at() -> None:
    many = [Action("move", "hex", str(n)) for n in range(500)] + [Action("fire", "unit", "a"), Action("end")]
    looked_at = stratified(many, 40, Random("x"))
    assert len(looked_at) == 40
    assert Counter(action.verb for action in looked_at) == {"move": 38, "fire": 1, "end": 1}


def test_bots_have_names_and_titles() -> None:
    assert len(names()) == 13
    assert title_of("bold/recruit") == "Bold, recruit"
    assert character_of("bold/recruit").noise > character_of("bold").noise == 0
    with pytest.raises(BadInput, match="There is no bot 'timid'"):
        character_of("timid")


def test_intervals_close_in_on_a_rate() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(50, 100)
    assert 0.40 < low < 0.5 < high < 0.60
    assert is_decided(80, 100) and not is_decided(52, 100) and is_decided(10, 100)
    assert str(Share(3, 4)) == "3 of 4 (75%, 30% to 95%)"


def test_a_game_without_documents_is_judged_by_nobody() -> None:
    assert games.game("ddb").pieces(begin(task(5, {})).state)
