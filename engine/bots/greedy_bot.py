"""A bot that looks one action ahead and takes what it judges best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeAlias

from engine.bots.character import CHARACTERS, Character
from engine.bots.evaluation import Evaluation, evaluation_of
from engine.bots.question import Question
from engine.referee.action import Action
from engine.referee.dice import Dice
from engine.referee.refusal import RulesBug
from engine.referee.steps import play

AS_GOOD = 1e-9
MOST_REMEMBERED = 100
Moment: TypeAlias = tuple[object, ...]


class GreedyBot:
    """The same seed and character answer the same questions alike.

    Among answers that are equally good it rather acts than ends a phase, it never takes back what it has
    begun, and it gives no answer twice that led back to the same decision with nothing changed.
    """

    def __init__(self, seed: str, character: Character = CHARACTERS["steady"]) -> None:
        self.seed, self.character = seed, character
        self._path: list[tuple[Moment, Action]] = []
        """The answers since something changed."""
        self._fruitless: list[tuple[Moment, Action]] = []
        """Those of them that led back to the same decision."""

    def answer(self, question: Question) -> Action:
        """The best of the legal actions, as far as it looked."""
        legal, here = question.legal, question.moment
        for number, (moment, action) in enumerate(self._path):
            if moment == here:
                self._fruitless.append((moment, action))
                del self._path[number:]
                break
        del self._path[:-MOST_REMEMBERED], self._fruitless[:-MOST_REMEMBERED]
        chosen = legal[0] if len(legal) == 1 else self._best(question, here)
        self._path.append((here, chosen))
        return chosen

    def _best(self, question: Question, here: Moment) -> Action:
        chance = Random(f"{self.seed} {question.step_number}")
        candidates = self._candidates(question, here, chance)
        judge = evaluation_of(question.game, question.state)
        if judge is None:
            return chance.choice(candidates)
        rated = [(self._rate(question, judge, action, chance), action) for action in candidates]
        best = max(rating for rating, _ in rated)
        return chance.choice([action for rating, action in rated if rating >= best - AS_GOOD])

    def _candidates(self, question: Question, here: Moment, chance: Random) -> list[Action]:
        """What is looked at: no way back, nothing that led nowhere, a fair share of each kind of action."""
        choice, state = question.choice, question.state
        back = choice.way_out(state)
        fruitless = [action for moment, action in self._fruitless if moment == here]
        forward = [action for action in question.legal if action != back and action not in fruitless]
        if not forward:
            forward = [action for action in question.legal if action != back] or list(question.legal)
        return stratified(forward, self.character.positions, chance)

    def _rate(self, question: Question, judge: Evaluation, action: Action, chance: Random) -> float:
        values = list(self._values(question, judge, action))
        rating = sum(values) / len(values)
        if question.choice.is_ending(action):
            rating -= 1e-6  # Among equals, act rather than end.
        return rating + chance.gauss(0.0, self.character.noise) if self.character.noise else rating

    def _values(self, question: Question, judge: Evaluation, action: Action) -> Iterator[float]:
        """What comes of an action; several times if dice fall."""
        before = question.state.dice.fallen
        for number in range(self.character.dice):
            state = question.state
            if number:
                state = state.clone()
                state.dice = Dice(f"{state.dice.seed} {number}")
            try:
                after = play(state, question.choice, action, False, question.step_number + 1).state
            except RulesBug:
                yield -1.0  # The imagined position does not allow it; the rules will say more.
                return
            yield judge.value(after, question.side, self.character)
            if after.dice.fallen == before:
                return


def stratified(actions: Sequence[Action], most: int, chance: Random) -> list[Action]:
    """At most this number of actions, in turn one of each verb and kind of target."""
    if len(actions) <= most:
        return list(actions)
    kinds: dict[tuple[str, str], list[Action]] = {}
    for action in actions:
        kinds.setdefault((action.verb, action.kind), []).append(action)
    for group in kinds.values():
        chance.shuffle(group)
    longest = max(map(len, kinds.values()))
    found = [group[at] for at in range(longest) for group in kinds.values() if at < len(group)]
    return found[:most]
