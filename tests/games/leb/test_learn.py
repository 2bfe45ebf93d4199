"""The guided first game tells the truth about how it ends."""

from __future__ import annotations

from tests.contract.lessons import played_lesson


def test_the_story_that_is_told_is_true() -> None:
    session = played_lesson("leb")
    counters = {counter.id: counter for counter in session.view(None).counters}
    assert counters["axis-3-pz"].place == "E2523"
    assert counters["axis-4"].place == "E2525"
    assert session.decision is not None and session.decision.side == "allied"
    assert "6 units due" in session.decision.prompt
    told = [event.text for _, event in session.log(None)]
    assert "Pavlov is Shaken" in told and "Sov 4 is eliminated" in told
    assert any(text.startswith("Odds 41:4 is 10:1") for text in told)
    assert any("350 movement points" in text for text in told)
