"""A side sees what it may see: its view, list, previews and log hold nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from engine.bots import scrutiny, secrecy
from engine.referee.frame import Choice
from tests.contract.sample import SEED, Sample


def words(value: Any) -> Iterator[str]:
    """Every text anywhere inside a view; anything but plain values has no business there."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from words(key)
            yield from words(item)
    elif isinstance(value, tuple | list | frozenset):
        for item in value:
            yield from words(item)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from words(getattr(value, name))
    else:
        assert value is None or isinstance(value, int | bool | Fraction), f"{value!r} is no plain value"


def test_the_open_table_and_every_chair_can_be_shown(played: Sample) -> None:
    for number, table in enumerate(played.tables()):
        before = played.encoded(table.state)
        for side in (None, *played.sides):
            view = table.view(side)
            assert view.side == side and view == table.view(side)
            assert all(word == word.strip("\0") for word in words(view))
            ids = [counter.id for counter in view.counters]
            assert len(ids) == len(set(ids)), "two counters have one id"
            if number % 6 == 0:
                overlays = list(table.game.overlays(table.state, side))
                assert overlays == list(table.game.overlays(table.state, side))
                assert all(overlay.key and overlay.title for overlay in overlays)
                for one in overlays:
                    assert list(table.game.overlays_among(table.state, side, {one.key})) == [one]
        assert played.encoded(table.state) == before


def test_reshuffling_what_is_hidden_changes_nothing_that_is_seen(played: Sample) -> None:
    chance = played.chance("reshuffle")
    hidden, moved = set(), set()
    for table in played.tables():
        legal = table.legal()
        asked = [*legal[:8], *(scrutiny.wild_actions(table, legal, chance, 8) if legal else [])]
        for side in played.sides:
            before = played.encoded(table.state)
            assert list(secrecy.betrayals(table, side, asked, chance)) == []
            if side not in moved and played.encoded(table.game.imagined(table.state, side, chance)) != before:
                moved.add(side)
            assert played.encoded(table.state) == before
            if secrecy.unseen_in(table.view(None), table.view(side)):
                hidden.add(side)
    assert hidden <= moved, f"units are hidden from {hidden - moved}, but reshuffle moves nothing"


def test_no_log_betrays_what_is_hidden(played: Sample) -> None:
    chance = played.chance("log")
    for table, _, legal in played.decisions():
        for side in played.sides:
            tried = chance.sample(legal, min(3, len(legal)))
            assert list(secrecy.leaks(table, side, tried, chance)) == []


def test_no_view_names_a_hidden_unit(played: Sample) -> None:
    for table in played.tables():
        for side in played.sides:
            view = table.view(side)
            hidden = secrecy.unseen_in(table.view(None), view)
            assert hidden & set(words(view)) == set()
            choice = table.choice
            if choice is not None and choice.side == side:
                offered = {action.target for action in table.legal()}
                assert hidden & offered == set()
                assert hidden & set(choice.prompt(table.state).split()) == set()


def test_nothing_a_side_can_read_holds_the_seed(played: Sample) -> None:
    for table in played.tables():
        choice = table.choice
        told = [secrecy.told(table, action) for action in table.legal()[:8]] if choice else []
        for side in (None, *played.sides):
            read = [*words(table.view(side)), *(event.text for _, event in table.log(side))]
            read += [repr(answer) for answer in told]
            assert not any(SEED in word for word in read)


def test_the_log_shows_each_side_no_more_than_it_may_see(played: Sample) -> None:
    everything = played.session.log(None)
    for side in played.sides:
        shown = dict.fromkeys(played.session.log(side))
        for at, event in everything:
            if event.seen_by is not None and side not in event.seen_by:
                assert (at, event) not in shown
            else:
                assert (at, event) in shown
        for at, event in shown:
            if (at, event) not in everything:
                assert not event.about and not event.dice, f"{event.what} betrays more than its redacted text"


def test_secret_choices_are_not_told_to_the_others(played: Sample) -> None:
    steps = played.session.history.all()
    for at, step in enumerate(steps[1:], start=1):
        before = steps[at - 1].state
        choice = before.frames[-1]
        if not (isinstance(choice, Choice) and choice.is_secret(before)):
            continue
        for side in played.sides:
            events = [shown for event in step.events if (shown := event.for_side(side)) is not None]
            assert events, "a secret choice leaves a line in the log of every side"
            own_words = [event.text for event in events if event.what == "SecretChosen"]
            assert any(str(step.action) in text for text in own_words) == (side == step.side)
