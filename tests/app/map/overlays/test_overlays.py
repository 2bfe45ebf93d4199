"""What is laid over the map: a pattern and a letter for each, for either side; lines, start lines, faces."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPageSize, QPainter, QPdfWriter
from pytestqt.qtbot import QtBot

from app.map.counters.counter_art import Face, draw_face, status_colour
from app.map.counters.counter_layer import _word
from app.map.counters.counter_style import CounterStyle
from app.map.map_scene import MapScene
from app.map.overlays.control_layer import ControlLayer
from app.map.overlays.overlay_lines import chains
from app.map.overlays.overlay_style import _PATTERNS, KINDS, pattern_brush, style_of
from engine.referee.view import Boundary, Counter, Marker, Overlay, Trace, Zone
from tests.app.hands import Hands
from tests.app.map_sheets import printed_map

STYLE = CounterStyle({"red": "#aa3333", "blue": "#3355bb"})
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def scene(qtbot: QtBot) -> MapScene:
    return MapScene(printed_map(columns=12, rows=10), STYLE)


def picture(scene: MapScene, width: int = 600) -> QImage:
    """The whole map, painted in full."""
    area = scene.geometry.bounds
    image = QImage(width, round(width * area.height() / area.width()), QImage.Format.Format_RGB32)
    image.fill(0)
    scene.begin_frame(float("inf"))
    painter = QPainter(image)
    scene.render(painter, QRectF(image.rect()), area)
    painter.end()
    return image


def at(scene: MapScene, image: QImage, point: QPointF) -> QPoint:
    return (point * (image.width() / scene.geometry.bounds.width())).toPoint()


def differs(scene: MapScene, change: Callable[[], object], hexes: tuple[str, ...]) -> dict[str, bool]:
    """Which of these hexes look different after a change."""
    before = picture(scene)
    change()
    after = picture(scene)
    found = {}
    for place in hexes:
        middle = at(scene, before, scene.geometry.centre(place))
        around = [middle + QPoint(x, y) for x in range(-14, 15, 2) for y in range(-14, 15, 2)]
        found[place] = any(before.pixel(spot) != after.pixel(spot) for spot in around)
    return found


# styles


def test_every_letter_is_there_once_and_no_button_has_it() -> None:
    letters = [kind.letter for kind in KINDS.values()]
    assert len(set(letters)) == len(letters)
    assert "F" not in letters and all(letter.isalpha() for letter in letters), "F fans out a stack"


def test_both_sides_differ_in_pattern_and_not_in_colour_alone() -> None:
    for kind in KINDS:
        red, blue = (style_of(kind, side, 0, STYLE) for side in ("red", "blue"))
        assert red.pattern != blue.pattern and red.colour != blue.colour, kind
        assert blue.broken and not red.broken


def test_kinds_on_one_key_differ_in_pattern() -> None:
    firsts = [kind.patterns[0] for key, kind in KINDS.items() if key not in ("start", "boundary")]
    assert len(set(firsts)) == len(firsts)


def test_every_pattern_can_be_drawn_and_looks_like_no_other(qtbot: QtBot) -> None:
    seen = {}
    for name in _PATTERNS:
        image = QImage(48, 48, QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        painter = QPainter(image)
        painter.fillRect(image.rect(), pattern_brush(name, QColor("black"), painter))
        painter.end()
        bits = bytes(image.constBits())
        inked = sum(image.pixelColor(x, y).lightness() < 128 for x in range(48) for y in range(48))
        assert 60 < inked < 1400, f"{name} is neither empty nor a flat tint: {inked}"
        assert bits not in seen, f"{name} looks like {seen.get(bits)}"
        seen[bits] = name


@pytest.mark.parametrize("scale", [0.25, 1.0, 3.0])
def test_patterns_keep_their_size_at_every_zoom(qtbot: QtBot, scale: float) -> None:
    image = QImage(96, 24, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.fillRect(QRectF(0, 0, 400, 400), pattern_brush("uprights", QColor("black"), painter))
    painter.end()
    lines = [x for x in range(1, 96) if image.pixelColor(x, 9).lightness() < 140]
    starts = [x for x in lines if x - 1 not in lines]
    assert {b - a for a, b in pairwise(starts)} == {6}


def test_what_is_printed_has_patterns_that_can_be_seen(qtbot: QtBot, tmp_path) -> None:
    writer = QPdfWriter(str(tmp_path / "map.pdf"))
    writer.setResolution(600)
    writer.setPageSize(QPageSize(QSizeF(100, 100), QPageSize.Unit.Millimeter))
    painter = QPainter(writer)
    brush = pattern_brush("dots", QColor("black"), painter)
    assert 70 <= brush.texture().width() <= 80, "an eighth of an inch on paper, as on a screen"
    painter.end()


# areas


def test_hexes_and_zones_are_painted_where_they_are(scene: MapScene) -> None:
    overlay = Overlay("zoc.red", "Zones", {"0203": "", "0204": "x"}, zones=(Zone("Rain", ("0706", "0707")),))
    changed = differs(
        scene, lambda: scene.show_overlays([(0, overlay)]), ("0203", "0204", "0706", "0707", "1003")
    )
    assert changed == {"0203": True, "0204": True, "0706": True, "0707": True, "1003": False}
    shown = scene._overlays["zoc.red"]
    assert shown.area.hexes == {"0203", "0204"}
    assert [name for _, name in shown.zones._names] == ["Rain"], "once for what hangs together"
    assert differs(scene, lambda: scene.show_overlays([]), ("0203", "0706")) == {"0203": True, "0706": True}


def test_a_zone_in_two_parts_is_named_twice(scene: MapScene) -> None:
    overlay = Overlay("weather", "Weather", zones=(Zone("Mud", ("0202", "0203", "0808")),))
    scene.show_overlays([(0, overlay)])
    spots = [middle for middle, _ in scene._overlays["weather"].zones._names]
    assert len(spots) == 2
    assert {scene.geometry.hex_at(spot) for spot in spots} <= {"0202", "0203", "0808"}


def test_hexes_off_the_map_do_no_harm(scene: MapScene) -> None:
    overlay = Overlay(
        "odd",
        "Odd",
        {"9999": "", "nowhere": ""},
        zones=(Zone("Nowhere", ("9999",)),),
        boundaries=(Boundary("x", ("9999/9998", "0101/0909")),),
        traces=(Trace(("9999", "9998")), Trace(())),
    )
    scene.show_overlays([(7, overlay)])
    picture(scene)
    assert scene._overlays["odd"].area.hexes == frozenset()


# lines


def test_hexsides_in_any_order_become_lines(scene: MapScene) -> None:
    geometry = scene.geometry
    lattice = geometry.lattice
    around = list(lattice.hexsides("0505"))
    [loop] = chains(geometry, reversed(around))
    assert len(loop) == 7 and loop[0] == loop[-1], "a hex is one closed line"
    five = around[:3] + around[4:]
    [line] = chains(geometry, five)
    assert len(line) == 6 and line[0] != line[-1]
    spoke = next(side for side in lattice.joined(around[0]) if side not in around)
    parts = list(chains(geometry, [*around, spoke]))
    assert sum(len(part) - 1 for part in parts) == 7, "every hexside once, also where three meet"


def test_a_boundary_runs_along_its_hexsides(scene: MapScene) -> None:
    sides = ("0404/0504", "0404/0505", "0405/0505")
    overlay = Overlay("boundary.red", "Army groups", boundaries=(Boundary("21 AG", sides, "red"),))
    before = picture(scene, 900)
    scene.show_overlays([(0, overlay)])
    after = picture(scene, 900)
    for side in sides:
        line = scene.geometry.side(side)
        spots = [at(scene, after, line.pointAt(part / 20)) for part in range(2, 19)]
        assert sum(before.pixel(spot) != after.pixel(spot) for spot in spots) > 8
    assert [name for _, name in scene._overlays["boundary.red"].lines._names] == ["21 AG"]


def test_traces_that_share_a_road_are_drawn_once(scene: MapScene) -> None:
    traces = (
        Trace(("0203", "0204", "0205")),
        Trace(("0303", "0204", "0205"), "Depot"),
        Trace(("0801",), cut=True),
    )
    overlay = Overlay("supply.blue", "Supply", traces=traces)
    changed = differs(scene, lambda: scene.show_overlays([(0, overlay)]), ("0204", "0801", "1008"))
    assert changed["0204"] and not changed["1008"]
    lines = scene._overlays["supply.blue"].lines
    assert lines.segments == {("0203", "0204"), ("0204", "0303"), ("0204", "0205")}
    assert lines._segments["0204", "0205"] == 2
    assert len(lines._breaks) == 1, "the one that finds no source is marked"


# who holds what


def test_control_is_tinted_and_victory_hexes_are_flagged(scene: MapScene) -> None:
    layer = ControlLayer(scene.printed_map, STYLE)
    assert layer.values and set(layer.values.values()) == {2}
    victory = next(iter(layer.values))
    free = next(here for here in scene.geometry.lattice.hexes if here not in layer.values)
    untouched = [here for here in scene.geometry.lattice.hexes if here not in (*layer.values, free)][-1]
    changed = differs(
        scene, lambda: scene.show_control({victory: "blue", free: "red"}), (victory, free, untouched)
    )
    assert changed == {victory: True, free: True, untouched: False}
    assert scene.control is not None and scene.control.holder(victory) == "blue"
    assert differs(scene, lambda: scene.show_control(None), (free,)) == {free: True}


# at the table


def overlay_keys(hands: Hands) -> set[str]:
    scene = hands.window.table.map.map_scene()
    assert scene is not None
    return set(scene._overlays)


def test_a_letter_is_for_ones_own_side_and_shift_for_the_other(hands: Hands) -> None:
    hands.reach_movement()
    hands.window.table.map.setFocus()
    hands.key(Qt.Key.Key_Z)
    assert overlay_keys(hands) == {"zoc.red"}
    hands.qtbot.keyClick(hands.window.table.map, Qt.Key.Key_Z, SHIFT)
    assert overlay_keys(hands) == {"zoc.red", "zoc.blue"}
    hands.key(Qt.Key.Key_Z)
    assert overlay_keys(hands) == {"zoc.blue"}
    for key in (Qt.Key.Key_R, Qt.Key.Key_T, Qt.Key.Key_S, Qt.Key.Key_B):
        hands.key(key)
    assert overlay_keys(hands) == {"zoc.blue", "reach.red", "threat.red", "supply.red", "boundary"}


def test_a_letter_without_an_overlay_says_so(hands: Hands) -> None:
    hands.window.table.map.setFocus()
    hands.key(Qt.Key.Key_W)
    assert "no weather" in hands.window.table.note.text
    hands.sit_down("toy-mud")
    hands.window.table.map.setFocus()
    hands.key(Qt.Key.Key_W)
    assert overlay_keys(hands) == {"weather"}


def test_the_start_line_is_there_until_it_is_switched_off(hands: Hands) -> None:
    scene = hands.window.table.map.map_scene()
    assert scene is not None and scene.start_lines is not None
    hands.window.table.map.setFocus()
    hands.key(Qt.Key.Key_L)
    assert scene.start_lines is None
    hands.key(Qt.Key.Key_L)
    assert scene.start_lines is not None
    hands.sit_down("toy-mud")
    other = hands.window.table.map.map_scene()
    assert other is not None and other.start_lines is None, "this scenario has none"


def test_control_follows_the_game(hands: Hands) -> None:
    hands.reach_movement()
    hands.window.table.map.setFocus()
    hands.key(Qt.Key.Key_V)
    scene = hands.window.table.map.map_scene()
    assert scene is not None and scene.control is not None and scene.control.isVisible()
    assert scene.control.holder("0302") == ""
    hands.click_hex("0201")
    hands.click_hex("0302")
    assert scene.control.holder("0302") == "red"
    hands.key(Qt.Key.Key_V)
    assert not scene.control.isVisible()


def test_the_menu_shows_the_letters(hands: Hands) -> None:
    hands.reach_movement()
    hands.window.menus.list_overlays()
    keys = {a.text(): a.shortcut().toString() for a in hands.window.menus.overlays.actions()}
    assert keys["Beside red"] == "Z" and keys["Beside blue"] == "Shift+Z"
    assert keys["Sectors"] == "B" and keys["Start line"] == "L"
    assert keys["Control and victory hexes"] == "V"


def test_the_key_names_what_lies_on_the_map(hands: Hands) -> None:
    hands.reach_movement()
    legend = hands.window.table.overlays.legend
    assert legend.isHidden(), "the start line needs none"
    hands.window.table.map.setFocus()
    hands.key(Qt.Key.Key_Z)
    hands.key(Qt.Key.Key_V)
    assert [row.title for row in legend.rows] == ["Beside red", "Held by Red", "Held by Blue"]
    assert legend.isVisible() and len({row.style for row in legend.rows}) == 3
    hands.click_hex("0201")
    assert "RG" in hands.window.table.bar._prompt.text(), "a click goes through the key"
    hands.key(Qt.Key.Key_Z)
    hands.key(Qt.Key.Key_V)
    assert legend.isHidden()


def test_overlays_follow_every_action(hands: Hands) -> None:
    hands.reach_movement()
    hands.window.table.map.setFocus()
    hands.key(Qt.Key.Key_Z)
    scene = hands.window.table.map.map_scene()
    assert scene is not None
    before = scene._overlays["zoc.red"].area.hexes
    hands.click_hex("0201")
    hands.click_hex("0203")
    assert scene._overlays["zoc.red"].area.hexes != before


def test_an_action_asks_only_for_the_overlays_that_are_on(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.reach_movement()
    hands.key(Qt.Key.Key_Z)
    whole, asked = hands.controller.overlays, list[object]()
    number = hands.window.table.overlays._numbers["zoc.red"]
    monkeypatch.setattr(hands.controller, "overlays", lambda keys=None: (asked.append(keys), whole(keys))[1])
    hands.click_hex("0201")
    assert asked and all(keys == {"zoc.red"} for keys in asked)
    [(shown, overlay)] = hands.window.table.overlays._laid(hands.controller)
    assert (shown, overlay.key) == (number, "zoc.red"), "it keeps its colour and pattern"


# what the toy game offers


def test_the_toy_game_shows_one_of_each(hands: Hands) -> None:
    hands.reach_movement()
    offered = {overlay.key: overlay for overlay in hands.controller.overlays()}
    assert {overlay.kind for overlay in offered.values()} == {"zoc", "threat", "reach", "supply", "boundary"}
    home = offered["supply.red"].traces
    assert {trace.path[0] for trace in home} == {"0102", "0201"} and not any(trace.cut for trace in home)
    assert all(trace.path[-1].startswith("01") for trace in home)
    [sector] = offered["boundary"].boundaries
    assert sector.side == "red" and len(sector.hexsides) == 7


def test_a_side_is_told_nothing_of_concealed_units(hands: Hands) -> None:
    hands.reach_movement()
    session = hands.controller.session
    own = {o.key: o for o in session.game.overlays(session.state, "blue")}
    seen = {o.key: o for o in session.game.overlays(session.state, "red")}
    assert len(own["supply.blue"].traces) == 3 and len(seen["supply.blue"].traces) == 2


# faces


def test_a_reduced_face_differs_at_every_size(qtbot: QtBot) -> None:
    full = Face("#7b8f5a", "4 AD", "armour", "division", "VII", ("7", "6"), 3, 3)
    less = Face("#7b8f5a", "4 AD", "armour", "division", "VII", ("7", "6"), 2, 3)
    for edge in (14, 24, 40, 80):
        a, b = (draw_face(face.at(edge), edge, True).toImage() for face in (full, less))
        assert a != b, edge
    assert full.at(8) == less.at(8)


def test_trouble_is_red_and_hidden_units_are_ghosts(qtbot: QtBot) -> None:
    assert status_colour("disrupted") == status_colour("out of supply") != status_colour("moved")
    known, ghost = Face("#7b8f5a", "4 AD", "armour"), Face("#7b8f5a", known=False)
    spot = QPoint(60, 14)
    shown, faint = (draw_face(face, 80, True).toImage().pixelColor(spot) for face in (known, ghost))
    assert shown.alpha() == 255 and 100 < faint.alpha() < 230, "the map shows through"


def test_no_status_hides_a_rating(qtbot: QtBot) -> None:
    plain = Face("#7b8f5a", "4 AD", "armour", "division", "", ("7", "6", "8"))
    tagged = Face("#7b8f5a", "4 AD", "armour", "division", "", ("7", "6", "8"), statuses=("a", "b", "c", "d"))
    a, b = (draw_face(face, 120, True).toImage() for face in (plain, tagged))
    rows = range(round(120 * 0.72), 118)
    assert all(a.pixel(x, y) == b.pixel(x, y) for x in range(120) for y in rows)


def test_a_marker_beside_a_counter_covers_nothing_on_it(scene: MapScene) -> None:
    counter = Counter("1", "red", "0505", "1", "infantry", ratings=(("a", "4"), ("b", "8")))
    scene.counters.show([counter])
    before = picture(scene, 1200)
    scene.counters.show([counter], [Marker("m", "0505", "railhead", side="blue")])
    after = picture(scene, 1200)
    middle = at(scene, after, scene.geometry.centre("0505"))
    half = round(0.57 * 48 * 1200 / scene.geometry.bounds.width()) - 2
    numbers = [middle + QPoint(x, y) for x in range(-half, half) for y in range(round(half * 0.9))]
    assert all(before.pixel(spot) == after.pixel(spot) for spot in numbers)
    below = [middle + QPoint(x, y) for x in range(-half, half) for y in range(round(1.2 * half), 2 * half)]
    assert all(before.pixel(spot) == after.pixel(spot) for spot in below), "the name of a place stands there"
    beside = [middle + QPoint(-half - x, y) for x in range(2, 12) for y in range(half)]
    assert any(before.pixel(spot) != after.pixel(spot) for spot in beside)


def test_a_marker_shows_its_short_word_whole(scene: MapScene) -> None:
    marker = Marker("m", "0505", "depot", "Depot of the second army (3/4/5)", "blue", short="3/4/5")
    assert _word(marker, alone=True, size=9) == _word(marker, alone=False, size=9) == "3/4/5"
    assert _word(marker, alone=True, size=3) == "", "too small to read"
    plain = Marker("m", "0505", "depot", "McAuliffe's depot", "blue")
    assert _word(plain, alone=True, size=9) == "McAuliffe's d" and _word(plain, alone=False, size=9) == "Mc"


def test_grids_of_both_orientations_have_chains(qtbot: QtBot) -> None:
    for orientation in ("flat", "pointy"):
        sheet = printed_map(columns=8, rows=8, orientation=orientation)
        grid = sheet.geometry.lattice
        [loop] = chains(sheet.geometry, grid.hexsides(grid.hexes[20]))
        assert loop[0] == loop[-1]
