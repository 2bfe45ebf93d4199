"""Army group boundaries along the rows of hexes (5.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from engine.games.toppling_the_reich.records import (
    ALLIED,
    GERMAN,
    Unit,
    headquarters,
)
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import Boundaries
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.referee import Action, Event, Frame, Procedure, Refusal, State, Transaction, case


@case("5.2-a")
def match_groups(tx: Transaction, side: str) -> None:
    """Army groups that came into play get a frontage, those that are gone leave theirs to the next.

    # INTERPRETATION (5.2-a): a new headquarters first takes the rows of the group it stands in from that
    group's northern boundary down to its own row; the player may then move the boundaries.
    """
    land, drawn = ground(tx.state), tx.state.get(Boundaries, side)
    on_map = {unit.key: unit for unit in headquarters(tx.state, side, "army_group")}
    pairs = [(group, row) for group, row in zip(drawn.groups, drawn.rows, strict=True) if group in on_map]
    for key, unit in on_map.items():
        if key not in drawn.groups:
            row = land.row(unit.place)
            at = next((n for n, (_, last) in enumerate(pairs) if row <= last), len(pairs))
            pairs.insert(at, (key, row))
    pairs = _spread(pairs, land.rows[1])
    changed = Boundaries(side, tuple(g for g, _ in pairs), tuple(r for _, r in pairs))
    if changed != drawn:
        tx.put(changed)


def _spread(pairs: list[tuple[str, int]], last: int) -> list[tuple[str, int]]:
    """At least one row for each, and the rest of the map for the southernmost."""
    spread: list[tuple[str, int]] = []
    for at, (group, row) in enumerate(pairs):
        north = spread[-1][1] if spread else 0
        south = last - (len(pairs) - 1 - at)
        spread.append((group, last if at == len(pairs) - 1 else min(max(row, north + 1), south)))
    return spread


class MoveBoundary(Question):
    """How far south does this army group reach?"""

    at: int = 0

    words: ClassVar[Mapping[str, str]] = {"last_row": "Boundary after row", "keep": "Leave it where it is"}

    def prompt(self, state: State) -> str:
        drawn = state.get(Boundaries, self.side)
        group = state.get(Unit, drawn.groups[self.at])
        return f"The boundary south of {group.name} runs after row {drawn.rows[self.at]}; move it?"

    def drawn(self, state: State, action: Action) -> Iterable[str]:
        if action.verb == "last_row":
            return ground(state).sides_south_of(action.number)
        return ()

    def whereabouts(self, state: State) -> Iterable[str]:
        return ground(state).sides_south_of(state.get(Boundaries, self.side).rows[self.at])

    def candidates(self, state: State) -> Iterable[Action]:
        yield Action("keep")
        first, last = ground(state).rows
        for row in range(first, last + 1):
            yield Action("last_row", "number", str(row))

    @case("5.2-a", "5.2-b")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == Action("keep"):
            return
        if action.verb != "last_row" or action.kind != "number":
            yield Refusal(
                "5.2-a", "A boundary runs along the hexsides between two rows; name the row north of it"
            )
            return
        drawn = state.get(Boundaries, self.side)
        north = drawn.rows[self.at - 1] if self.at else ground(state).rows[0] - 1
        south = drawn.rows[self.at + 1]
        if not north < action.number < south:
            yield Refusal(
                "5.2-a", f"It must lie south of row {north} and north of the boundary after row {south}"
            )

    def apply(self, tx: Transaction, action: Action) -> None:
        drawn = tx.state.get(Boundaries, self.side)
        if action.verb == "last_row" and action.number != drawn.rows[self.at]:
            rows = (*drawn.rows[: self.at], action.number, *drawn.rows[self.at + 1 :])
            tx.put(replace(drawn, rows=rows))
            group, runs = tx.state.get(Unit, drawn.groups[self.at]), f"runs after row {action.number}"
            text, about = f"The boundary of {group} {runs}", (("side", self.side),)
            if group.hidden:
                redacted = f"A boundary {runs}"
                tx.emit(Event("BoundaryMoved", text, "5.2-b", (self.side,), redacted, about))
            else:
                tx.emit(Event("BoundaryMoved", text, "5.2-b", about=about))
        if self.at + 2 < len(drawn.groups):
            tx.replace(MoveBoundary(self.side, self.at + 1))
        else:
            tx.pop()


@case("5.2-b")
def refusals_after_command(state: State, side: str) -> Iterator[Refusal]:
    """Frontages change only in the Command Segment."""
    yield Refusal("5.2-b", f"{side.title()} boundaries are moved in the Command Segment only")


@case("5.2-b", "5.2-d")
def realign(tx: Transaction, side: str) -> None:
    """A side with more than one army group may move its boundaries."""
    match_groups(tx, side)
    if len(tx.state.get(Boundaries, side).groups) > 1:
        tx.push(MoveBoundary(side))


def realign_german(tx: Transaction, frame: Frame) -> None:
    realign(tx, GERMAN)


def realign_allied(tx: Transaction, frame: Frame) -> None:
    realign(tx, ALLIED)


class Realignment(Procedure):
    """The German player first, then the Allied player, who sees the German changes."""

    title = "Boundaries"
    steps = (realign_german, realign_allied)

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        return cls()


FRAMES = (MoveBoundary, Realignment)
