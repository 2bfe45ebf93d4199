"""The dialog to manage scenarios: rename, duplicate, delete and restore, drafts, tags, export and import."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QItemSelectionModel, QSize, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QHeaderView,
    QInputDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.background.progress import Progress
from app.background.progress_dialog import run_in_background
from editor.files.deleted_scenarios import Deleted
from editor.files.scenario_store import ScenarioStore, StoredScenario
from editor.window.dialog_widgets import resize_within
from engine import games
from engine.bad_input import BadInput
from engine.mechanics.plural import counted

FILES: Final = "Scenarios (*.toml);;All files (*)"
SUFFIX: Final = ".scenario.toml"
_WHAT: Final = Qt.ItemDataRole.UserRole
ROW: Final = QSize(0, 28)
BUTTONS_IN_ROW: Final = 5
TITLE_WIDTH_PX: Final = 260
GAME_WIDTH_PX: Final = 150
"""The least width of the column with the game; it is as wide as its texts where the title has room."""


class ManageDialog(QDialog):
    """All scenarios in a list. What is done with selected ones is saved at once; deleting can be undone."""

    def __init__(self, store: ScenarioStore, open_key: str = "", parent: QWidget | None = None) -> None:
        """`open_key` is the scenario in the editor, which is changed there and not here."""
        super().__init__(parent)
        self.setWindowTitle("Manage scenarios")
        self.setAcceptDrops(True)
        self._store, self._open_key = store, open_key
        self._just_deleted: list[Deleted] = []
        self.edit_wanted = ""
        """The key of the scenario to open in the editor when the dialog is closed."""
        self.ask_text: Callable[[str, str, str], str | None] = self._ask_text
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Find by title, game, tag or key…")
        self.filter.setAccessibleName("Find scenarios")
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._narrow)
        self.setProperty("help", "editor.manage")
        self.tree = QTreeWidget()
        self.tree.setAccessibleName("Scenarios")
        self.tree.setHeaderLabels(["Title", "Game", "State", "Tags", "Key"])
        self.tree.setRootIsDecorated(False)
        self.tree.setSortingEnabled(True)
        self.tree.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self.tree.setSelectionMode(QTreeWidget.SelectionMode.ExtendedSelection)
        self.tree.itemSelectionChanged.connect(self._enable)
        self.tree.itemDoubleClicked.connect(lambda item: self._edit())
        self.problem = QLabel()
        self.problem.setObjectName("quiet")
        self.problem.setWordWrap(True)
        self.buttons: dict[str, QPushButton] = {}
        grid = QGridLayout()
        for number, (key, text, tip, handler) in enumerate(self._actions()):
            button = self.buttons[key] = QPushButton(text)
            button.setToolTip(tip)
            button.setAutoDefault(False)
            button.clicked.connect(handler)
            grid.addWidget(button, number // BUTTONS_IN_ROW, number % BUTTONS_IN_ROW)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        close.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        layout = QVBoxLayout(self)
        layout.addWidget(self.filter)
        layout.addWidget(self.tree, 1)
        layout.addLayout(grid)
        layout.addWidget(self.problem)
        layout.addWidget(close)
        for keys, handler in (("F2", self._rename), ("Delete", self._delete), ("Ctrl+Z", self._undo)):
            QShortcut(QKeySequence(keys), self.tree, handler, context=Qt.ShortcutContext.WidgetShortcut)
        self._fill()
        resize_within(self, QSize(980, 560))
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column, width in ((2, 74), (3, 100), (4, 150)):
            self.tree.setColumnWidth(column, width)
        room = self.width() - TITLE_WIDTH_PX - sum(map(self.tree.columnWidth, (2, 3, 4)))
        self.tree.resizeColumnToContents(1)
        self.tree.setColumnWidth(1, max(GAME_WIDTH_PX, min(self.tree.columnWidth(1), room)))

    def _actions(self) -> tuple[tuple[str, str, str, Callable[[], object]], ...]:
        return (
            ("edit", "Edit", "Open the selected scenario in the editor", self._edit),
            ("rename", "Rename…", "Another title (F2); the key stays", self._rename),
            ("duplicate", "Duplicate", "A copy of each selected scenario", self._duplicate),
            ("draft", "Draft or ready", "A draft is not offered for play", self._toggle_draft),
            ("tags", "Tags…", "Words to find the selected scenarios by", self._set_tags),
            ("delete", "Delete", "Delete the selected scenarios; this can be undone", self._delete),
            ("undo", "Undo delete", "Bring back what was deleted last (Ctrl+Z)", self._undo),
            ("restore", "Deleted…", "Bring back a scenario that was deleted earlier", self._restore),
            ("export", "Export…", "Write the selected scenarios as text files", self._export),
            ("import", "Import…", "Take in scenarios from text files", self._ask_import),
        )

    # the list

    def _fill(self, chosen: Sequence[str] = ()) -> None:
        self.tree.clear()
        for kept in self._store.scenarios():
            state = "shipped" if kept.shipped else "draft" if kept.draft else "ready"
            texts = [kept.title, _game_title(kept.game), state, ", ".join(kept.tags), kept.key]
            item = QTreeWidgetItem(texts)
            item.setSizeHint(0, ROW)
            item.setData(0, _WHAT, kept)
            self.tree.addTopLevelItem(item)
            item.setSelected(kept.key in chosen)
            if item.isSelected():
                index = self.tree.indexFromItem(item)
                self.tree.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
                self.tree.scrollToItem(item)
        self._narrow()
        self._enable()
        if self.isVisible():
            self.tree.setFocus()  # The button that was pressed may be disabled now.

    def _narrow(self) -> None:
        words = self.filter.text().casefold().split()
        for item in self._items():
            text = " ".join(item.text(column) for column in range(5)).casefold()
            item.setHidden(not all(word in text for word in words))
            if item.isHidden():
                item.setSelected(False)

    def _items(self) -> list[QTreeWidgetItem]:
        found = (self.tree.topLevelItem(at) for at in range(self.tree.topLevelItemCount()))
        return [item for item in found if item is not None]

    def selected(self) -> list[StoredScenario]:
        """The selected scenarios, in the order of the list."""
        return [item.data(0, _WHAT) for item in self._items() if item.isSelected()]

    def select(self, *keys: str) -> None:
        """Select the scenarios with these keys."""
        for item in self._items():
            item.setSelected(item.text(4) in keys)

    def _enable(self) -> None:
        chosen = self.selected()
        own = [kept for kept in chosen if not kept.shipped]
        for key in ("duplicate", "export"):
            self.buttons[key].setEnabled(bool(chosen))
        for key in ("draft", "tags", "delete"):
            self.buttons[key].setEnabled(bool(own) and len(own) == len(chosen))
        self.buttons["rename"].setEnabled(len(own) == len(chosen) == 1)
        self.buttons["edit"].setEnabled(len(chosen) == 1)
        self.buttons["undo"].setEnabled(bool(self._just_deleted))
        self.buttons["restore"].setEnabled(bool(self._store.deleted.listed()))

    # what is done

    def _work(
        self, title: str, listed: Sequence[Any], work: Callable[[Any], Any], done: str = ""
    ) -> list[Any]:
        """Do something with each of them in the background, up to the first that fails; the results."""
        results: list[Any] = []

        def run(progress: Progress) -> None:
            for number, one in enumerate(listed):
                progress(number, len(listed), title)
                results.append(work(one))

        ended = run_in_background(self, title, f"{title}…", run)
        self.problem.setText(ended.problem or (done if results else ""))
        return results

    def _changeable(self, listed: list[StoredScenario]) -> list[StoredScenario]:
        """Without the one in the editor, which must be changed there."""
        found = [kept for kept in listed if kept.key != self._open_key]
        if len(found) < len(listed):
            self.problem.setText("The scenario in the editor is changed there: see its Scenario tab.")
        return found

    def _edit(self) -> None:
        chosen = self.selected()
        if len(chosen) == 1:
            self.edit_wanted = chosen[0].key
            self.accept()

    def _rename(self) -> None:
        chosen = self._changeable([kept for kept in self.selected() if not kept.shipped])
        if len(chosen) != 1:
            return
        title = self.ask_text("Rename", "Title", chosen[0].title)
        if title is not None:
            self._work("Renaming", chosen, lambda kept: self._store.rename(kept, title))
            self._fill([chosen[0].key])

    def _duplicate(self) -> None:
        made = self._work("Duplicating", self.selected(), self._store.duplicate)
        self._fill(made)

    def _toggle_draft(self) -> None:
        chosen = self._changeable(self.selected())
        if not chosen:
            return
        draft = not all(kept.draft for kept in chosen)
        self._work("Saving", chosen, lambda kept: self._store.label(kept, draft=draft))
        self._fill([kept.key for kept in chosen])

    def _set_tags(self) -> None:
        chosen = self._changeable(self.selected())
        if not chosen:
            return
        shared = [tag for tag in chosen[0].tags if all(tag in kept.tags for kept in chosen)]
        words = self.ask_text("Tags", "Tags, separated by commas", ", ".join(shared))
        if words is None:
            return
        new = [word.strip() for word in words.split(",") if word.strip()]

        def label(kept: StoredScenario) -> None:
            own = [tag for tag in kept.tags if tag not in shared]
            self._store.label(kept, tags=[*own, *new])

        self._work("Saving", chosen, label)
        self._fill([kept.key for kept in chosen])

    def _delete(self) -> None:
        chosen = self._changeable([kept for kept in self.selected() if not kept.shipped])
        if chosen:
            gone = self._work("Deleting", chosen, self._store.delete)
            if gone:
                self._just_deleted = gone
                what = "it" if len(gone) == 1 else "them"
                words = f"{counted(len(gone), 'scenario')} deleted. Undo delete brings {what} back."
                self.problem.setText(self.problem.text() or words)
            self._fill()

    def _undo(self) -> None:
        if self._just_deleted:
            back = self._work("Restoring", self._just_deleted, self._store.restore)
            self._just_deleted = self._just_deleted[len(back) :]
            self._fill(back)

    def _restore(self) -> None:
        listed = self._store.deleted.listed()
        names = [f"{one.key} (deletion {one.number})" for one in listed]
        chosen, wanted = QInputDialog.getItem(self, "Deleted scenarios", "Bring back", names, 0, False)
        if wanted and chosen in names:
            one = listed[names.index(chosen)]
            back = self._work("Restoring", [one], self._store.restore)
            self._just_deleted = [kept for kept in self._just_deleted if kept.path != one.path]
            self._fill(back)

    # files

    def _export(self) -> None:
        chosen = self.selected()
        if len(chosen) == 1:
            wanted = f"{chosen[0].key}{SUFFIX}"
            name, _ = QFileDialog.getSaveFileName(self, "Export the scenario", wanted, FILES)
            if name:
                self.export_to(chosen, [Path(name)])
        elif chosen:
            folder = QFileDialog.getExistingDirectory(self, "Export the scenarios to a folder")
            if folder:
                self.export_to(chosen, [_free(Path(folder), kept.key) for kept in chosen])

    def export_to(self, chosen: Sequence[StoredScenario], paths: Sequence[Path]) -> bool:
        """Write each of the scenarios to its file; return whether all were written."""
        pairs = list(zip(chosen, paths, strict=True))
        words = f"{counted(len(pairs), 'scenario')} exported."
        return len(self._work("Exporting", pairs, lambda one: self._store.export(*one), words)) == len(pairs)

    def _ask_import(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(self, "Import scenarios", "", FILES)
        self.import_files([Path(name) for name in names])

    def import_files(self, paths: Sequence[Path]) -> list[str]:
        """Take in scenarios from files, up to the first that cannot be read; their keys."""
        if not paths:
            return []
        taken: list[str] = self._work("Importing", paths, self._store.take_in)
        if taken and not self.problem.text():
            self.problem.setText(f"{counted(len(taken), 'scenario')} imported.")
        self._fill(taken)
        return taken

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.import_files([Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()])

    def _ask_text(self, title: str, label: str, now: str) -> str | None:
        text, wanted = QInputDialog.getText(self, title, label, text=now)
        return text if wanted else None


def _free(folder: Path, key: str) -> Path:
    """A file of this name that is not there yet."""
    path, number = folder / f"{key}{SUFFIX}", 2
    while path.exists():
        path, number = folder / f"{key}-{number}{SUFFIX}", number + 1
    return path


def _game_title(key: str) -> str:
    try:
        return games.about(key).title
    except BadInput:
        return key
