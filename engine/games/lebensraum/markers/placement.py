"""Segment 1.C: air, naval and partisan markers are placed alternately (7.46)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from engine.games.lebensraum.combat.battle import landing, place_of
from engine.games.lebensraum.markers.allowance import air_left, air_strength, placed, seas_left
from engine.games.lebensraum.markers.bomber_command import BomberCommand
from engine.games.lebensraum.markers.bombing import bombing_range, refusals_to_bomb, targets
from engine.games.lebensraum.markers.partisans import (
    extra_partisans,
    lost_cities,
    regular_partisans,
    yugoslav_cities,
)
from engine.games.lebensraum.markers.records import (
    AIR,
    ASSAULT,
    BOMBARDMENT,
    BOMBING,
    EVACUATION,
    NAVAL,
    PARTISAN,
    SUPPORT,
    PlacedMarker,
    new_key,
    under,
)
from engine.games.lebensraum.markers.seas import ports, seas_at
from engine.games.lebensraum.markers.shown import markers_left_key
from engine.games.lebensraum.movement.points import accounts, pay, points_left, refusals_to_pay
from engine.games.lebensraum.records import (
    ALLIED,
    AXIS,
    PARATROOP,
    SEGMENT,
    SOVIET,
    WESTERN,
    Unit,
    armies,
    hqs,
)
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.special.entry import FINNISH
from engine.games.lebensraum.standard.segment_menu import SegmentMenu
from engine.mechanics.menu import PickOne, offer, order
from engine.mechanics.plural import counted
from engine.mechanics.telling import tell
from engine.referee import (
    PASS,
    Alternating,
    Choice,
    Preview,
    Price,
    Procedure,
    Refusal,
    State,
    Transaction,
    case,
    marked,
)

HAS_JUMPED: Final = "airborne assault made"
"""The mark of a paratroop unit that has made the one assault of its game (11.4-e)."""
PRICES: Final = {AIR: "air_marker", NAVAL: "naval_marker", PARTISAN: "partisan_marker"}
RULED: Final = {AIR: "7.461-c", NAVAL: "7.462-a", PARTISAN: "7.463-b"}


def price(state: State, kind: str) -> int:
    """What a marker costs."""
    found: int = getattr(ground(state).charts.mp_prices, PRICES[kind])
    return found


class PlaceMarker(SegmentMenu):
    """The next marker of a side, or no more on this turn."""

    free: bool = False
    """A surprise attack: air markers with headquarters and ships only, at no cost (11.8-c)."""

    title = "Air, naval and partisan markers"
    ruled_by = "7.46-a"
    otherwise = "@ is not possible: markers are placed, or no more"
    records: ClassVar[Mapping[str, type]] = {"unit": Unit}

    def prompt(self, state: State) -> str:
        powers = ground(state).powers
        parts = []
        for power in powers.of(self.side):
            left = f"{counted(air_left(state, power), 'air marker')} left"
            cost = "" if self.free else f", {counted(points_left(state, power), 'movement point')}"
            parts.append(f"{powers.title_of(power)}: {left}{cost}")
        return f"Place a marker? {'; '.join(parts)}"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    def spends(self, state: State) -> Iterable[str]:
        kinds = (AIR, NAVAL)
        left = [
            markers_left_key(power, kind) for power in ground(state).powers.of(self.side) for kind in kinds
        ]
        return left if self.free else [*accounts(state, self.side), *left]

    # prices

    @case("7.461-c", "7.462-a", "7.463-b", "11.8-c")
    def refusals_to_buy(self, state: State, power: str, kind: str) -> Iterator[Refusal]:
        """Movement points of the power pay for it, except in a surprise attack."""
        if not self.free:
            yield from refusals_to_pay(state, RULED[kind], power, price(state, kind))

    def put(self, tx: Transaction, marker: PlacedMarker, text: str, ruled: str) -> None:
        """Pay for a marker and place it."""
        if not self.free:
            pay(tx, marker.power, price(tx.state, marker.kind))
        tx.put(marker)
        tell(tx, "MarkerPlaced", text, ruled, hex=marker.place or tx.state.get(Unit, marker.under).place)
        tx.pop("placed")

    def costs(self, state: State, power: str, kind: str) -> Preview:
        """The bill."""
        amount, ruled = (0, "11.8-c") if self.free else (price(state, kind), RULED[kind])
        return Preview(prices=(Price("movement points", amount, ruled, points_left(state, power)),))

    @case("11.8-b", "11.8-c")
    def refusals_of_surprise(self, state: State, power: str) -> Iterator[Refusal]:
        """Before turn E the western Allies attack, and nobody else places markers."""
        if self.free and power == SOVIET:
            yield Refusal("11.8-b", "the Soviets take no part in the attack before turn E")

    @case("7.461-a", "7.461-b")
    def refusals_of_air(self, state: State, power: str) -> Iterator[Refusal]:
        """A marker must be left, and paid for."""
        yield from self.refusals_of_surprise(state, power)
        if not air_left(state, power):
            land = ground(state)
            ruled = "7.461-a" if land.has_east and power != WESTERN else "7.461-b"
            most = counted(air_strength(state, power), "air marker")
            yield Refusal(ruled, f"{land.powers.title_of(power)}: {most} on this turn, and none is left")
        yield from self.refusals_to_buy(state, power, AIR)

    def air(self, state: State, power: str, mission: str, place: str = "", with_: str = "") -> PlacedMarker:
        """An air marker on a mission."""
        return PlacedMarker(new_key(state, power, AIR), AIR, self.side, power, mission, place, with_)

    # combat support

    @order("support", "unit", "Combat support with")
    @case("7.4611-a")
    def support(self, tx: Transaction, hq: Unit) -> None:
        marker = self.air(tx.state, hq.power, SUPPORT, with_=hq.key)
        self.put(tx, marker, f"An air marker is placed with {hq.name}", "7.4611-a")

    @support.targets
    def headquarters(self, state: State) -> Iterable[str]:
        return [hq.key for hq in hqs(state, self.side)]

    @support.against
    @case("7.461-d")
    def refusals_to_support(self, state: State, hq: Unit) -> Iterator[Refusal]:
        """Any number with any headquarters, but two with that of Finland."""
        if not hq.is_hq or hq.side != self.side or not hq.on_map:
            yield Refusal("7.4611-a", f"{hq.name} is no headquarters of this side on the map")
            return
        most = ground(state).charts.air_markers.finland_hq_max
        if hq.nation == FINNISH and len(under(state, hq.key)) >= most:
            yield Refusal("7.461-d", f"{most} air markers are with {hq.name}, and no more may be")
        yield from self.refusals_of_air(state, hq.power)

    @support.shows
    def cost_of_support(self, state: State, hq: Unit) -> Preview:
        return self.costs(state, hq.power, AIR)

    # strategic bombing

    @case("7.4612-a", "13.0-l")
    def bombing_powers(self, state: State, here: str) -> list[str]:
        """The powers of the side that can bomb a hex: with a headquarters in range, a marker left and the
        points for it. If there is none, the one of whom it is said what is missing."""
        powers = list(ground(state).powers.of(self.side))
        near = [power for power in powers if here in bombing_range(state, power)] or powers
        return [p for p in near if next(self.refusals_of_air(state, p), None) is None] or near[:1]

    @order("bomb", "hex", "Bomb")
    @case("7.4612-a", "13.0-l")
    def bomb(self, tx: Transaction, here: str) -> None:
        """If both Allied powers can, their player says whose marker it is."""
        powers = self.bombing_powers(tx.state, here)
        if len(powers) > 1:
            tx.replace(ChoosePower(self.side, tuple(powers), here=here, menu=self))
        else:
            self.drop_bombs(tx, here, powers[0])

    @case("7.4612-a")
    def drop_bombs(self, tx: Transaction, here: str, power: str) -> None:
        """Place an air marker of a power on a hex."""
        marker = self.air(tx.state, power, BOMBING, here)
        self.put(tx, marker, f"{ground(tx.state).name_of(here)} is bombed", "7.4612-a")

    @bomb.targets
    def to_bomb(self, state: State) -> Iterable[str]:
        return () if self.free else targets(state, self.side)

    @bomb.against
    def refusals_to_bomb(self, state: State, here: str) -> Iterator[Refusal]:
        if self.free:
            yield Refusal("11.8-c", "in a surprise attack air markers are placed with headquarters only")
        power = self.bombing_powers(state, here)[0]
        yield from refusals_to_bomb(state, power, here)
        yield from self.refusals_of_air(state, power)

    @bomb.shows
    def cost_of_bombing(self, state: State, here: str) -> Preview:
        return self.costs(state, self.bombing_powers(state, here)[0], AIR)

    # airborne assault

    @order("airborne_assault", "unit", "Airborne assault of")
    @case("7.4613")
    def airborne(self, tx: Transaction, unit: Unit) -> None:
        marker = self.air(tx.state, unit.power, ASSAULT, with_=unit.key)
        self.put(tx, marker, f"An air marker is placed with {unit.name}", "7.4613")

    @airborne.targets
    def paratroops(self, state: State) -> Iterable[str]:
        return [unit.key for unit in armies(state, self.side) if unit.type == PARATROOP]

    @airborne.against
    @case("7.4613", "11.4-e")
    def refusals_to_carry(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """One marker, with a paratroop unit that has not jumped in this game."""
        if self.free:
            yield Refusal("11.8-c", "in a surprise attack air markers are placed with headquarters only")
        if unit.type != PARATROOP or unit.is_group or unit.side != self.side or not unit.on_map:
            yield Refusal("7.4613", f"{unit.name} is no paratroop army of this side on the map")
            return
        if marked(state, unit.key, HAS_JUMPED):
            yield Refusal("7.4613", f"{unit.name} has made its airborne assault")
        if under(state, unit.key, ASSAULT):
            yield Refusal("7.4613", f"an air marker is with {unit.name} already")
        yield from self.refusals_of_air(state, unit.power)

    @airborne.shows
    def cost_of_assault(self, state: State, unit: Unit) -> Preview:
        return self.costs(state, unit.power, AIR)

    # ships

    @case("7.462-a", "7.462-d")
    def seas_to_bombard(self, state: State, unit: Unit) -> list[str]:
        """The seas of naval markers left that touch the hex of a unit."""
        here = seas_at(state, place_of(state, unit))
        return list(dict.fromkeys(s for s in seas_left(state, unit.power) if s.casefold() in here))

    @case("7.462-a", "7.462-b")
    def seas_to_sail(self, state: State, unit: Unit) -> list[str]:
        """The seas of naval markers left on which the city of a unit is."""
        here = ports(ground(state)).get(unit.place, frozenset())
        return list(dict.fromkeys(s for s in seas_left(state, unit.power) if s.casefold() in here))

    def refusals_of_ships(self, state: State, unit: Unit, found: list[str], ruled: str) -> Iterator[Refusal]:
        """A naval marker of the right sea must be left, and paid for."""
        place = place_of(state, unit)
        if unit.is_hq or unit.side != self.side or " " in place:
            yield Refusal(ruled, f"{unit.name} is no unit of this side on the map")
            return
        yield from self.refusals_of_surprise(state, unit.power)
        if not found:
            left = ", ".join(dict.fromkeys(seas_left(state, unit.power))) or "none"
            where = ground(state).name_of(place)
            yield Refusal(ruled, f"{where} is on no sea of a naval marker that is left ({left})")
        yield from self.refusals_to_buy(state, unit.power, NAVAL)

    def ship(self, tx: Transaction, unit: Unit, seas: list[str], mission: str) -> None:
        """Place the marker, or ask for the sea first."""
        if len(seas) > 1:
            tx.replace(ChooseSea(self.side, tuple(seas), unit=unit.key, mission=mission, menu=self))
        else:
            self.launch(tx, unit, seas[0], mission)

    @case("7.462-b", "7.462-d")
    def launch(self, tx: Transaction, unit: Unit, sea: str, mission: str) -> None:
        """A marker on a unit to be evacuated, or in its hex to bombard."""
        key = new_key(tx.state, unit.power, NAVAL)
        place, with_ = (place_of(tx.state, unit), "") if mission == BOMBARDMENT else ("", unit.key)
        marker = PlacedMarker(key, NAVAL, self.side, unit.power, mission, place, with_, sea)
        ruled = "7.462-d" if mission == BOMBARDMENT else "7.462-b"
        self.put(tx, marker, f"The naval marker of the {sea} is with {unit.name}: {mission}", ruled)

    def own_units(self, state: State, where: Iterable[str]) -> list[str]:
        """The units of the side in these hexes."""
        hexes = frozenset(where)
        return [unit.key for unit in armies(state, self.side) if unit.place in hexes]

    @order("bombard", "unit", "Bombardment with")
    def bombard(self, tx: Transaction, unit: Unit) -> None:
        self.ship(tx, unit, self.seas_to_bombard(tx.state, unit), BOMBARDMENT)

    @bombard.targets
    def on_the_coast(self, state: State) -> Iterable[str]:
        found = (*armies(state, self.side), *landing(state, self.side))
        return [unit.key for unit in found if seas_at(state, place_of(state, unit))]

    @bombard.against
    def refusals_to_bombard(self, state: State, unit: Unit) -> Iterator[Refusal]:
        yield from self.refusals_of_ships(state, unit, self.seas_to_bombard(state, unit), "7.462-d")

    @bombard.shows
    def cost_of_bombardment(self, state: State, unit: Unit) -> Preview:
        return self.costs(state, unit.power, NAVAL)

    @order("evacuate", "unit", "Evacuation of")
    def evacuate(self, tx: Transaction, unit: Unit) -> None:
        self.ship(tx, unit, self.seas_to_sail(tx.state, unit), EVACUATION)

    @evacuate.targets
    def in_ports(self, state: State) -> Iterable[str]:
        return () if self.free else self.own_units(state, ports(ground(state)))

    @evacuate.against
    @case("7.462-b")
    def refusals_to_evacuate(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """A unit in a city on the sea or a little up a river; one marker takes one unit."""
        if self.free:
            yield Refusal("11.8-c", "nobody is evacuated in a surprise attack")
        if under(state, unit.key, EVACUATION):
            yield Refusal("7.462-b", f"a naval marker is with {unit.name} already")
        if not unit.is_hq and unit.on_map and unit.place not in ports(ground(state)):
            name = ground(state).name_of(unit.place)
            yield Refusal("7.462-b", f"{name} is no city on a sea or within 2 river hexsides of it")
        else:
            yield from self.refusals_of_ships(state, unit, self.seas_to_sail(state, unit), "7.462-b")

    @evacuate.shows
    def cost_of_evacuation(self, state: State, unit: Unit) -> Preview:
        return self.costs(state, unit.power, NAVAL)

    # partisans

    def partisan_power(self, state: State, here: str) -> str:
        """The power whose city it was; the Soviets for Yugoslavia."""
        powers = list(ground(state).powers.of(self.side))
        for power in powers:
            if here in lost_cities(state, power):
                return power
        return next((p for p in powers if extra_partisans(state, p)), powers[0])

    @order("partisans", "hex", "Partisans in")
    @case("7.463-b")
    def partisans(self, tx: Transaction, here: str) -> None:
        power = self.partisan_power(tx.state, here)
        key = new_key(tx.state, power, PARTISAN)
        marker = PlacedMarker(key, PARTISAN, self.side, power, PARTISAN, here)
        self.put(tx, marker, f"Partisans in {ground(tx.state).name_of(here)}", "7.463-b")

    @partisans.targets
    def cities(self, state: State) -> Iterable[str]:
        if self.free:
            return ()
        found: set[str] = set()
        for power in ground(state).powers.of(self.side):
            if regular_partisans(state, power):
                found |= lost_cities(state, power).keys()
            if extra_partisans(state, power):
                found |= yugoslav_cities(state)
        return sorted(found)

    @partisans.against
    @case("7.463-a", "7.463-b", "7.463-d", "7.463-e")
    def refusals_to_rise(self, state: State, here: str) -> Iterator[Refusal]:
        """In a city that was one's own and is lost, while there is a marker; one more for Yugoslavia."""
        if self.free:
            yield Refusal("11.8-c", "partisans take no part in a surprise attack")
        power, name = self.partisan_power(state, here), ground(state).name_of(here)
        more, abroad = extra_partisans(state, power), yugoslav_cities(state)
        extra = more and here in abroad
        if here not in lost_cities(state, power) and not extra:
            yield Refusal(
                "7.463-b", f"{name} is no city that was lost by the {ground(state).title_of(self.side)}"
            )
            return
        taken = placed(state, power, PARTISAN)
        extra_taken = sum(one.place in abroad for one in taken) if more else 0
        if extra and extra_taken >= more:
            yield Refusal("7.463-d", "the partisans of Yugoslavia are placed already")
        elif not extra and len(taken) - extra_taken >= (most := regular_partisans(state, power)):
            yield Refusal("7.463-a", f"the lost population gives {counted(most, 'partisan marker')}, no more")
        yield from self.refusals_to_buy(state, power, PARTISAN)

    @partisans.shows
    def cost_of_partisans(self, state: State, here: str) -> Preview:
        return self.costs(state, self.partisan_power(state, here), PARTISAN)

    @order("pass", "none", "No more markers", ends=True)
    @case("7.46-b")
    def no_more(self, tx: Transaction) -> None:
        """No marker need be placed."""
        tx.pop(PASS)


