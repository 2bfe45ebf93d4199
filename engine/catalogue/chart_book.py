"""The charts of a game: each read when it is first needed, and what a scenario changes of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, get_type_hints

from engine.bad_input import BadInput
from engine.catalogue.chart_changes import chart_changes, laid_over
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.plain_data import read
from engine.catalogue.toml_text import parse
from engine.mechanics.chart import PROVENANCES, Chart
from resources import FOLDER


class ChartBook:
    """A game derives from it and lists its charts, each as an attribute called like its file."""

    key: ClassVar[str]
    """The folder of the game in `resources/charts`."""

    _kinds: ClassVar[dict[str, type[Chart]]]
    _read: ClassVar[dict[str, Chart]]
    """The game's own charts that have been read so far."""
    _printed: ClassVar[Any]

    def __init_subclass__(cls) -> None:
        cls._kinds, cls._read, cls._printed = {}, {}, cls()

    def __init__(self, changed: Mapping[str, Chart] | None = None) -> None:
        vars(self).update(changed or {})

    if not TYPE_CHECKING:  # A name that is not listed is a mistake.

        def __getattr__(self, name: str) -> Chart:
            if name not in self.kinds():
                raise AttributeError(name)
            if name not in self._read:
                self._read[name] = read_chart(self.kinds()[name], self._text(name), name)
            vars(self)[name] = self._read[name]
            return self._read[name]

    @classmethod
    def printed(cls) -> Self:
        """All of them, as they come with the game."""
        found: Self = cls._printed
        return found

    @classmethod
    def kinds(cls) -> Mapping[str, type[Chart]]:
        """What each of them is."""
        if not cls._kinds:
            hints = get_type_hints(cls)
            cls._kinds = {name: hints[name] for name in vars(cls)["__annotations__"]}
        return cls._kinds

    @classmethod
    def changed_by(cls, document: ScenarioDocument) -> Self:
        """All of them, with what a scenario changes; BadInput says what is wrong with a change."""
        changes = chart_changes(document)
        changed = {name: cls._changed(name, entries) for name, entries in changes.items()}
        return cls(changed) if changed else cls.printed()

    @classmethod
    def check(cls, name: str, changes: Mapping[str, Any]) -> None:
        """BadInput if the rules cannot be played with these changes."""
        cls._changed(name, changes)

    @classmethod
    def texts(cls) -> Mapping[str, str]:
        """The text of every chart file by its name."""
        folder = FOLDER / "charts" / cls.key
        return {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.toml"))}

    @classmethod
    def _changed(cls, name: str, changes: Mapping[str, Any]) -> Chart:
        kind = cls.kinds().get(name)
        if kind is None:
            raise BadInput(f"The rules read no chart {name!r:.40}, so it cannot be changed; remove it.")
        printed = parse(cls._text(name), f"Chart {name}")
        return _read_values(kind, laid_over(printed, changes), name)

    @classmethod
    def _text(cls, name: str) -> str:
        return (FOLDER / "charts" / cls.key / f"{name}.toml").read_text(encoding="utf-8")


C = TypeVar("C", bound=Chart)


def read_chart(kind: type[C], source: str, name: str) -> C:
    """One chart from its text; BadInput says what is wrong with it."""
    return _read_values(kind, parse(source, f"Chart {name}"), name)


def _read_values(kind: type[C], values: Mapping[str, Any], name: str) -> C:
    where = f"Chart {name}"
    chart = read(kind, values, where)
    if chart.name != name or chart.provenance not in PROVENANCES:
        known = ", ".join(sorted(PROVENANCES))
        raise BadInput(f"{where} should bear its own name and a provenance ({known}).")
    for fault in chart.faults():
        raise BadInput(f"{where}: {fault}; correct it.")
    return chart
