"""Combat of Toppling the Reich: what is shown before the die falls is what comes of it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from engine.games import game
from engine.games.toppling_the_reich.combat.attack import Attack
from engine.games.toppling_the_reich.combat.odds import odds, reckon
from engine.games.toppling_the_reich.records import Unit
from engine.referee.action import Action
from engine.referee.preview import Preview
from engine.referee.session import Accepted, Session, Start
from engine.referee.state import State, Table

FACES = range(1, 7)
FIELD = """
game = "ttr"
case = "7.5"
title = "An open field"
segment = "combat"
side = "allied"
asp = {{ allied = 4 }}
air = {{ allied = 3, german = 2 }}
dice = [{dice}]
[allied]
us-7-army = "1548"
us-3-arm = "1747"
us-1-inf = "1747"
us-9-inf = "1648"
patton = "1747"
devers = "3050"
[german]
1-army = "1948"
{german}
"""
DEFENDERS = ('12-vg = "1748"', 'lxxxi-corps = "1748"', '2-pz = "1748"', '17ss-pzg = "1748"\n12-vg = "1748"')
STATEMENTS = (
    ("join unit us-1-inf",),
    ("join unit us-3-arm", "join unit us-1-inf", "air"),
    ("join unit us-3-arm", "join unit us-1-inf", "join unit us-9-inf", "oversupply", "commit unit patton"),
    ("join unit us-3-arm", "waive_armor", "commit unit devers", "commit unit patton", "air", "air"),
)


def table(german: str, dice: str = "") -> Session:
    text = FIELD.format(german=german, dice=dice)
    return Session.begin(game("ttr"), Start("ttr", "position", "field", text, "test"))


def say(session: Session, *lines: str) -> Accepted:
    for line in lines:
        choice = session.choice
        assert choice is not None
        answer = session.submit(choice.side, Action.parse(line))
        assert isinstance(answer, Accepted), f"{line}: {answer}"
    return answer


def shown(session: Session, line: str) -> Preview:
    choice = session.choice
    assert choice is not None
    preview = session.preview(choice.side, Action.parse(line))
    assert isinstance(preview, Preview)
    return preview


@pytest.mark.case("ttr 7.5")
@pytest.mark.parametrize(("german", "statement"), list(zip(DEFENDERS, STATEMENTS, strict=True)))
def test_each_face_brings_the_result_that_was_shown(german: str, statement: tuple[str, ...]) -> None:
    results: Counter[str] = Counter()
    for face in FACES:
        session = table(german, str(face))
        say(session, "attack hex 1748", *statement)
        preview = shown(session, "declare")
        events = [event.text for event in say(session, "declare").events]
        if type(session.choice).__name__ == "DefensiveIntervention":
            assert shown(session, "stand").outcomes == preview.outcomes
            events = [event.text for event in say(session, "stand").events]
        words = {outcome.text for outcome in preview.outcomes}
        result = next(text for text in events if text.partition(": ")[2] in words)
        results[result.partition(": ")[2]] += 1
    assert {o.text: o.probability for o in preview.outcomes} == {
        text: Fraction(times, len(FACES)) for text, times in results.items()
    }


@pytest.mark.case("ttr 7.2-a")
@pytest.mark.parametrize("german", DEFENDERS)
def test_the_lines_of_strength_add_up_to_the_odds(german: str) -> None:
    session = table(german)
    for statement in STATEMENTS:
        say(session, "attack hex 1748", *statement)
        preview = shown(session, "declare")
        sums = {
            side: sum(int(line.amount) for line in preview.strengths if line.side == side)
            for side in ("allied", "german")
        }
        assert preview.odds.startswith(f"{sums['allied']} against {sums['german']}: ")
        assert sum(outcome.probability for outcome in preview.outcomes) == 1
        say(session, "cancel")


def swapped(state: State, one: str, other: str) -> State:
    """The same table with two hidden counters in each other's place."""
    changed = state.clone()
    units = Table(changed.tables[Unit])
    a, b = units[one], units[other]
    units[one] = replace(a, place=b.place, letter=b.letter)
    units[other] = replace(b, place=a.place, letter=a.letter)
    changed.tables[Unit] = units
    return changed


@pytest.mark.case("ttr 13.2-c")
def test_a_deception_marker_betrays_nothing_before_combat() -> None:
    german = (
        '2-pz = "1748 concealed letter:A"\n'
        'dummy-b = "1746 armor division cf:8-4 mf:10 concealed dummy letter:B"'
    )
    session = table(german)
    say(session, "attack hex 1748", "join unit us-3-arm", "join unit us-1-inf")
    choice = session.choice
    assert choice is not None
    other = swapped(session.state, "2-pz", "dummy-b")
    assert choice.legal(session.state) == choice.legal(other)
    for action in choice.legal(session.state):
        assert choice.preview(session.state, action) == choice.preview(other, action)


@pytest.mark.case("ttr 7.4-net")
def test_more_strength_and_more_shifts_never_make_it_worse() -> None:
    session = table(DEFENDERS[1])
    state, chance = session.state, Random("stronger")
    attack = Attack("allied", "1748", units=("us-1-inf",), originals=("lxxxi-corps",))
    for _ in range(60):
        stronger = chance.choice(
            (
                replace(attack, air=min(attack.air + 1, 2)),
                replace(attack, oversupply=True),
                replace(attack, units=tuple(dict.fromkeys((*attack.units, "us-9-inf")))),
                replace(attack, units=tuple(dict.fromkeys((*attack.units, "us-3-arm")))),
                replace(attack, leaders=("devers",)),
            )
        )
        before, after = reckon(state, attack), reckon(state, stronger)
        assert after.column >= before.column
        assert after.drm >= before.drm
        losses = odds(state, stronger).expected_losses().get("german", Fraction(0))
        assert losses >= odds(state, attack).expected_losses().get("german", Fraction(0))
        attack = stronger
