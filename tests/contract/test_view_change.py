"""What an action changes on the table of a side: nothing is missed, nothing is named that it cannot see."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest
from msgspec.structs import replace

from engine.referee.action import Action
from engine.referee.seat import Seat
from engine.referee.session import Accepted
from engine.referee.view import View
from engine.referee.view_change import ViewChange
from tests.contract.sample import all_scenarios, sample
from tests.toy.test_demands import position

ACTIONS = 120
"""Steps of each game that are compared."""


def patched(before: View, after: View, change: ViewChange) -> View:
    """The view before, with exactly what the change names taken from the view after."""

    def pieces(old, new, named, places):
        stayed = {piece.id: piece for piece in old if piece.id not in named}
        expected = [stayed.get(piece.id, piece if piece.id in named else None) for piece in new]
        assert len(stayed) == sum(piece.id not in named for piece in new), "a piece came or went unnamed"
        left_alone = {piece.place for piece in (*old, *new)} - places
        for place in left_alone:
            assert [p for p in old if p.place == place] == [p for p in expected if p.place == place]
        return tuple(expected)

    tracks = {track.key: track for track in before.tracks if track.key not in change.tracks}
    return replace(
        before,
        turn=after.turn if change.turn else before.turn,
        counters=pieces(before.counters, after.counters, change.counters, change.places),
        markers=pieces(before.markers, after.markers, change.markers, change.places),
        tracks=tuple(tracks.get(t.key, t if t.key in change.tracks else None) for t in after.tracks),
        boxes=after.boxes if change.boxes else before.boxes,
        control=after.control if change.control else before.control,
        features=after.features if change.features else before.features,
    )


@pytest.mark.parametrize(("key", "scenario"), all_scenarios())
def test_a_change_applied_to_the_former_view_gives_the_whole_new_one(key: str, scenario: str) -> None:
    session, moved = sample(key, scenario).session, 0
    for side in (*session.sides, None):
        views = [step.view() for step in islice(Seat(session, side).steps(), ACTIONS)]
        for before, after in pairwise(views):
            change = ViewChange.between(before, after)
            assert patched(before, after, change) == after
            same = {counter.id: counter for counter in before.counters}
            assert all(same.get(c.id) != c for c in after.counters if c.id in change.counters)
            moved += bool(change.counters)
    assert moved, "nothing ever moved"


def test_what_a_side_cannot_see_changes_nothing_on_its_table() -> None:
    """A concealed unit of red moves: blue's table is as it was, although records have changed."""
    session = position(
        'game = "toy"\ncase = "2.1"\ntitle = "in the dark"\nside = "red"\nsegment = "movement"\n'
        '[[unit]]\nkey = "R1"\nside = "red"\nplace = "0102"\nconcealed = true\n'
        '[[unit]]\nkey = "B1"\nside = "blue"\nplace = "0404"\n'
    )
    before = {side: Seat(session, side).view for side in session.sides}
    answer = session.submit("red", Action("select", "unit", "R1"), Action("move", "hex", "0103"))
    assert isinstance(answer, Accepted) and any(change.key == "R1" for change in answer.changes)
    red, blue = (ViewChange.between(before[side], Seat(session, side).view) for side in ("red", "blue"))
    assert red.counters == {"R1"} and red.places == {"0102", "0103"}
    assert blue == ViewChange()


def test_views_of_two_sides_are_not_compared() -> None:
    with pytest.raises(ValueError, match="one side"):
        ViewChange.between(View("red", "Turn 1"), View("blue", "Turn 1"))
