"""The end of a game in rich text: the score line by line, turning points, and figures of each side."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from textwrap import wrap
from typing import Final

from app.play.panels.odds_text import link
from app.report.plot_style import signed
from app.report.statistics import Combat, Statistics
from engine.mechanics.plural import counted
from engine.referee.score import Grade, ScoreSheet

Titles = Callable[[str], str]
MOST_TURNING_POINTS: Final = 5
TITLE_CHARS: Final = 60
"""The score is not wrapped by its label; a long title takes several lines."""
_CELL: Final = "style='padding: 2px 14px 2px 0'"
_NUMBER: Final = "align='right' style='padding: 2px 14px 2px 0'"


def score(sheet: ScoreSheet, title_of: Titles, case: str) -> str:
    """Every entry with its side, its points and its case; `case` stands where an entry names none."""
    rows = [
        f"<tr><td {_CELL}>{escape(line.text)}</td>"
        f"<td {_CELL}>{escape(title_of(line.side)) if line.side else ''}</td>"
        f"<td {_NUMBER}>{line.points}</td><td {_CELL}>{link(line.case or case)}</td></tr>"
        for line in sheet.lines
    ]
    if sheet.total is not None:
        rows.append(
            f"<tr><td {_CELL}><b>Together</b></td><td></td><td {_NUMBER}><b>{sheet.total}</b></td>"
            f"<td {_CELL}>{link(case)}</td></tr>"
        )
    nothing = "" if rows else "<p>Nothing counts for this condition.</p>"
    table = f"<table cellspacing='0'>{''.join(rows)}</table>" if rows else nothing
    title = "<br>".join(map(escape, wrap(sheet.title, TITLE_CHARS)))
    return f"<p><b>{title}</b></p>{table}{_grades(sheet, title_of)}"


def _grades(sheet: ScoreSheet, title_of: Titles) -> str:
    rows = [
        f"<tr><td {_CELL}>{'▶' if grade.reached else ''}</td><td {_CELL}>{_strong(_range(grade), grade)}</td>"
        f"<td {_CELL}>{_strong(grade.text, grade)}</td>"
        f"<td {_CELL}>{escape(title_of(grade.winner)) if grade.winner else 'nobody'}</td></tr>"
        for grade in sheet.grades
    ]
    return f"<p></p><table cellspacing='0'>{''.join(rows)}</table>" if rows else ""


def _strong(text: str, grade: Grade) -> str:
    return f"<b>{escape(text)}</b>" if grade.reached else escape(text)


def _range(grade: Grade) -> str:
    if grade.low is None:
        return f"up to {grade.high}"
    if grade.high is None:
        return f"{grade.low} or more"
    return f"{grade.low} to {grade.high}" if grade.low != grade.high else str(grade.low)


def turning_points(statistics: Statistics) -> list[Combat]:
    """The fights in which most was lost, in the order in which they happened."""
    costly = [combat for combat in statistics.combats if sum(combat.actual.values())]
    costly.sort(key=lambda combat: -sum(combat.actual.values()))
    return sorted(costly[:MOST_TURNING_POINTS], key=lambda combat: combat.step_number)


def turning_point(combat: Combat, statistics: Statistics, title_of: Titles) -> str:
    """One fight in a sentence."""
    turn = statistics.turns[combat.turn].title if combat.turn < len(statistics.turns) else ""
    lost = " and ".join(
        f"{title_of(side)} lost {counted(steps, 'step')}" for side, steps in combat.actual.items()
    )
    return f"{turn.partition(',')[0]}: {combat.text}. {lost}".strip(": ")


def figures(statistics: Statistics, title_of: Titles) -> str:
    """Losses, what is left, and how the dice fell, side by side."""
    last = statistics.turns[-1] if statistics.turns else None
    if last is None:
        return "<p>No turn was played.</p>"
    rows: list[tuple[str, list[str]]] = [
        ("Steps lost", [str(last.lost.get(side, 0)) for side in statistics.sides]),
        ("Steps on the map", [str(last.strength.get(side, 0)) for side in statistics.sides]),
        ("Hexes held", [str(last.held.get(side, 0)) for side in statistics.sides]),
        ("Luck in fights, in steps", [_luck(statistics, side) for side in statistics.sides]),
        ("Dice above their mean", [_dice(statistics, side) for side in statistics.sides]),
    ]
    head = "".join(f"<th align='right' {_CELL}>{escape(title_of(side))}</th>" for side in statistics.sides)
    body = "".join(
        f"<tr><td {_CELL}>{escape(name)}</td>"
        + "".join(f"<td {_NUMBER}>{escape(value)}</td>" for value in values)
        + "</tr>"
        for name, values in rows
    )
    return f"<table cellspacing='0'><tr><th></th>{head}</tr>{body}</table>"


def _luck(statistics: Statistics, side: str) -> str:
    return signed(statistics.luck_by_turn(side)[-1]) if statistics.combats else "–"


def _dice(statistics: Statistics, side: str) -> str:
    rolled = statistics.rolled.get(side)
    return (
        f"{signed(rolled.surplus)} ({rolled.dice} {'die' if rolled.dice == 1 else 'dice'})" if rolled else "–"
    )
