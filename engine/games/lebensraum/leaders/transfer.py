"""Segment 1.E: demoralization rolls, then leader transfers one by one (9.2, 9.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.lebensraum.headquarters.staff import refusals_to_leave_capital
from engine.games.lebensraum.leaders.captives import ProposeExchange, has_captives
from engine.games.lebensraum.leaders.nationality import is_bound, refusals_on_staff
from engine.games.lebensraum.leaders.posts import appoint, draws_leaders, fill, pool, retire, to_pool
from engine.games.lebensraum.leaders.values import Demoralized, reduction
from engine.games.lebensraum.records import (
    AXIS,
    DISMISSED,
    POOL,
    SEGMENT,
    STAFF,
    TERMINATED,
    TURN_E,
    WESTERN,
    WITH_HQ,
    Clock,
    Leader,
    Unit,
    hqs,
    leader_of,
)
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.special.combination import has_west_begun
from engine.games.lebensraum.standard.segment_menu import SegmentMenu
from engine.mechanics.menu import Menu, order, way_out
from engine.mechanics.plural import counted
from engine.mechanics.telling import tell
from engine.referee import PASS, Alternating, Choice, Procedure, Refusal, State, Transaction, case


@case("9.2-a", "9.2-b", "3.4")
def roll_demoralization(tx: Transaction) -> None:
    """Each power rolls a die and adds its terminated leaders; the worst level reached stays."""
    land = ground(tx.state)
    for power in land.powers:
        fired = sum(one.post == TERMINATED and one.power == power for one in tx.state.all(Leader).values())
        title = land.powers.title_of(power)
        die = tx.roll("1d6", "9.2-a", f"Demoralization of the officers of the {title}, +{fired}").total
        levels = land.charts.demoralization.levels
        found = max((level.reduction for level in levels if die + fired > level.over), default=0)
        if found > reduction(tx.state, power):
            tx.put(Demoralized(power, found))
            text = f"The leaders of the {title} are worth {found} less for the rest of the game"
            tell(tx, "OfficersDemoralized", text, "9.2-a")


# posts


@case("9.4-c")
def staff_markers(state: State, power: str) -> int:
    """The Staff markers of a power: 3 in the East, 2 in the West, of which the western Allies have one at
    first; the Axis has both sets in the combination game, that of the West from turn 9 on."""
    land = ground(state)
    charts = land.charts.hqs.general_staff
    if power == WESTERN:
        clock = state.one(Clock)
        second = clock.turn >= TURN_E
        return len(charts["western_start"]) + (len(charts["western_pre_E"]) if second else 0)
    if power == AXIS:
        east = len(charts["axis_east"]) if land.has_east else 0
        return east + (len(charts["axis_west"]) if has_west_begun(state) else 0)
    return len(charts["soviet"])


@case("9.4-a", "9.4-b", "9.4-d", "9.6-b")
def refusals_to_leave(state: State, side: str, leader: Leader) -> Iterator[Refusal]:
    """Front and staff leaders of one's own are transferred; not Mannerheim, and no western staff leader."""
    if leader.side != side or leader.post not in (WITH_HQ, STAFF):
        yield Refusal("9.4-a", f"{leader.name} is neither with a headquarters nor on the Staff of this side")
    elif leader.post == WITH_HQ and not draws_leaders(state.get(Unit, leader.hq)):
        yield Refusal("9.6-b", f"{leader.name} leads the Finns and is not transferred")
    elif leader.post == STAFF and leader.power == WESTERN:
        yield Refusal("9.4-d", f"{leader.name} is on the western Staff and goes back to no headquarters")


@case("9.4-a", "9.6-b", "13.0-l")
def refusals_to_lead(state: State, leader: Leader, hq: Unit) -> Iterator[Refusal]:
    """Another headquarters of his power on the map; nobody but Mannerheim leads the Finns."""
    if not hq.is_hq or not hq.on_map or hq.power != leader.power:
        yield Refusal("9.4-a", f"{hq.name} is no headquarters of his power on the map")
    elif not draws_leaders(hq):
        yield Refusal("9.6-b", f"nobody but Mannerheim leads {hq.name}")
    elif leader.post == WITH_HQ and hq.key == leader.hq:
        yield Refusal("9.4-a", f"{leader.name} is with {hq.name} already")


@case("11.6-a", "9.4-d")
def refusals_to_vacate(state: State, leader: Leader) -> Iterator[Refusal]:
    """A Staff post may be left empty, if enough staff leaders stay in the capital."""
    return refusals_to_leave_capital(state, leader.power, (leader,))


@case("9.4-a", "9.0-a")
def refusals_to_leave_vacant(state: State, leader: Leader) -> Iterator[Refusal]:
    """His headquarters draws a successor, and somebody must be in the pool."""
    if leader.post == WITH_HQ and not pool(state, leader.power):
        hq = state.get(Unit, leader.hq)
        yield Refusal("9.4-a", f"{hq.name} would be left without a leader: the pool is empty")


