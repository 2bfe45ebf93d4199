"""Worked examples as text: a position, the actions tried, the answers expected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import field

from engine.bad_input import BadInput
from engine.parse_limits import load_toml
from engine.record import Record


class Try(Record):
    """Some actions, and everything that must be true after the last of them."""

    actions: tuple[str, ...]
    """All but the last only lead there and must be accepted."""
    side: str = ""
    """The side that acts; the deciding side if empty."""
    expect: str = "accepted"
    """`accepted`, or `refused` with the cases that must be among the reasons."""
    dice: tuple[int, ...] = ()
    """Loaded before the first action; exactly these fall in this try."""
    no_die: bool = False
    """No die falls, although some are loaded for later tries."""
    then: Mapping[str, Any] = field(default_factory=dict)
    """What the open table shows afterwards, such as `4AD.place = "2314"` or `track.turn = "3"`."""
    legal: tuple[str, ...] = ()
    """Actions that must be legal afterwards."""
    exactly: tuple[str, ...] | None = None
    """All actions that are legal afterwards, and no other is."""
    illegal: tuple[str, ...] = ()
    """Actions that must be refused afterwards, each with the case behind a colon: `move 2415: 3.2.1`."""
    modifiers: tuple[str, ...] | None = None
    """The preview of the last action must list exactly these, each as amount and case: `+1 7.4`, and if
    need be what it changes: `+1 7.4 for the defender's save`."""
    chances: Mapping[str, str] = field(default_factory=dict)
    """Words of a possible outcome in the preview of the last action, and its exact probability."""
    log: tuple[str, ...] = ()
    """Words that must be in the log of the last action."""
    not_log: tuple[str, ...] = ()
    """Words that must not be there."""
    log_for: str = ""
    """The side that reads this log; empty for the open table, which reads everything."""
    why: tuple[str, ...] = ()
    """Words that must be in the reasons of a refusal."""
    not_why: tuple[str, ...] = ()
    """Words that must not be there."""


class Position(Record):
    """A game in the middle of something. `data` is the rest of the file, which the game reads."""

    game: str
    title: str
    cases: tuple[str, ...]
    dice: tuple[int, ...] = ()
    tries: tuple[Try, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def loads(cls, text: str) -> Position:
        """Read a position file; BadInput says what is wrong with it."""
        try:
            raw = load_toml(text, "This position file")
        except (RecursionError, ValueError) as error:
            raise BadInput(f"This is not a position file: {error}") from None
        tries = raw.pop("do", [])
        if not isinstance(tries, list) or not all(isinstance(entry, dict) for entry in tries):
            raise BadInput("`do` should be a list of tables, written as [[do]]")
        return cls(
            game=_text(raw, "game"),
            title=_text(raw, "title"),
            cases=_texts(raw, "case"),
            dice=_faces(raw),
            tries=tuple(_try(entry, f"[[do]] number {n}") for n, entry in enumerate(tries, start=1)),
            data=raw,
        )


def _try(raw: dict[str, Any], where: str) -> Try:
    try:
        done = Try(
            actions=tuple(part.strip() for part in _text(raw, "action").split(";")),
            side=_text(raw, "side", ""),
            expect=_text(raw, "expect", "accepted"),
            dice=_faces(raw),
            no_die=_flag(raw, "no_die"),
            then=raw.pop("then", {}),
            legal=_texts(raw, "legal", ()),
            exactly=_texts(raw, "exactly") if "exactly" in raw else None,
            illegal=_texts(raw, "illegal", ()),
            modifiers=_texts(raw, "modifiers") if "modifiers" in raw else None,
            chances=_text_table(raw, "chances"),
            log=_texts(raw, "log", ()),
            not_log=_texts(raw, "not_log", ()),
            log_for=_text(raw, "log_for", ""),
            why=_texts(raw, "why", ()),
            not_why=_texts(raw, "not_why", ()),
        )
    except BadInput as problem:
        raise BadInput(f"{problem} in {where}") from None
    if raw:
        raise BadInput(f"{next(iter(raw))!r} in {where} means nothing; remove it or correct its spelling")
    if not isinstance(done.then, dict):
        raise BadInput(f"`then` in {where} should be a table")
    if done.expect.split(None, 1)[:1] not in (["accepted"], ["refused"]) or not all(done.actions):
        raise BadInput(f"{where} should have an action and expect `accepted` or `refused CASE`")
    return done


def _text(raw: dict[str, Any], name: str, default: str | None = None) -> str:
    value = raw.pop(name, default)
    if not isinstance(value, str):
        raise BadInput(f"`{name}` should be a text" if value is not None else f"`{name}` is missing")
    return value


def _texts(raw: dict[str, Any], name: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
    value = raw.pop(name, default)
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        raise BadInput(
            f"`{name}` should be a text or a list of texts" if value is not None else f"`{name}` is missing"
        )
    return tuple(value)


def _text_table(raw: dict[str, Any], name: str) -> dict[str, str]:
    value = raw.pop(name, {})
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise BadInput(f"`{name}` should be a table of texts")
    return value


def _flag(raw: dict[str, Any], name: str) -> bool:
    value = raw.pop(name, False)
    if not isinstance(value, bool):
        raise BadInput(f"`{name}` should be true or false")
    return value


def _faces(raw: dict[str, Any]) -> tuple[int, ...]:
    value = raw.pop("dice", [])
    if not isinstance(value, list) or not all(type(face) is int and 1 <= face <= 999 for face in value):
        raise BadInput("`dice` should be a list of the faces that will fall")
    return tuple(value)
