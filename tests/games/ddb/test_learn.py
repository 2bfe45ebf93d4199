"""The guided first game tells the truth about how it ends."""

from __future__ import annotations

from tests.contract.lessons import played_lesson


def test_the_story_that_is_told_is_true() -> None:
    view = played_lesson("ddb").view(None)
    places = {counter.id: counter.place for counter in view.counters}
    assert places["us-3-502"] == "0907"
    assert places["ge-3-6"] == places["ge-1058"] == "shattered german"
    track = view.track("turn")
    assert track is not None
    assert track.value == "2"
