"""The printed map: where things are drawn, that pieces fit together, that a change is drawn as if anew."""

from __future__ import annotations

from math import inf
from threading import Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene

from app.map.counters import counter_art
from app.map.counters.counter_art import LEAST_RATINGS, LEGIBLE, Face, fit_text
from app.map.counters.counter_layer import CounterLayer
from app.map.counters.counter_style import CounterStyle
from app.map.counters.unit_symbols import paint_symbol
from app.map.geometry import CHUNK, HEX_SIZE, MapGeometry
from app.map.map_thumbnail import Overview
from app.map.terrain.feature_art import _SYMBOLS, OBJECTIVES, PLACES, WALLS
from app.map.terrain.hex_numbers import _number_style
from app.map.terrain.kind_words import words_of
from app.map.terrain.labels import APART, Word, label_style, place_labels
from app.map.terrain.line_art import line_art
from app.map.terrain.line_style import line_style
from app.map.terrain.outlines import drawn_area
from app.map.terrain.printed_map import PrintedMap
from app.map.terrain.terrain_layer import TerrainLayer
from app.map.terrain.terrain_style import terrain_style
from app.map.terrain.tile_cache import TILE, tiles_in
from engine import games
from engine.catalogue.document import Feature, MapSheet, ScenarioDocument, Side, UnitType
from engine.catalogue.document_game import DocumentGame
from engine.hexes.grid import Grid, GridSpec
from engine.referee.view import Counter
from tests.app.map_pictures import picture
from tests.app.map_sheets import printed_map

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_every_hex_is_found_under_its_centre(orientation: str) -> None:
    geometry = printed_map(orientation=orientation).geometry
    for hex_id in geometry.lattice.hexes:
        assert geometry.hex_at(geometry.centre(hex_id)) == hex_id
        assert geometry.rect(hex_id).contains(geometry.polygon(hex_id).boundingRect())
    assert geometry.hex_at(QPointF(-500, -500)) is None


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_a_chunk_knows_every_hex_that_reaches_into_it(orientation: str) -> None:
    geometry = printed_map(columns=40, rows=37, orientation=orientation).geometry
    seen: set[str] = set()
    for chunk in geometry.chunks.values():
        assert len(chunk.hexes) <= (CHUNK + 2) ** 2
        seen |= set(chunk.hexes)
        for hex_id in geometry.lattice.hexes:
            outline = geometry.polygon(hex_id).boundingRect().adjusted(1, 1, -1, -1)
            if outline.intersects(chunk.rect):
                assert hex_id in chunk.hexes
    assert seen == set(geometry.lattice.hexes)
    for hex_id in geometry.lattice.hexes[::7]:
        assert {chunk.key for chunk in geometry.chunks_of(hex_id)} == {
            chunk.key for chunk in geometry.chunks.values() if hex_id in chunk.hexes
        }


@given(
    st.tuples(st.integers(1, 3000), st.integers(1, 3000)),
    st.tuples(st.floats(-900, 2500), st.floats(-900, 2500), st.floats(1, 2000), st.floats(1, 2000)),
)
@settings(max_examples=60, deadline=None)
def test_tiles_cover_what_is_shown_and_never_overlap(
    edge: tuple[int, int], shown: tuple[float, float, float, float]
) -> None:
    pixels = QRectF(*shown)
    sheet = QRectF(0, 0, *edge)
    tiles = dict(tiles_in(pixels, edge))
    for (column, row), rect in tiles.items():
        assert (rect.x(), rect.y()) == (column * TILE, row * TILE)
        assert 0 < max(rect.width(), rect.height()) <= TILE
        assert sheet.contains(QRectF(rect))
    seen = pixels & sheet
    covered = sum((part.width() * part.height() for part in (QRectF(r) & seen for r in tiles.values())), 0.0)
    assert covered == pytest.approx(max(0.0, seen.width() * seen.height()), abs=0.01)


