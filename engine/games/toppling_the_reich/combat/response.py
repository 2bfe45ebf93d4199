"""The defender's response to a statement of attack: reserves, leaders, close air support (7.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.games.toppling_the_reich.air.close_support import refusals_to_support
from engine.games.toppling_the_reich.combat.attack import Attack, defending_side
from engine.games.toppling_the_reich.combat.modifiers import armor_superiority
from engine.games.toppling_the_reich.combat.odds import odds
from engine.games.toppling_the_reich.command import reserve_movement
from engine.games.toppling_the_reich.command.leaders import commanders, refusals_to_commit
from engine.games.toppling_the_reich.command.reserve_movement import ReserveMovement, ReserveWalk
from engine.games.toppling_the_reich.command.reserves import (
    HIGHER,
    army_movement,
    beside_hqs,
    higher_movements,
    refusals_to_dispatch,
    refusals_to_send,
)
from engine.games.toppling_the_reich.deception.reveal import reveal
from engine.games.toppling_the_reich.records import Unit, has_hidden_units
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.mechanics import article, change, offer, order, way_out
from engine.referee import Preview, Refusal, State, Transaction, case


class Gone(NamedTuple):
    """A reserve has been sent; `here` is empty if the player cancelled."""

    unit: str
    here: str
    higher: bool = False


class DefensiveIntervention(Question):
    """Everything the defender adds to the combat, in one response: reserves of the armies, one of a higher
    command, leaders, two Air Actions; or nothing (7.3-a). It pops with the `Attack`."""

    attack: Attack
    moved: tuple[str, ...] = ()
    sent: str = ""
    """The reserve that an army group or the front has sent to an army for this hex."""

    title = "Response"
    ruled_by = "7.3-a"
    otherwise = "@ is not a response to an attack"

    def prompt(self, state: State) -> str:
        attacked = ground(state).name_of(self.attack.target)
        return f"{attacked} is attacked: add reserves, leaders or air support, or resolve the combat?"

    def subjects(self, state: State) -> Iterable[str]:
        return (*self.attack.reserves, *self.attack.defending_leaders)

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.attack.target,)

    def is_secret(self, state: State) -> bool:
        return has_hidden_units(state, self.side)

    def summary(self, state: State) -> Preview:
        """The odds of the combat as it stands."""
        return odds(state, self.attack)

    def odds_now(self, state: State, unit: Unit) -> Preview:
        """The odds before a reserve has gone anywhere."""
        return odds(state, self.attack)

    @case("7.3-a")
    def refusals_of_side(self, unit: Unit) -> Iterator[Refusal]:
        """Nobody but the defender's own units."""
        if unit.side != self.side:
            yield Refusal("7.3-a", f"{unit} is not {article(self.side)} {self.side.title()} unit")

    @order("dispatch", "unit", "Dispatch")
    def dispatch(self, tx: Transaction, unit: Unit) -> None:
        tx.push(Dispatch(self.side, self.attack, unit.key))

    @dispatch.targets
    def beside_armies(self, state: State) -> Iterable[str]:
        return beside_hqs(state, self.side, ("army",))

    @dispatch.against
    def refusals_to_dispatch(self, state: State, unit: Unit) -> Iterator[Refusal]:
        foreign = list(self.refusals_of_side(unit))
        yield from foreign or refusals_to_dispatch(state, unit, self.attack, self.moved, self.sent)

    dispatch.shows(odds_now)

    @order("send", "unit", "Send to an army")
    def send(self, tx: Transaction, unit: Unit) -> None:
        tx.push(Dispatch(self.side, self.attack, unit.key, higher=True))

    @send.targets
    def beside_higher_hqs(self, state: State) -> Iterable[str]:
        return beside_hqs(state, self.side, HIGHER)

    @send.against
    def refusals_to_send(self, state: State, unit: Unit) -> Iterator[Refusal]:
        foreign = list(self.refusals_of_side(unit))
        yield from foreign or refusals_to_send(state, unit, self.attack, self.moved, self.sent)

    send.shows(odds_now)

    @change("commit", "unit", "Commit")
    def commit(self, leader: Unit) -> DefensiveIntervention:
        leaders = (*self.attack.defending_leaders, leader.key)
        return replace(self, attack=replace(self.attack, defending_leaders=leaders))

    @commit.targets
    def commanders(self, state: State) -> Iterable[str]:
        return [leader.key for leader in commanders(state, self.side, self.attack)]

    @commit.against
    def refusals_to_commit(self, state: State, leader: Unit) -> Iterator[Refusal]:
        foreign = list(self.refusals_of_side(leader))
        yield from foreign or refusals_to_commit(state, leader, self.attack)

    @change("air", words="One Air Action of close air support")
    def air(self) -> DefensiveIntervention:
        return replace(self, attack=replace(self.attack, defending_air=self.attack.defending_air + 1))

    @air.against
    def refusals_of_air(self, state: State) -> Iterator[Refusal]:
        return refusals_to_support(state, self.side, self.attack)

    @change("waive_armor", words="Waive armor superiority")
    def waive_armor(self) -> DefensiveIntervention:
        return replace(self, attack=replace(self.attack, defender_waives_armor=True))

    @waive_armor.against
    @case("7.2-b")
    def refusals_to_waive(self, state: State) -> Iterator[Refusal]:
        if self.attack.defender_waives_armor or armor_superiority(state, self.attack) != self.side:
            yield Refusal("7.2-b", "there is no armor superiority of the defender to waive")

    @order("stand", words="Resolve the combat", ends=True)
    def stand(self, tx: Transaction) -> None:
        tx.pop(self.attack)

    stand.shows(summary)

    def resume(self, tx: Transaction, result: Any) -> None:
        if isinstance(result, Gone) and result.here:
            attack = self.attack
            if result.here == attack.target:
                attack = replace(attack, reserves=(*attack.reserves, result.unit))
            moved, sent = (*self.moved, result.unit), result.unit if result.higher else self.sent
            tx.replace(replace(self, attack=attack, moved=moved, sent=sent))


