"""Where units without a fixed place may be put, in hexes and in words."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue.document import Placement, Region, ScenarioDocument, StartLine
from engine.catalogue.left_open import LeftOpen
from engine.catalogue.placing import Placing
from tests.engine.catalogue.samples import small_document


def left_open(words: Sequence[str], document: ScenarioDocument | None = None) -> LeftOpen:
    """The first unit of the sample, left to its side by these rules."""
    document = document or small_document()
    places = [Placement.parse(rule) for rule in words]
    names = {"0101": "Boulogne (0101)"}
    return LeftOpen(Placing(document), {document.units[0].id: places}, lambda here: names.get(here, here))


def line(key: str, title: str) -> StartLine:
    return replace(small_document().start_lines[0], key=key, title=title)


UNIT = small_document().units[0]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (["area landing"], "in Landing"),
        (["within 2 of 0101"], "within 2 hexes of Boulogne (0101)"),
        (["within 0 of 0101"], "in Boulogne (0101)"),
        (["0102", "within 1 of 0102"], "in 0102 or within 1 hex of 0102"),
        (["area landing", "area landing"], "in Landing"),
    ],
)
def test_a_rule_in_words(rules: list[str], words: str) -> None:
    assert left_open(rules).words(UNIT.id) == words


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([line("front", "Westwall")], "along Westwall"),
        ([line("front", "Start line")], "along the start line"),
        ([line("front", "")], "along the start line"),
        ([line("front", ""), line("other", "")], "along start line front"),
    ],
)
def test_a_start_line_is_called_by_its_name(lines: list[StartLine], words: str) -> None:
    document = replace(small_document(), start_lines=tuple(lines))
    found = left_open(["along front"], document)
    assert found.words(UNIT.id) == words
    behind = left_open(["within 2 along front"], document).words(UNIT.id)
    assert behind == words.replace("along", "at most 2 hexes behind")
    enemy = next(here for here, side in Placing(document).held("front").items() if side != UNIT.side)
    assert found.beyond(UNIT.side, enemy) == words.removeprefix("along ")
    assert found.beyond(UNIT.side, next(iter(found.hexes(UNIT.id)))) == ""


def test_alternatives_are_one_list_of_hexes_in_play() -> None:
    document = replace(
        small_document(), area="here", regions=(Region("here", hexes=("0101", "0102", "0201")),)
    )
    found = left_open(["0201", "within 1 of 0101", "0806"], document)
    assert list(found.hexes(UNIT.id)) == ["0201", "0101", "0102"]
    assert UNIT.id in found and "nobody" not in found and found


def test_what_lies_in_the_middle_comes_first() -> None:
    field = Region("field", hexes=("0101", "0102", "0103", "0104", "0105", "0203"))
    found = left_open(["area field"], replace(small_document(), area="", regions=(field,)))
    first, *_, last = found.hexes(UNIT.id)
    assert first == "0103" and last in ("0101", "0105")


def test_a_place_that_is_not_there_is_refused_at_once() -> None:
    for rule in ("area nowhere", "within 1 of 9999", "along nothing"):
        with pytest.raises(BadInput):
            left_open([rule])


def test_nothing_is_worked_out_where_nobody_is_left_open() -> None:
    broken = replace(small_document(), start_lines=(replace(line("front", ""), points=("0303",)),))
    assert not LeftOpen(Placing(broken), {}, str)
