"""Games that begin from scenario documents: where the texts lie, and how they are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import ClassVar

from engine.bad_input import BadInput
from engine.catalogue.document import RatingField, ScenarioDocument
from engine.catalogue.map_sheet import MapSheet
from engine.catalogue.scenario_text import dumps, loads, loads_map, map_key_of
from engine.referee.game import Game


class DocumentGame(Game):
    """A game whose scenarios are text files called after its key."""

    rating_fields: ClassVar[Mapping[str, RatingField]] = {}
    """What the ratings of a unit may hold."""

    def scenario_folder(self) -> Path:
        """Where the scenario files are."""
        return _resources() / "scenarios"

    def scenarios(self) -> tuple[str, ...]:
        return tuple(sorted(path.stem for path in self.scenario_folder().glob(f"{self.key}-*.toml")))

    def scenario_text(self, key: str) -> str:
        """The scenario with its map inside, so that it can be read anywhere."""
        if key not in self.scenarios():
            raise BadInput(f"{self.title} has no scenario {key!r:.60}; it has {', '.join(self.scenarios())}")
        return _whole_text(self.scenario_folder() / f"{key}.toml")

    def documents(self) -> Iterator[ScenarioDocument]:
        """Every scenario that comes with the game, read from its file; a map that several share, once."""
        for key in self.scenarios():
            text = (self.scenario_folder() / f"{key}.toml").read_text(encoding="utf-8")
            named = map_key_of(text)
            yield loads(text, {named: _map(named)} if named else None)

    def document(self, text: str) -> ScenarioDocument:
        """Read a scenario of this game; BadInput if it is one of another."""
        found = _document(text)
        if found.game != self.key:
            raise BadInput(f"{found.title!r:.60} is a scenario of {found.game!r:.60}, not of {self.title}")
        return found


def _resources() -> Path:
    return Path(str(files("resources")))


@lru_cache(maxsize=32)
def _whole_text(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    named = map_key_of(text)
    if not named:
        return text
    return dumps(loads(text, {named: _map(named)}))


@lru_cache(maxsize=8)
def _map(key: str) -> MapSheet:
    path = _resources() / "maps" / f"{key}.toml"
    if not path.is_file():
        raise BadInput(f"The map {key!r:.60} is not among the resources")
    return loads_map(path.read_text(encoding="utf-8"))


@lru_cache(maxsize=8)
def _document(text: str) -> ScenarioDocument:
    return loads(text)
