"""Screenshots of the balance lab."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from editor.editor_page import EditorPage

SCENARIO: Final = "ddb-carentan"
BOTS: Final = ("random", "steady/recruit")
GAMES: Final = 3
WHAT_IF: Final = "turns=+1"
BESIDE_THE_WINDOW: Final = QSize(100, 60)


def screens(page: EditorPage, settle: Callable[[], None]) -> Iterator[tuple[str, QWidget]]:
    """The lab after a few games, which are not stored; each of its pages."""
    from app.map.terrain.printed_map import PrintedMap
    from app.report.plot_style import plotting
    from app.tour.help_shots import wait_until
    from editor.lab.lab_run import Prepared, results_of
    from engine import games
    from engine.catalogue.scenario_text import loads
    from engine.lab.figures import play_game
    from engine.lab.plan import planned

    known = games.keys()
    if "ddb" not in known:
        return
    plotting()
    lab = page.lab.show()
    lab.resize(page.window().size() - BESIDE_THE_WINDOW)
    lab.settings.blockSignals(True)  # What is stored in the catalogue is not looked up.
    document = loads(games.game("ddb").scenario_text(SCENARIO))
    lab.settings.show_scenario(document)
    lab.settings.games.setValue(GAMES)
    for side in document.playing_sides:
        lab.settings.check("steady/veteran", side.key, False)
        for bot in BOTS:
            lab.settings.check(bot, side.key)
    lab.settings.add_what_if(WHAT_IF)
    lab.scenario.setCurrentIndex(lab.scenario.findData(SCENARIO))
    plan = planned(document, lab.settings.wanted(), lambda _: document)
    found = {task.key: play_game(task).figures for task in plan.tasks}
    lab.lab_run.close_down()
    lab.show_prepared(Prepared(document, PrintedMap.of(document), results_of(plan, found)))
    lab.heat.map.patient = True
    for name, shown in (
        ("lab", lab.overview),
        ("lab-turns", lab.turns),
        ("lab-map", lab.heat),
        ("lab-what-ifs", lab.what_ifs),
        ("lab-games", lab.games),
    ):
        lab.pages.setCurrentWidget(shown)
        settle()
        if shown is lab.turns:
            wait_until(settle, lab.turns.is_drawn)
        yield name, lab
    lab.close()
