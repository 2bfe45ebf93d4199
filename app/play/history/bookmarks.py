"""Bookmarks and comments of each side, and the names of the players: kept beside the game, not in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct, convert, field, to_builtins
from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.play.panels.buttons import push_button
from engine.bad_input import BadInput
from engine.files import write_atomically
from engine.parse_limits import load_json
from engine.referee.dice import commitment
from engine.referee.save import read_text
from engine.referee.session import Session

SUFFIX: Final = ".json"
LONGEST: Final = 20_000
"""Letters of one comment."""
PAUSE: Final = 500
"""Milliseconds after the last letter of a comment until it is written to disk."""
_MARK = Qt.ItemDataRole.UserRole


class Bookmark(Struct, frozen=True, forbid_unknown_fields=True):
    """A step that a side wants to find again; the digest says of which course of the game."""

    side: str
    step_number: Annotated[int, Meta(ge=0)] = field(name="moment")
    digest: str
    title: str
    comment: str = ""


class Bookmarks:
    """The notes to one game. A save, the game in progress and a branch of it share their dice and so these
    notes; a bookmark shows itself only where the game took the course in which it was made."""

    def __init__(self, folder: Path | None, session: Session) -> None:
        self._session = session
        name = f"{commitment(session.start.seed)[:32]}{SUFFIX}"
        self._path = folder / name if folder is not None else None
        self._marks: list[Bookmark] = []
        self.players: dict[str, str] = {}
        self.problem = ""
        """Why earlier notes could not be read."""
        if self._path is not None and self._path.exists():
            self._read(self._path)

    def of(self, side: str | None) -> list[Bookmark]:
        """The bookmarks of a side in this course of the game, in order; None lists everybody's."""
        length = len(self._session)
        return sorted(
            (
                mark
                for mark in self._marks
                if (side is None or mark.side == side)
                and mark.step_number <= length
                and self._digest(mark.step_number) == mark.digest
            ),
            key=lambda mark: mark.step_number,
        )

    def add(self, side: str, step_number: int, title: str) -> Bookmark:
        """Remember a step; the same step is remembered once."""
        digest = self._digest(step_number)
        known = [m for m in self._marks if (m.side, m.step_number, m.digest) == (side, step_number, digest)]
        if known:
            return known[0]
        mark = Bookmark(side, step_number, digest, title)
        self._marks.append(mark)
        self._write()
        return mark

    def comment(self, mark: Bookmark, text: str) -> Bookmark:
        """Write something to a bookmark."""
        changed = replace(mark, comment=text[:LONGEST])
        if changed != mark:
            self._marks[self._marks.index(mark)] = changed
            self._write()
        return changed

    def remove(self, mark: Bookmark) -> None:
        """Forget it."""
        self._marks.remove(mark)
        self._write()

    def name_players(self, names: dict[str, str]) -> None:
        """Who plays which side; an empty name leaves the side's own."""
        self.players = {side: name.strip()[:60] for side, name in names.items() if name.strip()}
        self._write()

    def _digest(self, step_number: int) -> str:
        """All courses of a game begin alike; asking for that digest could replay all of a long game."""
        return self._session.digest(step_number) if step_number else ""

    def _write(self) -> None:
        if self._path is None:
            return
        content = {"bookmarks": [to_builtins(mark) for mark in self._marks], "players": self.players}
        write_atomically(self._path, json.dumps(content, ensure_ascii=False, indent=1).encode())

    def _read(self, path: Path) -> None:
        try:
            raw = load_json(read_text(path, "list of bookmarks"), "The list of bookmarks")
            self._marks = convert(raw["bookmarks"], list[Bookmark])
            self.players = {str(side): str(name) for side, name in raw["players"].items()}
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, BadInput) as error:
            self._marks, self.players = [], {}
            aside = path.with_suffix(".damaged")
            path.replace(aside)
            self.problem = (
                f"The bookmarks of this game could not be read ({error}); the file is now {aside.name}"
            )


