"""Small maps for tests of the drawing, with every kind of ground and line on them."""

from __future__ import annotations

from random import Random

from app.map.terrain.printed_map import PrintedMap
from engine.catalogue.document import Feature, Label, MapSheet, ScenarioDocument, hexside
from engine.hexes.grid import Grid, GridSpec

KINDS = (
    *("clear", "open", "woods", "forest", "rough", "hill", "mountain", "marsh", "bocage", "soft ground"),
    *("polder", "town", "city", "industrial", "sea", "lake", "orchard", "desert", "neutral", "lava"),
    *("level 1", "level 3"),
)
LINES = (
    "river",
    "major river",
    "stream",
    "canal",
    "road",
    "highway",
    "track",
    "rail",
    "wall",
    "border",
    "ditch",
)


def sheet(columns: int = 20, rows: int = 20, orientation: str = "flat", seed: int = 1) -> MapSheet:
    """A map on which everything occurs."""
    chance = Random(seed)
    spec = GridSpec(orientation, "even", columns, rows)  # type: ignore[arg-type]
    grid = Grid(spec)
    terrain = {hex_id: chance.choice(KINDS) for hex_id in grid.hexes}
    sides: dict[str, tuple[Feature, ...]] = {}
    for hex_id in grid.hexes:
        for other in grid.neighbors(hex_id):
            if hex_id < other and chance.random() < 0.3:
                kinds = {chance.choice((*LINES, "bridge")) for _ in range(2)}
                sides[hexside(hex_id, other)] = tuple(Feature(kind) for kind in sorted(kinds))
            elif hex_id < other and chance.random() < 0.05:
                sides[hexside(hex_id, other)] = (Feature("cliff", toward=other),)
    kinds = (
        "town",
        "village",
        "city",
        "port",
        "airfield",
        "fort",
        "supply",
        "entry",
        "peak",
        "prepared",
        "odd",
    )
    features = {
        hex_id: (Feature(chance.choice(kinds), f"Place {hex_id}"), Feature("objective", value=2))
        for hex_id in chance.sample(grid.hexes, len(grid.hexes) // 12)
    }
    labels = (Label(grid.hexes[0], "The Sea", "sea"), Label(grid.hexes[5], "Moor", "landscape"))
    return MapSheet("everything", "Everything", spec, terrain, features, sides, labels)


def printed_map(**chosen) -> PrintedMap:
    """The ground of such a map."""
    return PrintedMap.of(ScenarioDocument("all", "All", "none", sheet(**chosen)))
