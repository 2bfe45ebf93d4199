"""The defender's response to a statement of attack: reserves, leaders, close air support (7.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final, NamedTuple

from msgspec.structs import replace

from engine.games.toppling_the_reich.air.close_support import refusals_to_support
from engine.games.toppling_the_reich.combat.attack import Attack, defending_side
from engine.games.toppling_the_reich.combat.modifiers import armor_superiority
from engine.games.toppling_the_reich.combat.odds import odds
from engine.games.toppling_the_reich.command.leaders import commanders, refusals_to_commit
from engine.games.toppling_the_reich.command.reserves import (
    HIGHER,
    army_reach,
    beside_hqs,
    higher_reach,
    refusals_to_dispatch,
    refusals_to_send,
)
from engine.games.toppling_the_reich.deception.discovery import discover
from engine.games.toppling_the_reich.deception.reveal import reveal
from engine.games.toppling_the_reich.movement.placing import place
from engine.games.toppling_the_reich.records import Unit, has_hidden_units
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.mechanics.plural import article
from engine.referee import Action, Event, Preview, Refusal, State, Transaction, case

STAND: Final = Action("stand")
AIR: Final = Action("air")
WAIVE: Final = Action("waive_armor")
BACK: Final = Action("back")


class Gone(NamedTuple):
    """A reserve has been sent; `here` is empty if the player cancelled."""

    unit: str
    here: str
    higher: bool = False


class DefensiveIntervention(Question):
    """Everything the defender adds to the combat, in one response; it pops with the `Attack`."""

    attack: Attack
    moved: tuple[str, ...] = ()
    sent: str = ""
    """The reserve that an army group or the front has sent to an army for this hex."""

    title = "Response"
    words: ClassVar[Mapping[str, str]] = {
        "dispatch": "Dispatch",
        "send": "Send to an army",
        "commit": "Commit",
        "air": "One Air Action of close air support",
        "waive_armor": "Waive armor superiority",
        "stand": "Resolve the combat",
    }

    def prompt(self, state: State) -> str:
        attacked = ground(state).name_of(self.attack.target)
        return f"{attacked} is attacked: add reserves, leaders or air support, or resolve the combat?"

    def subjects(self, state: State) -> Iterable[str]:
        return (*self.attack.reserves, *self.attack.defending_leaders)

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.attack.target,)

    def is_secret(self, state: State) -> bool:
        return has_hidden_units(state, self.side)

    def candidates(self, state: State) -> Iterable[Action]:
        for key in beside_hqs(state, self.side, ("army",)):
            yield Action("dispatch", "unit", key)
        for key in beside_hqs(state, self.side, HIGHER):
            yield Action("send", "unit", key)
        for leader in commanders(state, self.side, self.attack):
            yield Action("commit", "unit", leader.key)
        yield from (AIR, WAIVE, STAND)

    @case("7.3-a", "7.2-b")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """Reserves of the armies, one of a higher command, leaders, two Air Actions; or nothing."""
        if action == STAND:
            return
        if action == AIR:
            yield from refusals_to_support(state, self.side, self.attack)
        elif action == WAIVE:
            yield from self._refusals_to_waive(state)
        elif action.kind != "unit":
            yield Refusal("7.3-a", f"{action} is not a response to an attack")
        else:
            unit = state.get(Unit, action.target)
            if unit.side != self.side:
                yield Refusal("7.3-a", f"{unit} is not {article(self.side)} {self.side.title()} unit")
            elif action.verb == "dispatch":
                yield from refusals_to_dispatch(state, unit, self.attack, self.moved, self.sent)
            elif action.verb == "send":
                yield from refusals_to_send(state, unit, self.attack, self.moved, self.sent)
            elif action.verb == "commit":
                yield from refusals_to_commit(state, unit, self.attack)
            else:
                yield Refusal("7.3-a", f"{action} is not a response to an attack")

    def _refusals_to_waive(self, state: State) -> Iterator[Refusal]:
        if self.attack.defender_waives_armor or armor_superiority(state, self.attack) != self.side:
            yield Refusal("7.2-b", "there is no armor superiority of the defender to waive")

    def after(self, action: Action) -> Attack:
        """The combat with what this action adds to it."""
        attack = self.attack
        if action == AIR:
            return replace(attack, defending_air=attack.defending_air + 1)
        if action == WAIVE:
            return replace(attack, defender_waives_armor=True)
        if action.verb == "commit":
            return replace(attack, defending_leaders=(*attack.defending_leaders, action.target))
        return attack

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == STAND:
            tx.pop(self.attack)
        elif action.verb == "dispatch":
            tx.push(Dispatch(self.side, self.attack, action.target))
        elif action.verb == "send":
            tx.push(Dispatch(self.side, self.attack, action.target, higher=True))
        else:
            tx.replace(replace(self, attack=self.after(action)))

    def resume(self, tx: Transaction, result: Any) -> None:
        if isinstance(result, Gone) and result.here:
            attack = self.attack
            if result.here == attack.target:
                attack = replace(attack, reserves=(*attack.reserves, result.unit))
            moved, sent = (*self.moved, result.unit), result.unit if result.higher else self.sent
            tx.replace(replace(self, attack=attack, moved=moved, sent=sent))

    def preview(self, state: State, action: Action) -> Preview:
        return odds(state, self.after(action))


class Dispatch(Question):
    """Where a reserve goes."""

    attack: Attack
    unit: str
    higher: bool = False

    title = "Reserve"
    words: ClassVar[Mapping[str, str]] = {"to": "Send it to", "back": "Leave it where it is"}

    def prompt(self, state: State) -> str:
        unit = state.get(Unit, self.unit)
        return f"To which {'army headquarters' if self.higher else 'hex'} does {unit} go?"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.attack.target,)

    def goals(self, state: State) -> frozenset[str]:
        """The hexes it can be sent to."""
        unit = state.get(Unit, self.unit)
        return higher_reach(state, unit, self.attack) if self.higher else army_reach(state, unit)

    def way_out(self, state: State) -> Action:
        return BACK

    def candidates(self, state: State) -> Iterable[Action]:
        for here in sorted(self.goals(state)):
            yield Action("to", "hex", here)
        yield BACK

    @case("3.5.3-a", "3.5.3-b", "3.5.4-a")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """In range, over bridges, through no unoccupied enemy zone of control, inside the boundaries."""
        if action == BACK:
            return
        by = "3.5.4-a" if self.higher else "3.5.3-b"
        if action.verb != "to" or action.kind != "hex":
            yield Refusal(by, "name the hex it goes to")
        elif action.target not in self.goals(state):
            where = ground(state).name_of(action.target)
            yield Refusal(by, f"{state.get(Unit, self.unit)} cannot reach {where} as a reserve")

    def preview(self, state: State, action: Action) -> Preview:
        if action == BACK:
            return Preview()
        return Preview(path=(state.get(Unit, self.unit).place, action.target))

    @case("3.5.3-b", "3.5.4-b")
    def apply(self, tx: Transaction, action: Action) -> None:
        """It pays no movement points; one sent to an army is a reserve there from now on."""
        unit, here = tx.state.get(Unit, self.unit), action.target
        if action == BACK:
            tx.pop(Gone(unit.key, ""))
            return
        if unit.hidden:
            # INTERPRETATION (13.2-c): a reserve that is dispatched moves openly, whatever covered it before.
            reveal(tx, unit, "13.2-c")
        place(tx, tx.state.get(Unit, unit.key), here)
        where = ground(tx.state).name_of(here)
        text = f"{unit} is dispatched to {where}"
        about = (("unit", unit.key), ("hex", here))
        tx.emit(Event("ReserveDispatched", text, "3.5.4-a" if self.higher else "3.5.3-a", about=about))
        discover(tx, self.side, here)
        tx.pop(Gone(unit.key, here, self.higher))


def offer_response(tx: Transaction, attack: Attack) -> None:
    """Ask the defender if any response is possible."""
    side = defending_side(tx.state, attack)
    offer = DefensiveIntervention(side, attack)
    if offer.legal(tx.state) != [STAND]:
        tx.push(offer)


FRAMES = (DefensiveIntervention, Dispatch)
