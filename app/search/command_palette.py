"""The command palette: every entry of every menu, found by a few of its letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu

from app.search.search_popup import Find, Finder
from app.window.actions import keys_of


class CommandPalette(Finder):
    """Reads the menus of a window each time it opens."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window, "Command palette", "Type a few letters of a command", "No command matches.")
        self._window = window
        self._entries: list[tuple[str, QAction]] = []

    def ask(self) -> None:
        """Read the menus and open."""
        self._entries = list(menu_entries(self._window.menuBar().actions()))
        super().ask()

    def matches(self, text: str) -> Sequence[Find]:
        """Entries that contain the letters in this order, the best match first."""
        scored = []
        for number, (path, action) in enumerate(self._entries):
            score = closeness(text, path)
            if score is not None:
                scored.append((not action.isEnabled(), -score, number, path, action))
        return [
            Find(f"{path}  ✓" if action.isChecked() else path, keys_of(action), action, action.isEnabled())
            for _, _, _, path, action in sorted(scored, key=lambda entry: entry[:3])
        ]

    def take(self, what: Any) -> None:
        """Trigger the chosen menu entry."""
        what.trigger()


def menu_entries(actions: Sequence[QAction], above: tuple[str, ...] = ()) -> Iterator[tuple[str, QAction]]:
    """Every entry of some menus, with its menu path."""
    for action in actions:
        title = _plain(action.text())
        menu = action.menu()
        if isinstance(menu, QMenu):
            menu.aboutToShow.emit()  # Some menus are filled only when they open.
            yield from menu_entries(menu.actions(), (*above, title))
        elif title and action.isVisible():
            yield " › ".join((*above, title)), action


def _plain(text: str) -> str:
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")


def closeness(letters: str, text: str) -> int | None:
    """A score of how well the letters match; None if the text does not contain them in this order.

    Word starts and runs of letters score higher.
    """
    wanted, within = letters.casefold().replace(" ", ""), text.casefold()
    if not wanted:
        return 0
    best: int | None = None
    at = within.find(wanted[0])
    while at >= 0:
        score = _score_from(wanted, within, at)
        if score is not None and (best is None or score > best):
            best = score
        at = within.find(wanted[0], at + 1)
    return best


def _score_from(wanted: str, within: str, at: int) -> int | None:
    """The score if the first letter matches here and each further one as early as possible."""
    score, run = 0, 0
    before = at - 1
    for letter in wanted:
        at = within.find(letter, before + 1)
        if at < 0:
            return None
        passed = within[before + 1 : at]
        run = run + 1 if not passed.strip() else 0
        starts_word = at == 0 or not within[at - 1].isalnum()
        score += 2 + 3 * run + (4 if starts_word else 0) - min(len(passed), 6)
        before = at
    return score
