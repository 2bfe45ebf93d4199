"""What an action is worth together with what the same side would do next.

Choosing a unit changes nothing by itself: it is worth what the unit can do then. An action after which the
same side decides further, and which has changed nothing of worth, is therefore looked through to what may
follow it, down to the action that counts. What that begins, an attack say, is played out before its
end is judged: further questions that belong to it get their usual answer, or any.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from random import Random
from typing import Final

from engine.bots.evaluation import Evaluation
from engine.bots.question import Question
from engine.referee.action import Action
from engine.referee.dice import Dice
from engine.referee.frame import Choice
from engine.referee.refusal import RulesBug
from engine.referee.state import State
from engine.referee.steps import play

DEEPEST = 4
"""How many actions are looked through at most."""
SAME = 1e-9
"""Two positions whose values differ by less are of equal worth."""
ENDING_COST = 1e-6
"""Among equals, act rather than end."""
DEAD_END: Final = -2.0
"""The worth of an action after which there is only the way back."""
UNKNOWN: Final = -1.9
"""The worth of an action whose consequences could not be looked at any more."""
LISTING_COST = 2
"""Listing what is legal counts as much as looking at so many positions."""
LISTED_FOR_ONE = 16
"""So many legal actions cost as much as one position more."""
SLICE = 6
"""So many answers to one decision are looked at before it is another's turn."""
PROMISING_TURNS = 3
"""Every third turn is that of the decision that promises most, the others of those that had the fewest."""
FOLLOWED = 6
"""So many further decisions are answered at most to see how an action ends."""

LEAST_LOOKED = 60
"""A small budget is exceeded up to so many positions until one action was looked at to its end."""
PASSED = 24
"""So many decisions are answered at most to see what the end of a decision leads to."""


class Plan:
    """An action, what should follow it, and what that is worth; dice may be thrown for it again."""

    __slots__ = (
        "_more",
        "actions",
        "count",
        "end",
        "ends",
        "gains",
        "is_settled",
        "shift",
        "squares",
        "total",
    )

    def __init__(
        self,
        actions: tuple[Action, ...],
        value: float,
        more: Callable[[int], float] | None = None,
        end: State | None = None,
        shift: float | None = None,
    ) -> None:
        self.actions = actions
        self.end = end
        """The position that it leads to."""
        self.shift = shift or 0.0
        """What it changes when the decision is ended there; at first, what that changes without the plan."""
        self.is_settled = shift is None
        """Was the decision really ended behind it, or is there nothing to end?"""
        self.gains = True
        """Does it change what the position is worth?"""
        self.ends = False
        """Does it end the decision without doing anything else?"""
        self.total, self.count, self.squares = value, 1, value * value
        self._more = more
        """What comes of it with other dice; None if no die falls."""

    @property
    def value(self) -> float:
        """The mean of what came of it, with the decision ended behind it."""
        return self.total / self.count + self.shift

    @property
    def rolls(self) -> bool:
        """Do dice decide what comes of it?"""
        return self._more is not None

    def throw(self, times: int) -> None:
        """Throw the dice some more times."""
        if self._more is not None:
            for _ in range(times):
                value = self._more(self.count)
                self.total, self.squares = self.total + value, self.squares + value * value
                self.count += 1

    @property
    def scatter(self) -> float:
        """The sum of the squares by which what came of it differs from the mean."""
        return max(0.0, self.squares - self.total * self.total / self.count)


class _Fork:
    """A decision on the way, with the answers that are still to be looked at, the most promising last."""

    __slots__ = ("actions", "best", "choice", "slices", "state", "tried", "untried", "value")

    def __init__(
        self,
        state: State,
        choice: Choice,
        actions: tuple[Action, ...],
        untried: list[Action],
        value: float,
        best: float,
    ) -> None:
        self.state, self.choice, self.actions, self.untried = state, choice, actions, untried
        self.value = value
        self.best = best
        """The best that was found from here; before that, the best found one decision earlier."""
        self.tried = False
        self.slices = 0


