"""What is this game's own in a set-up by the players: free set-up, corps, static units, start line."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.catalogue.check import check
from engine.games.toppling_the_reich.records import Unit
from engine.referee.session import Session
from tests.games.placing_samples import SAMPLES, begun, do, left_open, places, reasons, shipped

(MARKET_GARDEN,) = (sample for sample in SAMPLES if sample.game == "ttr")
ONE = {"us-1-inf": "within 1 of 3222"}


def freely() -> Session:
    """The Allies are asked how they set up; one division of theirs has no listed hex."""
    document = replace(MARKET_GARDEN.document(**ONE), start_lines=())  # No line that has to be covered.
    session = begun(document, **{"free-setup": True})
    do(session, "historical")
    assert session.choice is not None and session.choice.side == "allied"
    return session


@pytest.mark.case("ttr 15.4-a")
def test_the_historical_set_up_leaves_the_others_to_be_placed() -> None:
    session = freely()
    do(session, "historical")
    assert places(session)["us-1-inf"] == "set-up allied"
    do(session, "pick unit us-1-inf", "put hex 3122", "done")
    assert "Set-up" not in [frame.title for frame in session.state.frames]


@pytest.mark.case("ttr 15.4-a")
def test_in_a_free_set_up_all_are_placed_together() -> None:
    session = freely()
    do(session, "free", "pick unit us-1-inf")
    ((case, why),) = reasons(session, "put hex 3019")
    assert case == "15.4-a" and "1 Inf must be set up within 1 hex of" in why
    do(session, "put hex 3122", "done")
    assert "Set-up" not in [frame.title for frame in session.state.frames], "nobody is left to ask for"


@pytest.mark.case("ttr 15.4-a")
def test_units_of_the_other_side_are_not_picked_up() -> None:
    session = freely()
    do(session, "free")
    assert reasons(session, "pick unit 12-vg") == [("15.4-a", "12 VG is not an Allied unit that is set up")]


@pytest.mark.case("ttr 15.4-a")
def test_who_still_waits_after_a_free_set_up_is_asked_for() -> None:
    session = freely()
    do(session, "free", "done")
    assert "1 unit off the map to be set up" in str(session.choice and session.choice.prompt(session.state))
    do(session, "place_rest", "done")
    assert " " not in places(session)["us-1-inf"]


@pytest.mark.case("ttr 15.3", "ttr 15.4-b")
def test_back_to_the_historical_set_up_all_are_where_they_were() -> None:
    session = begun(MARKET_GARDEN.document(**ONE), **{"free-setup": True, "us-corps": True})
    do(session, "historical")
    before = places(session)
    do(session, "free", "pick unit us-1-inf", "put hex 3222", "pick unit us-9-inf", "put hex 3222")
    do(session, "form hex 3222", "take unit us-1-inf", "take unit us-9-inf", "take unit us-3-arm")
    do(session, "found unit us-corps-1")
    assert places(session)["us-1-inf"] == "corps allied"
    do(session, "historical")
    assert places(session) == before
    assert list(shipped("ttr").invariants(session.state)) == []


@pytest.mark.case("ttr 15.4-a")
@pytest.mark.parametrize("free", [False, True])
def test_the_first_place_of_a_unit_says_whether_it_is_fixed(free: bool) -> None:
    """A hex first is where it stood, and more places are limits of a free set-up only."""
    document = MARKET_GARDEN.document(**ONE)
    shipped_one = left_open(document, {"us-1-inf": "3222"})
    session = begun(
        replace(shipped_one, setups=(*shipped_one.setups, document.setups[-1])), **{"free-setup": free}
    )
    assert places(session)["us-1-inf"] == "3222"


@pytest.mark.case("ttr 6.4.3-a")
@pytest.mark.parametrize(("here", "by_rail"), [("3530", True), ("3630", False)])
def test_a_static_unit_moves_by_rail_from_where_it_was_placed(here: str, by_rail: bool) -> None:
    session = begun(MARKET_GARDEN.document(**{"trier-static": "within 1 of 3530"}))
    do(session, "pick unit trier-static", f"put hex {here}")
    assert session.state.get(Unit, "trier-static").rail_static == by_rail


@pytest.mark.case("ttr 3.5.6-c")
def test_the_two_families_are_not_placed_together() -> None:
    session = begun(MARKET_GARDEN.document(**{"us-1-inf": "within 1 of 3017"}))
    do(session, "pick unit us-1-inf")
    assert [case for case, _ in reasons(session, "put hex 3017")] == ["3.5.6-c"]


@pytest.mark.case("ttr 15.8")
def test_without_a_start_line_both_sides_go_where_the_enemy_is_not() -> None:
    document = replace(MARKET_GARDEN.document(**{"us-1-inf": "within 1 of 3322"}), start_lines=())
    session = begun(document)
    do(session, "pick unit us-1-inf")
    assert [case for case, _ in reasons(session, "put hex 3322")] == ["15.8"]
    do(session, "put hex 3222")


def test_the_check_looks_at_everybody_in_place() -> None:
    """Whoever has no listed hex is placed for the look, and is not told to be out of supply there."""
    found = check(MARKET_GARDEN.document(**{"us-1-army": "within 3 of 3124"}), shipped("ttr"))
    assert [str(finding) for finding in found if finding.severity == "error"] == []
    assert not any("Out of supply" in finding.text for finding in found)
