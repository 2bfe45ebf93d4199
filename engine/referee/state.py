"""The position: plain tables of frozen records, shared between states until one is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from inspect import isgeneratorfunction
from typing import TYPE_CHECKING, Any, Concatenate, Final, NoReturn, ParamSpec, Protocol, TypeVar, cast

from engine.referee.dice import Dice
from engine.referee.outcome import Outcome
from engine.referee.refusal import RulesBug

if TYPE_CHECKING:
    from engine.referee.frame import Frame


class Keyed(Protocol):
    """A record with a key; the one record of a table that holds a single thing has the key ""."""

    @property
    def key(self) -> str: ...


R = TypeVar("R", bound=Keyed)
P = ParamSpec("P")
T = TypeVar("T")


class Scenario:
    """What never changes during a game: ground, charts, options. Each game has its own subclass."""

    def __init__(self, key: str, sides: tuple[str, ...], options: Mapping[str, Any]) -> None:
        self.key = key
        self.sides = sides
        self.options = options

    def other(self, side: str) -> str:
        """The opponent in a game of two sides."""
        first, second = self.sides
        return second if side == first else first

    def title_of(self, side: str) -> str:
        """What a side is called."""
        return side

    @property
    def map_targets(self) -> Mapping[str, Sequence[str]]:
        """Every place of the map that an action can name, by the kind of target."""
        return {}

    def name_of(self, here: str) -> str:
        """What a hex is called."""
        return here

    def region_hexes(self, region: str) -> Sequence[str]:
        """The hexes of a region that an action can name."""
        return ()

    def region_title(self, region: str) -> str:
        """What a region is called."""
        return region


class Table(dict[str, Any]):
    """One kind of record by key. `memo` holds what was derived from exactly this content.

    Every change of the content changes the stamp, so that a changed table can be recognised.
    """

    __slots__ = ("memo", "stamp")

    def __init__(self, content: Iterable[tuple[str, Any]] | Mapping[str, Any] = ()) -> None:
        self.update(content)
        self.memo: dict[Any, Any] = {}
        self.stamp = object()


class State:
    """A position between two actions. Nothing here writes: only a `Transaction` makes the next state."""

    __slots__ = ("dice", "frames", "memo", "outcome", "scenario", "tables")

    def __init__(
        self,
        scenario: Scenario,
        tables: dict[type, Table],
        frames: tuple[Frame, ...],
        dice: Dice,
        outcome: Outcome | None = None,
    ) -> None:
        self.scenario = scenario
        self.tables = tables
        self.frames = frames
        self.dice = dice
        self.outcome = outcome
        self.memo: dict[Any, Any] = {}

    @classmethod
    def new(
        cls,
        scenario: Scenario,
        kinds: Iterable[type],
        records: Iterable[Keyed],
        frames: tuple[Frame, ...],
        dice: Dice,
    ) -> State:
        """A first position; `kinds` are all the record classes the game has."""
        tables = {kind: Table() for kind in kinds}
        for record in records:
            table = tables.get(type(record))
            if table is None:
                raise no_table(type(record))
            if record.key in table:
                raise RulesBug(f"two {type(record).__name__} records are called {record.key!r}")
            table[record.key] = record
        return cls(scenario, tables, frames, dice)

    def clone(self) -> State:
        """Another state with the same content; tables are shared until one of them is written."""
        return State(self.scenario, dict(self.tables), self.frames, self.dice, self.outcome)

    def all(self, kind: type[R]) -> Mapping[str, R]:
        """Every record of this class by key. Make a list first to write while iterating."""
        try:
            return self.tables[kind]
        except KeyError:
            raise no_table(kind) from None

    def get(self, kind: type[R], key: str) -> R:
        """The record that must be there."""
        try:
            record: R = self.tables[kind][key]
            return record
        except KeyError:
            if kind not in self.tables:
                raise no_table(kind) from None
            raise RulesBug(f"no {kind.__name__} is called {key!r}") from None

    def find(self, kind: type[R], key: str) -> R | None:
        """The record, if it is there."""
        try:
            record: R | None = self.tables[kind].get(key)
            return record
        except KeyError:
            raise no_table(kind) from None

    def one(self, kind: type[R]) -> R:
        """The single record of a table such as the turn track."""
        return self.get(kind, "")

    @property
    def frame(self) -> Frame:
        """The frame on top of the stack."""
        return self.frames[-1]

    @property
    def place_in_sequence(self) -> str:
        """What is going on, from the outside in, without a title that only repeats the one before."""
        titles: list[str] = []
        for frame in self.frames:
            if frame.title and frame.title not in titles[-1:]:
                titles.append(frame.title)
        return " · ".join(titles)

    def innermost(self, kind: type[T]) -> T:
        """The nearest frame of this class on the stack."""
        for frame in reversed(self.frames):
            if isinstance(frame, kind):
                return frame
        raise RulesBug(f"no {kind.__name__} is going on")


def no_table(kind: type) -> RulesBug:
    """The error for a rule that reads or writes an unknown table."""
    return RulesBug(f"{kind.__name__} is not a table here: register it, or declare it in @derived")


class Excerpt(State):
    """What a @derived function is given: the tables that it declared, and nothing else."""

    __slots__ = ()

    def __init__(self, state: State, kinds: tuple[type, ...]) -> None:
        self.scenario = state.scenario
        self.tables = {}
        for kind in kinds:
            self.tables[kind] = state.tables[kind]
        self.memo = {}

    def __getattr__(self, name: str) -> NoReturn:
        raise RulesBug(f"a @derived function reads {name!r}, but is remembered by its tables alone")


_MOST: Final = 50_000
"""The most results that are cached for one table."""


def derived(
    *kinds: type,
) -> Callable[[Callable[Concatenate[State, P], T]], Callable[Concatenate[State, P], T]]:
    """Cache the result of a function of these tables (and the scenario) for as long as they are unchanged.

    The function is given a state that holds nothing else, so it cannot read what it did not declare. Without
    kinds it may read everything and is cached for this one state. Its arguments are keys or frozen
    records. All callers get the same object, so it must not be an iterator and must not be changed.
    """

    def decorate(function: Callable[Concatenate[State, P], T]) -> Callable[Concatenate[State, P], T]:
        if isgeneratorfunction(function):
            raise TypeError(
                f"{function.__name__} is @derived and so answers once: return a tuple, do not yield"
            )
        first, rest = kinds[0] if kinds else None, kinds[1:]

        @wraps(function)
        def read(state: State, *args: P.args, **kwargs: P.kwargs) -> T:
            tables = state.tables
            key = (function, args, *sorted(kwargs.items())) if kwargs else (function, args)
            try:
                memo = state.memo if first is None else tables[first].memo
                hit = memo.get(key)
                if hit is not None:
                    for kind, stamp in hit[1]:
                        if tables[kind].stamp is not stamp:
                            break
                    else:
                        known: T = hit[0]
                        return known
                source = state if first is None else Excerpt(state, kinds)
            except KeyError as missing:
                raise no_table(missing.args[0]) from None
            except TypeError as error:
                raise RulesBug(f"{function.__name__} cannot be remembered by {args}: {error}") from error
            value = function(source, *args, **kwargs)
            if len(memo) >= _MOST:
                memo.clear()
            memo[key] = (value, [(kind, tables[kind].stamp) for kind in rest] if rest else ())
            return value

        return cast("Callable[Concatenate[State, P], T]", read)

    return decorate
