"""The charts: their shape, their ranges, and that nothing mistaken gets past the loader."""

from __future__ import annotations

import itertools
import tomllib

import pytest

from engine.bad_input import BadInput
from engine.games.dday_to_berlin.scenario.charts import Charts, chart_texts, charts
from tests.games.chart_faults import assert_refused

QUALITIES = ("poor", "regular", "veteran")
KINDS = Charts.kinds()


def test_every_file_is_read_and_every_chart_has_a_file() -> None:
    assert set(chart_texts()) == {*KINDS, "odds_reference"}


WRONG = [
    ("activation", "full = [2, 8]", "full = [2, 7]", "a roll of 8 has 0 results"),
    ("activation", "hold = [9, 9]", "hold = [8, 9]", "a roll of 8 has 2 results"),
    ("air_combat", "nothing = [6, 9]", "nothing = [6, 10]", "a roll of 10 has 2 results"),
    ("rally", "poor = [1, 4]", "", "success should be given"),
    ("rally", "poor = [1, 4]", "poor = [1, 14]", "not a span"),
    ("support_availability", "[1, 7]", "[7, 1]", "not a span"),
    ("support_availability", "[1, 7]", "[7]", "not a span"),
    ("activation", "full = [2, 8]", "full = []", "not a span"),
    ("command_range", "poor = 2", "poor = 0", "below 1"),
    ("movement", "full = 1, double = 2", "full = 1, double = 1", "gain"),
    ("terrain", 'MECH = "road"', 'MECH = "slow"', "going of marsh"),
    ("terrain", 'combat = "none"', 'combat = "wet"', "neither open nor rough"),
    ("stacking", "headquarters = 0", "", "points"),
    ("facing", "rear = [3]", "rear = [4]", "six hexsides"),
    ("visibility", "rough = 1", "rough = 3", "seen farther"),
    ("engineering", "eng = [1, 8]", "eng = [0, 8]", "ENG blows"),
    ("night_track", "night_at = 21", "night_at = 0", "at once"),
    ("battalion_info", "save = 6", "save = 16", "out of bounds"),
    ("hit_modifiers", "value = 2, combat", "value = 0, combat", "changes nothing"),
    ("hit_modifiers", 'combat = ["ranged"]', 'combat = ["naval"]', "no kind of combat"),
    ("morale_quality", "poor = 2", "poor = 3", "cancel out"),
    ("save_modifiers", "flank = {", "flanks = {", "a row"),
    ("morale_markers", "veteran = 4", "", "lost battalion"),
    ("advance", "general = {", "wild = {", "a row"),
    ("victory", "low = 5, high = 8", "low = 6, high = 8", "5 VP of ddb-carentan mean 0 levels"),
    ("first_move", 'name = "first_move"', 'name = "last_move"', "its own name"),
]


@pytest.mark.parametrize(("name", "right", "wrong", "why"), WRONG)
def test_values_that_cannot_be_right_are_refused(name: str, right: str, wrong: str, why: str) -> None:
    assert_refused(Charts, name, right, wrong, why)


def test_better_troops_are_never_worse_off() -> None:
    tables = charts()
    for low, high in itertools.pairwise(QUALITIES):
        assert tables.rally.success[low][1] < tables.rally.success[high][1]
        assert tables.command_range.zones[low] <= tables.command_range.zones[high]
        assert tables.activation.rows[low].full[1] < tables.activation.rows[high].full[1]
        assert tables.battalion_info.quality[low] < tables.battalion_info.quality[high]
        assert tables.morale_markers.lost[low] < tables.morale_markers.lost[high]
        for other in QUALITIES:
            assert tables.morale_quality.rows[low][other] < tables.morale_quality.rows[high][other]


@pytest.mark.case("ddb 2.activation")
@pytest.mark.parametrize(
    ("quality", "results"),
    [
        ("poor", "double full full full full full hold hold hold fallback"),
        ("regular", "double full full full full full full hold hold fallback"),
        ("veteran", "double full full full full full full full hold fallback"),
    ],
)
def test_activation_table(quality: str, results: str) -> None:
    row = charts().activation.rows[quality]
    assert [row.result(face) for face in range(1, 11)] == results.split()
    assert row.result(11) == "fallback"


@pytest.mark.case("ddb 4.save-base")
def test_every_unit_of_every_scenario_has_a_line_in_the_battalion_table() -> None:
    from engine.games.dday_to_berlin.records import MOBILITIES, TYPES

    lines = charts().battalion_info
    for kind in TYPES:
        classes = {name for row in lines.rows if row.type == kind for name in row.classes}
        assert classes <= set(MOBILITIES)
        for name in classes:
            for weight in (1, 2, 3):
                assert lines.line(kind, name, weight).type == kind
    with pytest.raises(BadInput, match="no line for TNK of class LEG"):
        lines.line("TNK", "LEG", 2)


def test_armour_and_zoc_are_those_of_the_battalion_table() -> None:
    tables = charts()
    assert {row.type for row in tables.battalion_info.rows if row.zoc} == set(tables.zoc.exerted_by)
    assert set(tables.vehicle_weights.weights.values()) == {1, 2, 3}


def test_the_results_in_words_are_complete() -> None:
    tables = charts()
    assert len(tables.ranged_results.rows) == len(tables.assault_results.rows) == 3
    assert tables.assault_results.attacker_saves
    assert not tables.ranged_results.attacker_saves


def test_odds_reference_is_exact() -> None:
    """The printed chances follow from the formula; the combat code is held against them elsewhere."""
    table = tomllib.loads(chart_texts()["odds_reference"])
    terrain = {"open": 0, "rough": 2, "prepared": 3}
    for row in table["frontal"]:
        for attack, defender, attacker in zip(
            table["attacks"], row["defender"], row["attacker"], strict=True
        ):
            in_zone, zones = map(int, attack.split("+"))
            save = 3 + row["defender_supports"] + terrain[row["terrain"]]
            shattered = min(5 + in_zone + zones, 9) * (10 - save) * 10
            assert defender == shattered
            assert attacker == round((1000 - shattered) * (10 - 3 - in_zone) / 10)
