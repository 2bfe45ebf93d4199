"""The case index of a game: every rule as a numbered case in our own words, in the order of the rulebook.

[game]                      key, title and sides; anything else is shown as it is
[terms]                     word = "what it means here" (may be left out)
[[phase]]                   id, title, who, cases: the sequence of play
[[case]]                    id, title, rule, check: what it says and how to test it
                            needs: what it depends on; chart: the printed table it reads
                            ruling: our interpretation where the printed text is unclear
                            optional = true: only when the players switch it on
                            information = true: nothing to enforce (scale, list of components)
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from msgspec import field

from engine.bad_input import BadInput
from engine.record import Record
from engine.referee.refusal import REFEREE
from engine.referee.save import read_text

CASE_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


class RuleCase(Record):
    """One case of the rules."""

    id: str
    title: str
    rule: str
    check: str
    needs: tuple[str, ...] = ()
    chart: str = ""
    ruling: str = ""
    optional: bool = False
    information: bool = False


class Phase(Record):
    """One line of the printed sequence of play, with the cases that matter in it."""

    id: str
    title: str
    who: str
    cases: tuple[str, ...] = ()


class Rulebook(Record):
    """All cases of a game by id, in the order of the book."""

    key: str
    title: str
    sides: tuple[str, ...]
    cases: Mapping[str, RuleCase]
    phases: tuple[Phase, ...] = ()
    terms: Mapping[str, str] = field(default_factory=dict)
    about: Mapping[str, Any] = field(default_factory=dict)

    def case(self, case_id: str) -> RuleCase:
        """The case with this id."""
        try:
            return self.cases[case_id]
        except KeyError:
            raise BadInput(f"The rules of {self.title} have no case {case_id!r:.60}") from None

    def phases_of(self, case_id: str) -> tuple[Phase, ...]:
        """The phases in which a case matters."""
        return tuple(phase for phase in self.phases if case_id in phase.cases)

    @classmethod
    def load(cls, path: Path) -> Rulebook:
        """Read a case index from its file."""
        try:
            return cls.loads(read_text(path, "case index"))
        except BadInput as problem:
            text = str(problem)
            raise BadInput(text if str(path) in text else f"{path}: {text}") from None

    @classmethod
    def loads(cls, text: str) -> Rulebook:
        """Read a case index; BadInput says what is wrong with it."""
        try:
            raw = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadInput(f"This is not a case index: {error}") from None
        game = _Entry(raw.pop("game", None), "[game]")
        terms = _Entry(raw.pop("terms", {}), "[terms]")
        phases = [_phase(entry) for entry in _entries(raw, "phase")]
        cases = [_case(entry) for entry in _entries(raw, "case")]
        _Entry(raw, "the file").finish()
        book = cls(
            key=game.text("key"),
            title=game.text("title"),
            sides=game.texts("sides"),
            cases=MappingProxyType({case.id: case for case in cases}),
            phases=tuple(phases),
            terms=MappingProxyType({word: terms.text(word) for word in list(terms.raw)}),
            about=MappingProxyType(game.raw),
        )
        _check_names(book, [case.id for case in cases])
        return book


def _check_names(book: Rulebook, ids: list[str]) -> None:
    """Refuse a name that is used twice, and a phase that names an unknown case."""
    if not ids:
        raise BadInput("This case index has no [[case]]")
    for what, names in (("case", ids), ("phase", [phase.id for phase in book.phases])):
        twice = next((name for n, name in enumerate(names) if name in names[:n]), None)
        if twice is not None:
            raise BadInput(f"Two {what}s are called {twice!r}; rename one of them")
    for phase in book.phases:
        for case_id in phase.cases:
            if case_id not in book.cases:
                raise BadInput(f"Phase {phase.id!r} names case {case_id!r:.60}, which is not in this index")


def _phase(entry: _Entry) -> Phase:
    phase = Phase(
        entry.text("id"), entry.text("title"), entry.text("who", default=""), entry.texts("cases", default=())
    )
    entry.finish()
    return phase


def _case(entry: _Entry) -> RuleCase:
    case = RuleCase(
        id=entry.text("id"),
        title=entry.text("title"),
        rule=entry.text("rule"),
        check=entry.text("check"),
        needs=entry.texts("needs", default=()),
        chart=entry.text("chart", default=""),
        ruling=entry.text("ruling", default=""),
        optional=entry.flag("optional"),
        information=entry.flag("information"),
    )
    entry.finish()
    if not CASE_ID.fullmatch(case.id) or case.id == REFEREE:
        raise BadInput(f"{case.id!r:.60} in {entry.where} is not a case id: use letters, digits, . - and _")
    return case


def _entries(raw: dict[str, Any], name: str) -> list[_Entry]:
    rows = raw.pop(name, [])
    if not isinstance(rows, list):
        raise BadInput(f"`{name}` should be a list of tables, written as [[{name}]]")
    return [_Entry(row, f"[[{name}]] number {n}") for n, row in enumerate(rows, start=1)]


class _Entry:
    """A table that is read key by key; keys that are left over are refused."""

    def __init__(self, raw: Any, where: str) -> None:
        if not isinstance(raw, dict):
            raise BadInput(f"{where} is missing" if raw is None else f"{where} should be a table")
        self.raw: dict[str, Any] = raw
        self.where = where

    def text(self, name: str, default: str | None = None) -> str:
        value = self.raw.pop(name, default)
        if not isinstance(value, str) or (default is None and not value.strip()):
            found = "is missing" if value is None else f"should be a text, but is {value!r:.60}"
            raise BadInput(f"`{name}` in {self.where} {found}")
        return value

    def texts(self, name: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        value = self.raw.pop(name, default)
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
            found = "is missing" if value is None else f"should be a list of texts, but is {value!r:.60}"
            raise BadInput(f"`{name}` in {self.where} {found}")
        return tuple(value)

    def flag(self, name: str) -> bool:
        value = self.raw.pop(name, False)
        if not isinstance(value, bool):
            raise BadInput(f"`{name}` in {self.where} should be true or false, but is {value!r:.60}")
        return value

    def finish(self) -> None:
        for name in self.raw:
            raise BadInput(f"{name!r:.60} in {self.where} means nothing; remove it or correct its spelling")
