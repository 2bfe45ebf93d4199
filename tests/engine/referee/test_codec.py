"""Records and frames as JSON and back; what does not fit is said, with its place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bad_input import BadInput
from engine.record import Record
from engine.referee.action import Action
from engine.referee.codec import Codec
from engine.referee.state import Scenario
from engine.referee.transaction import Transaction
from tests.engine.referee.drill import GAME, Clock, Squad, new_game


class Point(Record):
    x: int
    y: int = 0


class Everything(Record):
    key: str
    table: Mapping[str, int]
    number: int = 0
    flag: bool = False
    share: Fraction = Fraction(0)
    mode: Literal["slow", "fast"] = "slow"
    maybe: int | None = None
    names: tuple[str, ...] = ()
    pair: tuple[int, str] = (0, "")
    kinds: frozenset[str] = frozenset()
    at: Point = Point(0)
    anything: Any = None


CODEC = Codec([Everything, Point])

everything = st.builds(
    Everything,
    key=st.text(max_size=5),
    number=st.integers(),
    flag=st.booleans(),
    share=st.fractions(),
    mode=st.sampled_from(["slow", "fast"]),
    maybe=st.none() | st.integers(),
    names=st.lists(st.text(max_size=3)).map(tuple),
    pair=st.tuples(st.integers(), st.text(max_size=3)),
    kinds=st.frozensets(st.text(max_size=3)),
    table=st.dictionaries(st.text(max_size=3), st.integers(), max_size=3),
    at=st.builds(Point, st.integers(), st.integers()),
    anything=st.none() | st.lists(st.booleans()),
)


@given(everything)
def test_a_record_is_read_back_as_it_was_written(record: Everything) -> None:
    written = json.dumps(CODEC.encode(record))
    assert CODEC.decode(json.loads(written), "here") == record


def test_defaults_are_not_written() -> None:
    assert CODEC.encode(Everything("a", {})) == {"is": "Everything", "key": "a", "table": {}}
    assert CODEC.decode({"is": "Everything", "key": "a", "table": {}}, "here") == Everything("a", {})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"is": "Nothing"}, r"here\.is is 'Nothing', which is not known there"),
        ({"is": 3}, r"here\.is must be text, not 3"),
        ({"number": True}, r"here\.number must be a whole number, not True"),
        ({"number": 1.0}, r"here\.number must be a whole number, not 1\.0"),
        ({"flag": 1}, r"here\.flag must be true or false, not 1"),
        ({"share": "1/0"}, r"here\.share must be a number such as 3/4"),
        ({"share": 2}, r"here\.share must be a number such as 3/4"),
        ({"mode": "quick"}, r"here\.mode is 'quick', which is not known there"),
        ({"maybe": "x"}, r"here\.maybe must be a whole number or nothing, not 'x'"),
        ({"names": "abc"}, r"here\.names must be a list, not 'abc'"),
        ({"names": ["a", 1]}, r"here\.names\[1\] must be text, not 1"),
        ({"pair": [1]}, r"here\.pair must be a list of 2, not \[1\]"),
        ({"table": []}, r"here\.table must be a table"),
        ({"table": {"a": 1, "b": 2, "c": "x"}}, r"here\.table\.c must be a whole number, not 'x'"),
        (
            {"at": {"is": "Everything", "key": "a", "table": {}}},
            r"here\.at\.is is 'Everything', which is not known there",
        ),
        ({"at": {"is": "Point"}}, r"here\.at lacks x"),
        ({"colour": "red"}, "here has an unknown entry 'colour'"),
    ],
)
def test_what_does_not_fit_is_said_with_its_place(change: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        CODEC.decode({"is": "Everything", "key": "a", "table": {}, **change}, "here")


def test_a_missing_field_and_a_missing_record() -> None:
    with pytest.raises(BadInput, match="here lacks key"):
        CODEC.decode({"is": "Everything", "table": {}}, "here")
    for data in (None, [], "text", 4):
        with pytest.raises(BadInput, match="here must be a table"):
            CODEC.decode(data, "here")


def test_classes_of_one_name_or_of_no_game_are_mistakes_of_the_programmer() -> None:
    other = type("Point", (), {})
    with pytest.raises(ValueError, match="two classes are called Point"):
        Codec([Point, other])
    with pytest.raises(TypeError, match="Squad is not registered"):
        CODEC.encode(Squad("A", "north"))


def test_a_whole_state_is_read_back() -> None:
    session = new_game()
    session.submit("north", Action("march", "unit", "N1"))
    session.submit("north", Action("roll"))
    data = json.loads(json.dumps(GAME.codec.encode_state(session.state)))
    again = GAME.codec.decode_state(data, session.state.scenario, GAME.kinds)
    assert again.tables == session.state.tables
    assert (again.frames, again.dice, again.outcome) == (session.state.frames, session.state.dice, None)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda data: data["tables"].update(Ghosts=[]), "Ghosts"),
        (lambda data: data["tables"].update(Squad={}), r"snapshot\.tables\.Squad must be a list"),
        (lambda data: data["tables"]["Squad"].append({"is": "Clock"}), "'Clock', which is not known there"),
        (lambda data: data.update(frames=[], outcome=None), "neither a decision nor an outcome"),
        (
            lambda data: data.update(frames=[{"is": "Squad", "key": "A", "side": "north"}]),
            r"snapshot\.frames\[0\]\.is is 'Squad', which is not known there",
        ),
        (lambda data: data.pop("dice"), "snapshot lacks dice"),
        (lambda data: data.pop("tables"), "snapshot lacks tables"),
    ],
)
def test_a_damaged_state_is_said_to_be_damaged(spoil: Any, said: str) -> None:
    session = new_game()
    data = json.loads(json.dumps(GAME.codec.encode_state(session.state)))
    spoil(data)
    with pytest.raises(BadInput, match=said):
        GAME.codec.decode_state(data, Scenario("square", ("north", "south"), {}), GAME.kinds)


def test_the_digest_tells_positions_apart() -> None:
    codec = GAME.codec
    state = new_game().state

    def digest(tx: Transaction) -> str:
        return codec.digest(tx.state, codec.weigh_tables(tx.state))

    same, moved, rolled, popped = (Transaction(state) for _ in range(4))
    moved.put(Squad("N1", "north", 2))
    rolled.roll("1d6", "2.2", "for nothing")
    popped.finish("north", "done", "1.1")
    digests = [digest(tx) for tx in (same, moved, rolled, popped)]
    assert len(set(digests)) == 4
    moved.put(Squad("N1", "north", 1))
    assert digest(moved) == digest(same)


def test_the_order_of_records_does_not_weigh() -> None:
    codec, state = GAME.codec, new_game().state
    there, back = Transaction(state), Transaction(state)
    for key in ("A", "B"):
        there.put(Squad(key, "north"))
    for key in ("B", "A"):
        back.put(Squad(key, "north"))
    assert codec.weigh_tables(there.state) == codec.weigh_tables(back.state)
    assert codec.weigh(Clock(1)) != codec.weigh(Clock(2))
