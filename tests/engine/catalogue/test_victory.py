"""Victory conditions as data: every word of the little language, and the shapes that real scenarios need."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given

from engine.bad_input import BadInput
from engine.catalogue.document import Band, Feature, Plain, Region, ScenarioDocument, VictoryCondition
from engine.catalogue.victory import PlacesOfScenario, Verdict, decide, evaluate, faults, judge, words_in
from tests.engine.catalogue.samples import small_document
from tests.engine.catalogue.strategies import plains


class Table(PlacesOfScenario):
    """A game in progress, as far as the conditions ask."""

    def __init__(self, document: ScenarioDocument | None = None, **known: Any) -> None:
        super().__init__(document or small_document())
        self.turn: int = known.get("turn", 1)
        self.control: dict[str, str] = known.get("control", {})
        self.supplied: set[str] = known.get("supplied", set())
        self.counters: dict[str, int] = known.get("counters", {})
        self.stacks: list[tuple[str, str, str]] = known.get("stacks", [])
        self.options: dict[str, Plain] = known.get("options", {})
        self.before: dict[str, int] = known.get("before", {})

    def holds(self, side: str, hex_id: str, how: str) -> bool:
        return self.control.get(hex_id) == side and (how != "supplied" or hex_id in self.supplied)

    def counter(self, name: str) -> int:
        return self.counters.get(name, 0)

    def units(self, side: str, hexes: frozenset[str] | None, what: str) -> int:
        return sum(
            owner == side and (hexes is None or here in hexes) and what in ("", kind)
            for owner, here, kind in self.stacks
        )

    def option(self, key: str) -> Plain:
        return self.options.get(key, False)

    def earlier(self, condition: str) -> int:
        return self.before.get(condition, 0)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (3, 3),
        (True, True),
        ({"sum": (1, 2, 3)}, 6),
        ({"sum": ()}, 0),
        ({"product": (2, 3, 4)}, 24),
        ({"minus": (2, 5)}, -3),
        ({"least": (4, 2)}, 2),
        ({"most": (4, 2)}, 4),
        ({"if": ({"more": (2, 1)}, 10, 20)}, 10),
        ({"if": ({"less": (2, 1)}, 10, 20)}, 20),
        ({"at_least": (2, 2)}, True),
        ({"at_most": (3, 2)}, False),
        ({"equal": (3, 3)}, True),
        ({"all": (True, {"not": False})}, True),
        ({"any": (False, {"not": True})}, False),
        ({"turn": ()}, 5),
        ({"counter": "losses"}, 7),
        ({"counter": "unheard of"}, 0),
        ({"option": "short"}, True),
        ({"earlier": "broken"}, 2),
        ({"size": "objective"}, 2),
        ({"size": ("0101", "0102", "0103")}, 3),
        ({"size": {"region": "west bank"}}, 4),
        ({"size": {"region": ("west bank", "landing")}}, 5),
        ({"size": {"feature": "town", "named": ("Samer", "Desvres")}}, 2),
        ({"size": {"named": "Samer"}}, 1),
        ({"size": {"side": "red", "feature": "objective"}}, 1),
        ({"size": {"feature": "town", "region": "west bank"}}, 0),
        ({"count": {"control": "blue", "of": "objective"}}, 1),
        ({"points": {"control": "blue", "of": "objective"}}, 6),
        ({"points": {"control": "blue", "of": "objective", "how": "supplied"}}, 0),
        ({"points": {"control": "blue", "worth": {"0603": 15, "0101": 10, "0102": 1}}}, 25),
        ({"units": {"side": "red", "of": ("0303",)}}, 2),
        ({"units": {"side": "red", "of": ("0303",), "what": "combat"}}, 1),
        ({"units": {"side": "red"}}, 3),
    ],
)
def test_every_word(expression: Plain, value: int) -> None:
    table = Table(
        turn=5,
        counters={"losses": 7},
        options={"short": True},
        before={"broken": 2},
        control={"0603": "blue", "0303": "red", "0101": "blue"},
        stacks=[("red", "0303", "combat"), ("red", "0303", "leader"), ("red", "0404", "combat")],
    )
    assert list(faults(expression)) == []
    assert evaluate(expression, table) == value


@pytest.mark.parametrize(
    "expression",
    [
        "three",
        (),
        {},
        {"sum": (1,), "minus": (1, 2)},
        {"sum": 3},
        {"minus": (1, 2, 3)},
        {"if": (True, 1)},
        {"least": ()},
        {"conquer": 3},
        {"counter": 3},
        {"counter": ""},
        {"count": {"of": "objective"}},
        {"count": {"control": "blue"}},
        {"count": {"control": "blue", "of": 3}},
        {"count": {"control": "blue", "of": "x", "worth": {}}},
        {"count": {"control": "blue", "of": {"planet": "Mars"}}},
        {"points": {"control": "blue", "worth": {"0101": "many"}}},
        {"points": {"control": "blue", "of": "objective", "how": 3}},
        {"units": {"control": "blue"}},
        {"size": (3,)},
        {"not": {"not": "x"}},
    ],
)
def test_malformed(expression: Plain) -> None:
    assert list(faults(expression))
    with pytest.raises(BadInput):
        evaluate(expression, Table())


@given(plains)
def test_nothing_but_bad_input(expression: Plain) -> None:
    with contextlib.suppress(BadInput):
        evaluate(expression, Table())
    list(words_in(expression))


def test_nested_too_deeply() -> None:
    expression: Plain = 1
    for _ in range(30):
        expression = {"not": expression}
    with pytest.raises(BadInput, match="too deeply"):
        evaluate(expression, Table())


def test_an_unknown_region_is_bad_input() -> None:
    with pytest.raises(BadInput, match="'Atlantis', which is not a region"):
        evaluate({"size": {"region": "Atlantis"}}, Table())


def test_bands() -> None:
    condition = small_document().victory[1]
    for control, verdict in (
        ({"0603": "blue", "0303": "blue"}, Verdict("points", "blue", "win", 9)),
        ({"0603": "blue"}, Verdict("points", "", "draw", 6)),
        ({}, Verdict("points", "red", "win", 0)),
    ):
        assert decide(condition, Table(control=control)) == verdict
    assert decide(VictoryCondition("k", score=5, bands=(Band("win", "blue", low=6),)), Table()) is None


def test_judge_asks_in_order_and_in_time() -> None:
    always = VictoryCondition("always", "always", test={"counter": "rout"}, winner="blue")
    each_turn = VictoryCondition("turn", "turn", test={"counter": "hold"}, winner="red", first=3, last=4)
    at_end = VictoryCondition("end", score=0, bands=(Band("draw"),))
    conditions = (at_end, always, each_turn)

    def said(moment: str, turn: int, **counters: int) -> str:
        verdict = judge(conditions, Table(turn=turn, counters=counters), moment)
        return verdict.condition if verdict else ""

    assert said("always", 1) == ""
    assert said("always", 1, rout=1) == "always"
    assert said("turn", 2, hold=1) == ""
    assert said("turn", 3, hold=1) == "turn"
    assert said("turn", 3, hold=1, rout=1) == "always"
    assert said("turn", 5, hold=1) == ""
    assert said("always", 3, hold=1) == ""
    assert said("end", 5, rout=1) == "end"


def cities(**owners: str) -> Table:
    """Cities under their names, each in a hex of its own."""
    spots = ["0101", "0102", "0103", "0104", "0105", "0201", "0202", "0203"]
    names = ["Moscow", "Leningrad", "Kiev", "Minsk", "Odessa", "Berlin", "Warsaw", "Prague"]
    document = ScenarioDocument(
        "cities",
        "Cities",
        "toy",
        small_document().map,
        features={
            spot: (Feature("city", name, side="soviet" if at < 5 else "axis"),)
            for at, (spot, name) in enumerate(zip(spots, names, strict=True))
        },
        regions=(Region("east", hexes=tuple(spots[:5])),),
    )
    control = {spot: owners.get(name, "axis") for spot, name in zip(spots, names, strict=True)}
    return Table(document, control=control)


def held(side: str, *names: str) -> Plain:
    return {"count": {"control": side, "of": {"named": names}}}


def test_two_of_three_cities() -> None:
    condition = VictoryCondition(
        "1941",
        score=held("axis", "Moscow", "Leningrad", "Kiev"),
        bands=(Band("win", "axis", low=2), Band("draw", low=1, high=1), Band("win", "soviet", high=0)),
    )
    assert decide(condition, cities(Moscow="soviet")) == Verdict("1941", "axis", "win", 2)
    assert decide(condition, cities(Moscow="soviet", Kiev="soviet")) == Verdict("1941", "", "draw", 1)


def test_every_city_of_a_region() -> None:
    everything = {"feature": "city", "region": "east"}
    condition = VictoryCondition(
        "east",
        "turn",
        test={"equal": ({"count": {"control": "axis", "of": everything}}, {"size": everything})},
        winner="axis",
    )
    assert decide(condition, cities()) == Verdict("east", "axis", "")
    assert decide(condition, cities(Odessa="soviet")) is None


def test_a_condition_that_must_have_failed_before() -> None:
    fallen = {"at_least": (held("soviet", "Minsk", "Odessa"), 1)}
    condition = VictoryCondition(
        "back", "turn", test={"all": (fallen, {"at_least": ({"earlier": "lost"}, 1)})}, winner="soviet"
    )
    table = cities(Minsk="soviet")
    assert decide(condition, table) is None
    table.before["lost"] = 1
    assert decide(condition, table) == Verdict("back", "soviet", "")


def test_points_for_places_less_points_for_losses_with_a_shorter_game() -> None:
    """Control only counts with a supply path; either of two bridges is worth six; losses count against."""
    score: Plain = {
        "sum": (
            {"points": {"control": "allied", "worth": {"0101": 5, "0102": 2}, "how": "supplied"}},
            {"if": ({"at_least": ({"count": {"control": "allied", "of": ("0201", "0202")}}, 1)}, 6, 0)},
            {"counter": "german battalions eliminated"},
            {"product": (-3, {"counter": "beachheads lost"})},
            {"if": ({"option": "short"}, 8, 0)},
        )
    }
    table = Table(
        control=dict.fromkeys(("0101", "0102", "0202"), "allied"),
        supplied={"0101"},
        counters={"german battalions eliminated": 4, "beachheads lost": 1},
    )
    assert evaluate(score, table) == 5 + 6 + 4 - 3
    table.options["short"] = True
    assert evaluate(score, table) == 20


def test_a_place_cleared_of_the_enemy_by_activations_used() -> None:
    cleared: Plain = {"equal": ({"units": {"side": "german", "of": ("2107",), "what": "combat"}}, 0)}
    condition = VictoryCondition(
        "first blood",
        "always",
        score={"if": (cleared, {"counter": "activations"}, 99)},
        bands=(
            Band("decisive", "us", high=2),
            Band("substantial", "us", low=3, high=3),
            Band("poor", "us", low=4, high=5),
        ),
    )
    table = Table(stacks=[("german", "2107", "combat")], counters={"activations": 3})
    assert decide(condition, table) is None
    table.stacks = []
    assert decide(condition, table) == Verdict("first blood", "us", "substantial", 3)
