"""The guided first game tells the truth about how it ends."""

from __future__ import annotations

from tests.contract.lessons import played_lesson


def test_the_story_that_is_told_is_true() -> None:
    session = played_lesson("avl")
    view = session.view(None)
    counters = {counter.id: counter for counter in view.counters}
    assert counters["us-2-142"].place == "1434"
    assert counters["us-3-141"].place == "1334"
    assert counters["ge-ii79"].place == "1534"
    assert "demoralized" in counters["ge-ii79"].statuses
    assert counters["ge-ii79"].steps == 2
    assert counters["us-1-142"].steps == 2
    assert counters["us-2-141"].steps == 2
    assert view.control["1334"] == view.control["1434"] == "allied"
    assert "reduced ammo" in counters["uss-savannah"].statuses
