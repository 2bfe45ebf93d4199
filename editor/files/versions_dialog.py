"""The dialog for previous versions: compare and go back."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.background.latest_only import Latest
from app.background.progress import Progress
from editor.document.version_diff import differences
from editor.files.backups import Backup
from editor.files.scenario_store import ScenarioStore
from engine.catalogue.document import ScenarioDocument

_BACKUP = Qt.ItemDataRole.UserRole


class VersionsDialog(QDialog):
    """`chosen` is the version to go back to after the dialog was accepted."""

    def __init__(
        self, scenario_store: ScenarioStore, now: ScenarioDocument, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Previous versions")
        self.chosen: Backup | None = None
        self._scenario_store = scenario_store
        self._now = now
        self._differences = Latest("what has changed", self)
        self.list = QListWidget()
        self.list.setAccessibleName("Versions")
        self.list.setSpacing(3)
        self.against = QComboBox()
        self.against.setAccessibleName("Compared with")
        self.against.addItem("the scenario in the editor", None)
        self.text = QPlainTextEdit()
        self.text.setAccessibleName("What has changed")
        self.text.setReadOnly(True)
        for backup in scenario_store.backups(now.key):
            item = QListWidgetItem(f"Version {backup.number}, replaced {backup.when:%d %b %Y, %H:%M}")
            item.setData(_BACKUP, backup)
            self.list.addItem(item)
            self.against.addItem(f"version {backup.number}", backup)
        self.back = QPushButton("Go back to this version")
        self.back.setObjectName("primary")
        self.back.setEnabled(False)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.buttons.addButton(self.back, QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.list.currentItemChanged.connect(lambda *_: self._compare())
        self.against.currentIndexChanged.connect(lambda _: self._compare())
        right = QVBoxLayout()
        right.addWidget(QLabel("Compared with"))
        right.addWidget(self.against)
        right.addWidget(self.text, 1)
        columns = QHBoxLayout()
        columns.addWidget(self.list, 2)
        columns.addLayout(right, 3)
        layout = QVBoxLayout(self)
        layout.addLayout(columns, 1)
        layout.addWidget(self.buttons)
        self.resize(820, 440)
        if self.list.count():
            self.list.setCurrentRow(0)
        else:
            self.text.setPlainText("There is no previous version yet: each save after the first keeps one.")

    def _compare(self) -> None:
        item = self.list.currentItem()
        self.back.setEnabled(item is not None)
        if item is None:
            return
        self.chosen = item.data(_BACKUP)
        assert self.chosen is not None
        scenario_store, now, then, other = (
            self._scenario_store,
            self._now,
            self.chosen,
            self.against.currentData(),
        )

        def work(_: Progress) -> str:
            new = now if other is None else scenario_store.load_backup(other)
            return "\n".join(differences(scenario_store.load_backup(then), new)) or "No differences."

        self.text.setPlainText("Looking for differences…")
        self._differences.ask(work, self.text.setPlainText, self._refused)

    def _refused(self, problem: str) -> None:
        self.text.setPlainText(problem)
        self.back.setEnabled(False)

    @property
    def is_comparing(self) -> bool:
        """Whether the comparison is still running."""
        return self._differences.is_busy

    def done(self, result: int) -> None:
        self._differences.close()
        super().done(result)
