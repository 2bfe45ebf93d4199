"""Statistics of a game by turn: strength, losses, hexes held, tracks and luck. No GUI code.

Everything is computed from the views and events of one side, so that statistics during a game reveal nothing
hidden; after the game everything is used.
"""

from __future__ import annotations

import re
from collections import Counter as Counted
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Final, TypeAlias

from msgspec import Struct, field

from engine.referee import save as saves
from engine.referee.event import Event
from engine.referee.game import Game
from engine.referee.measure import Measure
from engine.referee.outcome import Outcome
from engine.referee.public_seat import seat_of
from engine.referee.save import Save
from engine.referee.session import Session
from engine.referee.view import Counter, Track, View
from engine.referee.visible_step import VisibleStep

_NUMBER: Final = re.compile(r"-?\d+(?:/\d+)?")
_TURN: Final = re.compile(r"(?:turn )?(\d+)\b|turn ([a-z])\b", re.IGNORECASE)
_NOTATION: Final = re.compile(r"\b\d{1,2}d(\d{1,3}) shows\b")

Progress: TypeAlias = Callable[[int, int, str], None]


class Turn(Struct, frozen=True):
    """The state at the end of a turn, and the events of the turn."""

    title: str
    view: View
    lines: tuple[Event, ...]
    strength: Mapping[str, int]
    """Steps on the map by side."""
    lost: Mapping[str, int]
    """Steps lost since the game began."""
    held: Mapping[str, int]
    """Hexes held."""
    tracks: Mapping[tuple[str, str], Fraction]
    """Tracks that hold a number, by name and side."""
    measures: tuple[Measure, ...] = ()
    """What the game measures, and the tracks of powers."""

    @property
    def mark(self) -> str:
        """The label on the turn axis: the number or letter of a turn, else the initial of its title."""
        found = _TURN.match(self.title)
        return (found[1] or found[2]) if found else self.title[:1]


class Combat(Struct, frozen=True):
    """An action with random losses: expected and actual losses."""

    turn: int
    side: str
    text: str
    expected: Mapping[str, Fraction]
    actual: Mapping[str, int]
    step_number: int = 0
    """The action with which it began."""

    def luck(self, side: str) -> Fraction:
        """Steps gained by chance: own losses below and enemy losses above the expected ones."""
        sides = {*self.expected, *self.actual, side}
        gains = [
            self.expected.get(other, Fraction(0)) - self.actual.get(other, 0)
            if other == side
            else self.actual.get(other, 0) - self.expected.get(other, Fraction(0))
            for other in sorted(sides)
        ]
        return sum(gains, start=Fraction(0))


class Rolled(Struct, frozen=True):
    """All dice rolled by one side."""

    dice: int = 0
    pips: int = 0
    expected: Fraction = Fraction(0)

    @property
    def surplus(self) -> Fraction:
        """How much the mean die was above the expected value."""
        return (self.pips - self.expected) / self.dice if self.dice else Fraction(0)


class MeasuredChart(Struct, frozen=True):
    """Curves by turn of one thing that the game measures."""

    page: str
    title: str
    values: dict[tuple[str, str], list[int]]
    """A value for each turn, by side and power; 0 where there is none."""


class Statistics(Struct, frozen=True):
    """The statistics of one game as one side may know them; `viewing_side` None means everything."""

    viewing_side: str | None
    sides: tuple[str, ...]
    turns: tuple[Turn, ...]
    combats: tuple[Combat, ...]
    rolled: Mapping[str, Rolled]
    track_titles: Mapping[str, str]
    actions: int
    outcome: Outcome | None = None

    @property
    def length(self) -> int:
        """The number of turns played; intervals between turns, such as nights, do not count."""
        return sum(turn.mark.isdecimal() for turn in self.turns) or len(self.turns)

    def luck_by_turn(self, side: str) -> tuple[Fraction, ...]:
        """The cumulative luck of a side by turn."""
        sums = [Fraction(0)] * len(self.turns)
        for combat in self.combats:
            sums[combat.turn] += combat.luck(side)
        whole = Fraction(0)
        found = []
        for luck in sums:
            whole += luck
            found.append(whole)
        return tuple(found)

    def measured(self) -> list[MeasuredChart]:
        """The charts of what the game measures, in the order in which they first come up."""
        charts: dict[tuple[str, str], MeasuredChart] = {}
        for at, turn in enumerate(self.turns):
            for measure in turn.measures:
                chart = charts.setdefault(
                    (measure.page, measure.title), MeasuredChart(measure.page, measure.title, {})
                )
                values = chart.values.setdefault((measure.side, measure.power), [])
                values.extend([0] * (at - len(values)))
                values.append(measure.value)
        for chart in charts.values():
            for values in chart.values.values():
                values.extend([0] * (len(self.turns) - len(values)))
        return list(charts.values())

    def track_by_turn(self, name: str, side: str) -> tuple[Fraction, ...]:
        """A track of a side by turn; unknown values are 0."""
        return tuple(turn.tracks.get((name, side), Fraction(0)) for turn in self.turns)


