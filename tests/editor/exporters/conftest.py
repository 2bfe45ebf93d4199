"""Pictures are painted with letters, which needs Qt's application."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication


@pytest.fixture(autouse=True)
def letters(qapp: QApplication) -> None:
    """Every test has it."""
