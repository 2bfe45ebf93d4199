"""What the Allies see, may do and read does not hang on what is behind markers or where unknown units are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from engine import games
from engine.bots import scrutiny, secrecy
from engine.games.toppling_the_reich.movement.placing import eliminate
from engine.games.toppling_the_reich.records import ALLIED, GERMAN, Unit
from engine.games.toppling_the_reich.supply.general_supply import judge
from engine.referee.action import Action
from engine.referee.event import Event
from engine.referee.session import Accepted, Refused, Session, Start
from engine.referee.state import State
from engine.referee.transaction import Transaction

CAMPAIGN = "ttr-campaign"
STEPS = 900
HIDES = ("conceal", "conceal_both", "vanish")
GOES_ON = ("end", "done", "pass", "keep", "halt", "stand")

FRONT = """
game = "ttr"
title = "Markers before the front"
case = ["hidden-information"]
scenario = "ttr-campaign"
options = {{ultra = true}}
segment = "{segment}"
side = "{side}"
turn = 5
asp = {{allied = 3, german = 3}}
air = {{allied = 3, german = 2}}
control = {{"3321 3322 3323 3222 3221 3121 3421 3422 3423" = "allied"}}
[allied]
us-1-army = "3122"
hodges = "{leader}"
us-3-arm = "3221"
us-30-inf = "3321"
us-9-inf = "3323"
[german]
7-army = "3724 {staff}"
2-pz = "{real} concealed letter:{first}"
dummy-x = "{dummy} armor division cf:8-4 mf:10 nation:GE concealed dummy letter:{second}"
116-pz = "{unknown} unknown"
lxxxi-corps = "3622"
"""


def hidden_units(state: State) -> dict[str, Unit]:
    return {key: unit for key, unit in state.all(Unit).items() if unit.hidden and unit.on_map}


def choose(legal: list[Action], chance: Random) -> Action:
    """Chance, but one that likes to hide units, reveals none, and gets on."""
    hiding = [action for action in legal if action.verb in HIDES]
    if hiding and chance.random() < 0.9:
        return chance.choice(hiding)
    onward = [action for action in legal if action.verb in GOES_ON and action.kind == "none"]
    if onward and chance.random() < 0.08:
        return chance.choice(onward)
    return chance.choice([action for action in legal if action.verb != "reveal"] or legal)


def named(event: Event, units: dict[str, Unit], seen: list[str]) -> Iterator[str]:
    """The hidden units whose key or name an event tells the Allies."""
    shown = event.for_side(ALLIED)
    if shown is None:
        return
    text = shown.text
    for name in seen:
        text = text.replace(name, "")
    targets = {target for _, target in shown.about}
    for key, unit in units.items():
        if key in targets or re.search(rf"\b{re.escape(unit.name)}\b", text):
            yield f"{shown.what} tells of {key}: {shown.text}"


@pytest.mark.case("ttr hidden-information")
@pytest.mark.case("ttr 13.2-b")
@pytest.mark.case("ttr 13.3-a")
@pytest.mark.parametrize("seed", ["fog", "mist", "haze"])
def test_random_campaign_play_betrays_nothing(seed: str) -> None:
    game = games.game("ttr")
    start = Start("ttr", "scenario", CAMPAIGN, game.scenario_text(CAMPAIGN), seed)
    session, chance = Session.begin(game, start), Random(seed)
    looked, kinds = 0, set()
    for _ in range(STEPS):
        choice = session.choice
        if choice is None:
            break
        legal, before = session.legal(), hidden_units(session.state)
        if before and chance.random() < (0.3 if choice.side == ALLIED else 0.05):
            looked += 1
            kinds |= {unit.hidden for unit in before.values()}
            some = chance.sample(legal, min(8, len(legal)))
            asked = [*some, *scrutiny.wild_actions(session, legal, chance, 8)]
            assert list(secrecy.betrayals(session, ALLIED, asked, chance)) == []
            assert list(secrecy.leaks(session, ALLIED, some[:2], chance)) == []
        answer = session.submit(choice.side, choose(legal, chance))
        assert isinstance(answer, Accepted)
        after = hidden_units(session.state)
        kept = {key: unit for key, unit in before.items() if key in after}
        open_names = {unit.name for unit in session.state.all(Unit).values() if not unit.hidden}
        seen = sorted(open_names, key=len, reverse=True)
        assert [text for event in answer.events for text in named(event, kept, seen)] == []
    assert looked >= 20, f"only {looked} positions with hidden units were looked at"
    assert kinds == {"concealed", "unknown"}


def front(
    segment: str,
    side: str,
    swapped: bool = False,
    unknown: str = "3723",
    staff: str = "",
    leader: str = "3122",
) -> Session:
    """Two markers before Monschau; behind one of them is nothing."""
    places = {"real": "3523", "dummy": "3424", "first": "A", "second": "B"}
    if swapped:
        places = {"real": "3424", "dummy": "3523", "first": "B", "second": "A"}
    text = FRONT.format(segment=segment, side=side, unknown=unknown, staff=staff, leader=leader, **places)
    return Session.begin(games.game("ttr"), Start("ttr", "position", "front", text, "front"))


def act(session: Session, *words: str) -> None:
    for word in words:
        assert session.choice is not None
        answer = session.submit(session.choice.side, Action.parse(word))
        assert isinstance(answer, Accepted), f"{word}: {answer}"


def letter_of(session: Session, letter: str) -> str:
    """Which unit is moved when the player takes hold of a marker."""
    return next(key for key, unit in hidden_units(session.state).items() if unit.letter == letter)


def read_by_allies(session: Session) -> list[tuple[str, str]]:
    return [(event.what, event.text) for _, event in session.log(ALLIED)]


@pytest.mark.case("ttr 13.2-b")
def test_a_marker_moves_alike_whatever_is_behind_it() -> None:
    worlds = [front("marches", GERMAN), front("marches", GERMAN, swapped=True, unknown="3825")]
    assert worlds[0].view(ALLIED) == worlds[1].view(ALLIED)
    for world in worlds:
        act(world, f"select unit {letter_of(world, 'A')}", "move hex 3422")
        if world.choice is not None and "halt" in {action.verb for action in world.legal()}:
            act(world, "halt")
        act(world, f"select unit {letter_of(world, 'B')}", "move hex 3423")
    assert worlds[0].view(GERMAN) != worlds[1].view(GERMAN)
    assert worlds[0].view(ALLIED) == worlds[1].view(ALLIED)
    assert read_by_allies(worlds[0]) == read_by_allies(worlds[1])


@pytest.mark.case("ttr 13.2-b")
@pytest.mark.case("ttr hidden-information")
def test_the_state_of_a_marker_is_not_told_to_the_allies() -> None:
    """Out of command or supply: a dummy would not be where the unit behind the other marker is."""
    tx = Transaction(front("marches", GERMAN).state)
    tx.remove(tx.state.get(Unit, "7-army"))
    judge(tx, GERMAN)
    told = {side: [s.text for e in tx.events if (s := e.for_side(side))] for side in (ALLIED, GERMAN)}
    assert any(text.startswith("2 Pz is out of") for text in told[GERMAN])
    assert any("LXXXI" in text for text in told[ALLIED]), "of units that it sees it reads that"
    assert [text for text in told[ALLIED] if "arker" in text] == []


@pytest.mark.case("ttr 13.2-b")
def test_the_allies_hear_of_a_lost_unknown_unit_but_not_where_it_was() -> None:
    lost = []
    for unknown in ("3723", "3725"):
        tx = Transaction(front("marches", GERMAN, unknown=unknown).state)
        eliminate(tx, tx.state.get(Unit, "116-pz"), "3.3.5-d", "out of supply")
        lost.append([event.for_side(ALLIED) for event in tx.events])
    assert lost[0] == lost[1] != []


def test_a_boundary_that_moves_does_not_name_a_hidden_headquarters() -> None:
    path = games.game("ttr").examples_path() / "5.2-b-a-hidden-army-group.toml"
    text = path.read_text(encoding="utf-8")
    session = Session.begin(games.game("ttr"), Start("ttr", "position", "boundaries", text, "front"))
    act(session, "last_row number 25")
    said = [text for what, text in read_by_allies(session) if what == "BoundaryMoved"]
    assert said == ["A boundary runs after row 25"]


def test_hidden_units_take_no_hex_before_they_are_shown() -> None:
    world = front("marches", GERMAN)
    act(world, "select unit 2-pz", "move hex 3422")
    assert world.view(ALLIED).control["3422"] == ALLIED


@pytest.mark.case("ttr 13.2-c")
@pytest.mark.parametrize("swapped", [False, True])
def test_a_statement_of_attack_tells_nothing_about_the_marker(swapped: bool) -> None:
    session, chance = front("marches", GERMAN, swapped), Random("statement")
    act(session, f"select unit {letter_of(session, 'A')}", "move hex 3423")
    while session.choice is not None and session.choice.side == GERMAN:
        legal = {action.verb: action for action in session.legal()}
        act(session, str(next(legal[verb] for verb in ("halt", "end", "pass", "done") if verb in legal)))
    act(session, "end")
    for word in ("attack hex 3423", "join unit us-9-inf"):
        asked = session.legal()
        assert list(secrecy.betrayals(session, ALLIED, asked, chance)) == []
        act(session, word)
    assert Action("declare") in session.legal()
    for _ in range(8):
        assert list(secrecy.betrayals(session, ALLIED, session.legal(), chance)) == []


@pytest.mark.case("ttr 13.3-b")
def test_where_an_unknown_unit_is_changes_neither_the_list_nor_what_the_allies_are_told() -> None:
    near, far = (front("marches", ALLIED, unknown=place) for place in ("3422", "3825"))
    assert near.view(ALLIED) == far.view(ALLIED)
    for session in (near, far):
        act(session, "select unit us-30-inf")
    assert near.legal() == far.legal()
    assert [secrecy.told(near, action) for action in near.legal()] == [
        secrecy.told(far, action) for action in far.legal()
    ]
    for session in (near, far):
        act(session, "move hex 3421")
    assert "marker-C" in {counter.id for counter in near.view(ALLIED).counters}
    assert "marker-C" not in {counter.id for counter in far.view(ALLIED).counters}


@pytest.mark.case("ttr hidden-information")
def test_reshuffling_moves_what_is_hidden_and_nothing_else() -> None:
    session = front("marches", ALLIED)
    game, state = session.game, session.state
    other = game.reshuffle(state, ALLIED, Random("shuffle"))
    assert {u.place for u in hidden_units(other).values()} != {u.place for u in hidden_units(state).values()}
    seen = {key: unit for key, unit in state.all(Unit).items() if not unit.hidden}
    assert seen == {key: unit for key, unit in other.all(Unit).items() if not unit.hidden}
    assert game.reshuffle(state, GERMAN, Random("shuffle")) is state


@pytest.mark.case("ttr hidden-information")
@pytest.mark.case("ttr 13.2-b")
@pytest.mark.parametrize("staff", ["unknown", "concealed letter:D"])
def test_no_overlay_leads_to_a_hidden_headquarters(staff: str) -> None:
    session = front("marches", ALLIED, staff=staff)
    game, chance = session.game, Random(staff)
    drawn = list(game.overlays(session.state, ALLIED))
    for _ in range(12):
        assert list(game.overlays(game.reshuffle(session.state, ALLIED, chance), ALLIED)) == drawn
    for_owner = {overlay.key: overlay for overlay in game.overlays(session.state, GERMAN)}
    assert for_owner["supply.german"].traces and for_owner["command.german"].hexes


@pytest.mark.case("ttr 13.2-b")
@pytest.mark.parametrize("letter", ["A", "B"])
def test_a_lone_leader_does_not_tell_what_is_behind_a_marker(letter: str) -> None:
    """A dummy would spare him where a unit overtakes him, so neither of them comes."""
    for swapped in (False, True):
        world = front("marches", GERMAN, swapped, leader="3524")
        act(world, f"select unit {letter_of(world, letter)}")
        assert Action("move", "hex", "3524") not in world.legal()
        answer = world.submit(GERMAN, Action("move", "hex", "3524"))
        assert isinstance(answer, Refused) and {refusal.case for refusal in answer.refusals} == {"13.2-b"}
