"""What a bot would do in a decision, and why, in words for the player who is asked.

It is asked what the side of the player may know, like a bot that plays this side.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.bots.character import Character
from engine.bots.evaluation import Evaluation, Terms, evaluation_of
from engine.bots.greedy_bot import GreedyBot
from engine.bots.plan_search import SAME
from engine.bots.question import Question
from engine.record import Record
from engine.referee.action import Action
from engine.referee.dice import Dice
from engine.referee.frame import Choice
from engine.referee.state import State
from engine.referee.steps import play

MOST_ACTIONS = 6
THROWS = 12
"""How often dice are thrown to find out what comes of an action."""


class Move(Record):
    """A counter that would lie elsewhere."""

    name: str
    start: str
    end: str


class Hint(Record):
    """What to do, what would come of it, and why."""

    actions: tuple[Action, ...]
    labels: tuple[str, ...]
    moves: tuple[Move, ...]
    places: tuple[str, ...]
    """The hexes that the actions point at."""
    before: float
    after: float
    reason: str


def hint_for(question: Question, character: Character, seed: str) -> Hint | None:
    """What a bot of this character would do; None if the scenario has no evaluation."""
    judge = evaluation_of(question.game, question.state)
    bot, asked = GreedyBot(seed, character), question
    actions: list[Action] = []
    labels: list[str] = []
    while judge is not None and len(actions) < MOST_ACTIONS:
        planned = bot.plan(asked)
        if planned is None:
            break
        for action in planned[0].actions:
            labels.append(asked.choice.label(asked.state, action))
            actions.append(action)
            state = play(asked.state, asked.choice, action, False, asked.step_number + 1).state
            following = _asked_next(asked, state)
            if following is None:
                return _hint(question, judge, character, tuple(actions), tuple(labels), asked, state)
            asked = following
        same = abs(judge.value(asked.state, question.side, character) - planned[1]) <= SAME
        if not same or len(asked.state.frames) <= len(question.state.frames):
            break
    if judge is None or not actions:
        return None
    return _hint(question, judge, character, tuple(actions), tuple(labels), None, asked.state)


def _asked_next(asked: Question, state: State) -> Question | None:
    """The next decision of the same side, if no die fell before it."""
    top = state.frames[-1] if state.frames else None
    if not isinstance(top, Choice) or top.side != asked.side or state.dice.fallen != asked.state.dice.fallen:
        return None
    legal = tuple(top.legal(state))
    moment = (*state.frames, *(table.stamp for table in state.tables.values()))
    number = asked.step_number + 1
    return replace(asked, state=state, legal=legal, step_number=number, moment=moment) if legal else None


def _hint(
    question: Question,
    judge: Evaluation,
    character: Character,
    actions: tuple[Action, ...],
    labels: tuple[str, ...],
    last: Question | None,
    after: State,
) -> Hint:
    side, start = question.side, question.state
    terms = judge.terms(start, side, character)
    rolls = last is not None and after.dice.fallen != last.state.dice.fallen
    ends = list(_thrown(last, actions[-1])) if rolls and last is not None else [after]
    found = [judge.terms(state, side, character) for state in ends]
    mean = Terms(*(sum(getattr(one, name) for one in found) / len(found) for name in Terms.__struct_fields__))
    places = tuple(dict.fromkeys(action.target for action in actions if action.kind == "hex"))
    moves = () if rolls else tuple(_moves(question, after))
    reason = _reason(judge, question, terms, mean, after)
    return Hint(actions, labels, moves, places, terms.total, mean.total, reason)


def _thrown(last: Question, action: Action) -> Iterator[State]:
    """What comes of an action with dice, several times."""
    for number in range(THROWS):
        state = last.state.clone()
        state.dice = Dice(f"{last.state.dice.seed} hint {number}")
        yield play(state, last.choice, action, False, last.step_number + 1).state


def _moves(question: Question, after: State) -> Iterator[Move]:
    view = question.game.view
    before = {counter.id: counter for counter in view(question.state, question.side).counters}
    for counter in view(after, question.side).counters:
        old = before.get(counter.id)
        if old is not None and old.place != counter.place and counter.side == question.side:
            yield Move(counter.name, old.place, counter.place)


def _reason(judge: Evaluation, question: Question, before: Terms, after: Terms, state: State) -> str:
    """Which part of the value changes most, in words."""
    side = question.side
    changes = {name: getattr(after, name) - getattr(before, name) for name in Terms.__struct_fields__}
    most = max(changes, key=lambda name: abs(changes[name]))
    change = changes[most]
    if abs(change) < 1e-4:
        return "nothing that counts would change, and every other answer looks worse or equal"
    if most == "victory":
        taken = judge.held(state, side) - judge.held(question.state, side)
        if change > 0 and taken:
            return f"it takes {_named(state, min(taken))}"
        return "it brings victory nearer" if change > 0 else "every other answer costs more of the victory"
    if most == "strength":
        if change > 0:
            return "the enemy will probably lose more strength than you"
        return "you will probably lose strength, but every other answer looks worse"
    ways, former = judge.ways(state, side), judge.ways(question.state, side)
    if change > 0:
        goal = min(ways, key=lambda place: ways[place] - former[place])
        return f"it comes nearer to {_named(state, goal)}"
    return "every other answer leads farther from the places that decide the game"


def _named(state: State, place: str) -> str:
    names = getattr(state.scenario, "place_names", {})
    return f"{names[place]} ({place})" if names.get(place) else place
