"""The main window: pages, docks, menus. It contains no rules of any game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QColor
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel, QMainWindow, QMessageBox, QWidget

from app.library.pending_library import PendingLibrary
from app.library.scenario_library import Card, Committed, ScenarioLibrary
from app.play.play_controller import PlayController
from app.play.play_page import PlayPage
from app.play.players.hotseat_controller import HotseatController
from app.report.report_actions import ReportActions
from app.saving.game_opener import GameOpener
from app.saving.save_file import GameFile, KnownFile, ask_which_to_open
from app.saving.shared_games import SharedGames
from app.settings.settings_store import SettingsStore
from app.theme import theme
from app.window import actions, dock_layout
from app.window.auto_raise_docks import BOXES, AutoRaiseDocks
from app.window.dock_layout import DockLayout
from app.window.editor_host import EditorHost
from app.window.help_docks import HelpDocks
from app.window.menus import WindowMenus
from app.window.page_stack import PageStack
from engine.bad_input import BadInput
from engine.referee.session import Session

if TYPE_CHECKING:
    from app.library.start_page import StartPage


class MainWindow(QMainWindow):
    """Shows the start page, the table with its panels as docks, or the editor."""

    library_loaded = Signal()
    """The catalogue has been opened."""

    def __init__(self, choice: str | None = None, remember: bool = True, blank: bool = False) -> None:
        """A blank window shows no page until `show_start` or `open_first` is called."""
        super().__init__()
        self.memory = SettingsStore(remember)
        self.setObjectName("main")
        self.setAnimated(False)
        self.setWindowTitle("Startline")
        self._theme = choice or self.memory.text("theme", "system")
        self.look = theme.look_for(self._theme)
        theme.apply(theme.application(), self.look)  # Later would style all widgets twice.
        self.library = ScenarioLibrary()
        self.game_file = GameFile(self, self._folder)
        self.opener = GameOpener(self)
        self.dock_layout = DockLayout(self)
        self._dock_state: QByteArray | None = None
        """The dock layout when the table was last left."""
        self.table = PlayPage()
        self.pages = PageStack()
        self.setCentralWidget(self.pages)
        self.hotseat = HotseatController(self, self._show_page, self.memory.notes_folder())
        self.shared = SharedGames(self, self.opener.open)
        self.docks = self._make_docks()
        self.auto_raise = AutoRaiseDocks(self, self.pages, self.table, self.docks)
        self.report_actions = ReportActions(
            self,
            self.table,
            self.pages,
            show=self._show_page,
            back=self.return_to_table,
            folder=self._folder,
            complain=self.complain,
        )
        self.help_docks = HelpDocks(self)
        self.editor_host = EditorHost(self, self._show_page)
        self.actions_by_key = actions.make_actions(self, self._handlers())
        self.menus = WindowMenus(self)
        self._tools = actions.make_tools(self.actions_by_key, self)
        self.addToolBar(self._tools)
        self._zoom = QLabel()
        self._zoom.setAccessibleName("Zoom")
        self.statusBar().addPermanentWidget(self._zoom)
        self._connect()
        self.resize(1280, 800)
        self._restore()
        self.set_theme(self._theme)
        self.help_docks.begin()
        if not blank:
            self._show_page(self.start)

    # building

    def _make_docks(self) -> dict[str, QDockWidget]:
        panels = {
            "inspector": ("Inspector", self.table.inspector),
            "orders": ("Orders", self.table.orders),
            "odds": ("Odds", self.table.odds),
            "forces": ("Forces", self.table.forces),
            "tracks": ("Tracks", self.table.tracks),
            "boxes": (BOXES, self.table.boxes),
            "log": ("Log", self.table.log),
            "bookmarks": ("Notes", self.hotseat.notebook.panel),
        }
        return {key: dock_layout.make_dock(self, key, *panel) for key, panel in panels.items()}

    def arrange_panels(self) -> None:
        """Move the panels to their default places."""
        dock_layout.arrange(self, self.docks)

    def _handlers(self) -> dict[str, Callable[..., object]]:
        table = self.table
        return {
            "home": self.show_start,
            "table": self.return_to_table,
            "open": self.open_file,
            "save": self.save,
            "save_as": self.save_as,
            "quit": self.close,
            **self.report_actions.handlers(),
            **self.hotseat.handlers(),
            **self.help_docks.handlers(),
            **self.editor_host.handlers(),
            "undo": table.undo,
            "redo": table.redo,
            "single": self._set_single,
            "remind": self._set_remind,
            "zoom_in": table.map.zoom_in,
            "zoom_out": table.map.zoom_out,
            "actual": table.map.actual_size,
            "fit": table.map.fit,
            "fan": table.fan.open_by_key,
            "full": self._set_full,
            "panels": self.arrange_panels,
            "keys": self.show_keys,
            "about": self.show_about,
        }

    @cached_property
    def start(self) -> StartPage:
        """The start page, imported and created on first use."""
        from app.library.start_page import StartPage

        page = StartPage()
        page.play_wanted.connect(self.begin)
        page.resume_wanted.connect(self.shared.resume)
        page.open_wanted.connect(self.open_file)
        page.back_wanted.connect(self.return_to_table)
        page.learn_wanted.connect(self.help_docks.learn)
        page.editor_wanted.connect(self.editor_host.open_editor)
        self.pages.addWidget(page)
        self._restyle_start(page)
        if isinstance(self.library, PendingLibrary):
            page.set_waiting()
        else:
            page.set_library(self.library, in_sight=False)
        return page

    def _connect(self) -> None:
        self.table.changed.connect(self._enable)
        self.table.map.zoomed.connect(lambda scale: self._zoom.setText(f"{scale * 100:.0f} %"))
        QApplication.styleHints().colorSchemeChanged.connect(lambda _: self.set_theme(self._theme))

    # pages

    def await_library(self, wait: Callable[[], object]) -> None:
        """The catalogue is not open yet; `wait` returns after `set_library` has been called."""
        self.library = PendingLibrary(wait)

    def set_library(self, library: ScenarioLibrary) -> None:
        """Use the opened catalogue; a game that is already on the table is saved in it from now on."""
        before, self.library = self.library, library
        before.close()
        self.shared.set_library()
        if isinstance(before, PendingLibrary):
            try:
                before.hand_over(library)
            except BadInput as problem:
                library.autosave.trouble(str(problem))
            if self.table.controller is not None:
                library.autosave.begin(self.table.controller.session)
        self.editor_host.set_library(library)
        if self._is_created("start"):
            self.start.set_library(library, in_sight=self.pages.currentWidget() is self.start)
        self.library_loaded.emit()

    def _is_created(self, name: str) -> bool:
        """Whether a cached property has been created."""
        return name in vars(self)

    def show_start(self) -> None:
        """Show the start page; a game on the table stays open."""
        if not isinstance(self.library, PendingLibrary):
            self.start.refresh()
        self.start.set_game(self.table.controller.title if self.table.controller is not None else "")
        self._show_page(self.start)

    def return_to_table(self) -> None:
        """Continue the game on the table."""
        if self.table.controller is not None:
            self._show_page(self.hotseat.page)

    def _show_page(self, page: QWidget) -> None:
        playing, before = page is self.table, self.pages.currentWidget()
        if self.pages.indexOf(page) < 0:
            self.pages.addWidget(page)
        if before is self.table and not playing:
            self._dock_state = self.saveState()
        # Docks are hidden before a wider page is shown and shown after it, so that the window keeps its size.
        if playing:
            self.pages.setCurrentWidget(page)
        else:
            self.dock_layout.hide_all(before is self.table)
        self._tools.setVisible(playing)
        self._zoom.setVisible(playing)
        self.pages.setCurrentWidget(page)
        self.statusBar().setVisible(playing)
        if playing and before is not self.table and not self.dock_layout.restore():
            self.arrange_panels()
            if self._dock_state is not None:
                self.restoreState(self._dock_state)
        self._enable()
        at_start = self._is_created("start") and page is self.start
        (self.table.map if playing else self.start.tree if at_start else page).setFocus()

    def begin(self, card: Card, options: dict[str, object], committed: Committed | None = None) -> None:
        """Start a new game; `committed` holds what the sides have committed for its dice."""
        self.opener.open(lambda _: self.library.begin(card, options, committed))

    def open_file(self, path: Path | None = None) -> bool:
        """Open a saved game, asking for the file if none is given; returns whether it was opened."""
        path = path or ask_which_to_open(self, self._folder())
        if path is None:
            return False
        known = KnownFile.now(path)
        if not self.opener.open(lambda progress: self.library.open_file(path, progress), path.stem):
            return False
        self._note_file(known)
        return True

    def open_first(self, path: Path) -> None:
        """Open a saved game at start-up; one that must be replayed is opened after the window is shown."""
        known = KnownFile.now(path)
        opened = self.opener.open_first(path)
        if opened is None:
            self.show_start()
            QTimer.singleShot(0, self, lambda: self.open_file(path))
        elif opened:
            self._note_file(known)

    def _note_file(self, known: KnownFile) -> None:
        self.memory.note("folder", str(known.path.parent))
        self.set_file(known)

    def play(self, session: Session) -> None:
        """Show this game on the table."""
        self.game_file.known = None
        controller = PlayController(session)
        controller.play_single_options = self.actions_by_key["single"].isChecked()
        controller.broke.connect(lambda text: self.complain("Error in the rules", text))
        self._show_page(self.table)
        self.table.set_controller(controller)
        self._enable()

    # saving

    def save(self) -> None:
        """Save to the file of the game, or ask for one."""
        self._save(self.game_file.save)

    def save_as(self) -> None:
        """Ask for a file and save the game to it."""
        self._save(self.game_file.save_as)

    def save_to(self, path: Path) -> bool:
        """Save the game to this file."""
        return self._save(lambda session, title: self.game_file.save_to(session, path, title))

    def _save(self, how: Callable[[Session, str], Path | None]) -> bool:
        controller = self.table.controller
        try:
            path = how(controller.session, controller.title) if controller is not None else None
        except BadInput as problem:
            self.complain("The game was not saved", str(problem))
            return False
        if path is None:
            return False
        self.memory.note("folder", str(path.parent))
        self.statusBar().showMessage(f"Saved to {path}", 5000)
        self._enable()
        return True

    @property
    def path(self) -> Path | None:
        """The file of the game on the table, if it has one."""
        return self.game_file.path

    def set_file(self, known: KnownFile | None) -> None:
        """Set the file of the game on the table."""
        self.game_file.known = known
        self._enable()

    def _folder(self) -> str:
        return self.memory.text("folder", str(Path.home()))

    # appearance

    def set_theme(self, choice: str) -> None:
        """Apply a theme: `light`, `dark` or `system`."""
        self._theme = choice
        self.menus.note_theme(choice)
        self.look = theme.look_for(choice)
        self.memory.note("theme", choice)
        self.help_docks.note_theme(choice)
        self.setProperty(theme.NIGHT, self.look.night)
        theme.apply(theme.application(), self.look)
        actions.restyle(self.actions_by_key, self.look)
        self.hotseat.set_look(self.look)
        QTimer.singleShot(0, self, lambda: self.editor_host.set_look(self.look))
        self.setWindowIcon(theme.icon("startline", self.look))
        self.table.set_look(QColor(self.look.desk), self.look.night)
        if self._is_created("start"):
            self._restyle_start(self.start)

    def _restyle_start(self, page: StartPage) -> None:
        page.set_mark(theme.icon("startline", self.look))
        page.card.picture.set_look(QColor(self.look.base), self.look.night)

    def show_keys(self) -> None:
        """Show the list of keyboard shortcuts."""
        from app.window.shortcut_list import ShortcutList

        keys = ShortcutList(self)
        keys.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        keys.open()

    def show_about(self) -> None:
        """Show the About box."""
        QMessageBox.about(
            self,
            "About Startline",
            "<b>Startline</b><br>Hex-and-counter wargames. The referee enforces and explains the rules.",
        )

    def complain(self, title: str, text: str) -> None:
        """Show a warning without waiting for it to be closed."""
        box = QMessageBox(QMessageBox.Icon.Warning, title, text, QMessageBox.StandardButton.Ok, self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def _set_single(self, on: bool) -> None:
        if self.table.controller is not None:
            self.table.controller.play_single_options = on

    def _set_remind(self, on: bool) -> None:
        self.table.remind = on

    def _set_full(self, on: bool) -> None:
        full = Qt.WindowState.WindowFullScreen  # The other window states are kept.
        self.setWindowState(self.windowState() | full if on else self.windowState() & ~full)

    def _enable(self) -> None:
        """Update the window title and enable the actions that are possible now."""
        controller = self.table.controller
        playing = controller is not None and self.pages.currentWidget() is self.table
        self.menus.enable(playing)
        where = f" — {self.path.name}" if self.path is not None else ""
        where += " (read-only)" if controller is not None and controller.read_only else ""
        self.setWindowTitle(
            f"{controller.title}{where} — Startline" if playing and controller else "Startline"
        )

    # settings

    def _restore(self) -> None:
        geometry = self.memory.layout("geometry")
        if geometry is not None:
            self.restoreGeometry(geometry)
        self._dock_state = self.memory.layout("docks")

    def closeEvent(self, event: QCloseEvent) -> None:
        self.memory.note("geometry", self.saveGeometry())
        if self.pages.currentWidget() is self.table:
            self._dock_state = self.saveState()
        if self._dock_state is not None:
            self.memory.note("docks", self._dock_state)
        self.report_actions.close()
        self.hotseat.leave()
        self.shared.stop()
        self.library.close()
        super().closeEvent(event)
