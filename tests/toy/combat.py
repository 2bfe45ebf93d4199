"""Combat: build an attack in small steps, roll, let a marker change the die, let the loser choose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from msgspec.structs import replace

from engine.catalogue.document import hexside
from engine.mechanics.dice_window import KeepDice, Reroll, RollAgain, Throw
from engine.mechanics.losses import TakeLosses
from engine.mechanics.telling import tell
from engine.referee import (
    Action,
    Cap,
    Choice,
    Event,
    Modifier,
    PossibleOutcome,
    Preview,
    Price,
    Refusal,
    State,
    Transaction,
    case,
    mark_value,
    marked,
    total,
)
from engine.referee.checklist import (
    AHEAD,
    DONE,
    NOW,
    Branch,
    Checklist,
    ChecklistLine,
    ChecklistStep,
    Forecast,
)
from tests.toy.movement import CANCEL, END, show
from tests.toy.records import BOXES, Piece, ground, known_hexes, pieces_at

HIT = 5
GUNS = "guns"
CAPS = (Cap("help", 0, 1, "4.3"),)


class CombatSegment(Choice):
    title = "Combat"
    scope = "segment"

    def prompt(self, state: State) -> str:
        return f"{self.side}: choose a hex to attack, or end the segment"

    def candidates(self, state: State) -> Iterable[Action]:
        for place in sorted(known_hexes(state, ground(state).other(self.side))):
            yield Action("attack", "hex", place)
        yield END

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == END:
            return
        if action.verb != "attack" or action.kind != "hex":
            yield Refusal("4.1", f"{action} is not an attack")
        elif action.target not in known_hexes(state, ground(state).other(self.side)):
            yield Refusal("4.1", f"no enemy is known in {action.target}")
        elif marked(state, action.target, "attacked"):
            yield Refusal("4.1", f"{action.target} has been attacked in this segment")
        elif not any(
            not list(refusals_to_attack(state, p, self.side, action.target)) for p in own(state, self.side)
        ):
            yield Refusal("4.1", f"no unit of {self.side} can attack {action.target}")

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == END:
            tx.pop()
        else:
            tx.push(BuildAttack(self.side, action.target))


def own(state: State, side: str) -> Iterator[Piece]:
    return (piece for piece in state.all(Piece).values() if piece.side == side)


@case("4.1")
def refusals_to_attack(state: State, piece: Piece, side: str, target: str) -> Iterator[Refusal]:
    if piece.side != side:
        yield Refusal("4.1", f"{piece.key} belongs to {piece.side}")
    if piece.place in BOXES or target not in ground(state).grid.neighbors(piece.place):
        yield Refusal("4.1", f"{piece.key} is not beside {target}")
    if marked(state, piece.key, "attacker"):
        yield Refusal("4.1", f"{piece.key} has attacked in this segment")
    if marked(state, piece.key, "disrupted"):
        yield Refusal("3.1", f"{piece.key} is disrupted")


class BuildAttack(Choice):
    target: str
    attackers: tuple[str, ...] = ()
    claims: bool = False

    title = "Attack"

    def prompt(self, state: State) -> str:
        return f"{self.side}: who attacks {self.target}?"

    def way_out(self, state: State) -> Action:
        return CANCEL

    def candidates(self, state: State) -> Iterable[Action]:
        for piece in own(state, self.side):
            yield Action("add", "unit", piece.key)
        yield Action("claim_guns")
        yield Action("resolve")
        yield CANCEL

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == CANCEL:
            return
        if action.verb == "add" and action.kind == "unit":
            if action.target in self.attackers:
                yield Refusal("4.1", f"{action.target} is in the attack already")
            yield from refusals_to_attack(state, state.get(Piece, action.target), self.side, self.target)
        elif action == Action("claim_guns"):
            if self.claims:
                yield Refusal("4.3", "The guns are claimed already")
            if not any(state.get(Piece, key).guns for key in self.attackers):
                yield Refusal("4.3", "No guns take part in the attack")
        elif action == Action("resolve"):
            if not self.attackers:
                yield Refusal("4.1", "Nobody takes part in the attack")
        else:
            yield Refusal("4.1", f"{action} is not part of an attack")

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == CANCEL:
            tx.pop()
        elif action.verb == "add":
            tx.replace(replace(self, attackers=(*self.attackers, action.target)))
        elif action.verb == "claim_guns":
            tx.replace(replace(self, claims=True))
        else:
            resolve(tx, self)

    def subjects(self, state: State) -> Iterable[str]:
        return self.attackers

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.target,)

    def drawn(self, state: State, action: Action) -> Iterable[str]:
        """The sides that are stormed."""
        if action != Action("resolve"):
            return ()
        return [hexside(state.get(Piece, key).place, self.target) for key in self.attackers]

    def heading(self, state: State, verb: str) -> str:
        return {"add": "Attack with", "claim_guns": "Claim"}.get(verb, verb.capitalize())

    def preview(self, state: State, action: Action) -> Preview:
        if action.verb != "resolve":
            return Preview()
        modifiers = attack_modifiers(state, self)
        hits = sum(face + total(modifiers, CAPS) >= HIT for face in range(2, 7))
        enemy = ground(state).other(self.side)
        return Preview(
            "One die; a natural 1 costs the attacker a step",
            modifiers=modifiers,
            caps=CAPS,
            odds=f"hit on {HIT} or more",
            outcomes=(
                PossibleOutcome(
                    "the defender loses a step", Fraction(hits, 6), ((enemy, Fraction(1)),), self.side
                ),
                PossibleOutcome("nothing", Fraction(5 - hits, 6)),
                PossibleOutcome(
                    "the attacker loses a step", Fraction(1, 6), ((self.side, Fraction(1)),), enemy
                ),
            ),
        )


@case("4.2", "4.3")
def attack_modifiers(state: State, attack: BuildAttack) -> tuple[Modifier, ...]:
    """Everything that changes the die, claimed or not."""
    land = ground(state)
    units = [state.get(Piece, key) for key in attack.attackers]
    found = [Modifier("4.2", f"{len(units)} units attack", len(units) - 1, "help")] if len(units) > 1 else []
    if all("river" in land.kinds_between(unit.place, attack.target) for unit in units):
        found.append(Modifier("4.2", "across the river only", -1))
    if mark_value(state, attack.side, "tactics") == "storm":
        found.append(Modifier("4.2", "storm tactics", +1))
    known = [piece for piece in pieces_at(state, attack.target) if not piece.concealed]
    if any(marked(state, piece.key, "dug in") for piece in known):
        found.append(Modifier("4.2", "the defender is dug in", -1))
    if any(unit.guns for unit in units):
        found.append(Modifier("4.3", "guns", +1, "help", waived=not attack.claims))
    return tuple(found)


def resolve(tx: Transaction, attack: BuildAttack) -> None:
    modifiers = attack_modifiers(tx.state, attack)
    for key in attack.attackers:
        piece = tx.state.get(Piece, key)
        tx.mark(key, "attacker", "segment")
        if piece.concealed:
            show(tx, piece)
    tx.mark(attack.target, "attacked", "segment")
    listed = "; ".join(map(str, modifiers)) or "no modifiers"
    tx.emit(Event("AttackDeclared", f"{', '.join(attack.attackers)} attack {attack.target}: {listed}", "4.1"))
    die = tx.roll("1d6", "4.1", f"Attack on {attack.target}").total
    tx.replace(AttackRoll(attack, die))


class AttackRoll(Throw):
    """The die lies on the table; whoever has the marker may still change it before it counts."""

    attack: BuildAttack
    die: int

    def checklist(self, state: State, side: str | None) -> Checklist:
        modifiers = attack_modifiers(state, self.attack)
        hit = Fraction(int(self.die + total(modifiers, CAPS) >= HIT))
        return Checklist(
            f"Attack on {self.attack.target}",
            (
                ChecklistStep(
                    "Attack",
                    DONE,
                    "4.1",
                    tuple(ChecklistLine(one.text, one.case, one.amount) for one in modifiers),
                ),
                ChecklistStep("Die", NOW, "4.4", (ChecklistLine(f"The die shows {self.die}", "4.4"),)),
                ChecklistStep("Loss", AHEAD, "4.5"),
            ),
            (
                Branch(
                    "the die stands", Fraction(1), "4.1", (Branch("a hit", hit), Branch("no hit", 1 - hit))
                ),
            ),
            (Forecast("Result", (PossibleOutcome("the defender loses a step", hit),)),),
        )

    def faces(self) -> tuple[int, ...]:
        return (self.die,)

    def with_faces(self, faces: tuple[int, ...]) -> AttackRoll:
        return replace(self, die=faces[0])

    def windows(self, state: State) -> Sequence[str]:
        return state.scenario.sides

    def offer(self, state: State, side: str) -> OfferReroll | None:
        return None if marked(state, side, "reroll used") else OfferReroll(side, self.die)

    def count(self, tx: Transaction) -> None:
        score(tx, self.attack, self.die)


class OfferReroll(Reroll):
    die: int

    title = "Reroll"
    ruled_by = "4.4"
    otherwise = "@ is not an answer: reroll or pass"

    again = RollAgain("reroll")
    keep = KeepDice("pass")

    def prompt(self, state: State) -> str:
        return f"{self.side}: the die shows {self.die}; spend the marker to roll it again?"

    def dice(self) -> tuple[str, tuple[int, ...]]:
        return "1d6", (self.die,)

    @case("4.4")
    def pay(self, tx: Transaction) -> None:
        tx.mark(self.side, "reroll used")

    def why_again(self) -> str:
        return f"{self.side} rolls again"

    def preview(self, state: State, action: Action) -> Preview:
        return Preview(prices=(Price("markers", 1, "4.4", 1),)) if action.verb == "reroll" else Preview()


def score(tx: Transaction, attack: BuildAttack, die: int) -> None:
    """Now the die counts."""
    tx.pop()
    modified = die + total(attack_modifiers(tx.state, attack), CAPS)
    if die == 1:
        tx.push(TakeLoss(attack.side, attack.attackers, owed=(GUNS,) if attack.claims else ()))
    elif modified >= HIT and (defenders := tuple(piece.key for piece in pieces_at(tx.state, attack.target))):
        tx.push(TakeLoss(ground(tx.state).other(attack.side), defenders))
    else:
        tx.emit(Event("AttackFailed", f"The attack on {attack.target} fails with {modified}", "4.1"))


class TakeLoss(TakeLosses):
    """The loser chooses, phasing or not; claimed guns must take the first loss."""

    among: tuple[str, ...]
    left: int = 1
    owed: tuple[str, ...] = ()

    title = "Losses"
    records: ClassVar[Mapping[str, type]] = {"unit": Piece}

    def prompt(self, state: State) -> str:
        return f"{self.side}: which unit loses a step?"

    def involved(self, state: State) -> Sequence[Piece]:
        return [state.get(Piece, key) for key in self.among]

    def fulfils(self, unit: Piece, duty: str) -> bool:
        return unit.guns and duty == GUNS

    @case("4.3")
    def refusals_by_duty(self, state: State, unit: Piece, open_duties: tuple[str, ...]) -> Iterator[Refusal]:
        if not unit.guns:
            yield Refusal("4.3", "guns that were claimed take the first loss")

    @case("4.5")
    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        yield Refusal("4.5", f"the loss falls on {' or '.join(self.among)}")

    def lose(self, tx: Transaction, piece: Piece) -> None:
        if piece.concealed:
            piece = show(tx, piece)
        if piece.steps > 1:
            tx.put(replace(piece, steps=piece.steps - 1))
            tell(tx, "StepLost", f"{piece.key} loses a step", "4.5", unit=piece.key)
        else:
            tx.remove(piece)
            tell(tx, "UnitEliminated", f"{piece.key} is eliminated", "4.5", unit=piece.key)
