"""Every tool, worked with the pointer."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtWidgets import QGraphicsItem

from engine.catalogue.document import Feature, Label
from engine.catalogue.start_line import halves
from tests.editor.hands import ALT, CTRL, RIGHT, SHIFT, Hands


def test_the_brush_paints_a_drag_as_one_step(hands: Hands) -> None:
    hands.take("brush", "hill")
    hands.drag(["0501", "0503", "0505"])
    painted = {here for here, kind in hands.work.terrain.items() if kind == "hill"}
    assert painted == {"0501", "0502", "0503", "0504", "0505"}, "hexes that the pointer jumped over too"
    assert hands.steps == ["Paint hill"]
    hands.page.actions_by_key["undo"].trigger()
    assert "hill" not in hands.work.terrain.values()


def test_larger_brushes(hands: Hands) -> None:
    hands.take("brush", "hill")
    for size, count in (("7", 7), ("19", 19)):
        hands.set_option("size", size)
        hands.click("0503")
        assert sum(kind == "hill" for kind in hands.work.terrain.values()) == count
    hands.key(Qt.Key.Key_BracketLeft)
    assert hands.page.tools["brush"].size == "7" and hands.page.options.fields["size"].currentData() == "7"  # type: ignore[attr-defined]


def test_shift_paints_a_straight_line(hands: Hands) -> None:
    hands.take("brush", "hill")
    hands.click("0501")
    hands.click("0506", keys=SHIFT)
    assert {here for here, kind in hands.work.terrain.items() if kind == "hill"} == {
        f"05{row:02}" for row in range(1, 7)
    }
    assert len(hands.steps) == 2


def test_right_wipes_and_alt_takes_up(hands: Hands) -> None:
    hands.take("brush", "hill")
    hands.click("0101", RIGHT)
    assert "0101" not in hands.work.terrain
    hands.click("0201", keys=ALT)
    assert hands.page.workspace.palettes.kind("terrain") == "woods"
    assert hands.page.palette_panel.list.currentItem().text() == "woods"
    hands.take("eyedropper")
    hands.click("0801")
    assert hands.page.workspace.palettes.kind("terrain") == "clear"


def test_fill_and_replace(hands: Hands) -> None:
    hands.take("fill", "marsh")
    hands.click("0101")
    assert hands.work.terrain["0306"] == "marsh" and hands.work.terrain["0401"] == "clear"
    hands.take("brush", "marsh")
    hands.click("0801")
    hands.take("fill", "hill")
    hands.set_option("where", "everywhere")
    hands.click("0101")
    assert hands.work.terrain["0801"] == "hill", "not connected, but the same kind"
    assert hands.steps[-1] == "Replace marsh by hill"
    hands.set_option("where", "selected")
    hands.take("select")
    hands.drag(around(hands, "0101", "0102"))
    hands.take("fill", "marsh")
    hands.click("0101")
    found = {here for here, kind in hands.work.terrain.items() if kind == "marsh"}
    assert found == {"0101", "0102"}, "only what is selected"


def test_bare_paper_is_filled_everywhere_and_ground_is_wiped(hands: Hands) -> None:
    hands.take("brush", "hill")
    for place in ("0101", "0801"):
        hands.click(place, RIGHT)
    hands.take("fill", "marsh")
    hands.set_option("where", "everywhere")
    hands.click("0101")
    assert (hands.work.terrain["0101"], hands.work.terrain["0801"]) == ("marsh", "marsh")
    hands.click("0801", RIGHT)
    assert not {"0101", "0801"} & set(hands.work.terrain) and hands.steps[-1] == "Replace marsh by no terrain"


def test_a_river_follows_the_pointer_and_hangs_together(hands: Hands) -> None:
    hands.take("hexsides", "river")
    lattice, geometry = hands.document.lattice, hands.page.workspace.canvas.geometry_of_map
    before = set(hands.work.hexsides)
    corners = [*lattice.corners("0503")[:4], lattice.corners("0504")[2]]
    points = [hands.page.workspace.canvas.mapFromScene(geometry.vertex(corner)) for corner in corners]
    hands.drag(points)
    drawn = set(hands.work.hexsides) - before
    assert len(drawn) >= 4 and hands.steps == ["Draw river"]
    ends: dict = {}
    for side in drawn:
        for end in lattice.vertices(side):
            ends[end] = ends.get(end, 0) + 1
    assert sorted(ends.values()).count(1) == 2, "one line with two ends"


def test_one_hexside_by_a_click_and_several_features_on_it(hands: Hands) -> None:
    hands.take("hexsides", "river")
    hands.set_option("name", "Bach")
    hands.click("0503/0504")
    hands.take("hexsides", "bridge")
    hands.click("0503/0504")
    assert hands.work.hexsides["0503/0504"] == (Feature("bridge"), Feature("river", "Bach"))
    hands.click("0503/0504", RIGHT)
    assert hands.work.hexsides["0503/0504"] == (Feature("river", "Bach"),), "only the chosen kind"
    hands.click("0503/0504", RIGHT, CTRL)
    assert "0503/0504" not in hands.work.hexsides


def test_a_cliff_faces_the_pointer(hands: Hands) -> None:
    hands.take("hexsides", "cliff")
    hands.set_option("facing", "near")
    hands.click("0503/0504", lean="0504")
    assert hands.work.hexsides["0503/0504"] == (Feature("cliff", toward="0504"),)
    hands.set_option("facing", "far")
    hands.click("0503/0504", lean="0504")
    assert hands.work.hexsides["0503/0504"] == (Feature("cliff", toward="0503"),)


def test_roads_run_through_hexes(hands: Hands) -> None:
    hands.take("roads", "rail")
    hands.drag(["0501", "0502", "0504"])
    for side in ("0501/0502", "0502/0503", "0503/0504"):
        assert Feature("rail") in hands.work.hexsides[side]
    hands.click("0505", keys=SHIFT)
    assert Feature("rail") in hands.work.hexsides["0504/0505"]
    hands.drag(["0501", "0503"], RIGHT)
    assert "0501/0502" not in hands.work.hexsides and Feature("rail") in hands.work.hexsides["0503/0504"]


def test_a_fast_drag_from_beside_the_map_to_beside_it_reaches_both_edges(hands: Hands) -> None:
    """Two moves of the pointer, one from beside the map into it and one out of it again."""
    canvas = hands.page.workspace.canvas
    canvas.zoom_out()
    top, bottom = hands.spot("0501"), hands.spot("0506")
    above, below = QPoint(top.x(), top.y() - 60), QPoint(bottom.x(), bottom.y() + 60)
    hands.take("roads", "rail")
    hands.drag([above, "0503", below])
    assert all(Feature("rail") in hands.work.hexsides[f"050{n}/050{n + 1}"] for n in range(1, 6))
    assert len(hands.steps) == 1
    hands.take("hexsides", "river")
    hands.drag([above, "0503", below])
    drawn = [side for side, found in hands.work.hexsides.items() if Feature("river") in found]
    for edge in ("0501", "0506"):
        assert any(edge in side.split("/") for side in drawn), f"the river does not reach {edge}"


def test_features_of_map_and_scenario(hands: Hands) -> None:
    hands.take("features", "fort")
    hands.set_option("name", "Eben")
    hands.set_option("value", 4)
    hands.set_option("side", "red")
    hands.click("0203")
    assert hands.work.features("features")["0203"] == (
        Feature("fort", "Eben", 4, "red"),
        Feature("town", "Dorf"),
    )
    hands.take("places", "supply")
    hands.click("0801")
    assert hands.work.features("places")["0801"] == (Feature("supply"),)
    hands.click("0801", RIGHT)
    assert "0801" not in hands.work.features("places")


def test_victory_hexes(hands: Hands) -> None:
    hands.take("victory")
    hands.click("0604", keys=ALT)
    fields = hands.page.options.fields
    assert fields["name"].text() == "Harbour" and fields["value"].value() == 3  # type: ignore[attr-defined]
    hands.set_option("value", 5)
    hands.click("0604")
    (objective,) = hands.work.features("places")["0604"]
    assert objective.value == 5 and objective.side == "blue"


def test_names_are_written_on_the_map(hands: Hands) -> None:
    hands.take("names")
    hands.click("0505")
    card = hands.page.tools["names"].popup  # type: ignore[attr-defined]
    hands.qtbot.keyClicks(card.text, "Hohes Venn")
    card.kind.setCurrentText("landscape")
    card.placement.setCurrentIndex(card.placement.findData("above"))
    hands.qtbot.keyClick(card.text, Qt.Key.Key_Return)
    assert Label("0505", "Hohes Venn", "landscape", "above") in hands.work.sheet("labels")
    hands.click("0505")
    card = hands.page.tools["names"].popup  # type: ignore[attr-defined]
    card.text.setText("Venn")
    card.write.click()
    assert [label.text for label in hands.work.sheet("labels") if label.hex == "0505"] == ["Venn"]
    hands.click("0505", RIGHT)
    assert not [label for label in hands.work.sheet("labels") if label.hex == "0505"]


def around(hands: Hands, *places: str) -> list[QPoint]:
    """A loop around the outer corners of these hexes' rectangle."""
    spots = [hands.spot(place) for place in places]
    left, right = min(p.x() for p in spots) - 8, max(p.x() for p in spots) + 8
    top, bottom = min(p.y() for p in spots) - 8, max(p.y() for p in spots) + 8
    return [
        QPoint(left, top),
        QPoint(right, top),
        QPoint(right, bottom),
        QPoint(left, bottom),
        QPoint(left, top),
    ]


