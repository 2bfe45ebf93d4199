"""Connects the editor to the main window: the Play/Edit switch, its menus, playtests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtGui import QAction, QColor, QFont, QFontMetrics
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QMainWindow, QMenu, QToolButton, QWidget

from app.theme import theme
from app.window.page_stack import PageStack
from engine.catalogue.user_folder import user_folder

if TYPE_CHECKING:
    from app.library.scenario_library import Card
    from editor.editor_page import EditorPage
    from editor.files.playtest_dialog import PlaytestOptions
    from editor.files.scenario_store import ScenarioStore
    from engine.catalogue.document import ScenarioDocument
    from engine.catalogue.store import Catalogue

AROUND_WORDS_PX: Final = 34
_TABLE_MENUS: Final = ("&File", "&Play", "&View")
"""Menus of the table that are hidden while the editor's menus are shown."""
_EVERYWHERE: Final = ("home", "table", "preferences", "quit")
"""Entries of the File menu that the editor's File menu has, too."""


class _ModeButton(QToolButton):
    """Has room for its word in bold, which it is while it is checked."""

    def sizeHint(self) -> QSize:
        bold = QFont(self.font())
        bold.setBold(True)
        words = QFontMetrics(bold).horizontalAdvance(self.text())
        return QSize(words + AROUND_WORDS_PX, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


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
            button = self.buttons[key] = _ModeButton()
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

    def __init__(
        self,
        window: QMainWindow,
        pages: PageStack,
        look: theme.Look,
        *,
        show: Callable[[QWidget], None],
        leave: Callable[[], None],
        catalogue: Callable[[], Catalogue | None],
        await_catalogue: Callable[[], None],
        suggestion: Callable[[], Card | None],
        try_out: Callable[[ScenarioDocument, PlaytestOptions | None], None],
        replay_lab_game: Callable[[str], None],
    ) -> None:
        """`show` shows a page, `leave` the table or the start page; `suggestion` is the chosen scenario.

        `replay_lab_game` puts a game of the balance lab on the table.
        """
        super().__init__(window)
        self._window, self._pages, self._look = window, pages, look
        self._show, self._catalogue, self._suggestion = show, catalogue, suggestion
        self._await_catalogue = await_catalogue
        self._try_out, self._replay_lab_game = try_out, replay_lab_game
        self._page: EditorPage | None = None
        self._store: ScenarioStore | None = None
        self._menus: list[QMenu] = []
        self.leave = leave
        self.switch = PlayEditSwitch(leave, self.open_editor)
        window.menuBar().setCornerWidget(self.switch)
        pages.currentChanged.connect(self._page_changed)
        window.installEventFilter(self)

    def handlers(self) -> dict[str, Callable[..., object]]:
        """The handlers of the menu entries, by action key."""
        return {"editor": self.open_editor, "new_map": self.new_map}

    @property
    def page(self) -> EditorPage:
        """The editor page."""
        if self._page is None:
            self._page = self._make_page()
        return self._page

    @property
    def is_open(self) -> bool:
        """Whether the window shows the editor."""
        return self._page is not None and self._pages.currentWidget() is self._page

    def _make_page(self) -> EditorPage:
        from app.report.turn_chart import TurnChart
        from app.rules.rule_library import charts_of
        from editor.editor_page import EditorPage
        from editor.files.scenario_store import ScenarioStore

        folder, bar = user_folder(), self._window.menuBar()
        self._store = ScenarioStore(self._catalogue(), folder)
        page = EditorPage(self._store, folder)
        page.file_actions.await_catalogue = self._await_catalogue
        page.title_changed.connect(self._title)
        page.play_wanted.connect(self.try_out)
        page.lab.make_chart = TurnChart
        page.lab.replay_wanted.connect(self._replay_lab_game)
        page.print_actions.charts = page.import_export.charts = charts_of
        self._pages.addWidget(page)
        self._menus = page.menus(bar)
        last = bar.actions()[-1]
        for menu in self._menus:
            bar.insertMenu(last, menu)
        self._menus[0].addSeparator()
        everywhere = {entry.objectName(): entry for entry in self._window.findChildren(QAction)}
        self._menus[0].addActions([everywhere[key] for key in _EVERYWHERE])
        self._page = page
        self.set_look(self._look)
        return page

    def use_catalogue(self) -> None:
        """Use the catalogue that is open now."""
        if self._store is None or self._store.catalogue is self._catalogue():
            return
        self._store.use_catalogue(self._catalogue())
        if self.is_open and self.page.document is None:
            self.page.arrive()  # It lists the scenarios of the catalogue.

    # opening and leaving

    def open_editor(self) -> None:
        """Show the editor with its current document; offer to recover work after a crash."""
        page, card = self.page, self._suggestion()
        self.use_catalogue()
        page.welcome.suggest(card.key if card is not None else "", card.title if card is not None else "")
        self._show(page)
        page.arrive()
        self._title()

    def new_map(self) -> None:
        """Show the editor and ask for a new map."""
        self.open_editor()
        self.page.file_actions.ask_new()

    def open_files(self, paths: Sequence[Path]) -> None:
        """Show the editor with the scenario or the map of a file; several scenarios are all taken in."""
        self.open_editor()
        actions = self.page.file_actions
        scenarios = [path for path in paths if path.suffix.casefold() == ".toml"]
        if scenarios:
            actions.take_in(*scenarios)
        elif paths:
            self.page.import_export.import_file(paths[0])

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
        self._look = look
        if self._page is not None:
            self._page.set_look(QColor(look.desk), look.night, lambda name: theme.icon(name, look))

    def try_out(self, document: ScenarioDocument, chosen: PlaytestOptions | None = None) -> None:
        """Play the scenario as it is in the editor; the editor keeps it unchanged."""
        self._try_out(document, chosen)

    # closing

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask about unsaved changes before the window closes."""
        if watched is self._window and event.type() == QEvent.Type.Close and self._page is not None:
            if not self._page.file_actions.may_leave():
                event.ignore()
                return True
            self._page.close_down()
        return super().eventFilter(watched, event)
