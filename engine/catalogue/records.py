"""The tables of the catalogue.

The plain classes validate a row; the classes with `table=True` only describe the tables, since SQLModel does
not validate those. Rows of a scenario are kept by scenario and position and go with it. What they say about
each other (a unit's side, a set-up's hex) is checked by `engine.catalogue.check`, not by the database: a
scenario under construction may be saved as it is.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from pydantic import ConfigDict
from sqlalchemy import BigInteger, Index, MetaData, Table, Text, UniqueConstraint, false
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

from engine.catalogue.plain_data import LARGEST_NUMBER

APPLICATION_ID: Final = 0x5374_4C6E
"""In the header of every catalogue file: "StLn"."""
VERSION_TABLE: Final = "startline_schema"

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)
_CLUSTERED: Final = {"sqlite_with_rowid": False}


class Record(SQLModel, registry=registry(metadata=METADATA)):
    """A row with strict types: "3" is not a number."""

    model_config: ClassVar[Any] = ConfigDict(strict=True, extra="forbid")


def table_of(record: type[Record]) -> Table:
    """The table of a record class."""
    table = record.__table__  # type: ignore[attr-defined]
    assert isinstance(table, Table)
    return table


class Property(Record, table=True):
    """Facts about the catalogue itself, such as which shipped content it holds."""

    __tablename__ = "properties"
    name: str = Field(primary_key=True, sa_type=Text)
    value: str = Field(sa_type=Text)


class Game(Record, table=True):
    __tablename__ = "games"
    key: str = Field(primary_key=True, sa_type=Text)
    title: str = Field(sa_type=Text)


class Map(Record):
    """A map never changes: a scenario whose map is changed gets another row. Long lists are JSON."""

    key: str = Field(sa_type=Text, min_length=1)
    title: str = Field(sa_type=Text)
    digest: str = Field(sa_type=Text)
    grid: str = Field(sa_type=Text)
    terrain: str = Field(sa_type=Text)
    features: str = Field(sa_type=Text)
    hexsides: str = Field(sa_type=Text)
    rest: str = Field(sa_type=Text)
    """Labels, regions, boxes, aliases, georeference, legend, data."""


class MapTable(Map, table=True):
    __tablename__ = "maps"
    __table_args__ = (UniqueConstraint("digest"), Index(None, "key"))
    id: int | None = Field(default=None, primary_key=True)
    shipped: bool


class Scenario(Record):
    key: str = Field(sa_type=Text, min_length=1)
    title: str = Field(sa_type=Text)
    game: str = Field(sa_type=Text, foreign_key="games.key")
    map: int = Field(foreign_key="maps.id")
    shipped: bool
    revision: int = Field(sa_type=BigInteger, ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)
    area: str = Field(sa_type=Text)
    first_turn: int = Field(sa_type=BigInteger, ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)
    last_turn: int = Field(sa_type=BigInteger, ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)
    turn_names: str = Field(sa_type=Text)
    features: str = Field(sa_type=Text)
    regions: str = Field(sa_type=Text)
    description: str = Field(sa_type=Text)
    complexity: int = Field(sa_type=BigInteger, ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)
    minutes: int = Field(sa_type=BigInteger, ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)
    balance: str = Field(sa_type=Text)
    data: str = Field(sa_type=Text)
    draft: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Repeats what the data say, so that a list of scenarios need not read them."""
    tags: str = Field(default="", sa_type=Text, sa_column_kwargs={"server_default": ""})


class ScenarioTable(Scenario, table=True):
    __tablename__ = "scenarios"
    __table_args__ = (UniqueConstraint("key"), Index(None, "game"), Index(None, "map"))
    id: int | None = Field(default=None, primary_key=True)


class Part(Record):
    """One row of a scenario."""

    scenario: int = Field(primary_key=True, foreign_key="scenarios.id", ondelete="CASCADE")
    position: int = Field(primary_key=True)


class Side(Part):
    key: str = Field(sa_type=Text)
    title: str = Field(sa_type=Text)
    colour: str = Field(sa_type=Text)
    data: str = Field(sa_type=Text)


class SideTable(Side, table=True):
    __tablename__ = "sides"
    __table_args__ = (_CLUSTERED,)


class Formation(Part):
    key: str = Field(sa_type=Text)
    title: str = Field(sa_type=Text)
    side: str = Field(sa_type=Text)
    parent: str = Field(sa_type=Text)
    ratings: str = Field(sa_type=Text)


class FormationTable(Formation, table=True):
    __tablename__ = "formations"
    __table_args__ = (_CLUSTERED,)


class UnitType(Part):
    key: str = Field(sa_type=Text)
    title: str = Field(sa_type=Text)
    symbol: str = Field(sa_type=Text)
    ratings: str = Field(sa_type=Text)


class UnitTypeTable(UnitType, table=True):
    __tablename__ = "unit_types"
    __table_args__ = (_CLUSTERED,)


class Unit(Part):
    id: str = Field(sa_type=Text)
    name: str = Field(sa_type=Text)
    side: str = Field(sa_type=Text)
    type: str = Field(sa_type=Text)
    formation: str = Field(sa_type=Text)
    size: str = Field(sa_type=Text)
    ratings: str = Field(sa_type=Text)
    order: int = Field(sa_type=BigInteger, ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)


class UnitTable(Unit, table=True):
    __tablename__ = "units"
    __table_args__ = (Index(None, "scenario", "id"), Index(None, "name"), _CLUSTERED)


class Setup(Part):
    unit: str = Field(sa_type=Text)
    kind: str = Field(sa_type=Text)
    at: str = Field(sa_type=Text)
    distance: int = Field(sa_type=BigInteger, ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)
    data: str = Field(sa_type=Text)


