"""A bot that seeks rare decisions: it learns during play which verbs lead to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Final, TypeAlias

from engine.bots.quiet_bot import BACK, STILL
from engine.referee.action import Action

LooksAhead: TypeAlias = Callable[[Action], str]
"""Returns the kind of decision that an action leads to."""
Step: TypeAlias = tuple[str, str]
"""A kind of decision, and a verb with which it is answered."""

AT_RANDOM: Final = (0.2, 0.5, 0.8)
"""How often a game's actions are chosen at random: each game uses one of these shares."""
LOOKED_AT: Final = 4
"""Actions that are tried out before one of them is chosen."""
LOOKING: Final = 0.3
"""How often actions are tried out first."""
SOUGHT: Final = 5.0
"""The value of a sought decision that has not come up; any other has the value 1 at first."""
TAKING_HINTS: Final = 0.6
"""How often an action is taken that a hint names."""
LEARNING_RATE: Final = 0.2
FORESIGHT: Final = 0.9
"""The share of a decision's value that the action before it gets."""
RELUCTANCE: Final = 0.1
"""The factor for the value of an action that passes or only leads back."""
CURIOSITY: Final = 2.0
"""The value of a verb that has not been tried in this kind of decision."""


class SeekingBot:
    """The same seed, the same sought kinds and the same hints decide in the same way.

    Hints are actions as worked examples spell them, a verb and a target.

    What a verb is worth in a kind of decision is learned while the game goes on: the rarity of the decision
    that came up next, and what that one's best verb was worth.
    """

    def __init__(self, seed: str, sought: Iterable[str] = (), hints: Iterable[str] = ()) -> None:
        self._chance = Random(f"seeking {seed}")
        self._at_random = self._chance.choice(AT_RANDOM)
        self._sought = frozenset(sought)
        self._hints = frozenset(hints)
        self._met: Counter[str] = Counter()
        self._tried: Counter[Step] = Counter()
        self._worth: dict[Step, float] = {}
        self._verbs: dict[str, dict[str, None]] = {}
        self._last: Step | None = None

    def choose(
        self,
        kind: str,
        legal: Sequence[Action],
        leads_to: LooksAhead | None = None,
        wanted: Action | None = None,
    ) -> Action:
        """One of the legal actions of a decision of this kind: the wanted one, if there is any."""
        self._learn(kind)
        self._met[kind] += 1
        action = wanted or self._chosen(kind, legal, leads_to)
        self._last = kind, action.verb
        self._tried[self._last] += 1
        self._verbs.setdefault(kind, {})[action.verb] = None
        return action

    def _learn(self, kind: str) -> None:
        """Update the value of the last choice, which has led to this kind of decision."""
        if self._last is None:
            return
        best = max((self._worth.get((kind, verb), 0.0) for verb in self._verbs.get(kind, ())), default=0.0)
        found = self._rarity(kind) + FORESIGHT * best
        so_far = self._worth.get(self._last, 0.0)
        self._worth[self._last] = so_far + LEARNING_RATE * (found - so_far)

    def _rarity(self, kind: str) -> float:
        return (SOUGHT if kind in self._sought else 1.0) / (1 + self._met[kind])

    def _chosen(self, kind: str, legal: Sequence[Action], leads_to: LooksAhead | None) -> Action:
        chance = self._chance
        hinted = [action for action in legal if self._hints and _shortly(action) in self._hints]
        if hinted and chance.random() < TAKING_HINTS:
            return chance.choice(hinted)
        if len(legal) == 1 or chance.random() < self._at_random:
            return chance.choice(legal)
        by_verb: dict[str, list[Action]] = {}
        for action in legal:
            by_verb.setdefault(action.verb, []).append(action)
        likings = [self._liking(kind, verb) * len(actions) ** 0.5 for verb, actions in by_verb.items()]
        verbs = chance.choices(list(by_verb), likings, k=LOOKED_AT)
        some = list(dict.fromkeys(chance.choice(by_verb[verb]) for verb in verbs))
        if leads_to is None or chance.random() >= LOOKING or len(some) == 1:
            return some[0]
        return max(some, key=lambda action: self._rarity(leads_to(action)))

    def _liking(self, kind: str, verb: str) -> float:
        step = kind, verb
        liking = 0.05 + self._worth.get(step, 0.0) + CURIOSITY / (1 + self._tried[step])
        return liking * (RELUCTANCE if verb in STILL or verb in BACK else 1.0)


def _shortly(action: Action) -> str:
    return f"{action.verb} {action.target}".rstrip()
