"""The case index is read strictly: what does not belong is named with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bad_input import BadInput
from engine.referee.rulebook import Phase, Rulebook, RuleCase

HEAD = '[game]\nkey = "x"\ntitle = "X"\nsides = ["a", "b"]\nscale = "large"\n'
CASE = '[[case]]\nid = "1.1"\ntitle = "Turns"\nrule = "There are turns."\ncheck = "Given Then"\n'
FULL = f"""{HEAD}
[terms]
MP = "movement point"
[[phase]]
id = "1"
title = "Movement"
who = "both"
cases = ["1.1", "2.1-a"]
{CASE}
[[case]]
id = "2.1-a"
title = "Scale"
rule = "A hex is 5 miles."
check = "nothing"
needs = ["map", "turn"]
chart = "scale"
ruling = "As printed."
optional = true
information = true
"""


def test_everything_is_read() -> None:
    book = Rulebook.loads(FULL)
    assert (book.key, book.title, book.sides) == ("x", "X", ("a", "b"))
    assert dict(book.about) == {"scale": "large"} and dict(book.terms) == {"MP": "movement point"}
    assert book.phases == (Phase("1", "Movement", "both", ("1.1", "2.1-a")),)
    assert list(book.cases) == ["1.1", "2.1-a"]
    assert book.case("1.1") == RuleCase("1.1", "Turns", "There are turns.", "Given Then")
    scale = book.case("2.1-a")
    assert (scale.needs, scale.chart, scale.ruling) == (("map", "turn"), "scale", "As printed.")
    assert scale.optional and scale.information
    assert book.phases_of("1.1") == book.phases
    with pytest.raises(BadInput, match=r"The rules of X have no case '9\.9'"):
        book.case("9.9")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", r"\[game\] is missing"),
        ("game = 3", r"\[game\] should be a table"),
        (HEAD, "has no"),
        ("case = 3\n" + HEAD, "written as"),
        ("case = [3]\n" + HEAD, r"\[\[case\]\] number 1 should be a table"),
        (CASE, r"\[game\] is missing"),
        (HEAD.replace('title = "X"', "") + CASE, r"`title` in \[game\] is missing"),
        (HEAD.replace('["a", "b"]', '"a"') + CASE, r"`sides` in \[game\] should be a list of texts"),
        (HEAD + CASE + CASE, "Two cases are called '1.1'"),
        (HEAD + CASE + 'colour = "red"', r"'colour' in \[\[case\]\] number 1 means nothing"),
        (HEAD + CASE.replace("rule =", "ruel ="), r"`rule` in \[\[case\]\] number 1 is missing"),
        (HEAD + CASE.replace('"Turns"', '""'), r"`title` in \[\[case\]\] number 1 should be a text"),
        (HEAD + CASE.replace('"1.1"', '"1 1"'), "is not a case id"),
        (HEAD + CASE.replace('"1.1"', '"referee"'), "is not a case id"),
        (HEAD + CASE + "optional = 1", "should be true or false"),
        (HEAD + CASE + "needs = [1]", "should be a list of texts"),
        (HEAD + CASE + "[notes]\n", "'notes' in the file means nothing"),
        (HEAD + CASE + "[terms]\nMP = 1", r"`MP` in \[terms\] should be a text"),
        (HEAD + '[[phase]]\nid = "1"\ntitle = "M"\ncases = ["1.1", "8.8"]\n' + CASE, "names case '8.8'"),
        (HEAD + '[[phase]]\nid = "1"\ntitle = "M"\n' * 2 + CASE, "Two phases are called '1'"),
        ("[" * 5000, "This is not a case index"),
        ("key = \x00", "This is not a case index"),
    ],
)
def test_what_does_not_belong_is_named(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        Rulebook.loads(text)


@given(st.text(max_size=40), st.integers(0, len(FULL)), st.integers(0, 30))
def test_damage_is_always_bad_input(noise: str, at: int, lost: int) -> None:
    try:
        Rulebook.loads(FULL[:at] + noise + FULL[at + lost :])
    except BadInput as problem:
        assert str(problem)


def test_a_file_is_named_in_the_complaint(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    with pytest.raises(BadInput, match=r"x\.toml cannot be read"):
        Rulebook.load(path)
    path.write_text(HEAD, encoding="utf-8")
    with pytest.raises(BadInput, match=r"x\.toml: This case index has no"):
        Rulebook.load(path)
    path.write_text(FULL, encoding="utf-8")
    assert Rulebook.load(path) == Rulebook.loads(FULL)
