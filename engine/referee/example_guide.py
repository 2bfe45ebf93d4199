"""The words that worked examples of one game use: how positions are written, what can be asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import fill

from engine.referee.dice import Dice
from engine.referee.frame import Choice, Frame
from engine.referee.game import Game


def guide_of(game: Game) -> str:
    """All of it as a text for a terminal."""
    return "\n\n".join(_sections(game)) + "\n"


def _sections(game: Game) -> Iterator[str]:
    yield f"{game.title}: the words of its worked examples"
    if text := game.position_guide().strip():
        yield text
    for title, words in game.position_words().items():
        yield _listed(title, words)
    frames = [kind for kind in game.frames if issubclass(kind, Frame)]
    phases = dict.fromkeys(frame.title for frame in frames if frame.title)
    yield _listed("phases for `until PHASE`", phases)
    decisions = (frame.__name__ for frame in frames if issubclass(frame, Choice))
    yield _listed("decisions for `decision.frame`", decisions)
    for scenario in game.scenarios()[:1]:
        state = game.first_state(game.open(game.scenario_text(scenario), {}), Dice(""))
        view = game.view(state, None)
        yield _listed(f"tracks for `track.NAME` (those of {scenario})", (track.key for track in view.tracks))
        ratings = dict.fromkeys(name for counter in view.counters for name, _ in counter.ratings)
        yield _listed("ratings for `UNIT.ratings.NAME`", ratings)


def _listed(title: str, words: Iterable[str]) -> str:
    return f"{title}:\n" + fill(", ".join(words) or "none", 110, initial_indent="  ", subsequent_indent="  ")
