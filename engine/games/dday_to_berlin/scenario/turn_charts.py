"""The tables of the turn: first move, supports, rally, command, activation, movement, engineering, night."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.games.dday_to_berlin.scenario.chart_form import (
    CLASSES,
    QUALITIES,
    Span,
    gaps,
    off_the_die,
    within,
)
from engine.mechanics.chart import Chart, not_given
from engine.record import Record

GOINGS: Final = frozenset(("normal", "alone", "road", "never"))
TASKS: Final = ("dig", "bridge", "demolish", "raze", "dismount")


class FirstMove(Chart):
    die: str
    add: str
    chooses: str
    tie: str
    afterwards: str


class SupportAvailability(Chart):
    die: str
    available: Span
    order: tuple[str, ...]

    def faults(self) -> Iterator[str]:
        yield from off_the_die(self.available, "a support is available on")


class Rally(Chart):
    die: str
    success: Mapping[str, Span]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.success, QUALITIES, "success")
        for quality, span in self.success.items():
            yield from off_the_die(span, f"{quality} rallies on")


class CommandRange(Chart):
    zones: Mapping[str, int]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.zones, QUALITIES, "the range")
        if min(self.zones.values(), default=0) < 1:
            yield "a range is below 1"


class ActivationRow(Record):
    double: Span
    full: Span
    hold: Span
    fallback: Span

    def result(self, roll: int) -> str:
        """double, full, hold or fallback; a modified roll above 10 counts as 10."""
        face = min(max(roll, 1), 10)
        if within(face, self.full):
            return "full"
        if within(face, self.hold):
            return "hold"
        return "double" if within(face, self.double) else "fallback"


class Activation(Chart):
    die: str
    out_of_command: int
    out_of_supply: int
    rows: Mapping[str, ActivationRow]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.rows, QUALITIES, "a row")
        for row in self.rows.values():
            yield from gaps((row.double, row.full, row.hold, row.fallback))


class Allowance(Record):
    """Movement points of a class by the result of its activation, and as a road column."""

    hold: int
    full: int
    double: int
    column_full: int
    column_double: int


class Movement(Chart):
    zone_cost: int
    assault_cost: int
    rows: Mapping[str, Allowance]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.rows, CLASSES, "a row")
        for name, row in self.rows.items():
            if not 0 == row.hold < row.full < row.double:
                yield f"{name} should gain with each better result"


class Zone(Record):
    """A kind of ground: open or rough in combat, and how each class gets into it off the road."""

    code: str
    combat: str
    going: Mapping[str, str]


HEXSIDES = ("river without bridge", "river with bridge", "road")


class Terrain(Chart):
    zones: Mapping[str, Zone]
    hexsides: Mapping[str, Mapping[str, str]]

    def faults(self) -> Iterator[str]:
        tables = {**{kind: zone.going for kind, zone in self.zones.items()}, **self.hexsides}
        for kind, going in tables.items():
            yield from not_given(going, CLASSES, f"the going of {kind}")
            if not GOINGS.issuperset(going.values()):
                yield f"the going of {kind} should be one of {', '.join(sorted(GOINGS))}"
        yield from not_given(self.hexsides, HEXSIDES, "the going")
        for kind, zone in self.zones.items():
            if zone.combat not in ("open", "rough", "none"):
                yield f"{kind} is neither open nor rough nor out of the fight"


class Stacking(Chart):
    limit: int
    points: Mapping[str, int]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.points, ("battalion", "detachment", "headquarters"), "the points")


class Zoc(Chart):
    exerted_by: tuple[str, ...]
    sizes: tuple[str, ...]
    extent: str
    cancelled_by_friend_for: tuple[str, ...]


class Facing(Chart):
    """Directions relative to the facing, clockwise."""

    directions: tuple[str, ...]
    front: tuple[int, ...]
    flank: tuple[int, ...]
    rear: tuple[int, ...]

    def faults(self) -> Iterator[str]:
        if sorted((*self.front, *self.flank, *self.rear)) != list(range(6)) or len(self.directions) != 6:
            yield "front, flank and rear should share out the six hexsides"


class Visibility(Chart):
    """How far a zone is seen, by its combat class; a prepared position hides it."""

    open: int
    rough: int
    prepared: int
    air_sees_anywhere: tuple[str, ...]

    def faults(self) -> Iterator[str]:
        if not 1 <= self.prepared <= self.rough <= self.open:
            yield "rough terrain and positions should not be seen farther than open ground"


class Task(Record):
    """Engineering phases that a task takes by day, with ENG at work, and at night."""

    who: tuple[str, ...]
    phases: int
    with_eng: int
    night: int
    near_enemy: str


class Demolition(Record):
    die: str
    eng: Span
    others: Span


class Engineering(Chart):
    tasks: Mapping[str, Task]
    demolition: Demolition

    def faults(self) -> Iterator[str]:
        yield from not_given(self.tasks, TASKS, "a task")
        yield from off_the_die(self.demolition.eng, "ENG blows a bridge on")
        yield from off_the_die(self.demolition.others, "others blow a bridge on")


class Supply(Chart):
    off_road_steps: int
    blocked_by: tuple[str, ...]
    effects: tuple[str, ...]
    at_night: str


class NightTrack(Chart):
    die: str
    night_at: int
    reset_to: int

    def faults(self) -> Iterator[str]:
        if self.night_at <= self.reset_to:
            yield "night would fall at once"


class NightSequence(Chart):
    steps: tuple[str, ...]
