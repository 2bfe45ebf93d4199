"""Ends a game by resignation or agreement, and shows the end of every game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QDialog, QMessageBox, QWidget

from app.play.players.consent_dialog import ConsentDialog
from app.play.players.side_names import who
from engine.referee.ruling import AgreedDraw, Resignation, Ruling
from engine.referee.session import Refused

if TYPE_CHECKING:
    from app.play.play_controller import PlayController
    from app.play.results.result_display import ResultDisplay
    from app.play.table_game import TableGame
    from app.report.end_page import EndPage
    from app.window.messages import Messages
    from engine.referee.session import Session

DRAW = "The game ends as a draw if every side agrees, and the log of the game will say so."


class EndActions(QObject):
    """Owns the page that shows the end of the game on the table."""

    def __init__(
        self,
        game: TableGame,
        results: ResultDisplay,
        messages: Messages,
        *,
        player: Callable[[str], str],
        show: Callable[[QWidget], None],
        connect: Callable[[EndPage], None],
        can_rematch: Callable[[Session], bool],
    ) -> None:
        """`player` names who plays a side, `show` shows a page, `connect` joins a new page to the window."""
        super().__init__(messages.window)
        self._game, self._results, self._messages = game, results, messages
        self._player, self._show, self._connect, self._can_rematch = player, show, connect, can_rematch
        self._playing: PlayController | None = None
        """The game that was not over when it was last looked at."""
        self._waits = False
        """The game is over, and the last result is still to be read."""
        self.confirm: Callable[[str, str], bool] = self._confirm
        game.changed.connect(self._look)
        results.card.dismissed.connect(self._after_result)

    @cached_property
    def page(self) -> EndPage:
        """The page, imported and created on first use."""
        from app.report.end_page import EndPage

        page = EndPage(self._player)
        self._connect(page)
        return page

    def handlers(self) -> dict[str, Callable[..., object]]:
        """The handlers of the menu entries, by action key."""
        return {"resign": self.resign, "draw": self.agree_draw}

    def close(self) -> None:
        """Cancel background work; the window closes."""
        if "page" in vars(self):
            self.page.stop()

    # the end

    def _look(self) -> None:
        """Show the end when the game on the table has just ended, after its last result was read."""
        controller = self._game.controller
        if controller is None or controller.looking_back:
            return
        if controller.outcome is None:
            self._playing, self._waits = controller, False
            return
        just_ended, self._playing = controller is self._playing, None
        if just_ended:
            self._waits = True
            QTimer.singleShot(0, self, self._after_result)

    def _after_result(self) -> None:
        controller = self._game.controller
        over = controller is not None and controller.outcome is not None and not controller.looking_back
        if self._waits and over and self._results.card.isHidden():
            self._waits = False
            self.show_end()

    def show_end(self) -> None:
        """Show who won and by what."""
        controller = self._game.controller
        if controller is not None and controller.outcome is not None:
            self.page.show_end(controller, self._can_rematch(controller.session))
            self._show(self.page)

    # giving up and agreeing

    def resign(self) -> None:
        """The side at the table gives the game up."""
        controller = self._game.controller
        side = controller.viewing_side if controller is not None else None
        if controller is None or side is None:
            return
        title, player = controller.side_title(side), self._player(side)
        if self.confirm(f"Resign for {who(title, player)}?", "The game ends, and the log will say so."):
            self._rule(controller, Resignation(side, "" if player == title else player))

    def agree_draw(self) -> None:
        """All sides agree to end the game without a winner."""
        controller = self._game.controller
        if controller is None or controller.viewing_side is None:
            return
        names = {side: self._player(side) for side in controller.session.sides}
        shown = {side: who(controller.side_title(side), name) for side, name in names.items()}
        dialog = ConsentDialog(
            shown, DRAW, self._messages.window, title="Agree a draw", accept="End as a draw"
        )
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self._rule(controller, AgreedDraw(tuple((side, names[side]) for side in dialog.consent())))

    def _rule(self, controller: PlayController, ruling: Ruling) -> None:
        answer = controller.rule(ruling)
        if isinstance(answer, Refused):
            self._messages.warn("The game goes on", answer.refusals[0].why)

    def _confirm(self, title: str, text: str) -> bool:
        box = QMessageBox(
            QMessageBox.Icon.Question, "Resign", f"<b>{escape(title)}</b>", parent=self._messages.window
        )
        box.setInformativeText(text)
        resigns = box.addButton("Resign", QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(box.addButton("Play on", QMessageBox.ButtonRole.RejectRole))
        box.exec()
        return box.clickedButton() is resigns
