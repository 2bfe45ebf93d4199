"""A draft of a correction: what can be changed, and how each field is edited."""

from __future__ import annotations

import pytest

from engine import games
from engine.bad_input import BadInput
from engine.referee.correction_draft import CorrectionDraft
from engine.referee.schedule import Cup
from engine.referee.session import Accepted, Refused, Session, Start
from tests.toy.records import Clock, Piece
from tests.toy.test_demands import scenario


def test_fields_are_edited_as_their_types_ask() -> None:
    draft = CorrectionDraft(scenario())
    fields = {field.name: field for field in draft.fields_of(draft.session.state.get(Piece, "R1"))}
    assert {name: field.form for name, field in fields.items()} == {
        "key": "text",
        "side": "text",
        "place": "text",
        "steps": "whole",
        "guns": "switch",
        "concealed": "switch",
        "power": "text",
    }
    assert fields["key"].fixed and not fields["side"].fixed
    assert fields["side"].choices == ("blue", "red") and "reserve" in fields["place"].choices


def test_a_list_is_written_as_it_is_saved() -> None:
    draft = CorrectionDraft(scenario())
    cup = draft.session.state.get(Cup, "fate")
    assert next(f for f in draft.fields_of(cup) if f.name == "chits").value == '["red", "blue"]'
    draft.set(cup, "chits", '["blue"]')
    now = draft.current(cup)
    assert isinstance(now, Cup) and now.chits == ("blue",)
    for wrong in ("blue", "[1]", '{"a": 1}', ""):
        with pytest.raises(BadInput):
            draft.set(cup, "chits", wrong)
    assert draft.changes[0].after.chits == ("blue",)


def test_a_table_that_cannot_be_shown_is_not_taken() -> None:
    draft = CorrectionDraft(scenario())
    clock = draft.session.state.one(Clock)
    with pytest.raises(BadInput, match="The table cannot be shown with this Clock"):
        draft.remove(clock)
    assert draft.changes == [] and draft.is_there(clock)


@pytest.mark.parametrize("key", games.keys())
def test_units_of_every_game_can_be_moved(key: str) -> None:
    game = games.game(key)
    name = game.scenarios()[0]
    session = Session.begin(game, Start(key, "scenario", name, game.scenario_text(name), "draft"))
    names = {side: side.title() for side in session.sides}
    draft = CorrectionDraft(session)
    counters = [counter for counter in draft.view.counters if draft.record_of(counter) is not None]
    assert len(counters) == len(draft.view.counters), "a counter without a record could not be corrected"
    first = counters[0]
    friend = next(c for c in counters if c.side == first.side and c.place != first.place)
    draft.move(first.id, friend.place)
    moved = draft.view.counter(first.id)
    assert moved is not None and moved.place == friend.place
    for kind in draft.kinds():
        for record in [*draft.records(kind), *draft.gone(kind)][:5]:
            assert draft.fields_of(record)
    answer = session.rule(draft.correction(names))
    assert isinstance(answer, Accepted | Refused)
    if isinstance(answer, Refused):
        assert all(len(refusal.why.split()) > 2 for refusal in answer.refusals)
