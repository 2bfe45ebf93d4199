"""A scenario's own picture: brought in, kept with the scenario, shown on its card, never trusted."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDropEvent, QImage
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.library.scenario_card import ScenarioCard
from app.library.scenario_library import ScenarioLibrary
from app.map.scenario_picture import scenario_picture
from editor.document.version_diff import differences
from editor.files.scenario_pictures import picture_from
from editor.forms.picture_field import PictureField
from engine.bad_input import BadInput
from engine.catalogue.check import check
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.picture import LARGEST, PICTURE, picture_of, with_picture, without_picture
from engine.catalogue.scenario_text import dumps, loads
from tests.editor.hands import Hands
from tests.editor.samples import small_scenario


def painted(path: Path, width: int = 300, height: int = 200, colour: str = "#00c000") -> Path:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    assert image.save(str(path))
    return path


@pytest.fixture
def field(hands: Hands) -> PictureField:
    hands.page.show_part(hands.page.parts.scenario)
    return hands.page.parts.scenario.picture


def load_file(qtbot: QtBot, field: PictureField, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    qtbot.mouseClick(field.choose, Qt.MouseButton.LeftButton)


def test_a_picture_is_chosen_shown_and_removed(
    hands: Hands, field: PictureField, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert field.small.text() == "Map preview" and not field.remove.isEnabled()
    load_file(qtbot, field, painted(tmp_path / "beach.png"), monkeypatch)
    assert picture_of(hands.work.scenario("data")) and not field.small.pixmap().isNull()
    assert hands.steps == ["Change the picture"]
    qtbot.mouseClick(field.remove, Qt.MouseButton.LeftButton)
    assert PICTURE not in hands.work.scenario("data") and field.small.pixmap().isNull()
    hands.document.undo()
    assert PICTURE in hands.work.scenario("data") and not field.small.pixmap().isNull()
    names = [setting.key for setting in hands.page.parts.scenario.settings.model.records]
    assert PICTURE not in names, "it is no line among the settings"


def test_a_picture_is_dropped_from_the_files(hands: Hands, field: PictureField, tmp_path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(painted(tmp_path / "beach.jpg")))])
    action, button, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    field.dropEvent(QDropEvent(QPointF(5, 5), action, data, button, keys))
    assert picture_of(hands.work.scenario("data"))


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("a.txt", b"words", "choose PNG or JPG"),
        ("a.png", b"words", "not a valid picture"),
        ("a.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "not a valid picture"),
        ("a.jpg", b"", "not a valid picture"),
    ],
)
def test_damaged_files_change_nothing(
    hands: Hands, field: PictureField, tmp_path: Path, name: str, content: bytes, why: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    before = hands.document.snapshot()
    assert not field.load_file(path)
    assert why in field.fault.text() and field.fault.isVisible()
    assert hands.document.snapshot() == before


def test_large_pictures_are_made_small(qapp: object, tmp_path: Path) -> None:
    chance = Random(1)
    image = QImage(2600, 2000, QImage.Format.Format_RGB32)
    for x in range(0, 2600, 4):
        for y in range(0, 2000, 4):
            image.setPixel(x, y, chance.randrange(2**24))
    path = tmp_path / "noise.png"
    image.save(str(path))
    content = picture_from(path)
    assert len(content) <= LARGEST
    small = scenario_picture(with_picture({}, content))
    assert small is not None and max(small.width(), small.height()) <= 1280


def test_too_many_pixels_are_refused(qapp: object, tmp_path: Path) -> None:
    path = tmp_path / "huge.png"
    image = QImage(10000, 7000, QImage.Format.Format_Mono)
    image.fill(0)
    image.save(str(path))
    with pytest.raises(BadInput, match="million pixels"):
        picture_from(path)


def with_beach(tmp_path: Path) -> ScenarioDocument:
    document = small_scenario()
    content = picture_from(painted(tmp_path / "beach.png"))
    return replace(document, data=with_picture(document.data, content))


def test_it_is_kept_in_text_catalogue_and_backups(hands: Hands, qapp: object, tmp_path: Path) -> None:
    document = with_beach(tmp_path)
    assert loads(dumps(document)) == document
    scenario_store = hands.page.file_actions.scenario_store
    assert scenario_store.catalogue is not None
    scenario_store.catalogue.save(document, expected_revision=0)
    assert scenario_store.catalogue.load(document.key) == document
    assert list(differences(small_scenario(), document)) == ["The picture was added."]
    assert list(differences(document, small_scenario())) == ["The picture was removed."]


def test_the_card_shows_it_instead_of_the_map(qtbot: QtBot, tmp_path: Path) -> None:
    card = ScenarioCard()
    qtbot.addWidget(card)
    card.picture.patient = True
    card.resize(900, 700)
    card.show()
    library = ScenarioLibrary()
    entry = next(found for found in library.cards() if found.game == "toy")
    card.show_scenario(entry, with_beach(tmp_path))
    seen = card.picture.pixmap().toImage()
    assert (seen.width(), seen.height()) == (300, 200) and seen.pixelColor(150, 100).green() > 180
    assert card.picture.accessibleName() == "Picture of the scenario"
    card.show_scenario(entry, small_scenario())
    assert card.picture.pixmap().toImage().width() != 300
    assert card.picture.accessibleName() == "Map of the scenario"


DAMAGED = ("words", ("&&&",), (5,), (b64encode(b"GIF89a").decode(),), ("A" * (2 * LARGEST),))


@pytest.mark.parametrize("lines", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_entry_is_told_and_the_map_drawn(qapp: object, lines: object) -> None:
    document = replace(small_scenario(), data={PICTURE: lines})  # type: ignore[dict-item]
    assert scenario_picture(document.data) is None
    told = [found for found in check(document) if "picture" in found.text]
    assert [found.severity for found in told] == ["warning"]


def test_a_picture_that_only_begins_like_one_is_not_shown(qapp: object) -> None:
    data = with_picture({}, b"\x89PNG\r\n\x1a\n" + b"no picture at all")
    assert picture_of(data) and scenario_picture(data) is None


def test_a_game_is_begun_without_it(hands: Hands, qapp: object, tmp_path: Path) -> None:
    document = with_beach(tmp_path)
    assert without_picture(document) == small_scenario()
    scenario_store = hands.page.file_actions.scenario_store
    assert scenario_store.catalogue is not None
    scenario_store.catalogue.save(document, expected_revision=0)
    library = ScenarioLibrary(scenario_store.catalogue)
    entry = next(found for found in library.cards() if found.key == document.key)
    assert PICTURE not in library._text(entry, library.document(entry))
