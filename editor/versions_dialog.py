"""Former versions of a scenario, what has changed since each, and the way back to one."""

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

from editor.cabinet import Backup, Cabinet
from editor.versions import what_changed
from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument

_BACKUP = Qt.ItemDataRole.UserRole


class VersionsDialog(QDialog):
    """`chosen` is the version to go back to, once it was accepted."""

    def __init__(self, cabinet: Cabinet, now: ScenarioDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Former versions")
        self.chosen: Backup | None = None
        self._cabinet = cabinet
        self._now = now
        self.list = QListWidget()
        self.list.setAccessibleName("Versions")
        self.list.setSpacing(3)
        self.against = QComboBox()
        self.against.setAccessibleName("Compared with")
        self.against.addItem("what is on the bench", None)
        self.text = QPlainTextEdit()
        self.text.setAccessibleName("What has changed")
        self.text.setReadOnly(True)
        for backup in cabinet.backups(now.key):
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
            self.text.setPlainText("There is no former version yet: each save after the first keeps one.")

    def _compare(self) -> None:
        item = self.list.currentItem()
        self.back.setEnabled(item is not None)
        if item is None:
            return
        self.chosen = item.data(_BACKUP)
        assert self.chosen is not None
        other = self.against.currentData()
        try:
            new = self._now if other is None else self._cabinet.load_backup(other)
            lines = list(what_changed(self._cabinet.load_backup(self.chosen), new))
            self.text.setPlainText("\n".join(lines) or "They are equal.")
        except BadInput as problem:
            self.text.setPlainText(str(problem))
            self.back.setEnabled(False)
