"""The heat map: hexes are tinted by their value, the greatest most."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from app.map.counters.counter_style import CounterStyle
from app.map.geometry import HEX_SIZE
from app.map.map_scene import MapScene
from app.map.map_view import MapView
from app.map.overlays.heat_layer import HeatLayer, heat_colour, rate_text
from app.map.terrain.printed_map import PrintedMap
from engine import games
from engine.catalogue.scenario_text import loads


def test_the_greatest_value_is_the_darkest(qtbot: QtBot) -> None:
    document = loads(games.game("toy").scenario_text("toy-bridge"))
    printed = PrintedMap.of(document)
    scene = MapScene(printed, CounterStyle.of(document))
    heat = HeatLayer(printed.geometry)
    scene.addItem(heat)
    heat.show_values({"0101": 4.0, "0201": 1.0, "reserve box": 9.0})
    assert heat.values == {"0101": 4.0, "0201": 1.0} and heat.greatest == 4.0
    view = MapView()
    qtbot.addWidget(view)
    view.patient = True
    view.setScene(scene)
    view.resize(600, 500)
    view.fit()
    with_heat, spots = view.grab().toImage(), {}
    for place in ("0101", "0201", "0301"):
        rim = printed.geometry.centre(place) + QPointF(0, 0.6 * HEX_SIZE)
        spots[place] = view.mapFromScene(rim)
    heat.show_values({})
    plain = view.grab().toImage()
    changed = {
        place: abs(with_heat.pixelColor(at).lightness() - plain.pixelColor(at).lightness())
        for place, at in spots.items()
    }
    assert changed["0101"] > changed["0201"] > changed["0301"] == 0


def test_colours_grow_darker() -> None:
    tones = [heat_colour(share / 10).lightness() for share in range(11)]
    assert tones == sorted(tones, reverse=True) and heat_colour(7.0) == heat_colour(1.0)


def test_rates_have_as_many_decimals_as_say_something() -> None:
    assert [rate_text(value) for value in (12.3, 1.25, 0.333, 0.04)] == ["12", "1.2", "0.3", "0.04"]
