"""The standard `dataclass`, made lean: its methods are written for classes that are used a lot, and then.

The standard decorator compiles six methods for every class. That is most of a millisecond at each start of
the program, for hundreds of classes of which one game uses a fraction, and many of those for one record only;
this one takes a tenth of that. The first few calls of a method are made without it; from then on it is the
standard one. So are fields, `replace`, `asdict`, slots, matching and inheritance: a class of either kind can
be derived from one of the other.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
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

_FEW: Final = 16
"""So many calls of a method are quicker made without it than it is written."""
_UNABLE: Final = object()
_thawing: Final = Lock()


def _made(cls: type, frozen: bool, slots: bool) -> type:
    own_hash = vars(cls).get("__hash__") is not None
    if not cls.__doc__:
        cls.__doc__ = cls.__name__  # The standard one would work out a signature for it.
    with _thawed(cls):
        made: type = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots)(cls)
    methods: dict[str, Any] = {
        "__init__": _later(made, "__init__", _fill, frozen=frozen, repr=False, eq=False),
        "__repr__": _repr,
        "__eq__": _later(made, "__eq__", _equal, init=False, repr=False),
    }
    if frozen:
        vars(made)["__dataclass_params__"].frozen = True
        methods |= {"__setattr__": _no_setattr, "__delattr__": _no_delattr}
    if frozen and slots:
        methods |= {"__getstate__": _state, "__setstate__": _set_state}
    for name, method in methods.items():
        if name not in vars(made):
            setattr(made, name, method)
    if not own_hash:
        # What can change and is compared by its values can be no key.
        written = {"init": False, "repr": False, "unsafe_hash": True}
        made.__hash__ = _later(made, "__hash__", _hash, **written) if frozen else None  # type: ignore[assignment]
    return made


@contextmanager
def _thawed(cls: type) -> Iterator[None]:
    """Let no base count as frozen while the fields are gathered: what makes it so is added here."""
    bases = [vars(base).get("__dataclass_params__") for base in cls.__mro__[1:]]
    with _thawing:
        frozen = [params for params in bases if params is not None and params.frozen]
        for params in frozen:
            params.frozen = False
        try:
            yield
        finally:
            for params in frozen:
                params.frozen = True


def _later(cls: type, name: str, without: Callable[..., Any], **wanted: Any) -> Callable[..., Any]:
    """A method that puts the standard one into its place after some calls, which `without` sees to."""
    calls = 0

    def method(*args: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
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
    fields = dataclasses.fields(cls)
    places = [known.name for known in fields if known.init and not known.kw_only]
    given = dict(zip(places, args, strict=False))
    if len(args) > len(places) or not given.keys().isdisjoint(named):
        return _UNABLE
    given |= named
    values = {}
    for known in fields:
        if known.init and known.name in given:
            values[known.name] = given.pop(known.name)
        elif known.default is not dataclasses.MISSING:
            values[known.name] = known.default
        elif known.default_factory is not dataclasses.MISSING:
            values[known.name] = known.default_factory()
        elif known.init:
            return _UNABLE
    if given:
        return _UNABLE
    for name, value in values.items():
        object.__setattr__(self, name, value)
    if hasattr(cls, "__post_init__"):
        self.__post_init__()
    return None


def _equal(cls: type, self: Any, other: Any) -> Any:
    return _values(cls, self) == _values(cls, other) if other.__class__ is self.__class__ else NotImplemented


def _hash(cls: type, self: Any) -> int:
    return hash(_values(cls, self))


def _values(cls: type, record: Any) -> tuple[Any, ...]:
    fields = dataclasses.fields(cls)
    return tuple([getattr(record, known.name) for known in fields if known.compare])


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
