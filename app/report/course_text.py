"""The course of a game in words, for the evaluation page and the report."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.bots.course import Course, TurningPoint


def percent(value: float) -> str:
    """A value between -1 and 1 as players read it."""
    number = round(100 * value)
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def summary_of(course: Course, side_title: Callable[[str], str]) -> str:
    """What the graph comes to, in words."""
    title = side_title(course.side)
    known = "" if course.viewing_side is None else f" As {title} may know it."
    sides = list(dict.fromkeys(point.by for point in course.points if point.by))
    decided = ", ".join(f"of {side_title(side)} {percent(course.decisions(side))}" for side in sides)
    luck = "luck" if course.viewing_side is None else "luck in own actions"
    return (
        f"For {title}, from −100 (lost) to +100 (won): {percent(course.points[0].value)} at the beginning, "
        f"{percent(course.points[-1].value)} now; {luck} {percent(course.luck)}, decisions {decided}.{known}"
    )


def turning_text(turning: TurningPoint, side_title: Callable[[str], str]) -> str:
    """A line of the list."""
    point = turning.point
    turn = f"Turn {point.turn}, " if point.turn is not None else ""
    luck = f", of it luck {percent(point.luck)}" if abs(point.luck) >= 0.005 else ""
    who = f"{side_title(point.by)}: " if point.by else ""
    return f"{turn}action {point.step_number}: {percent(point.change)}{luck}. {who}{turning.text}"