class SetupTable(Setup, table=True):
    __tablename__ = "setups"
    __table_args__ = (Index(None, "scenario", "unit"), _CLUSTERED)


class ScheduleEntry(Part):
    kind: str = Field(sa_type=Text)
    turn: int = Field(sa_type=BigInteger, ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)
    side: str = Field(sa_type=Text)
    unit: str = Field(sa_type=Text)
    place: str = Field(sa_type=Text)
    amount: int = Field(sa_type=BigInteger, ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)
    data: str = Field(sa_type=Text)


class ScheduleTable(ScheduleEntry, table=True):
    __tablename__ = "schedule"
    __table_args__ = (Index(None, "scenario", "turn"), _CLUSTERED)


class Allotment(Part):
    side: str = Field(sa_type=Text)
    what: str = Field(sa_type=Text)
    amount: int = Field(sa_type=BigInteger, ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)
    turn: int = Field(sa_type=BigInteger, ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)


class AllotmentTable(Allotment, table=True):
    __tablename__ = "allotments"
    __table_args__ = (_CLUSTERED,)


class StartLine(Part):
    key: str = Field(sa_type=Text)
    title: str = Field(sa_type=Text)
    points: str = Field(sa_type=Text)
    left: str = Field(sa_type=Text)
    right: str = Field(sa_type=Text)
    closed: bool
    on_line: str = Field(sa_type=Text)
    exceptions: str = Field(sa_type=Text)


class StartLineTable(StartLine, table=True):
    __tablename__ = "start_lines"
    __table_args__ = (_CLUSTERED,)


class VictoryCondition(Part):
    key: str = Field(sa_type=Text)
    when: str = Field(sa_type=Text)
    title: str = Field(sa_type=Text)
    body: str = Field(sa_type=Text)
    """Test, score, bands, winner, level and turns, as JSON."""


class VictoryConditionTable(VictoryCondition, table=True):
    __tablename__ = "victory_conditions"
    __table_args__ = (_CLUSTERED,)


class Option(Part):
    key: str = Field(sa_type=Text)
    title: str = Field(sa_type=Text)
    default: str = Field(sa_type=Text)
    choices: str = Field(sa_type=Text)
    text: str = Field(sa_type=Text)


class OptionTable(Option, table=True):
    __tablename__ = "options"
    __table_args__ = (_CLUSTERED,)


class SpecialRule(Part):
    id: str = Field(sa_type=Text)
    parameters: str = Field(sa_type=Text)
    text: str = Field(sa_type=Text)


class SpecialRuleTable(SpecialRule, table=True):
    __tablename__ = "special_rules"
    __table_args__ = (_CLUSTERED,)


class SavedGame(Record):
    """A game in progress: everything needed to begin it, and the latest state as a shortcut."""

    name: str = Field(sa_type=Text, min_length=1)
    autosave: bool
    game: str = Field(sa_type=Text)
    scenario: str = Field(sa_type=Text)
    header: str = Field(sa_type=Text)
    changed: str = Field(sa_type=Text)
    snapshot: str = Field(sa_type=Text)
    snapshot_at: int
    """The number of actions before the snapshot."""


class SavedGameTable(SavedGame, table=True):
    __tablename__ = "saved_games"
    __table_args__ = (UniqueConstraint("name", "autosave"),)
    id: int | None = Field(default=None, primary_key=True)


class GameLease(Record):
    """Who plays a saved game now. Times are UTC, in ISO form."""

    saved_game: int = Field(primary_key=True, foreign_key="saved_games.id", ondelete="CASCADE")
    token: str = Field(sa_type=Text)
    """Known only to the holder, so that a holder who lost the lease notices it."""
    user_name: str = Field(sa_type=Text)
    host: str = Field(sa_type=Text)
    machine: str = Field(sa_type=Text)
    process: int = Field(sa_type=BigInteger)
    started: str = Field(sa_type=Text)
    since: str = Field(sa_type=Text)
    renewed: str = Field(sa_type=Text)


class GameLeaseTable(GameLease, table=True):
    __tablename__ = "game_leases"


class GameAction(Record):
    saved_game: int = Field(primary_key=True, foreign_key="saved_games.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    side: str = Field(sa_type=Text)
    action: str = Field(sa_type=Text)
    digest: str = Field(sa_type=Text)
    auto: bool
    joined: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Submitted together with the action before it."""


class GameActionTable(GameAction, table=True):
    __tablename__ = "game_actions"
    __table_args__ = (_CLUSTERED,)


class LabScenario(Record):
    """A scenario as games of the balance lab were played with it."""

    digest: str = Field(primary_key=True, sa_type=Text)
    text: str = Field(sa_type=Text)


class LabScenarioTable(LabScenario, table=True):
    __tablename__ = "lab_scenarios"
    __table_args__ = (_CLUSTERED,)


class LabGame(Record):
    """A game between bots: everything that decided it, what was noted, and its actions, one in a line."""

    key: str = Field(primary_key=True, sa_type=Text)
    game: str = Field(sa_type=Text)
    scenario: str = Field(sa_type=Text, index=True)
    digest: str = Field(sa_type=Text, foreign_key="lab_scenarios.digest")
    seed: str = Field(sa_type=Text)
    bots: str = Field(sa_type=Text)
    options: str = Field(sa_type=Text)
    figures: str = Field(sa_type=Text)
    actions: str = Field(sa_type=Text)


class LabGameTable(LabGame, table=True):
    __tablename__ = "lab_games"
    __table_args__ = (_CLUSTERED,)
