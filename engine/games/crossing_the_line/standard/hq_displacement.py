"""Where headquarters may stand, and how they are displaced (3.3, 5.3.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.crossing_the_line.actions.ban import refusals_of_ban
from engine.games.crossing_the_line.records import ASIDE, Formation, Unit, fighters_at, occupied, units_at
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.scenario.question import Pick
from engine.games.crossing_the_line.scenario.victory import settle_victory
from engine.games.crossing_the_line.standard.known import known_zoc
from engine.games.crossing_the_line.standard.paths import free_paths
from engine.games.crossing_the_line.standard.stack_order import on_top
from engine.mechanics.places import box
from engine.mechanics.plural import counted
from engine.referee import Event, Mark, Preview, Procedure, Refusal, State, Transaction, case, derived

MILD: Final = (1, 1)
FAR: Final = (2, 2)
NOTHING: Final = (0, 0)


@case("3.3-c", "3.3-d", "5.3.2-4")
def refusals_to_house(state: State, hq: Unit, there: str) -> Iterator[Refusal]:
    """A friendly town, city or industrial hex without another headquarters."""
    land, enemy = ground(state), ground(state).other(hq.side)
    name = land.name_of(there)
    yield from land.refusals_outside(there)
    if not land.row(there).hq_allowed:
        yield Refusal("3.3-c", f"{name} is not a town, city or industrial hex")
    if any(unit.is_hq and unit.side == hq.side and unit != hq for unit in units_at(state, there)):
        yield Refusal("3.3-c", f"{name} holds another headquarters")
    if there in occupied(state, enemy):
        yield Refusal("5.3.2-4", f"{name} is occupied by the enemy")
    elif there in known_zoc(state, enemy) and not fighters_at(state, there):
        yield Refusal("3.3-d", f"{name} is in an enemy zone of control without a friendly combat unit")
    yield from refusals_of_ban(state, hq.side, there)


@derived(Unit, Mark)
@case("7.4-a", "5.3.2-1")
def within_reach(state: State, key: str) -> frozenset[str]:
    """The hexes that a headquarters reaches by contiguous hexes free of enemy units and their zones."""
    hq = state.get(Unit, key)
    return frozenset(free_paths(state, hq.side, (hq.place,), really=False).cost)


@case("5.3.2-1", "5.3.2-2", "5.3.2-3")
def penalty(state: State, hq: Unit, there: str) -> tuple[int, int] | None:
    """The support points and levels that a displacement costs; None for all of them."""
    land = ground(state)
    if not hq.on_map:  # It was kept aside and has lost everything already.
        return NOTHING
    if there not in within_reach(state, hq.key):
        return None
    near = land.grid.distance(hq.place, there) <= land.formations[hq.formation].command_range
    return MILD if near else FAR


@case("3.3-a", "3.3-f", "5.3.2-1", "5.3.2-2", "5.3.2-3")
def pay_penalty(tx: Transaction, formation: str, cost: tuple[int, int] | None) -> None:
    """Support points are lost for good; neither number falls below 0."""
    one = tx.state.get(Formation, formation)
    support, level = (0, 0) if cost is None else (one.support - cost[0], one.level - cost[1])
    tx.put(replace(one, support=max(support, 0), level=max(level, 0)))


@case("5.3.4-a")
def words_of(state: State, formation: str, cost: tuple[int, int] | None) -> str:
    """A penalty in words, before it is paid. A level that is not there cannot be lost; how many support
    points are there is not for everybody to read."""
    if cost is None:
        return "all support points and levels are lost"
    if cost == NOTHING:
        return "it was kept aside"
    levels = min(cost[1], state.get(Formation, formation).level)
    return f"up to {counted(cost[0], 'support point')} and {counted(levels, 'activation level')} less"


def housing(state: State, hq: Unit) -> list[str]:
    """The hexes, other than its own, where a headquarters may stand."""
    return [
        there
        for there in sorted(ground(state).playable)
        if there != hq.place
        and ground(state).row(there).hq_allowed
        and next(refusals_to_house(state, hq, there), None) is None
    ]


@case("9-c")
def end_displacement(tx: Transaction) -> None:
    """A headquarters has left its hex, which the enemy may take at once."""
    tx.pop()
    settle_victory(tx)


class DisplaceHq(Pick, kw_only=True):
    """Where does a displaced headquarters go? Its owner chooses."""

    hq: str
    case_id: str = "5.3.2-4"

    title = "Displacement"
    verb: ClassVar[str] = "displace"
    kind: ClassVar[str] = "hex"
    ruled_by: ClassVar[str] = "5.3.2-4"

    def prompt(self, state: State) -> str:
        hq = state.get(Unit, self.hq)
        return f"{hq} {'is displaced' if hq.on_map else 'returns'}: where to?"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.hq,)

    def options(self, state: State) -> Iterable[str]:
        return housing(state, state.get(Unit, self.hq))

    @case("5.3.2-4")
    def refusals_to_pick(self, state: State, target: str) -> Iterator[Refusal]:
        """Any other hex where it may stand."""
        hq = state.get(Unit, self.hq)
        if target == hq.place:
            yield Refusal("5.3.2-4", f"{hq} has to leave {ground(state).name_of(target)}")
        yield from refusals_to_house(state, hq, target)

    def preview_of(self, state: State, target: str) -> Preview:
        hq = state.get(Unit, self.hq)
        return Preview(words_of(state, hq.formation, penalty(state, hq, target)))

    @case("5.3.2-4")
    def picked(self, tx: Transaction, target: str) -> None:
        hq = tx.state.get(Unit, self.hq)
        cost = penalty(tx.state, hq, target)
        lost = words_of(tx.state, hq.formation, cost)
        pay_penalty(tx, hq.formation, cost)
        tx.put(on_top(tx.state, replace(hq, place=target)))
        goes = f"{'is displaced' if hq.on_map else 'returns'} to {ground(tx.state).name_of(target)}"
        text = f"{hq} {goes}: {lost}"
        tx.emit(Event("HeadquartersDisplaced", text, self.case_id, about=(("unit", hq.key), ("hex", target))))
        end_displacement(tx)


class Displacement(Procedure):
    """A headquarters must leave its hex; what another one has taken before it is closed to it."""

    hq: str
    case_id: str

    title = "Headquarters displaced"

    @case("5.3.2-4")
    def run(self, tx: Transaction) -> None:
        """Ask the owner for a hex; without any the headquarters is kept aside with nothing left."""
        hq = tx.state.get(Unit, self.hq)
        if housing(tx.state, hq):
            tx.replace(DisplaceHq(hq.side, hq=hq.key, case_id=self.case_id))
            return
        pay_penalty(tx, hq.formation, None)
        tx.put(replace(hq, place=box(ASIDE, hq.side)))
        text = f"{hq} finds no place and is kept aside"
        tx.emit(Event("HeadquartersAside", text, "5.3.2-4", about=(("unit", hq.key),)))
        end_displacement(tx)


def displace(tx: Transaction, hq: Unit, case_id: str) -> None:
    """Let a headquarters leave its hex."""
    tx.push(Displacement(hq.key, case_id))


FRAMES: Final = (Displacement, DisplaceHq)