def test_a_region_by_lasso(hands: Hands) -> None:
    hands.take("regions")
    hands.set_option("name", "Moor")
    hands.drag(around(hands, "0502", "0504"))
    region = hands.work.sheet("regions")[-1]
    assert (region.key, region.title, region.hexes) == ("moor", "Moor", ("0502", "0503", "0504"))
    hands.click("0505")
    hands.click("0503", RIGHT)
    assert hands.work.sheet("regions")[-1].hexes == ("0502", "0504", "0505")
    assert len(hands.steps) == 3


def test_the_start_line_knows_its_halves(hands: Hands) -> None:
    hands.take("start_line")
    hands.set_option("name", "Jump-off")
    hands.set_option("left", "blue")
    hands.set_option("right", "red")
    for place in ("0501", "0503", "0506"):
        hands.click(place)
    assert not hands.document.history.can_undo, "nothing is done before the line is finished"
    hands.key(Qt.Key.Key_Return)
    line = hands.work.scenario("start_lines")[-1]
    assert line.points == ("0501", "0503", "0506") and line.key == "jump-off"
    held = halves(hands.document.lattice, line)
    assert held["0801"] == "blue" and held["0101"] == "red", "walking down, the east lies to the left"


def test_a_start_line_that_ends_inside_is_refused(hands: Hands) -> None:
    hands.take("start_line")
    said: list[str] = []
    hands.page.workspace.message_shown.connect(said.append)
    for place in ("0501", "0503"):
        hands.click(place)
    hands.key(Qt.Key.Key_Return)
    assert len(hands.work.scenario("start_lines")) == 1
    assert any("inside the map" in text for text in said)
    hands.key(Qt.Key.Key_Backspace)
    assert hands.page.tools["start_line"].points == ["0501"]  # type: ignore[attr-defined]
    hands.key(Qt.Key.Key_Escape)
    assert hands.page.tools["start_line"].points == []  # type: ignore[attr-defined]


