"""The score line by line: each entry of a condition in words a player understands."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.catalogue.document import Plain, VictoryCondition
from engine.catalogue.score_sheet import ScoreReader
from engine.referee.score import ScoreLine
from tests.engine.catalogue.samples import small_document
from tests.engine.catalogue.test_victory import Table

TITLES = {"red": "Red", "blue": "Blue"}
CASES = {"camps lost": "9.1", "control": "9.2", "units": "9.3"}


def lines_of(score: Plain, table: Table) -> tuple[ScoreLine, ...]:
    condition = VictoryCondition("points", title="Points", when="end", score=score)
    document = replace(small_document(), victory=(condition,))
    (sheet,) = ScoreReader(document, table, CASES, lambda side: TITLES[side]).sheets(over=False)
    return sheet.lines


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        ({"product": (3, {"counter": "camps lost"})}, ScoreLine("3 × camps lost", 6, case="9.1")),
        (
            {"minus": (0, {"product": (5, {"least": (1, {"counter": "camps lost"})})})},
            ScoreLine("5 × camps lost (at most 1)", -5, case="9.1"),
        ),
        (
            {"product": (4, {"most": (1, {"units": {"side": "red"}})})},
            ScoreLine("4 × units of Red (at least 1)", 4, case="9.3"),
        ),
        (
            {"product": (6, {"count": {"control": "red", "of": ("0101",)}})},
            ScoreLine("6 × places held by Red", 6, case="9.2"),
        ),
    ],
)
def test_a_product_is_told_by_its_factors(score: Plain, expected: ScoreLine) -> None:
    table = Table(counters={"camps lost": 2}, control={"0101": "red"})
    assert lines_of(score, table) == (expected,)
