"""The hit number: five, and everything that changes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.combat.die_roll import at_most, throw
from engine.games.dday_to_berlin.records import Clock, Unit, is_heavier
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.mechanics import Chances, dice
from engine.record import Record
from engine.referee import Modifier, Procedure, State, Transaction, case, marked, total

HIT: Final = "hit number"
OFF_MAP_QUALITY: Final = "regular"

DAY: Final = "by day"
NIGHT: Final = "at night"
AMBUSH: Final = "ambush"


class Assault(Record):
    """A declared assault: who takes part on either side, by the keys of the units."""

    side: str
    target: str
    zone: str = ""
    primary: str = ""
    supports: tuple[str, ...] = ()
    """In the attacking zone."""
    zones: tuple[str, ...] = ()
    """The committed battalion of each supporting zone."""
    guns: tuple[str, ...] = ()
    art: int = 0
    defender: str = ""
    defending_guns: tuple[str, ...] = ()
    defending_art: int = 0
    manner: str = DAY

    @property
    def is_led(self) -> bool:
        """Has its primary unit been named?"""
        return bool(self.primary)


class Barrage(Record):
    """A declared ranged combat; no primary gun on the map means that an ART support leads."""

    side: str
    target: str
    led: bool = False
    primary: str = ""
    guns: tuple[str, ...] = ()
    art: int = 0
    """ART supports that support, the leading one not counted."""
    air: int = 0
    defender: str = ""

    @property
    def is_led(self) -> bool:
        """Has its primary artillery been named?"""
        return self.led

    @property
    def supports(self) -> int:
        return len(self.guns) + self.art + self.air


class Struck(NamedTuple):
    """How a hit roll ended."""

    hit: bool


def _modifier(state: State, row: str, times: int = 1) -> Modifier:
    line = ground(state).charts.hit_modifiers.rows[row]
    return Modifier(line.case, line.text, line.value * min(times, line.most), HIT)


@case("4.quality", "terms.quality")
def _quality(state: State, attacker: str, defender: str) -> Iterator[Modifier]:
    """Primary attacker against primary defender."""
    amount = ground(state).charts.morale_quality.rows[attacker][defender]
    if amount:
        yield Modifier("4.quality", f"{attacker} attacks {defender}", amount, HIT)


@case("4.support-ranged", "4.quality")
def barrage_modifiers(state: State, barrage: Barrage) -> tuple[Modifier, ...]:
    """Everything that changes the hit number of ranged combat; guns off the map are Regular."""
    defender = state.get(Unit, barrage.defender)
    quality = state.get(Unit, barrage.primary).quality if barrage.primary else OFF_MAP_QUALITY
    found = list(_quality(state, quality, defender.quality))
    if barrage.supports:
        found.append(_modifier(state, "ranged_support", barrage.supports))
    return tuple(found)


def assault_modifiers(state: State, assault: Assault) -> tuple[Modifier, ...]:
    """Everything that changes the hit number of an assault: only the primary units are compared."""
    attacker, defender = state.get(Unit, assault.primary), state.get(Unit, assault.defender)
    return (
        *_quality(state, attacker.quality, defender.quality),
        *_armour_in_the_open(state, attacker, defender, assault.target),
        *_supports(state, assault),
        *_circumstances(state, assault, attacker),
    )


@case("4.armor-open", "terms.weight")
def _armour_in_the_open(state: State, attacker: Unit, defender: Unit, target: str) -> Iterator[Modifier]:
    """Heavier armour against armour, on open or soft ground."""
    if ground(state).is_rough(target):
        return
    if is_heavier(attacker, defender):
        yield _modifier(state, "heavier_attacker")
    elif is_heavier(defender, attacker):
        yield _modifier(state, "heavier_defender")


@case("4.support-inzone", "4.support-guns", "4.support-zones", "4.fire-support", "4.defensive-fire")
def _supports(state: State, assault: Assault) -> Iterator[Modifier]:
    """One each, up to the limit of each kind."""
    counts = {
        "in_zone": len(assault.supports),
        "supporting_zone": len(assault.zones),
        "fire_support": len(assault.guns) + assault.art,
        "defensive_fire": len(assault.defending_guns) + assault.defending_art,
    }
    for row, number in counts.items():
        if number:
            yield _modifier(state, row, number)


@case("4.river", "5.effects", "C.assault", "scn.villers-ambush", "scn.seelow-dawn")
def _circumstances(state: State, assault: Assault, attacker: Unit) -> Iterator[Modifier]:
    land = ground(state)
    if land.has_river(assault.zone, assault.target):
        yield _modifier(state, "river")
    if marked(state, attacker.key, marks.OUT_OF_SUPPLY):
        yield _modifier(state, "out_of_supply")
    if assault.manner == NIGHT:
        yield _modifier(state, "night")
    if assault.manner == AMBUSH:
        yield _modifier(state, "ambush")
    dawn = land.rules.dawn
    if dawn is not None and dawn.side == assault.side and dawn.turn == state.one(Clock).turn:
        yield Modifier("scn.seelow-dawn", "dust and dazzled troops", dawn.hit, HIT)


@case("4.hit")
def hit_number(state: State, modifiers: tuple[Modifier, ...]) -> int:
    """Modifiers change the number, never the die."""
    return ground(state).charts.hit_modifiers.basic + int(total(modifiers))


@case("4.hit", "4.natural")
def is_hit(state: State, face: int, number: int) -> bool:
    """The number or less; an unmodified 1 always hits and an unmodified 10 always misses."""
    chart = ground(state).charts.hit_modifiers
    return at_most(face, number, chart.natural_hit, chart.natural_miss)


def hits(state: State, number: int) -> Chances[bool]:
    """The exact chances of a hit."""
    return dice(ground(state).charts.hit_modifiers.die).map(lambda face: is_hit(state, face, number))


def begin_hit_roll(tx: Transaction, side: str, what: str, modifiers: tuple[Modifier, ...]) -> None:
    """The die that a combat is decided by, with everything that changes its number, for the log."""
    listed = "".join(f"; {modifier}" for modifier in modifiers)
    tx.push(HitRoll(side, hit_number(tx.state, modifiers), f"{what}{listed}:"))


class HitRoll(Procedure):
    """The attacker rolls; the frame below receives `Struck`."""

    side: str
    number: int
    what: str

    title = "Hit"

    def run(self, tx: Transaction) -> None:
        die = ground(tx.state).charts.hit_modifiers.die
        throw(tx, self.side, "4.hit", f"{self.what} hits on {self.number} or less", die)

    def resume(self, tx: Transaction, result: Any) -> None:
        tx.pop(Struck(is_hit(tx.state, int(result), self.number)))
