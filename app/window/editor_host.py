"""Connects the editor to the main window: the Play/Edit switch, its menus, playtests, printing."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QMenu, QToolButton, QWidget

from app.theme import theme
from engine.catalogue.user_folder import user_folder

if TYPE_CHECKING:
    from app.library.scenario_library import ScenarioLibrary
    from app.main_window import MainWindow
    from editor.editor_page import EditorPage
    from editor.files.playtest_dialog import PlaytestOptions
    from editor.printing.print_actions import PrintActions
    from engine.catalogue.document import ScenarioDocument

_TABLE_MENUS: Final = ("&Play", "&View")
"""Menus of the table that are hidden while the editor's menus are shown."""


class PlayEditSwitch(QWidget):
    """Two buttons, one of them checked: play or edit."""

    def __init__(self, play: Callable[[], object], edit: Callable[[], object]) -> None:
        super().__init__()
        self.setAccessibleName("Play or edit")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 1, 8, 1)
        row.setSpacing(0)
        self._group = QButtonGroup(self)
        self.buttons: dict[str, QToolButton] = {}
        for key, text, tip, handler in (
            ("play", "Play", "Go to the table or to the start page", play),
            ("edit", "Edit", "Go to the editor for maps and scenarios", edit),
        ):
            button = self.buttons[key] = QToolButton()
            button.setObjectName("modeSwitch")
            button.setText(text)
            button.setToolTip(tip)
            button.setAccessibleName(text)
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, handler=handler: handler())
            self._group.addButton(button)
            row.addWidget(button)
        self.show_mode(editing=False)

    def show_mode(self, editing: bool) -> None:
        """Check the button of the current mode."""
        self.buttons["edit" if editing else "play"].setChecked(True)


class EditorHost(QObject):
    """Owns the editor page, which is created on first use."""

    def __init__(self, window: MainWindow, show: Callable[[QWidget], None]) -> None:
        super().__init__(window)
        self._window = window
        self._show = show
        self._page: EditorPage | None = None
        self._menus: list[QMenu] = []
        self.switch = PlayEditSwitch(self.leave, self.open_editor)
        window.menuBar().setCornerWidget(self.switch)
        window.pages.currentChanged.connect(self._page_changed)
        window.installEventFilter(self)

    def handlers(self) -> dict[str, Callable[..., object]]:
        """The handlers of the menu entries, by action key."""
        return {"editor": self.open_editor, "new_map": self.new_map, "print": self.print_game}

    @property
    def page(self) -> EditorPage:
        """The editor page."""
        if self._page is None:
            self._page = self._make_page()
        return self._page

    @property
    def is_open(self) -> bool:
        """Whether the window shows the editor."""
        return self._page is not None and self._window.pages.currentWidget() is self._page

    def _make_page(self) -> EditorPage:
        from app.window.playtest import charts_of
        from editor.editor_page import EditorPage
        from editor.files.scenario_store import ScenarioStore

        window, folder = self._window, user_folder()
        page = EditorPage(ScenarioStore(window.library.catalogue, folder), folder)
        page.title_changed.connect(self._title)
        page.play_wanted.connect(self.try_out)
        page.print_actions.charts = charts_of
        window.pages.addWidget(page)
        self._menus = page.menus(window.menuBar())
        bar = window.menuBar()
        last = bar.actions()[-1]
        for menu in self._menus:
            bar.insertMenu(last, menu)
        self._page = page
        self.set_look(window.look)
        return page

    def set_library(self, library: ScenarioLibrary) -> None:
        """Use another catalogue."""
        if self._page is not None:
            self._page.file_actions.scenario_store.catalogue = library.catalogue

    # opening and leaving

    def open_editor(self) -> None:
        """Show the editor with its current document; offer to recover work after a crash."""
        page = self.page
        page.file_actions.scenario_store.catalogue = self._window.library.catalogue
        card = self._window.start.chosen_card()
        page.welcome.suggest(card.key if card is not None else "", card.title if card is not None else "")
        self._show(page)
        page.arrive()
        self._title()

    def new_map(self) -> None:
        """Show the editor and ask for a new map."""
        self.open_editor()
        self.page.file_actions.ask_new()

    def leave(self) -> None:
        """Return to the game on the table, or to the start page."""
        if self._window.table.controller is not None:
            self._window.return_to_table()
        else:
            self._window.show_start()

    def _page_changed(self) -> None:
        editing = self.is_open
        self.switch.show_mode(editing)
        for menu in self._menus:
            menu.menuAction().setVisible(editing)
        for action in self._window.menuBar().actions():
            if action.text() in _TABLE_MENUS and action.menu() not in self._menus:
                action.setVisible(not editing)
        if not editing:
            self._window.setWindowModified(False)

    def _title(self) -> None:
        if not self.is_open:
            return
        document = self.page.document
        self._window.setWindowTitle(f"{document.title}[*] — Startline" if document else "Startline")
        self._window.setWindowModified(document is not None and document.is_modified)

    def able(self) -> dict[str, bool]:
        """Which entries are enabled: those with a counterpart in the editor are disabled while it is open."""
        return {"away": not self.is_open}

    def set_look(self, look: theme.Look) -> None:
        """Apply a light or dark theme."""
        if self._page is not None:
            self._page.set_look(QColor(look.desk), look.night, lambda name: theme.icon(name, look))

    # playtest

    def try_out(self, document: ScenarioDocument, chosen: PlaytestOptions | None = None) -> None:
        """Play the scenario as it is in the editor; the editor keeps it unchanged."""
        from app.window.playtest import try_out

        try_out(self._window, document, chosen)

    # printing

    @cached_property
    def print_actions(self) -> PrintActions:
        """Prints the game on the table."""
        from app.window.playtest import charts_of
        from editor.printing.print_actions import PrintActions

        window = self._window
        folder = user_folder() if window.memory.notes_folder() is not None else None
        printing = PrintActions(window, folder, lambda text: window.statusBar().showMessage(text, 12000))
        printing.charts = charts_of
        return printing

    def print_game(self) -> None:
        """Print map, counters and charts of the current game, as set up at its start."""
        controller = self._window.table.controller
        if controller is None or controller.document is None:
            self._window.complain("Nothing to print", "This game has no printed map or counters.")
        else:
            self.print_actions.print_out(controller.document)

    # closing

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask about unsaved changes before the window closes."""
        if watched is self._window and event.type() == QEvent.Type.Close and self._page is not None:
            if not self._page.file_actions.may_leave():
                event.ignore()
                return True
            self._page.close_down()
        return super().eventFilter(watched, event)
