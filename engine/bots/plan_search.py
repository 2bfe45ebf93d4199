"""What an action is worth together with what the same side would do next.

Choosing a unit changes nothing by itself: it is worth what the unit can do then. An action after which the
same side decides further, and which has changed nothing of worth, is therefore looked through to what may
follow it, down to the action that counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from engine.bots.evaluation import Evaluation
from engine.bots.question import Question
from engine.referee.action import Action
from engine.referee.dice import Dice
from engine.referee.frame import Choice
from engine.referee.refusal import RulesBug
from engine.referee.state import State
from engine.referee.steps import play

DEEPEST = 3
"""How many actions are looked through at most."""
SAME = 1e-9
"""Two positions whose values differ by less are of equal worth."""
ENDING_COST = 1e-6
"""Among equals, act rather than end."""
DEAD_END_COST = 1e-3
"""An action after which there is only the way back."""
LISTING_COST = 2
"""Listing what is legal counts as much as looking at so many positions."""


class Plan:
    """An action, what should follow it, and what that is worth; dice may be thrown for it again."""

    __slots__ = ("_more", "actions", "count", "total")

    def __init__(
        self, actions: tuple[Action, ...], value: float, more: Callable[[int], float] | None = None
    ) -> None:
        self.actions = actions
        self.total, self.count = value, 1
        self._more = more
        """What comes of it with other dice; None if no die falls."""

    @property
    def value(self) -> float:
        """The mean of what came of it."""
        return self.total / self.count

    @property
    def rolls(self) -> bool:
        """Do dice decide what comes of it?"""
        return self._more is not None

    def throw(self, times: int) -> None:
        """Throw the dice some more times."""
        if self._more is not None:
            for _ in range(times):
                self.total += self._more(self.count)
                self.count += 1

    def after(self, action: Action) -> Plan:
        """This plan, with an action before it."""
        longer = Plan((action, *self.actions), self.total, self._more)
        longer.count = self.count
        return longer


class PlanSearch:
    """Looks at the actions of one decision; `looked` counts the positions."""

    def __init__(self, question: Question, judge: Evaluation, chance: Random) -> None:
        self._question, self._judge, self._chance = question, judge, chance
        self._character = question.character
        self.looked = 0
        self.value = self._value(question.state)
        """What the position is worth before anything is done."""

    def plan(self, action: Action, allowance: int) -> Plan:
        """What a legal action is worth, looking at about as many positions as allowed."""
        question = self._question
        return self._plan(question.state, question.choice, action, allowance, DEEPEST)

    def _plan(self, state: State, choice: Choice, action: Action, allowance: int, depth: int) -> Plan:
        before = self._value(state) if state is not self._question.state else self.value
        after = self._after(state, choice, action)
        if after is None:
            return Plan((action,), -1.0)  # The imagined position does not allow it; the rules will say more.
        if after.dice.fallen != state.dice.fallen:
            return self._with_dice(state, choice, action, after)
        value = self._value(after)
        if choice.is_ending(action):
            return Plan((action,), value - ENDING_COST)
        following = self._following(after, choice.side)
        if following is None or abs(value - before) > SAME or not _goes_on(state, after):
            return Plan((action,), value)
        left = allowance - 1 - LISTING_COST
        if depth <= 0 or left <= 0:
            return Plan((action,), value)
        best = self._best(after, following, left, depth - 1)
        return best.after(action) if best is not None else Plan((action,), value - DEAD_END_COST)

    def _best(self, state: State, choice: Choice, allowance: int, depth: int) -> Plan | None:
        """The best of what may follow; None if there is only the way back."""
        self.looked += LISTING_COST
        back = choice.way_out(state)
        legal = [action for action in choice.legal(state) if action != back]
        looked_at = self.most_promising(legal, allowance)
        each = max(1, allowance // max(1, len(looked_at)))
        plans = [self._plan(state, choice, action, each, depth) for action in looked_at]
        return max(plans, key=lambda plan: plan.value, default=None)

    def most_promising(self, actions: Sequence[Action], most: int) -> list[Action]:
        """A share of each kind of action; of many hexes those near the places in dispute, and some others."""
        return stratified(actions, most, self._chance, self._judge.distance)

    def _with_dice(self, state: State, choice: Choice, action: Action, after: State) -> Plan:
        def more(number: int) -> float:
            other = state.clone()
            other.dice = Dice(f"{state.dice.seed} {number}")
            found = self._after(other, choice, action)
            return self._value(found) if found is not None else -1.0

        plan = Plan((action,), self._value(after), more)
        plan.throw(self._character.dice - 1)
        return plan

    def _after(self, state: State, choice: Choice, action: Action) -> State | None:
        self.looked += 1
        try:
            return play(state, choice, action, False, self._question.step_number + 1).state
        except RulesBug:
            return None

    def _value(self, state: State) -> float:
        return self._judge.value(state, self._question.side, self._character)

    @staticmethod
    def _following(state: State, side: str) -> Choice | None:
        top = state.frames[-1] if state.frames else None
        return top if isinstance(top, Choice) and top.side == side else None


def _goes_on(before: State, after: State) -> bool:
    """Is the decision a part of the one before it, or the same one with something added?"""
    deep, deeper = len(before.frames), len(after.frames)
    same_kind = type(before.frames[-1]) is type(after.frames[-1])
    return deeper > deep or (deeper == deep and same_kind and before.frames[:-1] == after.frames[:-1])


def stratified(
    actions: Sequence[Action],
    most: int,
    chance: Random,
    distance: Callable[[str], float] | None = None,
) -> list[Action]:
    """At most this number of actions, in turn one of each verb and kind of target.

    Of hexes, every second one is the nearest by `distance` that is left.
    """
    if len(actions) <= most:
        return list(actions)
    kinds: dict[tuple[str, str], list[Action]] = {}
    for action in actions:
        kinds.setdefault((action.verb, action.kind), []).append(action)
    for (_, kind), group in kinds.items():
        chance.shuffle(group)
        if kind == "hex" and distance is not None:
            near = sorted(group, key=lambda action: distance(action.target))
            mixed = dict.fromkeys(one for pair in zip(near, group, strict=True) for one in pair)
            group[:] = mixed
    longest = max(map(len, kinds.values()))
    found = [group[at] for at in range(longest) for group in kinds.values() if at < len(group)]
    return found[:most]