class TransferLeader(Menu):
    """Where does a leader go, and what becomes of the one he displaces?"""

    leader: str

    title = "Leader transfer"
    ruled_by = "9.4-a"
    otherwise = "a leader goes to another headquarters or to the General Staff"
    records: ClassVar[Mapping[str, type]] = {"unit": Unit, "marker": Leader}

    def prompt(self, state: State) -> str:
        return f"Where does {state.get(Leader, self.leader).name} go?"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    def moved(self, state: State) -> Leader:
        """Who is transferred."""
        return state.get(Leader, self.leader)

    # to a headquarters: the leaders change places

    @order("lead", "unit", "Exchange with the leader of")
    @case("9.4-a", "9.4-b")
    def lead(self, tx: Transaction, hq: Unit) -> None:
        """The leader of that headquarters takes his post."""
        leader, other = self.moved(tx.state), leader_of(tx.state).get(hq.key)
        appoint(tx, leader, hq)
        if other is not None:
            tx.put(replace(other, post=leader.post, hq=leader.hq))
        elif leader.post == WITH_HQ:
            fill(tx, (tx.state.get(Unit, leader.hq),), "9.0-a")
        self.tell_transfer(tx, leader, f"{hq.name}{f', and {other.name} takes his post' if other else ''}")

    @lead.targets
    def headquarters(self, state: State) -> Iterable[str]:
        return [hq.key for hq in hqs(state, self.side)]

    @lead.against
    def refusals_to_exchange(self, state: State, hq: Unit) -> Iterator[Refusal]:
        leader = self.moved(state)
        yield from refusals_to_lead(state, leader, hq)
        if leader.post == STAFF and hq.key not in leader_of(state):
            yield from refusals_to_vacate(state, leader)
        elif hq.key not in leader_of(state):
            yield from refusals_to_leave_vacant(state, leader)

    # from the Staff to a headquarters, its leader to the pool

    @order("relieve", "unit", "Relieve to the pool the leader of")
    @case("9.4-b")
    def relieve(self, tx: Transaction, hq: Unit) -> None:
        leader, other = self.moved(tx.state), leader_of(tx.state).get(hq.key)
        appoint(tx, leader, hq)
        if other is not None:
            to_pool(tx, other)
        self.tell_transfer(tx, leader, f"{hq.name}{f', and {other.name} to the pool' if other else ''}")

    @relieve.targets
    def posts(self, state: State) -> Iterable[str]:
        return [hq.key for hq in hqs(state, self.side)] if self.moved(state).post == STAFF else ()

    @relieve.against
    def refusals_to_relieve(self, state: State, hq: Unit) -> Iterator[Refusal]:
        leader = self.moved(state)
        yield from refusals_to_lead(state, leader, hq)
        if leader.post != STAFF:
            yield Refusal("9.4-a", f"{leader.name} is a front leader and changes places with another one")
        else:
            yield from refusals_to_vacate(state, leader)

    # from a headquarters to the Staff

    @order("join", "none", "To an empty post of the Staff")
    @case("9.4-b", "9.4-c")
    def join(self, tx: Transaction) -> None:
        """His headquarters draws a successor."""
        leader = self.moved(tx.state)
        tx.put(replace(leader, post=STAFF, hq="", at=""))
        fill(tx, (tx.state.get(Unit, leader.hq),), "9.4-b")
        self.tell_transfer(tx, leader, "the General Staff")

    @join.against
    def refusals_to_join(self, state: State) -> Iterator[Refusal]:
        leader = self.moved(state)
        taken = sum(one.post == STAFF and one.power == leader.power for one in state.all(Leader).values())
        if leader.post == STAFF:
            yield Refusal("9.4-b", f"{leader.name} is on the Staff already")
        elif taken >= (markers := staff_markers(state, leader.power)):
            text = f"{counted(markers, 'Staff marker')} in play, each with a leader"
            yield Refusal("9.4-c", text)
        yield from refusals_to_leave_vacant(state, leader)
        yield from refusals_on_staff(state, leader, leader.nation)

    def displaceable(self, state: State) -> list[str]:
        """The staff leaders whose post a front leader can take."""
        leader = self.moved(state)
        if leader.post == STAFF:
            return []
        found = state.all(Leader).values()
        return [one.key for one in found if one.post == STAFF and one.power == leader.power]

    def refusals_to_displace(self, state: State, other: Leader, to: str) -> Iterator[Refusal]:
        """What becomes of the leader of a Staff marker; the western power keeps its staff leaders."""
        leader = self.moved(state)
        if leader.post == STAFF or other.post != STAFF or other.power != leader.power:
            yield Refusal("9.4-b", f"{leader.name} cannot take the post of {other.name}")
        elif other.power == WESTERN:
            if to == TERMINATED:
                yield Refusal("9.1-c", "the western power terminates no leader")
            if to == WITH_HQ or not is_bound(state, other.power):
                yield Refusal("9.4-d", f"{other.name} is on the western Staff and stays there")
            yield from refusals_on_staff(state, leader, other.nation)

    @case("9.4-b")
    def displace(self, tx: Transaction, other: Leader, to: str) -> None:
        """The front leader takes the Staff marker where it is."""
        leader = self.moved(tx.state)
        hq = tx.state.get(Unit, leader.hq)
        tx.put(replace(leader, post=STAFF, hq=other.hq, at=""))
        if to == WITH_HQ:
            appoint(tx, other, hq)
        else:
            tx.put(replace(other, post=DISMISSED, hq=""))
            fill(tx, (hq,), "9.4-b")
            retire(tx, other.key, to, "9.4-b")
        self.tell_transfer(tx, leader, f"the General Staff in the place of {other.name}")

    @order("swap", "marker", "Staff post and headquarters exchanged with")
    def swap(self, tx: Transaction, other: Leader) -> None:
        self.displace(tx, other, WITH_HQ)

    @order("displace", "marker", "Staff post of @, who goes to the pool")
    def to_the_pool(self, tx: Transaction, other: Leader) -> None:
        self.displace(tx, other, POOL)

    @order("terminate", "marker", "Staff post of @, who is terminated")
    def to_termination(self, tx: Transaction, other: Leader) -> None:
        self.displace(tx, other, TERMINATED)

    @swap.targets
    def to_swap(self, state: State) -> Iterable[str]:
        return self.displaceable(state)

    @to_the_pool.targets
    def to_displace(self, state: State) -> Iterable[str]:
        return self.displaceable(state)

    @to_termination.targets
    def to_terminate(self, state: State) -> Iterable[str]:
        return self.displaceable(state)

    @swap.against
    def refusals_to_swap(self, state: State, other: Leader) -> Iterator[Refusal]:
        yield from self.refusals_to_displace(state, other, WITH_HQ)

    @to_the_pool.against
    def refusals_to_pool(self, state: State, other: Leader) -> Iterator[Refusal]:
        yield from self.refusals_to_displace(state, other, POOL)

    @to_termination.against
    def refusals_to_terminate(self, state: State, other: Leader) -> Iterator[Refusal]:
        yield from self.refusals_to_displace(state, other, TERMINATED)
        yield from refusals_to_leave_vacant(state, self.moved(state))

    cancel = way_out(result="cancelled")

    def tell_transfer(self, tx: Transaction, leader: Leader, where: str) -> None:
        tell(tx, "LeaderTransferred", f"{leader.name} goes to {where}", "9.4-a", marker=leader.key)
        tx.pop("done")


