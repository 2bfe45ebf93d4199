"""What the menu of a right click says besides what can be done: what cannot, and the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtWidgets import QMenu

from app.play.targets import WhyNot
from engine.referee.refusal import REFEREE

MOST_REFUSED: Final = 8
MOST_CASES: Final = 8
LONGEST_REASON: Final = 90
"""Letters of a reason that stand in the menu; its tooltip has all reasons."""


def add_refused(menu: QMenu, refused: Sequence[WhyNot]) -> None:
    """Add what cannot be done, greyed, each with its first reason."""
    if not menu.isEmpty() and refused:
        menu.addSeparator()
    menu.setToolTipsVisible(True)
    for why_not in refused[:MOST_REFUSED]:
        first = why_not.refusals[0]
        reason = first.why if len(first.why) <= LONGEST_REASON else f"{first.why[: LONGEST_REASON - 1]}…"
        case = "" if first.case == REFEREE else f" ({first.case})"
        label = why_not.label
        entry = menu.addAction(
            (f"{label}: {reason}{case}" if label else f"{reason}{case}").replace("&", "&&")
        )
        entry.setEnabled(False)
        entry.setToolTip("\n".join(refusal.why for refusal in why_not.refusals))


def add_rules(menu: QMenu, cases: Sequence[str], show: Callable[[str], object]) -> None:
    """Add the rules that something is about; each opens in the rule reader."""
    for case in cases[:MOST_CASES]:
        menu.addAction(f"Rule {case}").triggered.connect(lambda _=False, case=case: show(case))
