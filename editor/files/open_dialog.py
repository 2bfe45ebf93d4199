"""The dialog to open a scenario: an own one, a copy of a shipped one, or a recovery copy."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.document.recovery import RecoveryCopy, discard
from editor.files.scenario_store import ScenarioStore, StoredScenario
from editor.window.dialog_widgets import resize_within
from editor.window.tree_heading import tree_heading
from engine import games
from engine.bad_input import BadInput

_WHAT = Qt.ItemDataRole.UserRole
ROW = QSize(0, 28)


class OpenDialog(QDialog):
    """`chosen` is the result: a `StoredScenario` or a `RecoveryCopy`."""

    def __init__(
        self, scenario_store: ScenarioStore, copies: list[RecoveryCopy], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Open a scenario in the editor")
        self.chosen: StoredScenario | RecoveryCopy | None = None
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Find by title, key or game…")
        self.filter.setAccessibleName("Find a scenario")
        self.filter.textChanged.connect(self._narrow)
        self.tree = QTreeWidget()
        self.tree.setAccessibleName("Scenarios")
        self.tree.setHeaderLabels(["Title", "Game", "Key"])
        self.tree.setRootIsDecorated(False)
        self.tree.itemDoubleClicked.connect(lambda item: self.accept())
        self.tree.currentItemChanged.connect(self._enable)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.open_button = QPushButton("Edit a copy")
        self.open_button.setObjectName("primary")
        self.buttons.addButton(self.open_button, QDialogButtonBox.ButtonRole.AcceptRole)
        self.discard = QPushButton("Discard")
        self.discard.setToolTip("Delete this unsaved copy")
        self.buttons.addButton(self.discard, QDialogButtonBox.ButtonRole.ResetRole)
        self.discard.clicked.connect(self._discard)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.filter)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.buttons)
        self._fill(scenario_store, copies)
        resize_within(self, QSize(860, 520))
        for column, width in enumerate((380, 270)):
            self.tree.setColumnWidth(column, width)

    def _fill(self, scenario_store: ScenarioStore, copies: list[RecoveryCopy]) -> None:
        if copies:
            group = tree_heading(self.tree, "Recovered unsaved work", height=ROW.height())
            for copy in copies:
                self._add(group, f"{copy.title} ({copy.when:%d %b, %H:%M})", "", copy.key, copy)
        listed = scenario_store.scenarios()
        for shipped, words in ((False, "My scenarios"), (True, "Shipped scenarios (opened as a copy)")):
            found = [kept for kept in listed if kept.shipped == shipped]
            if found:
                group = tree_heading(self.tree, words, height=ROW.height())
                for kept in found:
                    self._add(group, kept.title, _game_title(kept.game), kept.key, kept)
        self.tree.expandAll()
        first = self.tree.topLevelItem(0)
        child = first.child(0) if first is not None else None
        if child is not None:
            self.tree.setCurrentItem(child)
        self._enable()

    def _add(self, group: QTreeWidgetItem, title: str, game: str, key: str, what: object) -> None:
        item = QTreeWidgetItem([title, game, key])
        item.setData(0, _WHAT, what)
        item.setSizeHint(0, ROW)
        group.addChild(item)

    def _narrow(self, words: str) -> None:
        first: QTreeWidgetItem | None = None
        for at in range(self.tree.topLevelItemCount()):
            group = self.tree.topLevelItem(at)
            assert group is not None
            seen = 0
            for row in range(group.childCount()):
                item = group.child(row)
                assert item is not None
                text = " ".join(item.text(column) for column in range(3)).casefold()
                hidden = not all(word in text for word in words.casefold().split())
                item.setHidden(hidden)
                seen += not hidden
                first = item if first is None and not hidden else first
            group.setHidden(not seen)
        current = self.tree.currentItem()
        if first is None:
            self.tree.setCurrentIndex(QModelIndex())
        elif current is None or current.isHidden():
            self.tree.setCurrentItem(first)  # Enter must not open a hidden item.

    def _current(self) -> StoredScenario | RecoveryCopy | None:
        item = self.tree.currentItem()
        return item.data(0, _WHAT) if item is not None else None

    def _enable(self) -> None:
        what = self._current()
        self.open_button.setEnabled(what is not None)
        self.open_button.setText(
            "Edit a copy"
            if isinstance(what, StoredScenario) and what.shipped
            else "Restore"
            if isinstance(what, RecoveryCopy)
            else "Open"
        )
        self.discard.setVisible(isinstance(what, RecoveryCopy))

    def _discard(self) -> None:
        what, item = self._current(), self.tree.currentItem()
        if isinstance(what, RecoveryCopy) and item is not None:
            discard(what)
            group = item.parent()
            assert group is not None
            group.removeChild(item)
            group.setHidden(not group.childCount())

    def choose(self, key: str) -> bool:
        """Select a scenario by its key."""
        for item in self.tree.findItems(key, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive, 2):
            self.tree.setCurrentItem(item)
            return True
        return False

    def accept(self) -> None:
        self.chosen = self._current()
        if self.chosen is not None:
            super().accept()


def _game_title(key: str) -> str:
    try:
        return games.game(key).title
    except BadInput:
        return key
