"""Foreign drawings and pictures: none freezes the program, none reads another file, none is drawn in it."""

from __future__ import annotations

import base64
import subprocess
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage

from app.background.progress import Cancelled
from app.map.bitmap import BitmapReader
from editor.backdrop.backdrop import keep_picture, load_picture
from editor.files.scenario_pictures import picture_from
from editor.foreign_pictures import drawing_process, svg_picture
from editor.foreign_pictures.svg_picture import draw_svg
from editor.importers.formats import read_foreign
from editor.importers.pictures import decoded, load, size_of, small_png
from engine.bad_input import BadInput
from tests.editor.importers.fixtures import build_file, zipped

SPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
HEAD = f'<svg {SPACES} width="40" height="20">'
PLAIN = f'{HEAD}<rect width="40" height="20" fill="#00aa00"/></svg>'.encode()


def endless() -> bytes:
    """Each layer draws the one before four times: 4^24 rectangles in less than 3,000 bytes."""
    layers = "".join(f'<g id="l{n}">' + f'<use xlink:href="#l{n - 1}"/>' * 4 + "</g>" for n in range(1, 25))
    first = '<g id="l0"><rect width="9" height="9"/></g>'
    return f'{HEAD}<defs>{first}{layers}</defs><use xlink:href="#l24"/></svg>'.encode()


