"""How a side and its player are called together."""

from __future__ import annotations


def who(title: str, player: str) -> str:
    """`Ada (Germany)`; the side alone if nobody has given a name."""
    return title if player in ("", title) else f"{player} ({title})"