class ChooseSea(PickOne, kw_only=True):
    """The naval marker of which sea is used?"""

    unit: str
    mission: str
    menu: PlaceMarker

    title = "Naval marker"
    verb: ClassVar[str] = "sea"
    kind: ClassVar[str] = "marker"
    ruled_by = "7.462-e"
    otherwise = "the marker of one of the seas is used"

    def prompt(self, state: State) -> str:
        return f"The naval marker of which sea goes to {state.get(Unit, self.unit).name}?"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    def names(self, action: Any) -> bool:
        return action.kind == "marker" and action.target in self.among

    def picked(self, tx: Transaction, target: str) -> None:
        self.menu.launch(tx, tx.state.get(Unit, self.unit), target, self.mission)


class ChoosePower(PickOne, kw_only=True):
    """Whose air marker bombs a hex that both Allied powers can reach?"""

    here: str
    menu: PlaceMarker

    title = "Air marker"
    verb: ClassVar[str] = "power"
    kind: ClassVar[str] = "marker"
    ruled_by = "13.0-l"
    otherwise = "the air marker of one of the powers is used"

    def prompt(self, state: State) -> str:
        return f"Whose air marker bombs {ground(state).name_of(self.here)}?"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    def names(self, action: Any) -> bool:
        return action.kind == "marker" and action.target in self.among

    def label(self, state: State, action: Any) -> str:
        return ground(state).powers.title_of(action.target)

    def picked(self, tx: Transaction, target: str) -> None:
        self.menu.drop_bombs(tx, self.here, target)