def read_game(
    recorded: Callable[[], Save], game: Game, viewing_side: str | None, progress: Progress
) -> Statistics:
    """Replay a game and compute its statistics. Nothing is shared with the game on the table."""
    session = saves.replay(recorded(), game, lambda done, of: progress(done, of, "Replaying the game"))
    return count(session, viewing_side, progress)


def count(session: Session, viewing_side: str | None, progress: Progress) -> Statistics:
    """The statistics of a game from all its steps."""
    reader = _Reader(viewing_side, session.sides)
    actions = len(session)
    for step in seat_of(session, viewing_side).steps():
        reader.take(step)
        progress(step.number + 1, actions + 1, "Computing statistics")
    return reader.finished(actions, session.outcome)


class _Open(Struct):
    """A combat that is not resolved yet."""

    decision: tuple[int, str]
    """The decision in which it began: its depth and kind."""
    side: str
    text: str
    turn: int
    expected: Mapping[str, Fraction]
    lost_before: dict[str, int]
    step_number: int
    dice: bool = False

    def is_over(self, decision: tuple[int, str]) -> bool:
        """Whether the game is back at the decision in which the combat began, or further up."""
        return decision[0] < self.decision[0] or decision == self.decision


class _Reader(Struct):
    """Processes the steps of a game in order."""

    viewing_side: str | None
    sides: tuple[str, ...]
    turns: list[Turn] = field(default_factory=list)
    combats: list[Combat] = field(default_factory=list)
    rolled: dict[str, Rolled] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)
    lines: list[Event] = field(default_factory=list)
    view: View | None = None
    step: VisibleStep | None = None
    """The step before the current one."""
    decision: tuple[int, str] = (0, "")
    """The decision before the current step."""
    open: _Open | None = None

    def take(self, step: VisibleStep) -> None:
        """Process one step."""
        events = step.events
        self._begin_combat(step)
        if self.view is None or step.changed_records:
            self._look(step.view(), events, step.is_ruling)
        else:
            self.lines += events
        self._count_dice(step.side, events)
        self.decision, self.step = step.decision, step
        if self.open is not None and self.open.is_over(self.decision):
            self._end_combat()

    def _look(self, view: View, events: list[Event], corrected: bool) -> None:
        """Compare with the table before. What fell before a turn ended belongs to that turn."""
        old, self.view = self.view, view
        if old is None:
            self.lines += events
            return
        # A correction is not a loss.
        fallen = [] if corrected else list(losses(old, view, events, self.viewing_side))
        if old.turn != view.turn:
            begun = next((place for place, event in enumerate(events) if event.turn is not None), None)
            ended, events = events[: begun or 0], events[begun or 0 :]
            later = _mentioned(events) - _mentioned(ended) if begun is not None else set()
            self.lines += ended
            in_time = [(unit, steps) for unit, steps in fallen if unit.id not in later]
            self._count_lost(in_time)
            self._end_turn(old, in_time)
            fallen = [(unit, steps) for unit, steps in fallen if unit.id in later]
        self._count_lost(fallen)
        self.lines += events

    def _count_lost(self, fallen: list[tuple[Counter, int]]) -> None:
        for unit, steps in fallen:
            self.lost[unit.side] = self.lost.get(unit.side, 0) + steps

    def _end_turn(self, view: View, fallen: list[tuple[Counter, int]]) -> None:
        """Note the turn as it ended: with this table, less what fell in its last step."""
        left = strength(view, self.sides)
        for unit, steps in fallen:
            left[unit.side] -= steps
        numbers: dict[tuple[str, str], Fraction] = {}
        for track in view.tracks:
            name, value = track_name(track), track_number(track)
            if track.side and not track.power and value is not None:
                numbers[name, track.side] = value
                self.titles.setdefault(name, track_title(track))
        held = dict.fromkeys(self.sides, 0)
        for side in view.control.values():
            held[side] = held.get(side, 0) + 1
        self.turns.append(
            Turn(
                view.turn,
                view,
                tuple(self.lines),
                left,
                {side: self.lost.get(side, 0) for side in self.sides},
                held,
                numbers,
                self._measured(view),
            )
        )
        self.lines = []

    def _measured(self, view: View) -> tuple[Measure, ...]:
        """What the game measures at the end of a turn, else the tracks of powers."""
        found = self.step.measures() if self.step is not None else ()
        return found or tuple(_tracks_of_powers(view))

    # chance

    def _count_dice(self, side: str, events: list[Event]) -> None:
        for event in events:
            if not event.dice:
                continue
            if self.open is not None:
                self.open.dice = True
            found = _NOTATION.search(event.text)
            if side and found:
                so_far = self.rolled.get(side, Rolled())
                mean = Fraction(int(found[1]) + 1, 2)
                self.rolled[side] = Rolled(
                    so_far.dice + len(event.dice),
                    so_far.pips + sum(event.dice),
                    so_far.expected + mean * len(event.dice),
                )

    def _begin_combat(self, step: VisibleStep) -> None:
        """Start a combat; only previews of the viewing side are used, as others may know more."""
        preview = step.preview()
        expected = preview.expected_losses() if preview is not None else {}
        if preview is None or not any(expected.values()):
            return
        if self.open is not None and not self.open.dice:
            # The fight goes on: it remains that of the side which began it, whoever answers last.
            self.open.expected = expected
            return
        if self.open is not None:
            self._end_combat()
        text = preview.text or step.label()
        self.open = _Open(
            self.decision, step.side, text, len(self.turns), expected, dict(self.lost), step.number
        )

    def _end_combat(self) -> None:
        """End the combat; without dice it was cancelled or continues in another decision."""
        combat, self.open = self.open, None
        if combat is not None and combat.dice:
            actual = {
                side: steps - combat.lost_before.get(side, 0)
                for side, steps in self.lost.items()
                if steps > combat.lost_before.get(side, 0)
            }
            self.combats.append(
                Combat(combat.turn, combat.side, combat.text, combat.expected, actual, combat.step_number)
            )

    def finished(self, actions: int, outcome: Outcome | None) -> Statistics:
        """The statistics, including the current turn so far."""
        self._end_combat()
        if self.view is not None:
            self._end_turn(self.view, [])
        return Statistics(
            self.viewing_side,
            self.sides,
            tuple(self.turns),
            tuple(self.combats),
            dict(self.rolled),
            dict(self.titles),
            actions,
            outcome,
        )


