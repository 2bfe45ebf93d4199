"""On paper: cards with their pictures, and a legend that says what the numbers of a counter are."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtGui import QColor, QImage, QPainter

from editor.art.picture_files import own_picture_from
from editor.printing.card_sheets import card_pages
from editor.printing.counter_faces import FaceMaker, in_order
from editor.printing.counter_legend import counter_legend, printed_numbers
from editor.printing.key_sheets import _fields, key_pages
from editor.printing.marker_sheets import marker_kinds
from editor.printing.pages import Page
from editor.printing.paper import PrintSettings
from editor.printing.sheet_layout import Line, Track
from engine.catalogue.build import sources
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.own_art import art_of, with_art, with_picture_file
from engine.catalogue.table_parts import table_parts
from tests.editor.art.test_own_art import MAGENTA, colours, near, picture_file

pytestmark = pytest.mark.usefixtures("qapp")
SCENARIOS = (
    *("ctl-1-first-blood", "ddb-carentan", "ttr-1-market-garden"),
    *("avl-1-paestum", "leb-12-1-italy", "free-causeway"),
)


def document(key: str) -> ScenarioDocument:
    return sources()[1][key]


def picture_of(page: Page) -> QImage:
    image = QImage(page.size.toSize() * 4, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.scale(4, 4)
    page.paint(painter)
    painter.end()
    return image


def test_every_card_is_printed_with_its_picture(tmp_path: Path) -> None:
    made = document("free-causeway")
    cards = made.data["table"]["cards"]  # type: ignore[index, call-overload]
    number = sum(card.get("count", 1) for card in cards)  # type: ignore[union-attr, misc]
    pages = list(card_pages(made, PrintSettings()))
    assert len(pages) == 2 * -(-int(number) // 9), "nine on a sheet, fronts and backs"
    plain = colours(picture_of(pages[0]))
    assert not near(plain, MAGENTA)
    art, key = with_picture_file(art_of({}), own_picture_from(picture_file(tmp_path)))
    own = replace(art, cards={cards[0]["name"]: key})  # type: ignore[index, call-overload]
    drawn = list(card_pages(replace(made, data=with_art(made.data, own)), PrintSettings()))
    assert near(colours(picture_of(drawn[0])), MAGENTA)
    assert not near(colours(picture_of(drawn[1])), MAGENTA), "the backs are all alike"
    assert list(card_pages(document("ddb-carentan"), PrintSettings())) == []
    names = {card["name"] for card in cards}  # type: ignore[index, call-overload, union-attr]
    assert not names & {kind.front for kind in marker_kinds(made)}, "no card is a marker, too"


def test_the_tracks_of_the_table_are_on_paper(tmp_path: Path) -> None:
    """Every number of a track has a field, as on the table; its marker is on the sheet of markers."""
    made = document("free-causeway")
    tracks = table_parts(made.data).tracks
    drawn = list(_fields(made, PrintSettings()))
    for track in tracks:
        at = next(n for n, block in enumerate(drawn) if getattr(block, "text", "") == track.title)
        fields = drawn[at + 1]
        assert isinstance(fields, Track)
        numbers = [cell.title for cell in fields.cells]
        assert numbers == [str(number) for number in range(track.first, track.last + 1)]
    assert tracks and {track.title for track in tracks} <= {kind.front for kind in marker_kinds(made)}


@pytest.mark.parametrize("key", SCENARIOS)
def test_the_key_says_what_the_numbers_on_counters_are(key: str) -> None:
    made = document(key)
    lines = [block for block in counter_legend(made) if isinstance(block, Line)]
    assert any("-" in line.mark and "," in line.text for line in lines)
    maker = FaceMaker(made)
    for unit in in_order(made):
        face = maker.face(unit)
        numbers = printed_numbers(maker.counters(unit)[0])
        assert [value for _, value in numbers] == list(face.ratings), "in the order of the counter"
        assert all(name != "rating" for name, _ in numbers), (unit.name, numbers)
    assert [page.title for page in key_pages(made, PrintSettings(), True)]


def test_a_scenario_without_units_has_no_legend() -> None:
    assert list(counter_legend(replace(document("ddb-carentan"), units=(), setups=(), schedule=()))) == []