@pytest.mark.parametrize("scale", [0.06, 0.15, 0.4, 1.0])
@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_everything_that_can_be_on_a_map_is_drawn(orientation: str, scale: float) -> None:
    land = printed_map(orientation=orientation)
    scene = QGraphicsScene()
    layer = TerrainLayer(scene, land)
    image = picture(layer, scene, scale)
    assert layer.unfinished == []
    black = QColor("black").rgb()
    for hex_id in land.geometry.lattice.hexes:
        at = land.geometry.centre(hex_id) * scale
        x, y = min(int(at.x()), image.width() - 1), min(int(at.y()), image.height() - 1)
        assert image.pixel(x, y) != black, f"{hex_id} was not drawn"


def test_a_frame_without_time_shows_a_stand_in_and_goes_on_later() -> None:
    land = printed_map()
    scene = QGraphicsScene()
    layer = TerrainLayer(scene, land)
    image = QImage(600, 600, QImage.Format.Format_RGB32)

    def frame(budget: float) -> None:
        layer.begin_frame(budget)
        painter = QPainter(image)
        painter.scale(0.5, 0.5)
        scene.render(painter, QRectF(0, 0, 1200, 1200), QRectF(0, 0, 1200, 1200))
        painter.end()

    image.fill(QColor("black"))
    frame(-1.0)
    assert layer.unfinished, "nothing may be painted in no time"
    centre = land.geometry.centre("0303") * 0.5
    assert image.pixelColor(int(centre.x()), int(centre.y())) != QColor("black")
    for _ in range(400):
        frame(0.05)
        if not layer.unfinished:
            break
    assert layer.unfinished == []


def test_an_area_keeps_inside_its_hexes_and_joins_its_own() -> None:
    geometry = MapGeometry(Grid(GridSpec("flat", "even", 5, 5)))
    members = {"0302", "0303"}
    fill, edge = drawn_area(geometry, geometry.lattice.hexes, members.__contains__)
    for hex_id in members:
        assert fill.contains(geometry.centre(hex_id))
        assert not any(fill.contains(corner) for corner in geometry.polygon(hex_id, 1.02))
    assert fill.contains(geometry.side("0302/0303").center()), "no gap between like and like"
    assert not fill.contains(geometry.centre("0202"))
    assert fill.boundingRect().adjusted(-1, -1, 1, 1).contains(edge.boundingRect())


def test_ground_at_the_edge_of_the_map_runs_off_it() -> None:
    geometry = MapGeometry(Grid(GridSpec("flat", "even", 3, 3)))
    fill, edge = drawn_area(geometry, geometry.lattice.hexes, lambda hex_id: True)
    assert edge.isEmpty()
    assert fill.contains(geometry.polygon("0101", 0.99)[0])


def line_ground(**sides: str) -> PrintedMap:
    features = {side.replace("_", "/"): (Feature(kind),) for side, kind in sides.items()}
    features = {side.removeprefix("h"): there for side, there in features.items()}
    sheet = MapSheet("m", "M", GridSpec("flat", "even", 6, 6), hexsides=features)
    return PrintedMap.of(ScenarioDocument("s", "S", "g", sheet))


def test_a_river_is_one_line_around_its_corners() -> None:
    land = line_ground(h0302_0303="river", h0303_0402="river")
    art = line_art(land, land.geometry.lattice.hexes)
    path = art.paths[line_style("river")]
    corner = set(map(tuple, land.geometry.lattice.vertices("0302/0303"))) & set(
        map(tuple, land.geometry.lattice.vertices("0303/0402"))
    )
    assert len(corner) == 1, "the two sides meet"
    lone = line_art(line_ground(h0302_0303="river"), land.geometry.lattice.hexes).paths[line_style("river")]
    # Two half sides to the free ends, and one bend of three points around the common corner.
    assert path.elementCount() == 2 * 2 + 4
    assert lone.elementCount() == 2 * 2


