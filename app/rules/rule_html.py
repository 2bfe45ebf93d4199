"""Rule cases and charts as HTML, and searching them. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from html import escape
from typing import Final

from app.rules.chart_tables import PROVENANCES, ChartSheet, Table
from app.rules.told_check import told_check
from engine.referee.rulebook import Phase, Rulebook, RuleCase

CHANGED: Final = "Changed by this scenario"
_TOKEN: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*[A-Za-z0-9]")

_QUOTED: Final = re.compile("`([^`]+)`")


def case_html(book: Rulebook, case: RuleCase, charts: Collection[str]) -> str:
    """A rule case as HTML."""
    tags = [
        *(["optional rule"] if case.optional else []),
        *(["information only"] if case.information else []),
    ]
    parts = [f"<h3 style='margin-bottom:2px'>{escape(case.id)}&nbsp;&nbsp;{escape(case.title)}</h3>"]
    phases = book.phases_of(case.id)
    where = "; ".join(_phase_words(phase) for phase in phases)
    line = " · ".join([*tags, *([where] if where else [])])
    if line:
        parts.append(f"<p style='margin-top:0'><i>{escape(line)}</i></p>")
    parts.append(f"<p>{linked(case.rule, book, case.id)}</p>")
    if case.ruling:
        parts.append(f"<p><b>Ruling</b><br>{linked(case.ruling, book, case.id)}</p>")
    if case.check:
        parts.append(f"<p><b>For example</b><br>{linked(told_check(case.check), book, case.id)}</p>")
    if case.chart:
        shown = escape(case.chart.replace("_", " "))
        if case.chart in charts:
            shown = f"<a href='chart:{escape(case.chart)}'>{shown}</a>"
        parts.append(f"<p><b>Chart</b>&nbsp; {shown}</p>")
    if case.needs:
        parts.append(f"<p><b>Depends on</b>&nbsp; {linked(', '.join(case.needs), book, case.id)}</p>")
    return "".join(parts)


def _phase_words(phase: Phase) -> str:
    return f"{phase.id} {phase.title}" + (f", {phase.who}" if phase.who else "")


def linked(text: str, book: Rulebook, own: str = "") -> str:
    """Escaped text in which the numbers of other cases are links."""
    parts, done = [], 0
    for match in _TOKEN.finditer(text):
        name = match[0]
        if "." in name and name != own and name in book.cases:
            parts.append(escape(text[done : match.start()]))
            parts.append(f"<a href='case:{escape(name)}'>{escape(name)}</a>")
            done = match.end()
    parts.append(escape(text[done:]))
    return _QUOTED.sub(r"<i>\1</i>", "".join(parts)).replace("\n", "<br>")


def chart_html(sheet: ChartSheet, book: Rulebook, line: str) -> str:
    """A chart as HTML with its provenance and tables; `line` is the border colour."""
    parts = [f"<h3 style='margin-bottom:2px'>{escape(sheet.title)}</h3>"]
    why = f" {linked(sheet.why, book)}" if sheet.why else ""
    origin = CHANGED if sheet.printed is not None else PROVENANCES[sheet.provenance]
    parts.append(f"<p style='margin-top:0'><b>{origin}.</b>{why}</p>")
    printed = sheet.printed.tables if sheet.printed is not None else sheet.tables
    before = {table.title: table for table in printed}
    parts += [_table_html(table, book, line, before.get(table.title)) for table in sheet.tables]
    return "".join(parts)


def _table_html(table: Table, book: Rulebook, line: str, printed: Table | None) -> str:
    title = f"<p style='margin-bottom:3px'><b>{escape(table.title)}</b></p>" if table.title else "<p></p>"
    numeric = _numeric_columns(table)
    rows = []
    if table.head:
        cells = "".join(
            f"<th align='{'center' if n in numeric else 'left'}'>{escape(text)}</th>"
            for n, text in enumerate(table.head)
        )
        rows.append(f"<tr>{cells}</tr>")
    alike = printed is not None and printed.head == table.head and len(printed.rows) == len(table.rows)
    for at, row in enumerate(table.rows):
        was = printed.rows[at] if printed is not None and alike else row
        cells = "".join(
            f"<td align='{'center' if n in numeric else 'left'}'>{_cell(text, n, book)}"
            f"{_printed_as(text, was[n])}</td>"
            for n, text in enumerate(row)
        )
        rows.append(f"<tr>{cells}</tr>")
    style = f"border-collapse:collapse; border-color:{line}; border-style:solid"
    return f"{title}<table border='1' cellpadding='4' style='{style}'>{''.join(rows)}</table>"


def _printed_as(text: str, was: str) -> str:
    """The printed value of a cell that the scenario changes."""
    return "" if text == was else f"<br><i>printed: {escape(was) or 'nothing'}</i>"


def _cell(text: str, column: int, book: Rulebook) -> str:
    shown = linked(text, book)
    return f"<b>{shown}</b>" if column == 0 else shown


def _numeric_columns(table: Table) -> set[int]:
    """The columns that contain only numbers; they are centred."""
    return {
        n
        for n in range(1, max(map(len, table.rows), default=0))
        if all(re.fullmatch(r"[-+]?[\d–]*", row[n]) for row in table.rows if n < len(row))
    }


def matching(book: Rulebook, text: str, phase: str = "") -> list[RuleCase]:
    """The cases that match a search, the best first: by number, by title, then by how often the words occur.

    An empty search finds all in their order.
    """
    wanted = text.casefold().split()
    within = next((known.cases for known in book.phases if known.id == phase), None)
    ranked = []
    for number, case in enumerate(book.cases.values()):
        if within is not None and case.id not in within:
            continue
        rank = _rank(case, wanted)
        if rank is not None:
            ranked.append((rank, number, case))
    return [case for _, _, case in sorted(ranked, key=lambda found: found[:2])]


def _rank(case: RuleCase, wanted: list[str]) -> tuple[int, int] | None:
    """How good a hit is, smallest first; None if it is none."""
    if not wanted:
        return 0, 0
    name, title = case.id.casefold(), case.title.casefold()
    if wanted == [name]:
        return 0, 0
    if len(wanted) == 1 and name.startswith(wanted[0]):
        return 1, 0
    if all(word in title for word in wanted):
        return 2, len(title)
    rule = f"{title} {case.rule}".casefold()
    whole = " ".join((name, rule, case.check, case.ruling)).casefold()
    if not all(word in whole for word in wanted):
        return None
    missing = sum(word not in rule for word in wanted)
    return 3 + missing, -sum(map(whole.count, wanted))


def charts_matching(charts: Mapping[str, ChartSheet], text: str) -> list[ChartSheet]:
    """Charts that contain all words; matches in the title come first."""
    wanted = text.casefold().split()
    found = [sheet for sheet in charts.values() if all(word in sheet.text.casefold() for word in wanted)]
    return sorted(found, key=lambda sheet: not all(word in sheet.title.casefold() for word in wanted))
