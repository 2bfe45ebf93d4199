"""A button of a table that gives the selected rows a picture of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from app.background.progress_dialog import run_in_background
from editor.art.picture_files import FILES, own_picture_from
from editor.commands.own_art import own_art, set_pictures
from editor.tables.table_view import RecordsTable
from engine.bad_input import BadInput


class PictureButton:
    """Choose… and Remove for the selected rows of a table; each is one step."""

    def __init__(
        self, table: RecordsTable, owners: str, key_of: Callable[[object], str], parent: QWidget
    ) -> None:
        """`owners` are types, units or cards; `key_of` is what a row is called there."""
        self._table, self._owners, self._key_of, self._parent = table, owners, key_of, parent
        self.menu = QMenu(parent)
        self.choose = self.menu.addAction("Choose a picture…")
        self.choose.triggered.connect(lambda: self.ask())
        self.remove = self.menu.addAction("Remove the picture")
        self.remove.triggered.connect(lambda: self._put(b""))
        self.menu.aboutToShow.connect(self._enable)
        self.button = table.button("Picture", "A picture of its own in place of the symbol", lambda: None)
        self.button.setMenu(self.menu)

    def _keys(self) -> list[str]:
        return [key for key in map(self._key_of, self._table.selected()) if key]

    def _enable(self) -> None:
        document, keys = self._table.document, self._keys()
        pictures = getattr(own_art(document.work), self._owners) if document is not None else {}
        self.choose.setEnabled(bool(keys))
        self.remove.setEnabled(any(key in pictures for key in keys))

    def ask(self) -> None:
        """Ask for a file and take it over."""
        name, _ = QFileDialog.getOpenFileName(self._parent, "A picture for the counter", "", FILES)
        if name:
            self.load(Path(name))

    def load(self, path: Path) -> bool:
        """Give the selected rows this picture; on an error nothing is changed."""
        ended = run_in_background(
            self._parent,
            "A picture for the counter",
            f"Reading {path.name}…",
            lambda _: own_picture_from(path),
        )
        self._table.problem.setText(ended.problem)
        return ended.succeeded and self._put(ended.value)

    def _put(self, content: bytes) -> bool:
        document, keys = self._table.document, self._keys()
        if document is None or not keys:
            return False
        try:
            return document.do_step(set_pictures(document.work, self._owners, keys, content))
        except BadInput as bad:
            self._table.problem.setText(str(bad))
            return False
