"""Foreign kinds are converted as decided, and everything that is not imported is reported."""

from __future__ import annotations

from dataclasses import replace as replace_dataclass
from pathlib import Path

import pytest
from msgspec.structs import replace

from editor.backdrop.backdrop import backdrop_of
from editor.document.game_vocabulary import GameVocabulary
from editor.importers.convert import LEAVE, NAME, NO_HEX, Decisions, convert_map, first_guess
from editor.importers.foreign_map import EMPTY, ForeignMap, Piece, plain_grid
from editor.importers.guess_terrain import guess
from editor.importers.vassal.module import read_vmod
from engine.bad_input import BadInput
from engine.catalogue.document import Feature, Label, MapSheet, Placement, ScenarioDocument, Side, UnitType
from engine.hexes.layout import Layout
from engine.hexes.spec import GridSpec
from tests.editor.importers.fixtures import module
from tests.editor.samples import small_scenario

FOREIGN = ForeignMap(
    "Test map",
    "Somewhere",
    plain_grid("flat", "even", 3, 2),
    {"0101": "grass", "0201": "trees", "0301": EMPTY, "0102": "grass", "0202": "lava", "0302": "grass"},
    {"0101": (Feature("castle", "Burg"),), "0301": (Feature("castle"),), "0302": (Feature("shrub"),)},
    {"0101/0102": (Feature("road"),), "0201/0301": (Feature("road"),)},
    (Label("0102", "Wald"), Label("0301", "Nowhere")),
    (Piece("1st", "red foot", "0101"), Piece("2nd", "red foot", "0301"), Piece("marker", "markers", "0101")),
    lost=("The music.",),
)
DECISIONS = Decisions(
    {"grass": "clear", "trees": "woods", EMPTY: NO_HEX, "lava": LEAVE},
    {"castle": "features fort", "shrub": "terrain rough"},
    {"road": "road"},
    {"red foot": ("red", "inf"), "markers": ("", "")},
)


def head() -> ScenarioDocument:
    return ScenarioDocument(
        "new",
        "New",
        "toy",
        MapSheet("new", "New", FOREIGN.grid),
        (Side("red", "Red"), Side("blue", "Blue")),
        unit_types=(UnitType("inf", "Infantry"),),
    )


def test_every_word_becomes_what_was_decided() -> None:
    brought = convert_map(FOREIGN, DECISIONS, head())
    sheet = brought.document.map
    assert sheet.terrain == {"0101": "clear", "0201": "woods", "0102": "clear", "0302": "rough"}
    assert sheet.grid.missing == {"0301"}  # type: ignore[union-attr]
    assert sheet.features == {"0101": (Feature("fort", "Burg"),)}
    assert sheet.hexsides == {"0101/0102": (Feature("road"),)}
    assert sheet.labels == (Label("0102", "Wald"),)
    units = {unit.id: (unit.name, unit.side, unit.type) for unit in brought.document.units}
    assert units == {"1st": ("1st", "red", "inf"), "2nd": ("2nd", "red", "inf")}
    assert [(setup.unit, setup.place) for setup in brought.document.setups] == [
        ("1st", Placement("hex", "0101"))
    ]


def test_nothing_is_dropped_unsaid() -> None:
    told = " ".join(convert_map(FOREIGN, DECISIONS, head()).lost)
    for what in ("The music", "terrain lava (1)", "feature castle (1)", "hexside road (1)", "name (1)"):
        assert what in told
    assert "counter of markers (1)" in told and "place of a counter (1)" in told


def test_a_thing_may_become_lettering() -> None:
    decisions = replace(DECISIONS, features={"castle": NAME, "shrub": LEAVE})
    labels = convert_map(FOREIGN, decisions, head()).document.map.labels
    assert Label("0101", "Burg") in labels


def test_no_hex_at_all_is_refused() -> None:
    nothing = Decisions(dict.fromkeys(FOREIGN.terrain.values(), NO_HEX))
    with pytest.raises(BadInput, match="no hex"):
        convert_map(FOREIGN, nothing, head())


