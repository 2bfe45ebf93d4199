"""The previews of combat against the reference chart: exact chances, to the tenth of a percent."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from typing import Any

import pytest

from engine.games import game
from engine.games.dday_to_berlin.scenario.charts import chart_texts
from engine.referee.action import Action
from engine.referee.preview import Preview
from engine.referee.session import Accepted, Session, Start

REFERENCE: dict[str, Any] = tomllib.loads(chart_texts()["odds_reference"])
GROUND = {"open": "", "rough": 'terrain = { woods = "0505" }', "prepared": 'prepared = "0505"'}


def session(lines: str, allied: list[str], german: list[str]) -> Session:
    """A combat phase of the allied side with units named a0, a1 … and g0, g1 …"""
    text = "\n".join(
        [
            'game = "ddb"',
            'title = "odds"',
            'case = "4.hit"',
            'phase = "combat"',
            lines,
            "[allied]",
            *(f'a{n} = "{unit}"' for n, unit in enumerate(allied)),
            "[german]",
            *(f'g{n} = "{unit}"' for n, unit in enumerate(german)),
        ]
    )
    return Session.begin(game("ddb"), Start("ddb", "position", "odds", text, "odds"))


def looked_at(table: Session, *actions: Action) -> Preview:
    """Do all but the last of the actions and preview that one."""
    for action in actions[:-1]:
        assert isinstance(table.submit("allied", action), Accepted), action
    preview = table.preview("allied", actions[-1])
    assert isinstance(preview, Preview)
    assert sum(outcome.probability for outcome in preview.outcomes) == 1
    assert all(outcome.probability >= 0 for outcome in preview.outcomes)
    return preview


def tenths(preview: Preview) -> tuple[Fraction, Fraction]:
    """The chances that defender and attacker go down, in tenths of a percent."""
    return preview.outcomes[0].probability * 1000, preview.outcomes[1].probability * 1000


def assault(lines: str, allied: list[str], german: list[str]) -> Preview:
    """The first allied unit leads, all others support."""
    table = session(lines, allied, german)
    support = [Action("support", "unit", f"a{n}") for n in range(1, len(allied))]
    lead = (Action("assault", "hex", "0505"), Action("lead", "unit", "a0"))
    return looked_at(table, *lead, *support, Action("resolve"))


def force(attack: str, quality: str = "") -> list[str]:
    """`2+1`: two supports in the zone of the primary, one supporting zone."""
    in_zone, zones = map(int, attack.split("+"))
    beside = [f"INF {place} S" for place in ("0404", "0604")][:zones]
    return [f"INF {quality} 0504 S full"] * (1 + in_zone) + beside


def defence(supports: int, facing: str = "N", quality: str = "") -> list[str]:
    return [f"INF {quality} 0505 {facing}"] + [f"INF attacked 0505 {facing}"] * supports


@pytest.mark.parametrize(
    "row", REFERENCE["frontal"], ids=lambda row: f"{row['terrain']}-{row['defender_supports']}"
)
def test_frontal_assaults(row: dict[str, Any]) -> None:
    for n, attack in enumerate(REFERENCE["attacks"]):
        preview = assault(GROUND[row["terrain"]], force(attack), defence(row["defender_supports"]))
        assert tenths(preview) == (row["defender"][n], row["attacker"][n])


@pytest.mark.parametrize("row", REFERENCE["flank"], ids=lambda row: f"{row['terrain']}-{row['attack']}")
def test_flank_assaults(row: dict[str, Any]) -> None:
    preview = assault(GROUND[row["terrain"]], force(row["attack"]), defence(row["defender_supports"], "S"))
    assert tenths(preview) == (row["defender"], row["attacker"])


@pytest.mark.parametrize("row", REFERENCE["quality"], ids=lambda row: f"{row['attacker']}-{row['defender']}")
def test_qualities(row: dict[str, Any]) -> None:
    preview = assault("", force("2+0", row["attacker"]), defence(0, quality=row["defender"]))
    assert tenths(preview) == (row["defender_shattered"], row["attacker_shattered"])


ARMOUR = {
    "medium TNK v lone INF, open": ("open", "TNK medium", ["INF 0505 N"]),
    "medium TNK v lone INF, rough": ("rough", "TNK medium", ["INF 0505 N"]),
    "medium TNK v lone INF, prepared on open ground": ("prepared", "TNK medium", ["INF 0505 N"]),
    "medium TNK v INF with ATG, INF primary, open": (
        "open",
        "TNK medium",
        ["INF 0505 N", "ATG attacked 0505 N"],
    ),
    "medium TNK v medium TNK, open": ("open", "TNK medium", ["TNK medium 0505 N"]),
    "heavy TNK v medium TNK, open": ("open", "TNK heavy", ["TNK medium 0505 N"]),
    "medium TNK v heavy TNK, open": ("open", "TNK medium", ["TNK heavy 0505 N"]),
}


@pytest.mark.parametrize("row", REFERENCE["armour"], ids=lambda row: row["situation"])
def test_armour(row: dict[str, Any]) -> None:
    terrain, attacker, defenders = ARMOUR[row["situation"]]
    preview = assault(GROUND[terrain], [f"{attacker} 0504 S full"], defenders)
    assert tenths(preview) == (row["defender_shattered"], row["attacker_shattered"])


@pytest.mark.parametrize("row", REFERENCE["ranged"], ids=lambda row: row["terrain"])
def test_ranged_combat(row: dict[str, Any]) -> None:
    for supports, expected in enumerate(row["by_supports"]):
        table = session(
            f'art = {{ allied = "3/3" }}\n{GROUND[row["terrain"]]}', ["INF 0504 S"], ["INF 0505 N"]
        )
        add = [Action("support", "marker", "ART")] * supports
        opening = (Action("bombard", "hex", "0505"), Action("lead", "marker", "ART"))
        preview = looked_at(table, *opening, *add, Action("resolve"))
        assert preview.outcomes[0].probability * 1000 == expected


STRUCK = {
    "medium TNK alone (lost)": ("open", ["TNK medium 0505 N"], "lost"),
    "medium TNK with 2 supports (lost)": ("open", ["TNK medium 0505 N", "INF 0505 N", "INF 0505 N"], "lost"),
    "INF alone, open (shattered)": ("open", ["INF 0505 N"], "shattered"),
    "INF alone, rough (shattered)": ("rough", ["INF 0505 N"], "shattered"),
    "INF alone, prepared (shattered)": ("prepared", ["INF 0505 N"], "shattered"),
}


@pytest.mark.parametrize("row", REFERENCE["air"], ids=lambda row: row["target"])
def test_air_strikes(row: dict[str, Any]) -> None:
    terrain, german, fate = STRUCK[row["target"]]
    table = session(f'air = {{ allied = "1/1" }}\n{GROUND[terrain]}', ["INF 0504 S"], german)
    preview = looked_at(table, Action("strike", "unit", "g0"))
    assert preview.outcomes[0].probability * 1000 == row["chance"]
    assert preview.outcomes[0].text == f"g0 is {fate}"
    assert preview.outcomes[1].probability == 0


def test_an_air_strike_near_a_headquarters_may_cost_the_aircraft() -> None:
    table = session('air = { allied = "1/1" }', ["INF 0504 S"], ["INF 0505 N", "HQ 0506"])
    preview = looked_at(table, Action("strike", "unit", "g0"))
    assert preview.outcomes[1].probability == Fraction(1, 10)


def test_the_attacker_is_shown_the_defender_he_likes_least() -> None:
    """Before the defender has chosen, the preview does not promise too much."""
    preview = assault("", ["INF 0504 S full"], ["INF poor 0505 N", "INF veteran 0505 N"])
    assert preview.text == "a0 leads against g1 in 0505"
    assert preview.expected_losses() == {
        "german": preview.outcomes[0].probability,
        "allied": preview.outcomes[1].probability,
    }


def test_looking_rolls_no_dice_and_changes_nothing() -> None:
    table = session('art = { german = "1/1" }', force("1+1"), defence(1))
    before = table.game.codec.encode_state(table.state)
    table.preview("allied", Action("assault", "hex", "0505"))
    assert table.game.codec.encode_state(table.state) == before