class ChooseTransfer(SegmentMenu):
    """The next transfer of a side, an exchange of captives, or no more."""

    title = "Leader transfer"
    ruled_by = "9.4-a"
    otherwise = "a leader of one's own is transferred, or captives are exchanged"
    records: ClassVar[Mapping[str, type]] = {"marker": Leader}

    def prompt(self, state: State) -> str:
        return "Which leader is transferred?"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    @order("transfer", "marker", "Transfer")
    def transfer(self, tx: Transaction, leader: Leader) -> None:
        tx.push(TransferLeader(self.side, leader.key))

    @transfer.targets
    def leaders(self, state: State) -> Iterable[str]:
        found = state.all(Leader).values()
        return [one.key for one in found if one.side == self.side and one.post in (WITH_HQ, STAFF)]

    @transfer.against
    def refusals_to_transfer(self, state: State, leader: Leader) -> Iterator[Refusal]:
        yield from refusals_to_leave(state, self.side, leader)

    @order("exchange", "none", "Propose an exchange of captives")
    def exchange(self, tx: Transaction) -> None:
        tx.push(ProposeExchange(self.side))

    @exchange.against
    @case("9.5-c")
    def refusals_to_exchange(self, state: State) -> Iterator[Refusal]:
        if not has_captives(state):
            yield Refusal("9.5-c", "no leader is a captive")

    @order("pass", ends=True)
    def no_more(self, tx: Transaction) -> None:
        tx.pop(PASS)

    def resume(self, tx: Transaction, result: object) -> None:
        """A transfer that was made is the side's turn; one that was cancelled is not."""
        if result == "done":
            tx.pop("done")


class Transfers(Alternating):
    """The sides transfer one leader at a time, the Axis first; who passes is finished."""

    title = "Leader transfer"
    pass_is_final = True

    @case("9.4-e", "4.1-b")
    def ask(self, state: State, side: str) -> Choice | None:
        menu = ChooseTransfer(side)
        return menu if menu.is_open(state) else None


class TransferSegment(Procedure):
    """Demoralization first, then transfers."""

    title = "Leader transfer"
    scope = SEGMENT
    steps = (
        lambda tx, frame: roll_demoralization(tx),
        lambda tx, frame: tx.push(Transfers(side=AXIS)),
    )


FRAMES: Final = (TransferSegment, Transfers, ChooseTransfer, TransferLeader)
