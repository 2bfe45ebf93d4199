"""The parameters of a special rule as a form: numbers, sides, units, places picked on the map."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec.structs import FieldInfo, fields
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from editor.document.editor_document import EditorDocument
from editor.document.open_document import OpenDocument
from editor.document.rule_words import NAMED, titles_for
from editor.forms.checked_form import CheckedForm, shown
from editor.forms.conditions_field import ConditionsField
from editor.forms.hex_list_field import HexListField
from editor.forms.named_fields import NamedListField, NamedPlacesField
from engine.bad_input import BadInput
from engine.catalogue.document import Plain, SpecialRule
from engine.catalogue.plain_data import read
from engine.record import Record


class RuleFormDialog(CheckedForm):
    """`values()` is the result after the dialog was accepted."""

    def __init__(
        self,
        document: EditorDocument,
        rule: SpecialRule,
        kind: type[Record],
        places: Sequence[str],
        selected: Callable[[], Sequence[str]],
        open_document: OpenDocument,
        parent: QWidget | None = None,
    ) -> None:
        """`kind` is the record of the rule's parameters, `places` are those that are hexes or hexsides.

        Conditions are built from what the open document offers.
        """
        super().__init__(f"Special rule {rule.id}", parent)
        self._document, self._kind, self._rule = document, kind, rule
        self._places, self._selected = places, selected
        self._open = open_document
        self._types = get_type_hints(kind)
        for field in fields(kind):
            made = self._field(field)
            self.add(field.name, made, None if isinstance(made, ConditionsField) else shown(field.name))
        self.finish(rule.text)

    def _field(self, field: FieldInfo) -> QWidget:
        kind, given = self._types[field.name], self._rule.parameters.get(field.name)
        if given is None and not field.required:
            given = field.default
        if field.name in self._places:
            return self._hexes(given, single=not _is_list(kind))
        if kind is bool:
            return self.tick(given is True)
        if kind is int:
            return self.number(given if isinstance(given, int) else 0)
        if _is_word_of(kind) or _is_list_of_words(kind):
            return self._words_of(kind, given)
        if _is_conditions(kind):
            conditions = given if isinstance(given, Mapping) else {}
            made = ConditionsField(shown(field.name), self._open, conditions)
            made.changed.connect(self.check)
            return made
        what, titles = titles_for(field.name, self._document.work)
        if titles and kind is str:
            return self._choice(titles, str(given or ""))
        if titles and _is_list(kind):
            named = NamedListField(what, titles)
            named.set_keys(tuple(map(str, given)) if isinstance(given, tuple) else ())
            named.changed.connect(self.check)
            return named
        if _is_table(kind):
            table = NamedPlacesField(NAMED["unit"](self._document.work), self._document)
            table.set_values(dict(given) if isinstance(given, Mapping) else {})
            table.changed.connect(self.check)
            return table
        line = QLineEdit(_written(given))
        if _is_list(kind) or _is_list_of_numbers(kind):
            line.setPlaceholderText("Separated by commas")
        line.textChanged.connect(self.check)
        return line

    def _hexes(self, given: Any, *, single: bool) -> QWidget:
        made = HexListField(self._document, self._selected, single=single)
        made.set_hexes(given if isinstance(given, tuple) else str(given or "").split())
        made.changed.connect(self.check)
        return made

    def _words_of(self, kind: Any, given: Any) -> QWidget:
        """One or several of the words that the rule knows."""
        if _is_word_of(kind):
            return self._choice({word: word.capitalize() for word in get_args(kind)}, str(given or ""))
        words = get_args(get_args(kind)[0])
        named = NamedListField("word", {word: word for word in words})
        named.set_keys(tuple(map(str, given)) if isinstance(given, tuple) else ())
        named.changed.connect(self.check)
        return named

    def _choice(self, titles: Mapping[str, str], now: str) -> QWidget:
        box = QComboBox()
        for key, title in titles.items():
            box.addItem(title, key)
        if now and box.findData(now) < 0:
            box.addItem(now, now)
        box.setCurrentIndex(max(0, box.findData(now)))
        box.currentIndexChanged.connect(self.check)
        return box

    def values(self) -> dict[str, Plain]:
        """What is written in the form; BadInput if it does not fit the rule."""
        found: dict[str, Plain] = {}
        for field in fields(self._kind):
            value = self._value(field.name)
            if field.required or value != field.default:
                found[field.name] = value
        read(self._kind, found, f"special rule {self._rule.id}")
        return found

    def _value(self, name: str) -> Plain:
        made, kind = self.fields[name], self._types[name]
        if isinstance(made, HexListField):
            if wrong := made.problem():
                raise BadInput(wrong)
            return made.hexes() if _is_list(kind) else " ".join(made.hexes())
        if isinstance(made, NamedListField):
            if wrong := made.problem():
                raise BadInput(wrong)
            return made.keys()
        if isinstance(made, NamedPlacesField):
            if wrong := made.problem():
                raise BadInput(wrong)
            return dict(made.values())
        if isinstance(made, ConditionsField):
            return made.conditions()
        if not isinstance(made, QLineEdit):
            return self.simple_value(made)
        words = made.text().strip()
        if _is_list(kind):
            return tuple(word.strip() for word in words.split(",") if word.strip())
        if _is_list_of_numbers(kind):
            return _numbers(words, shown(name))
        return words


def _is_list(kind: Any) -> bool:
    return get_origin(kind) is tuple and get_args(kind) == (str, ...)


def _is_list_of_numbers(kind: Any) -> bool:
    return get_origin(kind) is tuple and get_args(kind) == (int, ...)


def _is_word_of(kind: Any) -> bool:
    return get_origin(kind) is Literal


def _is_list_of_words(kind: Any) -> bool:
    return get_origin(kind) is tuple and len(get_args(kind)) == 2 and _is_word_of(get_args(kind)[0])


def _is_conditions(kind: Any) -> bool:
    """Is it a table with a condition of victory for each side?"""
    return get_origin(kind) is Mapping and get_args(kind)[1:] == (Plain,)


def _is_table(kind: Any) -> bool:
    """Is it a table with a word for each key?"""
    return get_origin(kind) is Mapping and get_args(kind) == (str, str)


def _numbers(words: str, title: str) -> tuple[int, ...]:
    listed = [word.strip() for word in words.split(",") if word.strip()]
    wrong = next((word for word in listed if not re.fullmatch(r"-?\d{1,6}", word)), "")
    if wrong:
        raise BadInput(f"{title} are whole numbers separated by commas, not {wrong!r:.40}.")
    return tuple(map(int, listed))


def _written(given: Any) -> str:
    if given is None:
        return ""
    return ", ".join(map(str, given)) if isinstance(given, tuple) else str(given)
