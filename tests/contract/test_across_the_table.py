"""A question across the table shows what all sides may see, and the answers of the side that is asked."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bots.secrecy import unseen_in
from engine.referee.action import Action
from engine.referee.frame import Choice
from engine.referee.public_seat import PublicSeat
from engine.referee.public_view import EVERYBODY
from engine.referee.session import Accepted, Session
from tests.contract.hidden_tables import hidden_tables
from tests.contract.sample import Sample
from tests.contract.test_hidden import words


def asked_across(played: Sample) -> Iterator[tuple[Session, Choice]]:
    """Every decision of the sample, and of worked examples with something hidden, that is asked openly."""
    for table in (*played.tables(), *hidden_tables(played.key)):
        choice = table.choice
        if choice is not None and choice.asks_across_the_table(table.state):
            yield table, choice


def test_the_public_view_shows_no_side_more_than_its_own(played: Sample) -> None:
    chance = played.chance("public view")
    for table in played.tables():
        public = table.view(EVERYBODY)
        assert public.side == EVERYBODY
        for side in played.sides:
            hidden = unseen_in(table.view(None), table.view(side))
            assert hidden & set(words(public)) == set(), f"{side} would see {hidden & set(words(public))}"
            ids = {counter.id for counter in table.view(side).counters}
            others = {counter.id for counter in public.counters if counter.side != side}
            assert others <= ids, f"{side} would see counters that it cannot see"
            other = table.game.imagined(table.state, side, chance)
            if other is not table.state:
                again = Session.view(_at(table, other), EVERYBODY)
                assert again == public, f"what everybody sees depends on what {side} cannot see"


def _at(table: Session, state: object) -> Session:
    branch = table.branch(len(table))
    branch.history.present = state  # type: ignore[assignment]
    return branch


def test_nothing_is_lost_that_all_sides_see_alike(played: Sample) -> None:
    for table in played.tables():
        public = table.view(EVERYBODY)
        first, *others = (table.view(side) for side in played.sides)
        for counter in first.counters:
            if all(counter in view.counters for view in others):
                assert counter in public.counters
        for track in first.tracks:
            if all(track in view.tracks for view in others):
                assert track in public.tracks


def test_the_log_of_everybody_is_what_each_side_reads(played: Sample) -> None:
    session = played.session
    everybody = session.log(EVERYBODY)
    for side in played.sides:
        read = {(at, event.text) for at, event in session.log(side)}
        for at, event in everybody:
            hidden = event.seen_by is not None and side not in event.seen_by
            assert not hidden and (
                (at, event.text) in read or event.text in {e.redacted for e in session.history[at].events}
            )


def test_a_question_across_the_table_names_nothing_that_another_side_cannot_see(played: Sample) -> None:
    for table, choice in asked_across(played):
        seat = PublicSeat(table, choice.side)
        decision = seat.decision
        assert decision is not None
        for side in played.sides:
            if side == choice.side:
                continue
            hidden = unseen_in(table.view(None), table.view(side))
            read = [decision.prompt, *seat.subjects(), *seat.whereabouts()]
            read += [seat.label(action) for action in seat.legal()]
            for text in read:
                assert not hidden & {text, *text.split()}, f"{type(choice).__name__} says {text!r} to {side}"


def test_whoever_looks_on_learns_nothing_from_the_question(played: Sample) -> None:
    """What a player of another side cannot see may lie anywhere: the question is the same."""
    chance = played.chance("question")
    for table, choice in asked_across(played):
        seat = PublicSeat(table, choice.side)
        for side in played.sides:
            other = table.game.imagined(table.state, side, chance)
            if side == choice.side or other is table.state:
                continue
            assert choice.prompt(other) == choice.prompt(table.state)
            assert tuple(choice.whereabouts(other)) == seat.whereabouts()
            assert choice.asks_across_the_table(other), "whether it is asked openly must not betray anything"


def test_a_seat_across_the_table_gives_no_other_reasons(played: Sample) -> None:
    for table, choice in asked_across(played):
        seat = PublicSeat(table, choice.side)
        legal = seat.legal()
        assert legal == table.legal() and all(not seat.refusals(action) for action in legal)
        for action in choice.candidates(table.state):
            if action not in legal:
                assert [refusal.case for refusal in seat.refusals(action)] == ["referee"]
        assert legal and seat.look_ahead(legal[0]) is None


def test_a_secret_answer_across_the_table_is_told_to_nobody(played: Sample) -> None:
    """Only the question is public: neither the log nor a later question tells what was chosen."""
    for table, choice in asked_across(played):
        if not choice.is_secret(table.state):
            continue
        told: dict[str | None, set[str]] = {}
        for action in table.legal()[:4]:
            after = _answered(table, action)
            if _is_still_secret(after, choice):
                told.setdefault(after.deciding_side, set()).add(_told_to_all(after))
        assert all(len(texts) == 1 for texts in told.values()), (
            f"{type(choice).__name__} tells what was chosen"
        )


def _answered(table: Session, action: Action) -> Session:
    branch = table.branch(len(table))
    assert isinstance(branch.submit(table.deciding_side or "", action), Accepted)
    return branch


def _is_still_secret(session: Session, asked: Choice) -> bool:
    """Is the next question another secret one of the same kind, or the same one, not finished?"""
    choice = session.choice
    return choice is not None and choice.is_secret(session.state) and choice.title == asked.title


def _told_to_all(session: Session) -> str:
    seat = PublicSeat(session, session.deciding_side)
    question = (seat.decision, seat.legal(), seat.allotment()) if seat.asks_across_the_table else ()
    log = [event for at, event in seat.log() if at == len(session)]
    step = seat.step(len(session))
    return repr((seat.view, log, step.action, step.label(), question))
