"""Measures how long each action blocks the GUI thread.

`python -m tests.benchmarks.bench_ui [GROUP…]` prints every act by itself, with a window for each group; the
table has the worst of each group.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from app.library.scenario_library import ScenarioLibrary
from app.main_window import MainWindow
from app.play.play_controller import PlayController
from app.settings.preferences import hidden_widget_queue
from app.startup.gui_thread_gc import collect_by_timer
from app.theme.theme import restyler
from editor.editor_page import EditorPage
from engine.catalogue import store
from engine.catalogue.user_folder import HOME_VARIABLE
from engine.referee.action import Action
from tests.benchmarks.bench_map import application
from tests.benchmarks.gap_lines import GAPS
from tests.benchmarks.long_games import long_game, saved
from tests.benchmarks.timing import Sampler, duration
from tests.benchmarks.ui_acts import ACTS
from tests.benchmarks.watch import Watch, rest, watched

WITHOUT_A_GAME = ("open", "start", "editor")
SHIPPED = Path(__file__).parents[2] / "scenarios.db"


class Desk:
    """A window with a long game, the shipped catalogue, and the editor on first use."""

    def __init__(self, folder: Path) -> None:
        self.app = application()
        self.folder = folder
        self.save = saved(long_game(), folder / "long.startline")
        self.window = MainWindow("light", remember=False)
        self.window.actions_by_key["hot_seat"].setChecked(False)
        self.window.table.remind = False
        self._ask_consent = self.window.table.ask_consent
        self.window.table.ask_consent = tuple
        self.window.resize(1600, 1000)
        catalogue = Path(copyfile(SHIPPED, folder / "catalogue.db"))
        self.window.set_library(ScenarioLibrary(store.open(catalogue)))
        self.window.show()
        self._page: EditorPage | None = None
        self.rest()

    def open_game(self) -> None:
        """Open the long game with its whole history."""
        self.window.files.open_file(self.save)
        self.do("undo")()
        self.rest()

    def close(self) -> None:
        """Close the window."""
        self.window.close()
        self.window.deleteLater()
        if self._page is not None:
            self._page.close()
            self._page.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        rest()

    # how it stands

    def calm(self) -> bool:
        """Whether nothing is being painted any more."""
        views = [self.window.table.map, *([self._page.workspace.canvas] if self._page is not None else [])]
        painting = any(view.is_painting_ahead for view in views if view.isVisible())
        editor = self.window.editor_host
        preparing = editor.is_open and editor.page.idle_queue.is_busy
        dressing = restyler(self.app).is_busy or hidden_widget_queue(self.app).is_busy
        return not painting and not preparing and not dressing

    def rest(self) -> None:
        """Handle events until the condition holds."""
        rest(self.calm)

    @property
    def controller(self) -> PlayController:
        """Of the game on the table."""
        assert self.window.table.controller is not None
        return self.window.table.controller

    def building(self) -> Action:
        """What lets the dice of the attack fall."""
        prospect = self.window.table.odds.prospect
        assert prospect is not None
        return prospect.offer.action

    def dialog(self) -> QDialog:
        """The one that is open."""
        found = QApplication.activeModalWidget()
        assert isinstance(found, QDialog)
        return found

    def focused(self) -> QWidget:
        """The widget with the keyboard focus."""
        found = QApplication.focusWidget()
        assert found is not None
        return found

    # what is done

    def do(self, key: str) -> Callable[[], object]:
        """An entry of the menus."""
        return self.window.actions_by_key[key].trigger

    def raise_panel(self, key: str) -> None:
        """Raise a panel."""
        self.window.docks[key].show()
        self.window.docks[key].raise_()

    def escape(self) -> None:
        """Close the focused dialog."""
        QTest.keyClick(self.focused(), Qt.Key.Key_Escape)

    def take_back(self, answer: Callable[[QDialog], object]) -> None:
        """Undo an action that needs consent; the dialog gets this answer."""
        self.window.table.ask_consent = self._ask_consent
        QTimer.singleShot(0, self.window, lambda: answer(self.dialog()))
        self.do("undo")()
        self.window.table.ask_consent = tuple

    def write_report(self) -> None:
        """Write one, and wait until it is there."""
        report = self.window.report_actions
        report.write_report(self.folder / "report.html")
        while report.writer is not None:
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        assert (self.folder / "report.html").stat().st_size

    def editor(self) -> EditorPage:
        """The editor of the window; its files go to a temporary folder."""
        os.environ[HOME_VARIABLE] = str(self.folder)
        self._page = self.window.editor_host.page
        return self._page


def watched_acts(folder: Path, group: str) -> Iterator[tuple[str, Watch]]:
    """Perform all actions of a group and measure each. Reference cycles are collected as in the program."""
    with TemporaryDirectory(dir=folder) as own, closing(Desk(Path(own))) as desk:
        gc.collect()
        gc.freeze()
        collector = collect_by_timer(desk.window)
        if group not in WITHOUT_A_GAME:
            desk.open_game()
        try:
            for name, act in ACTS[group](desk):
                yield name, watched(act, desk.calm)
        finally:
            collector.stop()
            gc.unfreeze()
            gc.enable()


def worst_gap(folder: Path, group: str) -> tuple[Sampler, Sampler]:
    """The longest time that a group blocks the GUI thread, and its total time in that thread."""
    whole = 0.0

    def sample() -> float:
        nonlocal whole
        seen = [watch for _, watch in watched_acts(folder, group)]
        whole = sum(watch.whole for watch in seen)
        return max(watch.longest for watch in seen)

    return sample, lambda: whole


def main(groups: Sequence[str]) -> None:
    """Measure every action separately."""
    with TemporaryDirectory(prefix="startline-bench-") as folder:
        for group in groups or GAPS:
            for name, watch in watched_acts(Path(folder), group):
                print(f"{group:<8} {name:<44} {duration(watch.longest):>8} of {duration(watch.whole):>8}")


if __name__ == "__main__":
    main(sys.argv[1:])