def on_map(view: View) -> dict[str, Counter]:
    """The counters on the map by id."""
    boxes = {box.key for box in view.boxes}
    return {unit.id: unit for unit in view.counters if unit.place and unit.place not in boxes}


def strength(view: View, sides: tuple[str, ...]) -> dict[str, int]:
    """Steps on the map by side."""
    sums = dict.fromkeys(sides, 0)
    for unit in on_map(view).values():
        sums[unit.side] = sums.get(unit.side, 0) + unit.steps
    return sums


def _mentioned(events: list[Event]) -> set[str]:
    """The units that these events are about."""
    return {target for event in events for kind, target in event.about if kind == "unit"}


def losses(
    old: View, new: View, events: list[Event], viewing_side: str | None
) -> Iterator[tuple[Counter, int]]:
    """Units that lost steps or left the map, with the number of steps. A hidden enemy unit is not lost.

    Steps that another unit of the side has gained in the same hex are not lost: units split and join.
    """
    now, there = on_map(new), {unit.id for unit in new.counters}
    mentioned, gained = _mentioned(events), _gained(old, new)
    for key, unit in on_map(old).items():
        after, steps = now.get(key), 0
        if after is not None:
            if unit.known and after.known and after.steps < unit.steps:
                steps = unit.steps - after.steps
        elif key in there or viewing_side in (None, unit.side) or key in mentioned:
            steps = unit.steps
        kept = min(steps, gained[unit.side, unit.place])
        gained[unit.side, unit.place] -= kept
        if steps > kept:
            yield unit, steps - kept


def _gained(old: View, new: View) -> Counted[tuple[str, str]]:
    """Steps that units have gained on the map by side and hex; units that arrived from elsewhere are none."""
    before, known = on_map(old), {unit.id for unit in old.counters}
    gained: Counted[tuple[str, str]] = Counted()
    for key, unit in on_map(new).items():
        if key in before:
            gained[unit.side, unit.place] += max(0, unit.steps - before[key].steps)
        elif key not in known:
            gained[unit.side, unit.place] += unit.steps
    return gained


def _tracks_of_powers(view: View) -> Iterator[Measure]:
    for track in view.tracks:
        value = track_number(track)
        if track.power and value is not None:
            title = track.title.partition(": ")[2] or track.title
            yield Measure("By power", title[:1].upper() + title[1:], int(value), track.side, track.power)


def track_name(track: Track) -> str:
    """The name of a track without its side."""
    return track.key.removesuffix(f".{track.side}") if track.side else track.key


def track_title(track: Track) -> str:
    """The title of a track without its side."""
    return track.title.partition(":")[0]


def track_number(track: Track) -> Fraction | None:
    """The number of a track; of `3/8` the first."""
    found = _NUMBER.fullmatch(track.value.strip())
    return Fraction(int(track.value.strip().partition("/")[0])) if found else None
