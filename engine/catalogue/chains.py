"""Orders hexsides for reading: roads as the hexes they run through, rivers as courses of touching sides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from engine.catalogue.map_sheet import EDGES


def as_paths(sides: Iterable[str]) -> list[list[str]]:
    """Walks over hexes that cross each side exactly once, begun at the ends of the net; longest first."""
    steps: defaultdict[str, list[str]] = defaultdict(list)
    off_map = [side.split("/") for side in sorted(set(sides)) if side.split("/")[1] in EDGES]
    for side in sorted(set(sides), reverse=True):
        a, b = side.split("/")
        if b in EDGES:
            continue
        steps[a].append(b)
        steps[b].append(a)
    ends = [hex_id for hex_id in sorted(steps) if len(steps[hex_id]) % 2]
    paths = [_walk(end, steps) for end in ends if len(steps[end]) % 2]
    for start in sorted(steps):
        while steps[start]:
            paths.append(_walk(start, steps))
    return sorted(paths + off_map, key=lambda path: (-len(path), path))


def _walk(start: str, steps: dict[str, list[str]]) -> list[str]:
    path = [start]
    here = start
    while steps[here]:
        after = steps[here].pop()
        steps[after].remove(here)
        path.append(after)
        here = after
    return path


def in_courses(sides: Iterable[str]) -> list[list[str]]:
    """Sides one after the other as they touch (two sides of one hex), each course on its own."""
    of_hex: defaultdict[str, set[str]] = defaultdict(set)
    for side in sides:
        for hex_id in side.split("/"):
            of_hex[hex_id].add(side)
    courses = []
    done: set[str] = set()
    for start in sorted(sides, key=lambda side: (_touching(side, of_hex), side)):
        if start not in done:
            courses.append(_follow(start, of_hex))
            done.update(courses[-1])
    return courses


def _touching(side: str, of_hex: dict[str, set[str]]) -> int:
    a, b = side.split("/")
    return len(of_hex[a]) + len(of_hex[b])


def _follow(start: str, of_hex: dict[str, set[str]]) -> list[str]:
    course = []
    here: str | None = start
    while here is not None:
        course.append(here)
        a, b = here.split("/")
        of_hex[a].discard(here)
        of_hex[b].discard(here)
        here = min(of_hex[a] | of_hex[b], key=lambda side: (_touching(side, of_hex), side), default=None)
    return course
