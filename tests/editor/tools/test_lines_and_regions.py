"""Rivers, roads, regions and start lines as a hand draws them."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QComboBox, QLineEdit

from engine.catalogue.document import Feature
from engine.catalogue.start_line import halves
from tests.editor.hands import ALT, CTRL, RIGHT, Hands


def corner(hands: Hands, side: str, end: int) -> QPoint:
    """The corner at one end of a hexside, in the viewport."""
    canvas = hands.page.workspace.canvas
    vertex = hands.document.lattice.vertices(side)[end]
    return canvas.mapFromScene(canvas.geometry_of_map.vertex(vertex))


def between(a: QPoint, b: QPoint, share: float) -> QPoint:
    return a + (b - a) * share


# along hexsides


def test_a_line_covers_the_hexsides_in_whose_middle_it_begins_and_ends(hands: Hands) -> None:
    hands.take("hexsides", "wall")
    lattice = hands.document.lattice
    first = "0503/0504"
    end = lattice.vertices(first)[1]
    second = next(side for side in lattice.hexsides_at(end) if side != first)
    for start, drawn in ((0.55, {first, second}), (0.95, {second})):
        spots = [
            between(corner(hands, first, 0), corner(hands, first, 1), start),
            corner(hands, first, 1),
            hands.spot(second),
        ]
        hands.drag(spots)
        found = {side for side, here in hands.work.hexsides.items() if Feature("wall") in here}
        assert found == drawn, "the nearer end is where the pen was put down"
        assert hands.page.workspace.canvas.preview.boundingRect().contains(
            hands.page.workspace.canvas.geometry_of_map.side(second).center()
        ), "the mark goes along with the pointer"
        hands.page.actions_by_key["undo"].trigger()


def test_a_road_does_not_turn_aside_where_the_hand_cuts_a_corner(hands: Hands) -> None:
    hands.take("roads", "rail")
    hands.drag(["0502", between(hands.spot("0503"), hands.spot("0603"), 0.6), "0503", "0504"])
    found = {side for side, here in hands.work.hexsides.items() if Feature("rail") in here}
    assert found == {"0502/0503", "0503/0504"}
    hands.drag(["0504", between(hands.spot("0504"), hands.spot("0505"), 0.6)])
    assert Feature("rail") in hands.work.hexsides["0504/0505"], "where the button comes up, the road ends"


def test_the_road_brush_takes_kinds_up(hands: Hands) -> None:
    hands.take("roads", "rail")
    hands.click("0303", keys=ALT)
    assert hands.page.workspace.palettes.kind("roads") == "road"
    said: list[str] = []
    hands.page.workspace.message_shown.connect(said.append)
    hands.click("0801", keys=ALT)
    assert said == ["No road runs through 0801."]


def test_a_second_quick_click_is_a_click(hands: Hands) -> None:
    hands.take("features", "fort")
    hands.click("0505")
    hands.page.actions_by_key["undo"].trigger()
    hands.click_again("0505")
    assert hands.work.features("features")["0505"] == (Feature("fort"),)


# regions


def outer_corners(hands: Hands, *places: str) -> list[QPoint]:
    spots = [hands.spot(place) for place in places]
    left, right = min(p.x() for p in spots) - 12, max(p.x() for p in spots) + 12
    top, bottom = min(p.y() for p in spots) - 12, max(p.y() for p in spots) + 12
    return [QPoint(left, top), QPoint(right, top), QPoint(right, bottom), QPoint(left, bottom)]


def click_at(hands: Hands, spot: QPoint, button=Qt.MouseButton.LeftButton) -> None:
    hands.press(spot, button)
    hands.release(spot, button)


def test_a_region_by_corners(hands: Hands) -> None:
    hands.take("regions")
    hands.set_option("way", "polygon")
    hands.set_option("name", "Fog bank")
    field = hands.page.options.fields["kind"]
    assert isinstance(field, QComboBox)
    assert {"country", "weather", "deployment"} <= {field.itemText(n) for n in range(field.count())}
    field.setEditText("weather")
    for spot in outer_corners(hands, "0502", "0504"):
        click_at(hands, spot)
    assert hands.page.workspace.canvas.preview.hexes == {"0502", "0503", "0504"}, "shown before it is done"
    assert not hands.document.history.can_undo
    hands.key(Qt.Key.Key_Return)
    region = hands.work.sheet("regions")[-1]
    assert (region.key, region.kind, region.hexes) == ("fog-bank", "weather", ("0502", "0503", "0504"))
    spots = outer_corners(hands, "0503")
    for spot in (*spots, spots[0]):
        click_at(hands, spot, RIGHT)
    assert hands.work.sheet("regions")[-1].hexes == ("0502", "0504"), "closed by a click on the first corner"
    assert len(hands.steps) == 2


def test_corners_can_be_taken_back_and_given_up(hands: Hands) -> None:
    hands.take("regions")
    hands.set_option("way", "polygon")
    tool = hands.page.tools["regions"]
    for spot in outer_corners(hands, "0502", "0504"):
        click_at(hands, spot)
    hands.key(Qt.Key.Key_Backspace)
    assert len(tool.points) == 3  # type: ignore[attr-defined]
    hands.key(Qt.Key.Key_Escape)
    assert tool.points == [] and not hands.document.history.can_undo  # type: ignore[attr-defined]


def test_a_title_is_one_step_however_many_letters_it_has(hands: Hands) -> None:
    hands.take("regions")
    hands.set_option("region", "west")
    hands.set_option("name", "The far west")
    assert hands.work.sheet("regions")[0].title == "The far west"
    assert len(hands.steps) == 1
    hands.page.actions_by_key["undo"].trigger()
    field = hands.page.options.fields["name"]
    assert isinstance(field, QLineEdit) and field.text() == "The west", "the field follows the history"


def test_a_region_can_change_its_owner(hands: Hands) -> None:
    hands.take("regions")
    hands.set_option("region", "west")
    hands.set_option("owner", "scenario")
    assert hands.work.sheet("regions") == ()
    assert [region.key for region in hands.work.scenario("regions")] == ["landing", "west"]
    hands.page.actions_by_key["undo"].trigger()
    assert [region.key for region in hands.work.sheet("regions")] == ["west"]
    owner = hands.page.options.fields["owner"]
    assert isinstance(owner, QComboBox) and owner.currentData() == "map"


def test_a_region_that_was_taken_back_is_no_longer_offered(hands: Hands) -> None:
    hands.take("regions")
    hands.click("0505")
    field = hands.page.options.fields["region"]
    assert isinstance(field, QComboBox) and field.currentData() == "region"
    hands.page.actions_by_key["undo"].trigger()
    assert field.currentData() == "" and field.findData("region") < 0


def test_a_locked_layer_keeps_its_titles(hands: Hands) -> None:
    hands.page.layers.locked["regions"].click()
    hands.take("regions")
    hands.set_option("region", "west")
    hands.set_option("name", "Other")
    assert hands.work.sheet("regions")[0].title == "The west"


# start lines


def test_a_start_line_follows_the_edges_from_hexside_to_hexside(hands: Hands) -> None:
    hands.take("start_line")
    hands.set_option("left", "blue")
    hands.set_option("right", "red")
    lattice = hands.document.lattice
    hands.click("0401/0501")
    hands.click("0404/0504")
    tool = hands.page.tools["start_line"]
    points = tool.points  # type: ignore[attr-defined]
    assert points[0] == "0401/0501" and points[-1] == "0404/0504" and len(points) > 3
    for a, b in pairwise(points):
        assert set(lattice.vertices(a)) & set(lattice.vertices(b)), "edge after edge, without a gap"
    hands.click("0406/0506")
    hands.key(Qt.Key.Key_Return)
    line = hands.work.scenario("start_lines")[-1]
    held = halves(lattice, line)
    assert held["0404"] == "red" and held["0504"] == "blue" and len(held) == len(lattice)


def test_both_halves_are_shown_in_the_colours_of_their_sides(hands: Hands) -> None:
    hands.take("start_line")
    hands.set_option("line", "line")
    areas = hands.page.workspace.canvas.halves.areas
    assert len(areas) == 2
    held = halves(hands.document.lattice, hands.work.scenario("start_lines")[0])
    said: list[str] = []
    hands.page.workspace.message_shown.connect(said.append)
    hands.click("0101", keys=CTRL)
    blue = sum(side == "blue" for side in held.values()) + 1
    assert said[-1].startswith(f"Blue holds {blue} hexes")
    hands.take("brush")
    assert not hands.page.workspace.canvas.halves.areas


def test_a_click_beside_the_map_means_its_edge(hands: Hands) -> None:
    hands.take("start_line")
    hands.page.workspace.canvas.zoom_out()
    top, bottom = hands.spot("0501"), hands.spot("0506")
    tool = hands.page.tools["start_line"]
    click_at(hands, QPoint(top.x() + 12, top.y() - 40))
    hands.click("0503")
    click_at(hands, QPoint(bottom.x(), bottom.y() + 40))
    assert tool.points == ["0501/0601", "0503", "0506"]  # type: ignore[attr-defined]
    hands.key(Qt.Key.Key_Return)
    assert len(hands.work.scenario("start_lines")) == 2


def test_a_title_of_a_line_is_one_step(hands: Hands) -> None:
    hands.take("start_line")
    hands.set_option("line", "line")
    hands.set_option("name", "Jump off")
    assert hands.work.scenario("start_lines")[0].title == "Jump off" and len(hands.steps) == 1


# the stamp


def test_the_stamp_shows_what_it_would_put_down(hands: Hands) -> None:
    hands.take("brush", "hill")
    hands.drag(["0202", "0203"])
    hands.page.workspace.selection.select(["0202", "0203"])
    hands.page.actions_by_key["copy"].trigger()
    hands.page.actions_by_key["paste"].trigger()
    canvas = hands.page.workspace.canvas
    hands.move(hands.spot("0604"), Qt.MouseButton.NoButton)
    assert canvas.preview.hexes == {"0604", "0605"}
    shown = canvas.grab().toImage()
    hands.key(Qt.Key.Key_R)
    assert canvas.preview.hexes != {"0604", "0605"} and len(canvas.preview.hexes) == 2
    turned = canvas.grab().toImage()
    spot = hands.spot("0605")
    assert shown.pixelColor(spot) != turned.pixelColor(spot)
    hands.set_option("terrain", False)
    bare = canvas.grab().toImage()
    spot = hands.spot("0604") + QPoint(8, 8)
    assert bare.pixelColor(spot) != turned.pixelColor(spot), "ground that is not put down is not shown"
    hands.take("select")
    assert canvas.preview.hexes == frozenset()