def test_select_copy_turn_and_stamp(hands: Hands) -> None:
    hands.take("brush", "hill")
    hands.drag(["0202", "0203"])
    hands.take("select")
    hands.drag(around(hands, "0202", "0203"))
    assert hands.page.workspace.selection.hexes == ["0202", "0203"]
    hands.page.actions_by_key["copy"].trigger()
    hands.page.actions_by_key["paste"].trigger()
    assert hands.page.tool_actions["stamp"].isChecked()
    hands.key(Qt.Key.Key_R)
    hands.click("0604")
    lattice = hands.document.lattice
    east = {here for here, kind in hands.work.terrain.items() if kind == "hill"} - {"0202", "0203"}
    assert len(east) == 2 and lattice.adjacent(*east)
    a, b = sorted(east)
    assert a[:2] != b[:2], "it lay north and south, now it leans"


def test_cut_clears_and_the_wand_finds_connected_ground(hands: Hands) -> None:
    hands.take("wand")
    hands.click("0101")
    assert len(hands.page.workspace.selection.hexes) == 18
    hands.take("select")
    hands.click("0203")
    hands.click("0303", keys=SHIFT)
    hands.click("0203", keys=CTRL)
    assert hands.page.workspace.selection.hexes == ["0303"]
    hands.click("0203")
    hands.page.actions_by_key["cut"].trigger()
    assert "0203" not in hands.work.terrain and "0203" not in hands.work.features("features")
    hands.page.actions_by_key["undo"].trigger()
    assert hands.work.features("features")["0203"]


def test_the_ruler(hands: Hands) -> None:
    said: list[str] = []
    hands.page.workspace.message_shown.connect(said.append)
    hands.take("measure")
    hands.drag(["0101", "0104"])
    assert said[-1] == "0101 to 0104: 3 hexes · 6 miles."


