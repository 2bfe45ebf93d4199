"""Advance after combat: all enemy units of the combat are gone, and steps were left over (7.43)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.lebensraum.combat.battle import battle, units_of
from engine.games.lebensraum.combat.overrun import overrun
from engine.games.lebensraum.combat.retreat import carry, lead_along, refusals_to_join
from engine.games.lebensraum.movement.march import BREAKDOWN_FREE, Footing, March
from engine.games.lebensraum.records import Leader, Unit, hqs_at
from engine.games.lebensraum.scenario.ground import MOUNTAIN, ground
from engine.games.lebensraum.special.entry import refusals_to_enter
from engine.games.lebensraum.standard.entering import enter
from engine.games.lebensraum.standard.steps import lose_steps
from engine.games.lebensraum.standard.zoc import city_zoc, zoc
from engine.mechanics.menu import Menu, ask_again, end, offer, order
from engine.mechanics.plural import counted
from engine.mechanics.telling import tell
from engine.referee import Refusal, State, Transaction, case


@case("7.43-a", "7.43-c", "7.43-e", "7.4-f")
def offer_advance(tx: Transaction) -> None:
    """The side whose enemies are all gone may advance, attackers and defenders alike."""
    now = battle(tx.state)
    enemy = ground(tx.state).other(now.side)
    for side, foes, excess in (
        (now.side, now.defenders, now.excess[1]),
        (enemy, now.attackers, now.excess[0]),
    ):
        if excess and not units_of(tx.state, foes):
            waiting = tuple(unit.key for unit in units_of(tx.state, now.keys(side)))
            first = tuple(dict.fromkeys(now.started_in(key) for key in foes))
            offer(tx, ChooseAdvance(side, waiting, excess, first))


class ChooseAdvance(Menu):
    """Which unit advances next?"""

    waiting: tuple[str, ...]
    excess: int
    first: tuple[str, ...]
    """The hexes that the eliminated enemies held: one of them is the first of every advance."""

    title = "Advance"
    ruled_by = "7.43-a"
    otherwise = "the units that took part advance, or nobody"
    records: ClassVar[Mapping[str, type]] = {"unit": Unit}

    def prompt(self, state: State) -> str:
        return f"Which unit advances, up to {counted(self.excess, 'hex')}?"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    def subjects(self, state: State) -> Iterable[str]:
        return self.waiting

    @order("select", "unit", "Advance of")
    def select(self, tx: Transaction, unit: Unit) -> None:
        waiting = tuple(key for key in self.waiting if key != unit.key)
        tx.replace(replace(self, waiting=waiting))
        along = tuple(hq.key for hq in hqs_at(tx.state, unit.place) if leads_here(tx.state, hq))
        tx.push(replace(self.advance_of(unit), along=along))

    @case("12.2-c")
    def advance_of(self, unit: Unit) -> AdvanceUnit:
        """A unit that has come ashore into the hex that the enemy held has gone the first hex."""
        if unit.place in self.first:
            return AdvanceUnit(self.side, unit.key, self.excess - 1, self.first, path=(unit.place,))
        return AdvanceUnit(self.side, unit.key, self.excess, self.first)

    @select.targets
    def to_select(self, state: State) -> Iterable[str]:
        return self.waiting

    @select.against
    @case("7.42-f", "7.43-a", "7.43-b", "7.43-c", "7.43-d", "12.2-c")
    def refusals_to_select(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """A unit of the combat that has not retreated, next to a hex that the enemy has lost. One that has
        come ashore has gone the first hex, and stops in an enemy zone of control."""
        now = battle(state)
        if unit.key not in now.keys(self.side):
            yield Refusal("7.43-a", f"{unit.name} took no part in the combat")
        elif unit.key in now.retreated:
            yield Refusal("7.42-f", f"{unit.name} has retreated and does not advance")
        elif unit.key in self.waiting:
            trial = self.advance_of(unit)
            if trial.is_stopped(state):
                yield Refusal("7.43-d", f"{unit.name} must stop in {unit.place}, in an enemy zone of control")
                return
            if not trial.left:
                yield Refusal("7.43-c", f"{unit.name} has gone the only hex of its advance by coming ashore")
                return
            open_hexes = [
                t for t in trial.ahead(state) if next(trial.refusals_to_enter(state, t), None) is None
            ]
            if not open_hexes:
                reasons = [r for t in trial.ahead(state) for r in trial.refusals_to_enter(state, t)]
                text = "" if reasons else ": no hex that the enemy held is adjacent"
                yield Refusal("7.43-b", f"{unit.name} cannot advance{text}")
                yield from reasons

    end = end("end", "No further advance")

    def resume(self, tx: Transaction, result: object) -> None:
        ask_again(tx)


@case("7.45-b")
def leads_here(state: State, hq: Unit) -> bool:
    """Does the leader of a headquarters fight in its hex? Then it goes with the unit."""
    return any(one.hq == hq.key and one.at == hq.place for one in state.all(Leader).values())


class AdvanceUnit(Menu):
    """The next hex of a unit that advances; headquarters may go with it and be dropped on the way."""

    unit: str
    left: int
    first: tuple[str, ...]
    path: tuple[str, ...] = ()
    along: tuple[str, ...] = ()
    mountains: int = 0

    title = "Advance"
    ruled_by = "7.43-b"
    otherwise = "the unit advances to a hex, or halts"
    records: ClassVar[Mapping[str, type]] = {"unit": Unit}

    def prompt(self, state: State) -> str:
        return f"{state.get(Unit, self.unit).name} advances up to {counted(self.left, 'hex')} more: where to?"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    @case("7.43-b")
    def ahead(self, state: State) -> list[str]:
        """First a hex that the enemy held, then any hex around."""
        around = ground(state).neighbors[state.get(Unit, self.unit).place]
        return [there for there in around if self.path or there in self.first]

    @case("7.43-d", "5.5-b", "11.92-a", "11.7-d", "12.1-c")
    def refusals_to_enter(self, state: State, there: str) -> Iterator[Refusal]:
        """No all-sea hexside, no hex with a unit, no hex that is closed to it."""
        unit = state.get(Unit, self.unit)
        march = March(state, unit.key)
        found = (
            *march.refusals_to_cross(Footing(unit.place), there),
            *march.refusals_to_enter(there),
            *(one for one in march.refusals_to_end(there) if one.case != "5.5-a"),
        )
        if found:
            yield Refusal("7.43-d", f"{unit.name} advances only to a hex that it could enter in movement")
        yield from found
        yield from refusals_to_join(state, unit, there, "7.43-d")

    @order("advance", "hex", "Advance to")
    @case("7.43-d", "5.6-b", "9.6-a")
    def advance(self, tx: Transaction, there: str) -> None:
        """Enemy headquarters are overrun; an enemy city stops the unit, as every zone of control does. The
        headquarters of Finland stays there."""
        unit = tx.state.get(Unit, self.unit)
        here, land = unit.place, ground(tx.state)
        stops = there in city_zoc(tx.state, land.other(self.side))
        mountains = self.mountains + (unit.is_tank and land.terrain[there] == MOUNTAIN)
        left = 0 if stops else self.left - 1
        along = self.going_along(tx.state, there)
        following = replace(self, left=left, path=(*self.path, there), along=along, mountains=mountains)
        tx.replace(following)
        tell(
            tx,
            "UnitAdvanced",
            f"{unit.name} advances to {land.name_of(there)}",
            "7.43-b",
            unit=unit.key,
            hex=there,
        )
        overrun(tx, self.side, there)
        lead_along(tx, self.side, here, there)
        for key in following.along:
            carry(tx, tx.state.get(Unit, key), there)
        enter(tx, unit.key, here, there)
        if mountains > max(self.mountains, BREAKDOWN_FREE):
            lose_steps(tx, unit.key, 1, "5.6-b")
        if tx.state.frames and tx.state.frame is following:
            self.go_on(tx)

    @case("7.43-h", "9.6-a", "11.7-a")
    def going_along(self, state: State, there: str) -> tuple[str, ...]:
        """The headquarters that go along to a hex; one to which it is closed stays behind."""
        return tuple(
            key
            for key in self.along
            if next(refusals_to_enter(state, state.get(Unit, key), there), None) is None
        )

    @advance.targets
    def next_hexes(self, state: State) -> Iterable[str]:
        return self.ahead(state) if self.left else ()

    @advance.against
    def refusals_to_advance(self, state: State, there: str) -> Iterator[Refusal]:
        unit = state.get(Unit, self.unit)
        if there not in ground(state).neighbors[unit.place]:
            yield Refusal("7.43-b", f"{there} is not adjacent to {unit.name}")
        elif there not in self.ahead(state):
            yield Refusal(
                "7.43-b", f"the first hex of an advance is one that the enemy held: {self.first[0]}"
            )
        else:
            yield from self.refusals_to_enter(state, there)

    @order("take", "unit", "Take along")
    @case("7.43-h")
    def take(self, tx: Transaction, hq: Unit) -> None:
        tx.replace(replace(self, along=(*self.along, hq.key)))

    @take.targets
    def to_take(self, state: State) -> Iterable[str]:
        """Headquarters that were with the unit in the combat."""
        if self.path:
            return ()
        found = hqs_at(state, state.get(Unit, self.unit).place)
        return [hq.key for hq in found if hq.side == self.side and hq.key not in self.along]

    @take.against
    def refusals_to_take(self, state: State, hq: Unit) -> Iterator[Refusal]:
        unit = state.get(Unit, self.unit)
        if not hq.is_hq or hq.place != unit.place or hq.side != self.side:
            yield Refusal("7.43-h", f"{hq.name} is no headquarters in the hex of {unit.name}")
        elif self.path:
            yield Refusal("7.43-h", f"{hq.name} was not with {unit.name} in the combat")
        else:
            closed = [list(refusals_to_enter(state, hq, there)) for there in self.ahead(state)]
            if closed and all(closed):
                yield from closed[0]

    @order("drop", "unit", "Leave behind here")
    @case("7.43-h")
    def drop(self, tx: Transaction, hq: Unit) -> None:
        tx.replace(replace(self, along=tuple(key for key in self.along if key != hq.key)))

    @drop.targets
    def to_drop(self, state: State) -> Iterable[str]:
        return self.along

    halt = end("halt")

    @case("7.43-d")
    def is_stopped(self, state: State) -> bool:
        """Is it in an enemy zone that it has entered? It may have opened this one by crossing a border."""
        place = state.get(Unit, self.unit).place
        return bool(self.path) and place in zoc(state, ground(state).other(self.side))

    def go_on(self, tx: Transaction) -> None:
        """End the advance when the unit is gone, can go no farther, or has to stop."""
        top = tx.state.frame
        assert isinstance(top, AdvanceUnit)
        unit = tx.state.find(Unit, self.unit)
        if unit is None or not unit.on_map or not _has_way(top, tx.state) or top.is_stopped(tx.state):
            tx.pop()

    def resume(self, tx: Transaction, result: object) -> None:
        self.go_on(tx)


def _has_way(frame: AdvanceUnit, state: State) -> bool:
    return frame.left > 0 and any(
        next(frame.refusals_to_enter(state, t), None) is None for t in frame.ahead(state)
    )


FRAMES: Final = (ChooseAdvance, AdvanceUnit)
