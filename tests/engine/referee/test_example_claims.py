"""What a worked example can claim besides: all dice, exactly what is legal, chances, words not said."""

from __future__ import annotations

import pytest

from engine import games
from engine.bad_input import BadInput
from engine.referee.example_result import ExampleResult
from engine.referee.worked_example import run
from tests.engine.referee.drill import lookup

DRILL = """
game = "drill"
case = ["2.1"]
title = "A squad marches once"
unit = [
    { id = "N1", side = "north" },
    { id = "N2", side = "north", post = 3 },
    { id = "S1", side = "south", hidden = true },
]
"""
FIELD = """
game = "ddb"
case = "4.hit"
title = "Two battalions attack one"
phase = "PHASE"
[allied]
us-1 = "INF 0504 S full"
us-2 = "INF 0504 S"
[german]
ge-1 = "INF 0505 N"
"""


HIDDEN = """
game = "avl"
case = "gen.fog"
title = "A unit below the top of its stack is hidden"
options = { examination = true }
phase = "engineering"
turn = 6
[allied]
x = "1834 us_inf"
y = "1834 us_eng company"
"""


def drilled(*lines: str, head: str = DRILL) -> list[str]:
    return run(head + "\n[[do]]\n" + "\n".join(lines), lookup).failures


def fought(*lines: str, phase: str = "combat") -> ExampleResult:
    return run(FIELD.replace("PHASE", phase) + "\n[[do]]\n" + "\n".join(lines), games.game)


@pytest.mark.parametrize(
    ("lines", "head", "said"),
    [
        (['action = "roll"'], DRILL, "2 dice fall, but only 0 are loaded"),
        (['action = "roll"', "dice = [1, 2, 3]"], DRILL, "loaded dice are left over: 3"),
        (['action = "march N1"', "dice = [1]"], DRILL, "loaded dice are left over: 1"),
        (['action = "march N1"'], DRILL + "dice = [1]", "loaded dice are left over: 1"),
        (
            ['action = "march N1"', "[[do]]", 'action = "roll"', "dice = [2, 3]"],
            DRILL + "dice = [1]",
            "march N1: loaded dice are left over: 1",
        ),
        (['action = "roll"', "no_die = true"], DRILL + "dice = [1, 2]", "no die should fall, but 2 do"),
    ],
)
def test_dice_fall_as_announced_or_the_example_fails(lines: list[str], head: str, said: str) -> None:
    (failure,) = drilled(*lines, head=head)
    assert said in failure


def test_dice_of_the_file_may_wait_for_a_later_try() -> None:
    later = ["[[do]]", 'action = "roll"', 'log = ["shows 5, 6"]']
    assert drilled('action = "march N1"', "no_die = true", *later, head=DRILL + "dice = [5, 6]") == []


def test_exactly_these_are_legal() -> None:
    assert fought('action = "assault 0505"', 'exactly = ["lead us-1", "cancel"]').failures == []
    (failure,) = fought('action = "assault 0505"', 'exactly = ["lead us-1", "lead us-2"]').failures
    assert "but cancel is besides, and lead unit us-2 is not" in failure
    (failure,) = fought('action = "assault 0505"', "exactly = []").failures
    assert "exactly nothing should be legal" in failure


def test_words_that_must_not_be_said() -> None:
    assert drilled('action = "march N1"', 'not_log = ["runs"]') == []
    (failure,) = drilled('action = "march N1"', 'not_log = ["marches"]')
    assert "the log should not say 'marches', but says: N1 marches to post 2" in failure


def test_the_log_as_a_side_reads_it() -> None:
    assert drilled('action = "march N1"', 'log_for = "south"', 'log = ["marches"]') == []
    with pytest.raises(BadInput, match="there is no side 'west'"):
        drilled('action = "march N1"', 'log_for = "west"', 'log = ["marches"]')


@pytest.mark.parametrize(("reader", "reads"), [("german", False), ("allied", True)])
def test_what_only_its_owner_may_read(reader: str, reads: bool) -> None:
    tried = (f'log_for = "{reader}"', 'log = ["y works on"]')
    example = HIDDEN + '\n[[do]]\naction = "work y; dig"\n' + "\n".join(tried)
    assert (run(example, games.game).failures == []) is reads


def test_words_of_the_reasons() -> None:
    refused = ('action = "march N2"', 'expect = "refused 2.1"')
    assert drilled(*refused, 'why = ["the last"]', 'not_why = ["tired"]') == []
    (failure,) = drilled(*refused, 'why = ["tired"]')
    assert "the reasons should say 'tired', but it is refused: N2 stands at post 3" in failure
    (failure,) = drilled(*refused, 'not_why = ["post 3"]')
    assert "the reasons should not say 'post 3'" in failure


def test_chances_of_the_preview() -> None:
    lead = 'action = "assault 0505; lead us-1"'
    # A hit on 5, a save of the defender on 3 and of the attacker on 4, with us-2 beside it.
    known = 'chances = {"ge-1 is shattered" = "35/100", "us-1 is shattered" = "39%"}'
    assert fought(lead, known).failures == []
    (failure,) = fought(lead, 'chances = {"both hold" = "1/2"}').failures
    assert "the chance of 'both hold' should be 1/2, but is 13/50" in failure
    (failure,) = fought(lead, 'chances = {"is shattered" = "1/2"}').failures
    assert "'is shattered' should be one of the possible outcomes" in failure


def test_whose_save_a_modifier_changes() -> None:
    lead = 'action = "assault 0505; lead us-1"'
    assert fought(lead, 'modifiers = ["+1 4.save-support"]').failures == []
    assert fought(lead, 'modifiers = ["+1 4.save-support for the attacker\'s save"]').failures == []
    (failure,) = fought(lead, 'modifiers = ["+1 4.save-support for the defender\'s save"]').failures
    assert "but are +1 4.save-support for attacker's save" in failure


def test_play_on_until_a_phase_begins() -> None:
    claim = ("[do.then]", '"decision.frame" = "AssaultSegment"')
    result = fought('action = "until combat"', *claim, phase="movement")
    assert result.failures == []
    assert result.tries[0].actions == ("end", "done")
    again = fought('action = "end; until german movement"', "[do.then]", '"decision.side" = "german"')
    assert again.failures == []
    assert again.tries[0].decision is not None and again.tries[0].decision[2] == "Orders"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (['action = "until tea-time"'], "a side must decide"),
        (['action = "assault 0505; until movement"'], "a side must decide"),
        (['action = "until combat"', 'expect = "refused 2.1"'], "is never refused"),
        (['action = "end"', 'chances = {"x" = "many"}'], "should be a probability such as 3/10 or 30%"),
        (['action = "end"', 'chances = {"x" = "3/2"}'], "should be a probability"),
        (['action = "end"', 'chances = ["x"]'], "`chances` should be a table of texts"),
        (['action = "end"', "no_die = 1"], "`no_die` should be true or false"),
        (['action = "end"', 'why = ["x"]'], "Only a refusal has reasons"),
        (['action = "end"', 'exactly = [" "]'], "is empty"),
    ],
)
def test_what_cannot_be_understood_is_bad_input(lines: list[str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        fought(*lines)
