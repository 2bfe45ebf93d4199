"""F1: opens the handbook at the page for what the player is at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QMainWindow, QWidget
from shiboken6 import Shiboken

from app.theme.theme import application

if TYPE_CHECKING:
    from app.handbook.handbook_window import HandbookWindow

CONTEXT: Final = "help"
"""The property of a widget that says which page explains it and what lies in it."""


class HandbookActions(QObject):
    """Owns the window of the handbook, which is imported and created on first use."""

    case_wanted = Signal(str)

    def __init__(self, window: QMainWindow, game_key: Callable[[], str]) -> None:
        super().__init__(window)
        self._window, self._game_key = window, game_key
        self._shown: HandbookWindow | None = None
        # The shortcuts of a window do not work in the dialogs before it.
        QGuiApplication.instance().focusWindowChanged.connect(self._add_key_to_dialog)  # type: ignore[union-attr]

    def handlers(self) -> dict[str, Callable[..., object]]:
        """The handlers of the menu entries, by action key."""
        return {"handbook": self.show_for_focus, "this_game": self.show_game}

    def show_for_focus(self) -> None:
        """Open the handbook at the page for the widget with the focus."""
        from app.handbook.pages import FIRST_PAGE, handbook

        at = application().focusWidget() or application().activeWindow()
        page = handbook().for_context(list(contexts_of(at)))
        self.show_page(page.key if page is not None else FIRST_PAGE)

    def show_game(self) -> None:
        """Open the page of the game on the table."""
        from app.handbook.pages import GAMES_PART

        self.show_page(f"{GAMES_PART}/{self._game_key()}")

    def show_page(self, key: str) -> None:
        """Open the handbook at this page, in front of a dialog that is open."""
        from app.handbook.handbook_window import HandbookWindow
        from app.handbook.pages import handbook

        parent = application().activeModalWidget() or self._window
        shown = self.shown
        if shown is None or shown.parent() is not parent:
            if shown is not None:
                shown.close()
                shown.deleteLater()
            shown = self._shown = HandbookWindow(handbook(), parent)
            shown.case_wanted.connect(self.case_wanted)
        shown.show_page(key)
        shown.show()
        shown.raise_()
        shown.activateWindow()

    @property
    def shown(self) -> HandbookWindow | None:
        """The window of the handbook; it ends with the dialog that it was opened from."""
        alive = self._shown is not None and Shiboken.isValid(self._shown)
        return self._shown if alive else None

    def _add_key_to_dialog(self) -> None:
        dialog = application().activeModalWidget() or application().activeWindow()
        if dialog is self.shown:
            return
        if isinstance(dialog, QDialog) and not dialog.findChild(QShortcut, CONTEXT):
            shortcut = QShortcut(QKeySequence("F1"), dialog, self.show_for_focus)
            shortcut.setObjectName(CONTEXT)


def contexts_of(widget: QWidget | None) -> Iterator[str]:
    """What a widget and those around it say about themselves, the nearest first."""
    while widget is not None:
        context = widget.property(CONTEXT)
        if context:
            yield str(context)
        widget = widget.parentWidget()