def sized(drawing: bytes) -> bytes:
    """As large as the board of the small module."""
    return drawing.replace(b'width="40" height="20"', b'width="200" height="160"', 1)


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A red picture that no drawing may show."""
    image = QImage(40, 20, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    path = tmp_path / "secret.png"
    assert image.save(str(path))
    return path


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing_process, "TIMEOUT_SECONDS", 2.0)


def test_a_drawing_is_drawn(qapp: object) -> None:
    image = draw_svg(PLAIN, "map.svg")
    assert image.size() == QSize(40, 20) and image.pixelColor(5, 5).name() == "#00aa00"


@pytest.mark.usefixtures("qapp", "hurried")
def test_an_endless_drawing_is_given_up(tmp_path: Path) -> None:
    assert len(endless()) < 3000
    (tmp_path / "map.svg").write_bytes(endless())
    with pytest.raises(BadInput, match=r"map\.svg takes too"):
        keep_picture(tmp_path, tmp_path / "map.svg")
    assert not (tmp_path / "backdrops").exists()
    assert load(tmp_path / "map.svg") is None


@pytest.mark.usefixtures("qapp", "hurried")
def test_a_module_with_an_endless_drawing_comes_without_its_picture(tmp_path: Path) -> None:
    text = build_file().replace("field.png", "field.svg")
    path = zipped(tmp_path / "a.vmod", {"buildFile.xml": text, "images/field.svg": sized(endless())})
    found = read_foreign(path)
    assert found.picture is not None and not found.picture.small
    assert (found.picture.width, found.picture.height) == (200, 160)


def test_the_process_has_limits_of_its_own(tmp_path: Path) -> None:
    """Also where nobody waits for it any more."""
    script = tmp_path / "script.py"
    script.write_text(
        "import resource, os\n"
        "print(resource.getrlimit(resource.RLIMIT_CPU)[0], resource.getrlimit(resource.RLIMIT_AS)[0],"
        " os.listdir('.'), end='')\n"
    )
    code, written = drawing_process.drawn_by(script, [], b"", lambda: None)
    assert code == 0
    assert written.decode() == f"{drawing_process.CPU_SECONDS} {drawing_process.MEMORY_BYTES} []"


def test_a_cancelled_drawing_is_ended(qapp: object, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[subprocess.Popen[bytes]] = []

    class Noted(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, *args: object, **settings: object) -> None:
            super().__init__(*args, **settings)  # type: ignore[call-overload]
            begun.append(self)

    def cancelled(done: int, of: int, what: str) -> None:
        raise Cancelled

    monkeypatch.setattr(subprocess, "Popen", Noted)
    monkeypatch.setattr(svg_picture, "report_progress", cancelled)
    with pytest.raises(Cancelled):
        draw_svg(endless(), "map.svg")
    (process,) = begun
    assert process.returncode is not None and process.returncode != 0


@pytest.mark.parametrize(
    "inner",
    [
        '<image xlink:href="{url}" width="40" height="20"/>',
        '<image href="{url}" width="40" height="20"/>',
        '<image xlink:href="{path}" width="40" height="20"/>',
        '<image xlink:href="{nested}" width="40" height="20"/>',
        '<image xlink:href="secret.png" width="40" height="20"/>',
        '<g xml:base="{folder}/"><image xlink:href="secret.png" width="40" height="20"/></g>',
        "<style>@import url('{css}'); rect {{ fill: red }}</style>",
        "<style>rect {{ fill: url({url}) red }}</style>",
    ],
)
def test_no_drawing_shows_another_file(inner: str, secret: Path, qapp: object) -> None:
    nested = f'{HEAD}<image xlink:href="{secret.as_uri()}" width="40" height="20"/></svg>'
    packed = base64.b64encode(nested.encode()).decode()
    (secret.parent / "a.css").write_text("rect { fill: red }")
    named = inner.format(
        url=secret.as_uri(),
        path=secret,
        folder=secret.parent,
        css=(secret.parent / "a.css").as_uri(),
        nested=f"data:image/svg+xml;base64,{packed}",
    )
    image = draw_svg(f'{HEAD}<rect width="40" height="20" fill="#00aa00"/>{named}</svg>'.encode(), "map.svg")
    assert image.pixelColor(20, 10).name() == "#00aa00"


def test_a_style_sheet_elsewhere_is_not_read(secret: Path, qapp: object) -> None:
    sheet = secret.parent / "a.css"
    sheet.write_text("rect { fill: red }")
    head = f'<?xml-stylesheet type="text/css" href="{sheet}"?>'
    assert draw_svg(head.encode() + PLAIN, "map.svg").pixelColor(5, 5).name() == "#00aa00"


def test_a_picture_written_into_a_drawing_is_shown(secret: Path, qapp: object) -> None:
    packed = base64.b64encode(secret.read_bytes()).decode()
    inner = f'<image xlink:href="data:image/png;base64,{packed}" width="40" height="20"/>'
    image = draw_svg(f"{HEAD}{inner}</svg>".encode(), "map.svg")
    assert image.pixelColor(20, 10).name() == "#ff0000"


@pytest.mark.parametrize(
    "text",
    [
        b"<svg/>",
        b"<svg",
        b"<html/>",
        b'<!DOCTYPE svg [<!ENTITY a "b">]><svg width="1" height="1">&a;</svg>',
        b'<svg xmlns="http://www.w3.org/2000/svg" width="999999999" height="999999999"/>',
        b'<svg xmlns="http://www.w3.org/2000/svg" width="-4" height="0"/>',
        b"<g>" * 100_000,
    ],
)
def test_what_cannot_be_drawn_is_refused(text: bytes, tmp_path: Path, qapp: object) -> None:
    with pytest.raises(BadInput):
        draw_svg(text, "map.svg")
    assert decoded(text) is None and small_png(text, 100) == b""


@pytest.mark.parametrize("suffix", ["png", "jpg", "gif", "webp", "bmp", "tif"])
def test_a_drawing_under_another_name_is_no_picture(suffix: str, tmp_path: Path, qapp: object) -> None:
    """Qt would look at the content and draw it."""
    path = tmp_path / f"map.{suffix}"
    path.write_bytes(endless())
    assert BitmapReader(endless()).size().isEmpty() and BitmapReader(endless()).read().isNull()
    with pytest.raises(BadInput, match="not a valid picture"):
        keep_picture(tmp_path, path)
    with pytest.raises(BadInput, match="not a valid picture"):
        picture_from(path)


@pytest.mark.parametrize("kind", ["PNG", "JPG", "BMP", "WEBP", "TIFF"])
def test_pictures_of_pixels_are_read_as_before(kind: str, tmp_path: Path, qapp: object) -> None:
    image = QImage(40, 20, QImage.Format.Format_RGB32)
    image.fill(QColor("#00aa00"))
    path = tmp_path / f"map.{kind.lower()}"
    assert image.save(str(path), kind)  # type: ignore[call-overload]
    assert size_of(path.read_bytes()) == (40, 20)
    kept = keep_picture(tmp_path, path)
    assert load_picture(tmp_path, kept).size() == QSize(40, 20)
