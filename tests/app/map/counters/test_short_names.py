"""A name that has no room on a counter is shortened before it is cut off."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from app.map.counters.counter_art import fit_text
from app.map.counters.short_names import shorter_names


def test_the_forms_become_shorter() -> None:
    forms = list(shorter_names("2 Parachute Infantry Regiment (501)"))
    assert forms[0] == "2 Para Inf Rgt (501)" and forms[1] == "2 Para Inf Rgt"
    assert list(map(len, forms[:4])) == sorted(map(len, forms[:4]), reverse=True)
    assert "2" in forms


@pytest.mark.parametrize("name", ["Kampfgruppe Heidenreich", "1 Glider Infantry Battalion", "PzPiLBtl 130"])
def test_no_name_ends_in_dots(qapp: QApplication, name: str) -> None:
    for room in (60.0, 40.0, 26.0):
        assert "…" not in fit_text(name, room, 11, True, 0.56)[1]
