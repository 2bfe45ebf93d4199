"""New scenarios: nothing of another one in them, and templates of every game that can be played at once."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from editor.document.game_vocabulary import document_game
from editor.files.new_map_dialog import NewMapDialog
from editor.files.scenario_store import ScenarioStore
from editor.files.scenario_templates import DUEL, EMPTY, FRONT, RIVER, TITLES
from engine import games
from engine.catalogue.check import check
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.scenario_text import dumps, loads
from engine.referee.session import Session, Start


@pytest.fixture
def dialog(qtbot: QtBot, scenario_store: ScenarioStore) -> NewMapDialog:
    made = NewMapDialog(scenario_store)
    qtbot.addWidget(made)
    made.title.setText("Out of nothing")
    return made


def made_by(dialog: NewMapDialog, game: str, template: str, orientation: str = "flat") -> ScenarioDocument:
    dialog.game.setCurrentIndex(dialog.game.findData(game))
    dialog.template.setCurrentIndex(dialog.template.findData(template))
    dialog.fields["columns"].setValue(13)
    dialog.fields["rows"].setValue(9)
    dialog.fields["orientation"].setCurrentIndex(dialog.fields["orientation"].findData(orientation))
    assert dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled(), dialog.problem.text()
    return dialog.document()


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("template", TITLES)
@pytest.mark.parametrize("game", games.SHIPPED)
def test_every_template_of_every_game_can_begin(
    dialog: NewMapDialog, game: str, template: str, orientation: str
) -> None:
    document = made_by(dialog, game, template, orientation)
    assert loads(dumps(document)) == document
    found = check(document, games.game(game))
    assert [str(finding) for finding in found if finding.severity != "note"] == []
    session = Session.begin(games.game(game), Start(game, "scenario", document.key, dumps(document), "seed"))
    assert session.decision is not None or not document.units
    assert bool(document.units) == (template == DUEL)
    assert bool(document.victory) == (template != EMPTY)
    assert bool(document.start_lines) == (template != EMPTY)
    kinds = {feature.kind for found in document.map.hexsides.values() for feature in found}
    assert any("river" in kind or "stream" in kind for kind in kinds) == (template == RIVER)


@pytest.mark.parametrize("game", games.SHIPPED)
def test_an_empty_map_carries_nothing_of_another_scenario(dialog: NewMapDialog, game: str) -> None:
    document = made_by(dialog, game, EMPTY)
    found = {
        (finding.severity, finding.where.partition(" ")[0]) for finding in check(document, games.game(game))
    }
    assert found == {("note", "units"), ("note", "victory")}, "only that nobody fights and wins yet"
    known = document_game(game)
    assert known is not None
    for shipped in known.documents():
        for name, value in shipped.data.items():
            if isinstance(value, tuple | dict) and name != "table":
                assert name not in document.data, f"{name} belongs to {shipped.key}"
    if game == "free":
        assert not any(unit_type.key == "wagon" for unit_type in document.unit_types)


@pytest.mark.parametrize("size", [(6, 6), (13, 9), (40, 30)])
@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("game", games.SHIPPED)
def test_a_duel_of_any_size_begins_without_a_problem(
    dialog: NewMapDialog, game: str, orientation: str, size: tuple[int, int]
) -> None:
    made_by(dialog, game, DUEL, orientation)
    for name, value in zip(("columns", "rows"), size, strict=True):
        dialog.fields[name].setValue(value)
    assert [str(finding) for finding in check(dialog.document(), games.game(game))] == []


def test_a_game_that_would_end_at_once_is_a_problem(dialog: NewMapDialog) -> None:
    """Where formations act by their headquarters, none at all is an error, a side without one a warning."""
    document = made_by(dialog, "ctl", DUEL)
    staff = {unit.id for unit in document.units if unit.type == "hq"}
    assert len(staff) == 2
    for gone, severity in ((staff, "error"), ({min(staff)}, "warning")):
        bare = replace(
            document,
            units=tuple(unit for unit in document.units if unit.id not in gone),
            setups=tuple(setup for setup in document.setups if setup.unit not in gone),
        )
        (found,) = check(bare, games.game("ctl"))
        assert found.severity == severity and "headquarters, so" in found.text
        assert found.fix


def test_a_duel_has_the_same_number_of_units_on_both_sides_of_the_front(dialog: NewMapDialog) -> None:
    document = made_by(dialog, "ddb", DUEL)
    sides = [unit.side for unit in document.units]
    assert sides.count("allied") == sides.count("german") == 3
    assert all(finding.severity != "warning" for finding in check(document, games.game("ddb")))


def test_a_template_needs_room(dialog: NewMapDialog) -> None:
    made_by(dialog, "ddb", FRONT)
    dialog.fields["rows"].setValue(4)
    assert not dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()
    assert "at least 6 columns and 6 rows" in dialog.problem.text()
    dialog.template.setCurrentIndex(0)
    assert dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()