class PlanSearch:
    """Looks for the best plans of one decision; `looked` counts the positions."""

    def __init__(self, question: Question, judge: Evaluation, chance: Random) -> None:
        self._question, self._judge, self._chance = question, judge, chance
        self._passing = chance.random()
        """All plans are passed on with the same answers."""
        self._character = question.character
        self._depth = len(question.state.frames)
        self._asked = {type(frame) for frame in question.state.frames}
        self._elsewhere: dict[Action, float] = {}
        """What was best of the same action of other units."""
        self._places: dict[str, str] = {}
        """Where the units and markers lie that were asked for."""
        self.looked = 0
        self.value = self._value(question.state)
        """What the position is worth before anything is done."""
        self._ending = self._first_ending()
        self.shift = self._shift_of(question.state)
        """What changes when the decision is ended at once: time passes, say, or units are lost."""

    def _first_ending(self) -> Action | None:
        """The first answer that ends the decision and is no way back."""
        question = self._question
        back, is_ending = question.choice.way_out(question.state), question.choice.is_ending
        return next((one for one in question.legal if is_ending(one) and one != back), None)

    def _shift_of(self, state: State) -> float:
        """What the value of a position changes when the decision, which is open in it, is ended."""
        choice = state.frames[-1]
        if self._ending is None or not isinstance(choice, Choice):
            return 0.0
        after = self._after(state, choice, self._ending)
        return 0.0 if after is None else self._value(self._passed(after)) - self._value(state)

    def _passed(self, state: State) -> State:
        """The side ends its next decisions, too, and all answer what they cannot avoid: until another side is
        free, the side is asked the same again, or a decision goes on within which it was asked."""
        chance = Random(self._passing)
        for _ in range(PASSED):
            choice = state.frames[-1] if state.frames else None
            if not isinstance(choice, Choice) or type(choice) in self._asked:
                break
            ending = _ending_of(choice, state)
            if ending is not None and choice.side != self._question.side:
                break
            action = ending or self._usual(choice, state, chance)
            following = self._after(state, choice, action) if action is not None else None
            if following is None:
                break
            state = following
        return state

    def _is_open(self, state: State) -> bool:
        """Is it the decision of the question that is asked again?"""
        frames, asked = state.frames, self._question.state.frames
        same = len(frames) == self._depth and frames[:-1] == asked[:-1]
        return same and type(frames[-1]) is type(asked[-1])

    def settle(self, plan: Plan) -> None:
        """End the decision behind a plan that leaves it open, to see what that changes."""
        if not plan.is_settled and plan.end is not None:
            plan.shift, plan.is_settled = self._shift_of(plan.end), True

    def _plan(
        self, actions: tuple[Action, ...], end: State, more: Callable[[int], float] | None = None
    ) -> Plan:
        shift = self.shift if self._ending is not None and self._is_open(end) else None
        return Plan(actions, self._value(end), more, end, shift)

    def plans(self, candidates: Sequence[Action], budget: int) -> list[Plan]:
        """Plans for some legal actions; the most promising of these are looked at first."""
        found: list[Plan] = []
        start, enough = self._question, self.looked + budget
        at_least = self.looked + LEAST_LOOKED
        ordered = self.most_promising(candidates, len(candidates))[::-1]
        forks = [_Fork(start.state, start.choice, (), ordered, self.value, DEAD_END)]
        turn, acts = 0, False
        while forks and (self.looked < enough or (not acts and self.looked < at_least)):
            turn += 1
            if self.looked >= enough:
                fork = max(forks, key=_depth)
            else:
                fork = max(forks, key=_promise) if turn % PROMISING_TURNS == 0 else min(forks, key=_neglect)
            fork.slices += 1
            for _ in range(min(SLICE, len(fork.untried))):
                self._try(fork, fork.untried.pop(), forks, found)
                acts = acts or (found[-1].value > UNKNOWN and not found[-1].ends)
                if self.looked >= enough:
                    break
            if not fork.untried:
                forks.remove(fork)
        return found

    def most_promising(self, actions: Sequence[Action], most: int) -> list[Action]:
        """A share of each kind of action; of many hexes those near the places in dispute, and some others."""
        return stratified(actions, most, self._chance, self._distance)

    def _distance(self, action: Action) -> float:
        """How far the target of an action is from the nearest place in dispute: itself or where it lies."""
        if action.kind == "hex":
            return self._judge.distance(action.target)
        if action.target not in self._places:
            found = (table.get(action.target) for table in self._question.state.tables.values())
            places = (getattr(record, "place", None) for record in found if record is not None)
            self._places[action.target] = next((place for place in places if isinstance(place, str)), "")
        return self._judge.distance(self._places[action.target])

    def _in_order(self, actions: list[Action]) -> list[Action]:
        """The most promising last: by turns one that was good elsewhere, and one of each kind."""
        mixed = self.most_promising(actions, len(actions))
        good = sorted(
            (action for action in actions if action in self._elsewhere),
            key=lambda action: -self._elsewhere[action],
        )[:SLICE]
        by_turns = (one for pair in zip_longest(good, mixed) for one in pair if one is not None)
        return list(dict.fromkeys(by_turns))[::-1]

    def _try(self, fork: _Fork, action: Action, forks: list[_Fork], found: list[Plan]) -> None:
        """Look at one answer: it ends a plan, or leads to another fork."""
        plan = self._tried(fork, action, (*fork.actions, action), forks)
        found.append(plan)
        if plan.value > UNKNOWN:
            fork.best = max(fork.best, plan.value) if fork.tried else plan.value
            fork.tried = True
            if plan.value > self._elsewhere.get(action, self.value + self.shift + ENDING_COST):
                self._elsewhere[action] = plan.value

    def _tried(self, fork: _Fork, action: Action, actions: tuple[Action, ...], forks: list[_Fork]) -> Plan:
        after = self._after(fork.state, fork.choice, action)
        if after is None:
            return Plan(actions, -1.0)  # The imagined position does not allow it; the rules will say more.
        if fork.choice.is_ending(action):
            at_once = fork.state is self._question.state and action == self._ending
            value = self.value + self.shift if at_once else self._value(self._passed(after))
            plan = Plan(actions, value - ENDING_COST)
            plan.ends = True
            return plan
        if after.dice.fallen != fork.state.dice.fallen:
            return self._with_dice(fork, action, actions, after)
        following = _following(after, fork.choice.side)
        if following is not None and _goes_on(fork.state, after):
            value = self._value(after)
            if abs(value - fork.value) <= SAME:
                return self._through(following, after, actions, forks, value, fork.best)
        end = self._followed(after)
        if end.dice.fallen != after.dice.fallen:
            return self._with_dice(fork, action, actions, after, end)
        plan = self._plan(actions, end)
        plan.gains = abs(plan.total - fork.value) > SAME
        return plan

    def _through(
        self,
        choice: Choice,
        state: State,
        actions: tuple[Action, ...],
        forks: list[_Fork],
        value: float,
        best: float,
    ) -> Plan:
        """Nothing has changed yet: what may follow counts. Until that is known, it is worth what is there."""
        if len(actions) >= DEEPEST:
            return Plan(actions, UNKNOWN)
        legal = choice.legal(state)
        self.looked += LISTING_COST + len(legal) // LISTED_FOR_ONE
        back = choice.way_out(state)
        forward = self._in_order([action for action in legal if action != back])
        if not forward:
            return Plan(actions, DEAD_END)
        forks.append(_Fork(state, choice, actions, forward, value, best))
        return Plan(actions, UNKNOWN)

    def _with_dice(
        self,
        fork: _Fork,
        action: Action,
        actions: tuple[Action, ...],
        after: State,
        end: State | None = None,
    ) -> Plan:
        state, choice = fork.state, fork.choice

        def more(number: int) -> float:
            other = state.clone()
            other.dice = Dice(f"{state.dice.seed} {number}")
            found = self._after(other, choice, action)
            return self._value(self._followed(found)) if found is not None else -1.0

        return self._plan(actions, end or self._followed(after), more)

    def _followed(self, state: State) -> State:
        """How what was begun ends: decisions above the one that was asked get their usual answer, or any.

        So do those that take its place and cannot be ended.
        """
        for _ in range(FOLLOWED):
            choice = state.frames[-1] if state.frames else None
            deep = len(state.frames) - self._depth
            if not isinstance(choice, Choice) or deep < 0:
                break
            if deep == 0 and (type(choice) in self._asked or _ending_of(choice, state) is not None):
                break
            action = self._usual(choice, state, self._chance)
            following = self._after(state, choice, action) if action is not None else None
            if following is None:
                break
            state = following
        return state

    def _usual(self, choice: Choice, state: State, chance: Random) -> Action | None:
        usual = choice.default(state)
        if usual is not None:
            return usual
        back, legal = choice.way_out(state), choice.legal(state)
        self.looked += 1 + len(legal) // LISTED_FOR_ONE
        forward = [action for action in legal if action != back]
        return chance.choice(forward) if forward else None

    def _after(self, state: State, choice: Choice, action: Action) -> State | None:
        self.looked += 1
        try:
            return play(state, choice, action, False, self._question.step_number + 1).state
        except RulesBug:
            return None

    def _value(self, state: State) -> float:
        return self._judge.value(state, self._question.side, self._character)


