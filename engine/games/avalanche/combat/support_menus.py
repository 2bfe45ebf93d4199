"""Placing support: the defender first, then the attacker (3.9.c)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.avalanche.combat.battle import Battle
from engine.games.avalanche.combat.outlook import preview
from engine.games.avalanche.combat.reckoning import on_map
from engine.games.avalanche.combat.support import (
    MOST_AIR,
    MOST_SHIPS,
    best_help,
    possible_guns,
    refusals_to_help,
    refusals_to_support,
)
from engine.games.avalanche.general.calendar import is_night
from engine.games.avalanche.initial.air import air_points, already_flying
from engine.games.avalanche.records import Unit
from engine.games.avalanche.scenario.question import Question
from engine.mechanics.menu import change, order
from engine.mechanics.plural import counted
from engine.referee import Action, Preview, Refusal, State, Transaction, case


class AnnounceSurprise(Question):
    """Does the attacker try for surprise? He says so before any support is placed."""

    battle: Battle

    title = "Surprise"
    ruled_by: ClassVar[str] = "surprise.attempt"

    def prompt(self, state: State) -> str:
        return "Try for surprise? A roll of 1-2 succeeds; only one gun may support the attack then"

    def subjects(self, state: State) -> Iterable[str]:
        return self.battle.attackers

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.battle.target,)

    @order("surprise", words="Try for surprise")
    def surprise(self, tx: Transaction) -> None:
        tx.pop(replace(self.battle, tries_surprise=True))

    @surprise.shows
    def with_surprise(self, state: State) -> Preview:
        return preview(state, replace(self.battle, tries_surprise=True), self.side)

    @order("pass", words="No surprise", ends=True)
    def no_surprise(self, tx: Transaction) -> None:
        tx.pop(self.battle)

    @no_surprise.shows
    def without(self, state: State) -> Preview:
        return preview(state, self.battle, self.side)


class PlaceSupport(Question):
    """Which guns and ships support?"""

    battle: Battle

    ruled_by: ClassVar[str] = "support.markers"
    otherwise: ClassVar[str] = "@ is not a gun or ship that could support"
    attacks: ClassVar[bool] = False

    def placed(self) -> tuple[tuple[str, int], ...]:
        """Guns and ships with their points."""
        return self.battle.defence_support

    def fighting(self, state: State) -> list[Unit]:
        """The units that can be supported."""
        return on_map(state, self.battle.attackers if self.attacks else self.battle.defenders)

    def subjects(self, state: State) -> Iterable[str]:
        return [key for key, _ in self.placed()]

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.battle.target,)

    def summary(self, state: State) -> Preview:
        return preview(state, self.battle, self.side)

    @order("support", "unit", "Support with")
    def support(self, tx: Transaction, gun: Unit) -> None:
        tx.replace(self.with_gun(tx.state, gun))

    @support.targets
    def guns(self, state: State) -> Iterable[str]:
        """None if nobody is left to be supported, as after a correction of the position."""
        return [gun.key for gun in possible_guns(state, self.side)] if self.fighting(state) else []

    @support.shows
    def shows_support(self, state: State, gun: Unit) -> Preview:
        """What the gun gives and why, and the combat with it."""
        found = best_help(state, gun, self.fighting(state), self.attacks)
        if found is None:
            return Preview()
        shown = self.with_gun(state, gun).summary(state)
        text = f"{gun} supports {found.unit} with {counted(found.points, 'point')}. {shown.text}".rstrip()
        why = tuple(replace(one, group=f"the support of {gun}") for one in found.why)
        return replace(shown, text=text, modifiers=(*why, *shown.modifiers))

    @support.against
    @case("support.markers", "support.range", "support.ineligible")
    def refusals_to_place(self, state: State, gun: Unit) -> Iterator[Refusal]:
        """What is against a gun; that it is placed already, or one ship too many."""
        if gun.key not in self.guns(state):
            return
        if gun.key in dict(self.placed()):
            yield Refusal("support.markers", f"{gun} supports already")
        if gun.key in self.battle.defenders:
            yield Refusal("combat.gun-in-ezoc-defends", f"{gun} defends with its own strength")
        yield from refusals_to_support(state, gun, self.attacks)
        yield from self.refusals_by_limits(state, gun)
        if best_help(state, gun, self.fighting(state), self.attacks) is None:
            fighting = self.fighting(state)
            against = [list(refusals_to_help(state, gun, unit, self.attacks)) for unit in fighting]
            yield from min(against, key=len, default=[])

    @case("support.def-naval", "support.att-naval")
    def refusals_by_limits(self, state: State, gun: Unit) -> Iterator[Refusal]:
        """Two ships in defence, three in attack."""
        ships = sum(state.get(Unit, key).is_ship for key, _ in self.placed())
        if gun.is_ship and ships >= MOST_SHIPS[self.attacks]:
            case_id = "support.att-naval" if self.attacks else "support.def-naval"
            yield Refusal(case_id, f"{ships} ships support already, and {MOST_SHIPS[self.attacks]} may")

    def with_gun(self, state: State, gun: Unit) -> PlaceSupport:
        """The decision with one more gun or ship."""
        found = best_help(state, gun, self.fighting(state), self.attacks)
        assert found is not None
        battle, entry = self.battle, (gun.key, found.points)
        if not self.attacks:
            battle = replace(battle, defence_support=(*battle.defence_support, entry))
        elif gun.is_ship:
            battle = replace(battle, ships_named=(*battle.ships_named, entry))
        else:
            battle = replace(battle, attack_support=(*battle.attack_support, entry))
        return replace(self, battle=battle)

    @change("withdraw", "unit", "No support by")
    def withdraw(self, gun: Unit) -> PlaceSupport:
        def without(entries: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
            return tuple(entry for entry in entries if entry[0] != gun.key)

        battle = self.battle
        changed = replace(
            battle,
            attack_support=without(battle.attack_support) if self.attacks else battle.attack_support,
            ships_named=without(battle.ships_named) if self.attacks else battle.ships_named,
            defence_support=battle.defence_support if self.attacks else without(battle.defence_support),
            doubled=tuple(key for key in battle.doubled if key != gun.key),
        )
        return replace(self, battle=changed)

    @withdraw.targets
    def placed_guns(self, state: State) -> Iterable[str]:
        return [key for key, _ in self.placed()]

    @order("done", words="Support placed", ends=True)
    def done(self, tx: Transaction) -> None:
        tx.pop(self.battle)


class DefensiveSupport(PlaceSupport):
    """The defender places his support first."""

    title = "Defensive support"

    def prompt(self, state: State) -> str:
        most = sum(unit.defence for unit in self.fighting(state))
        return f"Which guns and ships support the defence? At most {most} points count"


class OffensiveSupport(PlaceSupport):
    """The attacker places guns, ships and air points."""

    title = "Offensive support"
    attacks: ClassVar[bool] = True

    def prompt(self, state: State) -> str:
        return "Which guns, ships and air points support the attack?"

    def placed(self) -> tuple[tuple[str, int], ...]:
        return (*self.battle.attack_support, *self.battle.ships_named)

    @case("surprise.one-gun")
    def refusals_by_limits(self, state: State, gun: Unit) -> Iterator[Refusal]:
        """Three ships, and one gun only if surprise is tried."""
        yield from super().refusals_by_limits(state, gun)
        if self.battle.tries_surprise and not gun.is_ship and self.battle.attack_support:
            yield Refusal("surprise.one-gun", "Only one gun supports an attack that tries for surprise")

    @change("double", "unit", "Double the support of")
    def double(self, gun: Unit) -> OffensiveSupport:
        return replace(self, battle=replace(self.battle, doubled=(*self.battle.doubled, gun.key)))

    @double.targets
    def single_guns(self, state: State) -> Iterable[str]:
        return [key for key, _ in self.battle.attack_support if key not in self.battle.doubled]

    @double.against
    @case("support.att-double")
    def refusals_to_double(self, state: State, gun: Unit) -> Iterator[Refusal]:
        if gun.key in self.single_guns(state):
            return
        if gun.is_ship:
            yield Refusal("support.att-double", f"{gun} is a ship: only guns double their support")

    @change("air", "number", "Air points:")
    def air(self, number: int) -> OffensiveSupport:
        return replace(self, battle=replace(self.battle, air=number))

    @air.targets
    def numbers(self, state: State) -> Iterable[int]:
        """By day as many as there are, four at most; none if there are none at all."""
        most = min(air_points(state, self.side, "support"), MOST_AIR)
        return [number for number in range(most + 1) if most and number != self.battle.air]

    @air.against
    @case("support.att-air")
    def refusals_to_fly(self, state: State, number: int) -> Iterator[Refusal]:
        """Four points at most, and never at night."""
        left = air_points(state, self.side, "support")
        if is_night(state):
            yield Refusal("support.att-air", "Air points do not work at night")
        elif number > MOST_AIR:
            yield Refusal("support.att-air", f"{number} air points: {MOST_AIR} at most support an attack")
        elif number > left:
            yield Refusal("support.att-air", f"{counted(number, 'air point')}, and only {left} left")
        elif number == self.battle.air:
            yield Refusal("support.att-air", already_flying(number))

    def names(self, action: Action) -> bool:
        return action.kind == "number"


FRAMES: Final = (AnnounceSurprise, DefensiveSupport, OffensiveSupport)
