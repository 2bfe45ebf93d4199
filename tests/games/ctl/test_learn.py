"""The guided first game tells the truth about how it ends."""

from __future__ import annotations

from tests.contract.lessons import played_lesson


def test_the_story_that_is_told_is_true() -> None:
    session = played_lesson("ctl")
    view = session.view(None)
    counters = {counter.id: counter for counter in view.counters}
    assert counters["us-1-18"].place == "2108"
    assert counters["i-9-lsch"].place == "2209"
    assert counters["viii-lwf"].place == "2109"
    assert "disrupted" in counters["viii-lwf"].statuses
    assert dict(counters["viii-lwf"].ratings)["strength"] == "2/4"
    assert counters["hq-1id"].place == "1908"
    assert counters["us-1-16"].statuses == ()
    level = view.track("level.1ID")
    assert level is not None and level.value == "4"
    assert [marker.place for marker in view.markers] == ["2108"]
    assert session.decision is not None and "activation 3 of 5" in session.decision.prompt
