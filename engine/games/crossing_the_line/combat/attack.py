"""A Combat Action: declaration, chits, die, results, and what the winner gets (7.5.1, 7.5.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from engine.games.crossing_the_line.actions.action_menu import (
    UnitMenu,
    pay,
    price,
    refusals_to_pay,
)
from engine.games.crossing_the_line.actions.isolation import UnitAction
from engine.games.crossing_the_line.combat.armor import armor
from engine.games.crossing_the_line.combat.modifiers import HASTY, PREPARED, REGULAR, combat_modifiers
from engine.games.crossing_the_line.combat.odds import in_words, parse, preview_attack
from engine.games.crossing_the_line.combat.result import Hits
from engine.games.crossing_the_line.combat.strengths import (
    battle_strength,
    multiplied,
    odds_column,
    odds_text,
)
from engine.games.crossing_the_line.records import Unit, fighters_at, units_at
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.scenario.opening import CHITS
from engine.games.crossing_the_line.scenario.victory import settle_victory
from engine.games.crossing_the_line.standard.command import IN_COMMAND, command_state
from engine.games.crossing_the_line.standard.known import show
from engine.games.crossing_the_line.standard.reroll import heard, throw
from engine.mechanics.cups import put_back
from engine.mechanics.menu import Order
from engine.mechanics.plural import mixed
from engine.referee import Action as Deed
from engine.referee import (
    Cup,
    Event,
    Preview,
    Price,
    Refusal,
    State,
    Transaction,
    case,
    total,
)

WORDS: Final = {HASTY: "Hasty Attack on", REGULAR: "Regular Attack on", PREPARED: "Prepared Attack on"}


class Attack(Order):
    """One of the three types of attack on an adjacent hex."""

    kind = "hex"

    def __init__(self, how: str) -> None:
        self.how = how
        self.verb = f"attack_{how}"
        self.words = WORDS[how]

    def candidates(self, menu: UnitMenu, state: State) -> Iterable[Deed]:
        first = menu.chosen(state)[0]
        enemy = ground(state).other(menu.side)
        near = ground(state).neighbors[first.place]
        return [
            Deed(self.verb, "hex", there)
            for there in near
            if any(unit.side == enemy for unit in fighters_at(state, there))
        ]

    @case("7.1-combat", "7.5-a", "7.5.1-A", "5.6.3-a", "5.8.3-a", "7-b", "3.3-b")
    def refusals(self, menu: UnitMenu, state: State, action: Deed) -> Iterator[Refusal]:
        """Undisrupted combat units against one adjacent hex with enemy combat units; without command only a
        Hasty Attack."""
        units, there = menu.chosen(state), action.target
        land = ground(state)
        for unit in units:
            if unit.is_hq:
                yield Refusal("3.3-b", f"{unit} is a headquarters and never attacks")
            elif unit.disrupted:
                yield Refusal("5.6.3-a", f"{unit} is disrupted and can only refit")
            elif self.how != HASTY and (found := command_state(state, unit)) != IN_COMMAND:
                yield Refusal("5.8.3-a", f"{unit} is {found}: only a Hasty Attack is possible")
        if outside := list(land.refusals_outside(there)):
            yield from outside
        elif there not in land.neighbors[units[0].place]:
            yield Refusal("7.1-combat", f"{land.name_of(there)} is not adjacent to {units[0].place}")
        elif all(unit.side == menu.side for unit in fighters_at(state, there)):
            yield Refusal("7.1-combat", f"No enemy combat unit is in {land.name_of(there)}")
        yield from refusals_to_pay(state, menu, self.cost(state, units))

    @case("7-a", "7-b")
    def cost(self, state: State, units: Sequence[Unit]) -> int:
        """1, 2 or 3 action points; a Hasty Attack, the only one possible out of command, is double there."""
        usual: int = getattr(ground(state).charts.action_costs, f"{self.how}_attack")
        return price(state, units, usual) if self.how == HASTY else usual

    def apply(self, menu: UnitMenu, tx: Transaction, action: Deed) -> None:
        pay(tx, menu, self.cost(tx.state, menu.chosen(tx.state)))
        tx.replace(
            CombatAction(menu.side, menu.units, menu.chosen(tx.state)[0].place, action.target, self.how)
        )

    def preview(self, menu: UnitMenu, state: State, action: Deed) -> Preview:
        units = menu.chosen(state)
        price = Price("action points", self.cost(state, units), "7-a")
        return preview_attack(state, self.how, units, action.target, price)


class CombatAction(UnitAction):
    """An attack from its declaration to the bonus of the winner."""

    here: str
    target: str
    how: str
    chits: tuple[str, ...] = ()
    column: int = -1
    """The column of the table; -1 before it is known or if the odds are too low."""
    defenders: tuple[str, ...] = ()
    outcome: str = ""
    firsts: tuple[tuple[str, ...], ...] = ()
    """The units of attacker and defender of which one must take the first loss."""

    title = "Combat"

    @case("7.5.1-A", "7.5.1-B", "5.3.4-a", "5.3.1-h")
    def declare(self, tx: Transaction) -> None:
        """The attacker may look at the defending stack; then each side draws a chit."""
        attackers = self.able(tx.state)
        defenders = fighters_at(tx.state, self.target)
        show(tx, (*attackers, *units_at(tx.state, self.target)))
        land = ground(tx.state)
        names = ", ".join(map(str, attackers))
        text = f"{self.how.capitalize()} Attack of {names} on {land.name_of(self.target)}"
        about = (*(("unit", unit.key) for unit in attackers), ("hex", self.target))
        tx.emit(Event("AttackDeclared", text, "7.5.1-A", about=about))
        cup = tx.state.get(Cup, CHITS)
        chits = tuple(
            tx.draw(cup, "7.5.1-B", f"Combat chit of {land.title_of(side)}")
            for side in (self.side, land.other(self.side))
        )
        tx.replace(
            replace(
                self,
                units=tuple(unit.key for unit in attackers),
                defenders=tuple(unit.key for unit in defenders),
                chits=chits,
            )
        )

    @case("7.5.1-C", "7.5.1-D1", "7.5.1-D2", "7.5.1-D3", "7.5.1.2-D5")
    def roll(self, tx: Transaction) -> None:
        """Strengths and odds; below the first column the result stands without a roll."""
        state, land = tx.state, ground(tx.state)
        attackers, defenders = self.able(state), [state.get(Unit, key) for key in self.defenders]
        attack = self.tell_strength(tx, attackers, self.chits[0], self.how)
        defence = self.tell_strength(tx, defenders, self.chits[1])
        put_back(tx, CHITS, self.chits)
        column = odds_column(state, self.target, attack, defence)
        tanks = armor(state, attackers, defenders, self.here, self.target)
        now = replace(
            self, column=-1 if column is None else column, firsts=(tanks.attackers, tanks.defenders)
        )
        strengths, odds = f"Battle strengths {attack} to {defence}", odds_text(state, self.target, column)
        if column is None:
            text = f"{strengths}, {odds}, the lowest odds here: no die is rolled"
            tx.emit(Event("OddsFound", text, "7.5.1-D2"))
            now.find_result(tx, land.charts.crt.below_leftmost)
            return
        tx.emit(Event("OddsFound", f"{strengths}, read at {odds}", "7.5.1-D1"))
        tx.replace(now)
        modifiers = combat_modifiers(state, self.how, attackers, defenders, self.target)
        listed = "; ".join(map(str, modifiers)) or "no modifiers"
        throw(tx, self.side, "7.5.1-D3", f"Attack on {land.name_of(self.target)} ({listed})")

    @case("7.5.1-C", "5.3.4-a")
    def tell_strength(self, tx: Transaction, units: Sequence[Unit], chit: str, how: str = "") -> int:
        """The battle strength of a side; only that side reads what each of its units adds."""
        found, side = battle_strength(tx.state, units, chit, how), units[0].side
        parts = ", ".join(
            f"{unit} {unit.now} × {mixed(m)}" for unit, m in multiplied(tx.state, units, chit, how)
        )
        title = ground(tx.state).title_of(side)
        what = f"Battle strength of {title}: "
        tx.emit(Event("StrengthFound", f"{what}{parts} = {found}", "7.5.1-C", (side,), f"{what}{found}"))
        return found

    def hear_die(self, tx: Transaction, die: int) -> None:
        state = tx.state
        defenders = [state.get(Unit, key) for key in self.defenders]
        modifiers = combat_modifiers(state, self.how, self.able(state), defenders, self.target)
        value = die + int(total(modifiers))
        self.find_result(tx, ground(state).charts.crt.result(self.column, value), f" on {value}")

    def find_result(self, tx: Transaction, outcome: str, found_for: str = "") -> None:
        """The result is known."""
        text = f"Result {outcome}{found_for}: {in_words(outcome)}"
        tx.emit(Event("CombatResult", text, "7.5.2-a", about=(("hex", self.target),)))
        tx.replace(replace(self, outcome=outcome))

    @case("7.5.2-a")
    def hit_defender(self, tx: Transaction) -> None:
        """The defender's result is applied completely before the attacker's."""
        _, (hits, red) = parse(self.outcome)
        other = tx.state.scenario.other(self.side)
        tx.push(Hits(other, self.defenders, self.target, hits, red, self.firsts[1]))

    @case("7.5.2-a", "9-c")
    def hit_attacker(self, tx: Transaction) -> None:
        """What the defender has left may be taken now, before the attacker can lose his zone of control."""
        settle_victory(tx)
        (hits, red), _ = parse(self.outcome)
        tx.push(Hits(self.side, self.units, self.here, hits, red, self.firsts[0]))

    @case("7.5.3-a", "10.1-c", "7.5.2-advance")
    def award(self, tx: Transaction) -> None:
        """The side with fewer hits wins, if one of its units is left; nobody advances by itself. The bonus
        can be used for another attack, hence the import at this place."""
        from engine.games.crossing_the_line.combat.bonus import offer_bonus

        settle_victory(tx)
        if tx.state.outcome is not None:
            return
        (ours, _), (theirs, _) = parse(self.outcome)
        other = tx.state.scenario.other(self.side)
        for winner, keys, less in (
            (self.side, self.units, theirs - ours),
            (other, self.defenders, ours - theirs),
        ):
            left = any(tx.state.get(Unit, key).on_map for key in keys)
            if less > 0 and left and not ground(tx.state).is_static(winner):
                tx.emit(Event("BattleWon", f"{ground(tx.state).title_of(winner)} wins the battle", "7.5.3-a"))
                offer_bonus(tx, winner, keys, is_defender=winner == other)

    steps = (
        lambda tx, frame: frame.check_isolated(tx),
        lambda tx, frame: frame.declare(tx),
        lambda tx, frame: frame.roll(tx),
        lambda tx, frame: frame.hit_defender(tx),
        lambda tx, frame: frame.hit_attacker(tx),
        lambda tx, frame: frame.award(tx),
    )

    def resume(self, tx: Transaction, result: Any) -> None:
        if self.at == 3 and result is not None:
            self.hear_die(tx, heard(result))
        else:
            super().resume(tx, result)


ORDERS: Final[tuple[Order, ...]] = (Attack(HASTY), Attack(REGULAR), Attack(PREPARED))
FRAMES: Final = (CombatAction,)
