"""A game that numbers its turns says so in the log, too."""

from __future__ import annotations

from tests.contract.sample import Sample


def test_a_turn_that_begins_has_the_number_of_the_turn_that_is_played(played: Sample) -> None:
    session = played.session
    begun = [
        (at, event.turn)
        for at, step in enumerate(session.history.all())
        for event in step.events
        if event.turn is not None
    ]
    assert begun, "no turn has begun"
    last_at_step = dict(begun)
    number = None
    for at in range(len(session) + 1):
        number = last_at_step.get(at, number)
        assert number in (None, played.game.turn_number(session.at(at))), f"after action {at}"
    assert session.turn_number == number


def test_every_side_reads_that_a_turn_begins(played: Sample) -> None:
    everything = [event.turn for _, event in played.session.log(None)]
    for side in played.sides:
        assert [e.turn for _, e in played.session.log(side) if e.turn is not None] == [
            turn for turn in everything if turn is not None
        ]
