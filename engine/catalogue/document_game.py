"""Games that begin from scenario documents: where the files are, and how they are read."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Final, cast

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue.beginning import Beginning
from engine.catalogue.chart_book import ChartBook
from engine.catalogue.document import Plain, RatingField, ScenarioDocument, Side, Unit
from engine.catalogue.document_facts import DocumentFacts
from engine.catalogue.document_scenario import DocumentScenario
from engine.catalogue.finding import Finding, error
from engine.catalogue.map_sheet import MapSheet
from engine.catalogue.marker_kind import MarkerKind
from engine.catalogue.printed_counter import PrintedFaces, faces_by_ratings
from engine.catalogue.scenario_text import dumps, loads, loads_map, map_key_of
from engine.catalogue.score_sheet import ScoreReader
from engine.catalogue.victory import Facts, check_conditions
from engine.referee.dice import Dice
from engine.referee.game import Game, Opening
from engine.referee.refusal import REFEREE
from engine.referee.score import ScoreSheet
from engine.referee.state import Keyed, State
from engine.referee.view import Counter
from resources import FOLDER

HELD: Final = ("control", "units")
"""What the score counts besides the game's counters."""


class DocumentGame(Game):
    """A game whose scenarios are text files called after its key."""

    score_cases: ClassVar[Mapping[str, str]] = {}
    """The case of each counter in the score, and under "control" that of points for places."""
    rating_fields: ClassVar[Mapping[str, RatingField]] = {}
    """What the ratings of a unit may hold."""
    has_table_parts: ClassVar[bool] = False
    """Does the author of a scenario say which ratings, dice, decks, markers and tracks there are?"""
    players_keep_rules: ClassVar[bool] = False
    """Do the players agree on all rules themselves?

    Then units may wait beside the map, several may have the same name, and it may be left open who wins.
    """
    beginning: ClassVar[Beginning] = Beginning()
    """What a new scenario of this game begins with."""
    chart_book: ClassVar[type[ChartBook] | None] = None
    """The charts that its rules read; without one, no scenario can change any."""
    place_parameters: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The parameters of special rules that are hexes or hexsides, by the id of the rule."""
    rule_parameters: ClassVar[Mapping[str, tuple[str, type]]] = {}
    """The parameters of each special rule that has any, by its id: a name and their record."""

    example_guides: ClassVar[tuple[ModuleType, ...]] = ()
    """The modules that read worked examples; their texts say how one is written."""

    facts: ClassVar[type[DocumentFacts]]
    """What the conditions of victory of its scenarios may ask."""

    def scenario_folder(self) -> Path:
        """Where the scenario files are."""
        return _resources() / "scenarios"

    def map_folder(self) -> Path:
        """Where the maps that they name are."""
        return _resources() / "maps"

    def scenarios(self) -> tuple[str, ...]:
        return tuple(sorted(path.stem for path in self.scenario_folder().glob(f"{self.key}-*.toml")))

    def scenario_text(self, key: str) -> str:
        """The scenario with its map inside, so that it can be read anywhere."""
        if key not in self.scenarios():
            raise BadInput(f"{self.title} has no scenario {key!r:.60}; it has {', '.join(self.scenarios())}")
        return _whole_text(self.scenario_folder() / f"{key}.toml", self.map_folder())

    def documents(self) -> Iterator[ScenarioDocument]:
        """Every scenario that comes with the game, read from its file; a map that several share, once."""
        for key in self.scenarios():
            text = (self.scenario_folder() / f"{key}.toml").read_text(encoding="utf-8")
            named = re.search(r'^map = "([^"]+)"', text, re.MULTILINE)
            yield loads(text, {named[1]: _map(self.map_folder(), named[1])} if named else None)

    def document(self, text: str) -> ScenarioDocument:
        """Read a scenario of this game; BadInput if it is one of another."""
        found = _document(text)
        if found.game != self.key:
            raise BadInput(f"{found.title!r:.60} is a scenario of {found.game!r:.60}, not of {self.title}")
        return found

    def rating_fields_for(self, data: Mapping[str, Plain]) -> Mapping[str, RatingField]:
        """The ratings of units in a scenario with these data: those of the game, or those of its author."""
        return self.rating_fields

    def open(self, text: str, options: Mapping[str, Any]) -> Opening:
        return self.open_document(self.document(text), options)

    def open_document(self, document: ScenarioDocument, options: Mapping[str, Any]) -> Opening:
        """Set the game up from a scenario that has been read. BadInput if it cannot begin."""
        opening = self.opening(document, options)
        _no_two_alike(opening.records)
        facts = self.victory_facts(self.first_state(opening, Dice("")))
        check_conditions(document.victory, facts, opening.scenario.sides)
        return opening

    def position_guide(self) -> str:
        return "\n".join(module.__doc__ or "" for module in self.example_guides)

    def options(self, text: str) -> Mapping[str, tuple[Any, ...]]:
        return {
            option.key: tuple(dict.fromkeys((option.default, *(option.choices or (False, True)))))
            for option in self.document(text).options
        }

    @abstractmethod
    def opening(self, document: ScenarioDocument, options: Mapping[str, Any]) -> Opening:
        """The game as the scenario lets it begin."""

    def victory_facts(self, state: State) -> Facts:
        """What the conditions of victory are judged by."""
        return self.facts(state)

    def turn_number(self, state: State) -> int | None:
        return self.facts(state).turn

    def score_sheets(self, state: State) -> tuple[ScoreSheet, ...]:
        document = getattr(state.scenario, "document", None)
        if not isinstance(document, ScenarioDocument):
            return ()
        reader = ScoreReader(document, self.victory_facts(state), self.score_cases, state.scenario.title_of)
        outcome = state.outcome
        return reader.sheets(over=outcome is not None and outcome.case != REFEREE)

    def pieces(self, state: State) -> Iterable[tuple[str, str, float]]:
        """By default the first of the game's records is that of its units, and their steps count."""
        hexes = cast(DocumentScenario, state.scenario).hexes
        units: Mapping[str, Any] = state.all(self.records[0])
        for unit in units.values():
            if unit.place in hexes:
                yield unit.side, unit.place, float(getattr(unit, "steps", 1))

    def counter_bounds(self, data: Mapping[str, Plain]) -> Mapping[str, tuple[int, int]]:
        """The least and greatest value of counters that conditions may ask for, as far as they are known."""
        return {}

    def counters(self, sides: Sequence[Side], data: Mapping[str, Plain]) -> Mapping[str, str]:
        """What conditions may count: titles by name; by default the counters of the score."""
        return {name: name for name in self.score_cases if name not in HELD}

    def as_it_begins(self, document: ScenarioDocument) -> State:
        """The position before anything has run, with every option as the scenario has it."""
        return self.first_state(self.open_document(document, {}), Dice(""))

    def check(self, document: ScenarioDocument) -> list[Finding]:
        """What is wrong with a scenario by the rules of this game."""
        return list(self.findings(document, lambda: self.as_it_begins(document)))

    def findings(self, document: ScenarioDocument, opened: Callable[[], State]) -> Iterable[Finding]:
        """The same as an iterator; `opened` is the position at the start.

        A game that looks at nothing itself tells what keeps a scenario with units from beginning.
        """
        if document.units:
            try:
                opened()
            except BadInput as bad:
                yield error("set-up", f"The game cannot begin: {bad}.")

    def paper_markers(self, document: ScenarioDocument) -> Iterable[MarkerKind]:
        """The markers that are needed to play this scenario on paper."""
        return ()

    def printed_faces(self, document: ScenarioDocument) -> PrintedFaces:
        """What is printed on the counters of a scenario: what the table shows before anything has happened.
        The function that it returns raises BadInput for a unit whose ratings are not those of the game."""
        return faces_by_ratings(document, self.rating_fields_for(document.data))

    def faces_at_start(
        self,
        document: ScenarioDocument,
        show: Callable[[State, Any], Counter],
        sides: Callable[[Any], Iterable[Any]],
    ) -> PrintedFaces:
        """Faces for a game whose counters get values from its charts: `show` makes the counter of a record in
        the position at the start, `sides` are the record and what it may become by losing steps."""
        by_ratings = faces_by_ratings(document, self.rating_fields_for(document.data))
        begun = cache(lambda: self.as_it_begins(document))

        def faces(unit: Unit) -> Sequence[Counter]:
            record = begun().tables[self.records[0]].get(unit.id)
            if record is None:
                return by_ratings(unit)
            shown = (show(begun(), one) for one in sides(record))
            return list(dict.fromkeys(replace(one, place="", statuses=()) for one in shown))

        return faces

    # charts

    def chart_texts(self) -> Mapping[str, str]:
        """The text of every printed chart by its name."""
        folder = self._own("charts") or _resources() / "charts" / self.key
        return {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.toml"))}

    def check_chart(self, name: str, changes: Mapping[str, Any]) -> None:
        """BadInput if the game cannot be played with these changes of a chart."""
        if self.chart_book is not None:
            self.chart_book.check(name, changes)
            return
        raise BadInput(f"{self.title} reads no chart {name!r:.40}, so it cannot be changed")


def _no_two_alike(records: Iterable[Keyed]) -> None:
    names: set[tuple[type, str]] = set()
    for record in records:
        name = (type(record), record.key)
        if name in names:
            raise BadInput(f"Two records of {type(record).__name__} are called {record.key!r:.40}")
        names.add(name)


def _resources() -> Path:
    return FOLDER


@lru_cache(maxsize=32)
def _whole_text(path: Path, maps: Path) -> str:
    text = path.read_text(encoding="utf-8")
    named = map_key_of(text)
    if not named:
        return text
    return dumps(loads(text, {named: _map(maps, named)}))


@lru_cache(maxsize=8)
def _map(folder: Path, key: str) -> MapSheet:
    path = folder / f"{key}.toml"
    if not path.is_file():
        raise BadInput(f"The map {key!r:.60} is not among the resources")
    return loads_map(path.read_text(encoding="utf-8"))


@lru_cache(maxsize=8)
def _document(text: str) -> ScenarioDocument:
    return loads(text)
