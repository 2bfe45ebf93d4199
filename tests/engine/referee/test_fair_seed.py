"""The dice: no side chooses them alone, the end of the game opens them, a glance at a file does not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine import games
from engine.bad_input import BadInput
from engine.catalogue import store
from engine.catalogue.game_store import GameStore
from engine.catalogue.game_writer import keep, resume
from engine.referee.action import Action
from engine.referee.fair_seed import LONGEST_WORD, Contribution, contribute, contributions_of, seed_of
from engine.referee.save import loads, restore, saved
from engine.referee.session import Accepted, Session, Start
from tests.engine.referee.drill import GAME, lookup, new_game

NORTH = Contribution("north", "tulip", "5a17", typed=True)
SOUTH = Contribution("south", "d4a3", "0b0e")


def fair_game() -> Session:
    given = (NORTH, SOUTH)
    return Session.begin(GAME, replace(new_game().start, seed=seed_of(given), contributions=given))


def test_every_value_and_every_salt_counts_for_the_seed() -> None:
    others = [
        replace(NORTH, value="rose"),
        replace(NORTH, salt="5a18"),
        replace(NORTH, typed=False),
        replace(NORTH, side="west"),
    ]
    seeds = {seed_of((given, SOUTH)) for given in (NORTH, *others)} | {seed_of((SOUTH, NORTH))}
    assert len(seeds) == 6
    assert len({given.commitment for given in (NORTH, *others)}) == 5


def test_the_same_word_gives_another_commitment_each_time() -> None:
    one, other = contribute("north", " tulip "), contribute("north", "tulip")
    assert one.value == other.value == "tulip" and one.typed
    assert one.commitment != other.commitment and "tulip" not in one.commitment
    with pytest.raises(BadInput, match=f"at most {LONGEST_WORD} letters"):
        contribute("north", "x" * (LONGEST_WORD + 1))


def test_who_commits_nothing_has_a_value_drawn() -> None:
    first, second = contributions_of(("north", "south"), {"south": SOUTH})
    assert second is SOUTH and first.side == "north" and not first.typed and len(first.value) == 32
    assert contributions_of(("north",))[0].value != first.value


def test_a_seed_that_the_sides_did_not_give_is_no_start() -> None:
    with pytest.raises(BadInput, match="does not follow from what the sides gave"):
        Start("drill", "scenario", "square", "", "chosen", {}, (NORTH, SOUTH))


def test_the_log_begins_with_the_commitments_and_ends_with_the_values() -> None:
    session = fair_game()
    first = session.log("south")[0][1].text
    assert NORTH.commitment in first and SOUTH.commitment in first and session.state.dice.commitment in first
    while session.choice is not None:
        told = " ".join(event.text for _, event in session.log(None))
        assert not any(word in told for word in ("tulip", "d4a3", "5a17", session.start.seed))
        assert isinstance(session.submit(session.choice.side, Action("end")), Accepted)
    opened = [event.text for _, event in session.log(None) if event.what == "SeedOpened"]
    assert len(opened) == 2 and "tulip" in opened[0] and "d4a3" in opened[1]
    assert NORTH.commitment in opened[0] and NORTH.salt in opened[0]


def test_a_given_seed_is_called_one() -> None:
    assert new_game().log(None)[0][1].text.startswith("Seed given: these dice can be known in advance")


def test_what_the_sides_gave_is_saved_and_checked() -> None:
    session = fair_game()
    save = loads(saved(session).dumps())
    assert save.start == session.start and restore(save, lookup).state.dice == session.state.dice


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda raw: raw["contributions"][0].__setitem__(1, "rose"), "does not fit their commitments"),
        (lambda raw: raw["commitments"].update(north="0" * 64), "does not fit their commitments"),
        (lambda raw: raw.update(contributions=[], commitments={}, seal="0" * 64), "does not fit its seal"),
        (lambda raw: raw.update(seed="chosen"), "does not follow from what the sides gave"),
        (lambda raw: raw["contributions"][0].pop(), r"contributions\[0\] must be a list of at least 4"),
        (lambda raw: raw.update(contributions=7), "contributions must be a list, not 7"),
        (lambda raw: raw.pop("commitments"), "it lacks commitments"),
    ],
)
def test_dice_that_were_tampered_with_are_refused(change: Callable[[Any], Any], said: str) -> None:
    raw = json.loads(json.dumps(saved(fair_game()).plain()))
    change(raw)
    with pytest.raises(BadInput, match=said):
        loads(json.dumps(raw))


# what a glance betrays


def secretive() -> tuple[Session, list[str]]:
    """A toy game with a hidden plan and a secret answer, and the words that nobody may read at a glance."""
    game = games.game("toy")
    given = contributions_of(("red", "blue"))
    text = game.scenario_text("toy-bridge")
    session = Session.begin(game, Start("toy", "scenario", "toy-bridge", text, seed_of(given), {}, given))
    for side, action in (("red", "mine hex 0404"), ("blue", "mine hex 0101"), ("red", "storm")):
        legal = [str(known) for known in session.legal()]
        chosen = next(known for known in legal if known.endswith(action.split()[-1]))
        assert isinstance(session.submit(side, Action.parse(chosen)), Accepted)
    words = [session.start.seed, given[0].value, given[0].salt, *map(str, session.history.saved_steps()[2:3])]
    return session, [*words, str(session.history.saved_steps()[0].action), "storm"]


def test_a_glance_at_a_saved_game_betrays_nothing() -> None:
    session, words = secretive()
    text = saved(session).dumps()
    rest = text.replace(json.dumps(session.start.text, ensure_ascii=False), "")
    assert [word for word in words if word in rest] == []
    assert '"game": "toy"' in text and given_commitments(session) <= set(text.split('"'))
    assert max(map(len, rest.splitlines())) < 400, "no line that an editor chokes on"


def given_commitments(session: Session) -> set[str]:
    return {given.commitment for given in session.start.contributions}


def test_a_glance_at_the_catalogue_betrays_nothing(tmp_path: Path) -> None:
    session, words = secretive()
    path = tmp_path / "mine.db"
    catalogue = store.open(path, create=True)
    log = GameStore(catalogue)
    keep(session, log, "glance")
    again = resume(log, "glance", games.game)
    assert saved(again).plain() == saved(session).plain()
    header = log.load("glance")
    catalogue.close()
    data = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    text = json.dumps(session.start.text, ensure_ascii=False).encode()
    assert header.actions and [word for word in words if word.encode() in data.replace(text, b"")] == []
