"""The free table where worked examples cannot look: order in stacks, what others read, many sides, faults."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from engine import games
from engine.bad_input import BadInput
from engine.catalogue.check import check
from engine.catalogue.document import Box, Plain, ScenarioDocument, Side, Unit, VictoryCondition
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.scenario_text import dumps
from engine.referee.action import Action
from engine.referee.session import Accepted, Refused, Session, Start
from engine.referee.worked_example import resolve


def free() -> DocumentGame:
    game = games.game("free")
    assert isinstance(game, DocumentGame)
    return game


def shipped() -> ScenarioDocument:
    return free().document(free().scenario_text("free-causeway"))


def begun(document: ScenarioDocument, seed: str = "seed", **options: Any) -> Session:
    start = Start("free", "scenario", document.key, dumps(document), seed, options)
    return Session.begin(free(), start)


def do(session: Session, words: str) -> None:
    for spelling in words.split(";"):
        assert session.choice is not None
        side = session.choice.side
        answer = session.submit(side, resolve(session, side, spelling.strip()))
        assert isinstance(answer, Accepted), f"{spelling}: {answer}"


def stack(session: Session, place: str) -> list[str]:
    return [counter.id for counter in session.view(None).counters if counter.place == place]


def errors(document: ScenarioDocument) -> list[str]:
    return [str(found) for found in check(document, free()) if found.severity == "error"]


@pytest.mark.case("free 2.2")
def test_the_order_of_a_stack() -> None:
    session = begun(shipped())
    assert stack(session, "0404") == ["watch-1", "watch-2"]
    do(session, "pick watch-2; to_bottom; cancel")
    assert stack(session, "0404") == ["watch-2", "watch-1"]
    do(session, "pick watch-2; to_top; cancel; pick watch-3; move 0404")
    assert stack(session, "0404") == ["watch-1", "watch-2", "watch-3"]
    do(session, "pick watch-3; add watch-1; move 0606")
    assert stack(session, "0606") == ["watch-1", "watch-3"], "taken in another order, they keep theirs"
    do(session, "pick watch-2; move 0606; pick watch-3; add watch-2; to_bottom; cancel")
    assert stack(session, "0606") == ["watch-3", "watch-2", "watch-1"]


@pytest.mark.case("free 2.6", "free 5.2")
def test_what_the_other_side_reads() -> None:
    session = begun(shipped())
    do(session, "end; pick raid-1; move 0805; pick raid-1; flip; turn_left; cancel; draw_card ruses")
    own = " ".join(event.text for _, event in session.log("corran"))
    other = " ".join(event.text for _, event in session.log("greywick"))
    assert "Red Oars goes from 0904 to 0805" in own and "Red Oars" not in other
    assert "A face-down counter of Corran goes from 0904 to 0805" in other
    assert "Corran draws from Ruses: a chit is drawn" in other
    assert all(counter.facing is None for counter in session.view("greywick").counters if not counter.known)


@pytest.mark.case("free 2.6", "free 4.1", "free 5.1")
def test_dice_cards_and_what_was_shown_are_taken_back_only_by_all() -> None:
    session = begun(shipped())
    for words in ("roll 2d6", "draw_card tide", "pick 0605 land 1; show"):
        do(session, words)
        assert session.undo_needs_consent()
        assert isinstance(session.undo(), Refused)
        before = session.log(None)[-1]
        assert session.undo(("greywick", "corran")) is None and session.redo() is None
        assert [line for line in session.log(None) if line[1].what != "ActionTakenBack"][-1] == before
    do(session, "cancel; pick watch-1; move 0606")
    assert session.undo() is None, "a move is taken back freely"


@pytest.mark.case("free 5.1")
def test_every_card_of_a_deck_is_equally_likely() -> None:
    drawn: Counter[str] = Counter()
    for number in range(400):
        session = begun(shipped(), f"seed {number}")
        do(session, "draw_card tide")
        card = session.view(None).counter("card:5")
        assert card is not None
        drawn[card.name] += 1
    assert set(drawn) == {"The water falls", "The water rises", "Fog"}
    assert 110 < drawn["The water falls"] < 190 and 60 < drawn["Fog"] < 140, "3 : 3 : 2"


@pytest.mark.case("free 1.1")
@pytest.mark.parametrize("number", [2, 8])
@pytest.mark.parametrize("turns", ["one by one", "together"])
def test_two_to_eight_sides_take_their_turns(number: int, turns: str) -> None:
    sides = tuple(Side(f"s{n}", f"Side {n}") for n in range(number))
    document = replace(
        shipped(),
        sides=sides,
        units=(),
        setups=(),
        schedule=(),
        victory=(),
        data={},
        formations=(),
        map=replace(shipped().map, boxes=()),
    )
    session = begun(document, turns=turns)
    order = []
    while session.choice is not None:
        order.append(session.choice.side)
        do(session, "end")
    assert order == [side.key for side in sides] * 6
    assert session.outcome is not None and session.outcome.winner == ""


@pytest.mark.case("free 1.1")
@pytest.mark.parametrize("number", [1, 9])
def test_one_side_or_nine_do_not_sit_down(number: int) -> None:
    sides = tuple(Side(f"s{n}", f"Side {n}") for n in range(number))
    with pytest.raises(BadInput, match="a free table seats 2 to 8"):
        begun(replace(shipped(), sides=sides, units=(), setups=(), data={}))


def with_table(**changes: Plain) -> ScenarioDocument:
    document = shipped()
    table = document.data["table"]
    assert isinstance(table, dict)
    return replace(document, data={**document.data, "table": {**table, **changes}})


def test_the_shipped_scenario_has_no_fault() -> None:
    assert [str(found) for found in check(shipped(), free())] == []


def test_pieces_without_a_place_wait_beside_the_map_and_are_no_problem() -> None:
    document = shipped()
    waiting = replace(document, setups=tuple(one for one in document.setups if one.unit != "watch-1"))
    assert [str(found) for found in check(waiting, free())] == []
    do(begun(waiting), "pick watch-1; move 0505")


def test_what_the_players_agree_on_is_a_note_and_no_problem() -> None:
    """Counters of one name, as modules have them, and an open end; where rules decide, both are problems."""
    document = shipped()
    alike = replace(document, victory=(), units=tuple(replace(one, name="Watch") for one in document.units))
    found = [finding for finding in check(alike, free()) if finding.where in ("units", "victory")]
    assert found and {finding.severity for finding in found} == {"note"}
    found = [finding for finding in check(alike) if finding.where in ("units", "victory")]
    assert {finding.severity for finding in found} == {"warning"}


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (with_table(dice=({"key": "six"},)), "Dice are written like 2d6"),
        (with_table(decks=()), "is not a deck"),
        (with_table(tracks=()), "counts nothing called 'salt'"),
        (with_table(unknown=1), "unknown"),
        (replace(shipped(), units=(*shipped().units, Unit("two words", "X", "corran", "boat"))), "one word"),
        (replace(shipped(), units=(*shipped().units, Unit("card:1", "X", "corran", "boat"))), "one word"),
        (
            replace(shipped(), map=replace(shipped().map, boxes=(Box("0101", "A hex"),)), setups=()),
            "number of a hex",
        ),
        (
            replace(shipped(), map=replace(shipped().map, boxes=(Box("out of play", "Mine"),)), setups=()),
            "Two boxes have the key",
        ),
        (
            replace(shipped(), options=(replace(shipped().options[0], default="never"),)),
            "option turns is 'never'",
        ),
    ],
)
def test_what_cannot_be_played_is_a_problem(document: ScenarioDocument, words: str) -> None:
    assert any(words in text for text in errors(document)), errors(document)


def test_ratings_that_the_table_does_not_name_are_told() -> None:
    assert any("unknown to the game" in text for text in errors(with_table(ratings=())))


@pytest.mark.case("free 7.1")
def test_a_winner_that_nobody_is_cannot_be_named() -> None:
    wrong = VictoryCondition("x", test={"at_least": ({"counter": "salt"}, 1)}, winner="pirates")
    with pytest.raises(BadInput, match="pirates"):
        begun(replace(shipped(), victory=(wrong,)))


@pytest.mark.case("free 1.2")
def test_the_author_chooses_and_may_leave_the_choice_to_the_players() -> None:
    fixed = replace(with_table(pieces="own"), options=())
    session = begun(fixed)
    do(session, "end; pick raid-1; show; cancel; end")
    assert isinstance(session.submit("greywick", Action("pick", "unit", "raid-1")), Refused)
    left_open = begun(with_table(pieces="own"), pieces="all")
    do(left_open, "end; pick raid-1; show; cancel; end; pick raid-1")