@pytest.mark.parametrize("what", ["locked", "hidden"])
def test_locked_and_hidden_layers_are_left_alone(hands: Hands, what: str) -> None:
    panel = hands.page.layers
    (panel.locked if what == "locked" else panel.shown)["terrain"].click()
    said: list[str] = []
    hands.page.workspace.message_shown.connect(said.append)
    hands.take("brush", "hill")
    hands.drag(["0501", "0503"])
    assert "hill" not in hands.work.terrain.values() and what in said[-1]


def test_the_history_dock_goes_anywhere(hands: Hands) -> None:
    before = hands.document.snapshot()
    hands.take("brush", "hill")
    for place in ("0501", "0502", "0503"):
        hands.click(place)
    listed = hands.page.history.list
    assert listed.count() == 4
    listed.itemClicked.emit(listed.item(0))
    assert hands.document.snapshot() == before
    listed.itemClicked.emit(listed.item(2))
    assert hands.work.terrain["0502"] == "hill" and hands.work.terrain["0503"] == "clear"


def test_letters_take_tools_up(hands: Hands) -> None:
    hands.page.workspace.canvas.setFocus()
    hands.key(Qt.Key.Key_E)
    assert hands.page.tool_actions["hexsides"].isChecked()
    hands.key(Qt.Key.Key_B)
    assert hands.page.tool_actions["brush"].isChecked()


def test_regions_and_lines_can_be_removed(hands: Hands) -> None:
    hands.take("regions")
    hands.set_option("region", "west")
    assert hands.page.options.fields["name"].text() == "The west"  # type: ignore[attr-defined]
    hands.page.options.fields["remove"].click()  # type: ignore[attr-defined]
    assert [region.key for region in hands.work.sheet("regions")] == []
    hands.set_option("region", "landing")
    hands.page.options.fields["remove"].click()  # type: ignore[attr-defined]
    assert hands.work.scenario("regions") == ()
    hands.take("start_line")
    hands.set_option("line", "line")
    hands.page.options.fields["remove"].click()  # type: ignore[attr-defined]
    assert hands.work.scenario("start_lines") == () and len(hands.steps) == 3


def test_a_hex_can_be_held_in_spite_of_the_line(hands: Hands) -> None:
    hands.take("start_line")
    hands.set_option("line", "line")
    hands.click("0101", keys=CTRL)
    line = hands.work.scenario("start_lines")[0]
    held = halves(hands.document.lattice, line)
    assert line.exceptions == {"0101": "blue"} and held["0101"] == "blue" and held["0102"] == "red"
    hands.click("0101", keys=CTRL)
    assert hands.work.scenario("start_lines")[0].exceptions == {}


def test_the_roster_shows_where_units_may_stand(hands: Hands) -> None:
    hands.page.docks["roster"].raise_()
    hands.qtbot.waitUntil(hands.page.roster.isVisible)
    hands.page.roster.choose("R2")
    assert hands.page.workspace.canvas.preview.hexes == {"0101", "0102", "0201"}


def test_the_map_can_be_worked_by_keys(hands: Hands) -> None:
    hands.take("brush", "hill")
    canvas = hands.page.workspace.canvas
    canvas.go_to("0504")
    hands.key(Qt.Key.Key_Return)
    hands.key(Qt.Key.Key_Up)
    hands.key(Qt.Key.Key_Return)
    assert {here for here, kind in hands.work.terrain.items() if kind == "hill"} == {"0504", "0503"}
    assert len(hands.steps) == 2


def test_items_of_others_do_not_spoil_the_counters(hands: Hands) -> None:
    class Careless(QGraphicsItem):
        def boundingRect(self) -> QRectF:
            return hands.page.workspace.canvas.geometry_of_map.bounds

        def paint(self, painter, option, widget=None) -> None:
            painter.setClipRect(QRectF())

    canvas = hands.page.workspace.canvas
    scene = canvas.map_scene()
    assert scene is not None
    before = canvas.grab().toImage()
    careless = Careless()
    careless.setZValue(10)
    scene.addItem(careless)
    assert canvas.grab().toImage() == before


@pytest.mark.parametrize("tool", ["brush", "hexsides", "roads"])
def test_a_stroke_ends_when_another_tool_is_taken(hands: Hands, tool: str) -> None:
    """Else nothing could be undone, and no recovery copy would be written any more."""
    before = hands.document.snapshot()
    hands.take(tool)
    hands.press(hands.spot("0202"))
    hands.move(hands.spot("0303"))
    hands.page.tool_actions["fill"].trigger()
    hands.release(hands.spot("0303"))
    assert not hands.document.in_stroke and len(hands.steps) == 1
    hands.page.actions_by_key["undo"].trigger()
    assert hands.document.snapshot() == before
