"""What-ifs change one thing of a scenario, and say what is wrong with their words."""

from __future__ import annotations

import pytest

from engine import games
from engine.bad_input import BadInput
from engine.catalogue.document import Band, ScenarioDocument
from engine.catalogue.scenario_text import loads
from engine.lab.what_if import Variant, usual, what_if

CARENTAN = "ddb-carentan"


def document(key: str = CARENTAN) -> ScenarioDocument:
    return loads(games.game(key.partition("-")[0]).scenario_text(key))


def changed(words: str) -> Variant:
    return what_if(document(), words, document)


def bands(made: ScenarioDocument, key: str) -> dict[str, tuple[int | None, int | None]]:
    found: tuple[Band, ...] = next(c.bands for c in made.victory if c.key == key)
    return {band.level: (band.low, band.high) for band in found}


def test_one_more_turn() -> None:
    assert changed("turns=+1").document.turns.last == document().turns.last + 1
    with pytest.raises(BadInput, match="before turn 1"):
        changed("turns=-99")


def test_every_limit_is_moved_together() -> None:
    made = changed("victory:*=+2").document
    assert bands(made, "places")["Draw"] == (7, 10)
    assert bands(made, "german-broken")["Allied victory"] == (11, 14)
    assert bands(changed("victory:places=+2").document, "german-broken")["Draw"] == (5, 8)


def test_one_limit_takes_its_neighbour_along() -> None:
    found = bands(changed("victory:places:Allied victory=8").document, "places")
    assert found["Allied victory"] == (8, 12) and found["Draw"] == (5, 7)
    found = bands(changed("victory:places:German decisive victory=3").document, "places")
    assert found["German decisive victory"] == (None, 3) and found["German victory"] == (4, 4)


def test_an_option_and_another_scenario() -> None:
    scenario = document("ttr-1-market-garden")
    option = scenario.options[0]
    assert what_if(scenario, f"option:{option.key}=yes", document).options == {option.key: True}
    assert changed(f"scenario:{CARENTAN}").document == document()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("weather", "What does 'weather' change"),
        ("turns=many", "should be a number"),
        ("victory:nobody=+1", "has no condition 'nobody'"),
        ("victory:places:Triumph=9", "with a level 'Triumph'"),
        ("victory:places:Allied victory=13", "nothing would be left of"),
        ("option:fog=yes", "has no option 'fog'"),
        ("scenario:ttr-1-market-garden", "other sides or rules"),
    ],
)
def test_words_that_change_nothing_are_refused(words: str, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        changed(words)


def test_what_is_usual_can_be_tried() -> None:
    for game, key in (("ddb", "ddb-carentan"), ("ttr", "ttr-1-market-garden"), ("toy", "toy-bridge")):
        scenario = loads(games.game(game).scenario_text(key))
        proposed = usual(scenario)
        assert proposed["turns=+1"] == "One turn more"
        for words in proposed:
            assert what_if(scenario, words, document).words == words
