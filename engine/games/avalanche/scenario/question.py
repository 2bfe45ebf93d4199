"""The base of the decisions: buttons show units by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.games.avalanche.records import Unit
from engine.mechanics.menu import Menu, PickOne


class Question(Menu):
    """The base class of all decisions."""

    records: ClassVar[Mapping[str, type]] = {"unit": Unit}


class Pick(PickOne, Question):
    """The base class of decisions for one of several things."""
