"""The figures of a shipped scenario from a run of the lab."""

from __future__ import annotations

from engine import games
from engine.bad_input import BadInput
from engine.bots.names import USUAL
from engine.bots.players import VERSION
from engine.lab.plan import Plan, Wanted
from engine.lab.scenario_figures import ScenarioFigures, digest_of, wins_of
from engine.lab.summary import CellReport


def measured(plan: Plan, wanted: Wanted, report: CellReport) -> ScenarioFigures:
    """The figures of the scenario as it is; BadInput if not all of its games were played."""
    document, summary = plan.document, report.summary
    if report.cell.variant.words or summary.games < len(report.cell.tasks):
        raise BadInput("Figures are written of the scenario as it is, when all of its games are played")
    game = games.about(document.game)
    sides = [side.key for side in document.playing_sides]
    return ScenarioFigures(
        document.key,
        command_of(document.key, wanted),
        dict(zip(sides, report.cell.bots, strict=True)),
        summary.games,
        wanted.seed,
        VERSION,
        game.rules_version,
        digest_of(document),
        {side: wins_of(summary.winners[side]) for side in sides},
        summary.cut_off,
        dict(summary.levels),
        {str(turn): number for turn, number in summary.turns.items()},
    )


def command_of(key: str, wanted: Wanted) -> str:
    """The command that plays these games and writes their figures."""
    parts = ["startline lab", key]
    parts += [f"--bot {name}" for name in wanted.bots if wanted.bots != (USUAL,)]
    parts += [f"--seat {side}={name}" for side, names in wanted.seats.items() for name in names]
    return " ".join([*parts, f"--games {wanted.games}", f"--seed {wanted.seed}", "--write-figures"])
