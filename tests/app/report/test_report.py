"""The after-action report: whole or not at all, readable alone, and no wiser than the side that writes it."""

from __future__ import annotations

import re
from base64 import b64decode
from html.parser import HTMLParser
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QPushButton

from app.background.progress_dialog import ProgressDialog
from app.main_window import MainWindow
from app.map.terrain.printed_map import PrintedMap
from app.play.play_controller import PlayController
from app.report.report import ReportWriter
from app.report.report_html import Picture, ReportStyle, chart, compose
from app.report.statistics_page import FIGURES, figures
from engine.referee.event import Event
from engine.referee.outcome import Outcome
from engine.referee.session import Session
from tests.app.hands import Hands
from tests.app.report.test_statistics import played_out, read
from tests.toy.test_demands import play, scenario

DRESS = ReportStyle({"red": "Red", "blue": "Blue"}, {"red": "#a8453a", "blue": "#5a76a6"})
VOID = {"meta", "img", "path", "polyline", "circle", "br"}


class Page(HTMLParser):
    """Reads a page; whatever is opened must be closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.words: list[str] = []
        self.images: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == [], self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag == "img":
            self.images.append(dict(attrs)["src"] or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def page_of(session: Session, viewing_side: str | None = None, title: str = "The Bridge") -> str:
    statistics = read(session, viewing_side)
    rows = {side: figures(statistics, side) for side in statistics.sides}
    return compose(title, statistics, DRESS, rows, FIGURES, [None] * len(statistics.turns))


def written(session: Session, path: Path, qtbot) -> Page:
    controller = PlayController(session)
    assert controller.document is not None
    writer = ReportWriter(controller, PrintedMap.of(controller.document), path)
    with qtbot.waitSignal(writer.written, timeout=60_000):
        writer.start()
    assert writer.task.wait(5)
    return Page(path.read_text(encoding="utf-8"))


# the page


def test_every_sentence_is_in_the_report_in_order() -> None:
    session = played_out()
    words = " ".join(Page(page_of(session)).words)
    at = 0
    for _, event in session.log(None):
        sentence = event.text[:1].upper() + event.text[1:]
        at = words.index(sentence, at)


def test_a_side_reports_what_it_may_read() -> None:
    session = play(scenario(), "mine 0101", "mine 0504")
    secrets = [event.text for _, event in session.log("red") if "0101" in event.text]
    assert secrets, "red knows its own mine"
    red, blue = page_of(session, "red"), page_of(session, "blue")
    assert all(secret[1:] in red and secret[1:] not in blue for secret in secrets)
    assert "as Blue saw it" in blue


def test_text_cannot_become_markup() -> None:
    nasty = "<script>alert('x')</script> & \"quoted\""
    statistics = read(played_out())
    turn = replace(statistics.turns[0], title=nasty, lines=(Event("Told", nasty, nasty),))
    statistics = replace(
        statistics, turns=(turn,), combats=(), outcome=Outcome("red", nasty, "1"), track_titles={"t": nasty}
    )
    restyle = ReportStyle({"red": nasty, "blue": nasty}, {"red": '"><script>', "blue": "#000"})
    text = compose(nasty, statistics, restyle, {"red": (nasty,)}, (nasty,), [Picture("png", b"x")])
    page = Page(text)
    assert "script" not in page.tags
    assert sum(nasty[1:] in words for words in page.words) >= 5


def test_charts_name_their_lines_and_dash_them() -> None:
    drawn = chart("Losses", {"red": [0.0, 2.0], "blue": [1.0, 2.0]}, DRESS, ["1", "2"])
    assert drawn.count("<polyline") == 2 and drawn.count("stroke-dasharray") == 1
    heights = [float(y) for y in re.findall(r'y="([\d.]+)">(?:Red|Blue)<', drawn)]
    assert len(heights) == 2 and abs(heights[0] - heights[1]) >= 14, "names do not lie on each other"


def test_a_chart_of_a_single_turn_or_of_nothing_can_be_drawn() -> None:
    assert "nan" not in chart("One", {"red": [3.0], "blue": [-3.0]}, DRESS, ["1"])
    assert "<polyline" not in chart("None", {}, DRESS, [])


# writing


def test_the_report_holds_a_picture_of_the_map_for_each_turn(tmp_path: Path, qtbot) -> None:
    session = played_out()
    path = tmp_path / "report.html"
    page = written(session, path, qtbot)
    assert len(page.images) == len(read(session).turns)
    pictures = []
    for image in page.images:
        kind, _, data = image.partition(";base64,")
        assert kind in ("data:image/jpeg", "data:image/png")
        picture = QImage.fromData(b64decode(data))
        assert not picture.isNull() and picture.width() > 200
        pictures.append(picture)
    colours = {pictures[0].pixelColor(x, pictures[0].height() // 2).name() for x in range(0, 400, 7)}
    assert len(colours) > 5, "a map, not an empty sheet"
    assert pictures[0] != pictures[-1], "units have moved"
    assert page.tags.count("svg") >= 4
    assert "http" not in path.read_text(encoding="utf-8"), "the page needs nothing beside it"
    assert [child.name for child in tmp_path.iterdir()] == ["report.html"]


def test_a_report_that_is_called_off_leaves_the_old_file(tmp_path: Path, qtbot) -> None:
    path = tmp_path / "report.html"
    path.write_text("the old report", encoding="utf-8")
    controller = PlayController(played_out())
    assert controller.document is not None
    writer = ReportWriter(controller, PrintedMap.of(controller.document), path)
    writer.progressed.connect(lambda done, of, what: writer.cancel())
    with qtbot.waitSignal(writer.cancelled, timeout=30_000):
        writer.start()
    assert writer.task.wait(5)
    assert path.read_text(encoding="utf-8") == "the old report"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_place_that_cannot_be_written_to_is_a_sentence(tmp_path: Path, qtbot) -> None:
    controller = PlayController(played_out())
    writer = ReportWriter(controller, None, tmp_path / "no such folder" / "report.html")
    with qtbot.waitSignal(writer.failed, timeout=30_000) as told:
        writer.start()
    assert writer.task.wait(5)
    assert "cannot be written" in told.args[0] and "choose another place" in told.args[0]


# from the window


def test_the_menu_writes_a_report(window: MainWindow, qtbot, tmp_path: Path, monkeypatch) -> None:
    Hands(window, qtbot)
    window.game.play(played_out())
    path = tmp_path / "game.html"
    monkeypatch.setattr(
        "app.report.report_actions.QFileDialog.getSaveFileName",
        lambda *a, **k: (str(path.with_suffix("")), ""),
    )
    window.actions_by_key["report"].trigger()
    qtbot.waitUntil(lambda: window.report_actions.writer is None, timeout=60_000)
    assert Page(path.read_text(encoding="utf-8")).images
    assert "game.html" in window.statusBar().currentMessage()


def test_the_report_can_be_stopped_at_the_window(
    window: MainWindow, qtbot, tmp_path: Path, monkeypatch
) -> None:
    def endless(record, game, viewing_side, progress):
        while True:
            progress(1, 100, "Counting")

    monkeypatch.setattr("app.report.report.read_game", endless)
    window.game.play(played_out())
    window.report_actions.write_report(tmp_path / "game.html")
    dialog = window.report_actions._dialog
    assert isinstance(dialog, ProgressDialog)
    qtbot.waitUntil(dialog.isVisible, timeout=10_000)
    (stop,) = dialog.findChildren(QPushButton)
    qtbot.mouseClick(stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.report_actions.writer is None, timeout=10_000)
    assert list(tmp_path.iterdir()) == []


def test_the_map_is_painted_frame_by_frame(qtbot) -> None:
    """It is painted in the window's thread, but never for long."""
    from app.report.report import MapPainter

    controller = PlayController(played_out("f"))
    assert controller.document is not None
    painter = MapPainter(PrintedMap.of(controller.document), controller.counter_style)
    painter._scene.show_view(controller.view)
    painter._frame()
    assert not painter._scene.is_finished, "one frame is not enough for a whole map"
    while not painter._scene.is_finished:
        painter._frame()
