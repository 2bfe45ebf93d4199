"""Checks the position of an opened game against its actions in the background, and asks if it differs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from app.background.progress import Progress
from app.background.progress_dialog import run_in_background
from app.background.task import BackgroundTask
from engine.referee.save_check import SaveCheck, check_position
from engine.referee.session import Session

if TYPE_CHECKING:
    from app.main_window import MainWindow
    from app.play.play_controller import PlayController

TITLE = "Checking the saved game"


def check_in_background(window: MainWindow) -> None:
    """Replay the actions of the current game in the background, unless they have been replayed."""
    controller = window.table.controller
    if controller is None or controller.session.history.last_is_known:
        return
    session = controller.session
    game, start, entries, state = session.game, session.start, session.history.saved_steps(), session.state

    def work(progress: Progress) -> SaveCheck:
        return check_position(game, start, entries, state, lambda done, of: progress(done, of, TITLE))

    def tell(found: SaveCheck) -> None:
        if not found.fits and window.table.controller is controller:
            ask(window, controller, found)

    def fail(problem: str) -> None:
        if window.table.controller is controller:
            window.complain("The saved game could not be checked", problem)

    task = BackgroundTask(work, TITLE, controller)
    task.done.connect(tell)
    task.failed.connect(fail)
    task.start()


def ask(window: MainWindow, controller: PlayController, found: SaveCheck) -> QMessageBox:
    """Show what differs and ask which position to keep; does not wait for the answer."""
    box = QMessageBox(window)
    box.setObjectName("positionDiffers")
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle("The saved position does not match its actions")
    box.setText(found.words())
    since = len(controller.session) - len(found.replayed)
    dropped = f" This drops the actions from action {len(found.replayed) + 1} on." if since > 0 else ""
    box.setInformativeText(
        f"Continue with the position that the actions lead to (after action {len(found.replayed)})?{dropped} "
        "Or keep the saved position as a branch: a separate game that records it as a correction "
        "agreed by both players. The file is not changed."
    )
    choices: tuple[tuple[str, Callable[[], None]], ...] = (
        ("Continue from the replayed position", lambda: _continue(window, controller, found)),
        ("Keep the saved position as a branch", lambda: _keep(window, controller, found)),
    )
    for text, answer in choices:
        button = box.addButton(text, QMessageBox.ButtonRole.AcceptRole)
        button.setAccessibleName(text)
        button.clicked.connect(lambda _=False, answer=answer: answer())
    box.addButton("Decide later", QMessageBox.ButtonRole.RejectRole).setAccessibleName("Decide later")
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
    return box


def _continue(window: MainWindow, controller: PlayController, found: SaveCheck) -> None:
    _play(window, found.replayed, f"{controller.title}, replayed")


def _keep(window: MainWindow, controller: PlayController, found: SaveCheck) -> None:
    player = window.hotseat.notebook.player
    branch = found.as_branch({side: player(side) for side in controller.session.state.scenario.sides})
    if branch is not None:
        _play(window, branch, f"{controller.title}, as saved")
        return
    window.set_file(None)
    window.complain(
        "The saved position is kept",
        "It cannot be recorded as a correction, so the game continues as it was saved. Its history cannot be "
        "shown, and this question appears again when the game is opened.",
    )


def _play(window: MainWindow, session: Session, title: str) -> None:
    ended = run_in_background(
        window, TITLE, "Saving the game…", lambda _: window.library.keep(session, title)
    )
    if ended.problem:
        window.complain("The game is not saved automatically", ended.problem)
    window.play(session)
    window.statusBar().showMessage(f"{title}: a separate game", 8000)
