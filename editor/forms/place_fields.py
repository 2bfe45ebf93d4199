"""Fields for the places of a victory condition: listed hexes, or all that match a description."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLineEdit, QWidget

from editor.document.open_document import OpenDocument
from editor.document.place_choices import areas
from editor.document.titles import key_of
from engine.catalogue.document import Plain

HEXES, FITTING, ANYWHERE = "hexes", "fitting", ""


class PlaceFields(QWidget):
    """Values that the user does not edit are written back unchanged."""

    changed = Signal()

    def __init__(self, open_document: OpenDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._open = open_document
        self._read: tuple[Plain, Plain | None] = ("", None)
        self._shown: tuple[str, ...] = ()
        self.kind = QComboBox()
        for words, value in (
            ("the hexes", HEXES),
            ("all places that are", FITTING),
            ("anywhere", ANYWHERE),
        ):
            self.kind.addItem(words, value)
        self.kind.activated.connect(lambda _: self._touched())
        self.hexes = QLineEdit()
        self.hexes.setPlaceholderText("0604, 0203; with points: 0604=3")
        self.feature, self.owner = QComboBox(), QComboBox()
        self.feature.setEditable(True)
        self.region, self.named = QLineEdit(), QLineEdit()
        self.region.setPlaceholderText("titles of regions, separated by commas; optional")
        self.named.setPlaceholderText("names separated by commas; optional")
        self.form = QFormLayout(self)
        self.form.setContentsMargins(0, 0, 0, 0)
        for words, name, field in (
            ("Places", "Kind of places", self.kind),
            ("Hexes", "Which hexes", self.hexes),
            ("of the kind", "Kind of feature", self.feature),
            ("in the region", "Regions", self.region),
            ("named", "Names of places", self.named),
            ("belonging to", "Belonging to", self.owner),
        ):
            field.setAccessibleName(name)
            self.form.addRow(words, field)
        for line in (self.hexes, self.region, self.named, self.feature.lineEdit()):
            assert line is not None
            line.editingFinished.connect(self._touched)
        for box in (self.feature, self.owner):
            box.activated.connect(lambda _: self._touched())

    def show_places(self, wanted: Plain, worth: Plain | None, may_be_anywhere: bool) -> None:
        """Show the places of a word; `worth` are the points by hex."""
        self._read = wanted, worth
        kind, hexes = (FITTING, "") if wanted else (ANYWHERE, "")
        parts: Mapping[str, Plain] = {}
        if isinstance(worth, Mapping):
            kind, hexes = HEXES, ", ".join(f"{here}={value}" for here, value in worth.items())
        elif isinstance(wanted, tuple):
            kind, hexes = HEXES, ", ".join(map(str, wanted))
        elif isinstance(wanted, Mapping):
            parts = wanted
        elif wanted:
            parts = {"feature": wanted}
        for field in self._fields():
            field.blockSignals(True)
        self._offer(may_be_anywhere)
        self.kind.setCurrentIndex(self.kind.findData(kind))
        self.hexes.setText(hexes)
        self.feature.setCurrentText(_listed(parts.get("feature", "")))
        self.region.setText(self._region_titles(parts.get("region", "")))
        self.named.setText(_listed(parts.get("named", "")))
        self.owner.setCurrentIndex(max(0, self.owner.findData(parts.get("side", ""))))
        for field in self._fields():
            field.blockSignals(False)
        self._show_rows()
        self._shown = self._words()

    def places(self) -> tuple[Plain, Plain | None]:
        """The places from the fields, and the points by hex if given."""
        if self._words() == self._shown:
            return self._read
        kind = self.kind.currentData()
        if kind == HEXES:
            return self._hexes()
        if kind == ANYWHERE:
            return "", None
        found: dict[str, Plain] = {}
        titles = self._regions()
        regions = tuple(key_of(word, titles) for word in _split(self.region.text()))
        names = _split(self.named.text())
        if feature := self.feature.currentText().strip():
            found["feature"] = feature
        if regions:
            found["region"] = regions if len(regions) > 1 else regions[0]
        if names:
            found["named"] = names
        if self.owner.currentData():
            found["side"] = self.owner.currentData()
        if found.keys() == {"feature"}:
            return found["feature"], None
        return found or self._open.vocabulary.objective, None

    def _hexes(self) -> tuple[Plain, Plain | None]:
        listed = [entry.partition("=") for entry in _split(self.hexes.text())]
        if any(equals for _, equals, _ in listed):
            worth = {here.strip(): _number(value) for here, _, value in listed}
            return "", worth
        return tuple(here for here, _, _ in listed), None

    def _offer(self, may_be_anywhere: bool) -> None:
        """Fill the choices from the scenario."""
        work = self._open.document.work if self._open.document is not None else None
        kinds = self._open.vocabulary
        self.feature.clear()
        self.feature.addItems(["", *dict.fromkeys((*kinds.of("places"), *kinds.of("features")))])
        self.owner.clear()
        self.owner.addItem("anybody", "")
        for side in work.scenario("sides") if work is not None else ():
            self.owner.addItem(side.title or side.key, side.key)
        model = self.kind.model()
        entry = model.item(self.kind.findData(ANYWHERE))  # type: ignore[attr-defined]
        entry.setEnabled(may_be_anywhere)

    def _regions(self) -> Mapping[str, str]:
        """The titles of the regions; one with a comma is called by its key."""
        document = self._open.document
        found = areas(document.work) if document is not None else {}
        return {key: key if "," in title else title for key, title in found.items()}

    def _region_titles(self, wanted: Plain) -> str:
        titles = self._regions()
        keys = wanted if isinstance(wanted, tuple) else (wanted,)
        return ", ".join(titles.get(str(key), str(key)) for key in keys)

    def _fields(self) -> tuple[QWidget, ...]:
        return self.kind, self.hexes, self.feature, self.region, self.named, self.owner

    def _words(self) -> tuple[str, ...]:
        return (
            self.kind.currentData(),
            self.hexes.text().strip(),
            self.feature.currentText().strip(),
            self.region.text().strip(),
            self.named.text().strip(),
            self.owner.currentData() or "",
        )

    def _show_rows(self) -> None:
        kind = self.kind.currentData()
        self.form.setRowVisible(self.hexes, kind == HEXES)
        for field in (self.feature, self.region, self.named, self.owner):
            self.form.setRowVisible(field, kind == FITTING)

    def _touched(self) -> None:
        self._show_rows()
        if self._words() != self._shown:
            self.changed.emit()


def _split(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def _listed(value: Plain) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _number(text: str) -> int:
    """The points of a hex; one if no number is given."""
    text = text.strip()
    return int(text) if text.lstrip("-").isdigit() else 1
