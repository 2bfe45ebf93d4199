"""Charts by turn of what a game measures: counted with the statistics, drawn page by page."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.report.measure_charts import MeasureCharts
from app.report.report_html import ReportStyle, compose
from app.report.statistics import Statistics, Turn, read_game
from app.report.statistics_page import OVERVIEW
from engine import games
from engine.referee.measure import Measure
from engine.referee.save import recorder
from engine.referee.session import Session, Start
from engine.referee.view import View
from tests.app.hands import Hands


def invasion() -> Session:
    game = games.game("leb")
    text = game.scenario_text("leb-12-4-invasion")
    return Session.begin(game, Start("leb", "scenario", "leb-12-4-invasion", text, "seed"))


def play_a_turn(session: Session) -> None:
    """By chance, mostly ending what can be ended, until the first turn has begun and something was done."""
    chance = Random("measures")
    for _ in range(15):
        legal, choice = session.legal(), session.choice
        assert choice is not None
        ending = [action for action in legal if choice.is_ending(action)]
        session.submit(choice.side, ending[0] if ending else chance.choice(legal))


def read(session: Session) -> Statistics:
    return read_game(recorder(session), session.game, None, lambda done, of, what: None)


def test_the_economy_of_each_power_is_measured_by_turn() -> None:
    session = invasion()
    play_a_turn(session)
    statistics = read(session)
    charts = {(chart.page, chart.title): chart for chart in statistics.measured()}
    assert len(statistics.turns) == 2, "before the first turn, and the first turn so far"
    oil = charts["Economy", "Oil points"].values
    assert oil == {("axis", "axis"): [7, 7], ("allied", "soviet"): [12, 12]}
    income = charts["Economy", "Movement points: income"].values
    assert income["axis", "axis"][0] == 50 * 7, "50 for each pair of an oil and a refinery point"
    steps = charts["Forces", "Steps on the map"].values
    armies = [unit for unit in session.view(None).counters if unit.power == "axis" and "HQ" not in unit.name]
    on_map = sum(unit.steps for unit in armies if " " not in unit.place)
    assert steps["axis", "axis"][-1] == on_map


def test_a_value_that_is_missing_on_a_turn_is_nothing() -> None:
    def turn(*measures: Measure) -> Turn:
        return Turn("Turn 1", View(None, ""), (), {}, {}, {}, {}, measures)

    one, two = Measure("Page", "Oil", 3, "red"), Measure("Page", "Oil", 4, "blue", "navy")
    statistics = Statistics(None, ("red", "blue"), (turn(one), turn(two), turn()), (), {}, {}, 0)
    (chart,) = statistics.measured()
    assert chart.values == {("red", ""): [3, 0, 0], ("blue", "navy"): [0, 4, 0]}


def test_turns_with_letters_have_them_on_the_axis() -> None:
    turn = Turn("Turn E, summer 1944", View(None, ""), (), {}, {}, {}, {})
    assert turn.mark == "E" and replace(turn, title="Turn 12/D, spring").mark == "12"
    assert replace(turn, title="Before turn 1").mark == "B"


def test_each_page_has_a_tab_and_is_drawn_when_it_is_turned_to(hands: Hands, qtbot: QtBot) -> None:
    window = hands.window
    session = invasion()
    play_a_turn(session)
    window.game.play(session)
    window.actions_by_key["statistics"].trigger()
    page = window.report_actions.page
    qtbot.waitUntil(lambda: page.statistics is not None and not page.is_counting)
    assert [page.tabs.tabText(at) for at in range(page.tabs.count())] == [OVERVIEW, "Economy", "Forces"]
    economy = page.pages["Economy"]
    assert not economy.findChildren(type(page._plots["strength"])), "nobody has looked yet"
    qtbot.mouseClick(page.tabs, Qt.MouseButton.LeftButton, pos=page.tabs.tabRect(1).center())
    qtbot.waitUntil(lambda: not economy.is_drawing)
    assert isinstance(economy, MeasureCharts) and economy.isVisible()
    told = [plot.accessibleDescription() for plot in economy.findChildren(type(page._plots["strength"]))]
    assert "Oil points: Axis 7, Soviets 12" in told


def test_a_game_that_measures_nothing_has_no_tabs(hands: Hands, qtbot: QtBot) -> None:
    window = hands.window
    game = games.game("ttr")
    key = game.scenarios()[0]
    window.game.play(Session.begin(game, Start("ttr", "scenario", key, game.scenario_text(key), "seed")))
    window.actions_by_key["statistics"].trigger()
    page = window.report_actions.page
    qtbot.waitUntil(lambda: page.statistics is not None and not page.is_counting)
    assert not page.tabs.isVisible()


def test_the_report_has_the_charts_too() -> None:
    session = invasion()
    statistics = read(session)
    style = ReportStyle({"axis": "Axis", "soviet": "Soviets"}, {})
    html = compose("Invasion", statistics, style, {}, (), [None] * len(statistics.turns))
    assert "Economy: Oil points" in html and "Forces: Steps on the map" in html
