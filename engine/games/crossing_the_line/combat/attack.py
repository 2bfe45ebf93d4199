"""A Combat Action: declaration, chits, die, results, and what the winner gets (7.5.1, 7.5.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any, Final

from msgspec.structs import replace

from engine.games.crossing_the_line.actions.action_menu import (
    Action,
    UnitMenu,
    pay,
    price,
    refusals_to_pay,
)
from engine.games.crossing_the_line.combat.armor import armor
from engine.games.crossing_the_line.combat.modifiers import HASTY, PREPARED, REGULAR, combat_modifiers
from engine.games.crossing_the_line.combat.result import Hits
from engine.games.crossing_the_line.combat.strengths import battle_strength, odds_column, odds_text
from engine.games.crossing_the_line.records import Unit, fighters_at
from engine.games.crossing_the_line.scenario.control import settle_control
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.scenario.opening import CHITS
from engine.games.crossing_the_line.standard.command import IN_COMMAND, ISOLATED, command_state
from engine.games.crossing_the_line.standard.effectiveness import (
    CheckEffectiveness,
    disrupt,
    end_improved_defense,
)
from engine.games.crossing_the_line.standard.known import is_identified, show
from engine.games.crossing_the_line.standard.reroll import heard, throw
from engine.mechanics.cups import put_back
from engine.mechanics.menu import Order
from engine.referee import Action as Deed
from engine.referee import (
    Cup,
    Event,
    PossibleOutcome,
    Preview,
    Price,
    Refusal,
    State,
    Strength,
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
        if there not in land.neighbors[units[0].place]:
            yield Refusal("7.1-combat", f"{land.name_of(there)} is not adjacent to {units[0].place}")
        elif all(unit.side == menu.side for unit in fighters_at(state, there)):
            yield Refusal("7.1-combat", f"No enemy combat unit is in {land.name_of(there)}")
        yield from refusals_to_pay(state, menu, self.cost(state, units))

    @case("7-a", "7-b")
    def cost(self, state: State, units: Sequence[Unit]) -> int:
        """1, 2 or 3 action points, double out of command."""
        usual: int = getattr(ground(state).charts.action_costs, f"{self.how}_attack")
        return price(state, units, usual)

    def apply(self, menu: UnitMenu, tx: Transaction, action: Deed) -> None:
        pay(tx, menu, self.cost(tx.state, menu.chosen(tx.state)))
        tx.replace(
            CombatAction(menu.side, menu.units, menu.chosen(tx.state)[0].place, action.target, self.how)
        )

    def preview(self, menu: UnitMenu, state: State, action: Deed) -> Preview:
        """The chance of every result, with the printed strengths of the defenders that are known."""
        units, there = menu.chosen(state), action.target
        known = [
            replace(unit, now=unit.strength)
            for unit in fighters_at(state, there)
            if is_identified(state, unit, menu.side)
        ]
        hidden = len(fighters_at(state, there)) - len(known)
        cost = Price("action points", self.cost(state, units), "7-a")
        if not known:
            return Preview("Nothing is known of the defenders", prices=(cost,))
        more = f"; {hidden} unknown not counted" if hidden else ""
        return Preview(
            f"Printed strengths of the known defenders{more}",
            strengths=(
                *(Strength(unit.side, unit.name, unit.now, "7.5.1-C") for unit in units),
                *(Strength(unit.side, unit.name, unit.strength, "5.3.4-a") for unit in known),
            ),
            modifiers=combat_modifiers(state, self.how, units, known, there, menu.side),
            prices=(cost,),
            odds=odds_by_chits(state, columns_by_chits(state, self.how, units, known, there), there),
            outcomes=tuple(outcomes(state, self.how, units, known, there)),
        )


@case("7.5.1-B", "7.5.1-C", "7.5.1-D1")
def columns_by_chits(
    state: State, how: str, attackers: Sequence[Unit], defenders: Sequence[Unit], there: str
) -> dict[int | None, int]:
    """In how many pairs of chits each column is found, the lowest first; None is below the first."""
    chits = tuple(ground(state).charts.combat_chits.chit)
    ours = {chit: battle_strength(state, attackers, chit, how) for chit in chits}
    theirs = {chit: battle_strength(state, defenders, chit) for chit in chits}
    found: dict[int | None, int] = {}
    for one, other in permutations(chits, 2):
        column = odds_column(state, there, ours[one], theirs[other])
        found[column] = found.get(column, 0) + 1
    return dict(sorted(found.items(), key=lambda entry: -1 if entry[0] is None else entry[0]))


def odds_by_chits(state: State, columns: Mapping[int | None, int], there: str) -> str:
    """The odds that the multipliers on the chits can make, and how often each of them."""
    pairs = sum(columns.values())
    said = [f"{odds_text(state, there, column)} ({100 * n / pairs:.0f} %)" for column, n in columns.items()]
    return f"Odds by the chits: {', '.join(said)}"


@case("7.5.1-B", "7.5.1-D1", "7.5.1-D2", "7.5.1-D3")
def outcomes(
    state: State, how: str, attackers: Sequence[Unit], defenders: Sequence[Unit], there: str
) -> Iterator[PossibleOutcome]:
    """Every result and its chance over all pairs of chits and all dice."""
    crt, side, enemy = ground(state).charts.crt, attackers[0].side, defenders[0].side
    drm = int(total(combat_modifiers(state, how, attackers, defenders, there, side)))
    columns = columns_by_chits(state, how, attackers, defenders, there)
    chances: dict[str, Fraction] = {}
    pairs = sum(columns.values())
    for column, number in columns.items():
        for die in range(1, 11):
            text = crt.below_leftmost if column is None else crt.result(column, die + drm)
            chances[text] = chances.get(text, Fraction(0)) + Fraction(number, pairs * 10)
    for text, chance in sorted(chances.items(), key=lambda entry: -entry[1]):
        (lost, _), (hit, _) = parse(text)
        winner = side if lost < hit else enemy if hit < lost else ""
        yield PossibleOutcome(text, chance, ((side, Fraction(lost)), (enemy, Fraction(hit))), winner)


@case("7.5.2-a")
def parse(text: str) -> tuple[tuple[int, bool], tuple[int, bool]]:
    """`2r/1`: hits of the attacker and of the defender, each with whether it is printed in red."""
    attacker, _, defender = text.partition("/")
    return (int(attacker.rstrip("r")), "r" in attacker), (int(defender.rstrip("r")), "r" in defender)


class CombatAction(Action):
    """An attack from its declaration to the bonus of the winner."""

    side: str
    units: tuple[str, ...]
    here: str
    target: str
    how: str
    chits: tuple[str, ...] = ()
    column: int = -1
    """The column of the table; -1 before it is known or if the odds are too low."""
    defenders: tuple[str, ...] = ()
    outcome: str = ""
    firsts: tuple[str, ...] = ()
    """The units of attacker and defender that must take the first loss."""

    title = "Combat"

    def attackers(self, state: State) -> list[Unit]:
        """Those that take part: a unit that failed its check is disrupted and does not."""
        found = [state.get(Unit, key) for key in self.units]
        return [unit for unit in found if not unit.disrupted and unit.place == self.here]

    @case("5.8.4-b", "7.7-b")
    def check_isolated(self, tx: Transaction) -> None:
        """Each isolated unit must pass a check to take part."""
        end_improved_defense(tx, self.here)
        units = [tx.state.get(Unit, key) for key in self.units]
        cut_off = tuple(unit.key for unit in units if command_state(tx.state, unit, really=True) == ISOLATED)
        if cut_off:
            tx.push(CheckEffectiveness(self.side, cut_off, "5.8.4-b"))

    @case("7.5.1-A", "7.5.1-B", "5.3.4-a", "5.3.1-h")
    def declare(self, tx: Transaction) -> None:
        """The attacker may look at the defending stack; then each side draws a chit."""
        attackers = self.attackers(tx.state)
        if not attackers:
            tx.pop()
            return
        defenders = fighters_at(tx.state, self.target)
        show(tx, (*attackers, *defenders))
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
        attackers, defenders = self.attackers(state), [state.get(Unit, key) for key in self.defenders]
        attack = battle_strength(state, attackers, self.chits[0], self.how)
        defence = battle_strength(state, defenders, self.chits[1])
        put_back(tx, CHITS, self.chits)
        column = odds_column(state, self.target, attack, defence)
        tanks = armor(state, attackers, defenders, self.here, self.target)
        now = replace(self, column=-1 if column is None else column, firsts=(tanks.attacker, tanks.defender))
        odds = odds_text(state, self.target, column)
        tx.emit(Event("OddsFound", f"Battle strengths {attack} to {defence}: {odds}", "7.5.1-D1"))
        if column is None:
            tx.replace(replace(now, outcome=land.charts.crt.below_leftmost))
            return
        tx.replace(now)
        modifiers = combat_modifiers(state, self.how, attackers, defenders, self.target)
        listed = "; ".join(map(str, modifiers)) or "no modifiers"
        throw(tx, self.side, "7.5.1-D3", f"Attack on {land.name_of(self.target)} ({listed})")

    def hear_die(self, tx: Transaction, die: int) -> None:
        state = tx.state
        defenders = [state.get(Unit, key) for key in self.defenders]
        modifiers = combat_modifiers(state, self.how, self.attackers(state), defenders, self.target)
        result = ground(state).charts.crt.result(self.column, die + int(total(modifiers)))
        tx.replace(replace(self, outcome=result))

    @case("7.5.2-a")
    def hit_defender(self, tx: Transaction) -> None:
        """The defender's result is applied completely before the attacker's."""
        tx.emit(Event("CombatResult", f"Result {self.outcome}", "7.5.2-a", about=(("hex", self.target),)))
        _, (hits, red) = parse(self.outcome)
        other = tx.state.scenario.other(self.side)
        tx.push(Hits(other, self.defenders, self.target, hits, red, self.firsts[1]))

    def hit_attacker(self, tx: Transaction) -> None:
        (hits, red), _ = parse(self.outcome)
        tx.push(Hits(self.side, self.units, self.here, hits, red, self.firsts[0]))

    @case("7.5.3-a", "10.1-c", "7.5.2-advance")
    def award(self, tx: Transaction) -> None:
        """The side with fewer hits wins, if one of its units is left; nobody advances by itself."""
        settle_control(tx)
        (ours, _), (theirs, _) = parse(self.outcome)
        other = tx.state.scenario.other(self.side)
        if ours == theirs:
            return
        winner, keys = (self.side, self.units) if ours < theirs else (other, self.defenders)
        left = any(tx.state.get(Unit, key).on_map for key in keys)
        if left and not ground(tx.state).is_static(winner):
            tx.emit(Event("BattleWon", f"{ground(tx.state).title_of(winner)} wins the battle", "7.5.3-a"))
            tx.push(BattleVictory(winner, keys, is_defender=winner == other))

    steps = (
        lambda tx, frame: frame.check_isolated(tx),
        lambda tx, frame: frame.declare(tx),
        lambda tx, frame: frame.roll(tx),
        lambda tx, frame: frame.hit_defender(tx),
        lambda tx, frame: frame.hit_attacker(tx),
        lambda tx, frame: frame.award(tx),
    )

    def resume(self, tx: Transaction, result: Any) -> None:
        if self.at == 1 and isinstance(result, str):
            for key in result.split():
                disrupt(tx, tx.state.get(Unit, key), "5.8.4-b", again_costs=False)
        elif self.at == 3 and isinstance(result, int):
            self.hear_die(tx, heard(result))


class BattleVictory(Action):
    """The winner may use one bonus action point at once."""

    side: str
    units: tuple[str, ...]
    is_defender: bool

    scope = ""
    title = "Battle Victory"

    def run(self, tx: Transaction) -> None:
        from engine.games.crossing_the_line.combat.bonus import offer_bonus

        if self.at:
            tx.pop()
        else:
            tx.replace(replace(self, at=1))
            offer_bonus(tx, self.side, self.units, self.is_defender)


ORDERS: Final[tuple[Order, ...]] = (Attack(HASTY), Attack(REGULAR), Attack(PREPARED))
FRAMES: Final = (CombatAction, BattleVictory)
