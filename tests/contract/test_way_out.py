"""A decision that can be backed out of says how, and going back costs nothing."""

from __future__ import annotations

from collections.abc import Iterator

from engine.referee.frame import Choice
from engine.referee.session import Accepted, Session
from tests.contract.sample import Sample

BRANCHES = 6
"""Legal actions of each step behind which the next decision is looked at, too."""


def decisions(played: Sample) -> Iterator[tuple[Session, Choice]]:
    """The decisions of the sampled steps, and those one action further on."""
    chance = played.chance("way out")
    for table, choice, legal in played.decisions():
        yield table.branch(len(table)), choice
        by_verb = {action.verb: action for action in chance.sample(legal, len(legal))}
        for action in list(by_verb.values())[:BRANCHES]:
            further = table.branch(len(table))
            assert isinstance(further.submit(choice.side, action), Accepted)
            if further.choice is not None:
                yield further, further.choice


def test_the_way_out_is_legal_and_rolls_nothing_and_ends_no_phase(played: Sample) -> None:
    for table, choice in decisions(played):
        action = choice.way_out(table.state)
        if action is None:
            continue
        where = f"{action} in {type(choice).__name__}"
        before = table.state
        assert action in table.legal(), where
        assert choice.is_ending(action), where
        assert isinstance(table.submit(choice.side, action), Accepted), where
        assert not table.undo_needs_consent(), f"{where} rolls, reveals or hands over"
        assert table.state.dice.fallen == before.dice.fallen, where
        after = table.state.frames
        for depth, frame in enumerate(before.frames[:-1]):
            if frame.scope:
                assert depth < len(after) and type(after[depth]) is type(frame), f"{where} ends {frame}"


def test_going_back_again_and_again_comes_to_an_end(played: Sample) -> None:
    for table, choice in decisions(played):
        seen = len(table.state.frames) + BRANCHES
        for _ in range(seen):
            now = table.choice
            action = now.way_out(table.state) if now is not None else None
            if action is None:
                break
            table.submit(choice.side, action)
        else:
            raise AssertionError(f"{type(choice).__name__} is backed out of without end")


def test_the_action_that_only_goes_back_is_declared(played: Sample) -> None:
    """An ending that leads to the decision before, with nothing else changed, is the way out."""
    for table, choice, _ in played.decisions():
        if len(table) == 0:
            continue
        previous = table.at(len(table) - 1)
        if not previous.frames or previous.frames[-1] not in table.state.frames[:-1]:
            continue
        for action in filter(choice.is_ending, table.legal()):
            back = table.branch(len(table))
            back.submit(choice.side, action)
            if back.state.frames == previous.frames and back.state.tables == previous.tables:
                assert choice.way_out(table.state) is not None, f"{action} in {type(choice).__name__}"


def test_the_default_is_legal(played: Sample) -> None:
    for table, choice in decisions(played):
        action = choice.default(table.state)
        assert action is None or action in table.legal(), f"{action} in {type(choice).__name__}"
