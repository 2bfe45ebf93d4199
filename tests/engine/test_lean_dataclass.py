"""Our dataclasses are the standard ones in all but what they cost."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from engine.lean_dataclass import _FEW, dataclass

Decorator = Callable[..., Any]
HOW = [{"frozen": True, "slots": True}, {"slots": True}, {"frozen": True}, {}]
DECORATORS = [dataclasses.dataclass, dataclass]
MANY = 2 * _FEW


def point(decorator: Decorator, **how: bool) -> Any:
    @decorator(**how)
    class Point:
        """A place."""

        x: int
        y: int = 0
        tags: list[str] = dataclasses.field(default_factory=list)
        seen: bool = dataclasses.field(default=False, compare=False)
        size: int = dataclasses.field(default=1, kw_only=True)

    return Point


def answer(work: Callable[[], Any]) -> str:
    try:
        return repr(work())
    except Exception as error:
        return f"{type(error).__name__}: {error}".replace("DECORATED.", "")


TRIED: dict[str, Callable[[Any], Any]] = {
    "defaults": lambda made: made(1),
    "by place": lambda made: made(1, 2, ["a"], True),
    "by name": lambda made: made(y=2, x=1, size=3),
    "nothing": lambda made: made(),
    "too much": lambda made: made(1, 2, [], True, 3),
    "twice": lambda made: made(1, x=2),
    "unknown": lambda made: made(1, z=2),
    "equal": lambda made: made(1) == made(1, seen=True),
    "not equal": lambda made: made(1) == made(2),
    "another kind": lambda made: made(1) == (1, 0),
    "own list": lambda made: made(1).tags is made(1).tags,
    "replace": lambda made: dataclasses.replace(made(1), y=7),
    "as dict": lambda made: dataclasses.asdict(made(1, 2, ["a"])),
    "fields": lambda made: [field.name for field in dataclasses.fields(made)],
    "match": lambda made: made.__match_args__,
    "hash": lambda made: hash(made(1, 2, ())) == hash(made(1, 2, (), True)),
    "no hash": lambda made: hash(made(1)),
    "set": lambda made: setattr(made(1), "x", 2),
    "set another": lambda made: setattr(made(1), "z", 2),
    "delete": lambda made: delattr(made(1), "x"),
    "copy": lambda made: copy.copy(made(1, 2)),
    "deep copy": lambda made: copy.deepcopy(made(1, 2, ["a"])),
}


@pytest.mark.parametrize(
    "how", [{"frozen": True, "slots": True}, {"slots": True}, {"frozen": True}, {}], ids=str
)
@pytest.mark.parametrize("tried", TRIED)
def test_answers_as_the_standard_one(tried: str, how: dict[str, bool]) -> None:
    standard, ours = (point(decorator, **how) for decorator in DECORATORS)
    expected = answer(lambda: TRIED[tried](standard))
    for _ in range(MANY):  # at first without its methods, then with them
        found = answer(lambda: TRIED[tried](ours))
        if tried == "set another" and how.get("frozen") and how.get("slots"):
            assert "cannot assign to field" in found or "no attribute" in found
        else:
            assert found == expected


@pytest.mark.parametrize("first", DECORATORS, ids=["standard", "ours"])
@pytest.mark.parametrize("second", DECORATORS, ids=["standard", "ours"])
def test_either_kind_can_be_derived_from_the_other(first: Decorator, second: Decorator) -> None:
    @first(frozen=True, slots=True)
    class Frame:
        side: str
        at: int = dataclasses.field(default=0, kw_only=True)

    @second(frozen=True, slots=True)
    class March(Frame):
        unit: str = "4AD"

    for _ in range(MANY):
        march = March("allied", "9AD", at=2)
        assert (march.side, march.unit, march.at) == ("allied", "9AD", 2)
        assert march != Frame("allied", at=2)
        assert hash(march) == hash(March("allied", "9AD", at=2))
        with pytest.raises(dataclasses.FrozenInstanceError):
            march.at = 3  # type: ignore[misc]


def test_what_a_class_says_itself_is_kept() -> None:
    @dataclass(frozen=True, slots=True)
    class Die:
        faces: int
        shown: int = dataclasses.field(init=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "shown", self.faces)

        def __repr__(self) -> str:
            return f"d{self.faces}"

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 7

    for _ in range(MANY):
        assert (repr(Die(6)), Die(6).shown, Die(6) == Die(10), hash(Die(6))) == ("d6", 6, True, 7)


def test_a_class_costs_little_until_it_is_used() -> None:
    made = point(dataclass, frozen=True, slots=True)
    assert made.__init__.__code__.co_filename.endswith("lean_dataclass.py")
    for _ in range(MANY):
        made(1)
    assert made.__init__.__code__.co_filename == "<string>", "the standard decorator has written it"


@pytest.mark.parametrize("decorator", DECORATORS, ids=["standard", "ours"])
def test_what_belongs_to_the_class_is_no_field(decorator: Decorator) -> None:
    @decorator(frozen=True, slots=True)
    class March:
        title: ClassVar[str] = "a march"
        unit: str = "4AD"

    assert [known.name for known in dataclasses.fields(March)] == ["unit"]
    assert (March.title, March().title, March("9AD").unit) == ("a march", "a march", "9AD")


@pytest.mark.parametrize("decorator", DECORATORS, ids=["standard", "ours"])
def test_a_derived_class_may_give_a_field_another_default(decorator: Decorator) -> None:
    @decorator(frozen=True, slots=True)
    class Order:
        unit: str
        steps: int = 1

    @decorator(frozen=True, slots=True)
    class LongOrder(Order):
        steps: int = dataclasses.field(default=9)
        places: tuple[str, ...] = ()

    for _ in range(MANY):
        assert repr(LongOrder("4AD")).endswith("LongOrder(unit='4AD', steps=9, places=())")
        assert LongOrder("4AD") == LongOrder("4AD", 9) != Order("4AD", 9)
    assert LongOrder.__slots__ == ("places",)


@pytest.mark.parametrize("decorator", DECORATORS, ids=["standard", "ours"])
def test_a_default_that_all_records_would_share_is_refused(decorator: Decorator) -> None:
    with pytest.raises(ValueError):

        @decorator
        class Stack:
            units: list[str] = []  # noqa: RUF012


def test_what_it_does_not_know_it_says() -> None:
    with pytest.raises(TypeError, match=r"Order\.secret: only the standard dataclass knows"):

        @dataclass
        class Order:
            secret: dataclasses.InitVar[str]
