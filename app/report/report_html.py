"""The after-action report as one self-contained HTML page. No GUI code."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import ceil, floor
from typing import Final

from msgspec import Struct

from app.report.course_text import summary_of, turning_text
from app.report.statistics import Statistics, Turn
from engine.bots.course import Course
from engine.mechanics.plural import counted
from engine.referee.event import Event
from engine.referee.refusal import REFEREE

WIDTH: Final = 560
HEIGHT: Final = 230
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 120, 14, 30
_DASHES: Final = ("", "7 4", "2 4", "9 3 2 3")
GREY: Final = "#8c8577"
STYLE: Final = """
:root { color-scheme: light dark; --paper: #fffdf8; --ink: #221f1a; --quiet: #6a6357; --line: #cfc7b6; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1b1d21; --ink: #e9e6df; --quiet: #a59f93; --line: #43464e; }
}
body { font: 16px/1.5 system-ui, sans-serif; max-width: 74rem; margin: 2rem auto; padding: 0 1.5rem;
  background: var(--paper); color: var(--ink); }
h1 { margin: 0; line-height: 1.2; } h2 { margin: 0 0 .8rem; }
section { border-top: 1px solid var(--line); padding-top: 1.2rem; margin-top: 2.4rem; }
.quiet, .case { color: var(--quiet); } .outcome { font-weight: 600; font-size: 1.15em; }
.case { white-space: nowrap; font-size: .85em; }
.wide { overflow-x: auto; } table { border-collapse: collapse; margin: 1rem 0 2rem; }
td, th { padding: .3rem .8rem; text-align: right; border-bottom: 1px solid var(--line); }
th:first-child { text-align: left; white-space: nowrap; padding-left: 0; }
.chip { display: inline-block; width: .8em; height: .8em; border-radius: .2em; margin-right: .5em; }
.charts { display: grid; gap: 1.5rem 2rem;
  grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); }
