"""The bill of a decision: what a side had, what it has used up and what is left, track by track."""

from __future__ import annotations

from collections.abc import Iterable

from engine.record import Record
from engine.referee.view import Track, View


class BillLine(Record):
    """One track that is paid from."""

    key: str
    title: str
    start: int
    left: int
    side: str = ""
    power: str = ""

    @property
    def used(self) -> int:
        """What has been paid; below zero if there is more now."""
        return self.start - self.left


def bill(keys: Iterable[str], before: View, now: View, changed_too: bool = False) -> list[BillLine]:
    """A line for each of these tracks and, if wanted, for every other track of the side that is different."""
    then, since = _numbers(before), _numbers(now)
    wanted = [key for key in dict.fromkeys(keys) if key in since]
    if changed_too:
        own = [key for key, (track, _) in since.items() if track.side == now.side]
        wanted += [key for key in own if key not in wanted and key in then and then[key][1] != since[key][1]]
    lines = []
    for key in wanted:
        track, left = since[key]
        start = then[key][1] if key in then else left
        lines.append(BillLine(key, track.title, start, left, track.side, track.power))
    return lines


def _numbers(view: View) -> dict[str, tuple[Track, int]]:
    """The tracks whose value is a whole number."""
    found = ((track, track.value.removeprefix("-")) for track in view.tracks)
    return {track.key: (track, int(track.value)) for track, digits in found if digits.isdecimal()}
