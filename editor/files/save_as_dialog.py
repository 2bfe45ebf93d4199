"""The dialog for key and title of a saved copy."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QFormLayout, QLabel, QLineEdit, QWidget

from editor.document.editor_document import EditorDocument
from editor.files.scenario_store import ScenarioStore, check_key
from editor.window.dialog_widgets import accept_or_cancel
from engine.bad_input import BadInput


class SaveAsDialog(QDialog):
    """Save is enabled while the key is valid and free."""

    def __init__(
        self, scenario_store: ScenarioStore, document: EditorDocument, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Save a copy")
        self._taken = {kept.key for kept in scenario_store.scenarios()}
        self.title = QLineEdit(document.title)
        self.title.setAccessibleName("Title")
        self.key = QLineEdit(scenario_store.free_key(document.key))
        self.key.setAccessibleName("Key")
        self.key.textChanged.connect(self._check)
        self.problem = QLabel()
        self.problem.setObjectName("quiet")
        self.problem.setWordWrap(True)
        self.buttons, self._accept = accept_or_cancel(self, "Save")
        form = QFormLayout(self)
        form.addRow("Title", self.title)
        form.addRow("Key", self.key)
        form.addRow(self.problem)
        form.addRow(self.buttons)
        self.resize(440, 160)
        self._check()

    def _check(self) -> None:
        problem = ""
        try:
            if check_key(self.key.text()) in self._taken:
                problem = "There is already a scenario with this key."
        except BadInput as bad:
            problem = str(bad)
        self.problem.setText(problem)
        self._accept.setEnabled(not problem)
