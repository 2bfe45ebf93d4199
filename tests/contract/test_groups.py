"""Two actions that are submitted together come to the same as one after the other, in every game."""

from __future__ import annotations

import pytest

from engine.referee.action import Action
from engine.referee.frame import Choice
from engine.referee.save import loads, replay, saved
from engine.referee.session import Accepted, Refused, Session
from tests.contract.sample import Sample

MOST_ACTIONS = 3
"""Legal actions of each decision that are tried as the first of a group."""


def tried(played: Sample) -> list[tuple[Session, Choice, Action]]:
    """Some legal actions of the sampled decisions."""
    chance = played.chance("groups")
    return [
        (table, choice, action)
        for table, choice, legal in played.decisions()
        for action in chance.sample(legal, min(MOST_ACTIONS, len(legal)))
    ]


def test_a_group_equals_its_actions_one_by_one(played: Sample) -> None:
    chance, seen = played.chance("second actions"), 0
    for table, choice, first in tried(played):
        ahead = table.look_ahead(first)
        if ahead is None:
            continue
        second, before = chance.choice(ahead.legal()), len(table)
        apart, together = table.branch(before), table.branch(before)
        answers = [apart.submit(choice.side, action) for action in (first, second)]
        answer = together.submit(choice.side, first, second)
        assert isinstance(answer, Accepted), f"{first}, {second}: {answer}"
        singly = [single for single in answers if isinstance(single, Accepted)]
        assert answer.events == tuple(event for single in singly for event in single.events)
        assert played.encoded(together.state) == played.encoded(apart.state)
        for at in (before + 1, before + 2):
            assert together.history.digest(at) == apart.history.digest(at)
        for side in (None, *played.sides):
            assert together.log(side, before) == apart.log(side, before)
            assert together.view(side) == apart.view(side)
        assert together.legal() == apart.legal()
        after = played.encoded(together.state)
        assert together.undo(played.sides) is None and len(together) == before
        assert played.encoded(together.state) == played.encoded(table.state)
        assert together.redo() is None and played.encoded(together.state) == after
        seen += 1
    assert seen, "no decision of this scenario leads to another one of the same side"


def test_a_group_ends_at_dice_at_secrets_and_at_the_other_side(played: Sample) -> None:
    for table, choice, first in tried(played):
        if table.look_ahead(first) is None:
            state, length = table.state, len(table)
            answer = table.submit(choice.side, first, first)
            assert isinstance(answer, Refused) and answer.number == 2, str(first)
            assert table.state is state and len(table) == length


def test_a_save_brings_groups_back(played: Sample) -> None:
    table = played.session.branch(0)
    chance = played.chance("groups in a save")
    while len(table) < 24 and (choice := table.choice) is not None:
        first = chance.choice(table.legal())
        ahead = table.look_ahead(first)
        actions = (first,) if ahead is None else (first, chance.choice(ahead.legal()))
        assert isinstance(table.submit(choice.side, *actions), Accepted)
    if not any(step.joined for step in table.history.saved_steps()):
        pytest.skip("none came about")
    save = loads(saved(table).dumps())
    assert replay(save, played.game).history.saved_steps() == table.history.saved_steps()
