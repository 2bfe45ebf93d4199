"""The guided first game tells the truth about how it ends."""

from __future__ import annotations

from tests.contract.lessons import played_lesson


def test_the_story_that_is_told_is_true() -> None:
    session = played_lesson("ttr")
    view = session.view(None)
    counters = {counter.id: counter for counter in view.counters}
    places = {name: counters[name].place for name in ("br-gds-arm", "br-11-arm", "us-82-abn", "12-vg")}
    assert places == {"br-gds-arm": "3113", "br-11-arm": "3015", "us-82-abn": "3112", "12-vg": "3313"}
    steps = {name: counters[name].steps for name in ("br-gds-arm", "us-82-abn", "erdm", "9ss-pz")}
    assert steps == {"br-gds-arm": 2, "us-82-abn": 1, "erdm": 1, "9ss-pz": 2}
    assert counters["flak-1"].place == "pool german"
    tracks = {track.key: track.value for track in view.tracks}
    assert (tracks["vp.allied"], tracks["weather"], tracks["turn"]) == ("55", "clear", "1")
    log = " ".join(event.text for _, event in session.log(None))
    assert "33 against 10: 3:1, on 7:1" in log
    assert "180 Inf is out of supply" in log
