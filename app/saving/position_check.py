"""Checks the position of an opened game against its actions in the background, and asks if it differs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from app.background.progress import Progress
from app.background.progress_dialog import run_in_background
from app.background.task import BackgroundTask

if TYPE_CHECKING:
    from app.library.scenario_library import ScenarioLibrary
    from app.play.play_controller import PlayController
    from app.window.current_game import CurrentGame
    from app.window.messages import Messages
    from engine.referee.save_check import SaveCheck
    from engine.referee.session import Session

TITLE = "Checking the saved game"


class PositionCheck:
    """Checks the game on the table. `player` tells the name of who plays a side."""

    def __init__(
        self,
        game: CurrentGame,
        messages: Messages,
        library: Callable[[], ScenarioLibrary],
        player: Callable[[str], str],
    ) -> None:
        self._game, self._messages, self._library, self._player = game, messages, library, player

    def start(self) -> None:
        """Replay the actions of the current game in the background, unless they have been replayed."""
        controller = self._game.controller
        if controller is None or controller.session.past_is_known:
            return
        from engine.referee.save_check import position_check

        check = position_check(controller.session)

        def work(progress: Progress) -> SaveCheck:
            return check(lambda done, of: progress(done, of, TITLE))

        def tell(found: SaveCheck) -> None:
            if not found.fits and self._game.controller is controller:
                self.ask(controller, found)

        def fail(problem: str) -> None:
            if self._game.controller is controller:
                self._messages.warn("The saved game could not be checked", problem)

        task = BackgroundTask(work, TITLE, controller)
        task.done.connect(tell)
        task.failed.connect(fail)
        task.start()

    def ask(self, controller: PlayController, found: SaveCheck) -> QMessageBox:
        """Show what differs and ask which position to keep; does not wait for the answer."""
        box = QMessageBox(self._messages.window)
        box.setObjectName("positionDiffers")
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle("The saved position does not match its actions")
        box.setText(found.words())
        since = len(controller.session) - len(found.replayed)
        dropped = f" This drops the actions from action {len(found.replayed) + 1} on." if since > 0 else ""
        box.setInformativeText(
            f"Continue with the position that the actions lead to (after action {len(found.replayed)})?"
            f"{dropped} Or keep the saved position as a branch: a separate game that records it as a "
            "correction agreed by both players. The file is not changed."
        )
        choices: tuple[tuple[str, Callable[[], None]], ...] = (
            ("Continue from the replayed position", lambda: self._continue(controller, found)),
            ("Keep the saved position as a branch", lambda: self._keep(controller, found)),
        )
        for text, answer in choices:
            button = box.addButton(text, QMessageBox.ButtonRole.AcceptRole)
            button.setAccessibleName(text)
            button.clicked.connect(lambda _=False, answer=answer: answer())
        box.addButton("Decide later", QMessageBox.ButtonRole.RejectRole).setAccessibleName("Decide later")
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()
        return box

    def _continue(self, controller: PlayController, found: SaveCheck) -> None:
        self._play(found.replayed, f"{controller.title}, replayed")

    def _keep(self, controller: PlayController, found: SaveCheck) -> None:
        branch = found.as_branch({side: self._player(side) for side in controller.session.sides})
        if branch is not None:
            self._play(branch, f"{controller.title}, as saved")
            return
        self._game.set_file(None)
        self._messages.warn(
            "The saved position is kept",
            "It cannot be recorded as a correction, so the game continues as it was saved. Its history "
            "cannot be shown, and this question appears again when the game is opened.",
        )

    def _play(self, session: Session, title: str) -> None:
        library = self._library()
        window = self._messages.window
        ended = run_in_background(window, TITLE, "Saving the game…", lambda _: library.keep(session, title))
        if ended.problem:
            self._messages.warn("The game is not saved automatically", ended.problem)
        self._game.play(session)
        self._messages.notice(f"{title} is played on as a separate game", 8000)
