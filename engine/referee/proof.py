"""Does a worked example notice when its rule is gone? Each case is taken out of the rules for a moment.

Taken out means: functions marked with `@case` say nothing, do nothing, count nothing or answer the opposite;
refusals of the case are not heard, and its modifiers amount to nothing. If all examples of the case still
pass, they prove nothing about it.
"""

from __future__ import annotations

import inspect
import pkgutil
import typing
from collections import abc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, wraps
from importlib import import_module
from types import MappingProxyType, ModuleType, NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin

from engine.bad_input import BadInput
from engine.lean_dataclass import dataclass
from engine.referee.action import Action
from engine.referee.citations import Example, Row
from engine.referee.frame import Choice
from engine.referee.game import Game
from engine.referee.modifier import Modifier
from engine.referee.refusal import Refusal
from engine.referee.state import State
from engine.referee.worked_example import run_file

PROVEN: Final = "proven"
SURVIVED: Final = "every example passes without the rule"
NOTHING_TO_REMOVE: Final = "no @case, refusal or modifier of it can be taken out"
NO_EXAMPLE: Final = "no worked example"
FAILING: Final = "a worked example fails as it is"


@dataclass(frozen=True, slots=True)
class Proof:
    """What came of taking one case out."""

    case: str
    verdict: str
    removed: tuple[str, ...] = ()
    """The functions that were neutralised."""
    kept: tuple[str, ...] = ()
    """Marked functions whose answer has no neutral form."""
    noticed_by: tuple[str, ...] = ()
    """The examples that failed without the rule."""

    @property
    def proven(self) -> bool:
        return self.verdict == PROVEN

    def to_json(self) -> dict[str, Any]:
        return {
            "case": self.case,
            "proven": self.proven,
            "verdict": self.verdict,
            "removed": list(self.removed),
            "kept": list(self.kept),
            "noticed_by": list(self.noticed_by),
        }


Progress = Callable[[int, int], None]


def prove_all(game: Game, rows: Sequence[Row], progress: Progress | None = None) -> list[Proof]:
    """Try every case that has something to enforce."""
    rows = [row for row in rows if not row.case.information]
    package = modules(game.package)
    baseline: dict[str, bool] = {}
    proofs = []
    for number, row in enumerate(rows, start=1):
        proofs.append(prove(game, row, package, baseline))
        if progress is not None:
            progress(number, len(rows))
    return proofs


def prove(
    game: Game, row: Row, package: list[ModuleType] | None = None, baseline: dict[str, bool] | None = None
) -> Proof:
    """Take one case out, play its examples, put it back."""
    case = row.case.id
    if not row.examples:
        return Proof(case, NO_EXAMPLE)
    passed = {} if baseline is None else baseline
    for example in row.examples:
        if example.file not in passed:
            passed[example.file] = _passes(game, example)
        if not passed[example.file]:
            return Proof(case, FAILING, noticed_by=(example.file,))
    with without(case, modules(game.package) if package is None else package) as (removed, kept):
        noticed = tuple(example.file for example in row.examples if not _passes(game, example))
    if noticed:
        verdict = PROVEN
    elif removed or any(cited.how in ("refusal", "modifier") for cited in row.code):
        verdict = SURVIVED
    else:
        verdict = NOTHING_TO_REMOVE
    return Proof(case, verdict, removed, kept, noticed)


def _passes(game: Game, example: Example) -> bool:
    try:
        return run_file(example.path, lambda key: game).passed
    except BadInput:
        # Without the rule the position may not even be one that the game can set up.
        return False


def modules(package: str) -> list[ModuleType]:
    """A game's package with all its modules but tests."""
    top = import_module(package)
    inner = [found.name for found in pkgutil.walk_packages(top.__path__, f"{package}.")]
    return [top, *(import_module(name) for name in inner if ".test_" not in name)]


