"""Counters and cards of VASSAL bring their pictures: their own, layers, prototypes, game piece layouts."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from app.map.bitmap import BitmapReader
from app.map.counters.counter_art import CounterArt
from app.map.counters.counter_style import CounterStyle
from editor.importers.foreign_map import ForeignMap, Piece
from editor.importers.pictures import encoded
from editor.importers.vassal import counters
from editor.importers.vassal.games import read_vsav
from editor.importers.vassal.layers import Image, drawing_of
from editor.importers.vassal.module import read_vmod
from editor.importers.vassal.text import counter
from engine.catalogue.check import check
from engine.catalogue.own_art import art_of
from engine.catalogue.scenario_text import dumps, loads
from engine.games import game
from engine.referee.action import Action
from engine.referee.session import Accepted, Session, Start
from tests.editor.importers.fixtures import MODULE_DATA, png, saved_game, veiled, zipped
from tests.editor.importers.vassal.test_free import as_free_game
from tests.editor.importers.vassal.test_variants import board, in_slot, text

RED, BLUE, GREEN, WHITE = "#d01010", "#1010d0", "#10c010", "#fafafa"
KEYS = ";0;;Flip;0;;;0;;;;1;false"


def plain(colour: str, edge: int = 60) -> bytes:
    image = QImage(edge, edge, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    return encoded(image, "PNG")


def layer(files: str, x: int = 0, y: int = 0, always: bool = True, name: str = "Step") -> str:
    """A layer as VASSAL 3.7 writes it."""
    return (
        f"emb2;{KEYS};{x};{y};{files};a,b;true;{name};;;false;;1;1;{str(always).lower()};;70,130;;;1.0;;true"
    )


def piece(*traits: str, states: str, picture: str = "front.png", name: str = "1. Coy") -> str:
    """The definition of a counter with these traits, each inside the other."""
    kinds = ""
    for depth, trait in enumerate((*traits, f"piece;;;{picture};{name}")):
        kinds += ("\\" * (depth - 1) + "\t" if depth else "") + trait
    words = "".join(
        ("\\" * (depth - 1) + "\t" if depth else "") + word
        for depth, word in enumerate((*states.split(), "null;0;0;7;0"))
    )
    return f"+/null/{kinds}/{words}"


def opened(tmp_path: Path, definition: str, files: dict[str, bytes], extra: str = "") -> ForeignMap:
    stack = (
        '<VASSAL.build.module.map.SetupStack name="s" owningBoard="Field" useGridLocation="false" x="20"'
        f' y="60">{in_slot(definition)}</VASSAL.build.module.map.SetupStack>{extra}'
    )
    members = {f"images/{name}": content for name, content in files.items()}
    whole = {"buildFile.xml": text(board("Field"), stack), "moduledata": MODULE_DATA}
    return read_vmod(zipped(tmp_path / "small.vmod", {**whole, "images/field.png": png(200, 160), **members}))


def middle(foreign: ForeignMap, key: str, x: float = 0.5, y: float = 0.5) -> str:
    image = BitmapReader(foreign.counter_pictures[key]).read()
    return image.pixelColor(int(image.width() * x), int(image.height() * y)).name()


def is_like(found: str, wanted: str) -> bool:
    one, aim = QColor(found), QColor(wanted)
    return abs(one.red() - aim.red()) + abs(one.green() - aim.green()) + abs(one.blue() - aim.blue()) < 30


def only(foreign: ForeignMap) -> Piece:
    (found,) = [one for one in foreign.pieces if one.hex]
    return found


FILES = {"front.png": plain(RED), "back.png": plain(BLUE), "dot.png": plain(GREEN, 12)}


@pytest.mark.parametrize(
    ("trait", "state", "is_flipped"),
    [
        (layer("front.png,back.png"), "1", False),
        (layer("front.png,back.png"), "2", True),
        (layer("back.png", always=False), "-1", False),
        (layer("back.png", always=False), "1", True),
        ("emb;F;Flip;;;;;0;0;back.png,reduced", "-1", False),
    ],
)
def test_a_layer_is_the_back_of_a_counter(tmp_path: Path, trait: str, state: str, is_flipped: bool) -> None:
    foreign = opened(tmp_path, piece(trait, states=state), FILES)
    found = only(foreign)
    assert is_like(middle(foreign, found.front), RED) and is_like(middle(foreign, found.back), BLUE)
    assert found.is_flipped == is_flipped


def test_layers_are_drawn_over_the_counter_where_they_lie(tmp_path: Path) -> None:
    """A small layer is no back; one that is switched off is not drawn."""
    mark = layer("dot.png", 20, -20, name="Mark")
    hidden = layer("dot.png", -20, -20, always=False, name="Moved")
    foreign = opened(tmp_path, piece(mark, hidden, states="1 -1"), FILES)
    found = only(foreign)
    assert is_like(middle(foreign, found.front, 0.83, 0.17), GREEN)
    assert is_like(middle(foreign, found.front, 0.17, 0.17), RED) and not found.back


def test_prototypes_bring_their_layers(tmp_path: Path) -> None:
    """Also a prototype inside another one, and one that names itself without end."""
    definitions = {
        "Outer": piece("prototype;Inner", "prototype;Outer", states=" ", picture="", name=""),
        "Inner": piece(layer("front.png,back.png"), states="1", picture="", name=""),
    }
    inside = "".join(
        f'<VASSAL.build.module.PrototypeDefinition name="{name}" description="">{told}'
        "</VASSAL.build.module.PrototypeDefinition>"
        for name, told in definitions.items()
    )
    extra = f"<VASSAL.build.module.PrototypesContainer>{inside}</VASSAL.build.module.PrototypesContainer>"
    foreign = opened(tmp_path, piece("prototype;Outer", states="", picture=""), FILES, extra)
    found = only(foreign)
    assert is_like(middle(foreign, found.front), RED) and is_like(middle(foreign, found.back), BLUE)


def test_the_picture_of_a_game_piece_layout_is_a_file_of_the_module(tmp_path: Path) -> None:
    """VASSAL writes it when the module is edited, in old modules under a name without an ending."""
    layout = (
        "<VASSAL.build.module.gamepieceimage.GamePieceImageDefinitions>"
        "<VASSAL.build.module.gamepieceimage.GamePieceLayoutsContainer>"
        '<VASSAL.build.module.gamepieceimage.GamePieceLayout border="3D" height="54" name="Unit" width="54">'
        '<VASSAL.build.module.gamepieceimage.GamePieceImage bgColor="red" name="1 Coy" props=""/>'
        "</VASSAL.build.module.gamepieceimage.GamePieceLayout>"
        "</VASSAL.build.module.gamepieceimage.GamePieceLayoutsContainer>"
        "</VASSAL.build.module.gamepieceimage.GamePieceImageDefinitions>"
    )
    foreign = opened(tmp_path, piece(states="", picture="1 Coy"), {"1 Coy": plain(GREEN, 54)}, layout)
    assert is_like(middle(foreign, only(foreign).front), GREEN)
    assert not any("Coy" in sentence for sentence in foreign.lost)


def test_a_missing_or_broken_picture_is_told_and_the_counter_stays(tmp_path: Path) -> None:
    foreign = opened(
        tmp_path, piece(layer("none.png,broken.png"), states="1"), {"broken.png": b"\x89PNG\r\n\x1a\n"}
    )
    assert only(foreign).front == "" and not foreign.counter_pictures
    assert any("broken.png" in told and "none.png" in told for told in foreign.lost)


def test_many_pictures_are_made_small_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """First all of them are made smaller, then some are left out and told."""
    noise = QImage(200, 200, QImage.Format.Format_RGB32)
    for x in range(200):
        for y in range(200):
            noise.setPixel(x, y, (x * 7919 + y * 104729 + x * y * 31) & 0xFFFFFF)
    content = encoded(noise, "PNG")
    lengths = []
    for most in (counters.MOST_BYTES, 3000, 300):
        monkeypatch.setattr(counters, "MOST_BYTES", most)
        foreign = opened(tmp_path, piece(states=""), {"front.png": content})
        lengths.append(sum(map(len, foreign.counter_pictures.values())))
        assert lengths[-1] <= most
        assert any("do not fit" in told for told in foreign.lost) == (not lengths[-1])
    assert lengths[0] > lengths[1] > lengths[2] == 0


def test_the_pictures_are_on_the_counters_of_the_free_table(tmp_path: Path, qapp: object) -> None:
    """Front and back, at the table, after a save, and for a flipped counter of a saved game."""
    foreign = opened(tmp_path, piece(layer("front.png,back.png"), states="1"), FILES)
    document = as_free_game(foreign)
    assert loads(dumps(document)) == document
    free = game("free")
    assert [str(found) for found in check(document, free) if found.severity == "error"] == []
    art = art_of(document.data)
    unit = document.units[0].id
    assert unit in art.units and unit in art.backs and set(art.whole) == set(art.pictures)
    session = Session.begin(free, Start("free", "scenario", document.key, dumps(document), "seed"))
    style = CounterStyle.of(document)

    def shown() -> str:
        found = session.view(None).counter(unit)
        assert found is not None
        face = style.face(found)
        assert face.is_whole
        return CounterArt().pixmap(face, 80).toImage().pixelColor(40, 40).name()

    assert is_like(shown(), RED)
    assert session.choice is not None
    for action in (Action("pick", "unit", unit), Action("flip")):
        assert isinstance(session.submit(session.choice.side, action), Accepted), action
    assert is_like(shown(), BLUE)


def test_a_counter_of_a_saved_game_lies_with_its_back_up(tmp_path: Path) -> None:
    opened(tmp_path, piece(layer("front.png,back.png"), states="1"), FILES)
    told = piece(layer("front.png,back.png"), states="2").replace("null;0;0;7", "Main Map;20;60;7")
    foreign = read_vsav(saved_game(tmp_path / "game.vsav", veiled(told)))
    document = as_free_game(foreign)
    (setup,) = document.setups
    assert setup.data == {"flipped": True}


def test_cards_bring_their_pictures(tmp_path: Path) -> None:
    card = "VASSAL.build.widget.CardSlot"
    told = piece("mask;77,130;cardback.png;Hide;P;?", states="null", picture="rain.png", name="Rain")
    pile = (
        '<VASSAL.build.module.map.DrawPile name="Events" faceDown="Never">'
        f'<{card} entryName="Rain">{told}</{card}></VASSAL.build.module.map.DrawPile>'
    )
    foreign = opened(tmp_path, piece(states=""), {**FILES, "rain.png": plain(GREEN, 120)}, pile)
    assert is_like(middle(foreign, foreign.card_pictures["Rain"]), GREEN)
    document = as_free_game(foreign)
    assert art_of(document.data).cards.keys() == {"Rain"}


def test_a_scaled_layer_keeps_its_middle() -> None:
    words = layer("back.png", 3, 4).removesuffix("1.0;;true") + "0.5;;true"
    read = counter(piece(words, states="1"))
    assert read is not None
    (found,) = drawing_of(read, {}).parts
    assert found.levels == (Image("back.png", 3, 4, 0.5),)


def label(text_size: int = 14, ink: str = "255,255,255", place: str = "c;0;c;0;c;c", behind: str = "") -> str:
    """A label as VASSAL 3.7 writes it."""
    return f"label;;Change Label;{text_size};{behind};{ink};{place};$pieceName$;Dialog;1;0;TextLabel;"


def inked(foreign: ForeignMap, key: str, wanted: str) -> list[tuple[float, float]]:
    """Where a picture has this colour, as parts of its size."""
    image = BitmapReader(foreign.counter_pictures[key]).read()
    return [
        (x / image.width(), y / image.height())
        for x in range(image.width())
        for y in range(image.height())
        if is_like(image.pixelColor(x, y).name(), wanted)
    ]


@pytest.mark.parametrize(
    ("place", "low", "high"),
    [
        ("c;0;c;0;c;c", 0.3, 0.7),
        ("t;0;c;0;b;c", 0.0, 0.35),
        ("b;0;c;0;t;c", 0.65, 1.0),
        ("t;2;c;0;t;c", 0.0, 0.4),
    ],
)
def test_labels_are_drawn_on_the_counter(tmp_path: Path, place: str, low: float, high: float) -> None:
    """A label that VASSAL hangs above or below the counter is moved onto it."""
    foreign = opened(tmp_path, piece(label(place=place), states="4-6"), FILES)
    ink = inked(foreign, only(foreign).front, "#ffffff")
    assert ink and all(low <= y <= high for _, y in ink)


@pytest.mark.parametrize(
    ("state", "shown", "is_told"),
    [
        ("$strength$", "4-6", False),
        ("{strength}", "4-6", False),
        ('{GetProperty("strength")}', "4-6", False),
        ("<html><b>4-6</b></html>", "4-6", False),
        ("$unknown$", "", False),
        ("{strength+1}", "", True),
    ],
)
def test_a_label_says_what_its_properties_are(tmp_path: Path, state: str, shown: str, is_told: bool) -> None:
    words = state.replace("/", "\\/").replace("<", "&lt;")
    foreign = opened(tmp_path, piece(label(), "mark;strength", states=f"{words} 4-6"), FILES)
    plain_text = opened(tmp_path, piece(label(), states=shown or "$none$"), FILES)
    made = [one.counter_pictures[only(one).front] for one in (foreign, plain_text)]
    assert made[0] == made[1]
    assert bool(inked(foreign, only(foreign).front, "#ffffff")) == bool(shown)
    assert any("Labels whose text" in told for told in foreign.lost) == is_told


def test_a_back_above_a_label_hides_it_and_a_label_above_the_back_stays(tmp_path: Path) -> None:
    for traits, states, seen in (
        ((layer("front.png,back.png"), label()), "1 AB", False),
        ((label(), layer("front.png,back.png")), "AB 1", True),
    ):
        foreign = opened(tmp_path, piece(*traits, states=states), FILES)
        assert bool(inked(foreign, only(foreign).back, "#ffffff")) == seen


def test_a_long_label_is_made_small_and_has_its_box(tmp_path: Path) -> None:
    trait = label(40, behind="0,200,0")
    foreign = opened(tmp_path, piece(trait, states="A_very_long_name_of_a_unit"), FILES)
    box = inked(foreign, only(foreign).front, "#00c800")
    assert box and min(x for x, _ in box) < 0.05 and max(x for x, _ in box) > 0.9
    assert max(y for _, y in box) - min(y for _, y in box) < 0.4
