"""Every decision can be answered, explained and taken by its owner alone."""

from __future__ import annotations

from engine.bots import scrutiny
from engine.referee.action import KINDS
from engine.referee.refusal import REFEREE
from engine.referee.rulebook import Rulebook
from engine.referee.session import Accepted, Refused
from tests.contract.sample import Sample

MANY = 12


def test_no_decision_is_a_dead_end(played: Sample) -> None:
    for table in played.tables():
        assert list(scrutiny.dead_ends(table, table.legal())) == []
        assert (table.choice is None) == (table.state.outcome is not None)


def test_invariants_hold_at_every_step(played: Sample) -> None:
    for number in range(len(played.session) + 1):
        broken = list(played.game.invariants(played.session.at(number)))
        assert broken == [], f"after action {number}"


def test_what_is_listed_is_legal_and_can_be_carried_out(played: Sample) -> None:
    for table, choice, legal in played.decisions():
        assert all(action.kind in KINDS and action.verb for action in legal)
        for action in legal:
            assert table.refusals(choice.side, action) == [], f"{action} in {type(choice).__name__}"
        assert list(scrutiny.listed_otherwise(table, legal)) == []
        some = played.chance("legal").sample(legal, min(MANY, len(legal)))
        assert list(scrutiny.refused_though_listed(table, some)) == []


def test_what_is_not_listed_is_refused_with_a_reason(played: Sample) -> None:
    chance = played.chance("wild")
    refused = 0
    for table, choice, legal in played.decisions():
        wild = scrutiny.wild_actions(table, legal, chance, 40)
        assert list(scrutiny.taken_though_unlisted(table, legal, wild)) == []
        before = len(table)
        for action in wild[:5]:
            if action not in legal:
                assert isinstance(table.submit(choice.side, action), Refused)
                refused += 1
        assert len(table) == before
    assert refused


def test_the_other_side_has_no_decision(played: Sample) -> None:
    for table, choice, legal in played.decisions():
        assert choice.side in played.sides
        assert list(scrutiny.taken_out_of_turn(table, legal)) == []
        for side in played.sides:
            if side != choice.side:
                assert isinstance(table.submit(side, legal[0]), Refused)
                assert isinstance(table.preview(side, legal[0]), Refused)


def test_nobody_decides_after_the_end(played: Sample) -> None:
    table = played.session.branch(0)
    if played.session.choice is None:
        table = played.session.branch(len(played.session))
        last = played.session.history.last
        assert table.legal() == [] and table.decision is None and last.action is not None
        assert isinstance(table.submit(last.side, last.action), Refused)
    else:
        assert table.decision is not None and table.legal()


def test_prompts_and_labels_say_something(played: Sample) -> None:
    for table, choice, legal in played.decisions():
        decision = table.decision
        assert decision is not None and decision.prompt.strip() and decision.side == choice.side
        for action in legal:
            assert choice.label(table.state, action).strip(), f"{action} in {type(choice).__name__}"
            assert all(reminder.strip() for reminder in choice.reminders(table.state, action))


def test_previews_change_nothing_and_roll_nothing(played: Sample) -> None:
    for table, choice, legal in played.decisions():
        before, fallen = played.encoded(table.state), table.state.dice.fallen
        frames, tables = table.state.frames, dict(table.state.tables)
        for action in legal:
            preview = table.preview(choice.side, action)
            assert not isinstance(preview, Refused)
            assert preview == table.preview(choice.side, action)
            chances = sum(outcome.probability for outcome in preview.outcomes)
            assert chances == (1 if preview.outcomes else 0), f"outcomes of {action} add up to {chances}"
        assert table.state.dice.fallen == fallen and table.state.frames is frames
        assert all(table.state.tables[kind] is content for kind, content in tables.items())
        assert played.encoded(table.state) == before


def test_every_case_that_is_cited_is_in_the_rulebook(played: Sample) -> None:
    known = {REFEREE, *Rulebook.load(played.game.rules_path()).cases}
    cited = {f"event {e.what}": e.case for m in played.session.history.all() for e in m.events if e.case}
    chance = played.chance("cases")
    for table, choice, legal in played.decisions():
        for action in scrutiny.wild_actions(table, legal, chance, 30):
            cited |= {f"refusal {r.why}": r.case for r in table.refusals(choice.side, action)}
        for action in legal:
            preview = choice.preview(table.state, action)
            cited |= {f"modifier {m.text}": m.case for m in preview.modifiers}
            cited |= {f"strength {s.text}": s.case for s in preview.strengths if s.case}
    if played.session.state.outcome is not None:
        cited["the outcome"] = played.session.state.outcome.case
    assert {what: case for what, case in cited.items() if case not in known} == {}
    assert set(cited.values()) - {REFEREE}, "not one case of the rules was cited"


def test_forced_options_are_played_on_request_and_logged(played: Sample) -> None:
    for table, _, legal in played.decisions():
        number = len(table)
        expected = len(legal) == 1
        count = table.play_forced(most=20)
        assert (count > 0) == expected and len(table) == number + count
        for step in table.history.all()[number + 1 :]:
            assert step.auto and step.action is not None and step.side in played.sides
        entries = table.history.saved_steps()
        assert [entry.auto for entry in entries] == [False] * number + [True] * count


def test_an_accepted_action_says_what_changed(played: Sample) -> None:
    for table, choice, legal in played.decisions():
        before = {kind: dict(records) for kind, records in table.state.tables.items()}
        answer = table.submit(choice.side, played.chance("submit").choice(legal))
        assert isinstance(answer, Accepted)
        for change in answer.changes:
            records = before[change.kind]
            assert records.get(change.key) == change.before
            if change.after is None:
                records.pop(change.key)
            else:
                records[change.key] = change.after
        assert before == table.state.tables
        assert all(event.text.strip() and event.what for event in answer.events)