@contextmanager
def without(case: str, package: list[ModuleType]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The rules without this case; answers the functions taken out and those that could not be."""
    neutral, removed, kept = {}, [], []
    for name, function in _marked(case, package):
        if id(function) in neutral or name in kept:
            continue
        stand_in = neutralised(function)
        if stand_in is None:
            kept.append(name)
        else:
            neutral[id(function)] = stand_in
            removed.append(name)
    with ExitStack() as back:
        for owner, name, value in _attributes(package):
            changed = _swapped(value, neutral)
            if changed is not value:
                back.callback(setattr, owner, name, value)
                setattr(owner, name, changed)
        _silence(case, back)
        _forget(package)
        back.callback(_forget, package)
        yield tuple(removed), tuple(kept)


def _attributes(package: list[ModuleType]) -> Iterator[tuple[Any, str, Any]]:
    """Everything that the modules and the classes of a package hold by name."""
    seen: set[int] = set()
    for module in package:
        for name, value in list(vars(module).items()):
            if name == "__builtins__":
                continue
            yield module, name, value
            if isinstance(value, type) and value.__module__ == module.__name__ and id(value) not in seen:
                seen.add(id(value))
                for inner, held in list(vars(value).items()):
                    yield value, inner, held


def _marked(case: str, package: list[ModuleType]) -> Iterator[tuple[str, Any]]:
    for owner, name, value in _attributes(package):
        function = _plain(value)
        if _is_function(function) and case in vars(function).get("cases", ()):
            yield f"{owner.__name__}.{name}", function


def _is_function(value: Any) -> bool:
    return inspect.isfunction(value) or hasattr(value, "cache_clear")


def _plain(value: Any) -> Any:
    """The function inside a method, property or cached property."""
    if isinstance(value, staticmethod | classmethod):
        return value.__func__
    if isinstance(value, property):
        return value.fget
    return value.func if isinstance(value, cached_property) else value


def _swapped(value: Any, neutral: Mapping[int, Any]) -> Any:
    """The value with its stand-ins: a function, a method, or a tuple, list or table that holds some."""
    if id(value) in neutral:
        return neutral[id(value)]
    inner = _plain(value)
    if inner is not value and id(inner) in neutral:
        changed = type(value)(neutral[id(inner)])
        if isinstance(changed, cached_property):
            changed.attrname = value.attrname
        return changed
    if type(value) in (tuple, list):
        items = [_swapped(item, neutral) for item in value]
        return type(value)(items) if any(a is not b for a, b in zip(items, value, strict=True)) else value
    if type(value) in (dict, MappingProxyType):
        table = {key: _swapped(item, neutral) for key, item in value.items()}
        return type(value)(table) if any(table[key] is not value[key] for key in value) else value
    return value


def neutralised(function: Callable[..., Any]) -> Callable[..., Any] | None:
    """A function that stands in for this one and enforces nothing; None if its answer has no neutral form."""
    inner = inspect.unwrap(function)
    if inspect.isgeneratorfunction(inner):
        return wraps(function)(lambda *args, **kwargs: iter(()))
    answer = _answer_type(inner)
    if answer is bool:
        return wraps(function)(lambda *args, **kwargs: not function(*args, **kwargs))
    if answer is Modifier:
        return wraps(function)(lambda *args, **kwargs: replace(function(*args, **kwargs), amount=0))
    found = _neutral_answer(answer)
    if found is None:
        return None
    return wraps(function)(lambda *args, **kwargs: found())


def _answer_type(function: Callable[..., Any]) -> Any:
    """What a function is declared to return, whatever its arguments are."""

    def returns() -> None: ...

    returns.__annotations__ = {"return": function.__annotations__.get("return", Any)}
    try:
        return typing.get_type_hints(returns, function.__globals__)["return"]
    except (NameError, TypeError):
        return Any


_EMPTY: Final[Mapping[Any, Callable[[], Any]]] = {
    **{kind: kind for kind in (int, Fraction, str, tuple, list, dict, set, frozenset)},
    **dict.fromkeys((abc.Iterable, abc.Collection, abc.Sequence), tuple),
    abc.Iterator: lambda: iter(()),
    abc.Mapping: dict,
    abc.Set: frozenset,
}


def _neutral_answer(answer: Any) -> Callable[[], Any] | None:
    if answer in (None, NoneType):
        return lambda: None
    origin = get_origin(answer) or answer
    if origin in (Union, UnionType):
        parts = get_args(answer)
        if NoneType in parts:
            return lambda: None
        return next((found for part in parts if (found := _neutral_answer(part)) is not None), None)
    if origin is tuple and get_args(answer) and get_args(answer)[-1] is not Ellipsis:
        return None
    return _EMPTY.get(origin)


def _silence(case: str, back: ExitStack) -> None:
    """Refusals of the case are not heard, its modifiers amount to nothing."""
    for kind in _subclasses(Choice):
        spoken = vars(kind).get("refusals")
        if spoken is not None:
            back.callback(setattr, kind, "refusals", spoken)
            kind.refusals = _deaf_to(case, spoken)
    made = Modifier.__init__
    back.callback(setattr, Modifier, "__init__", made)

    @wraps(made)
    def make(self: Modifier, *args: Any, **kwargs: Any) -> None:
        made(self, *args, **kwargs)
        if self.case == case:
            object.__setattr__(self, "amount", 0)

    Modifier.__init__ = make  # type: ignore[method-assign]


def _subclasses(kind: type[Any]) -> Iterator[type[Any]]:
    for inner in kind.__subclasses__():
        yield inner
        yield from _subclasses(inner)


def _deaf_to(case: str, spoken: Callable[..., Iterator[Refusal]]) -> Callable[..., Iterator[Refusal]]:
    def heard(self: Choice, state: State, action: Action) -> Iterator[Refusal]:
        return (refusal for refusal in spoken(self, state, action) if refusal.case != case)

    return wraps(spoken)(heard)


def _forget(package: list[ModuleType]) -> None:
    """Empty what functions remember: it may have been worked out with the rule, or without it."""
    for _, _, value in _attributes(package):
        clear = getattr(_plain(value), "cache_clear", None)
        if callable(clear):
            clear()
