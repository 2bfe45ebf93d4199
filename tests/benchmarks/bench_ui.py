"""The window's patience on a clock: whatever is done, how long until it listens again.

`python -m tests.benchmarks.bench_ui` prints every act by itself; the table has the worst of each group.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.main_window import MainWindow
from app.play.scenario_shelf import ScenarioShelf
from app.preferences import scale_text
from editor.cabinet import Cabinet
from editor.editor_page import EditorPage
from engine import games
from engine.catalogue import store
from engine.referee import save as saves
from engine.referee.session import Session
from tests.benchmarks.bench_map import application
from tests.benchmarks.bench_map_table import largest_scenario
from tests.benchmarks.gap_lines import GAPS
from tests.benchmarks.timing import Sampler, duration
from tests.benchmarks.watch import Watch, rest, watched

LONG = 3200
"""Actions of a long game."""
Act = tuple[str, Callable[[], object]]


@cache
def long_save(folder: Path) -> Path:
    """A game of the largest shipped scenario in which much has happened."""
    start = largest_scenario()
    session, chance = Session.begin(games.game(start.game), start), Random(3)
    while len(session) < LONG and session.choice is not None:
        session.submit(session.choice.side, chance.choice(session.legal()))
    path = folder / "long.startline"
    saves.write(saves.saved(session), path)
    return path


class Desk:
    """A window with such a game, and the workshop with its scenario."""

    def __init__(self, folder: Path) -> None:
        self.app = application()
        self.save = long_save(folder)
        self.window = MainWindow("light", remember=False)
        self.window.actions_by_key["hot_seat"].setChecked(False)
        self.window.table.remind = False
        self.window.table.ask_consent = tuple
        self.window.resize(1600, 1000)
        self.window.set_shelf(ScenarioShelf())
        self.window.show()
        self._folder = folder
        self._page: EditorPage | None = None
        rest(self.calm)

    def calm(self) -> bool:
        """Does nothing paint any more?"""
        views = [self.window.table.map, *([self._page.bench.canvas] if self._page is not None else [])]
        return not any(view.is_painting_ahead for view in views if view.isVisible())

    def _do(self, key: str) -> Callable[[], object]:
        return self.window.actions_by_key[key].trigger

    def acts(self, group: str) -> Iterator[Act]:
        """What belongs to a group, in an order in which it can be done again and again."""
        if group != "open" and self.window.table.controller is None:
            self.window.open_file(self.save)
            self._do("undo")()
            rest(self.calm)
        return iter(getattr(self, f"_{group}")())

    def _open(self) -> Iterator[Act]:
        yield "open a save", lambda: self.window.open_file(self.save)
        yield "come to rest", lambda: QTest.qWait(1200)
        yield "the first undo", self._do("undo")
        yield "what if", self._do("what_if")

    def _play(self) -> Iterator[Act]:
        controller = self.window.table.controller
        assert controller is not None
        for number in (0, 1, 2):
            yield f"action {number}", lambda: controller.act(controller.offers[0].action)
        plain = [offer.action for offer in controller.offers if offer.action.kind == "none"]
        if plain:
            yield "end of a phase", lambda: controller.act(plain[0])
        yield "undo", self._do("undo")
        yield "redo", self._do("redo")
        for _ in range(3):
            yield "back again", self._do("undo")
        yield "recap", self._do("recap")
        yield "end of the recap", self.window.sitting.recap_bar.finish

    def _past(self) -> Iterator[Act]:
        bar = self.window.sitting.replay_bar
        yield "look back", self._do("replay")
        yield "a step back", bar.step_back
        yield "to the beginning", lambda: bar.go(0)
        yield "to the middle", lambda: bar.go(LONG // 2)
        yield "a step on", bar.step_on
        yield "back to now", bar.leave

    def _looks(self) -> Iterator[Act]:
        window, overlays = self.window, self.window.table.overlays
        for key in ("fit", "actual", "zoom_in"):
            yield key, self._do(key)
        for switch in overlays.all():
            for on in (True, False):
                word = "on" if on else "off"
                yield f"{switch.title} {word}", lambda on=on, key=switch.key: overlays.set(key, on)  # type: ignore[misc]
        for theme in ("dark", "light"):
            yield theme, lambda theme=theme: window.set_theme(theme)  # type: ignore[misc]
        for percent in (150, 100):
            yield f"text of {percent} %", lambda percent=percent: scale_text(self.app, percent)  # type: ignore[misc]

    def _books(self) -> Iterator[Act]:
        yield "rules", self._do("rules")
        yield "search in them", lambda: QTest.keyClicks(self.window.aids.rules.search, "supply")
        yield "charts", self._do("charts")
        for key, dock in self.window.docks.items():
            yield f"panel {key}", lambda dock=dock: (dock.show(), dock.raise_())  # type: ignore[misc]
        yield "palette", self._look_at_palette

    def _look_at_palette(self) -> None:
        self._do("palette")()
        found = self.app.focusWidget()
        assert found is not None
        QTest.keyClick(found, Qt.Key.Key_Escape)

    def _editor(self) -> Iterator[Act]:
        if self._page is None:
            catalogue = store.open(self._folder / "workshop.db", create=True)
            self._page = EditorPage(Cabinet(catalogue, self._folder), self._folder)
            self._page.resize(1600, 1000)
            self._page.show()
        page, key = self._page, largest_scenario().key
        yield "open the largest scenario", lambda: page.drawer.open(key)
        for key in ("select_all", "copy", "paint", "undo", "cut", "undo", "fit", "actual"):
            yield f"workshop: {key}", page.actions_by_key[key].trigger
        yield "workshop: come to rest", lambda: QTest.qWait(800)


@cache
def desk(folder: Path) -> Desk:
    """The one of this run."""
    return Desk(folder)


def watched_acts(folder: Path, group: str) -> Iterator[tuple[str, Watch]]:
    """Do everything of a group, each with what was seen. Garbage is collected as it is in earnest."""
    there = desk(folder)
    was_on = gc.isenabled()
    gc.enable()
    try:
        for name, act in there.acts(group):
            yield name, watched(act, there.calm)
    finally:
        if not was_on:
            gc.disable()


def worst_gap(folder: Path, group: str) -> tuple[Sampler, Sampler]:
    """The longest stretch of a group without listening, and all of its work in the window's thread."""
    whole = 0.0

    def sample() -> float:
        nonlocal whole
        seen = [watch for _, watch in watched_acts(folder, group)]
        whole = sum(watch.whole for watch in seen)
        return max(watch.longest for watch in seen)

    return sample, lambda: whole


def main() -> None:
    """Every act by itself."""
    with TemporaryDirectory(prefix="startline-bench-") as folder:
        for group in GAPS:
            for name, watch in watched_acts(Path(folder), group):
                print(f"{group:<8} {name:<44} {duration(watch.longest):>8} of {duration(watch.whole):>8}")


if __name__ == "__main__":
    main()
