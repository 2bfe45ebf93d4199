"""What can be laid over the map of The Bridge: one of each kind that the table knows."""

from __future__ import annotations

from collections.abc import Iterator

from engine.hexes.paths import cheapest_path
from engine.referee import Boundary, Overlay, State, Trace, Zone
from tests.toy.movement import destinations
from tests.toy.records import BOXES, Ground, Piece, ground, known_hexes, known_zoc, muddy


def overlays(state: State, side: str | None) -> Iterator[Overlay]:
    """Nothing here depends on what this side cannot see."""
    land = ground(state)
    for owner in land.sides:
        known = [piece for piece in pieces_of(state, owner) if side in (None, owner) or not piece.concealed]
        yield Overlay(f"zoc.{owner}", f"Beside {owner}", dict.fromkeys(known_zoc(state, owner), ""))
        near = {there for piece in known for there in land.grid.neighbors(piece.place)}
        yield Overlay(f"threat.{owner}", f"Attacked by {owner}", dict.fromkeys(sorted(near), ""))
        far = {there for piece in known for there in destinations(state, piece.key).best}
        yield Overlay(f"reach.{owner}", f"In reach of {owner}", dict.fromkeys(sorted(far), ""))
        lines = tuple(line_home(state, piece) for piece in known)
        yield Overlay(f"supply.{owner}", f"Way home of {owner}", traces=lines)
    if muddy(land):
        yield Overlay("weather", "Weather", zones=(Zone("Mud", tuple(sorted(land.hexes))),))
    banks = tuple(side for side, there in land.document.map.hexsides.items() if "river" in kinds(there))
    yield Overlay("boundary", "Sectors", boundaries=(Boundary("Grey", banks, land.sides[0]),))


def kinds(features: tuple[object, ...]) -> set[str]:
    return {getattr(feature, "kind", "") for feature in features}


def pieces_of(state: State, owner: str) -> list[Piece]:
    return [piece for piece in state.all(Piece).values() if piece.side == owner and piece.place not in BOXES]


def line_home(state: State, piece: Piece) -> Trace:
    """Red goes home over the western edge, blue over the eastern; known enemies are in the way."""
    land = ground(state)
    barred = known_hexes(state, land.other(piece.side))
    home = edge(land, piece.side)

    def exits(here: str) -> list[tuple[str, int]]:
        return [(there, cost) for there, cost in land.exits.get(here, {}).items() if there not in barred]

    ways = [way for goal in home if (way := cheapest_path(piece.place, goal, exits)) is not None]
    if not ways:
        return Trace((piece.place,), cut=True)
    return Trace(min(ways, key=lambda way: way.cost).hexes, "home")


def edge(land: Ground, side: str) -> tuple[str, ...]:
    columns = sorted({here[:2] for here in land.hexes})
    column = columns[0] if side == land.sides[0] else columns[-1]
    return tuple(sorted(here for here in land.hexes if here.startswith(column)))
