"""Geography to trace: where it lies, and that it becomes land, rivers, roads and towns that hang together."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from math import dist
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.background.progress import silent
from app.map.geometry import HEX_SIZE, MapGeometry
from editor.backdrop.alignment import Affine
from editor.document.working_copy import WorkingCopy
from editor.importers.geojson import GeoLayer, layer_of
from editor.tracing.hexes_from_lines import Outcome, TerrainMaker, TracingChoices
from editor.tracing.line_following import cheapest
from editor.tracing.sources import (
    TracedFile,
    files_of,
    globe_on_map,
    guessed_role,
    keep_tracing,
    load_tracing,
    with_files,
)
from engine.bad_input import BadInput
from engine.catalogue.document import Anchor, Feature, Georeference, MapSheet, ScenarioDocument, Side
from engine.catalogue.scenario_text import dumps, loads
from engine.hexes.spec import GridSpec
from tests.editor.samples import small_scenario

SHEET = MapSheet("coast", "A coast", GridSpec("pointy", "even", 24, 18))
GEOMETRY = MapGeometry(SHEET.lattice())
LATTICE, LAYOUT = GEOMETRY.lattice, GEOMETRY.layout
WIDTH, HEIGHT = LAYOUT.width, LAYOUT.height
DEGREES = Affine(0.001, 0.0, 0.0, -0.001, 5.0, 52.0)
"""From points of the scene to longitude and latitude."""
PLACE = Affine(1000.0, 0.0, 0.0, -1000.0, -5000.0, 52000.0)


def spot(across: float, down: float) -> list[float]:
    """A place by its share of the width and height of the map, in degrees."""
    return list(DEGREES.at((across * WIDTH, down * HEIGHT)))


def collection(*features: tuple[str, object, dict]) -> dict:
    return {
        "type": "FeatureCollection",
        "features": [
            {"type": "Feature", "properties": properties, "geometry": {"type": kind, "coordinates": where}}
            for kind, where, properties in features
        ],
    }


def layer(*features: tuple[str, object, dict], title: str = "x") -> GeoLayer:
    return layer_of(collection(*features), title, f"{title}.geojson")


COAST = [spot(0.3, -0.1), spot(0.28, 0.3), spot(0.33, 0.6), spot(0.3, 1.1)]
LAND = (("Polygon", [[*COAST, spot(1.1, 1.1), spot(1.1, -0.1), COAST[0]]], {"featurecla": "Land"}),)
RIVERS = (
    ("LineString", [spot(x / 20, 0.5 + 0.06 * (-1) ** x) for x in range(22, 12, -1)], {"name": "Strom"}),
    (
        "LineString",
        [spot(x / 20, 0.5 + 0.06 * (-1) ** x) for x in range(13, 6, -1)] + [spot(0.318, 0.51)],
        {"name": "Strom"},
    ),
    ("LineString", [spot(0.62, 0.08), spot(0.63, 0.25), spot(0.6, 0.4), spot(0.61, 0.52)], {"name": "Bach"}),
    ("LineString", [spot(0.5, -0.2), spot(0.48, 0.2), spot(0.63, 0.26)], {"name": "Rinne"}),
    ("LineString", [spot(0.05, 0.1), spot(0.2, 0.9)], {"name": "in the sea"}),
    ("LineString", [spot(0.9, 0.9), spot(0.905, 0.9)], {"name": "too short"}),
)
LAKES = (
    (
        "Polygon",
        [[spot(0.8, 0.7), spot(0.95, 0.7), spot(0.95, 0.9), spot(0.8, 0.9), spot(0.8, 0.7)]],
        {"name": "See"},
    ),
)
ROADS = (
    ("LineString", [spot(0.4, 0.2), spot(0.9, 0.22)], {"name": "A 1"}),
    ("LineString", [spot(0.65, 0.21), spot(0.66, 0.8)], {"name": "A 2"}),
)
TOWNS = (
    ("Point", spot(0.65, 0.215), {"name": "Kreuz", "pop_max": 9000}),
    ("Point", spot(0.655, 0.22), {"name": "Nebenan", "pop_max": 100}),
    ("Point", spot(0.285, 0.4), {"name": "Hafen", "pop_max": 500}),
    ("Point", spot(3.0, 3.0), {"name": "Elsewhere"}),
)
LAYERS = [
    ("land", layer(*LAND)),
    ("lakes", layer(*LAKES)),
    ("rivers", layer(*RIVERS)),
    ("roads", layer(*ROADS)),
    ("towns", layer(*TOWNS)),
]
WISHES = TracingChoices("clear", "sea", "lake", "river", "road", "town", 50)


def drawn(layers=LAYERS, options: TracingChoices = WISHES, terrain=None, towns=None) -> Outcome:
    maker = TerrainMaker(LATTICE, LAYOUT, PLACE, terrain or {}, towns or {})
    return maker.compute(layers, options, silent)


OUTCOME = drawn()


# placement


def test_known_hexes_settle_where_degrees_fall() -> None:
    hexes = (LATTICE.hexes[0], LATTICE.hexes[20], LATTICE.hexes[-1])
    anchors = []
    for here in hexes:
        longitude, latitude = DEGREES.at(LAYOUT.centre(here))
        anchors.append(Anchor(here, latitude, longitude))
    place = globe_on_map(GEOMETRY, Georeference(anchors=tuple(anchors)))
    assert place == pytest.approx(PLACE, rel=1e-6)


def test_one_known_hex_and_kilometres_do_as_well() -> None:
    here = LATTICE.hexes[30]
    figures = {"km_per_degree_of_latitude": 111.2, "km_per_degree_of_longitude": 70.0, "km_per_hex": 2.0}
    place = globe_on_map(GEOMETRY, Georeference("linear", figures, (Anchor(here, 50.0, 6.0),)))
    assert dist(place.at((6.0, 50.0)), LAYOUT.centre(here)) < 1e-6
    x, y = place.at((6.1, 50.0))
    assert (x - LAYOUT.centre(here)[0]) == pytest.approx(7.0 / 2.0 * 3**0.5 * HEX_SIZE)
    assert place.at((6.0, 50.1))[1] < y


def test_without_known_hexes_everything_fits_into_the_map() -> None:
    found = layer(("LineString", [[3.0, 50.0], [7.0, 52.0]], {}))
    place = globe_on_map(GEOMETRY, Georeference(), [found])
    for point in ((3.0, 50.0), (7.0, 52.0)):
        x, y = place.at(point)
        assert -1 <= x <= WIDTH + 1
        assert -1 <= y <= HEIGHT + 1
    assert place.at((5.0, 52.0))[1] < place.at((5.0, 50.0))[1]


# land and sea


def share(here: str) -> float:
    """The share of a hex that is land, counted point by point."""
    corners = LAYOUT.corners(here)
    cx, cy = LAYOUT.centre(here)
    inside = land = 0
    for across in range(-10, 11):
        for down in range(-10, 11):
            x, y = cx + across * HEX_SIZE / 10, cy + down * HEX_SIZE / 10
            if LAYOUT.hex_at(x, y) == here:
                inside += 1
                land += x > _coast_at(y)
    assert corners
    return land / inside


def _coast_at(y: float) -> float:
    points = [PLACE.at((p[0], p[1])) for p in COAST]
    for (x1, y1), (x2, y2) in pairwise(points):
        if y1 <= y <= y2:
            return x1 + (x2 - x1) * (y - y1) / (y2 - y1)
    return points[-1][0]


@pytest.mark.parametrize("least", [20, 50, 80])
def test_a_hex_is_land_by_its_share(least: int) -> None:
    found = drawn(LAYERS[:1], replace(WISHES, share=least)).terrain
    assert set(found.values()) == {"clear", "sea"}
    for here in LATTICE.hexes:
        part = share(here) * 100
        if abs(part - least) > 6:
            assert found[here] == ("clear" if part > least else "sea"), (here, part)


def test_dry_terrain_that_is_there_stays_and_lakes_are_wet() -> None:
    middle = LAYOUT.hex_at(0.6 * WIDTH, 0.7 * HEIGHT)
    west = LAYOUT.hex_at(0.1 * WIDTH, 0.5 * HEIGHT)
    lake = LAYOUT.hex_at(0.87 * WIDTH, 0.8 * HEIGHT)
    assert middle and west and lake
    found = drawn(terrain={middle: "woods", west: "woods"}).terrain
    assert middle not in found
    assert found[west] == "sea"
    assert found[lake] == "lake"


# rivers


def ends_of(sides) -> list:
    degree = Counter(vertex for side in sides for vertex in LATTICE.vertices(side))
    return [vertex for vertex, count in degree.items() if count == 1]


def sides_of(name: str) -> set[str]:
    return {side for side, feature in OUTCOME.rivers.items() if feature.name == name}


def test_rivers_hang_together() -> None:
    """Everything that flows into the same river is one piece."""
    sides = set(OUTCOME.rivers)
    found, edge = set(), [next(iter(sides_of("Strom")))]
    while edge:
        side = edge.pop()
        if side not in found:
            found.add(side)
            edge += [other for other in LATTICE.joined(side) if other in sides]
    assert found == sides


def test_the_only_ends_are_springs_mouths_and_the_edge_of_the_map() -> None:
    spring = PLACE.at(tuple(spot(0.62, 0.08)))  # type: ignore[arg-type]
    for vertex in ends_of(OUTCOME.rivers):
        here = LATTICE.hexes_at(vertex)
        at_edge = len(here) < 3
        at_sea = any(OUTCOME.terrain[hex_id] in ("sea", "lake") for hex_id in here)
        assert at_edge or at_sea or dist(LAYOUT.vertex(vertex), spring) < 1.2 * HEX_SIZE
    assert len(ends_of(OUTCOME.rivers)) == 4


def test_a_river_keeps_close_to_its_line_and_out_of_the_sea() -> None:
    from shapely import LineString, Point

    for kind, points, properties in RIVERS[:4]:
        assert kind == "LineString"
        line = LineString([PLACE.at((p[0], p[1])) for p in points])  # type: ignore[attr-defined]
        lines = [
            LineString([PLACE.at((p[0], p[1])) for p in other])  # type: ignore[attr-defined]
            for _, other, words in RIVERS
            if words["name"] == properties["name"]
        ]
        for side in sides_of(properties["name"]):
            middle = Point(GEOMETRY.side(side).center().toTuple())
            assert min(known.distance(middle) for known in lines) < 1.4 * HEX_SIZE
        for at in range(0, int(line.length), 30):
            point = line.interpolate(at)
            if OUTCOME.terrain.get(LAYOUT.hex_at(point.x, point.y) or "") == "clear":
                near = min(
                    point.distance(Point(GEOMETRY.side(side).center().toTuple())) for side in OUTCOME.rivers
                )
                assert near < 1.75 * HEX_SIZE
    for side in OUTCOME.rivers:
        assert any(OUTCOME.terrain[here] == "clear" for here in LATTICE.split(side))
    assert not sides_of("in the sea")
    assert not sides_of("too short")


def test_two_pieces_of_a_name_are_one_river_from_edge_to_sea() -> None:
    ends = ends_of(sides_of("Strom"))
    assert len(ends) == 2
    kinds = {
        "edge" if len(LATTICE.hexes_at(v)) < 3 else "sea"
        for v in ends
        if len(LATTICE.hexes_at(v)) < 3 or any(OUTCOME.terrain[h] == "sea" for h in LATTICE.hexes_at(v))
    }
    assert kinds == {"edge", "sea"}


def test_the_cheapest_way_counts_what_the_ends_cost() -> None:
    ways = {"a": [("b", 1.0), ("c", 5.0)], "b": [("c", 1.0)], "c": [("d", 1.0)], "d": []}
    assert cheapest({"a": 0.0}, {"c": 0.0}, lambda n: ways[n]) == ["a", "b", "c"]
    assert cheapest({"a": 0.0, "b": 9.0}, {"b": 5.0, "d": 0.0}, lambda n: ways[n]) == ["a", "b", "c", "d"]
    assert cheapest({"d": 0.0}, {"a": 0.0}, lambda n: ways[n]) == []


# roads and towns


def test_roads_meet_where_they_cross() -> None:
    first = {here for side, f in OUTCOME.roads.items() if f.name == "A 1" for here in LATTICE.split(side)}
    second = {here for side, f in OUTCOME.roads.items() if f.name == "A 2" for here in LATTICE.split(side)}
    assert first & second
    start = LAYOUT.hex_at(0.4 * WIDTH, 0.2 * HEIGHT)
    assert start in first
    degree = Counter(here for side in OUTCOME.roads for here in LATTICE.split(side))
    assert sum(count == 1 for count in degree.values()) == 3


def test_the_largest_town_has_the_hex_and_a_port_moves_ashore() -> None:
    by_name = {town.name: here for here, town in OUTCOME.towns.items()}
    assert set(by_name) == {"Kreuz", "Hafen"}
    assert OUTCOME.terrain[by_name["Hafen"]] == "clear"
    assert any("Nebenan" in note for note in OUTCOME.notes)
    taken = {by_name["Kreuz"]: (Feature("city", "Altstadt"),)}
    assert "Kreuz" not in {town.name for town in drawn(towns=taken).towns.values()}


def test_what_is_not_wished_for_is_left_out() -> None:
    assert set(drawn(options=TracingChoices(sea="sea")).terrain.values()) == {"sea"}
    assert set(drawn(options=TracingChoices(land="clear")).terrain.values()) == {"clear"}
    found = drawn(options=TracingChoices(rivers="river"))
    assert found.rivers
    assert not (found.terrain or found.roads or found.towns)
    assert drawn(options=TracingChoices()).words() == "Nothing on this map would change."


def test_all_of_it_is_one_step_beside_what_is_there() -> None:
    side = next(iter(OUTCOME.rivers))
    sheet = replace(SHEET, hexsides={side: (Feature("bridge"),)})
    work = WorkingCopy(ScenarioDocument("s", "S", "toy", sheet, (Side("a", "A"), Side("b", "B"))))
    before = work.document()
    command = OUTCOME.command(work)
    command.do(work)
    assert {f.kind for f in work.hexsides[side]} >= {"bridge", "river"}
    after = work.document()
    assert after.map.terrain == OUTCOME.terrain
    assert loads(dumps(after)) == after
    command.undo(work)
    assert work.document() == before
    command.redo(work)
    assert work.document() == after


# files


def test_files_are_kept_with_the_map_and_guessed(tmp_path: Path) -> None:
    found = []
    for name, features, role in (
        ("land", LAND, "land"),
        ("rivers", RIVERS, "rivers"),
        ("roads", ROADS, "roads"),
        ("places", TOWNS, "towns"),
        ("big-lakes", LAKES, "lakes"),
    ):
        path = tmp_path / f"{name}.geojson"
        path.write_text(json.dumps(collection(*features)))
        traced, read = keep_tracing(tmp_path / "home", path)
        path.unlink()
        assert traced.role == role == guessed_role(read)
        assert load_tracing(tmp_path / "home", traced) == replace(read, lost=())
        found.append(traced)
    data = with_files({"scale": "2 km"}, found)
    assert files_of(data) == tuple(found)
    assert with_files(data, ()) == {"scale": "2 km"}
    scenario = small_scenario()
    scenario = replace(scenario, map=replace(scenario.map, data=data))
    assert files_of(loads(dumps(scenario)).map.data) == tuple(found)


def test_what_cannot_be_read_of_the_list_is_passed_over() -> None:
    assert files_of({"tracing": 7}) == ()
    assert files_of({"tracing": ({"file": 3},)}) == ()


@pytest.mark.parametrize("file", ["0" * 32 + ".geojson", "../secret.geojson"])
def test_a_missing_file_is_one_sentence(tmp_path: Path, file: str) -> None:
    with pytest.raises(BadInput, match="add the file again"):
        load_tracing(tmp_path, TracedFile(file, "rivers.geojson", "rivers"))
