"""The height of the bars above the map: the same for all of them, so that the map does not jump."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QFontMetrics

BUTTON_HEIGHT: Final = 16
"""Pixels that a button has above and below its words, borders included."""
APART: Final = 6
"""Pixels between two buttons."""
WORDS_APART: Final = 1
"""Pixels between two lines of words."""
AROUND: Final = 8
"""Pixels above and below what stands in a bar."""
BUTTON_LINES: Final = 2
WORD_LINES: Final = 3
"""The place in the turn, and a question of two lines."""


def bar_height(metrics: QFontMetrics) -> int:
    """The height with a font, in pixels."""
    words = WORD_LINES * metrics.height() + WORDS_APART
    buttons = BUTTON_LINES * (metrics.height() + BUTTON_HEIGHT) + APART
    return max(words, buttons) + 2 * AROUND + 1