def _ending_of(choice: Choice, state: State) -> Action | None:
    """The first legal answer that ends a decision and is no way back."""
    back = choice.way_out(state)
    for action in choice.candidates(state):
        if choice.is_ending(action) and action != back and not any(choice.refusals(state, action)):
            return action
    return None


def _promise(fork: _Fork) -> tuple[float, int]:
    return fork.best, -fork.slices


def _depth(fork: _Fork) -> int:
    return len(fork.actions)


def _neglect(fork: _Fork) -> int:
    """How often it was looked at; what lies deeper can wait."""
    return fork.slices + max(0, len(fork.actions) - 1)


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
    distance: Callable[[Action], float] | None = None,
) -> list[Action]:
    """At most this number of actions, in turn one of each verb and kind of target.

    Of targets, every second one is the nearest by `distance` that is left.
    """
    kinds: dict[tuple[str, str], list[Action]] = {}
    for action in actions:
        kinds.setdefault((action.verb, action.kind), []).append(action)
    for (_, kind), group in kinds.items():
        chance.shuffle(group)
        if kind != "none" and distance is not None:
            near = sorted(group, key=distance)
            mixed = dict.fromkeys(one for pair in zip(near, group, strict=True) for one in pair)
            group[:] = mixed
    longest = max(map(len, kinds.values()), default=0)
    found = [group[at] for at in range(longest) for group in kinds.values() if at < len(group)]
    return found[:most]
