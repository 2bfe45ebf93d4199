"""A bot that looks at what it can do now, with what follows at once, and takes what it judges best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import TypeAlias

from msgspec.structs import replace

from engine.bots.character import CHARACTERS, Character
from engine.bots.evaluation import evaluation_of
from engine.bots.plan_search import LISTED_FOR_ONE, UNKNOWN, Plan, PlanSearch
from engine.bots.question import Question
from engine.referee.action import Action

AS_GOOD = 1e-9
MOST_REMEMBERED = 100
OTHERWISE_NOW = 0.01
"""When the position is worth so much more or less than before, what was remembered is looked at anew."""
LOOKED_AT_AGAIN = 3
"""Of the actions whose worth is remembered, so many of the best are looked at again each time."""
MORE_SEARCHES = 2
"""How often other answers are looked at before a phase is ended."""
THROWING = 3
"""This part of the positions, one in so many, is for dice that are thrown again."""
MORE_DICE = 5
"""A plan is taken only if it is still the best when its dice were thrown so many times more often."""
SETTLED_FIRST = 4
"""So many plans are tried with the decision ended behind them; more if that changes something for one."""
LEAST_SPREAD = 0.01
"""Dice change what comes of a plan by at least so much: where all seems lost, each plan has its chance."""
MOST_IDLE = 3
"""How often in a turn the same answer is given that gains nothing."""
MOST_IN_VAIN = 100
"""After so many answers in a turn that gained nothing at all, decisions are ended where that is possible."""
LEAST_GAIN = 1e-3
"""An answer after which the position is worth so much more was not idle; what is imagined varies a little."""
Moment: TypeAlias = tuple[object, ...]


class GreedyBot:
    """The same seed and character answer the same questions alike.

    Among answers that are equally good it rather acts than ends a phase, it takes back what it has begun only
    if nothing else is left, it gives no answer twice that led back to the same decision with nothing changed,
    and none more than a few times in a turn that gains nothing, so that every turn ends. What it found
    out about its other units in a phase it remembers, and looks again at those that promised most.
    """

    def __init__(self, seed: str, character: Character = CHARACTERS["steady"]) -> None:
        self.seed, self.character = seed, character
        self._path: list[tuple[Moment, Action]] = []
        """The answers since something changed."""
        self._fruitless: list[tuple[Moment, Action]] = []
        """Those of them that led back to the same decision."""
        self._turn: int | None = None
        self._known: dict[str, dict[Action, float]] = {}
        """What each answer to a decision of this turn promised when it was looked at last."""
        self._idle: Counter[tuple[str, Action]] = Counter()
        """How often each answer gained nothing in this turn, by the kind of decision."""
        self._in_vain = 0
        """How many answers gained nothing at all in this turn."""
        self._last: dict[str, tuple[float, str, Action]] = {}
        """What was answered last to each kind of decision, and what the position was worth then."""
        self._value = 0.0
        self._ahead: list[Action] = []
        """What is still to be done of the plan that was begun."""

    def answer(self, question: Question) -> Action:
        """The best of the legal actions, as far as it looked."""
        self._begin_turn(question)
        legal, here = question.legal, question.moment
        for number, (moment, action) in enumerate(self._path):
            if moment == here:
                self._fruitless.append((moment, action))
                del self._path[number:]
                break
        del self._path[:-MOST_REMEMBERED], self._fruitless[:-MOST_REMEMBERED]
        chosen = legal[0] if len(legal) == 1 else self._next_planned(question) or self._best(question, here)
        self._path.append((here, chosen))
        return chosen

    def plan(self, question: Question) -> tuple[Plan, float] | None:
        """The best plan, and what the position is worth before it; None without an evaluation."""
        return self._planned(question, question.moment, Random(f"{self.seed} {question.step_number}"))

    def _next_planned(self, question: Question) -> Action | None:
        """The next action of the plan that was begun, as long as it is what was expected."""
        if not self._ahead:
            return None
        action = self._ahead.pop(0)
        fruitless = (question.moment, action) in self._fruitless
        if action in question.legal and not fruitless and action != question.choice.way_out(question.state):
            return action
        self._ahead.clear()
        return None

    def _best(self, question: Question, here: Moment) -> Action:
        chance = Random(f"{self.seed} {question.step_number}")
        planned = self._planned(question, here, chance)
        if planned is None:
            return chance.choice(self._candidates(question, here))
        chosen, *self._ahead = planned[0].actions
        self._last[_kind(question)] = (planned[1], _answered(question, chosen), chosen)
        return chosen

    def _planned(self, question: Question, here: Moment, chance: Random) -> tuple[Plan, float] | None:
        judge = evaluation_of(question.game, question.state)
        if judge is None:
            return None
        search = PlanSearch(replace(question, character=self.character), judge, chance)
        self._note_idle(question, search.value)
        plans = self._looked_at(search, self._candidates(question, here), question)
        self._throw_again(search, plans)
        self._remember(question, search, plans)
        noise = self.character.noise
        rated = [(plan.value + (chance.gauss(0.0, noise) if noise else 0.0), plan) for plan in plans]
        rated = _without_idle(rated)
        best = max(rating for rating, _ in rated)
        return chance.choice([plan for rating, plan in rated if rating >= best - AS_GOOD]), search.value

    def _candidates(self, question: Question, here: Moment) -> list[Action]:
        """No way back, nothing that led nowhere, and nothing that was idle too often."""
        back = question.choice.way_out(question.state)
        fruitless = {action for moment, action in self._fruitless if moment == here}
        forward = [action for action in question.legal if action != back and action not in fruitless]
        busy = [one for one in forward if not self._is_idle(question, one)]
        ending = [one for one in forward if question.choice.is_ending(one)]
        if ending and self._in_vain >= MOST_IN_VAIN:
            return ending
        if busy:
            return busy
        return [back] if back in question.legal else forward or list(question.legal)

    def _looked_at(self, search: PlanSearch, candidates: Sequence[Action], question: Question) -> list[Plan]:
        """Plans for what is new, then for what promised most; every plan counts against the budget."""
        gains = self._remembered(question, search.value)
        listed = len(question.legal) // LISTED_FOR_ONE
        budget = max(self.character.positions // 2, self.character.positions - listed)
        known = sorted((one for one in candidates if one in gains), key=lambda action: -gains[action])
        new = [one for one in candidates if one not in gains]
        again, rest = known[:LOOKED_AT_AGAIN], known[LOOKED_AT_AGAIN:]
        found = search.plans([*again, *new], budget)
        for _ in range(MORE_SEARCHES):
            tried = {plan.actions[0] for plan in found}
            best = max(found, key=lambda plan: plan.value)
            left = [one for one in new if one not in tried]
            if not best.ends or not left:
                break
            found += search.plans(left, budget)
        best_gain = max(plan.value for plan in found) - search.value - search.shift
        promising = [one for one in rest if gains[one] > best_gain]
        return found + search.plans(promising, budget) if promising else found

    def _remembered(self, question: Question, value: float) -> dict[Action, float]:
        """What was found out about this decision in this turn, since the last great change."""
        if abs(value - self._value) > OTHERWISE_NOW:
            self._known, self._value = {}, value
        return self._known.setdefault(f"{_kind(question)} {question.choice!r}", {})

    def _remember(self, question: Question, search: PlanSearch, plans: Sequence[Plan]) -> None:
        gains = self._remembered(question, search.value)
        found: dict[Action, float] = {}
        for plan in plans:
            first, gain = plan.actions[0], plan.value - search.value - search.shift
            found[first] = max(gain, found.get(first, gain))
        gains.update(found)

    def _begin_turn(self, question: Question) -> None:
        turn = question.game.turn_number(question.state)
        if turn != self._turn:
            self._turn, self._known, self._last, self._idle = turn, {}, {}, Counter()
            self._in_vain = 0
            self._ahead.clear()

    def _is_idle(self, question: Question, action: Action) -> bool:
        """Has it gained nothing too often? What ends a decision never is idle."""
        answered = self._idle[_answered(question, action), action]
        return answered >= MOST_IDLE and not question.choice.is_ending(action)

    def _note_idle(self, question: Question, value: float) -> None:
        """The same kind of decision is asked again: did the last answer gain anything?"""
        before, answered, action = self._last.pop(_kind(question), (-2.0, "", None))
        if action is not None and value <= before + LEAST_GAIN:
            self._idle[answered, action] += 1
            self._in_vain += value <= before + AS_GOOD

    def _throw_again(self, search: PlanSearch, plans: list[Plan]) -> None:
        """The best of many may only have had good dice: look again before one is taken."""
        self._settle(search, plans)
        enough, dice = search.looked + self.character.positions // THROWING, self.character.dice
        while search.looked < enough:
            spread = _spread(plans)

            def hope(plan: Plan, spread: float = spread) -> float:
                return plan.value + (spread / plan.count**0.5 if _may_roll(plan, dice) else 0.0)

            best = max(plans, key=hope)
            if not best.is_settled:
                search.settle(best)
            elif _may_roll(best, dice):
                best.throw(1)
            else:
                break

    def _settle(self, search: PlanSearch, plans: Sequence[Plan]) -> None:
        """Where it costs something to end the decision, see whether plans avoid that: a few, then more."""
        if search.shift > -LEAST_GAIN:
            return
        enough = search.looked + self.character.positions // 2
        unsettled = sorted((plan for plan in plans if not plan.is_settled), key=lambda plan: -plan.value)
        otherwise = False
        for number, plan in enumerate(unsettled):
            if search.looked >= enough or (number >= SETTLED_FIRST and not otherwise):
                break
            search.settle(plan)
            otherwise = otherwise or abs(plan.shift - search.shift) > LEAST_GAIN


def _may_roll(plan: Plan, dice: int) -> bool:
    return dice > 1 and plan.rolls and plan.count <= MORE_DICE * dice


def _spread(plans: Sequence[Plan]) -> float:
    """How much the dice change what comes of a plan: the mean of those that were thrown several times."""
    thrown = [plan for plan in plans if plan.count > 1]
    freedom = sum(plan.count - 1 for plan in thrown)
    found = sqrt(sum(plan.scatter for plan in thrown) / freedom) if freedom else 0.0
    return max(LEAST_SPREAD, found)


def _without_idle(rated: list[tuple[float, Plan]]) -> list[tuple[float, Plan]]:
    """What changes nothing of worth only puts off what does: it is compared with the end of a phase alone."""
    busy = [one for one in rated if one[1].gains and one[1].value > UNKNOWN]
    if busy and not max(busy, key=lambda one: one[0])[1].ends:
        return busy
    return rated


def _kind(question: Question) -> str:
    """The kind of a decision: what is going on."""
    return "/".join(type(frame).__name__ for frame in question.state.frames)


def _answered(question: Question, action: Action) -> str:
    """What an answer is remembered by: one without a target means something else in each decision."""
    return f"{_kind(question)} {question.choice!r}" if action.kind == "none" else _kind(question)
