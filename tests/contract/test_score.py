"""The score line by line: its entries make up its sum, and every case that is named exists."""

from __future__ import annotations

from engine.referee.rulebook import Rulebook
from engine.referee.ruling import Resignation
from engine.referee.seat import Seat
from tests.contract.sample import Sample


def test_the_entries_make_up_the_score(played: Sample) -> None:
    cases = set(Rulebook.load(played.game.rules_path()).cases)
    for table in played.tables():
        for sheet in played.game.score_sheets(table.state):
            assert sheet.title
            assert sheet.total is None or sum(line.points for line in sheet.lines) == sheet.total, sheet
            assert sum(grade.reached for grade in sheet.grades) <= 1
            assert all(line.side in ("", *played.sides) for line in sheet.lines)
            assert all(line.case in cases for line in sheet.lines if line.case)


def test_who_won_is_what_the_score_says(played: Sample) -> None:
    outcome = played.session.outcome
    if outcome is not None:
        decided = [sheet for sheet in played.game.score_sheets(played.session.state) if sheet.decided]
        winners = [grade.winner for sheet in decided for grade in sheet.grades if grade.reached]
        assert winners in ([], [outcome.winner])


def test_nobody_reads_the_score_before_the_end_and_it_does_not_decide_a_resignation(played: Sample) -> None:
    table = played.tables()[0]
    assert Seat(table, played.sides[0]).score_sheets() == ()
    table.rule(Resignation(played.sides[0]))
    assert not any(sheet.decided for sheet in Seat(table, None).score_sheets())