def test_a_road_bends_in_the_hex_it_runs_through() -> None:
    land = line_ground(h0202_0302="road", h0302_0402="road")
    path = line_art(land, land.geometry.lattice.hexes).paths[line_style("road")]
    bounds = path.boundingRect()
    assert bounds.left() == pytest.approx(land.geometry.centre("0202").x())
    assert bounds.right() == pytest.approx(land.geometry.centre("0402").x())


def test_a_bridge_is_drawn_once_across_its_side() -> None:
    land = line_ground(h0302_0303="bridge")
    ((_, bar),) = line_art(land, land.geometry.lattice.hexes).bridges
    side = land.geometry.side("0302/0303")
    assert (bar.center() - side.center()).manhattanLength() < 0.01
    assert abs(bar.dx() * side.dx() + bar.dy() * side.dy()) < 0.01, "at right angles"


def test_a_railway_beside_a_road_does_not_lie_on_it() -> None:
    both = {"0202/0302": (Feature("road"), Feature("rail")), "0302/0402": (Feature("road"), Feature("rail"))}
    sheet = MapSheet("m", "M", GridSpec("flat", "even", 6, 6), hexsides=both)
    land = PrintedMap.of(ScenarioDocument("s", "S", "g", sheet))
    paths = line_art(land, land.geometry.lattice.hexes).paths
    road, rail = paths[line_style("road")], paths[line_style("rail")]
    assert road.boundingRect() != rail.boundingRect()


def test_kinds_are_known_by_their_words() -> None:
    assert terrain_style("Deep Forest").family == terrain_style("woods").family == "woods"
    assert terrain_style("level 4").level == 4
    unknown = terrain_style("lava")
    assert unknown.letter == "L"
    assert line_style("major river").width > line_style("river").width > line_style("stream").width
    assert line_style("main road") == line_style("highway") != line_style("road")
    assert line_style("ditch").group == "other"


@pytest.mark.parametrize("key", games.keys())
def test_every_kind_on_a_shipped_map_is_known(key: str) -> None:
    game = games.game(key)
    for document in game.documents() if isinstance(game, DocumentGame) else ():
        sheet = document.map
        kinds = {f.kind for t in (sheet.features, document.features) for here in t.values() for f in here}
        lines = {feature.kind for here in sheet.hexsides.values() for feature in here}
        assert {kind for kind in sheet.terrain.values() if terrain_style(kind).letter} == set()
        assert {kind for kind in lines if line_style(kind).group == "other"} == set()
        symbols = {*_SYMBOLS, *OBJECTIVES, *PLACES, *WALLS}
        assert {kind for kind in kinds if symbols.isdisjoint(words_of(kind))} == set()


def test_a_kind_with_a_name_of_its_own_is_drawn_as_its_game_declares(monkeypatch: pytest.MonkeyPatch) -> None:
    styles = {"sargasso": "marsh", "iron gate": "peak"}
    monkeypatch.setattr(games, "map_style", lambda kind: styles.get(kind, kind))
    assert terrain_style("sargasso") == terrain_style("swamp")
    assert label_style("iron gate") == label_style("peak")
    assert words_of("iron gate") == ("peak",)


def test_names_keep_clear_of_each_other() -> None:
    features = {
        place: (Feature("town", f"Long Name {place}"),) for place in ("0303", "0503", "0305", "0507", "0106")
    }
    sheet = MapSheet("m", "M", GridSpec("flat", "even", 8, 8), features=features)
    words = [word for word in place_labels(PrintedMap.of(ScenarioDocument("s", "S", "g", sheet))) if word]
    assert len(words) == 5
    for number, word in enumerate(words):
        assert not any(word.rect.intersects(other.rect) for other in words[number + 1 :])
        assert word.rect.adjusted(-4, -4, 4, 4).contains(word.path.boundingRect())


