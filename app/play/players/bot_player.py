"""Sides that bots play: they think in the background and act in sight of the people at the table."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.background.task import BackgroundTask
from app.play.players.bot_bar import BotBar, Pace, pace_named
from engine.bots.names import is_known, title_of

if TYPE_CHECKING:
    from app.play.map_input.map_note import TableNote
    from app.play.play_controller import PlayController
    from app.play.table_bars import TableBars
    from app.play.table_game import TableGame
    from engine.bots.question import Bot
    from engine.referee.action import Action
    from engine.referee.session import Session


class BotPlayer(QObject):
    """Watches one table. A bot is asked what its side may know, and nothing of that is shown."""

    pace_chosen = Signal(str)
    """The key of the pace."""
    take_over_wanted = Signal()
    """A person wants to choose who plays each side from now on."""

    def __init__(self, game: TableGame, note: TableNote, bars: TableBars, parent: QObject) -> None:
        super().__init__(parent)
        self._game, self._note, self._bars = game, note, bars
        self._session: Session | None = None
        self._bots: dict[str, tuple[str, Bot]] = {}
        """The bots that have decided something in this game, with their names."""
        self._seed = ""
        self._task: BackgroundTask | None = None
        self.must_wait: Callable[[], bool] = lambda: False
        """Is a result shown that must be read first?"""
        self.glide_ms: Callable[[], int] = lambda: 0
        """How long the counters that move now are still under way."""
        self.pace: Pace = pace_named("")
        self._bar: BotBar | None = None
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.timeout.connect(self._think)
        game.changed.connect(self.look)

    @property
    def bar(self) -> BotBar:
        """The bar of the bots, built when one is seated for the first time."""
        if self._bar is None:
            bar = self._bar = BotBar(self.pace)
            bar.pause.toggled.connect(lambda _: self._show_paused())
            bar.pace_chosen.connect(self._set_pace)
            bar.take_over.clicked.connect(lambda: self.take_over_wanted.emit())
            self._bars.add_above(bar)
        return self._bar

    def _set_pace(self, key: str) -> None:
        self.pace = pace_named(key)
        self.pace_chosen.emit(key)
        self.look()

    @property
    def seated(self) -> bool:
        """Does a bot play a side of the game on the table?"""
        controller = self._game.controller
        return controller is not None and bool(controller.session.bots)

    @property
    def decides(self) -> bool:
        """Is it a bot that is asked now, so that nobody else may answer?"""
        controller = self._game.controller
        return controller is not None and controller.seating.bot_decides

    @property
    def paused(self) -> bool:
        """Do the bots wait?"""
        return self._bar is not None and self._bar.pause.isChecked()

    def pause_or_continue(self) -> None:
        """Let the bots wait, or go on."""
        if self.seated:
            self.bar.pause.toggle()

    def text(self) -> str:
        """What is written where the question of a decision stands, while a bot decides."""
        return "The bot waits: bots are paused." if self.paused else "The bot decides."

    def _show_paused(self) -> None:
        controller = self._game.controller
        if controller is not None and controller.seating.bot_decides:
            self._game.changed.emit()
        self.look()

    def look(self) -> None:
        """Let a bot think if it is asked and nothing is in its way."""
        controller = self._game.controller
        if controller is None or not controller.session.bots or controller.outcome is not None:
            self._wait.stop()
            if self._bar is not None:
                self._bar.hide()
            return
        if controller.session is not self._session:
            self._session, self._bots, self._seed = controller.session, {}, os.urandom(8).hex()
            self.bar.pause.setChecked(False)
        self.bar.words.setText(self._players(controller))
        self.bar.words.setToolTip(self.bar.words.text())
        self.bar.pause.setText("Continue" if self.paused else "Pause")
        self.bar.show()
        if self._may_think(controller) and self._task is None:
            pace = self.pace.before_action_ms
            self._wait.start(pace + self.glide_ms() if pace else 0)
        else:
            self._wait.stop()

    def _players(self, controller: PlayController) -> str:
        bots = controller.session.bots
        named = [f"{controller.side_title(side)}: {title_of(name)}" for side, name in bots.items()]
        return f"{'Bot' if len(bots) == 1 else 'Bots'} — {'; '.join(named)}"

    def _may_think(self, controller: PlayController) -> bool:
        in_the_way = controller.looking_back or controller.correcting or controller.read_only
        return controller.seating.bot_decides and not self.paused and not in_the_way and not self.must_wait()

    def _think(self) -> None:
        controller = self._game.controller
        if controller is None or self._task is not None or not self._may_think(controller):
            return
        from engine.bots.question import asking

        session, side = controller.session, controller.session.deciding_side or ""
        if not is_known(session.bots[side]):
            self._stop(f"There is no bot {session.bots[side]!r:.40}; choose another one in Play › Players…")
            return
        bot, now = self._bot_of(session, side), _now(session)
        ask = asking(session, f"{self._seed} {side}")
        task = self._task = BackgroundTask(lambda _: bot.answer(ask()), "bot", self)
        task.done.connect(lambda action: self._act(controller, now, action))
        task.failed.connect(self._stumble)
        task.start()

    def _bot_of(self, session: Session, side: str) -> Bot:
        from engine.bots.players import bot_named

        name = session.bots[side]
        known = self._bots.get(side)
        if known is None or known[0] != name:
            known = self._bots[side] = (name, bot_named(name, f"{self._seed} {side}"))
        return known[1]

    def _stumble(self, problem: str) -> None:
        self._drop_task()
        self._stop(f"The bot cannot continue: {problem}")

    def _stop(self, why: str) -> None:
        """Nothing of the bot's side may be shown, so its side is not simply left to the person."""
        self.bar.pause.setChecked(True)
        self._note.tell(f"{why} Take over its side, or undo.")

    def _drop_task(self) -> None:
        if self._task is not None:
            self._task.deleteLater()
            self._task = None

    def _act(self, controller: PlayController, asked: tuple[int, str], action: Action) -> None:
        """Do what the bot has chosen, unless the game has gone another way meanwhile."""
        self._drop_task()
        same = controller is self._game.controller and _now(controller.session) == asked
        if same and self._may_think(controller):
            if controller.act_for_bot(action):
                return
            self._stop(f"The bot tried {action}, which is refused.")
        self.look()


def _now(session: Session) -> tuple[int, str]:
    """The position in which a bot is asked."""
    return len(session), session.digest(len(session))
