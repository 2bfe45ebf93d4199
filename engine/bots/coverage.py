"""Which decisions and cases of the rules came up in a run of games, and which never did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from engine.referee.citations import citations_in_code
from engine.referee.frame import Choice
from engine.referee.game import Game

TOLD_TO_PLAYERS: Final = ("refusal", "modifier", "roll", "draw", "event", "outcome", "strength")
"""Kinds of citations that come up in play; a @case decorator does not."""


class Coverage(Struct):
    """What came up: how often each kind of decision, and the cases that players were told."""

    decisions: Counter[str] = field(default_factory=Counter)
    cases: set[str] = field(default_factory=set)

    def add(self, other: Coverage) -> None:
        """Add the coverage of another game."""
        self.decisions.update(other.decisions)
        self.cases |= other.cases

    def missing_decisions(self, game: Game) -> tuple[str, ...]:
        """The kinds of decision that never came up, in the order in which the game names them."""
        return tuple(kind for kind in decision_kinds(game) if not self.decisions[kind])

    def missing_cases(self, game: Game) -> tuple[str, ...]:
        """The cases that players could have been shown, but never were."""
        return tuple(sorted(cited_cases(game) - self.cases))


def decision_kinds(game: Game) -> tuple[str, ...]:
    """Every kind of decision that a game knows."""
    return tuple(kind.__name__ for kind in game.frames if issubclass(kind, Choice))


def cited_cases(game: Game) -> set[str]:
    """The cases that the code of a game cites in refusals, events and modifiers."""
    cited = citations_in_code(Path(str(files(game.package))))
    return {citation.case for citation in cited if citation.how in TOLD_TO_PLAYERS}


def total(parts: Iterable[Coverage]) -> Coverage:
    """The coverage of many games together."""
    whole = Coverage()
    for part in parts:
        whole.add(part)
    return whole
