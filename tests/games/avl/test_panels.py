"""What the panels of the table list: stocks with plain titles, beaches with their room, the Reduced box."""

from __future__ import annotations

from engine.games import game
from engine.referee.session import Session, Start
from engine.referee.view import View

GAME = game("avl")


def view(text: str, side: str = "allied") -> View:
    return Session.begin(GAME, Start("avl", "position", "panels", text, "panels")).view(side)


def corridor() -> View:
    text = GAME.scenario_text("avl-3-the-corridor")
    return Session.begin(GAME, Start("avl", "scenario", "avl-3-the-corridor", text, "panels")).view("allied")


def test_stocks_are_sorted_by_side_and_say_what_they_are() -> None:
    titles = [(track.side, track.title) for track in corridor().tracks if track.side]
    assert ("allied", "Ammunition US 2, up to 105 mm") in titles
    assert ("german", "Replacements, German tank") in titles
    stocks = [side for side, title in titles if not title.startswith("Beach")]
    assert stocks == sorted(stocks), "those of one side stand together"


def test_each_beach_shows_what_it_has_landed_and_can_land() -> None:
    beaches = {t.title: t.value for t in corridor().tracks if t.key.startswith("beach.")}
    assert beaches and all(" of " in value and "companies" in value for value in beaches.values())
    assert any(title.startswith("Beach Red (") and "1333" in title for title in beaches)


REMNANT = """game = "avl"
case = "loss.boxes"
title = "A remnant"
phase = "combat"
turn = 6

[allied]
a = "1634 steps:1"
b = "1634"

[german]
g = "1734 ge_pzg4"
"""


def test_the_battalion_of_a_remnant_lies_in_the_reduced_box() -> None:
    shown = view(REMNANT)
    assert "Reduced: Allies" in [box.title for box in shown.boxes]
    markers = [marker for marker in shown.markers if marker.place == "reduced allied"]
    assert [marker.text for marker in markers] == ["a: remnant in 1634"]


def test_the_points_and_what_they_mean_are_in_sight() -> None:
    scores = [(track.title, track.value) for track in corridor().tracks if track.is_score]
    assert len(scores) == 1
    title, value = scores[0]
    assert title == "German points at the end of turn 19" and value.endswith(")") and "(" in value


def test_with_hidden_stacks_the_points_are_not_in_sight() -> None:
    text = GAME.scenario_text("avl-3-the-corridor")
    start = Start("avl", "scenario", "avl-3-the-corridor", text, "panels", {"examination": True})
    assert not any(track.is_score for track in Session.begin(GAME, start).view("allied").tracks)


STACK = """game = "avl"
case = "post.stack-limit"
title = "A stack"
phase = "combat"
turn = 6

[allied]
a = "1634"
c = "1634 us_eng company"
q = "1634 us_hq"
W = "1634 leader of:36Div combat:1"

[german]
g = "1734 ge_pzg4"
"""


def test_the_strongest_unit_of_a_stack_lies_on_top_and_the_leader_below() -> None:
    stack = [counter.id for counter in view(STACK).counters if counter.place == "1634"]
    assert stack == ["W", "q", "c", "a"]


def test_a_counter_of_two_ships_shows_the_first_without_its_prefix() -> None:
    shorts = {counter.name: counter.short for counter in corridor().counters if counter.short}
    assert shorts
    assert not any(short.startswith(("HMS", "USS")) or " and " in short for short in shorts.values())