class Dispatch(Question):
    """Where a reserve goes."""

    attack: Attack
    unit: str
    higher: bool = False

    title = "Reserve"
    ruled_by = "3.5.3-a"
    otherwise = "name the hex it goes to"

    def prompt(self, state: State) -> str:
        unit = state.get(Unit, self.unit)
        return f"To which {'army headquarters' if self.higher else 'hex'} does {unit} go?"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.attack.target,)

    def ways(self, state: State) -> Sequence[ReserveMovement]:
        """The movement by each headquarters that can send it."""
        unit = state.get(Unit, self.unit)
        return higher_movements(state, unit, self.attack) if self.higher else [army_movement(state, unit)]

    @order("to", "hex", "Send it to")
    def go_to(self, tx: Transaction, here: str) -> None:
        way = next(way for way in self.ways(tx.state) if here in way.arrivals().ends)
        unit = tx.state.get(Unit, self.unit)
        if unit.hidden:
            # INTERPRETATION (13.2-c): a reserve that is dispatched moves openly, whatever covered it before.
            reveal(tx, unit, "13.2-c")
        tx.push(ReserveWalk((unit.key,), (), way.ruled_by, path=way.path_to(here)))

    @go_to.targets
    def goals(self, state: State) -> Iterable[str]:
        return sorted({here for way in self.ways(state) for here in way.arrivals().ends})

    @go_to.against
    def refusals_to_go(self, state: State, here: str) -> Iterator[Refusal]:
        against = [list(way.refusals(here)) for way in self.ways(state)]
        if all(against):
            yield from against[0]

    def resume(self, tx: Transaction, result: str) -> None:
        tx.pop(Gone(self.unit, result, self.higher))

    @go_to.shows
    def path_to(self, state: State, here: str) -> Preview:
        way = next(way for way in self.ways(state) if here in way.arrivals().ends)
        return Preview(path=way.path_to(here))

    back = way_out("back", "Leave it where it is")


def offer_response(tx: Transaction, attack: Attack) -> None:
    """Ask the defender if any response is possible."""
    offer(tx, DefensiveIntervention(defending_side(tx.state, attack), attack))


FRAMES = (DefensiveIntervention, Dispatch, *reserve_movement.FRAMES)
