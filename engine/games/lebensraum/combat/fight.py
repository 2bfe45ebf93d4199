"""A combat from its declaration to the die (7.2): command, partisans, markers, odds, result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.lebensraum.combat.advance import offer_advance
from engine.games.lebensraum.combat.battle import Battle, battle, units_of
from engine.games.lebensraum.combat.command import (
    free_places,
    has_place,
    in_range,
    is_contested,
    nearest,
    needs_no_command,
    put_in_command,
    used,
)
from engine.games.lebensraum.combat.commitment import CommitMarkers
from engine.games.lebensraum.combat.odds import all_changes, column_of, defenders_in, in_words
from engine.games.lebensraum.combat.result import suffer
from engine.games.lebensraum.headquarters.reserves import end_reserve
from engine.games.lebensraum.leaders.defeat import lose_combat, win_combat
from engine.games.lebensraum.leaders.fate import fate_in_combat
from engine.games.lebensraum.leaders.values import capacity
from engine.games.lebensraum.markers.partisans import nearest_enemies, undecided
from engine.games.lebensraum.markers.records import PlacedMarker
from engine.games.lebensraum.records import SEGMENT, WITH_HQ, Leader, Unit, army_places, leader_of
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.special.landing import FOUGHT, landing_target, put_ashore
from engine.games.lebensraum.standard.fought import ATTACKED, STOOD
from engine.mechanics.menu import Menu, PickOne, ask_again, end, order
from engine.mechanics.plural import counted
from engine.mechanics.telling import tell
from engine.referee import Preview, Procedure, Refusal, State, Transaction, case


def once_more(tx: Transaction, frame: Procedure, choice: Menu) -> None:
    """Ask, and then carry out the same step again."""
    tx.replace(replace(frame, at=frame.at - 1))
    tx.push(choice)


class Combat(Procedure):
    """The steps of one combat."""

    side: str
    target: str
    units: tuple[str, ...]

    title = "Combat"

    @case("7.2-a", "7.2-b", "7.1-b", "4.1-c", "11.3-e")
    def declare(self, tx: Transaction) -> None:
        """All units in the hex must defend. Attackers and defenders lose their reserve status."""
        enemy = ground(tx.state).other(self.side)
        defenders = defenders_in(tx.state, self.target, enemy)
        both = units_of(tx.state, (*self.units, *defenders))
        places = tuple((unit.key, unit.place) for unit in both)
        tx.put(Battle(self.side, self.target, self.units, defenders, places=places))
        for unit in both:
            end_reserve(tx, unit.key)
            tx.mark(unit.key, ATTACKED if unit.side == self.side else STOOD, SEGMENT)
            if landing_target(tx.state, unit.key):
                tx.mark(unit.key, FOUGHT, SEGMENT)
        names = ", ".join(tx.state.get(Unit, key).name for key in self.units)
        against = ", ".join(tx.state.get(Unit, key).name for key in defenders)
        text = f"{names} attack{'s' if len(self.units) == 1 else ''} {against}"
        text += f" in {ground(tx.state).name_of(self.target)}"
        tell(tx, "AttackDeclared", text, "7.2-a", unit=(*self.units, *defenders), hex=self.target)

    @case("7.44-e", "7.44-f")
    def assign(self, tx: Transaction) -> None:
        """Each unit belongs to its nearest headquarters. The owner of a unit that is equally near to several
        names one; the defender first."""
        now = battle(tx.state)
        known = dict(now.assigned)
        for unit in units_of(tx.state, (*now.defenders, *now.attackers)):
            near = nearest(tx.state, unit)
            if unit.key in known or not near:
                continue
            if len(near) > 1:
                among = tuple(hq.key for hq in near)
                once_more(tx, self, ChooseHeadquarters(unit.side, among, unit=unit.key))
                return
            known[unit.key] = near[0].key
            tx.put(replace(now, assigned=tuple(known.items())))

    def command_defenders(self, tx: Transaction) -> None:
        command(tx, ground(tx.state).other(self.side))

    def command_attackers(self, tx: Transaction) -> None:
        command(tx, self.side)

    @case("7.463-c")
    def harass(self, tx: Transaction) -> None:
        """The owner of partisans that are equally near to several units chooses one."""
        for marker in undecided(tx.state, battle(tx.state)):
            among = tuple(unit.key for unit in nearest_enemies(tx.state, marker.key))
            once_more(tx, self, ChooseHarassed(marker.side, among, marker=marker.key))
            return

    @case("7.2-d", "7.1-b")
    def commit(self, tx: Transaction) -> None:
        tx.push(CommitMarkers(side=self.side))

    @case("7.2-g", "7.4-a", "7.4-g", "3.4")
    def roll(self, tx: Transaction) -> None:
        """One die on the final column."""
        state, land = tx.state, ground(tx.state)
        now, crt = battle(state), land.charts.crt
        found = column_of(state, now)
        listed = "; ".join(map(str, (*all_changes(state, now), *found.shifts)))
        text = in_words(state, found) + (f" ({listed})" if listed else "")
        tell(tx, "OddsFound", f"Odds {text}", "7.2-f", hex=self.target)
        die = tx.roll(crt.dice, "7.2-g", f"Attack on {land.name_of(self.target)}").total
        lost, hit = indicated = crt.result(found.column, die)
        tell(tx, "CombatResult", f"Result {lost}/{hit}", "7.4-a", hex=self.target)
        tx.put(replace(now, indicated=indicated, leaders=self.present_leaders(state)))

    @staticmethod
    def present_leaders(state: State) -> tuple[tuple[str, str], ...]:
        """Each unit with the leader it belongs to, in command or not."""
        led = leader_of(state)
        return tuple((unit, led[hq].key) for unit, hq in battle(state).assigned if hq in led)

    @case("7.45-d")
    def fates(self, tx: Transaction) -> None:
        fate_in_combat(tx, [one.leader for one in battle(tx.state).help if not one.from_staff])

    @case("9.0-b", "9.0-c", "9.0-d", "7.2-g")
    def defeats(self, tx: Transaction) -> None:
        """The leaders of the side with the higher losses have lost, before anybody retreats or advances. Who
        was appointed after the die has fallen has not."""
        now = battle(tx.state)
        lost, hit = now.indicated
        if lost == hit:
            return
        losers, winners = (now.attackers, now.defenders) if lost > hit else (now.defenders, now.attackers)
        win_combat(tx, self.leaders(tx.state, winners))
        lose_combat(tx, self.leaders(tx.state, losers))

    @staticmethod
    def leaders(state: State, units: Iterable[str]) -> list[str]:
        """The leaders whom units belonged to when the die fell, except those who have been lost since."""
        led = dict(battle(state).leaders)
        found = dict.fromkeys(led[key] for key in units if key in led)
        return [key for key in found if state.get(Leader, key).post == WITH_HQ]

    @case("7.2-g")
    def defender_suffers(self, tx: Transaction) -> None:
        suffer(tx, ground(tx.state).other(self.side))

    def attacker_suffers(self, tx: Transaction) -> None:
        suffer(tx, self.side)

    @case("12.2-c")
    def go_ashore(self, tx: Transaction) -> None:
        """A unit that attacks from the sea enters the hex when the enemy has left it."""
        for unit in units_of(tx.state, self.units):
            if landing_target(tx.state, unit.key) and self.target not in army_places(tx.state):
                put_ashore(tx, unit, self.target, "12.2-c")

    def winner_advances(self, tx: Transaction) -> None:
        offer_advance(tx)

    steps = (
        lambda tx, frame: frame.declare(tx),
        lambda tx, frame: frame.assign(tx),
        lambda tx, frame: frame.command_defenders(tx),
        lambda tx, frame: frame.command_attackers(tx),
        lambda tx, frame: frame.harass(tx),
        lambda tx, frame: frame.commit(tx),
        lambda tx, frame: frame.roll(tx),
        lambda tx, frame: frame.fates(tx),
        lambda tx, frame: frame.defeats(tx),
        lambda tx, frame: frame.defender_suffers(tx),
        lambda tx, frame: frame.attacker_suffers(tx),
        lambda tx, frame: frame.go_ashore(tx),
        lambda tx, frame: frame.winner_advances(tx),
    )


class ChooseHeadquarters(PickOne, kw_only=True):
    """To which of the equally near headquarters does a unit belong in this combat?"""

    unit: str

    title = "Assigned headquarters"
    verb: ClassVar[str] = "assign"
    ruled_by = "7.44-f"
    otherwise = "one of the nearest headquarters is named"
    records: ClassVar[Mapping[str, type]] = {"unit": Unit}

    def prompt(self, state: State) -> str:
        return f"To which headquarters does {state.get(Unit, self.unit).name} belong in this combat?"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    @case("7.44-e")
    def refusals_to_pick(self, state: State, target: Unit) -> Iterator[Refusal]:
        if target.key not in self.among:
            names = " and ".join(state.get(Unit, key).name for key in self.among)
            yield Refusal("7.44-e", f"{names} are nearer than {target.name}")

    def picked(self, tx: Transaction, target: Unit) -> None:
        now = battle(tx.state)
        tx.put(replace(now, assigned=(*now.assigned, (self.unit, target.key))))
        tx.pop()


class ChooseHarassed(PickOne, kw_only=True):
    """Which of the equally near units do partisans weaken?"""

    marker: str

    title = "Partisans"
    verb: ClassVar[str] = "harass"
    ruled_by = "7.463-c"
    otherwise = "partisans weaken one of the nearest enemy units"
    records: ClassVar[Mapping[str, type]] = {"unit": Unit}

    def prompt(self, state: State) -> str:
        where = ground(state).name_of(state.get(PlacedMarker, self.marker).place)
        return f"Which unit do the partisans in {where} weaken?"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    def picked(self, tx: Transaction, target: Unit) -> None:
        now = battle(tx.state)
        tx.put(replace(now, harassed=(*now.harassed, (self.marker, target.key))))
        tx.pop()


# command


@case("7.44-a", "7.44-c", "7.44-d", "7.45-a", "11.4-d")
def command(tx: Transaction, side: str) -> None:
    """Units are in command by themselves where there is a place for all; else their owner declares."""
    now = battle(tx.state)
    ours = dict(now.assigned)
    asked = []
    for unit in units_of(tx.state, now.keys(side)):
        hq = tx.state.get(Unit, ours[unit.key]) if unit.key in ours else None
        if needs_no_command(tx.state, unit):
            take_command(tx, unit, None)
        elif hq is None or not in_range(tx.state, unit, hq):
            continue
        elif has_place(tx.state, unit, hq):
            take_command(tx, unit, hq)
        elif is_contested(tx.state, hq):
            asked.append(unit.key)
        else:
            take_command(tx, unit, hq)
    if any(places_for(tx.state, key) for key in asked):
        tx.push(DeclareCommand(side, tuple(asked)))


def take_command(tx: Transaction, unit: Unit, hq: Unit | None) -> None:
    """The unit is in command in this combat."""
    now = battle(tx.state)
    tx.put(replace(now, commanded=(*now.commanded, (unit.key, hq.key if hq else ""))))
    if hq is not None:
        put_in_command(tx, unit, hq)


def places_for(state: State, key: str) -> int:
    """The places that the headquarters of a unit has left."""
    return free_places(state, state.get(Unit, dict(battle(state).assigned)[key]))


class DeclareCommand(Menu):
    """Which units are in command? There are not enough places for all in range."""

    waiting: tuple[str, ...]

    title = "Command"
    ruled_by = "7.45-a"
    otherwise = "declare which units are in command"
    records: ClassVar[Mapping[str, type]] = {"unit": Unit}

    def prompt(self, state: State) -> str:
        return "Which units of this combat are in command?"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    def subjects(self, state: State) -> Iterable[str]:
        return self.waiting

    @order("command", "unit", "In command:")
    def command(self, tx: Transaction, unit: Unit) -> None:
        hq = tx.state.get(Unit, dict(battle(tx.state).assigned)[unit.key])
        take_command(tx, unit, hq)
        tx.replace(replace(self, waiting=tuple(key for key in self.waiting if key != unit.key)))
        ask_again(tx)

    @command.targets
    def to_command(self, state: State) -> Iterable[str]:
        return self.waiting

    @command.against
    @case("7.44-c", "7.44-e", "7.45-c")
    def refusals_to_command(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Its own headquarters must have a place left: another one cannot help."""
        if unit.key in self.waiting and not places_for(state, unit.key):
            hq = state.get(Unit, dict(battle(state).assigned)[unit.key])
            text = f"{hq.name} has put {counted(used(state, hq), 'unit')} in command in this segment"
            yield Refusal("7.44-c", f"{text}, and {capacity(state, hq)} is the most")

    @command.shows
    def shown(self, state: State, unit: Unit) -> Preview:
        hq = state.get(Unit, dict(battle(state).assigned)[unit.key])
        return Preview(f"One of {free_places(state, hq)} places of {hq.name}")

    done = end("done", "The rest out of command")


FRAMES: Final = (Combat, ChooseHeadquarters, ChooseHarassed, DeclareCommand)
