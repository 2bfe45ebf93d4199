"""Rules and settings that name hexes go along when the map is resized; known places can be changed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from editor.document.hexes_in_rules import suspects
from editor.resize.resize_dialog import ResizeDialog
from editor.resize.resize_map import Margins, resize
from editor.tracing.georeference_dialog import KnownPlacesDialog
from engine import games
from engine.catalogue.document import Anchor, ScenarioDocument, SpecialRule
from engine.catalogue.document_game import DocumentGame
from tests.editor.hands import Hands
from tests.editor.samples import small_scenario

GAMES = ("ddb", "ttr")


def scenarios(key: str) -> list[ScenarioDocument]:
    game = games.game(key)
    assert isinstance(game, DocumentGame)
    return list(game.documents())


def with_rules() -> ScenarioDocument:
    rules = (
        SpecialRule(
            "a", {"target": "0202", "turn": 2, "bridges": ("0302/0303", "0202/0302"), "word": "cloud"}
        ),
        SpecialRule("b", {"side": "red"}),
    )
    return replace(small_scenario(), special_rules=rules, data={"line": "0101 0201 0302", "first": "red"})


def test_what_looks_like_hexes_goes_along_when_wished() -> None:
    document = with_rules()
    moved = resize(document, Margins(left=2)).document
    assert moved.special_rules[0].parameters["target"] == "0402"
    assert moved.special_rules[0].parameters["bridges"] == ("0502/0503", "0402/0502")
    assert moved.special_rules[0].parameters["word"] == "cloud"
    assert moved.special_rules[0].parameters["turn"] == 2
    assert moved.data == {"line": "0301 0401 0502", "first": "red"}
    left = resize(document, Margins(left=2, renumber_rules=False)).document
    assert (left.special_rules, left.data) == (document.special_rules, document.data)


@pytest.mark.parametrize("key", GAMES)
def test_a_game_declares_its_places(key: str) -> None:
    """What a rule of a shipped scenario says about hexes is declared, so that nobody need be asked."""
    game = games.game(key)
    assert isinstance(game, DocumentGame) and game.place_parameters
    for document in scenarios(key):
        lattice = document.map.lattice()
        guessed = [words for words in suspects(document, lattice) if " of rule " in words]
        assert guessed == [], document.key
        for rule in document.special_rules:
            assert set(game.place_parameters.get(rule.id, ())) <= set(rule.parameters), rule.id


def test_a_declared_place_moves_even_if_nobody_wishes_it() -> None:
    document = next(document for document in scenarios("ddb") if document.key == "ddb-carentan")
    rule = document.special_rules[0]
    assert rule.parameters["hexside"] == "0906/0907"
    moved = resize(document, Margins(left=2, renumber_rules=False)).document
    assert moved.special_rules[0].parameters == {**rule.parameters, "hexside": "1106/1107"}


def test_the_dialogue_asks_only_where_there_is_doubt(qtbot) -> None:
    asking, silent = ResizeDialog(with_rules()), ResizeDialog(replace(small_scenario(), special_rules=()))
    for dialog in (asking, silent):
        qtbot.addWidget(dialog)
        dialog.show()
    assert asking.renumber_rules.isVisible() and "target of rule a" in asking.listed.text()
    assert "the setting line" in asking.listed.text()
    asking.renumber_rules.setChecked(False)
    asking.fields["left"].setValue(1)
    assert asking.margins() == Margins(left=1, renumber_rules=False)
    assert not silent.renumber_rules.isVisible() and not silent.listed.isVisible()


def test_known_places_can_be_changed_later(hands: Hands, qtbot) -> None:
    ok = QDialogButtonBox.StandardButton.Ok
    seen: list[tuple[str, ...]] = []

    def fill(hex_id: str, latitude: str) -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, KnownPlacesDialog)
        first = dialog.places.lines[0]
        seen.append(tuple(field.text() for field in first))
        for field, text in zip(first, ("7777", latitude, "6"), strict=True):
            field.clear()
            qtbot.keyClicks(field, text)
        assert "no hex '7777'" in dialog.problem.text() and not dialog.buttons.button(ok).isEnabled()
        first[0].clear()
        qtbot.keyClicks(first[0], hex_id)
        assert dialog.buttons.button(ok).isEnabled()
        dialog.accept()

    before = hands.work.sheet("georeference").anchors
    QTimer.singleShot(0, lambda: fill("0202", "50.5"))
    hands.page.actions_by_key["known_places"].trigger()
    assert hands.work.sheet("georeference").anchors[0] == Anchor("0202", 50.5, 6.0)
    assert hands.work.sheet("georeference").anchors[1:] == before[1:], "the others stay"
    QTimer.singleShot(0, lambda: fill("0303", "51"))
    hands.page.actions_by_key["known_places"].trigger()
    assert seen[1] == ("0202", "50.5", "6.0")
    hands.document.go_to(0)
    assert hands.work.sheet("georeference").anchors == before
