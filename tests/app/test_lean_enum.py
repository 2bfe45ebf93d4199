"""Qt's enumerations as made quickly are those that the standard library makes."""

from __future__ import annotations

import copy
import enum
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6 import QtCore, QtGui, QtWidgets

from app import lean_enum
from app.lean_enum import AS_QT_DOES, create, standard

ODD = (-1, 0, 3, 5, 1 << 29, 987654321)


def of_qt() -> Iterator[tuple[Any, list[tuple[str, int]]]]:
    """The kind and the members of every enumeration in Qt's modules that the window uses."""
    for module in (QtCore, QtGui, QtWidgets):
        for name in dir(module):
            found = getattr(module, name)
            for part in vars(found).values() if isinstance(found, type) else ():
                if isinstance(part, enum.EnumType):
                    yield (
                        part.__mro__[1],
                        [(key, member.value) for key, member in part.__members__.items()],
                    )


def tried(act: Callable[[], object]) -> str:
    try:
        return repr(act())
    except Exception as problem:
        return repr(problem)


def told(made: Any) -> dict[str, Any]:
    """Everything that can be asked of an enumeration."""
    members = made.__members__
    answer = {
        "class": (repr(made), made.__doc__, len(made), dir(made), sorted(vars(made)), made.__module__),
        "order": ([*map(repr, made)], [*map(repr, reversed(made))]),
        "members": [
            (name, member.name, member.value, repr(member), str(member), f"{member}", member._sort_order_)
            for name, member in members.items()
        ],
        "found": [
            made(member.value) is member and made[name] is member and getattr(made, name) is member
            for name, member in members.items()
        ],
        "same": [copy.deepcopy(member) is member and member in made for member in made],
        "odd": [tried(lambda value=value: made(value)) for value in ODD],  # type: ignore[misc]
        "wrong": (tried(lambda: made.nonsense), tried(lambda: setattr(made, next(iter(members)), 1))),
        "hashes": [hash(member) for member in made],
    }
    if issubclass(made, enum.Flag):
        some = [*members.values()][:6] + [*members.values()][-6:]
        answer["bits"] = (made._flag_mask_, made._singles_mask_, made._all_bits_, made._boundary_)
        answer["sums"] = [tried(lambda a=a, b=b: (a | b, a & b, a ^ b, ~a)) for a in some for b in some]  # type: ignore[misc]
        answer["parts"] = [tried(lambda member=member: [*member]) for member in some]  # type: ignore[misc]
    return answer


def test_each_of_qt_is_as_the_standard_library_makes_it() -> None:
    seen = set()
    for kind, names in of_qt():
        seen.add(kind)
        assert told(called(create, kind, names)) == told(called(standard, kind, names))
    assert seen == {enum.Enum, enum.IntEnum, enum.Flag, enum.IntFlag}


def called(make: Callable[..., Any], kind: Any, names: list[tuple[str, int]]) -> Any:
    """As Qt calls it: two steps from whoever imports."""
    return (lambda: make(kind, "Part", names, **AS_QT_DOES))()


def test_nearly_all_of_qt_is_made_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = []
    monkeypatch.setattr(lean_enum, "standard", lambda kind, *rest, **how: slow.append(kind))
    every = [create(kind, "Part", names, **AS_QT_DOES) for kind, names in of_qt()]
    assert len(every) > 500 and len(slow) < 10


@pytest.mark.parametrize(
    "names", [[("name", 1)], [("mro", 1)], [("_secret", 1)], [("real", 1)]], ids=lambda names: names[0][0]
)
def test_what_is_not_plain_goes_the_standard_way(
    names: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    monkeypatch.setattr(lean_enum, "standard", lambda *what, **how: made.append(what))
    create(enum.IntEnum, "Odd", names, **AS_QT_DOES)
    assert made


def test_enumerations_of_others_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enum.EnumType, "_create_", enum.EnumType._create_)  # type: ignore[attr-defined]
    lean_enum.use()
    made: Any = enum.Enum("Season", "SPRING SUMMER", module=__name__)
    assert [member.value for member in made] == [1, 2] and made.__module__ == __name__
