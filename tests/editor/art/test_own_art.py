"""Own art: looks of kinds, pictures of units and cards; kept, undone, exported, drawn on table and paper."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from app.map.counters.counter_art import CounterArt
from app.map.counters.counter_style import CounterStyle
from app.map.map_scene import MapScene
from app.map.terrain.printed_map import PrintedMap
from editor.art.look_dialog import LookDialog
from editor.art.picture_files import own_picture_from
from editor.commands.order_of_battle import remove_units, rename_unit, set_unit_types
from editor.commands.own_art import own_art, set_look, set_pictures
from editor.commands.table_parts import parts_of, set_part
from editor.document.editor_document import EditorDocument
from editor.editor_page import EditorPage
from editor.importers.pictures import encoded
from editor.printing.counter_faces import FaceMaker
from editor.printing.map_print import MapPrint
from engine import games
from engine.bad_input import BadInput
from engine.catalogue import store
from engine.catalogue.document import Feature, ScenarioDocument
from engine.catalogue.own_art import LARGEST_ART, LARGEST_PICTURE, Look, art_of, with_art, with_picture_file
from engine.catalogue.scenario_text import dumps, loads
from engine.referee.view import Counter
from tests.editor.hands import Hands
from tests.editor.samples import small_scenario

MAGENTA = "#e010d0"


def picture_file(tmp_path: Path, colour: str = MAGENTA, edge: int = 64) -> Path:
    image = QImage(edge, edge, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    path = tmp_path / f"{colour[1:]}.png"
    assert image.save(str(path))
    return path


def colours(image: QImage) -> set[str]:
    return {
        image.pixelColor(x, y).name() for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)
    }


def near(found: set[str], wanted: str) -> bool:
    """Is a colour like this one there? Paper grain and smoothing change it a little."""
    aim = QColor(wanted)
    return any(
        abs(one.red() - aim.red()) + abs(one.green() - aim.green()) + abs(one.blue() - aim.blue()) < 40
        for one in map(QColor, found)
    )


def drawn(document: ScenarioDocument) -> QImage:
    """The map and the counters as the table shows them."""
    scene = MapScene(PrintedMap.of(document), CounterStyle.of(document))
    scene.begin_frame(float("inf"))
    bounds = scene.geometry.bounds
    image = QImage(600, 500, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    scene.render(painter, QRectF(0, 0, 600, 500), bounds)
    painter.end()
    return image


def printed(document: ScenarioDocument) -> QImage:
    image = QImage(600, 500, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    printed_map = PrintedMap.of(document)
    painter = QPainter(image)
    bounds = printed_map.geometry.bounds
    painter.scale(600 / bounds.width(), 500 / bounds.height())
    MapPrint(printed_map, numbers=True).paint(painter, bounds)
    painter.end()
    return image


@pytest.mark.parametrize(
    "look", [Look(color=MAGENTA, pattern="plain"), Look(color=MAGENTA, pattern="trees"), Look()]
)
def test_terrain_gets_its_colour_on_table_and_paper(look: Look, qapp: object) -> None:
    document = small_scenario()
    kind = next(iter(document.map.terrain.values()))
    art = replace(art_of({}), terrain={kind: look} if look != Look() else {})
    changed = replace(document, data=with_art(document.data, art))
    for picture in (drawn(changed), printed(changed)):
        assert near(colours(picture), MAGENTA) == bool(look.color)


@pytest.mark.parametrize("table", ["terrain", "features"])
def test_a_picture_covers_a_kind_on_table_and_paper(hands: Hands, table: str, tmp_path: Path) -> None:
    content = own_picture_from(picture_file(tmp_path))
    kind = next(iter(hands.work.terrain.values())) if table == "terrain" else "depot"
    if table == "features":
        document = small_scenario()
        features = {**document.map.features, "0303": (Feature("depot"),)}
        document = replace(document, map=replace(document.map, features=features))
    else:
        document = small_scenario()
    art, key = with_picture_file(art_of({}), content)
    changed = replace(
        document, data=with_art(document.data, replace(art, **{table: {kind: Look(picture=key)}}))
    )
    for picture, usual in ((drawn(changed), drawn(document)), (printed(changed), printed(document))):
        assert near(colours(picture), MAGENTA) and not near(colours(usual), MAGENTA)


def test_a_unit_or_its_type_has_a_picture_on_its_counter(hands: Hands, tmp_path: Path) -> None:
    content = own_picture_from(picture_file(tmp_path))
    hands.document.do_step(set_pictures(hands.work, "units", ["R1"], content))
    hands.document.do_step(
        set_pictures(hands.work, "types", ["inf"], own_picture_from(picture_file(tmp_path, "#10c8c8")))
    )
    document = hands.document.snapshot()
    maker = FaceMaker(document)
    art = CounterArt()
    one = next(unit for unit in document.units if unit.id == "R1")
    other = next(unit for unit in document.units if unit.type == "inf" and unit.id != "R1")
    for unit, colour in ((one, MAGENTA), (other, "#10c8c8")):
        for edge in (90, 24):
            assert near(colours(art.pixmap(maker.face(unit), edge).toImage()), colour), (unit.id, edge)
    hidden = Counter(one.id, one.side, "0101", "?", known=False)
    assert not CounterStyle.of(document).face(hidden).picture, "a picture gives nothing hidden away"


def test_art_is_saved_exported_imported_and_undone(hands: Hands, tmp_path: Path) -> None:
    before = hands.document.snapshot()
    content = own_picture_from(picture_file(tmp_path))
    hands.document.do_step(set_look(hands.work, "terrain", "woods", Look(color="#123456"), content))
    hands.document.do_step(set_pictures(hands.work, "units", ["R1", "B1"], content))
    after = hands.document.snapshot()
    art = art_of(after.data)
    assert art.terrain["woods"].color == "#123456" and len(art.pictures) == 1, "an equal picture is kept once"
    assert loads(dumps(after)) == after
    with store.open(tmp_path / "other.db", create=True) as catalogue:
        catalogue.save(after)
        assert catalogue.load(after.key) == after
    hands.document.undo()
    hands.document.undo()
    assert hands.document.snapshot() == before
    hands.document.redo()
    hands.document.redo()
    assert hands.document.snapshot() == after
    hands.document.do_step(set_pictures(hands.work, "units", ["R1", "B1"], b""))
    hands.document.do_step(set_look(hands.work, "terrain", "woods", Look()))
    assert "art" not in hands.work.scenario("data"), "pictures that nothing uses are not kept"


def test_a_game_shows_the_art_of_its_scenario(tmp_path: Path, qapp: object) -> None:
    game = games.game("free")
    document = next(game.documents())  # type: ignore[attr-defined]
    art, key = with_picture_file(art_of({}), own_picture_from(picture_file(tmp_path)))
    card = document.data["table"]["cards"][0]["name"]
    own = replace(art, units={document.units[0].id: key}, cards={card: key})
    text = dumps(replace(document, data=with_art(document.data, own)))
    opened = game.document(text)  # type: ignore[attr-defined]
    style = CounterStyle.of(opened)
    assert style.face(Counter(document.units[0].id, "", "", "x")).picture
    assert style.face(Counter("card:1", "", "", card, "card")).picture
    assert not style.face(Counter("card:1", "", "", card, "card", known=False)).picture


def test_pictures_are_limited_and_read_only_as_bitmaps(tmp_path: Path, qapp: object) -> None:
    noise = QImage(900, 700, QImage.Format.Format_RGB32)
    for x in range(900):
        for y in range(700):
            noise.setPixel(x, y, (x * 7919 + y * 104729 + x * y * 31) & 0xFFFFFF)
    path = tmp_path / "noise.png"
    noise.save(str(path))
    assert len(own_picture_from(path)) <= LARGEST_PICTURE
    drawing = tmp_path / "drawing.png"
    drawing.write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    with pytest.raises(BadInput, match=r"drawing\.png is not a valid picture"):
        own_picture_from(drawing)
    art = art_of({})
    with pytest.raises(BadInput, match="3072 KB together"):
        for number in range(LARGEST_ART // LARGEST_PICTURE + 2):
            image = QImage(1, 1, QImage.Format.Format_RGB32)
            image.fill(QColor(number, 0, 0))
            content = encoded(image, "PNG").ljust(LARGEST_PICTURE, b"\0")
            art, key = with_picture_file(art, content)
            art = replace(art, units={**art.units, str(number): key})
            with_art({}, art)
    with pytest.raises(BadInput, match="48 KB"):
        with_picture_file(art, b"\x89PNG\r\n\x1a\n" + bytes(LARGEST_PICTURE))


def test_a_detailed_picture_stays_as_large_as_it_can_be_read(tmp_path: Path, qapp: object) -> None:
    """A texture as painting programs save it: 16 bits for each colour, and a channel for transparency."""
    texture = QImage(200, 200, QImage.Format.Format_RGBA64)
    texture.fill(QColor("#3b6b2c"))
    for x, y in product(range(200), range(200)):
        texture.setPixelColor(x, y, QColor.fromHsv(100, 120, 60 + (x * 7919 + y * 104729 + x * y * 31) % 90))
    path = tmp_path / "texture.png"
    texture.save(str(path))
    kept = QImage.fromData(own_picture_from(path))
    assert kept.width() == 200 and not kept.hasAlphaChannel()
    texture.setPixelColor(5, 5, QColor(0, 0, 0, 0))
    small = texture.copy(0, 0, 60, 60)
    small.save(str(path))
    assert QImage.fromData(own_picture_from(path)).pixelColor(5, 5).alpha() == 0, "holes stay"


def test_damaged_art_is_a_problem_and_draws_as_usual(qapp: object) -> None:
    document = small_scenario()
    damaged = replace(document, data={"art": {"terrain": {"woods": {"picture": "gone"}}}})
    assert drawn(damaged) == drawn(document)


def test_the_look_of_a_kind_is_set_in_the_palette(
    hands: Hands, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.take("brush", "woods")
    panel = hands.page.palette_panel
    assert panel.look.isVisible()

    def fill_in(dialog: LookDialog) -> int:
        dialog.color.setCurrentText("#445566")
        dialog.pattern.setCurrentIndex(dialog.pattern.findData("rocks"))
        assert dialog.load(picture_file(tmp_path))
        dialog.accept()
        return dialog.result()

    monkeypatch.setattr(LookDialog, "exec", fill_in)
    panel.look.click()
    look = own_art(hands.work).terrain["woods"]
    assert (look.color, look.pattern) == ("#445566", "rocks") and look.picture
    assert hands.page.workspace.canvas.map_scene().printed_map.art.pictures.keys() == {"woods"}
    hands.document.undo()
    assert not hands.page.workspace.canvas.map_scene().printed_map.art.pictures
    hands.take("roads")
    assert not panel.look.isVisible()


def test_pictures_are_given_to_the_selected_rows(hands: Hands, tmp_path: Path) -> None:
    forces = hands.page.parts.forces
    hands.page.show_part(forces)
    forces.units.select([0, 2])
    assert forces.unit_pictures.load(picture_file(tmp_path))
    assert own_art(hands.work).units.keys() == {"R1", "B1"} and len(hands.steps) == 1
    assert not forces.unit_pictures.load(tmp_path / "none.png")
    assert "none.png" in forces.units.problem.text()
    forces.unit_pictures.remove.trigger()
    assert not own_art(hands.work).units


def test_backs_and_whole_faces_are_chosen_by_the_button(hands: Hands, tmp_path: Path) -> None:
    """Each is one step; table and paper show the back of a unit that has lost a step, or is turned over."""
    forces = hands.page.parts.forces
    hands.page.show_part(forces)
    forces.units.select([0])
    button = forces.unit_pictures
    assert button.load(picture_file(tmp_path, "#10c010"))
    assert button.load(picture_file(tmp_path), "backs")
    button.menu.aboutToShow.emit()
    assert button.whole.isEnabled() and not button.whole.isChecked()
    button.whole.trigger()
    art = own_art(hands.work)
    assert set(art.whole) == {art.units["R1"], art.backs["R1"]} and len(hands.steps) == 3
    document = hands.document.snapshot()
    style = CounterStyle.of(document)
    front, back = FaceMaker(document).counters(document.units[0])[:2]
    for counter, wanted in ((front, "#10c010"), (back, MAGENTA)):
        face = style.face(counter)
        assert face.is_whole
        assert near(colours(CounterArt().pixmap(face, 96).toImage()), wanted)
    button.menu.aboutToShow.emit()
    assert button.whole.isChecked() and button.remove_back.isEnabled()
    button.whole.trigger()
    assert not own_art(hands.work).whole
    button.remove_back.trigger()
    assert own_art(hands.work).units and not own_art(hands.work).backs
    hands.document.undo()
    assert own_art(hands.work).backs
    assert not forces.type_pictures.choose_back.isVisible() and forces.type_pictures.whole.isVisible()


def test_pictures_stay_when_their_owner_is_renamed_and_go_with_it(hands: Hands, tmp_path: Path) -> None:
    """Units with front and back, types and cards; each change is one step that can be undone."""
    content = own_picture_from(picture_file(tmp_path))
    for table, owner in (("units", "R1"), ("backs", "R1"), ("types", "inf")):
        hands.document.do_step(set_pictures(hands.work, table, [owner], content))
    before = hands.document.snapshot()
    hands.document.do_step(rename_unit(hands.work, "R1", "R9"))
    art = own_art(hands.work)
    assert art.units.keys() == art.backs.keys() == {"R9"}
    types = [
        replace(kind, key="foot") if kind.key == "inf" else kind for kind in hands.work.scenario("unit_types")
    ]
    hands.document.do_step(set_unit_types(hands.work, types))
    assert own_art(hands.work).types.keys() == {"foot"}
    hands.document.do_step(remove_units(hands.work, ["R9"]))
    assert not own_art(hands.work).units and not own_art(hands.work).backs
    for _ in range(3):
        hands.document.undo()
    assert hands.document.snapshot() == before
    hands.document.do_step(set_pictures(hands.work, "units", ["R1"], b""))
    assert not own_art(hands.work).backs, "the back goes with the front"


def test_a_renamed_card_or_rating_keeps_what_belongs_to_it(page: EditorPage, tmp_path: Path) -> None:
    game = games.game("free")
    page.file_actions.open_document(EditorDocument(next(game.documents())))  # type: ignore[attr-defined]
    document = page.document
    assert document is not None
    cards = parts_of(document.work).cards
    content = own_picture_from(picture_file(tmp_path))
    document.do_step(set_pictures(document.work, "cards", [cards[0].name], content))
    listed = [replace(cards[0], name="New name"), *cards[1:]]
    document.do_step(set_part(document.work, "cards", listed))
    assert own_art(document.work).cards.keys() == {"New name"}
    decks = parts_of(document.work).decks
    document.do_step(set_part(document.work, "decks", [replace(decks[0], key="renamed"), *decks[1:]]))
    assert parts_of(document.work).cards[0].deck == "renamed"
    ratings = parts_of(document.work).ratings
    had = {unit.id for unit in document.work.scenario("units") if ratings[0].key in unit.ratings}
    changed = [replace(ratings[0], key="punch"), *ratings[1:]]
    document.do_step(set_part(document.work, "ratings", changed))
    assert had and {unit.id for unit in document.work.scenario("units") if "punch" in unit.ratings} == had
    assert own_art(document.work).cards.keys() == {"New name"}
