"""Victory conditions as a matter of degree."""

from __future__ import annotations

from itertools import pairwise

from msgspec.structs import replace

from engine import games
from engine.bots.soft_victory import SoftVictory
from engine.catalogue.document import Band, ScenarioDocument, VictoryCondition
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.victory import PlacesOfScenario


class Counted:
    """Facts of a made-up position."""

    def __init__(self, number: int, turn: int = 1) -> None:
        self.number, self.turn = number, turn

    def holds(self, side: str, hex_id: str, how: str) -> bool:
        return side == "allied" and hex_id <= f"{self.number:04}"

    def counter(self, name: str) -> int:
        return self.number

    def units(self, side: str, hexes: frozenset[str] | None, what: str) -> int:
        return self.number

    def option(self, key: str) -> bool:
        return False

    def earlier(self, condition: str) -> int:
        return 0

    def places(self, wanted: object) -> tuple[str, ...]:
        return ()

    def value(self, hex_id: str) -> int:
        return 1


def carentan() -> ScenarioDocument:
    game = games.game("ddb")
    assert isinstance(game, DocumentGame)
    return game.document(game.scenario_text("ddb-carentan"))


def soft(*conditions: VictoryCondition) -> SoftVictory:
    document = replace(carentan(), victory=conditions)
    return SoftVictory(document, PlacesOfScenario(document), {"points": (0, 20)})


POINTS = VictoryCondition(
    "points",
    score={"counter": "points"},
    bands=(
        Band("German", "german", high=8),
        Band("Draw", "", low=9, high=11),
        Band("Allied", "allied", low=12),
    ),
)


def test_each_point_counts_for_one_side_and_against_the_other() -> None:
    victory = soft(POINTS)
    values = [victory.value(Counted(number), "allied") for number in range(4, 17)]
    assert values == sorted(values) and values[0] < 0 < values[-1]
    against = [victory.value(Counted(number), "german") for number in range(4, 17)]
    assert against == [-value for value in values]


def test_points_count_from_afar() -> None:
    two = (Band("German", "german", high=15), Band("Allied", "allied", low=16))
    victory = soft(replace(POINTS, bands=two))
    values = [victory.value(Counted(number), "allied") for number in range(5, 21)]
    assert all(one < other for one, other in pairwise(values))
    assert values[11] - values[10] > values[2] - values[1], "most of all at the limit"


def test_what_is_left_of_units_counts_as_well_as_their_number() -> None:
    cleared = VictoryCondition(
        "cleared",
        test={"equal": ({"units": {"side": "german", "of": ("1007",)}}, 0)},
        winner="allied",
        level="x",
    )
    victory, usual = soft(cleared), {"german": 4.0}
    values = [
        victory.value(Counted(1), "allied", {"german": [("1007", strength), ("0101", 9.0)]}, usual)
        for strength in (4.0, 3.0, 1.0)
    ]
    assert values == sorted(values) and len(set(values)) == 3
    assert victory.value(Counted(0), "allied", {"german": []}, usual) > values[-1]


def test_a_test_is_truer_the_nearer_its_limit() -> None:
    held = VictoryCondition(
        "held", test={"at_least": ({"counter": "points"}, 10)}, winner="allied", level="x"
    )
    victory = soft(held)
    values = [victory.value(Counted(number), "allied") for number in (0, 5, 9, 10, 15)]
    assert values == sorted(values) and len(set(values)) == 5
    assert victory.value(Counted(10), "german") < 0


def test_every_part_of_a_condition_counts() -> None:
    parts = ({"at_least": ({"counter": "points"}, 10)}, {"at_most": ({"turn": ()}, 3)})
    both = VictoryCondition("both", test={"all": parts}, winner="allied", level="x")
    victory = soft(both)
    assert victory.value(Counted(12, turn=2), "allied") > victory.value(Counted(12, turn=9), "allied")
    assert victory.value(Counted(12, turn=9), "allied") > victory.value(Counted(2, turn=9), "allied")


def test_a_condition_counts_only_in_its_turns() -> None:
    early = replace(POINTS, first=1, last=2)
    assert soft(early).value(Counted(16, turn=2), "allied") > 0
    assert soft(early).value(Counted(16, turn=3), "allied") == 0
    late = replace(POINTS, first=5)
    assert soft(late).value(Counted(16, turn=1), "allied") > 0, "what counts later is aimed at before"


def test_the_places_that_conditions_name_are_the_objectives() -> None:
    document = carentan()
    victory = SoftVictory(document, PlacesOfScenario(document), {})
    assert "1007" in victory.objectives