class BookmarksPanel(QWidget):
    """The bookmarks of the viewing side, with what it wrote to each."""

    visited = Signal(int)
    """Show this step."""
    add_wanted = Signal()
    commented = Signal(object, str)
    removed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = QListWidget()
        self.list.setAccessibleName("Bookmarks")
        self.list.setObjectName("entries")
        self.list.setFrameShape(QListWidget.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._unsaid: tuple[Bookmark, str] | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self.flush)
        self.list.currentItemChanged.connect(lambda now, _: self._chosen(now))
        self.list.itemActivated.connect(lambda item: self.visited.emit(item.data(_MARK).step_number))
        self._empty = QLabel("No bookmarks yet. They belong to one side; the other does not see them.")
        self._empty.setObjectName("quiet")
        self._empty.setWordWrap(True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.text = QPlainTextEdit()
        self.text.setAccessibleName("Comment")
        self.text.setPlaceholderText("Comment to the bookmark")
        self.text.setTabChangesFocus(True)
        self.text.setMinimumHeight(44)
        self.text.setMaximumHeight(90)
        self.text.textChanged.connect(self._typed)
        self.add = push_button("Add", "Put a bookmark at the position on the table", self.add_wanted.emit)
        self.visit = push_button("Look", "Show this position", self._visit)
        self.drop = push_button("Remove", "Forget this bookmark", self._drop)
        buttons = QHBoxLayout()
        for button in (self.add, self.visit, self.drop):
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(self._empty, 1)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.text)
        layout.addLayout(buttons)
        self.list.hide()
        self._chosen(None)

    def show_marks(self, marks: list[tuple[Bookmark, str]], chosen: Bookmark | None = None) -> None:
        """These bookmarks, each with the words of its line."""
        self.flush()
        before = chosen or self._current()
        if [m for m, _ in marks] == self._shown() and before == self._current():
            return
        self.list.blockSignals(True)
        self.list.clear()
        row = -1
        for at, (mark, words) in enumerate(marks):
            item = QListWidgetItem(words)
            item.setData(_MARK, mark)
            self.list.addItem(item)
            if before is not None and (mark.side, mark.step_number) == (before.side, before.step_number):
                row = at
        self.list.setCurrentRow(row)
        self.list.blockSignals(False)
        self._empty.setVisible(not marks)
        self.list.setVisible(bool(marks))
        self._chosen(self.list.currentItem())

    def _shown(self) -> list[Bookmark]:
        return [self.list.item(row).data(_MARK) for row in range(self.list.count())]

    def _current(self) -> Bookmark | None:
        row = self.list.currentRow()
        return self.list.item(row).data(_MARK) if row >= 0 else None

    def _chosen(self, item: QListWidgetItem | None) -> None:
        self.flush()
        mark = item.data(_MARK) if item is not None else None
        for widget in (self.text, self.visit, self.drop):
            widget.setEnabled(mark is not None)
        self.text.blockSignals(True)
        self.text.setPlainText(mark.comment if mark is not None else "")
        self.text.blockSignals(False)

    def _typed(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            mark: Bookmark = self._unsaid[0] if self._unsaid is not None else item.data(_MARK)
            text = self.text.toPlainText()[:LONGEST]
            item.setData(_MARK, replace(mark, comment=text))
            self._unsaid = (mark, text)
            self._pause.start()

    def flush(self) -> None:
        """Tell what was typed and not told yet."""
        self._pause.stop()
        if self._unsaid is not None:
            mark, text = self._unsaid
            self._unsaid = None
            self.commented.emit(mark, text)

    def _visit(self) -> None:
        mark = self._current()
        if mark is not None:
            self.visited.emit(mark.step_number)

    def _drop(self) -> None:
        self.flush()
        mark = self._current()
        if mark is not None:
            self.removed.emit(mark)
