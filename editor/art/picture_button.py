"""A button of a table that gives the selected rows a picture of their own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from app.background.progress_dialog import run_in_background
from editor.art.picture_files import FILES, own_picture_from
from editor.commands.own_art import own_art, pictures_of, set_pictures, set_whole
from editor.commands.set_records import SetRecords
from editor.document.working_copy import WorkingCopy
from editor.tables.table_view import RecordsTable
from engine.bad_input import BadInput

BACKS: Final = "backs"
ON_COUNTERS: Final = ("types", "units")
"""Owners whose picture lies on a counter, not on a card."""


class PictureButton:
    """Choose… and Remove for front and back of the selected rows of a table; each is one step."""

    def __init__(
        self, table: RecordsTable, owners: str, key_of: Callable[[object], str], parent: QWidget
    ) -> None:
        """`owners` are types, units or cards; `key_of` is what a row is called there."""
        self._table, self._owners, self._key_of, self._parent = table, owners, key_of, parent
        self.menu = QMenu(parent)
        self.menu.setToolTipsVisible(True)
        self.choose = self._entry("Choose a picture…", lambda: self.ask())
        self.choose_back = self._entry("Choose a picture for the back…", lambda: self.ask(BACKS))
        self.whole = self._entry("Cover the whole counter", lambda: None)
        self.whole.setToolTip("The picture is the face; name and ratings are not printed over it")
        self.whole.setCheckable(True)
        self.whole.triggered.connect(self.set_whole)
        self.menu.addSeparator()
        has_back = owners == "units"
        self.remove = self._entry(
            "Remove the pictures" if has_back else "Remove the picture", lambda: self._put(b"")
        )
        self.remove_back = self._entry("Remove the picture of the back", lambda: self._put(b"", BACKS))
        for entry in (self.choose_back, self.remove_back):
            entry.setVisible(has_back)
        self.whole.setVisible(owners in ON_COUNTERS)
        self.menu.aboutToShow.connect(self._enable)
        self.button = table.button("Picture", "A picture of its own in place of the symbol", lambda: None)
        self.button.setMenu(self.menu)

    def _entry(self, text: str, handler: Callable[[], object]) -> QAction:
        entry = self.menu.addAction(text)
        entry.triggered.connect(lambda *_: handler())
        return entry

    @property
    def _tables(self) -> tuple[str, ...]:
        return (self._owners, BACKS) if self._owners == "units" else (self._owners,)

    def _keys(self) -> list[str]:
        return [key for key in map(self._key_of, self._table.selected()) if key]

    def _enable(self) -> None:
        document, keys = self._table.document, self._keys()
        if document is None:
            return
        art = own_art(document.work)
        pictures = pictures_of(art, self._tables, keys)
        for entry in (self.choose, self.choose_back):
            entry.setEnabled(bool(keys))
        self.remove.setEnabled(bool(pictures))
        self.remove_back.setEnabled(bool(pictures_of(art, [BACKS], keys)))
        self.whole.setEnabled(bool(pictures))
        self.whole.setChecked(bool(pictures) and pictures <= set(art.whole))

    def ask(self, table: str = "") -> None:
        """Ask for a file and take it over."""
        title = "A picture for the back of the counter" if table == BACKS else "A picture for the counter"
        name, _ = QFileDialog.getOpenFileName(self._parent, title, "", FILES)
        if name:
            self.load(Path(name), table)

    def load(self, path: Path, table: str = "") -> bool:
        """Give the selected rows this picture; on an error nothing is changed."""
        ended = run_in_background(
            self._parent,
            "A picture for the counter",
            f"Reading {path.name}…",
            lambda _: own_picture_from(path),
        )
        self._table.problem.setText(ended.problem)
        return ended.succeeded and self._put(ended.value, table)

    def set_whole(self, is_whole: bool) -> bool:
        """Let the pictures of the selected rows cover their counters, or only take the symbol's place."""
        return self._do(partial(set_whole, tables=self._tables, owners=self._keys(), is_whole=is_whole))

    def _put(self, content: bytes, table: str = "") -> bool:
        return self._do(
            partial(set_pictures, table=table or self._owners, owners=self._keys(), content=content)
        )

    def _do(self, command: Callable[[WorkingCopy], SetRecords]) -> bool:
        document = self._table.document
        if document is None or not self._keys():
            return False
        try:
            return document.do_step(command(document.work))
        except BadInput as bad:
            self._table.problem.setText(str(bad))
            return False
