"""Edits a victory condition as a tree of choices."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.document.game_vocabulary import document_game
from editor.document.open_document import OpenDocument
from editor.document.place_choices import areas
from editor.document.titles import distinct_titles, key_of
from editor.document.victory_vocabulary import (
    BY_WORD,
    WORDS,
    at_path,
    fresh,
    in_words,
    parts_of,
    replaced,
    with_parts,
    word_of,
)
from editor.document.working_copy import WorkingCopy
from editor.forms.place_fields import PlaceFields
from editor.tables.table_definitions import side_titles
from engine.catalogue.document import Plain

_PATH = Qt.ItemDataRole.UserRole


class ExpressionTree(QWidget):
    """The tree above, the fields of the selected part below."""

    changed = Signal(object)
    """The whole expression after a change."""

    def __init__(self, open_document: OpenDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._open = open_document
        self.expression: Plain = 0
        self.tree = QTreeWidget()
        self.tree.setAccessibleName("Condition")
        self.tree.setHeaderHidden(True)
        self.tree.currentItemChanged.connect(self._show_details)
        self.word = QComboBox()
        self.word.setAccessibleName("Expression")
        for known in WORDS:
            self.word.addItem(known.title, known.word)
        self.word.activated.connect(lambda at: self.use_word(self.word.itemData(at)))
        self.number = QSpinBox()
        self.number.setRange(-99999, 99999)
        self.number.setAccessibleName("Number")
        self.number.valueChanged.connect(self._put)
        self.side = QComboBox()
        self.side.setAccessibleName("Side")
        self.side.activated.connect(lambda _: self._put_holding())
        self.places = PlaceFields(open_document)
        self.places.changed.connect(self._put_holding)
        self.how = QLineEdit()
        self.how.setAccessibleName("Condition")
        self.how.setPlaceholderText("a term of the game; optional")
        self.how.editingFinished.connect(self._put_holding)
        self.name = QComboBox()
        self.name.setEditable(True)
        self.name.setAccessibleName("Name")
        self.name.activated.connect(lambda _: self._put_name())
        line = self.name.lineEdit()
        assert line is not None
        line.editingFinished.connect(self._put_name)
        self.form = QFormLayout()
        for words, field in (
            ("Expression", self.word),
            ("Number", self.number),
            ("Side", self.side),
            ("How", self.how),
            ("Name", self.name),
        ):
            self.form.addRow(words, field)
        self.form.insertRow(3, self.places)
        labels = [label for form in (self.form, self.places.form) for label in _labels(form)]
        widest = max(label.sizeHint().width() for label in labels)
        for label in labels:
            label.setMinimumWidth(widest)
        self.more = QPushButton("Add a part")
        self.more.clicked.connect(self.add_part)
        self.drop = QPushButton("Remove")
        self.drop.setToolTip("Remove this part")
        self.drop.clicked.connect(self.remove_part)
        row = QHBoxLayout()
        row.addWidget(self.more)
        row.addWidget(self.drop)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.tree, 1)
        layout.addLayout(self.form)
        layout.addLayout(row)

    # showing

    def show_expression(self, expression: Plain) -> None:
        """Show a condition and keep the selected part."""
        path = self.path()
        self.expression = expression
        self.tree.blockSignals(True)
        self.tree.clear()
        self._add(None, expression, ())
        self.tree.expandAll()
        self.tree.blockSignals(False)
        self.choose(path)

    def _add(self, above: QTreeWidgetItem | None, expression: Plain, path: tuple[int, ...]) -> None:
        item = QTreeWidgetItem([in_words(expression, self._titles())])
        item.setData(0, _PATH, path)
        item.setSizeHint(0, QSize(0, 24))
        if above is None:
            self.tree.addTopLevelItem(item)
        else:
            above.addChild(item)
        for at, part in enumerate(parts_of(expression)):
            self._add(item, part, (*path, at))

    def path(self) -> tuple[int, ...]:
        """The path of the selected part."""
        item = self.tree.currentItem()
        return tuple(item.data(0, _PATH)) if item is not None else ()

    def choose(self, path: tuple[int, ...]) -> None:
        """Select a part, or the root if there is no such part."""
        item = self.tree.topLevelItem(0)
        for at in path:
            child = item.child(at) if item is not None else None
            item = child if child is not None else item
        if item is not None:
            self.tree.setCurrentItem(item)
        self._show_details()

    def _show_details(self) -> None:
        here = at_path(self.expression, self.path())
        known = word_of(here)
        shown = {
            self.number: known.argument == "number",
            self.side: known.argument == "holding",
            self.places: known.argument in ("holding", "places"),
            self.how: known.argument == "holding",
            self.name: known.argument == "name",
        }
        for field, on in shown.items():
            field.setVisible(on)
            label = self.form.labelForField(field)
            if label is not None:
                label.setVisible(on)
            field.blockSignals(True)
        self.word.setCurrentIndex(self.word.findData(known.word))
        self._fill(here)
        for field in shown:
            field.blockSignals(False)
        self.more.setVisible(known.parts is None)
        above = self.path()[:-1]
        self.drop.setVisible(bool(self.path()) and word_of(at_path(self.expression, above)).parts is None)

    def _titles(self) -> Mapping[str, Mapping[str, str]]:
        """The titles of everything that an expression may name."""
        document = self._open.document
        if document is None:
            return {}
        work = document.work
        return {
            "side": side_titles(work),
            "region": areas(work),
            "counter": _counters(document.game, work),
            "option": distinct_titles((one.key, one.title) for one in work.scenario("options")),
            "earlier": distinct_titles((one.key, one.title) for one in work.scenario("victory")),
        }

    def _fill(self, here: Plain) -> None:
        known, work = word_of(here), self._open.document.work if self._open.document else None
        if isinstance(here, int):
            self.number.setValue(here)
        argument = here[known.word] if isinstance(here, Mapping) else ()
        self.side.clear()
        for side in work.scenario("sides") if work is not None else ():
            self.side.addItem(side.title or side.key, side.key)
        asked = argument if known.argument == "holding" and isinstance(argument, Mapping) else {}
        self.side.setCurrentIndex(self.side.findData(asked.get("control", asked.get("side", ""))))
        self.how.setText(str(asked.get("how", asked.get("what", ""))))
        wanted = argument if known.argument == "places" else asked.get("of", "")
        self.places.show_places(wanted, asked.get("worth"), known.word == "units")
        if known.argument == "name":
            self.name.clear()
            titles = self._titles().get(known.word, {})
            self.name.addItems(list(titles.values()))
            self.name.setCurrentText(titles.get(str(argument), str(argument)))

    # changing

    def _put(self, by: Plain) -> None:
        self.expression = replaced(self.expression, self.path(), by)
        self.show_expression(self.expression)
        self.changed.emit(self.expression)

    def use_word(self, word: str) -> None:
        """Change the word of the selected part; the old expression becomes its argument where it fits."""
        here = at_path(self.expression, self.path())
        document = self._open.document
        sides = document.work.scenario("sides") if document is not None else ()
        new = fresh(word, sides[0].key if sides else "")
        kept, known, was = parts_of(here), BY_WORD[word], word_of(here)
        groups = ("all", "any", "not")
        if word in groups and was.is_test and was.word not in groups:
            new = with_parts(new, (here,))
        elif kept and known.parts in (None, len(kept)) and (known.word in groups) == (was.word in groups):
            new = with_parts(new, kept)
        self._put(new)

    def add_part(self) -> None:
        """Add an expression to the selected part."""
        here = at_path(self.expression, self.path())
        new: Plain = {"at_least": (0, 0)} if word_of(here).is_test else 0
        self._put(with_parts(here, (*parts_of(here), new)))

    def remove_part(self) -> None:
        """Remove the selected part."""
        path = self.path()
        self.expression = replaced(self.expression, path, None)
        self.show_expression(self.expression)
        self.choose(path[:-1])
        self.changed.emit(self.expression)

    def _put_name(self) -> None:
        known = word_of(at_path(self.expression, self.path()))
        name = key_of(self.name.currentText(), self._titles().get(known.word, {}))
        if known.argument == "name" and name and at_path(self.expression, self.path()) != {known.word: name}:
            self._put({known.word: name})

    def _put_holding(self) -> None:
        here = at_path(self.expression, self.path())
        known = word_of(here)
        if known.argument not in ("holding", "places") or not isinstance(here, Mapping):
            return
        places, worth = self.places.places()
        if known.argument == "places":
            new: Plain = {known.word: places or self._open.vocabulary.objective}
        else:
            new = {known.word: self._asked(known.word, here[known.word], places, worth)}
        if new != here:
            self._put(new)

    def _asked(self, word: str, before: Plain, places: Plain, worth: Plain | None) -> Plain:
        """The argument of a word from the fields; values without a field stay unchanged."""
        who, how = ("side", "what") if word == "units" else ("control", "how")
        asked: dict[str, Plain] = {who: self.side.currentData() or ""}
        if worth is not None and word == "points":
            asked["worth"] = worth
        elif worth is not None and isinstance(worth, Mapping):
            asked["of"] = tuple(worth)
        elif places or word != "units":
            asked["of"] = places or self._open.vocabulary.objective
        if self.how.text().strip():
            asked[how] = self.how.text().strip()
        kept = before if isinstance(before, Mapping) else {}
        return asked | {key: kept[key] for key in kept if key not in (who, how, "of", "worth")}


def _counters(game: str, work: WorkingCopy) -> Mapping[str, str]:
    """The titles of what the game counts, by name."""
    known = document_game(game)
    return known.counters(work.scenario("sides"), work.scenario("data")) if known is not None else {}


def _labels(form: QFormLayout) -> list[QWidget]:
    items = [form.itemAt(row, QFormLayout.ItemRole.LabelRole) for row in range(form.rowCount())]
    return [label for item in items if item is not None and (label := item.widget()) is not None]
