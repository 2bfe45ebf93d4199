"""What the figures of the lab say, in words and cells of tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.bots.names import title_of
from engine.bots.rates import Share
from engine.catalogue.document import ScenarioDocument
from engine.lab.summary import CellReport
from engine.mechanics.plural import counted

DRAW: Final = "Draw"


def side_titles(document: ScenarioDocument) -> dict[str, str]:
    """The titles of the sides that play."""
    return {side.key: side.title or side.key for side in document.playing_sides}


def percent(share: Share) -> str:
    """A rate with its interval: "61 % (51 to 70)"; a dash before the first game."""
    if not share.of:
        return "–"
    low, high = share.interval
    return f"{share.rate:.0%} ({100 * low:.0f} to {100 * high:.0f})".replace("%", " %")


def pairing_of(report: CellReport) -> str:
    """The bots of a cell."""
    return " : ".join(title_of(bot) for bot in report.cell.bots)


def cell_title(report: CellReport, what_if: Callable[[str], str]) -> str:
    """What one reads of a cell where it can be chosen."""
    return f"{what_if(report.cell.variant.words)} — {pairing_of(report)}"


def headline(report: CellReport, titles: Mapping[str, str]) -> str:
    """Who won how often."""
    summary = report.summary
    if not summary.games:
        return "No game has been played yet."
    parts = [f"{titles[side]} won {percent(summary.winners[side])}" for side in titles]
    drawn = summary.winners[""].count
    parts += [f"{drawn} drawn"] if drawn else []
    return f"{counted(summary.games, 'game')}: {', '.join(parts)}; {summary.cut_off} cut off."
