"""The dialog for the schedule of a side on a turn: units with a place, or amounts of replacements."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from editor.document.place_choices import entry_hexes
from editor.document.working_copy import WorkingCopy
from editor.forms.error_label import ErrorLabel
from editor.panels.placement_edit import PlacementEdit
from editor.window.dialog_widgets import accept_or_cancel
from engine.bad_input import BadInput
from engine.catalogue.document import Placement, Plain, ScheduleEntry, Unit

_UNIT = Qt.ItemDataRole.UserRole
ROW = QSize(0, 24)


class ScheduleDialog(QDialog):
    """`entries()` are the entries of the turn after the dialog was accepted."""

    def __init__(
        self, work: WorkingCopy, side: str, kind: str, turn: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._work, self._side, self._kind, self._turn = work, side, kind, turn
        self._before = [
            entry
            for entry in work.scenario("schedule")
            if (entry.side, entry.kind, entry.turn) == (side, kind, turn)
        ]
        title = next((known.title for known in work.scenario("sides") if known.key == side), "") or side
        self.setWindowTitle(f"{title}, turn {turn}: {kind}")
        self.fault = ErrorLabel()
        self.buttons, _ = accept_or_cancel(self)
        self._column = QVBoxLayout(self)
        heading = QLabel(self.windowTitle())
        heading.setObjectName("panelHeading")
        self._column.addWidget(heading)
        self.by_unit = kind in ("reinforcement", "withdrawal")
        if self.by_unit:
            self._ask_units()
        else:
            self._ask_amounts()
        self._column.addWidget(self.fault)
        self._column.addWidget(self.buttons)
        self.resize(460, 480 if self.by_unit else 160)

    # units

    def _ask_units(self) -> None:
        self.search = QLineEdit()
        self.search.setPlaceholderText("Find a unit…")
        self.search.setAccessibleName("Find a unit")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._narrow)
        self.list = QListWidget()
        self.list.setAccessibleName("Units")
        listed = {entry.unit for entry in self._before}
        placed = {setup.unit for setup in self._work.scenario("setups")}
        coming = {e.unit: e.turn for e in self._work.scenario("schedule") if e.kind == self._kind and e.unit}
        units = [unit for unit in self._work.scenario("units") if unit.side == self._side]
        taken = placed if self._kind == "reinforcement" else set[str]()
        units.sort(key=lambda unit: (unit.id not in listed, unit.id in taken or unit.id in coming))
        for unit in units:
            words = "set up" if unit.id in taken else f"turn {coming[unit.id]}" if unit.id in coming else ""
            self._add(unit, unit.id in listed, "" if unit.id in listed else words)
        self.place = PlacementEdit()
        self.place.offer(self._work)
        known = [entry.place for entry in self._before if entry.place is not None]
        doors = entry_hexes(self._work, self._side)
        if known:
            self.place.show_place(known[-1])
        elif doors:
            self.place.show_place(Placement("hex", doors[0]))
        self._column.addWidget(self.search)
        self._column.addWidget(self.list, 1)
        if self._kind == "reinforcement":
            form = QFormLayout()
            form.addRow("Place of arrival", self.place)
            self._column.addLayout(form)

    def _add(self, unit: Unit, checked: bool, words: str) -> None:
        name = unit.name if unit.name == unit.id else f"{unit.name}  ({unit.id})"
        item = QListWidgetItem(f"{name} · {words}" if words else name)
        item.setData(_UNIT, unit.id)
        item.setSizeHint(ROW)
        item.setFlags(
            Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable
        )
        item.setCheckState(Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)
        self.list.addItem(item)

    def _narrow(self, words: str) -> None:
        for row in range(self.list.count()):
            item = self.list.item(row)
            item.setHidden(not all(word in item.text().casefold() for word in words.casefold().split()))

    def _chosen(self) -> list[str]:
        items = [self.list.item(row) for row in range(self.list.count())]
        return [item.data(_UNIT) for item in items if item.checkState() == Qt.CheckState.Checked]

    def _unit_entries(self) -> list[ScheduleEntry]:
        before = {entry.unit: entry for entry in self._before}
        made = []
        for unit in self._chosen():
            if unit in before:
                made.append(before[unit])
                continue
            place = None
            if self._kind == "reinforcement" and not self.place.is_empty:
                place = self.place.place()
            entry = ScheduleEntry(self._kind, self._turn, self._side, unit, place)
            made.append(replace(entry, data=self._like(entry)))
        return made

    def _like(self, wanted: ScheduleEntry) -> dict[str, Plain]:
        """The extra data of other entries at the same place, such as the entry name."""
        alike = (
            entry.data
            for entry in self._work.scenario("schedule")
            if (entry.side, entry.kind, entry.place) == (wanted.side, wanted.kind, wanted.place)
        )
        return dict(next(alike, {}))

    # amounts

    def _ask_amounts(self) -> None:
        """One field per kind that the game's schedules use, and one for another kind."""
        kinds = [
            str(entry.data.get("kind", ""))
            for entry in self._work.scenario("schedule")
            if entry.kind == self._kind
        ]
        self.amounts: dict[str, QSpinBox] = {}
        form = QFormLayout()
        for kind in dict.fromkeys(kind for kind in kinds if kind):
            self.amounts[kind] = self._number(kind)
            form.addRow(kind, self.amounts[kind])
        self.other = QComboBox()
        self.other.setEditable(True)
        self.other.setAccessibleName("Another kind")
        line = self.other.lineEdit()
        assert line is not None
        line.setPlaceholderText("another kind; optional")
        self.other.setMinimumContentsLength(len(line.placeholderText()))
        self.other_amount = self._number("")
        form.addRow(self.other, self.other_amount)
        self._column.addWidget(QLabel("Amounts on this turn"))
        self._column.addLayout(form)
        self._column.addStretch(1)

    def _number(self, kind: str) -> QSpinBox:
        field = QSpinBox()
        field.setRange(0, 9999)
        field.setAccessibleName(f"Amount of {kind}" if kind else "Amount")
        field.setValue(sum(entry.amount for entry in self._given(kind)))
        return field

    def _amount_entries(self) -> list[ScheduleEntry]:
        wanted = {kind: field.value() for kind, field in self.amounts.items()}
        other = self.other.currentText().strip()
        wanted[other] = wanted.get(other, 0) + self.other_amount.value()
        made = [entry for entry in self._before if entry.unit]
        for kind, amount in wanted.items():
            alike = self._given(kind)
            data = {"kind": kind} if kind else {}
            blank = ScheduleEntry(self._kind, self._turn, self._side, data=data)
            if amount == sum(entry.amount for entry in alike):
                made += alike  # Unchanged entries stay as they are.
            elif amount:
                made.append(replace(alike[0] if alike else blank, amount=amount))
        return made

    def _given(self, kind: str) -> list[ScheduleEntry]:
        """The entries of a kind on this turn."""
        return [e for e in self._before if str(e.data.get("kind", "")) == kind and not e.unit]

    # result

    def entries(self) -> list[ScheduleEntry]:
        """The entries of this turn; BadInput if the place is invalid."""
        return self._unit_entries() if self.by_unit else self._amount_entries()

    def accept(self) -> None:
        try:
            self.entries()
        except BadInput as bad:
            self.fault.setText(str(bad))
        else:
            super().accept()
