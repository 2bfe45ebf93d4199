"""Screenshots of an author's dialogs: scenarios, columns, looks, victory, rules, places, the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PySide6.QtWidgets import QDialog, QWidget

    from app.main_window import MainWindow
    from editor.editor_page import EditorPage

LIST_OF_UNITS: Final = [
    ["Unit", "Nr", "Who", "Branch"],
    ["I/99", "x1", "Germany", "tank"],
    ["II/99", "x2", "Germany", "tank"],
]
"""A spreadsheet whose headings the editor does not know."""


def screens(window: MainWindow, settle: Callable[[], None]) -> Iterator[tuple[str, QWidget]]:
    """Each dialog on the scenario that is open, then the table of a game that its author lays out."""
    from editor.document.game_vocabulary import has_table_parts

    page = window.editor_host.page
    for name, dialog in _dialogs(page, window):
        dialog.show()
        settle()
        yield name, dialog
        dialog.close()
        dialog.deleteLater()
    scenarios = page.file_actions.scenario_store.scenarios()
    laid_out = next((kept for kept in scenarios if has_table_parts(kept.game)), None)
    if laid_out is not None and page.file_actions.open(laid_out.key):
        page.show_part(page.parts.table)
        settle()
        yield "editor-table", window
        page.show_part(page.parts.map)


def _dialogs(page: EditorPage, window: MainWindow) -> Iterator[tuple[str, QDialog]]:
    from editor.art.look_dialog import LookDialog
    from editor.commands.own_art import own_art
    from editor.files.manage_dialog import ManageDialog
    from editor.forms.pick_places_dialog import PickPlacesDialog
    from editor.forms.victory_template_dialog import VictoryTemplateDialog
    from editor.tables.csv_mapping import guessed
    from editor.tables.csv_mapping_dialog import CsvMappingDialog
    from engine.catalogue.own_art import Look

    document = page.document
    assert document is not None
    units = page.parts.forces.units.model.definition
    objective = page.workspace.open_document.vocabulary.objective
    yield "manage", ManageDialog(page.file_actions.scenario_store, document.key, window)
    mapping = guessed(units, LIST_OF_UNITS[0])
    yield "columns", CsvMappingDialog(units, LIST_OF_UNITS, mapping, window)
    yield "look", LookDialog("terrain", own_art(document.work), Look(), True, window)
    yield "victory-template", VictoryTemplateDialog(document, objective, tuple, window)
    yield from _rule_form(page, window)
    picking = PickPlacesDialog(document, document.lattice.hexes[:1], window)
    picking.map.patient = True
    yield "pick-places", picking


def _rule_form(page: EditorPage, window: MainWindow) -> Iterator[tuple[str, QDialog]]:
    """The form of the first special rule that names places."""
    from editor.document.game_vocabulary import document_game
    from editor.forms.rule_form_dialog import RuleFormDialog

    document = page.document
    assert document is not None
    game = document_game(document.game)
    if game is None:
        return
    for rule in document.work.scenario("special_rules"):
        known, places = game.rule_parameters.get(rule.id), game.place_parameters.get(rule.id)
        if known is not None and places:
            kind, opened = known[1], page.workspace.open_document
            yield "rule-form", RuleFormDialog(document, rule, kind, places, tuple, opened, window)
            return
