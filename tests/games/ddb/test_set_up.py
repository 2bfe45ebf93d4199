"""What is this game's own in a set-up by the players: facing, control, alternatives."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue.check import check
from engine.catalogue.document import Placement, Plain, ScenarioDocument, Setup
from engine.games.dday_to_berlin.records import Army, Held, Unit
from engine.referee.session import Session
from tests.games.placing_samples import SAMPLES, begun, do, places, reasons, shipped

(CARENTAN,) = (sample for sample in SAMPLES if sample.game == "ddb")


def listed(unit: str, *words: str, **data: Plain) -> ScenarioDocument:
    """Carentan with these set-ups of a unit."""
    document = CARENTAN.document()
    rules = tuple(Setup(unit, Placement.parse(place), data) for place in words)
    fixed = {name: Setup(name, Placement.parse(here)) for name, here in CARENTAN.legal.items()}
    kept = [fixed.get(setup.unit, setup) for setup in document.setups]
    return replace(document, setups=(*(s for s in kept if s.unit != unit), *rules))


def facing(session: Session, unit: str) -> int:
    return session.state.get(Unit, unit).facing


@pytest.mark.case("ddb scn.setup", "ddb map.facing")
def test_the_owner_chooses_a_facing_that_is_not_listed() -> None:
    session = begun(listed("us-1-501", "within 1 of 1004"))
    do(session, "pick unit us-1-501", "put hex 1005")
    assert facing(session, "us-1-501") == 3, "to the enemy in the south, unless it is turned"
    do(session, "face number 1", "done")
    assert facing(session, "us-1-501") == 1


@pytest.mark.case("ddb scn.setup")
def test_a_listed_facing_stays() -> None:
    session = begun(listed("us-1-501", "within 1 of 1004", facing=5))
    do(session, "pick unit us-1-501", "put hex 1005", "done")
    assert facing(session, "us-1-501") == 5


def test_a_headquarters_is_asked_for_no_facing() -> None:
    session = begun(listed("us-hq101", "within 1 of 0804"))
    do(session, "pick unit us-hq101", "put hex 0804", "done")
    assert places(session)["us-hq101"] == "0804"


def test_placed_by_itself_it_faces_the_enemy() -> None:
    session = begun(listed("ge-1058", "within 0 of 1307"))
    do(session, "place_rest")
    assert facing(session, "ge-1058") == 0


@pytest.mark.case("ddb scn.setup")
def test_a_place_does_not_change_hands_in_the_set_up() -> None:
    document = listed("us-1-501", "within 0 of 1407")
    document = replace(document, start_lines=())
    session = begun(document)
    do(session, "place_rest", "done")
    assert places(session)["us-1-501"] == "1407"
    assert session.state.get(Held, "1407").side == "german"
    assert session.state.get(Army, "german").tally == 0


@pytest.mark.case("ddb scn.setup")
def test_several_zones_are_alternatives() -> None:
    session = begun(listed("us-1-501", "1004", "0903"))
    do(session, "pick unit us-1-501")
    assert [action.target for action in session.legal() if action.verb == "put"] == ["1004", "0903"]
    ((case, why),) = reasons(session, "put hex 0803")
    assert (case, why) == ("scn.setup", "1/501 PIR must be set up in 1004 or in 0903, not in 0803")


def test_a_box_is_no_place_to_begin() -> None:
    found = check(listed("us-1-501", "box shattered allied"), shipped("ddb"))
    assert any("Units begin in a zone, not in box shattered allied" in finding.text for finding in found)


@pytest.mark.parametrize("words", ["area nowhere", "within 2 of 9999", "along nothing"])
def test_a_place_that_is_not_there_is_told_before_the_game(words: str) -> None:
    with pytest.raises(BadInput):
        begun(listed("us-1-501", words))
