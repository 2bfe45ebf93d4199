"""A bill as a small table: what there was, what has been used, what the plan takes, what is left."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape

from engine.referee.bill import BillLine


def bill_html(
    used: Sequence[BillLine], planned: Sequence[BillLine], title: Callable[[str], str], warning: str
) -> str:
    """Lines of the phase so far and of the plan, the same tracks in one row.

    `title` says how the title of a track is written, `warning` is a color.
    """
    by_plan = {line.key: line for line in planned}
    lines = {line.key: line for line in (*planned, *used)}
    if not lines:
        return ""
    heads = ("", "There were", "Used", "Plan", "Left") if planned else ("", "There were", "Used", "Left")
    rows = [
        _row(line, title(line.title), by_plan if planned else None, warning) for line in _ordered(lines, used)
    ]
    head = "".join(f'<td align="right" style="padding-left: 10px">{escape(word)}</td>' for word in heads)
    return f'<table width="100%" cellspacing="0" cellpadding="2"><tr>{head}</tr>{"".join(rows)}</table>'


def _ordered(lines: Mapping[str, BillLine], used: Sequence[BillLine]) -> list[BillLine]:
    """What the decision pays from first, then what else would change."""
    first = [line.key for line in used]
    return [lines[key] for key in (*first, *(key for key in lines if key not in first))]


def _row(line: BillLine, title: str, by_plan: Mapping[str, BillLine] | None, warning: str) -> str:
    numbers = [line.start, line.used]
    left = line.left
    if by_plan is not None:
        planned = by_plan.get(line.key)
        if planned is line:
            numbers[1] = 0
        numbers.append(planned.used if planned is not None else 0)
        left = planned.left if planned is not None else line.left
    cells = "".join(f'<td align="right">{number}</td>' for number in numbers)
    color = f' style="color: {warning}"' if left <= 0 else ""
    return f'<tr><td>{escape(title)}</td>{cells}<td align="right"{color}><b>{left}</b></td></tr>'
