"""Movement: pick a unit, pick a hex, walk there; the other side may fire on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from engine.mechanics import walk
from engine.mechanics.menu import Menu, way_out
from engine.mechanics.movement import Arrivals, Go, Movement
from engine.mechanics.plural import counted
from engine.mechanics.stacking import Stacking
from engine.mechanics.substitution import hand_on_marks
from engine.referee import (
    Action,
    Choice,
    Event,
    Modifier,
    Refusal,
    State,
    Transaction,
    case,
    derived,
    marked,
)
from engine.referee.modifier import Amount
from tests.toy.records import (
    ALLOWANCE,
    BOXES,
    QUARTERS,
    Held,
    Mine,
    Piece,
    ground,
    known_hexes,
    known_zoc,
    muddy,
    pieces_at,
)

END = Action("end")
LIMIT = 2
CANCEL = Action("cancel")


class MovementSegment(Choice):
    title = "Movement"
    scope = "segment"

    def prompt(self, state: State) -> str:
        return f"{self.side}: choose a unit to move, detach a step, join two units, or end the segment"

    def candidates(self, state: State) -> Iterable[Action]:
        for piece in state.all(Piece).values():
            if piece.side == self.side:
                yield Action("select", "unit", piece.key)
                if piece.steps == 2:
                    yield Action("detach", "unit", piece.key)
                elif len(pieces_at(state, piece.place)) > 1:
                    yield Action("join", "unit", piece.key)
        yield END

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == END:
            return
        if action.kind != "unit" or action.verb not in ("select", "detach", "join"):
            yield Refusal("2.3", f"{action} is nothing one does in the movement segment")
            return
        piece = state.get(Piece, action.target)
        if piece.side != self.side:
            yield Refusal("2.3", f"{piece.key} belongs to {piece.side}")
        if piece.place in BOXES:
            yield Refusal("6.1", f"{piece.key} waits in the {piece.place} box")
        if marked(state, piece.key, "moved"):
            yield Refusal("2.3", f"{piece.key} has moved in this segment")
        if action.verb == "detach":
            yield from refusals_to_detach(state, piece)
        elif action.verb == "join":
            yield from refusals_to_join(state, piece)
        elif marked(state, piece.key, "disrupted"):
            yield Refusal("3.1", f"{piece.key} is disrupted")

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == END:
            tx.pop()
            return
        piece = tx.state.get(Piece, action.target)
        if action.verb == "select":
            tx.push(MoveUnit(self.side, piece.key))
        elif action.verb == "detach":
            detach(tx, piece)
        else:
            join(tx, piece)

    def reminders(self, state: State, action: Action) -> Iterator[str]:
        for piece in state.all(Piece).values():
            if action == END and piece.side == self.side and not marked(state, piece.key, "moved"):
                yield f"{piece.key} has not moved"


@case("6.2")
def refusals_to_detach(state: State, piece: Piece) -> Iterator[Refusal]:
    if piece.steps < 2:
        yield Refusal("6.2", f"{piece.key} has only one step")
    if state.find(Piece, other_half(piece)) is not None:
        yield Refusal("6.2", f"{piece.key} has a detachment already")
    if len(pieces_at(state, piece.place)) >= 2:
        yield Refusal("2.5", f"{piece.place} holds two units already")


@case("6.2")
def refusals_to_join(state: State, piece: Piece) -> Iterator[Refusal]:
    other = state.find(Piece, other_half(piece))
    if other is None or other.place != piece.place or piece.steps + other.steps > 2:
        yield Refusal("6.2", f"{piece.key} has no other half of one step in {piece.place}")
    elif marked(state, other.key, "moved"):
        yield Refusal("2.3", f"{other.key} has moved in this segment")


def other_half(piece: Piece) -> str:
    return piece.key[:-1] if piece.key.endswith("'") else piece.key + "'"


def detach(tx: Transaction, piece: Piece) -> None:
    tx.put(replace(piece, steps=1))
    tx.put(replace(piece, key=other_half(piece), steps=1, guns=False))
    hand_on_marks(tx, piece.key, (piece.key, other_half(piece)))
    say(tx, piece, "UnitSplit", f"{piece.key} leaves a detachment in {piece.place}", "6.2")


def join(tx: Transaction, piece: Piece) -> None:
    other = tx.state.get(Piece, other_half(piece))
    keep, gone = (other, piece) if piece.key.endswith("'") else (piece, other)
    tx.remove(gone)
    tx.put(replace(keep, steps=2))
    say(tx, keep, "UnitsJoined", f"{keep.key} is whole again in {keep.place}", "6.2")


def say(tx: Transaction, piece: Piece, what: str, text: str, case_id: str) -> None:
    """Tell what a unit did, to its own side only while it is concealed."""
    seen_by = (piece.side,) if piece.concealed else None
    tx.emit(Event(what, text, case_id, seen_by, about=(("unit", piece.key), ("hex", piece.place))))


@case("2.5")
def refusals_to_share(state: State, here: str, stack: Sequence[Piece]) -> Iterator[Refusal]:
    if len(stack) > LIMIT:
        yield Refusal("2.5", f"{here} would hold {len(stack)} units, and {LIMIT} is the limit")


STACKING = Stacking(pieces_at, refusals_to_share)


class OnFoot(Movement[str]):
    """A unit walks over land and bridges, as far as its own side knows, and stops beside the enemy."""

    ruled_by = "2.1"

    def __init__(self, state: State, unit: str) -> None:
        super().__init__(state, (unit,))
        self.piece = state.get(Piece, unit)
        self.land = ground(state)
        self.enemy = self.land.other(self.piece.side)

    def start(self) -> str:
        return self.piece.place

    def budget(self) -> int:
        return ALLOWANCE

    def neighbors(self, here: str) -> Iterable[str]:
        return self.land.neighbors.get(here, ())

    def names(self) -> str:
        return self.piece.key

    @case("2.1", "7.1")
    def charges(self, at: str, there: str) -> Iterable[Modifier]:
        """Half a point along a road, unless it is muddy."""
        if "road" in self.land.kinds_between(at, there) and not muddy(self.land):
            return (Modifier("2.1", "along the road", QUARTERS // 2),)
        return (Modifier("2.1", "open ground", QUARTERS),)

    @case("2.2")
    def refusals_to_leave(self, at: str) -> Iterator[Refusal]:
        if at != self.piece.place and at in known_zoc(self.state, self.enemy):
            yield Refusal("2.2", f"{self.piece.key} must stop in {at}, beside the enemy")

    @case("2.1")
    def refusals_to_cross(self, at: str, there: str) -> Iterator[Refusal]:
        if there not in self.land.exits.get(at, {}):
            yield Refusal("2.1", f"no bridge leads from {at} to {there}")

    @case("2.4")
    def refusals_to_enter(self, there: str) -> Iterator[Refusal]:
        if there in known_hexes(self.state, self.enemy):
            yield Refusal("2.4", f"{there} is held by {self.enemy}")

    def refusals_to_end(self, there: str) -> Iterator[Refusal]:
        return STACKING.refusals(self.state, there, (self.piece,))

    def exits(self, at: str) -> Iterable[tuple[str, Amount]]:
        if at != self.piece.place and at in known_zoc(self.state, self.enemy):
            return ()
        barred = known_hexes(self.state, self.enemy)
        return [way for way in self.land.exits.get(at, {}).items() if way[0] not in barred]

    def arrivals(self) -> Arrivals[str]:
        return destinations(self.state, self.piece.key)

    def summary(self, there: str) -> str:
        return f"{self.piece.key} walks {counted(len(self.path_to(there)) - 1, 'hex')}"

    def refusal_of_distance(self, there: str, straight: Amount | None, open_cost: Amount | None) -> Refusal:
        points = ALLOWANCE // QUARTERS
        return Refusal("2.1", f"{there} is farther than {points} movement points by land or bridge")

    def go(self, tx: Transaction, there: str) -> None:
        tx.replace(Walk(self.piece.key, self.path_to(there)))


@derived(Piece)
def destinations(state: State, unit: str) -> Arrivals[str]:
    """Where a unit can walk, as far as its own side knows."""
    return OnFoot(state, unit).find_arrivals()


class MoveUnit(Menu):
    unit: str

    title = "Move"
    ruled_by = "2.1"

    def prompt(self, state: State) -> str:
        return f"{self.side}: where does {self.unit} go?"

    move = Go("move", "Move", lambda menu, state: OnFoot(state, menu.unit), nearest_first=True)
    cancel = way_out()

    @cancel.shows
    def nothing(self, state: State) -> str:
        return "Nothing happens"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        yield Refusal("2.1", f"{action} is not a move")


class Walk(walk.Walk):
    """Hex by hex; what is met on the way may end it."""

    unit: str
    path: tuple[str, ...]

    def goes_on(self, state: State) -> bool:
        return not marked(state, self.unit, "stopped")

    def before_step(self, tx: Transaction, here: str, there: str) -> None:
        meet_hidden(tx, tx.state.get(Piece, self.unit), there)

    def step(self, tx: Transaction, here: str, there: str) -> None:
        piece = tx.state.get(Piece, self.unit)
        tx.put(moved := replace(piece, place=there))
        if not piece.concealed:
            tx.put(Held(there, piece.side))
        tx.end_scope("until it moves", piece.key)
        say(tx, moved, "UnitMoved", f"{piece.key} moves to {there}", "2.1")

    def after_step(self, tx: Transaction, here: str, there: str) -> None:
        step_on_mine(tx, tx.state.get(Piece, self.unit))
        offer_reactions(tx, self.unit)

    def end(self, tx: Transaction, path: tuple[str, ...]) -> None:
        tx.mark(self.unit, "moved", "segment")
        tx.unmark(self.unit, "stopped")


def show(tx: Transaction, piece: Piece) -> Piece:
    """A concealed unit comes into sight, which cannot be unseen."""
    tx.put(shown := replace(piece, concealed=False))
    tx.reveal()
    return shown


@case("5.1")
def meet_hidden(tx: Transaction, piece: Piece, there: str) -> None:
    """A concealed enemy in the hex is shown and the move ends before it; it sees the mover, too."""
    hidden = [p for p in pieces_at(tx.state, there) if p.side != piece.side]
    for met in hidden:
        show(tx, met)
        tx.emit(Event("UnitRevealed", f"{piece.key} finds {met.key} in {there}", "5.1"))
    if hidden:
        show(tx, piece)
        tx.mark(piece.key, "stopped", "segment")


@case("5.2")
def step_on_mine(tx: Transaction, piece: Piece) -> None:
    mine = tx.state.find(Mine, ground(tx.state).other(piece.side))
    if mine is not None and mine.hex == piece.place:
        tx.remove(mine)
        show(tx, piece)
        tx.mark(piece.key, "stopped", "segment")
        tx.mark(piece.key, "disrupted", "game turn", turns=2)
        tx.emit(Event("MineFound", f"{piece.key} walks into the mines in {piece.place}", "5.2"))


@case("3.1")
def offer_reactions(tx: Transaction, unit: str) -> None:
    """Judged after the step: every enemy beside the mover that has not fired in this player turn is asked."""
    mover = tx.state.get(Piece, unit)
    if mover.concealed:
        return
    beside = ground(tx.state).grid.neighbors(mover.place)
    enemy = ground(tx.state).other(mover.side)
    able = [
        p for p in tx.state.all(Piece).values() if p.side == enemy and p.place in beside and not p.concealed
    ]
    if any(not marked(tx.state, p.key, "reacted") and not marked(tx.state, p.key, "disrupted") for p in able):
        tx.push(OfferReaction(enemy, unit))


class OfferReaction(Choice):
    mover: str

    title = "Reaction"

    def prompt(self, state: State) -> str:
        place = state.get(Piece, self.mover).place
        return f"{self.side}: does anybody fire at {self.mover} in {place}?"

    def asks_across_the_table(self, state: State) -> bool:
        return True  # Only units that lie open may fire.

    def candidates(self, state: State) -> Iterable[Action]:
        for piece in state.all(Piece).values():
            if piece.side == self.side:
                yield Action("fire", "unit", piece.key)
        yield Action("pass")

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == Action("pass"):
            return
        if action.verb != "fire" or action.kind != "unit":
            yield Refusal("3.1", f"{action} is not a reaction")
            return
        piece = state.get(Piece, action.target)
        place = state.get(Piece, self.mover).place
        if piece.side != self.side or piece.place not in ground(state).grid.neighbors(place):
            yield Refusal("3.1", f"{piece.key} is not an enemy beside {place}")
        if piece.concealed:
            yield Refusal("5.1", f"{piece.key} is concealed, and an offer to it would betray it")
        if marked(state, piece.key, "reacted"):
            yield Refusal("3.1", f"{piece.key} has fired in this player turn")
        if marked(state, piece.key, "disrupted"):
            yield Refusal("3.1", f"{piece.key} is disrupted")

    def apply(self, tx: Transaction, action: Action) -> None:
        if action.verb == "pass":
            tx.pop()
            return
        piece = tx.state.get(Piece, action.target)
        tx.mark(piece.key, "reacted", "player turn")
        tx.pop()
        if tx.roll("1d6", "3.1", f"{piece.key} fires at {self.mover}").total >= 5:
            tx.mark(self.mover, "stopped", "segment")
            tx.mark(self.mover, "disrupted", "game turn", turns=2)
            tx.emit(Event("UnitDisrupted", f"{self.mover} is disrupted and stops", "3.1"))
