"""How the game stands, always in sight in the status bar."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from app.map.counters.counter_style import CounterStyle
from engine.referee.view import Track

if TYPE_CHECKING:
    from app.play.play_controller import PlayController
    from app.play.table_game import TableGame

MOST_LETTERS: Final = 80
APART: Final = 18
"""Pixels between the score and what stands beside it."""


class ScoreLabel(QLabel):
    """The tracks that count for victory; without any, the first condition in the words of the scenario."""

    def __init__(self, game: TableGame) -> None:
        super().__init__()
        self.setObjectName("score")
        self.setAccessibleName("Score")
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setContentsMargins(0, 0, APART, 0)
        self._game = game
        game.changed.connect(self._read)

    def _read(self) -> None:
        controller = self._game.controller
        if controller is None:
            self.clear()
            return
        tracks = [track for track in controller.view.tracks if track.is_score]
        goals = [one.title for one in controller.document.victory] if controller.document is not None else []
        if tracks:
            text = " &nbsp;·&nbsp; ".join(_words(controller, named) for named in _by_name(tracks).items())
        else:
            goal = goals[0] if goals else ""
            text = escape(goal if len(goal) <= MOST_LETTERS else f"{goal[: MOST_LETTERS - 1]}…")
        if text != self.text():
            self.setText(text)
            lines = [f"{track.title}: {track.value}" for track in tracks]
            self.setToolTip("\n".join([*lines, *(f"• {goal}" for goal in goals)]))


def _by_name(tracks: list[Track]) -> dict[str, list[Track]]:
    """Tracks that count the same for several sides belong together: `Victory points: Germany`."""
    found: dict[str, list[Track]] = {}
    for track in tracks:
        found.setdefault(track.title.partition(":")[0], []).append(track)
    return found


def _words(controller: PlayController, named: tuple[str, list[Track]]) -> str:
    name, tracks = named
    return f"{escape(name)}: " + " ".join(_value(controller.counter_style, track) for track in tracks)


def _value(style: CounterStyle, track: Track) -> str:
    chip = f"<span style='color: {style.colour(track.side)}'>■</span> " if track.side else ""
    return f"{chip}<b>{escape(track.value)}</b>"