def test_an_open_scenario_keeps_what_the_new_map_has_room_for() -> None:
    before = small_scenario()
    brought = convert_map(FOREIGN, DECISIONS, before)
    after = brought.document
    assert after.units[: len(before.units)] == before.units
    assert (after.title, after.game, after.turns) == (before.title, before.game, before.turns)
    assert after.setups[0].unit == "R1" and str(after.setups[0].place) == "0202"
    assert not any("0604" in str(setup.place) for setup in after.setups)
    assert any("whose hexes the map does not have" in sentence for sentence in brought.lost)
    assert after.map.lattice().hexes


def test_ids_of_counters_are_free_and_plain() -> None:
    foreign = replace_dataclass(FOREIGN, pieces=tuple(Piece("A/81 é", "red foot") for _ in range(3)))
    units = convert_map(foreign, DECISIONS, head()).document.units
    assert [unit.id for unit in units] == ["A-81", "A-81-2", "A-81-3"]


@pytest.mark.parametrize(
    ("meaning", "kinds", "expected"),
    [
        ("woods", ("clear", "woods"), "woods"),
        ("heavy woods", ("light woods", "heavy woods"), "heavy woods"),
        ("deep water sea", ("clear", "lake", "sea"), "sea"),
        ("swamp", ("clear", "marsh"), "marsh"),
        ("woods clear", ("clear", "forest"), "forest"),
        ("mountain", ("open", "hill"), "hill"),
        ("clear snow", ("open", "woods"), "open"),
        ("level 2 hill", ("level 1", "level 2"), "level 2"),
        ("nonsense", ("clear", "woods"), ""),
        ("", ("clear",), ""),
    ],
)
def test_guesses(meaning: str, kinds: tuple[str, ...], expected: str) -> None:
    assert guess(meaning, kinds) == expected


def test_sides_and_types_of_counters_are_guessed_from_their_group() -> None:
    kinds = GameVocabulary(
        sides=(Side("allied", "Allies"), Side("german", "Germans")),
        unit_types=(UnitType("INF", "Infantry"), UnitType("TNK", "Tanks")),
    )
    foreign = replace_dataclass(FOREIGN, pieces=(Piece("a", "German / Tanks"), Piece("b", "Markers")))
    assert first_guess(foreign, kinds).groups == {"German / Tanks": ("german", "TNK"), "Markers": ("", "")}


def test_the_board_of_a_module_becomes_the_backdrop(tmp_path: Path) -> None:
    foreign = read_vmod(module(tmp_path / "small.vmod"))
    assert isinstance(foreign.grid, GridSpec)
    start = replace(head(), map=MapSheet("new", "New", foreign.grid))
    guessed = first_guess(foreign, GameVocabulary())
    brought = convert_map(foreign, guessed, start, tmp_path)
    backdrop = backdrop_of(brought.document.map.data)
    assert backdrop is not None and backdrop.name == "field.png"
    assert (tmp_path / "backdrops" / backdrop.file).is_file()
    layout, place = Layout(brought.document.map.lattice()), backdrop.affine
    assert place is not None
    assert place.at((20.0, 60.0)) == pytest.approx(layout.centre("0102"), abs=0.05)
    assert place.at((20.0 + 34.64 * 2, 100.0)) == pytest.approx(layout.centre("0303"), abs=0.05)


def test_a_picture_that_cannot_be_kept_is_told(tmp_path: Path) -> None:
    foreign = read_vmod(module(tmp_path / "small.vmod"))
    assert foreign.picture is not None
    broken = replace_dataclass(foreign, picture=replace(foreign.picture, data=b"nothing"))
    start = replace(head(), map=MapSheet("new", "New", foreign.grid))
    brought = convert_map(broken, Decisions(), start, tmp_path)
    assert any("The picture of the map" in sentence for sentence in brought.lost)
    assert backdrop_of(brought.document.map.data) is None