class Placing(Alternating):
    """The sides place one marker at a time, the Axis first; who passes is finished for the segment."""

    title = "Air, naval and partisan markers"
    pass_is_final = True

    @case("7.46-a", "4.1-b")
    def ask(self, state: State, side: str) -> Choice | None:
        menu = PlaceMarker(side)
        return menu if menu.is_open(state) else None


class FreePlacing(Procedure):
    """Before a surprise attack its side places air and naval markers at no cost (11.8-c)."""

    side: str
    over: bool = False

    title = "Air and naval markers"

    def run(self, tx: Transaction) -> None:
        menu = PlaceMarker(self.side, free=True)
        if self.over or not menu.is_open(tx.state):
            tx.pop()
        else:
            tx.push(menu)

    def resume(self, tx: Transaction, result: object) -> None:
        if result == PASS:
            tx.replace(replace(self, over=True))


class MarkerSegment(Procedure):
    """Markers first, then the credits of Bomber Command."""

    title = "Air, naval and partisan markers"
    scope = SEGMENT
    steps = (
        lambda tx, frame: tx.push(Placing(side=AXIS)),
        lambda tx, frame: offer(tx, BomberCommand(ALLIED)),
    )


FRAMES: Final = (MarkerSegment, Placing, FreePlacing, PlaceMarker, ChooseSea, ChoosePower, BomberCommand)
