"""The base of the decisions: buttons show units and zones by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.games.dday_to_berlin.records import Unit
from engine.mechanics import Menu


class Question(Menu):
    """The base class of all decisions."""

    records: ClassVar[Mapping[str, type]] = {"unit": Unit}
