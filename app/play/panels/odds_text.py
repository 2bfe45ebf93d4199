"""The odds in words: pure functions from a preview and a log to rich text. Every number with its case."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from html import escape

from app.report.plot_style import amount, percent
from engine.referee.event import Event
from engine.referee.modifier import ALL, Cap, Modifier, signed, total
from engine.referee.preview import PossibleOutcome, Preview
from engine.referee.refusal import REFEREE

Titles = Callable[[str], str]
"""The printed name of a side."""


def lead(preview: Preview) -> str:
    """What it is about, and the odds."""
    words = f"<div>{escape(sentence(preview.text))}</div>" if preview.text else ""
    return words + (f"<div><b>{escape(sentence(preview.odds))}</b></div>" if preview.odds else "")


def outcomes(found: Iterable[PossibleOutcome]) -> str:
    """Each result with its chance."""
    return table(
        (percent(outcome.probability).replace(" ", "\u00a0"), escape(sentence(outcome.text)))
        for outcome in found
    )


def expected(preview: Preview, sides: Iterable[str], title: Titles) -> str:
    """What each side loses on average, both named even if one loses nothing."""
    losses = preview.expected_losses()
    if not losses:
        return ""
    rows = ((amount(losses.get(side, Fraction(0))), escape(title(side))) for side in sides)
    return heading("Expected losses") + table(rows)


def parts(preview: Preview, title: Titles) -> str:
    """Every strength and every modifier with its case, and what each group of modifiers comes to."""
    return "".join((*_strengths(preview, title), *_modifiers(preview)))


def _strengths(preview: Preview, title: Titles) -> Iterator[str]:
    rows = [
        (
            escape(str(line.amount)),
            escape(sentence(f"{title(line.side)}: {line.text}" if line.side else line.text))
            + f" {link(line.case)}",
        )
        for line in preview.strengths
    ]
    if rows:
        yield heading("Strengths") + table(rows)


def _modifiers(preview: Preview) -> Iterator[str]:
    groups: dict[str, list[Modifier]] = {}
    for modifier in preview.modifiers:
        groups.setdefault(modifier.group, []).append(modifier)
    caps = {cap.group: cap for cap in preview.caps}
    for group, modifiers in groups.items():
        rows = [_modifier_row(modifier) for modifier in modifiers]
        cap = caps.get(group)
        if len(modifiers) > 1 or cap is not None:
            rows.append(_together(total(modifiers), cap))
        yield heading(sentence(group) if group else "Modifiers") + table(rows)
    if ALL in caps:
        rest = [cap for cap in preview.caps if cap.group != ALL]
        yield table([_together(total(preview.modifiers, rest), caps[ALL], "All together")])


def _modifier_row(modifier: Modifier) -> tuple[str, str]:
    words = escape(sentence(modifier.text))
    if modifier.waived:
        return f"<s>{signed(modifier.amount)}</s>", f"<s>{words}</s> (waived) {link(modifier.case)}"
    return signed(modifier.amount), f"{words} {link(modifier.case)}"


def _together(summed: int | Fraction, cap: Cap | None, words: str = "Together") -> tuple[str, str]:
    """What counts in the end; a cap says what it has cut off."""
    if cap is None:
        return signed(summed), f"<b>{words}</b>"
    held = cap.held(summed)
    cut = f" instead of {signed(summed)}" if held != summed else ""
    return signed(held), f"<b>{words}</b>{cut}: {cap} {link(cap.case)}"


def told(event: Event) -> str:
    """A sentence of the log with its case."""
    shown, words = link(event.case), escape(sentence(event.text))
    return f"<p style='margin: 0 0 6px 0'>{words}{f' ({shown})' if shown else ''}</p>"


def told_plainly(event: Event) -> str:
    """The same without a link."""
    shown = f" ({escape(event.case)})" if event.case and event.case != REFEREE else ""
    return f"<p style='margin: 0 0 6px 0'>{escape(sentence(event.text))}{shown}</p>"


def heading(words: str) -> str:
    """A line above a table."""
    return f"<div style='margin-top: 4px'><b>{escape(words)}</b></div>"


def table(rows: Iterable[tuple[str, str]]) -> str:
    """A column of numbers and what they stand for."""
    cells = "".join(
        f"<tr><td align='right' width='44'><b>{left}</b>&nbsp;&nbsp;</td><td>{words}</td></tr>"
        for left, words in rows
    )
    return f"<table width='100%' cellspacing='0' cellpadding='2'>{cells}</table>"


def link(case: str) -> str:
    """A case that opens its rule; the referee's own reasons are in no rulebook."""
    return f"<a href='{escape(case, quote=True)}'>{escape(case)}</a>" if case and case != REFEREE else ""


def sentence(words: str) -> str:
    """With a capital first."""
    return words[:1].upper() + words[1:]
