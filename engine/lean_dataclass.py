"""The standard `dataclass`, made lean: its methods are written for classes that are used a lot, and then.

The standard decorator compiles six methods for every class. That is most of a millisecond at each start of
the program, for hundreds of classes of which one game uses a fraction, and many of those for one record only;
this one takes a twentieth. The first few calls of a method are made without it; from then on it is the
standard one. So are fields, `replace`, `asdict`, slots, matching and inheritance: a class of either kind can
be derived from one of the other.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, Field
from functools import cache
from inspect import get_annotations
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(
        cls: type | None = None, /, *, frozen: bool = False, slots: bool = False
    ) -> type | Callable[[type], type]:
        """Make records of a class, as `dataclasses.dataclass` does."""
        if cls is None:
            return lambda cls: _made(cls, frozen, slots)
        return _made(cls, frozen, slots)


__all__ = ["dataclass"]

_FEW: Final = 48
"""So many calls of a method are quicker made without it than it is written."""
_UNABLE: Final = object()
_NO_FIELDS: Final = ("ClassVar", "typing.ClassVar")
_NOT_HERE: Final = ("InitVar", "dataclasses.InitVar", "KW_ONLY", "dataclasses.KW_ONLY")


def _made(cls: type, frozen: bool, slots: bool) -> type:
    if not cls.__doc__:
        cls.__doc__ = cls.__name__  # The standard one would work out a signature for it.
    fields = _gathered(cls)
    owner: list[type] = []
    added: dict[str, Any] = {
        "__match_args__": tuple([name for name, known in fields.items() if known.init and not known.kw_only]),
        "__init__": _later(owner, "__init__", _fill, frozen=frozen, repr=False, eq=False),
        "__repr__": _repr,
        "__eq__": _later(owner, "__eq__", _equal, init=False, repr=False),
    }
    if frozen:
        added |= {"__setattr__": _no_setattr, "__delattr__": _no_delattr}
    if frozen and slots:
        added |= {"__getstate__": _state, "__setstate__": _set_state}
    added = {name: value for name, value in added.items() if name not in vars(cls)}
    if vars(cls).get("__hash__") is None:
        # What can change and is compared by its values can be no key.
        written = {"init": False, "repr": False, "unsafe_hash": True}
        added["__hash__"] = _later(owner, "__hash__", _hash, **written) if frozen else None
    added |= {"__dataclass_fields__": fields, "__dataclass_params__": _params(frozen, slots)}
    owner.append(_with_slots(cls, fields, added) if slots else _with(cls, added))
    return owner[0]


# What a class is made of


def _gathered(cls: type) -> dict[str, Field[Any]]:
    """The fields of the bases and of the class. A default that was given in a field becomes a plain one."""
    fields: dict[str, Field[Any]] = {}
    for base in cls.__mro__[-1:0:-1]:
        fields |= getattr(base, "__dataclass_fields__", {})
    for name, kind in get_annotations(cls).items():
        if str(kind).startswith(_NO_FIELDS):
            continue
        if str(kind).startswith(_NOT_HERE):
            raise TypeError(f"{cls.__qualname__}.{name}: only the standard dataclass knows {kind}")
        given: Any = getattr(cls, name, MISSING)
        if isinstance(given, MemberDescriptorType):
            given = MISSING  # The place for it in a base with slots.
        known: Any = given if isinstance(given, Field) else dataclasses.field(default=given)
        if known.default.__class__.__hash__ is None:
            raise ValueError(f"{cls.__qualname__}.{name}: all records would share the default; use a factory")
        known.name, known.type, known._field_type = name, kind, dataclasses._FIELD  # type: ignore[attr-defined]
        known.kw_only = known.kw_only is True
        if given is known and known.default is MISSING:
            delattr(cls, name)
        elif given is known:
            setattr(cls, name, known.default)
        fields[name] = known
    return fields


def _with(cls: type, added: dict[str, Any]) -> type:
    for name, value in added.items():
        setattr(cls, name, value)
    return cls


def _with_slots(cls: type, fields: dict[str, Field[Any]], added: dict[str, Any]) -> type:
    """The class made anew: what has slots has them from the beginning."""
    inherited = {name for base in cls.__mro__[1:-1] for name in vars(base).get("__slots__", ())}
    space = {name: value for name, value in vars(cls).items() if name not in fields}
    for name in ("__dict__", "__weakref__"):
        space.pop(name, None)
    space |= added | {"__slots__": tuple([name for name in fields if name not in inherited])}
    made = type(cls)(cls.__name__, cls.__bases__, space)
    made.__qualname__ = cls.__qualname__
    return made


@cache
def _params(frozen: bool, slots: bool) -> Any:
    """How a class was decorated, as the standard decorator notes it."""
    standard: type = dataclasses.dataclass(frozen=frozen, slots=slots)(
        type("Empty", (), {"__doc__": "Empty"})
    )
    return vars(standard)["__dataclass_params__"]


# Methods: at first without them


def _later(owner: list[type], name: str, without: Callable[..., Any], **wanted: Any) -> Callable[..., Any]:
    """A method that puts the standard one into its place after some calls, which `without` sees to."""
    calls = 0

    def method(*args: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        (cls,) = owner
        if calls <= _FEW:
            answer = without(cls, *args, **named)
            if answer is not _UNABLE:
                return answer
        written = _written(cls, name, wanted)
        setattr(cls, name, written)
        return written(*args, **named)

    method.__name__ = name
    return method


def _fill(cls: type, self: Any, *args: Any, **named: Any) -> Any:
    """What `__init__` does, as long as the arguments are right; the standard one says what is wrong."""
    places, fields = _plan(cls)
    if len(args) > len(places) or not named.keys().isdisjoint(places[: len(args)]):
        return _UNABLE
    given = dict(zip(places, args, strict=False)) | named
    values = []
    for name, wanted, default, factory in fields:
        if wanted and name in given:
            values.append((name, given.pop(name)))
        elif default is not MISSING:
            values.append((name, default))
        elif factory is not MISSING:
            values.append((name, factory()))
        elif wanted:
            return _UNABLE
    if given:
        return _UNABLE
    for name, value in values:
        object.__setattr__(self, name, value)
    if hasattr(cls, "__post_init__"):
        self.__post_init__()
    return None


@cache
def _plan(cls: type) -> tuple[list[str], list[tuple[str, bool, Any, Any]]]:
    """The names of arguments by place; of each field its name, whether it is an argument, and its default."""
    fields = dataclasses.fields(cls)
    return (
        [known.name for known in fields if known.init and not known.kw_only],
        [(known.name, known.init, known.default, known.default_factory) for known in fields],
    )


def _equal(cls: type, self: Any, other: Any) -> Any:
    return _values(cls, self) == _values(cls, other) if other.__class__ is self.__class__ else NotImplemented


def _hash(cls: type, self: Any) -> int:
    return hash(_values(cls, self))


def _values(cls: type, record: Any) -> tuple[Any, ...]:
    fields = dataclasses.fields(cls)
    return tuple([getattr(record, known.name) for known in fields if known.compare])


# Methods: written by the standard decorator


def _written(cls: type, name: str, wanted: dict[str, Any]) -> Callable[..., Any]:
    """The standard method, written for a class that has the same fields and nothing else."""
    fields = [
        (
            known.name,
            object,
            dataclasses.field(
                default=known.default,
                default_factory=known.default_factory,
                init=known.init,
                compare=known.compare,
                kw_only=known.kw_only,
            ),
        )
        for known in dataclasses.fields(cls)
    ]
    space: dict[str, Any] = {"__doc__": cls.__doc__}
    if hasattr(cls, "__post_init__"):
        space["__post_init__"] = None  # It is only named: the record calls its own.
    twin = dataclasses.make_dataclass(cls.__qualname__, fields, namespace=space, match_args=False, **wanted)
    method: Callable[..., Any] = getattr(twin, name)
    return method


def _repr(self: Any) -> str:
    shown = [
        f"{known.name}={getattr(self, known.name)!r}" for known in dataclasses.fields(self) if known.repr
    ]
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _no_setattr(self: Any, name: str, value: Any) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _no_delattr(self: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, known.name) for known in dataclasses.fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for known, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, known.name, value)