figure { margin: 0; } figcaption { font-weight: 600; }
svg { width: 100%; height: auto; } svg text { fill: currentColor; font-size: 13px; }
.axis { stroke: currentColor; opacity: .3; }
nav { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin-top: 2rem; } nav a { color: inherit; }
img { display: block; max-width: 100%; max-height: 85vh; border: 1px solid var(--line); border-radius: 6px; }
ul { columns: 26rem; column-gap: 2.5rem; padding-left: 1.2rem; }
li { break-inside: avoid; margin-bottom: .2rem; overflow-wrap: anywhere; }
@media print {
  @page { margin: 1.6cm; }
  :root { --paper: #fff; --ink: #000; --quiet: #444; --line: #bbb; }
  body { font-size: 10pt; line-height: 1.35; max-width: none; margin: 0; padding: 0; }
  nav { display: none; }
  .charts { grid-template-columns: 1fr 1fr; gap: .8rem 1.2rem; }
  figure, tr { break-inside: avoid; } h2 { break-after: avoid; } img { max-height: 12cm; }
  ul { columns: 2; column-gap: 1cm; }
}
"""


class Picture(Struct, frozen=True):
    """An image embedded in the page."""

    kind: str
    """`png` or `jpeg`."""
    data: bytes

    def address(self) -> str:
        """The image as a `data:` address."""
        return f"data:image/{self.kind};base64,{b64encode(self.data).decode('ascii')}"


class ReportStyle(Struct, frozen=True):
    """Titles and colours of the sides, and of the powers below them."""

    titles: Mapping[str, str]
    colours: Mapping[str, str]


def compose(
    title: str, statistics: Statistics, style: ReportStyle, rows: Mapping[str, Sequence[str]],
    heads: Sequence[str], pictures: Sequence[Picture | None], course: Course | None = None,
) -> str:  # fmt: skip
    """The whole page; `rows` is the table of figures by side, `pictures` has one per turn."""
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{escape(title)}: after-action report</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        f'<p class="quiet">{escape(_subtitle(statistics, style))}</p>',
    ]
    if statistics.outcome is not None:
        parts.append(f'<p class="outcome">{escape(_sentence(statistics.outcome.text))}</p>')
    parts += _figures(rows, heads, style)
    parts.append('<div class="charts">')
    parts += _charts(statistics, style)
    parts.append("</div>")
    if course is not None:
        parts += _course(course, style)
    parts += _contents(statistics.turns)
    for number, (turn, picture) in enumerate(zip(statistics.turns, pictures, strict=True)):
        parts += _turn(number, turn, picture)
    parts.append("</body></html>\n")
    return "\n".join(parts)


def _subtitle(statistics: Statistics, style: ReportStyle) -> str:
    seen = "with nothing hidden"
    if statistics.viewing_side is not None:
        seen = f"as {style.titles.get(statistics.viewing_side) or 'everybody'} saw it"
    turns = counted(statistics.length, "turn")
    return f"After-action report: {turns} and {counted(statistics.actions, 'action')}, {seen}"


def _figures(rows: Mapping[str, Sequence[str]], heads: Sequence[str], style: ReportStyle) -> Iterator[str]:
    yield '<div class="wide"><table><tr><th>Side</th>'
    yield "".join(f"<th>{escape(head)}</th>" for head in heads)
    yield "</tr>"
    for side, cells in rows.items():
        shown = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        colour = escape(style.colours.get(side, GREY), quote=True)
        chip = f'<span class="chip" style="background:{colour}"></span>'
        yield f"<tr><th>{chip}{escape(style.titles.get(side, side))}</th>{shown}</tr>"
    yield "</table></div>"


def _course(course: Course, style: ReportStyle) -> Iterator[str]:
    """The evaluation by turn, and the turning points."""

    def title_of(side: str) -> str:
        return style.titles.get(side, side)

    last: dict[int, tuple[float, float]] = {}
    for point, luck in zip(course.points, course.summed_luck(), strict=True):
        last[point.turn or 0] = (100 * point.value, 100 * luck)
    curves = {course.side: [value for value, _ in last.values()], "luck": [luck for _, luck in last.values()]}
    named = ReportStyle({**style.titles, "luck": "luck, summed"}, style.colours)
    yield "<h2>Evaluation</h2>"
    yield f'<p class="quiet">{escape(summary_of(course, title_of))}</p>'
    yield chart("Evaluation at the end of each turn", curves, named, [str(turn) for turn in last])
    if course.turning_points:
        yield "<h3>Turning points</h3><ul>"
        for turning in course.turning_points:
            yield f"<li>{escape(turning_text(turning, title_of))}</li>"
        yield "</ul>"


def _contents(turns: Sequence[Turn]) -> Iterator[str]:
    links = "".join(f'<a href="#turn{number}">{escape(turn.title)}</a>' for number, turn in enumerate(turns))
    yield f"<nav>{links}</nav>"


def _turn(number: int, turn: Turn, picture: Picture | None) -> Iterator[str]:
    yield f'<section id="turn{number}"><h2>{escape(turn.title)}</h2>'
    if picture is not None:
        words = escape(f"The map at the end of {turn.title}", quote=True)
        yield f'<img alt="{words}" src="{picture.address()}">'
    yield "<ul>"
    for event in turn.lines:
        yield f"<li>{_line(event)}</li>"
    yield "</ul></section>"


def _line(event: Event) -> str:
    case = f' <span class="case">({escape(event.case)})</span>' if event.case not in ("", REFEREE) else ""
    return escape(_sentence(event.text)) + case


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


# charts


def _charts(statistics: Statistics, style: ReportStyle) -> Iterator[str]:
    turns, sides = statistics.turns, statistics.sides
    marks = [turn.mark for turn in turns]
    yield chart("Strength: steps on the map", _lines(sides, [turn.strength for turn in turns]), style, marks)
    yield chart("Steps lost", _lines(sides, [turn.lost for turn in turns]), style, marks)
    if any(any(turn.held.values()) for turn in turns):
        yield chart("Hexes held", _lines(sides, [turn.held for turn in turns]), style, marks)
    for name, title in statistics.track_titles.items():
        curves = {side: [float(value) for value in statistics.track_by_turn(name, side)] for side in sides}
        yield chart(title, curves, style, marks)
    for measured in statistics.measured():
        curves = {
            power or side: [float(value) for value in values]
            for (side, power), values in measured.values.items()
        }
        yield chart(f"{measured.page}: {measured.title}", curves, style, marks)
    if statistics.combats:
        luck = {side: [float(value) for value in statistics.luck_by_turn(side)] for side in sides}
        yield chart("Luck: steps gained by chance", luck, style, marks)


def _lines(sides: Sequence[str], turns: Sequence[Mapping[str, int]]) -> dict[str, list[float]]:
    return {side: [float(turn.get(side, 0)) for turn in turns] for side in sides}


def chart(title: str, curves: Mapping[str, Sequence[float]], style: ReportStyle, marks: Sequence[str]) -> str:
    """Curves by turn as SVG; each side has its dash, and its name at the end of its curve."""
    values = [value for curve in curves.values() for value in curve] or [0.0]
    low, high = _bounds(values)
    count = len(marks)

    def x(at: int) -> float:
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * at / max(1, count - 1)

    def y(value: float) -> float:
        return _TOP + (HEIGHT - _TOP - _BOTTOM) * (high - value) / (high - low)

    parts = [
        f"<figure><figcaption>{escape(title)}</figcaption>",
        f'<svg role="img" aria-label="{escape(title, quote=True)}" viewBox="0 0 {WIDTH} {HEIGHT}"',
        f'width="{WIDTH}" height="{HEIGHT}">',
    ]
    for value in (low, (low + high) / 2, high):
        parts.append(f'<path class="axis" d="M{_LEFT} {y(value):.1f}H{x(count - 1):.1f}"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g}</text>')
    every = max(1, -(-count // 12))
    for at in range(0, count, every):
        parts.append(
            f'<text x="{x(at):.1f}" y="{HEIGHT - 8}" text-anchor="middle">{escape(marks[at])}</text>'
        )
    names: list[float] = []
    for number, (side, curve) in enumerate(curves.items()):
        colour = escape(style.colours.get(side, GREY), quote=True)
        points = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in enumerate(curve))
        dash = f' stroke-dasharray="{_DASHES[number % len(_DASHES)]}"' if number % len(_DASHES) else ""
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2.5"{dash} points="{points}"/>')
        if curve:
            below = _apart(y(curve[-1]) + 4, names)
            names.append(below)
            name = escape(style.titles.get(side, side))
            parts.append(
                f'<circle cx="{x(len(curve) - 1):.1f}" cy="{y(curve[-1]):.1f}" r="4" fill="{colour}"/>'
            )
            parts.append(f'<text x="{x(len(curve) - 1) + 9:.1f}" y="{below:.1f}">{name}</text>')
    parts.append("</svg></figure>")
    return "\n".join(parts)


def _bounds(values: Sequence[float]) -> tuple[float, float]:
    """The ends of the scale: even numbers, so that the middle is a whole number."""
    low, high = min(0.0, *values), max(1.0, *values)
    if high - low < 2:
        return low, high
    return 2.0 * floor(low / 2), 2.0 * ceil(high / 2)


def _apart(wanted: float, taken: Sequence[float]) -> float:
    while any(abs(wanted - other) < 14 for other in taken):
        wanted -= 14
    return wanted
