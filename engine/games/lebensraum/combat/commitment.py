"""Air markers and leaders are put into a combat, one at a time in alternation (7.2-d)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from engine.games.lebensraum.combat.battle import Help, battle, place_of, units_of
from engine.games.lebensraum.combat.command import in_range
from engine.games.lebensraum.combat.odds import preview
from engine.games.lebensraum.headquarters.reserves import end_reserve
from engine.games.lebensraum.headquarters.staff import return_staff
from engine.games.lebensraum.leaders.values import value
from engine.games.lebensraum.markers.records import AIR, COMMITTED, SUPPORT, PlacedMarker, under
from engine.games.lebensraum.records import SEGMENT, STAFF, WITH_HQ, Leader, Unit
from engine.games.lebensraum.special.entry import FINNISH, refusals_to_end, refusals_to_enter
from engine.mechanics.menu import Menu, PickOne, order
from engine.mechanics.telling import tell
from engine.referee import (
    PASS,
    Action,
    Alternating,
    Choice,
    Preview,
    Refusal,
    State,
    Transaction,
    case,
    marked,
)

HELPED: Final = "has helped"
"""The mark of a headquarters or a staff leader whose value was used in this segment."""
LEAD: Final = "lead"
LEAD_WITH_HQ: Final = "lead_with_hq"
AIR_SUPPORT: Final = "air"
ADVISE: Final = "advise"


class CommitMarkers(Alternating):
    """The phasing side first; who passes adds no more."""

    title = "Markers and leaders"
    pass_is_final = True

    @case("7.2-d")
    def ask(self, state: State, side: str) -> Choice | None:
        menu = Commit(side)
        return menu if menu.is_open(state) else None


def commanding(state: State, side: str) -> list[str]:
    """The headquarters that put a unit of this side in command in this combat."""
    now = battle(state)
    return list(dict.fromkeys(hq for key in now.keys(side) if (hq := now.headquarters_of(key))))


def commanded_by(state: State, side: str, hq: str) -> list[str]:
    """The units of this side in the combat that a headquarters has put in command."""
    now = battle(state)
    return [unit.key for unit in units_of(state, now.keys(side)) if now.headquarters_of(unit.key) == hq]


@case("7.4611-a", "11.4-d")
def refusals_to_support(state: State, side: str, marker: PlacedMarker) -> Iterator[Refusal]:
    """An air marker under a headquarters that puts a unit of this combat in command."""
    if marker.side != side or marker.kind != AIR or marker.mission != SUPPORT:
        yield Refusal("7.4611-a", f"{marker.key} is no air marker of this side under a headquarters")
    elif marker.under not in commanding(state, side):
        hq = state.get(Unit, marker.under)
        yield Refusal("7.4611-a", f"{hq.name} puts no unit of this combat in command")


@case("7.45-b", "7.45-c", "9.2-c", "9.3-a")
def refusals_to_lead(state: State, side: str, leader: Leader) -> Iterator[Refusal]:
    """A front leader who commands a unit of this combat and has not helped in this segment."""
    if leader.side != side or leader.post != WITH_HQ:
        yield Refusal("7.45-b", f"{leader.name} is no front leader of this side")
        return
    hq = state.get(Unit, leader.hq)
    if not commanded_by(state, side, hq.key):
        yield Refusal("7.45-b", f"{leader.name} commands no unit of this combat")
    if marked(state, hq.key, HELPED):
        yield Refusal("7.45-c", f"a leader of {hq.name} has helped in this segment")
    if not value(state, leader):
        yield Refusal("9.2-c", f"{leader.name} has a value of 0")


@case("12.2-c", "9.6-a", "11.7-a", "12.1-c")
def refusals_to_join(state: State, leader: Leader, key: str, verb: str) -> Iterator[Refusal]:
    """No headquarters goes to a unit that attacks from the sea, or where it could not move. Neither it nor
    its leader leaves Finland."""
    unit, hq = state.get(Unit, key), state.get(Unit, leader.hq)
    if verb == LEAD_WITH_HQ and not unit.on_map:
        yield Refusal("12.2-c", f"{unit.name} attacks from the sea, where {hq.name} cannot go")
    elif verb == LEAD_WITH_HQ or hq.nation == FINNISH:
        yield from refusals_to_enter(state, hq, unit.place)
        yield from refusals_to_end(state, hq, unit.place)


@case("11.6-g", "11.6-b")
def advised(state: State, side: str, leader: Leader) -> list[str]:
    """The units of the combat within range of the headquarters that a staff leader is with: they need be
    neither in command nor belong to it."""
    hq = state.get(Unit, leader.hq)
    found = units_of(state, battle(state).keys(side))
    return [unit.key for unit in found if unit.power == hq.power and in_range(state, unit, hq)]


@case("11.6-g", "9.2-c")
def refusals_to_advise(state: State, side: str, leader: Leader) -> Iterator[Refusal]:
    """A staff leader with a headquarters, once in a segment."""
    if leader.side != side or leader.post != STAFF:
        yield Refusal("11.6-g", f"{leader.name} is not on the General Staff of this side")
    elif not leader.hq:
        yield Refusal("11.6-g", f"{leader.name} is in the capital, with no headquarters")
    elif not advised(state, side, leader):
        yield Refusal("11.6-g", f"no unit of this combat is in range of the headquarters of {leader.name}")
    elif marked(state, leader.key, HELPED):
        yield Refusal("11.6-g", f"{leader.name} has added his value in this segment")
    elif not value(state, leader):
        yield Refusal("9.2-c", f"{leader.name} has a value of 0")


# what it does


@case("7.4611-b", "7.4611-c")
def support(tx: Transaction, key: str, unit: Unit) -> None:
    """The marker goes to the hex of the unit and stays there."""
    marker = tx.state.get(PlacedMarker, key)
    tx.put(replace(marker, mission=COMMITTED, place=place_of(tx.state, unit), under=""))
    tell(tx, "AirCommitted", f"An air marker supports {unit.name}", "7.4611-b", unit=unit.key)


@case("7.45-b", "7.45-c", "9.3-a")
def lead(tx: Transaction, key: str, unit: Unit) -> None:
    """The leader is put with the unit and adds his value; his headquarters stays."""
    leader = tx.state.get(Leader, key)
    add_help(tx, Help(unit.key, key, value(tx.state, leader)))
    tx.put(replace(leader, at=unit.place))
    tx.mark(leader.hq, HELPED, SEGMENT)
    tell(tx, "LeaderCommitted", f"{leader.name} leads {unit.name}", "7.45-b", marker=key, unit=unit.key)


@case("7.45-b", "11.6-e", "11.3-e")
def lead_with_hq(tx: Transaction, key: str, unit: Unit) -> None:
    """His headquarters goes with him, with its air markers, and is no longer in reserve; staff leaders return
    to the capital."""
    lead(tx, key, unit)
    hq = tx.state.get(Unit, tx.state.get(Leader, key).hq)
    if hq.place != unit.place:
        tx.put(replace(hq, place=unit.place))
        end_reserve(tx, hq.key)
        return_staff(tx, hq.key, "11.6-e")
        tell(tx, "HqMoved", f"{hq.name} goes with him", "7.45-b", unit=hq.key, hex=unit.place)


@case("11.6-g", "9.0-d")
def advise(tx: Transaction, key: str, unit: Unit) -> None:
    """A staff leader adds his value from where he is."""
    leader = tx.state.get(Leader, key)
    add_help(tx, Help(unit.key, key, value(tx.state, leader), from_staff=True))
    tx.mark(key, HELPED, SEGMENT)
    tell(tx, "LeaderCommitted", f"{leader.name} of the Staff helps {unit.name}", "11.6-g", marker=key)


def add_help(tx: Transaction, one: Help) -> None:
    """Write it down for this combat."""
    now = battle(tx.state)
    tx.put(replace(now, help=(*now.help, one)))


DEEDS: Final = {AIR_SUPPORT: support, LEAD: lead, LEAD_WITH_HQ: lead_with_hq, ADVISE: advise}
HELP: Final = {AIR_SUPPORT: "7.4611-b", LEAD: "7.45-b", LEAD_WITH_HQ: "7.45-b", ADVISE: "11.6-g"}
"""The cases of the ways to help a unit."""


class Commit(Menu):
    """Add a marker or a leader, or pass for the rest of this combat."""

    title = "Markers and leaders"
    ruled_by = "7.1-b"
    otherwise = "@ is not possible: markers and leaders are added, or nothing more"

    def prompt(self, state: State) -> str:
        return "Add an air marker or a leader to this combat?"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    def whereabouts(self, state: State) -> Iterable[str]:
        return (battle(state).target,)

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """Air markers and leaders are records of two kinds, and no other marker is added to a combat."""
        known = action.kind != "marker" or self.read_target(state, "marker", action.target) is not None
        return super().refusals(state, action) if known else self.refusals_otherwise(state, action)

    def read_target(self, state: State, kind: str, name: str) -> Any:
        return state.find(PlacedMarker, name) or state.find(Leader, name)

    def name_of(self, state: State, action: Action) -> str:
        found = self.read_target(state, action.kind, action.target)
        if isinstance(found, PlacedMarker):
            hq = state.find(Unit, found.under)
            return f"from {hq.name}" if hq else found.key
        return found.name if isinstance(found, Leader) else super().name_of(state, action)

    def units_for(self, state: State, verb: str, key: str) -> list[str]:
        """The units that can be helped in this way; an air marker helps the first unit of each hex."""
        if verb == AIR_SUPPORT:
            first: dict[str, str] = {}
            for unit in units_of(state, battle(state).keys(self.side)):
                first.setdefault(place_of(state, unit), unit.key)
            return list(first.values())
        leader = state.get(Leader, key)
        if verb == ADVISE:
            return advised(state, self.side, leader)
        found = commanded_by(state, self.side, leader.hq)
        return [one for one in found if next(refusals_to_join(state, leader, one, verb), None) is None]

    def commit(self, tx: Transaction, verb: str, key: str) -> None:
        """Add it to the only unit that it can help, or ask which."""
        units = self.units_for(tx.state, verb, key)
        if len(units) > 1:
            tx.replace(ChooseHelped(self.side, tuple(units), source=key, how=verb))
            return
        DEEDS[verb](tx, key, tx.state.get(Unit, units[0]))
        tx.pop("done")

    @order(AIR_SUPPORT, "marker", "Air support:")
    def air(self, tx: Transaction, marker: PlacedMarker) -> None:
        self.commit(tx, AIR_SUPPORT, marker.key)

    @air.targets
    def air_markers(self, state: State) -> Iterable[str]:
        """One marker of each headquarters: they are all alike."""
        own = (unit for unit in state.all(Unit).values() if unit.is_hq and unit.side == self.side)
        found = (under(state, hq.key, SUPPORT) for hq in own if hq.on_map)
        return [markers[0].key for markers in found if markers]

    @air.against
    def refusals_to_support(self, state: State, marker: PlacedMarker | Leader) -> Iterator[Refusal]:
        if isinstance(marker, Leader):
            yield Refusal("7.4611-a", f"{marker.name} is no air marker")
        else:
            yield from refusals_to_support(state, self.side, marker)

    @order(LEAD, "marker", "Into the battle:")
    def lead(self, tx: Transaction, leader: Leader) -> None:
        self.commit(tx, LEAD, leader.key)

    @order(LEAD_WITH_HQ, "marker", "Into the battle with his headquarters:")
    def lead_with_hq(self, tx: Transaction, leader: Leader) -> None:
        self.commit(tx, LEAD_WITH_HQ, leader.key)

    def front_leaders(self, state: State) -> list[str]:
        """The front leaders of the side."""
        found = state.all(Leader).values()
        return [one.key for one in found if one.side == self.side and one.post == WITH_HQ]

    @lead.targets
    def to_lead(self, state: State) -> Iterable[str]:
        return self.front_leaders(state)

    @lead_with_hq.targets
    def to_lead_with_hq(self, state: State) -> Iterable[str]:
        return self.front_leaders(state)

    @lead.against
    def refusals_to_commit_leader(self, state: State, leader: Leader) -> Iterator[Refusal]:
        yield from self._refusals_to_lead(state, leader, LEAD)

    @lead_with_hq.against
    def refusals_to_commit_both(self, state: State, leader: Leader) -> Iterator[Refusal]:
        yield from self._refusals_to_lead(state, leader, LEAD_WITH_HQ)

    def _refusals_to_lead(self, state: State, leader: Leader | PlacedMarker, verb: str) -> Iterator[Refusal]:
        """He may lead, and there is a unit that he can join."""
        if isinstance(leader, PlacedMarker):
            yield Refusal("7.45-b", f"{leader.key} is no leader")
            return
        found = list(refusals_to_lead(state, self.side, leader))
        yield from found
        if not found and not self.units_for(state, verb, leader.key):
            for unit in commanded_by(state, self.side, leader.hq):
                yield from refusals_to_join(state, leader, unit, verb)

    @order(ADVISE, "marker", "Staff leader:")
    def advise(self, tx: Transaction, leader: Leader) -> None:
        self.commit(tx, ADVISE, leader.key)

    @advise.targets
    def to_advise(self, state: State) -> Iterable[str]:
        found = state.all(Leader).values()
        return [one.key for one in found if one.side == self.side and one.post == STAFF and one.hq]

    @advise.against
    def refusals_to_advise(self, state: State, leader: Leader | PlacedMarker) -> Iterator[Refusal]:
        if isinstance(leader, PlacedMarker):
            yield Refusal("11.6-g", f"{leader.key} is no leader")
        else:
            yield from refusals_to_advise(state, self.side, leader)

    @order("pass", "none", "Nothing more", ends=True)
    def no_more(self, tx: Transaction) -> None:
        tx.pop(PASS)

    @no_more.shows
    def as_it_stands(self, state: State) -> Preview:
        return preview(state, battle(state))

    @air.shows
    def with_air(self, state: State, marker: PlacedMarker) -> Preview:
        return preview_with(state, AIR_SUPPORT, marker.key, self.units_for(state, AIR_SUPPORT, marker.key))

    @lead.shows
    def with_leader(self, state: State, leader: Leader) -> Preview:
        return preview_with(state, LEAD, leader.key, self.units_for(state, LEAD, leader.key))

    @lead_with_hq.shows
    def with_both(self, state: State, leader: Leader) -> Preview:
        return preview_with(state, LEAD, leader.key, self.units_for(state, LEAD, leader.key))

    @advise.shows
    def with_staff(self, state: State, leader: Leader) -> Preview:
        return preview_with(state, ADVISE, leader.key, self.units_for(state, ADVISE, leader.key))


def preview_with(state: State, verb: str, key: str, units: list[str]) -> Preview:
    """The combat with the help added to the first unit that can have it."""
    now = battle(state)
    if not units:
        return preview(state, now)
    if verb == AIR_SUPPORT:
        return preview(state, replace(now, considered_air=units[0]))
    more = Help(units[0], key, value(state, state.get(Leader, key)), verb == ADVISE)
    return preview(state, replace(now, help=(*now.help, more)))


class ChooseHelped(PickOne, kw_only=True):
    """Which unit is helped?"""

    source: str
    how: str

    title = "Markers and leaders"
    verb: ClassVar[str] = "help"
    ruled_by = "7.4611-b"
    otherwise = "one of the units of the combat is helped"
    records: ClassVar[Mapping[str, type]] = {"unit": Unit}

    def prompt(self, state: State) -> str:
        return "Which unit is helped?"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    @case("7.45-b", "11.6-g", "7.4611-b")
    def refusals_to_pick(self, state: State, target: Unit) -> Iterator[Refusal]:
        """A front leader helps a unit that he commands and can join, a staff leader one in range, and an air
        marker any unit of the combat."""
        if target.key in self.among:
            return
        if target.key not in battle(state).keys(self.side):
            yield Refusal(HELP[self.how], f"{target.name} does not fight on this side of the combat")
            return
        leader = state.get(Leader, self.source)
        if self.how == ADVISE:
            hq = state.get(Unit, leader.hq)
            yield Refusal("11.6-g", f"{target.name} is out of the range of {hq.name}")
        elif target.key not in commanded_by(state, self.side, leader.hq):
            yield Refusal("7.45-b", f"{leader.name} does not command {target.name} in this combat")
        else:
            yield from refusals_to_join(state, leader, target.key, self.how)

    def picked(self, tx: Transaction, target: Unit) -> None:
        DEEDS[self.how](tx, self.source, target)
        tx.pop("done")

    def preview_of(self, state: State, target: Unit) -> Preview:
        return preview_with(state, self.how, self.source, [target.key])


FRAMES: Final = (CommitMarkers, Commit, ChooseHelped)
