"""Qt's enumerations, made in a quarter of the time.

Qt for Python hands some 350 enumerations with 4,700 members to the standard library while the window is
built. For each member the standard library looks for everything that a hand-written class might hold; these
are plain names with numbers. Here a class gets what an empty standard one of its kind has, and its members
all at once. Whatever is not as plain as that goes the standard way.
"""

from __future__ import annotations

import sys
from enum import KEEP, Enum, EnumType, Flag, IntEnum, IntFlag
from functools import cache
from typing import Any, Final

AS_QT_DOES: Final = {"module": None, "qualname": None, "type": None, "start": 1, "boundary": KEEP}
"""How Qt for Python asks for an enumeration; it names module and class later by itself."""
_KINDS: Final = (Enum, IntEnum, Flag, IntFlag)
_CONTAINERS: Final = {
    "_member_names_",
    "_member_map_",
    "_value2member_map_",
    "_unhashable_values_",
    "_hashable_values_",
    "_unhashable_values_map_",
}
"""What a class keeps about its members, in the Pythons that are known."""

standard: Any = EnumType._create_  # type: ignore[attr-defined]


def use() -> None:
    """From now on."""
    EnumType._create_ = create  # type: ignore[attr-defined]


def create(kind: Any, name: str, names: Any, **how: Any) -> Any:
    """A new enumeration of a kind, with these names and numbers."""
    if kind not in _KINDS or how != AS_QT_DOES or not _is_plain(kind, names):
        return standard(kind, name, names, **how)
    space = {key: type(value)() if key in _CONTAINERS else value for key, value in _pattern(kind).items()}
    space["__module__"] = sys._getframe(2).f_globals.get("__name__")
    made: Any = type.__new__(EnumType, name, (kind,), space)
    _add_members(made, names, space)
    if issubclass(kind, Flag):
        _note_bits(made)
    return made


def _is_plain(kind: Any, names: Any) -> bool:
    taken = _taken(kind)
    if not taken or not isinstance(names, list) or not taken.isdisjoint([name for name, _ in names]):
        return False
    least = 0 if issubclass(kind, Flag) else -sys.maxsize
    return all(name[0] != "_" and type(value) is int and value >= least for name, value in names)


@cache
def _taken(kind: Any) -> frozenset[str]:
    """The names that no plain member has; no names at all in a Python that keeps more about members."""
    kept = {key for key, value in _pattern(kind).items() if isinstance(value, (dict, list, set))}
    if not kept <= _CONTAINERS:
        return frozenset()
    return frozenset({"mro"}.union(*[vars(base) for base in kind.__mro__]))


@cache
def _pattern(kind: Any) -> dict[str, Any]:
    """What an empty enumeration consists of."""
    return dict(vars(standard(kind, "Empty", [], **AS_QT_DOES)))


def _add_members(made: Any, names: list[tuple[str, int]], space: dict[str, Any]) -> None:
    canonical, by_name, by_value = (
        space[key] for key in ("_member_names_", "_member_map_", "_value2member_map_")
    )
    new, flags, put = made._member_type_.__new__, issubclass(made, Flag), type.__setattr__
    bare = made._member_type_ is object
    for name, value in names:
        member = by_value.get(value)
        if member is None:
            member = by_value[value] = new(made) if bare else new(made, value)
            vars(member).update(_value_=value, _name_=name, __objclass__=made, _sort_order_=len(canonical))
            if not flags or value.bit_count() == 1:
                canonical.append(name)
        by_name[name] = member
        put(made, name, member)
    if "_hashable_values_" in space:
        space["_hashable_values_"].extend(by_value)


def _note_bits(made: Any) -> None:
    singles, mask, put = [member._value_ for member in made], 0, type.__setattr__
    for value in made._value2member_map_:
        mask |= value
    put(made, "_flag_mask_", mask)
    put(made, "_singles_mask_", sum(singles))
    put(made, "_all_bits_", 2 ** mask.bit_length() - 1)
    if singles != sorted(singles):
        put(made, "_iter_member_", made._iter_member_by_def_)
