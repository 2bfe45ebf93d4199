"""Sides that are played by bots: they think beside the window, act in sight of everybody, can be stopped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLabel, QPushButton

from app.background.task import BackgroundTask
from engine.bots.random_bot import Bot
from engine.referee.action import Action
from engine.referee.session import Session

if TYPE_CHECKING:
    from app.play.map_input.map_note import TableNote
    from app.play.play_controller import PlayController
    from app.play.table_game import TableGame

PACES: Final = (("calmly", 900), ("briskly", 250), ("at once", 0))
"""Milliseconds before each action."""


class BotBar(QFrame):
    """Who is played by a bot, how quickly, and the way to stop it."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("botBar")
        self.setAccessibleName("Bots at the table")
        self.words = QLabel()
        self.words.setObjectName("quiet")
        self.pace = QComboBox()
        self.pace.setAccessibleName("Pace of the bots")
        for text, wait in PACES:
            self.pace.addItem(text, wait)
        self.pace.setCurrentIndex(1)
        self.pause = QPushButton("Pause")
        self.pause.setCheckable(True)
        self.pause.setToolTip("The bots wait; look around, undo, then let them go on")
        self.leave = QPushButton("Play it yourself")
        self.leave.setToolTip("The bots leave the table for good")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 12, 4)
        row.addWidget(self.words, 1)
        for widget in (self.pace, self.pause, self.leave):
            row.addWidget(widget)
        self.hide()


class BotPlayer(QObject):
    """Watches one table. A bot gets what its side can see and what it may do, and nothing else."""

    def __init__(self, game: TableGame, note: TableNote, parent: QObject) -> None:
        super().__init__(parent)
        self._game, self._note = game, note
        self._session: Session | None = None
        self._bots: dict[str, Bot] = {}
        self._task: BackgroundTask | None = None
        self.must_wait: Callable[[], bool] = lambda: False
        """Does a person still read what happened?"""
        self.bar = BotBar()
        self.bar.pause.toggled.connect(lambda _: self.look())
        self.bar.leave.clicked.connect(self.leave)
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.timeout.connect(self._think)
        game.changed.connect(self.look)

    def seat(self, session: Session, bots: Mapping[str, Bot]) -> None:
        """These sides of a game that comes to the table are played by bots."""
        self.leave()
        self._session, self._bots = session, dict(bots)
        self.bar.pause.setChecked(False)

    def hold(self) -> None:
        """Somebody takes something back: a bot that went on would only do it again."""
        if self.seated:
            self.bar.pause.setChecked(True)

    def leave(self) -> None:
        """People play every side."""
        self._wait.stop()
        self._session, self._bots = None, {}
        self.look()

    @property
    def seated(self) -> bool:
        """Does a bot play a side of the game on the table?"""
        controller = self._game.controller
        return bool(self._bots) and controller is not None and controller.session is self._session

    @property
    def decides(self) -> bool:
        """Is it a bot that is asked now, so that nobody else may answer?"""
        controller = self._game.controller
        return (
            self.seated
            and controller is not None
            and controller.viewing_side in self._bots
            and not self.paused
        )

    @property
    def paused(self) -> bool:
        """Do the bots wait?"""
        return self.bar.pause.isChecked()

    def look(self) -> None:
        """Let a bot think if it is asked and nothing is in its way."""
        controller = self._game.controller
        if not self.seated or controller is None or controller.outcome is not None:
            self._wait.stop()
            self.bar.hide()
            return
        names = " and ".join(controller.side_title(side) for side in self._bots)
        verb = "is" if len(self._bots) == 1 else "are"
        self.bar.words.setText(f"{names} {verb} played by chance" + (", and waiting" if self.paused else ""))
        self.bar.pause.setText("Go on" if self.paused else "Pause")
        self.bar.show()
        reads = self.must_wait() and len(self._bots) < len(controller.session.sides)
        free = not controller.looking_back and not controller.correcting and not reads
        if self.decides and free and self._task is None:
            self._wait.start(self.bar.pace.currentData())
        else:
            self._wait.stop()

    def _think(self) -> None:
        controller = self._game.controller
        if controller is None or not self.decides or self._task is not None or not controller.offers:
            return
        bot, view = self._bots[controller.viewing_side or ""], controller.view
        legal, step_number = [offer.action for offer in controller.offers], len(controller.session)
        task = self._task = BackgroundTask(lambda _: bot.choose(lambda: view, legal), "bot", self)
        task.done.connect(lambda action: self._act(controller, step_number, action))
        task.failed.connect(self._stumbled)
        task.start()

    def _stumbled(self, problem: str) -> None:
        """The bot itself is broken: people go on, and read why."""
        self._put_task_away()
        self.leave()
        self._note.tell(f"The bot has left the table: {problem}")

    def _put_task_away(self) -> None:
        if self._task is not None:
            self._task.deleteLater()
            self._task = None

    def _act(self, controller: PlayController, step_number: int, action: Action) -> None:
        """Do what the bot has chosen, unless the game has gone another way meanwhile."""
        self._put_task_away()
        now = controller is self._game.controller and len(controller.session) == step_number
        if now and self.decides and not controller.looking_back and controller.act(action):
            return
        if now and self.decides and not controller.looking_back:
            self.bar.pause.setChecked(True)
        self.look()
