"""The first page: how a scenario was balanced, who won it here, and what can be continued."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.play.balance import BalanceBars, rows_of
from app.play.scenario_shelf import Card, ScenarioShelf
from engine import games
from engine.catalogue import store
from engine.catalogue.document import Balance, ScenarioDocument
from engine.catalogue.scenario_text import loads


@pytest.fixture
def document() -> ScenarioDocument:
    return loads(games.game("toy").scenario_text("toy-bridge"))


def with_figures(document: ScenarioDocument, figures: dict) -> ScenarioDocument:
    return replace(document, balance=Balance("by guess", figures))


def shares(document: ScenarioDocument, played: dict[str, int] | None = None) -> list[tuple]:
    return [
        (row.title, row.games, row.played, [(share.title, share.percent) for share in row.shares])
        for row in rows_of(document, played or {})
    ]


def test_shipped_figures_are_shown_as_they_are(document: ScenarioDocument) -> None:
    figures = {"level 15": {"games": 40, "red": 20, "blue": 70, "draw": 10}, "level 5": {"red": 1, "blue": 1}}
    assert shares(with_figures(document, figures)) == [
        ("level 5", 0, False, [("Red", 50), ("Draw", 0), ("Blue", 50)]),
        ("level 15", 40, False, [("Red", 20), ("Draw", 10), ("Blue", 70)]),
    ]


def test_figures_that_say_nothing_are_left_out(document: ScenarioDocument) -> None:
    figures = {"words": "many", "none": {}, "wrong": {"red": "7", "blue": -3, "draw": True}}
    assert shares(with_figures(document, figures)) == []


def test_games_finished_here_are_told_apart(document: ScenarioDocument, qtbot: QtBot) -> None:
    plain = with_figures(document, {})
    assert shares(plain, {"red": 3, "": 1}) == [("", 4, True, [("Red", 75), ("Draw", 25), ("Blue", 0)])]
    bars = BalanceBars()
    qtbot.addWidget(bars)
    bars.show_balance(plain, {"red": 3, "": 1})
    assert "Finished here, 4 games: Red 75 %, Draw 25 %, Blue 0 %" in bars.accessibleName()
    bars.show_balance(plain)
    assert bars.isHidden(), "no figures, no bars"


def test_bars_have_room_for_every_line(document: ScenarioDocument, qtbot: QtBot) -> None:
    bars = BalanceBars()
    qtbot.addWidget(bars)
    bars.show_balance(with_figures(document, {"level 5": {"games": 10, "red": 60, "blue": 40}}), {"blue": 2})
    assert bars.heightForWidth(60) > bars.heightForWidth(400), "the legend takes more lines where it must"
    bars.resize(300, bars.heightForWidth(300))
    image = bars.grab().toImage()
    paper = image.pixelColor(image.width() - 1, 0)
    lowest = max(
        y for y in range(image.height()) for x in range(image.width()) if image.pixelColor(x, y) != paper
    )
    assert lowest < image.height() - 1, "nothing is cut off below"


def test_the_set_up_comes_beside_the_window(window: MainWindow, qtbot: QtBot) -> None:
    picture, card = window.start.card.picture, bridge(window.shelf)
    window.start.choose("toy-bridge")
    scene = picture._scene
    assert scene is not None
    public = window.shelf.public_counters(card, window.shelf.document(card))
    on_map = {counter.id for counter in public if scene.geometry.is_hex(counter.place)}
    assert on_map
    qtbot.waitUntil(lambda: set(scene.counters._faces) == on_map, timeout=10_000)
    qtbot.waitUntil(lambda: scene.is_finished and not picture._later.isActive(), timeout=10_000)
    at_once = type(picture)()
    qtbot.addWidget(at_once)
    at_once.patient = True
    at_once.set_look(picture._desk, picture._night)
    at_once.resize(picture.size())
    at_once.show_map(window.shelf.document(card))
    at_once.show_counters(public)
    assert at_once.pixmap().toImage() == picture.pixmap().toImage(), "bit by bit or at once: the same picture"


def bridge(shelf: ScenarioShelf) -> Card:
    return next(card for card in shelf.cards() if card.key == "toy-bridge")


def test_a_game_that_ends_changes_the_figures(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    with store.open(path, create=True) as catalogue:
        catalogue.save(loads(games.game("toy").scenario_text("toy-bridge")))
    window.set_shelf(ScenarioShelf.open(str(path)))
    window.begin(bridge(window.shelf), {})
    controller, chance = window.table.controller, Random(3)
    assert controller is not None
    window.show_start()
    window.start.choose("toy-bridge")
    assert not any(row.played for row in window.start.card.balance.rows)
    while controller.decision is not None:
        controller.act(chance.choice(controller.offers).action)
    window.return_to_table()
    window.show_start()
    window.start.choose("toy-bridge")
    row = next(row for row in window.start.card.balance.rows if row.played)
    assert row.games == 1 and max(share.percent for share in row.shares) == 100
    assert controller.outcome is not None
    won = next(share.title for share in row.shares if share.percent == 100)
    assert won == (controller.side_title(controller.outcome.winner) if controller.outcome.winner else "Draw")
