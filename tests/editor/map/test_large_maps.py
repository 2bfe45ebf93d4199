"""Strokes, fills and orders of battle on large maps; how quick they are is asked by the benchmarks."""

from __future__ import annotations

import pytest

from editor.commands.order_of_battle import place_units
from editor.editor_page import EditorPage
from editor.map import shapes
from engine.catalogue.document import Placement
from tests.editor.hands import Hands
from tests.editor.large_maps import campaign, large, spots_to_and_fro


def test_ten_thousand_hexes_in_one_drag_are_one_step(page: EditorPage, qtbot) -> None:
    hands = Hands(page, qtbot)
    page.file_actions.open_document(large())
    page.workspace.canvas.patient = False
    hands.take("brush", "woods")
    hands.set_option("size", "19")
    page.workspace.canvas.fit()
    hands.drag(spots_to_and_fro(hands, 9, 24))
    assert sum(kind == "woods" for kind in hands.work.terrain.values()) >= 10_000
    assert len(hands.document.history.steps) == 1
    hands.document.undo()
    assert set(hands.work.terrain.values()) == {"clear"}


def test_forty_thousand_hexes_are_filled_with_progress(
    page: EditorPage, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = Hands(page, qtbot)
    page.file_actions.open_document(large())
    page.workspace.canvas.patient = False
    told: list[int] = []
    monkeypatch.setattr(shapes, "report_progress", lambda done, of, what: told.append(done))
    hands.take("fill", "woods")
    spot = page.workspace.canvas.viewport().rect().center()
    hands.press(spot)
    hands.release(spot)
    assert set(hands.work.terrain.values()) == {"woods"}
    hands.document.undo()
    assert set(hands.work.terrain.values()) == {"clear"}
    assert len(told) > 10 and told == sorted(told) and told[-1] <= 40_000


def test_the_roster_of_a_campaign_follows_its_units(page: EditorPage, qtbot) -> None:
    document = campaign()
    page.workspace.canvas.patient = False
    page.file_actions.open_document(document)
    page.choose_tool("units")
    qtbot.waitUntil(lambda: not page.roster._draw_timer.isActive(), timeout=60_000)
    units = [setup.unit for setup in document.work.scenario("setups") if setup.place.kind == "hex"][:15]
    for number, unit in enumerate(units):
        here = document.lattice.hexes[600 + number]
        document.do(place_units(document.work, [unit], Placement("hex", here)))
        document.end_stroke()
        assert page.roster._items[unit].text(1) == here