def test_two_names_in_a_line_do_not_read_like_one() -> None:
    def words(left: str, right: str) -> list[Word]:
        features = {"0303": (Feature("town", left),), "0503": (Feature("town", right),)}
        sheet = MapSheet("m", "M", GridSpec("flat", "even", 8, 8), features=features)
        return [word for word in place_labels(PrintedMap.of(ScenarioDocument("s", "S", "g", sheet))) if word]

    near = 0
    for length in range(12, 18):
        first, second = sorted(words("A" * length, "B" * length), key=lambda word: word.rect.x())
        in_a_line = first.rect.top() == second.rect.top()
        gap = second.rect.left() - first.rect.right()
        near += in_a_line and gap < 20
        assert not in_a_line or gap >= first.style.size * APART - 0.01
    assert near, "some of them come close"


TYPES = (
    *("infantry", "armour", "recon", "artillery", "engineer", "headquarters", "anti-tank"),
    *("airborne infantry", "mechanised infantry", "motorised infantry", "flak", "mortar"),
)


def symbol(kind: str) -> bytes:
    image = QImage(60, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    paint_symbol(painter, QRectF(5, 5, 50, 30), kind, QColor("black"), QColor("white"))
    painter.end()
    return bytes(image.constBits())


def test_each_type_of_unit_has_its_own_symbol() -> None:
    assert len({symbol(kind) for kind in TYPES}) == len(TYPES)
    assert symbol("panzer") == symbol("tank battalion") == symbol("armour")
    assert symbol("parachute") == symbol("airborne infantry"), "told by how they travel: infantry"


def test_an_unknown_counter_shows_nothing_but_its_side() -> None:
    counter_style = CounterStyle({"red": "#aa0000"})
    hidden = Counter("1", "red", "0101", "Tigers", "armour", "company", "SS", (("attack", "9"),), known=False)
    other = Counter("2", "red", "0202", "Cooks", "infantry", known=False)
    assert counter_style.face(hidden) == counter_style.face(other)
    assert counter_style.face(hidden).name == ""


def test_counters_are_dressed_by_the_scenario() -> None:
    sheet = MapSheet("m", "M", GridSpec("flat", "even", 2, 2))
    document = ScenarioDocument(
        "s",
        "S",
        "g",
        sheet,
        sides=(Side("a", "A", "#112233"), Side("b", "B")),
        unit_types=(UnitType("TNK", "Tanks", "armour"),),
    )
    counter_style = CounterStyle.of(document, ("a", "b", "c"))
    assert counter_style.colour("a") == "#112233"
    assert len({counter_style.colour(side) for side in "abc"}) == 3
    face = counter_style.face(
        Counter("1", "a", "0101", "1", "TNK", ratings=(("attack", "5"), ("quality", "veteran")))
    )
    assert face.symbol == "armour"
    assert face.ratings == ("5",), "words are for the inspector"


@pytest.mark.parametrize("ratings", ["10-10", "INF-LEG-4", "TNK-5-2"])
def test_no_rating_is_cut_off_where_counters_can_be_read(qapp, ratings: str) -> None:
    """The save of a battalion stands last; at the zoom at which a game opens it was cut off once."""
    edge = LEGIBLE + 2
    _, shown = fit_text(ratings, edge * 0.8, edge * 0.27, True, LEAST_RATINGS)
    assert shown == ratings


def test_counters_that_look_alike_from_afar_share_one_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    land = printed_map()
    scene = QGraphicsScene()
    layer = CounterLayer(land.geometry, CounterStyle({"red": "#a8453a", "blue": "#5a76a6"}))
    scene.addItem(layer)
    hexes = land.geometry.lattice.hexes
    layer.show(
        Counter(f"U{number}", ("red", "blue")[number % 2], hexes[number // 2], f"Unit {number}", "infantry")
        for number in range(60)
    )
    drawn: list[tuple[Face, int]] = []
    draw = counter_art.draw_face
    monkeypatch.setattr(
        counter_art,
        "draw_face",
        lambda face, edge, flat_top: drawn.append((face, edge)) or draw(face, edge, flat_top),
    )
    for scale, faces in ((0.1, 1), (0.25, 2), (1.0, 60)):  # Of tiny stacks only the top is drawn.
        drawn.clear()
        layer.begin_frame(inf)
        bounds = land.geometry.bounds
        image = QImage(int(bounds.width() * scale), int(bounds.height() * scale), QImage.Format.Format_RGB32)
        painter = QPainter(image)
        scene.render(painter, QRectF(0, 0, image.width(), image.height()), bounds)
        painter.end()
        assert len(drawn) == faces and not layer.unfinished
        at = land.geometry.centre(hexes[0]) * scale
        assert image.pixelColor(int(at.x()), int(at.y())) != QColor(0, 0, 0)


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("flat_top", [True, False])
def test_which_way_a_counter_faces_covers_nothing_that_is_written(facing: int, flat_top: bool) -> None:
    edge, face = 80, Face("#5b6b3c", "1/502 PIR", "infantry", "battalion", ratings=("INF", "LEG", "4"))
    plain = counter_art.draw_face(face, edge, flat_top).toImage()
    turned = counter_art.draw_face(replace(face, facing=facing), edge, flat_top).toImage()
    rim = round(edge * 0.09)
    inside = QRect(rim, rim, edge - 2 * rim, edge - 2 * rim)
    assert turned != plain
    assert turned.copy(inside) == plain.copy(inside)


def test_each_thread_writes_numbers_of_its_own(qapp) -> None:
    hands = [_number_style()]
    beside = Thread(target=lambda: hands.append(_number_style()))
    beside.start()
    beside.join()
    assert _number_style() is hands[0] is not hands[1], "letters of Qt's belong to one thread"


def test_further_numbers_of_a_hex_are_drawn_where_they_have_room(qapp) -> None:
    def drawn(scale: float, aliases: dict[str, str]) -> QImage:
        sheet = MapSheet("small", "Small", GridSpec("flat", "even", 4, 3), {}, {}, {}, aliases=aliases)
        scene = QGraphicsScene()
        layer = TerrainLayer(
            scene, PrintedMap.of(ScenarioDocument("small", "Small", "none", sheet), sheet.lattice())
        )
        return picture(layer, scene, scale)

    both = {"W0205": "0202"}
    assert drawn(48 / HEX_SIZE, both) == drawn(48 / HEX_SIZE, {}), "two numbers are as wide as the hex"
    assert drawn(60 / HEX_SIZE, both) != drawn(60 / HEX_SIZE, {})


def test_where_room_is_short_words_give_way_to_numbers(qapp) -> None:
    def written(*ratings: str) -> QImage:
        return counter_art.draw_face(Face("#5b6b3c", formation="a", ratings=ratings), LEGIBLE, True).toImage()

    assert written("INF", "LEG", "4", "1") == written("4", "1"), "a cut row of words would tell no number"
    assert written("INF", "LEG", "4") != written("4"), "what has room stays whole"


def test_a_rough_picture_ends_where_the_map_ends() -> None:
    """A picture has no pixels beyond its own: asked for more, Qt paints whatever lies in memory there."""
    land = printed_map(columns=60, rows=60)
    overview = Overview(land)
    bounds = land.geometry.bounds
    image = QImage(300, 300, QImage.Format.Format_RGB32)
    strange = QColor("#ff00ff")
    image.fill(strange)
    painter = QPainter(image)
    scale = 290 / max(bounds.width(), bounds.height())
    painter.scale(scale, scale)
    overview.draw(painter, bounds.adjusted(-50, -50, 500, 500))
    painter.end()
    assert image.pixelColor(100, 100) != strange
    right, below = QRect(291, 0, 9, 300), QRect(0, 291, 300, 9)
    empty = QImage(image)
    empty.fill(strange)
    assert image.copy(right) == empty.copy(right) and image.copy(below) == empty.copy(below)
