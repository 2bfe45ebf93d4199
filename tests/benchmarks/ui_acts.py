"""Actions in the window whose responsiveness is measured: every screen and dialog, with a long game.

Each group can be done with a fresh window, and leaves nothing behind that the next one minds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from app.play.players.consent_dialog import ConsentDialog
from app.rules.rule_library import ExampleFile, rule_library
from app.settings.preferences import STEP_PERCENT, scale_text
from app.settings.preferences_dialog import PreferencesDialog
from tests.benchmarks.bench_map_table import largest_scenario
from tests.benchmarks.editor_acts import EditorActs
from tests.benchmarks.long_games import LONG, attack, finished_game, saved

if TYPE_CHECKING:
    from tests.benchmarks.bench_ui import Desk

Act: TypeAlias = tuple[str, Callable[[], object]]
TRIES = 3
"""Of a recap, a lesson, a worked example."""


def _open(desk: Desk) -> Iterator[Act]:
    yield "open a save", lambda: desk.window.files.open_file(desk.save)
    yield "come to rest", lambda: QTest.qWait(1200)
    yield "the first undo", desk.do("undo")
    yield "what if", desk.do("what_if")


def _start(desk: Desk) -> Iterator[Act]:
    window, key = desk.window, largest_scenario().key
    yield "start page", desk.do("home")
    start = window.start
    for card in window.library.cards():
        if card.playable:
            yield f"look at {card.key}", lambda card=card: start.choose(card.key)
    yield "look at the largest again", lambda: start.choose(key)
    yield "begin it", start.card.play
    yield "its first action", lambda: desk.controller.act(desk.controller.offers[0].action)
    yield "back to the start page", desk.do("home")
    begun = window.library.begun()[0]
    yield "go on with it", lambda: start.resume_wanted.emit(begun)
    yield "learn", lambda: window.tutorial.learn(largest_scenario().game)
    for number in range(TRIES):
        yield f"step {number + 1} of the lesson", window.tutorial.guide.do_next
    yield "leave the guide", window.tutorial.guide.stop
    example = _example()
    yield "play an example", lambda: window.tutorial.play_example(example)
    yield "try what it says", window.tutorial.example.attempt
    yield "back to the game", window.tutorial.example.stop


def _example() -> ExampleFile:
    room = rule_library(largest_scenario().game)
    if not room.all_read:
        assert not any(room.read_examples())
    return next(iter(room.examples.values()))[0]


def _play(desk: Desk) -> Iterator[Act]:
    controller = desk.controller
    for number in (0, 1, 2):
        yield f"action {number}", lambda: controller.act(controller.offers[0].action)
    plain = [offer.action for offer in controller.offers if offer.action.kind == "none"]
    if plain:
        yield "end of a phase", lambda: controller.act(plain[0])
    yield "undo", desk.do("undo")
    yield "redo", desk.do("redo")
    for _ in range(3):
        yield "back again", desk.do("undo")
    yield "begin the phase again", desk.do("reset")
    path = saved(attack(), desk.folder / "attack.startline")
    yield "open an attack", lambda: desk.window.files.open_file(path)
    yield "its odds", lambda: desk.raise_panel("odds")
    for offer in desk.controller.offers[:TRIES]:
        action = offer.action
        yield f"odds of {action.verb}", lambda action=action: desk.window.table.bar.considered.emit(action)
    yield "let the dice fall", lambda: desk.controller.act(desk.building())
    yield "ask for consent", lambda: desk.take_back(_agree)


def _agree(dialog: QDialog) -> None:
    assert isinstance(dialog, ConsentDialog)
    for tick in dialog.ticks.values():
        tick.click()
    dialog.accept()


def _seats(desk: Desk) -> Iterator[Act]:
    window, hotseat, replay = desk.window, desk.window.hotseat, desk.window.replay
    side = desk.controller.viewing_side
    assert side is not None
    yield "the hand-over screen comes", lambda: hotseat.cover_for(side)
    hotseat.handover_screen.ready()
    hotseat.handover_screen.recap.setChecked(False)
    yield "the table comes back", hotseat.handover_screen.button.click
    _let_others_play(desk)
    yield "what happened", desk.do("recap")
    for number in range(TRIES):
        yield f"step {number + 1} of it", replay.recap_bar.next.click
    yield "to the decision", replay.recap_bar.finish
    yield "players", desk.do("players")
    yield "no other players", lambda: desk.dialog().reject()
    yield "ask for a correction", desk.do("correct")
    yield "lay the table open", lambda: _lay_open(desk)
    panel = hotseat.correction.panel
    unit = next(c.id for c in desk.controller.view.counters if not c.place.isalpha())
    other = next(c.place for c in desk.controller.view.counters if not c.place.isalpha() and c.id != unit)
    yield "look at a counter", lambda: panel.choose(unit)
    yield "move it", lambda: panel.move_unit(unit, other)
    yield "other records", lambda: panel.kind.setCurrentIndex(panel.kind.count() - 1)
    yield "search the records", lambda: QTest.keyClicks(panel.search, "a")
    yield "apply the correction", hotseat.correction.apply
    if hotseat.is_correcting:
        yield "leave it as it was", panel.discard.click
    if hotseat.covered:
        hotseat.handover_screen.ready()
        yield "take over after it", hotseat.handover_screen.button.click
    assert window.pages.currentWidget() is window.table


def _let_others_play(desk: Desk) -> None:
    """Some actions of one side, then a decision of the other."""
    controller = desk.controller
    for _ in range(400):
        viewing_side = controller.viewing_side
        quiet = [o.action for o in controller.offers if o.action.kind == "none" and o.action.verb != "cancel"]
        controller.session.submit(viewing_side or "", (quiet or [controller.offers[0].action])[0])
        controller.look_at(None)
        if controller.viewing_side != viewing_side:
            break
    desk.rest()


def _lay_open(desk: Desk) -> None:
    dialog = desk.window.hotseat.correction.dialog
    assert dialog is not None
    for side, name in dialog.names.items():
        name.setText(f"player of {side}")
        dialog.ticks[side].click()
    dialog.accept()


def _past(desk: Desk) -> Iterator[Act]:
    bar = desk.window.replay.replay_bar
    yield "look back", desk.do("replay")
    yield "a step back", bar.step_back
    yield "to the beginning", lambda: bar.go(0)
    yield "to the middle", lambda: bar.go(LONG // 2)
    yield "a step on", bar.step_on
    yield "back to now", bar.leave
    yield "undo history", desk.do("history")
    yield "no step back", desk.escape


def _after(desk: Desk) -> Iterator[Act]:
    window = desk.window
    yield "statistics", desk.do("statistics")
    track = window.report_actions.page.track
    for row in range(track.count()):
        yield f"chart of {track.itemText(row)}", lambda row=row: track.setCurrentIndex(row)
    yield "back to the table", window.return_to_table
    yield "after-action report", lambda: desk.write_report()
    path = saved(finished_game(), desk.folder / "finished.startline")
    yield "open a finished game", lambda: window.files.open_file(path)
    yield "how it ended", window.table.bar.summary.click
    yield "dark statistics", lambda: window.set_theme("dark")
    yield "light statistics", lambda: window.set_theme("light")
    yield "from there to the table", window.return_to_table


def _looks(desk: Desk) -> Iterator[Act]:
    window, overlays = desk.window, desk.window.table.overlays
    for key in ("fit", "actual", "zoom_in"):
        yield key, desk.do(key)
    for switch in overlays.all():
        for on in (True, False):
            word = "on" if on else "off"
            yield f"{switch.title} {word}", lambda on=on, key=switch.key: overlays.set(key, on)
    for theme in ("dark", "light"):
        yield theme, lambda theme=theme: window.set_theme(theme)
    for percent in (150, 100):
        yield f"text of {percent} %", lambda percent=percent: scale_text(desk.app, percent)
    yield "to the editor", desk.do("editor")
    yield "back from it", desk.do("table")
    yield "preferences", desk.do("preferences")
    yield "another theme and size", lambda: _prefer(desk, "dark", 150)
    yield "preferences again", desk.do("preferences")
    yield "as it was", lambda: _prefer(desk, "light", 100)


def _prefer(desk: Desk, theme: str, percent: int) -> None:
    dialog = desk.dialog()
    assert isinstance(dialog, PreferencesDialog)
    dialog.theme.setCurrentIndex(dialog.theme.findData(theme))
    dialog.scale.setValue(percent // STEP_PERCENT)
    dialog.accept()


def _books(desk: Desk) -> Iterator[Act]:
    window, table = desk.window, desk.window.table
    yield "rules", desk.do("rules")
    yield "search in them", lambda: QTest.keyClicks(window.rules.reader.search, "supply")
    yield "charts", desk.do("charts")
    for key in window.docks:
        yield f"panel {key}", lambda key=key: desk.raise_panel(key)
    yield "palette", desk.do("palette")
    yield "no palette", desk.escape
    yield "keys", desk.do("keys")
    yield "no keys", lambda: desk.dialog().reject()
    yield "go to hex", desk.do("goto")
    yield "its name", lambda: QTest.keyClicks(desk.focused(), "bru")
    yield "go there", lambda: QTest.keyClick(desk.focused(), Qt.Key.Key_Return)
    desk.raise_panel("forces")
    yield "search the forces", lambda: QTest.keyClicks(table.forces.search, "inf")
    yield "all forces", table.forces.search.clear
    for row in range(table.forces.which.count()):
        which = table.forces.which
        yield which.itemText(row), lambda row=row: table.forces.which.setCurrentIndex(row)
    table.forces.which.setCurrentIndex(0)
    desk.raise_panel("log")
    for row in (*range(1, table.log.which.count()), 0):
        words = table.log.which.itemText(row)
        yield f"log: {words}", lambda row=row: table.log.which.setCurrentIndex(row)
    yield "search the log", lambda: QTest.keyClicks(table.log.search, "a")
    yield "search it on", lambda: QTest.keyClicks(table.log.search, "tt")
    yield "the whole log", table.log.search.clear
    yield "a bookmark", desk.do("bookmark")
    yield "a note to it", lambda: QTest.keyClicks(window.hotseat.notebook.panel.text, "seen")
    yield "no bookmark", window.hotseat.notebook.panel.drop.click


def _editor(desk: Desk) -> Iterator[Act]:
    return EditorActs(desk.window, desk.editor, desk.folder / "editor").all()


ACTS: dict[str, Callable[[Desk], Iterator[Act]]] = {
    "open": _open,
    "start": _start,
    "play": _play,
    "seats": _seats,
    "past": _past,
    "after": _after,
    "looks": _looks,
    "books": _books,
    "editor": _editor,
}
