"""After an action the window shows what it changed, and the table is as if all of it had been read anew."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QLabel, QListWidget, QTreeWidget, QTreeWidgetItem

from app.map.counters.counter_layer import CounterLayer
from app.map.map_scene import MapScene
from app.play.panels.boxes_panel import BoxesPanel
from app.play.panels.forces_panel import ForcesPanel
from app.play.panels.inspector import Inspector
from app.play.panels.tracks_panel import TracksPanel
from engine import games
from engine.referee.action import Action
from engine.referee.session import Session, Start
from engine.referee.view_change import ViewChange
from tests.app.hands import Hands

ACTIONS = 45


def scene_of(hands: Hands) -> MapScene:
    scene = hands.window.table.map.map_scene()
    assert scene is not None
    return scene


def on_the_map(layer: CounterLayer) -> Any:
    """Everything that a layer of counters paints."""
    seen = {unit: layer._seen_face(face) for unit, face in layer._faces.items()}
    return layer._stacks, layer._markers, layer._centres, layer._faces, layer._place_of, seen


def lines(tree: QTreeWidget) -> Iterator[tuple[str, ...]]:
    def below(item: QTreeWidgetItem) -> Iterator[tuple[str, ...]]:
        yield (*(item.text(column) for column in range(tree.columnCount())), item.font(0).toString())
        for row in range(item.childCount()):
            child = item.child(row)
            assert child is not None
            yield from below(child)

    for row in range(tree.topLevelItemCount()):
        item = tree.topLevelItem(row)
        assert item is not None
        yield from below(item)


def listed(shown: QListWidget) -> list[str]:
    return [shown.item(row).text() for row in range(shown.count())]


def read_anew(hands: Hands) -> tuple[Any, ...]:
    """What parts of the table show that read everything at once."""
    table, controller = hands.window.table, hands.controller
    scene = scene_of(hands)
    layer = CounterLayer(scene.geometry, controller.counter_style)
    layer.show(controller.view.counters, controller.view.markers)
    layer._restyle(scene.counters._edge)
    tracks, boxes, forces, inspector = TracksPanel(), BoxesPanel(), ForcesPanel(), Inspector()
    tracks.show_tracks(controller)
    boxes.show_boxes(controller)
    forces.show_forces(controller, table.printed_map)
    inspector.show_place(controller, table.printed_map, table.inspector.place)
    for panel in (tracks, boxes, forces):
        panel.seen.catch_up()
    for widget in (tracks, boxes, forces, inspector):
        hands.qtbot.addWidget(widget)
    return shown_by(layer, tracks, boxes, forces, inspector)


def shown_now(hands: Hands) -> tuple[Any, ...]:
    """What the parts of the table show that follow the changes."""
    table = hands.window.table
    for panel in (table.tracks, table.boxes, table.forces):
        panel.seen.catch_up()
    layer = scene_of(hands).counters
    layer._restyle(layer._edge)
    return shown_by(layer, table.tracks, table.boxes, table.forces, table.inspector)


def shown_by(
    layer: CounterLayer, tracks: TracksPanel, boxes: BoxesPanel, forces: ForcesPanel, inspector: Inspector
) -> tuple[Any, ...]:
    return (
        on_the_map(layer),
        [label.text() for label in tracks.findChildren(QLabel)],
        list(lines(boxes.tree)),
        list(lines(forces.tree)),
        listed(inspector.stack),
        inspector._lit,
        [label.text() for label in inspector.findChildren(QLabel)],
    )


@pytest.mark.parametrize("key", games.keys())
def test_following_the_changes_gives_the_same_table_as_reading_it_anew(hands: Hands, key: str) -> None:
    game, followed = games.game(key), 0
    for scenario in (game.scenarios()[0], game.scenarios()[-1]):
        text = game.scenario_text(scenario)
        hands.window.game.play(Session.begin(game, Start(key, "scenario", scenario, text, "changes")))
        hands.window.table.map.grab()
        controller, chance = hands.controller, Random(f"changes {scenario}")
        told: list[ViewChange | None] = []
        controller.changed.connect(told.append)
        for _ in range(ACTIONS):
            if not controller.offers:
                break
            units = [c for c in controller.view.counters if scene_of(hands).geometry.is_hex(c.place)]
            if units and chance.random() < 0.3:
                place = chance.choice(units).place
                hands.window.table.inspector.show_place(controller, hands.window.table.printed_map, place)
            controller.act(chance.choice(controller.offers).action)
            followed += told[-1] is not None and told[-1] != ViewChange()
            assert shown_now(hands) == read_anew(hands)
    assert followed > ACTIONS / 4, "most actions are followed by what they changed"


def test_a_move_touches_the_moved_counter_alone(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    hands.reach_movement()
    hands.controller.act(Action("select", "unit", "RG"))
    layer = scene_of(hands).counters
    hands.window.table.map.grab()
    stacks, faces, seen = dict(layer._stacks), dict(layer._faces), dict(layer._seen)
    painted: list[QRectF] = []
    monkeypatch.setattr(layer, "light", lambda *_: None)
    monkeypatch.setattr(layer, "update", lambda *area: painted.extend(area or [layer.boundingRect()]))
    hands.controller.act(Action("move", "hex", "0301"))
    assert painted and set(map(QRectF.getRect, painted)) == {
        layer._reach(place).getRect() for place in ("0201", "0301")
    }
    for place, stack in stacks.items():
        if place not in ("0201", "0301"):
            assert layer._stacks[place] is stack
    for unit in set(faces) - {"RG"}:
        assert layer._faces[unit] is faces[unit] and layer._seen[unit] is seen[unit]
    assert layer._tier >= 0 and [counter.id for counter in layer.stack("0301")] == ["RG"]


def test_panels_that_a_move_does_not_concern_are_not_read(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.reach_movement()
    table = hands.window.table
    table.inspector.show_place(hands.controller, table.printed_map, "0402")
    hands.controller.act(Action("select", "unit", "RG"))
    asked: list[str] = []
    for panel, method in (
        (table.tracks, "show_tracks"),
        (table.boxes, "show_boxes"),
        (table.forces, "show_forces"),
        (table.inspector, "show_place"),
    ):
        monkeypatch.setattr(panel, method, lambda *_, method=method: asked.append(method))
    hands.controller.act(Action("move", "hex", "0301"))
    assert asked == ["show_forces"]
    asked.clear()
    hands.controller.undo(("red", "blue"))
    assert asked == ["show_tracks", "show_boxes", "show_forces", "show_place"], "undo reads everything"


def test_another_side_at_the_table_reads_everything(hands: Hands) -> None:
    told: list[ViewChange | None] = []
    controller = hands.controller
    controller.changed.connect(told.append)
    assert controller.viewing_side == "red"
    controller.act(controller.offers[0].action)
    assert controller.viewing_side == "blue" and told == [None]
    controller.single_out(None)
    assert told[-1] == ViewChange()
    controller.look_at(0)
    controller.look_at(None)
    assert told[-2:] == [None, None]
