"""Worked examples: what is claimed is judged, and every difference is a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bad_input import BadInput
from engine.referee.action import Action
from engine.referee.example_result import ExampleResult
from engine.referee.worked_example import resolve, run, run_file
from tests.engine.referee.drill import lookup, new_game

HEAD = """
game = "drill"
case = ["2.1"]
title = "A squad marches once"
unit = [
    { id = "N1", side = "north" },
    { id = "N2", side = "north", post = 3 },
    { id = "S1", side = "south", hidden = true },
]
"""
LAST = "N2 stands at post 3, the last (2.1)"


def tried(*lines: str, head: str = HEAD) -> ExampleResult:
    return run(head + "\n[[do]]\n" + "\n".join(lines), lookup)


def test_an_example_in_which_everything_is_as_expected() -> None:
    result = tried(
        'action = "march N1"',
        'log = ["marches to post 2"]',
        'legal = ["roll", "end"]',
        'illegal = ["march N1: 2.4", "march N2: 2.1", "march S1: 2.1", "march X: referee"]',
        "[do.then]",
        '"N1.place" = "2"',
        "[[do]]",
        'action = "march N1"',
        'expect = "refused 2.4"',
        'then = { N1 = { place = "2", has = "tired" } }',
        "[[do]]",
        'action = "end; look unit N1; roll"',
        "dice = [3, 4]",
        'log = ["2d6 shows 3, 4", "7 in all"]',
        "[do.then]",
        '"decision.side" = "south"',
    )
    assert result.failures == [] and result.passed and not result.bug
    first, second, third = result.tries
    assert (first.answer, first.actions, first.side) == ("accepted", ("march unit N1",), "north")
    assert (second.answer, [refusal.case for refusal in second.refusals]) == ("refused", ["2.4"])
    assert third.actions == ("end", "look unit N1", "roll") and third.side == "south"
    assert third.decision == ("south", "south: what now?", "Orders")
    shown = json.loads(json.dumps(result.to_json()))
    assert shown["passed"] is True and shown["cases"] == ["2.1"]
    assert shown["tries"][1]["refusals"] == [{"case": "2.4", "why": "N1 is tired"}]
    assert shown["tries"][2]["events"][0]["dice"] == [3, 4]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (['action = "march N2"'], f"should be accepted, but is refused: {LAST}"),
        (['action = "march N1"', 'expect = "refused 2.1"'], "should be refused by 2.1, but was accepted"),
        (
            ['action = "march N2"', 'expect = "refused 2.4"'],
            f"should be refused by 2.4, but is refused: {LAST}",
        ),
        (
            ['action = "march N2"', 'expect = "refused 2.1 2.4"'],
            f"should be refused by 2.4, but is refused: {LAST}",
        ),
        (
            ['action = "march N2; end"'],
            f"march N2 on the way there should be accepted, but is refused: {LAST}",
        ),
        (['action = "end"', 'side = "south"'], "This is a decision of north, not of south (referee)"),
        (
            ['action = "march N1"', 'log = ["runs"]'],
            "should say 'runs', but says: N1 marches to post 2",
        ),
        (
            ['action = "march N1"', 'legal = ["march N1"]'],
            "march N1 should be legal afterwards, but is refused",
        ),
        (
            ['action = "march N1"', 'illegal = ["roll: 2.1"]'],
            "roll should be refused by 2.1 afterwards, but is legal",
        ),
        (
            ['action = "march N1"', 'illegal = ["march N2: 2.4"]'],
            f"march N2 should be refused by 2.4 afterwards, but is refused: {LAST}",
        ),
        (
            ['action = "roll"', "dice = [1, 2]", 'modifiers = ["+2 2.5"]'],
            "the modifiers should be +2 2.5, but are +2 2.5, -1 2.6 waived",
        ),
        (
            ['action = "stumble"'],
            "rules bug: KeyError('a hole in the rules') (action 1, stumble by north",
        ),
    ],
)
def test_every_difference_is_a_sentence(lines: list[str], said: str) -> None:
    result = tried(*lines)
    assert not result.passed
    assert len(result.failures) == 1 and said in result.failures[0]
    assert result.bug == ("rules bug" in said)


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ("[1]", "2d6 is rolled, but only 1 loaded dice are left"),
        ("[7, 7]", "2d6 is rolled, but the loaded dice show 7, 7"),
    ],
)
def test_dice_that_cannot_fall_are_the_authors_mistake(dice: str, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        tried('action = "roll"', f"dice = {dice}")
    assert f"`dice` do not fit in [[do]] number 1 (roll): {said};" in str(refused.value)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ('"N1.place" = "3"', "N1.place should be 3, but is 2"),
        ('"N9.place" = "3"', "N9.place should be 3, but N9 is not on the table"),
        ('"N1.steps" = 2', "N1.steps should be 2, but is 1"),
        ('"N1.known" = false', "N1.known should be false, but is true"),
        ('"N1.facing" = 1', "N1.facing should be 1, but is nothing"),
        ('"N1.gone" = true', "N1.gone should be true, but is false"),
        ('"N9.gone" = false', "N9.gone should be false, but is true"),
        ('"N1.ratings.drill" = 5', "N1.ratings.drill should be 5, but is 4"),
        ('"N1.ratings.fire" = 5', "N1.ratings.fire should be 5, but is nothing"),
        ('"N1.statuses" = []', "N1.statuses should be [], but is [tired]"),
        ('"N1.has" = ["tired", "lost"]', "N1 should have [lost], but has [tired]"),
        ('"N1.lacks" = "tired"', "N1 should not have [tired], but has [tired]"),
        ('"track.round" = 2', "track.round should be 2, but is 1"),
        ('"track.rain" = 2', "there is no track 'rain'; the tracks are round"),
        ('"control.1" = ""', "control.1 should be nothing, but is north"),
        ('"marker.flag" = "2"', "marker.flag should be 2, but is 1"),
        ('"marker.drum" = "2"', "marker.drum should be 2, but is nothing"),
        ('"features.2/3" = ["ditch"]', "features.2/3 should be [ditch], but is [ditch, fence]"),
        ('"overlay.ground" = ["1"]', "overlay.ground should be [1], but is [1, 2, 3]"),
        ('"overlay.rain" = []', "there is no overlay 'rain'"),
        ('"decision.side" = "south"', "decision.side should be south, but is north"),
        ('"decision.frame" = "Turn"', "decision.frame should be Turn, but is Orders"),
        ('"decision.prompt" = "who"', "the question should say who, but is north: what now?"),
        ('"turn" = "Round 2"', "turn should be Round 2, but is Round 1"),
        ('"over" = true', "over should be true, but is false"),
        ('"winner" = ""', "winner should be nothing, but the game is not over"),
        ('"view.north.S1.gone" = false', "view.north.S1.gone should be false, but is true"),
    ],
)
def test_every_claim_can_fail(claim: str, said: str) -> None:
    assert tried('action = "march N1"', "[do.then]", claim).failures == [f"march N1: {said}"]


def test_every_claim_can_hold() -> None:
    result = tried(
        'action = "march N1"',
        "[do.then]",
        '"N1.place" = "2"',
        '"N1.side" = "north"',
        '"N1.steps" = 1',
        '"S1.known" = false',
        '"N9.gone" = true',
        '"N1.gone" = false',
        '"N1.ratings.drill" = 4',
        '"N1.statuses" = ["tired"]',
        '"N1.has" = "tired"',
        '"N1.lacks" = ["lost"]',
        '"track.round" = 1',
        '"control.1" = "north"',
        '"control.2" = ""',
        '"marker.flag" = "1"',
        '"marker.drum" = ""',
        '"features.2/3" = ["fence", "ditch"]',
        '"features.1/2" = []',
        '"overlay.ground" = ["3", "1", "2"]',
        '"decision.frame" = "Orders"',
        '"decision.prompt" = "what now"',
        '"turn" = "Round 1"',
        '"over" = false',
        '"view.north.S1.gone" = true',
        '"view.south.S1.place" = "1"',
    )
    assert result.failures == []


def test_the_end_of_the_game_can_be_claimed() -> None:
    ends = "; ".join(["end"] * 6)
    assert tried(f'action = "{ends}"', 'then = { over = true, winner = "" }').failures == []
    (failure,) = tried(f'action = "{ends}"', 'then = { winner = "north" }').failures
    assert failure.endswith("winner should be north, but is nothing")
    (failure,) = tried(f'action = "{ends}"', 'then = { decision.side = "north" }').failures
    assert failure.endswith("decision.side should be north, but the game is over")
    over = tried(f'action = "{ends}"', "[[do]]", 'action = "march N1"', 'expect = "refused referee"')
    assert over.failures == []


def test_after_a_wrong_answer_nothing_more_is_judged() -> None:
    assert len(tried('action = "march N2"', 'then = { "N2.place" = "9" }').failures) == 1


def test_dice_are_loaded_for_one_try_after_those_of_the_file() -> None:
    result = tried(
        *('action = "roll"', 'log = ["shows 1, 2"]'),
        *("[[do]]", 'action = "roll"', "dice = [5, 6]", 'log = ["shows 5, 6"]'),
        head=HEAD + "dice = [1, 2]",
    )
    assert result.failures == []


def test_the_same_example_gives_the_same_answer() -> None:
    assert tried('action = "roll"') == tried('action = "roll"')


@pytest.mark.parametrize(
    ("spelling", "action"),
    [
        ("roll", Action("roll")),
        ("march N1", Action("march", "unit", "N1")),
        ("march unit N1", Action("march", "unit", "N1")),
        ("post 2", Action("post", "number", "2")),
        ("post 9", Action("post", "number", "9")),
        ("march X 9", Action("march", "unit", "X 9")),
        ("march 9", Action("march", "unit", "9")),
        ("salute S1", Action("salute", "unit", "S1")),
        ("salute 4", Action("salute", "number", "4")),
        ("salute nobody", Action("salute", "unit", "nobody")),
        ("march unit", Action("march", "unit", "unit")),
    ],
)
def test_short_spellings(spelling: str, action: Action) -> None:
    assert resolve(new_game(), "north", spelling) == action


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "`action` is missing"),
        (
            ['action = "roll"', 'expect = "refused"'],
            "`expect` in .* number 1 should be `accepted`, or",
        ),
        (['action = "roll"', 'expect = "accepted 2.1"'], "`expect` in"),
        (['action = "roll"', 'expect = "refused 2.1"', 'log = ["x"]'], "no preview and no log"),
        (['action = "roll"', 'illegal = ["march N1"]'], "an action, a colon and a case"),
        (['action = "roll"', 'illegal = [": 2.1"]'], "an action, a colon and a case"),
        (['action = "roll"', 'legal = [" "]'], "is empty"),
        (
            ['action = "roll"', 'then = { "N1.colour" = "red" }'],
            "can be looked at in .* number 1",
        ),
        (['action = "roll"', 'then = { "place" = "red" }'], "nothing that can be looked at"),
        (['action = "roll"', 'then = { "decision.mood" = "red" }'], "nothing that can be looked at"),
        (['action = "roll"', 'then = { "view.north" = "red" }'], "nothing that can be looked at"),
        (['action = "roll"', 'then = { "N1.steps" = "2" }'], "should be a whole number, but is '2'"),
        (['action = "roll"', 'then = { "N1.steps" = true }'], "should be a whole number"),
        (['action = "roll"', 'then = { "N1.has" = [1] }'], "should be a text or list of texts"),
        (['action = "roll"', 'then = { "view.west.N1.gone" = true }'], "there is no side 'west'"),
        (['action = "roll"', "then." + "a." * 12 + "b = 1"], "too many tables"),
        (['action = "take number x"'], "is not an action"),
    ],
)
def test_a_malformed_example_is_bad_input(lines: list[str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        tried(*lines)


def test_what_is_no_position_of_any_game(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="has no steps"):
        run(HEAD, lookup)
    with pytest.raises(BadInput, match="There is no game 'chess'"):
        tried('action = "roll"', head=HEAD.replace('"drill"', '"chess"'))
    with pytest.raises(BadInput, match="belong to north or south"):
        tried('action = "roll"', head=HEAD.replace('"south"', '"west"'))
    path = tmp_path / "march.toml"
    with pytest.raises(BadInput, match=r"march\.toml cannot be read"):
        run_file(path, lookup)
    path.write_text(HEAD, encoding="utf-8")
    with pytest.raises(BadInput, match=r"march\.toml: This position has no steps"):
        run_file(path, lookup)
    path.write_text(HEAD + '[[do]]\naction = "march N1"', encoding="utf-8")
    assert run_file(path, lookup).passed


def test_a_game_that_cannot_set_the_position_up_has_a_bug() -> None:
    result = tried('action = "roll"', head=HEAD.replace('id = "N1", ', ""))
    assert result.bug and "set-up: rules bug: KeyError('id')" in result.failures[0]
    assert "drill.py" in result.failures[0], "the place is named"


EXAMPLE = HEAD + '[[do]]\naction = "march N1"\nillegal = ["march N2: 2.1"]\n[do.then]\n"N1.place" = "2"\n'


@given(st.text(max_size=20), st.integers(0, len(EXAMPLE)), st.integers(0, 30))
def test_damage_is_bad_input_or_an_answer(noise: str, at: int, lost: int) -> None:
    try:
        result = run(EXAMPLE[:at] + noise + EXAMPLE[at + lost :], lookup)
    except BadInput as problem:
        assert str(problem)
    else:
        assert result.tries
