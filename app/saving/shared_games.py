"""Games of a shared catalogue: opening one, renewing its lease, and reporting a lost lease."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QMessageBox

from app.background.progress_dialog import run_in_background
from app.background.task import BackgroundTask
from app.saving import crash_recovery
from app.saving.autosave import Autosave, AutosaveWriter, title_of
from app.saving.open_game import Opening

if TYPE_CHECKING:
    from app.library.scenario_library import ScenarioLibrary
    from app.window.current_game import CurrentGame
    from app.window.messages import Messages
    from engine.catalogue.game_store import SavedEntry
    from engine.catalogue.lease import Lease
    from engine.referee.session import Session

READ_ONLY, BRANCH, TAKE_OVER, CANCEL = "Open read-only", "Continue as a branch", "Take over", "Cancel"


class SharedGames(QObject):
    """Opens saved games of the catalogue, and renews the lease of the one on the table.

    `ask` is called for a game that another window plays; tests replace it.
    """

    def __init__(
        self,
        game: CurrentGame,
        messages: Messages,
        library: Callable[[], ScenarioLibrary],
        open_game: Callable[[Opening], bool],
    ) -> None:
        super().__init__(game)
        self._game, self._messages = game, messages
        self._library, self._open = library, open_game
        self.ask: Callable[[str, Lease], str] = self._ask
        self.timer = QTimer(self)
        self.timer.timeout.connect(self.renew)
        self._renewal: BackgroundTask | None = None

    @property
    def _autosave(self) -> Autosave:
        return self._library().autosave

    def set_library(self) -> None:
        """Use an opened catalogue: start renewing leases and offer an interrupted game."""
        messages, autosave = self._messages, self._autosave
        autosave.trouble = lambda text: messages.warn(
            "The game is not saved automatically",
            f"{text}\n\nYou can continue to play; the next action tries again. "
            "Save the game to a file on another disk.",
        )
        autosave.lost = lambda text: messages.warn("This game is read-only now", text)
        if self._library().catalogue is not None:
            from engine.catalogue.lease import RENEW_EVERY_SECONDS

            self.timer.start(RENEW_EVERY_SECONDS * 1000)
        crash_recovery.offer(autosave, messages.window, self.resume)

    # opening

    def resume(self, entry: object) -> None:
        """Continue a game; if another window plays it, ask how."""
        self._resume(entry)  # type: ignore[arg-type]

    def _resume(self, entry: SavedEntry) -> None:
        library, autosave = self._library(), self._autosave
        title = title_of(entry)
        asked = run_in_background(
            self._messages.window,
            "Open game",
            "Checking who plays it…",
            lambda _: autosave.held_by_other(entry),
        )
        if asked.problem:
            self._messages.warn("This game cannot be opened", asked.problem)
        if not asked.succeeded:
            return
        answer = self.ask(title, asked.value) if asked.value is not None else ""
        if answer == CANCEL:
            return
        opening: Opening = {
            READ_ONLY: lambda progress: autosave.open_read_only(entry, progress),
            BRANCH: lambda progress: autosave.branch(entry, progress),
            TAKE_OVER: lambda progress: autosave.resume(entry, progress, take_over=True),
        }.get(answer, lambda progress: library.resume(entry, progress))
        opened, session = self._open(opening), self._game.session
        if opened and session is not None:
            self._show_notice(session)

    def _show_notice(self, session: Session) -> None:
        writer = session.writer
        if isinstance(writer, AutosaveWriter) and writer.notice:
            self._messages.warn("This game was repaired", writer.notice)

    def _ask(self, title: str, lease: Lease) -> str:
        box = QMessageBox(self._messages.window)
        box.setObjectName("gameInUse")
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle("Game in use")
        box.setText(f"{title} is being played by {lease}.")
        role = QMessageBox.ButtonRole
        choices = {READ_ONLY: role.AcceptRole, BRANCH: role.AcceptRole}
        if lease.stale:
            since = f"{lease.renewed.astimezone():%Y-%m-%d %H:%M}"
            box.setInformativeText(
                f"It has not been active since {since}. If you take the game over, actions played there "
                "after that are not saved."
            )
            choices[TAKE_OVER] = role.DestructiveRole
        else:
            box.setInformativeText("A branch is a separate game with new dice; the original is not changed.")
        buttons = {text: box.addButton(text, kind) for text, kind in choices.items()}
        for text, button in buttons.items():
            button.setAccessibleName(text)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        box.exec()
        clicked = box.clickedButton()
        box.deleteLater()
        return next((text for text, button in buttons.items() if button is clicked), CANCEL)

    # renewing the lease

    def renew(self) -> None:
        """Renew the lease of the game on the table in the background."""
        session, autosave = self._game.session, self._autosave
        if session is None or session.read_only or self._renewal is not None:
            return
        renewal = self._renewal = BackgroundTask(lambda _: autosave.renew(), "lease", self)
        renewal.done.connect(lambda why: self._renewed(session, why))
        renewal.ended.connect(self._renewal_ended)
        renewal.start()

    def _renewed(self, session: Session, why: str) -> None:
        controller = self._game.controller
        if why and controller is not None and controller.session is session and not session.read_only:
            controller.end_play(why)
            self._autosave.lost(why)

    def _renewal_ended(self) -> None:
        if self._renewal is not None:
            self._renewal.deleteLater()
            self._renewal = None

    def stop(self) -> None:
        """Stop renewing; the window closes."""
        self.timer.stop()
        if self._renewal is not None:
            self._renewal.wait()
