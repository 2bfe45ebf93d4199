"""The actions for statistics and the after-action report."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from app.background.progress_dialog import DIALOG_DELAY_MS, ProgressDialog

if TYPE_CHECKING:
    from app.play.table_game import TableGame
    from app.report.evaluation_page import EvaluationPage
    from app.report.report import ReportWriter
    from app.report.statistics_page import StatisticsPage
    from app.window.messages import Messages

PAGES = "Web pages (*.html)"


class ReportActions(QObject):
    """Owns the statistics page of one window and writes reports."""

    def __init__(
        self,
        game: TableGame,
        messages: Messages,
        *,
        show: Callable[[QWidget], None],
        back: Callable[[], None],
        folder: Callable[[], str],
        replay: Callable[[int], object],
    ) -> None:
        """`show` shows a page, `back` returns to the table, `folder` is where files are saved, `replay`
        shows a step on the table."""
        super().__init__(messages.window)
        self._game, self._messages = game, messages
        self._show, self._back, self._folder = show, back, folder
        self._replay = replay
        self._dialog: ProgressDialog | None = None
        self.writer: ReportWriter | None = None

    @cached_property
    def page(self) -> StatisticsPage:
        """The statistics page, imported and created on first use."""
        from app.report.statistics_page import StatisticsPage

        page = StatisticsPage()
        page.back_wanted.connect(self._back)
        page.report_wanted.connect(self.write_report)
        return page

    @cached_property
    def evaluation(self) -> EvaluationPage:
        """The evaluation page, imported and created on first use."""
        from app.report.evaluation_page import EvaluationPage

        page = EvaluationPage()
        page.back_wanted.connect(self._back)
        page.replay_wanted.connect(self._show_step)
        return page

    def _show_step(self, step_number: int) -> None:
        self._back()
        self._replay(step_number)

    def handlers(self) -> dict[str, Callable[..., object]]:
        """The handlers of the menu entries, by action key."""
        return {
            "statistics": self.show_statistics,
            "evaluation": self.show_evaluation,
            "report": self.write_report,
        }

    def show_statistics(self) -> None:
        """Compute the statistics and show their page."""
        controller = self._game.controller
        if controller is not None:
            self.page.show_game(controller)
            self._show(self.page)

    def show_evaluation(self) -> None:
        """Evaluate the game and show the page."""
        controller = self._game.controller
        if controller is not None:
            self.evaluation.show_game(controller)
            self._show(self.evaluation)

    def close(self) -> None:
        """Cancel background work; the window closes."""
        if "evaluation" in vars(self):
            self.evaluation.stop()
        if "page" in vars(self):
            self.page.stop()
        if self.writer is not None:
            self.writer.cancel()

    # the report

    def write_report(self, path: Path | None = None) -> None:
        """Write the report, asking for a file if none is given."""
        game = self._game
        if game.controller is None or self.writer is not None:
            return
        if path is None:
            path = self._ask(game.controller.title)
        if path is None:
            return
        from app.report.report import ReportWriter

        writer = self.writer = ReportWriter(game.controller, game.printed_map, path, self)
        dialog = self._dialog = ProgressDialog(
            "After-action report", "Writing the report…", writer.cancel, self._messages.window
        )
        writer.progressed.connect(dialog.move_to)
        writer.written.connect(self._written)
        writer.failed.connect(self._failed)
        writer.cancelled.connect(self._finish)
        dialog.show_after(DIALOG_DELAY_MS)
        writer.start()

    def _ask(self, title: str) -> Path | None:
        name_of_file = re.sub(r"[^\w ,.()-]+", " ", title).strip() or "game"
        start = str(Path(self._folder()) / f"{name_of_file} report.html")
        name, _ = QFileDialog.getSaveFileName(self._messages.window, "Save after-action report", start, PAGES)
        path = Path(name)
        return (path if path.suffix else path.with_suffix(".html")) if name else None

    def _written(self, path: str) -> None:
        self._finish()
        self._messages.notice(f"The report was written to {path}", 8000)

    def _failed(self, why: str) -> None:
        self._finish()
        self._messages.warn("The report was not written", why)

    def _finish(self) -> None:
        if self._dialog is not None:
            self._dialog.finish()
        if self.writer is not None:
            self.writer.deleteLater()
        self._dialog = self.writer = None
