"""The check of a rule case, told to players as sentences, without Given, When and Then. Pure functions."""

from __future__ import annotations

import re
from typing import Final

_PART: Final = re.compile(r"\s*\b(Given|When|Then)\b[,:]?\s+")


def told_check(check: str) -> str:
    """`Given A When B Then C` as sentences: `Suppose A. When B, C.`"""
    pieces = _PART.split(check.strip())
    sentences, opened = [pieces[0].strip()] if pieces[0].strip() else [], ""
    for word, text in zip(pieces[1::2], pieces[2::2], strict=True):
        said = text.strip()
        if word == "Given":
            sentences.append(f"Suppose {_open(said)}.")
        elif word == "When":
            sentences += [f"When {opened}."] if opened else []
            opened = _open(said)
            continue
        else:
            sentences.append(f"When {opened}, then {said}" if opened else _capital(said))
        opened = ""
    sentences += [f"When {opened}."] if opened else []
    return " ".join(sentences)


def _open(text: str) -> str:
    """Without the full stop: the sentence goes on."""
    return text.rstrip(" .,;:")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
