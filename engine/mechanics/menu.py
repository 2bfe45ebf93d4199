"""A decision as a list of orders. Each order says at whom or what it can be aimed, every reason against
it, what it does and what would come of it; buttons, previews, the way out and the end of the decision follow.

    class FormGroup(Menu):
        group: tuple[str, ...]

        ruled_by = "2.regiment"

        @order("add", "unit", "Add")
        def add(self, tx: Transaction, unit: Unit) -> None:
            tx.replace(replace(self, group=(*self.group, unit.key)))

        @add.targets
        def companions(self, state: State) -> Iterable[str]: ...

        @add.against
        def refusals_to_add(self, state: State, unit: Unit) -> Iterator[Refusal]: ...

        cancel = way_out()
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, ClassVar, Final, TypeVar

from engine.referee import Action, Choice, Preview, Refusal, RulesBug, State, Transaction
from engine.referee.frame import cases_of, target_name

GAP: Final = "@"
"""The place of the target's name in the words of a button, if it does not come last."""

F = TypeVar("F", bound=Callable[..., Any])

MOST_ACTIONS: Final = 20_000
"""The most actions that are kept."""


@lru_cache(MOST_ACTIONS)
def listed(verb: str, kind: str = "none", target: str = "") -> Action:
    """An action for a list. Lists name the same ones again and again, so each is made once."""
    return Action(verb, kind, target)


class Order:
    """One verb with one kind of target. Most are made by `@order`; a subclass can be shared by menus."""

    verb: str
    kind: str = "unit"
    words: str = ""
    """What its button says; empty for the verb itself."""
    ends: bool = False
    """It ends the decision and does nothing else."""
    goes_back: bool = False
    """It is the way out of the decision, the Esc key."""

    def candidates(self, menu: Any, state: State) -> Iterable[Action]:
        """Every action that could be legal; quick to compute."""
        raise RulesBug(f"the order {self.verb!r} does not say at what it can be aimed")

    def refusals(self, menu: Any, state: State, action: Action) -> Iterator[Refusal]:
        """Every reason against it; the action has the verb and the kind of the order."""
        return iter(())

    def apply(self, menu: Any, tx: Transaction, action: Action) -> None:
        """Do it."""
        raise RulesBug(f"the order {self.verb!r} does nothing")

    def preview(self, menu: Any, state: State, action: Action) -> Preview:
        """What would come of it."""
        return Preview()

    def reminders(self, menu: Any, state: State) -> Iterator[str]:
        """What the side may have forgotten if it does this now."""
        return iter(())

    def cases(self, menu: Any) -> tuple[str, ...]:
        """The cases that its methods are marked with."""
        return cases_of(self.apply, self.refusals, self.candidates, self.preview)

    def offers(self, menu: Any, state: State, action: Action) -> bool:
        """Is this one of the candidates?"""
        return is_among(action, self.candidates(menu, state))

    def legal(self, menu: Any, state: State) -> list[Action]:
        """The candidates without a reason against them."""
        refusals = self.refusals
        return [
            action
            for action in self.candidates(menu, state)
            if next(refusals(menu, state, action), None) is None
        ]

    def has_any(self, menu: Any, state: State) -> bool:
        """Is any of them legal?"""
        refusals = self.refusals
        return any(
            next(refusals(menu, state, action), None) is None for action in self.candidates(menu, state)
        )


class MethodOrder(Order):
    """An order made of methods of its menu. They are given the target: the record of a unit, the number of a
    number, the text of everything else; without a target they are given none."""

    def __init__(self, verb: str, kind: str, words: str, ends: bool, goes_back: bool) -> None:
        self.verb = verb
        self.kind = kind
        self.words = words
        self.ends = ends
        self.goes_back = goes_back
        self.result: Any = None
        """What the frame below hears of an order that only ends the decision."""
        self._lists_legal = False
        """Is there no reason against any of its targets?"""
        self._methods: dict[str, Callable[..., Any]] = {}

    def _decorator(self, what: str, method: F) -> F:
        self._methods[what] = method
        return method

    def cases(self, menu: Menu) -> tuple[str, ...]:
        return cases_of(*(self._methods.get(what) for what in ("does", "against", "targets", "shows")))

    def targets(self, method: F) -> F:
        """Mark the method `(state)` that lists the targets; not needed without targets."""
        return self._decorator("targets", method)

    def legal_targets(self, method: F) -> F:
        """Mark the method `(state)` that lists the targets with no reason against them: no reason is looked
        for again."""
        self._lists_legal = True
        return self._decorator("targets", method)

    def against(self, method: F) -> F:
        """Mark the method `(state, target)` that yields the reasons against the order."""
        return self._decorator("against", method)

    def shows(self, method: F) -> F:
        """Mark the method `(state, target)` that makes the preview."""
        return self._decorator("shows", method)

    def reminds(self, method: F) -> F:
        """Mark the method `(state)` that yields what the side may have forgotten."""
        return self._decorator("reminds", method)

    def does(self, method: F) -> MethodOrder:
        """Mark the method `(tx, target)` that carries the order out."""
        self.__wrapped__ = self._decorator("does", method)
        return self

    def _ask(self, what: str, menu: Menu, state: Any, action: Action) -> Any:
        method = self._methods[what]
        return (
            method(menu, state) if self.kind == "none" else method(menu, state, menu.target_of(state, action))
        )

    def candidates(self, menu: Menu, state: State) -> Iterable[Action]:
        if self.kind == "none":
            return (listed(self.verb),)
        return [listed(self.verb, self.kind, str(target)) for target in self._methods["targets"](menu, state)]

    def refusals(self, menu: Menu, state: State, action: Action) -> Iterator[Refusal]:
        return self._ask("against", menu, state, action) if "against" in self._methods else iter(())

    def _is_open(self, menu: Menu, state: State) -> bool:
        """Is there no reason against an order without a target?"""
        against = self._methods.get("against")
        return against is None or next(against(menu, state), None) is None

    def _open_targets(self, menu: Menu, state: State) -> Iterator[str]:
        """The names of the targets against which there is no reason."""
        against = None if self._lists_legal else self._methods.get("against")
        read, kind = menu.read_target, self.kind
        for target in self._methods["targets"](menu, state):
            name = str(target)
            if against is None or next(against(menu, state, read(state, kind, name)), None) is None:
                yield name

    def legal(self, menu: Menu, state: State) -> list[Action]:
        verb, kind = self.verb, self.kind
        if kind == "none":
            return [listed(verb)] if self._is_open(menu, state) else []
        return [listed(verb, kind, name) for name in self._open_targets(menu, state)]

    def has_any(self, menu: Menu, state: State) -> bool:
        if self.kind == "none":
            return self._is_open(menu, state)
        return next(self._open_targets(menu, state), None) is not None

    def offers(self, menu: Menu, state: State, action: Action) -> bool:
        return self.kind == "none" or action.target in map(str, self._methods["targets"](menu, state))

    def apply(self, menu: Menu, tx: Transaction, action: Action) -> None:
        if "does" not in self._methods:
            tx.pop(self.result)
        elif self.kind == "none":
            self._methods["does"](menu, tx)
        else:
            self._methods["does"](menu, tx, menu.target_of(tx.state, action))

    def preview(self, menu: Menu, state: State, action: Action) -> Preview:
        if "shows" not in self._methods:
            return Preview()
        shown = self._ask("shows", menu, state, action)
        return shown if isinstance(shown, Preview) else Preview(shown)

    def reminders(self, menu: Menu, state: State) -> Iterator[str]:
        return self._methods["reminds"](menu, state) if "reminds" in self._methods else iter(())


def order(
    verb: str, kind: str = "none", words: str = "", *, ends: bool = False
) -> Callable[[Callable[..., None]], MethodOrder]:
    """The decorator of the method that carries an order out."""
    return MethodOrder(verb, kind, words, ends, False).does


class ChangeOrder(MethodOrder):
    """An order that changes nothing but the decision itself: its method answers with the changed decision."""

    def changed(self, menu: Menu, state: State, action: Action) -> Menu:
        """The decision after the order."""
        method = self._methods["does"]
        changed = method(menu) if self.kind == "none" else method(menu, menu.target_of(state, action))
        assert isinstance(changed, Menu)
        return changed

    def apply(self, menu: Menu, tx: Transaction, action: Action) -> None:
        tx.replace(self.changed(menu, tx.state, action))

    def preview(self, menu: Menu, state: State, action: Action) -> Preview:
        return self.changed(menu, state, action).summary(state)


def change(verb: str, kind: str = "none", words: str = "") -> Callable[[Callable[..., Menu]], MethodOrder]:
    """The decorator of a method `(target)` that answers with the changed decision."""
    return ChangeOrder(verb, kind, words, False, False).does


def way_out(verb: str = "cancel", words: str = "", *, result: Any = None) -> MethodOrder:
    """The order that withdraws what was begun and not finished: nothing happens, the Esc key gives it."""
    made = MethodOrder(verb, "none", words, True, True)
    made.result = result
    return made


def end(verb: str = "end", words: str = "", *, result: Any = None) -> MethodOrder:
    """The order that ends the decision, for example a segment; `reminds` says what was forgotten."""
    made = MethodOrder(verb, "none", words, True, False)
    made.result = result
    return made


class Menu(Choice):
    """A decision whose orders are attributes of its class, in the order of its buttons.

    Whatever is not a candidate is refused: by the reasons of its order, or else by `refusals_otherwise`.
    """

    ruled_by: ClassVar[str] = ""
    """The case that is cited against an action that is not on the menu."""
    otherwise: ClassVar[str] = f"{GAP} is not possible here"
    """What is said against it: what the side may do instead, with the place of the action's name."""
    records: ClassVar[Mapping[str, type]] = {}
    """The records that targets stand for: kind of target → class."""
    words: ClassVar[Mapping[str, str]] = {}
    """What buttons say, by verb, for orders that do not say it themselves."""
    shared: ClassVar[tuple[Order, ...]] = ()
    """Orders that other menus have, too; they come first."""
    orders: ClassVar[tuple[Order, ...]] = ()
    """All of them; filled in by itself."""
    order_by: ClassVar[Mapping[tuple[str, str], Order]] = {}
    """The same by verb and kind of target."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        named: dict[str, Any] = {}
        for base in reversed(cls.__mro__):
            named.update(
                (name, value) for name, value in vars(base).items() if name in named or _is_order(value)
            )
        cls.orders = tuple(dict.fromkeys((*cls.shared, *filter(_is_order, named.values()))))
        cls.order_by = {(one.verb, one.kind): one for one in cls.orders}
        if len(cls.order_by) < len(cls.orders):
            raise RulesBug(f"two orders of {cls.__name__} have the same verb and kind of target")

    def order_of(self, action: Action) -> Order | None:
        """The order that an action gives."""
        return self.order_by.get((action.verb, action.kind))

    def target_of(self, state: State, action: Action) -> Any:
        """What the action is aimed at, as its order reads it."""
        return self.read_target(state, action.kind, action.target)

    def read_target(self, state: State, kind: str, name: str) -> Any:
        """The same by the kind and the name of the target; overridden where targets are read otherwise."""
        if kind == "number":
            return int(name)
        record = self.records.get(kind)
        return name if record is None else state.get(record, name)

    # the decision

    def candidates(self, state: State) -> Iterable[Action]:
        for one in self.orders:
            yield from one.candidates(self, state)

    def legal(self, state: State) -> list[Action]:
        return [action for one in self.orders for action in one.legal(self, state)]

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        one, record = self.order_of(action), self.records.get(action.kind)
        if one is None or (record is not None and state.find(record, action.target) is None):
            yield from self.refusals_otherwise(state, action)
            return
        found = False
        for refusal in one.refusals(self, state, action):
            found = True
            yield refusal
        if not found and action.kind != "none" and not one.offers(self, state, action):
            yield from self.refusals_otherwise(state, action)

    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        """The reason against an action that is not on the menu."""
        yield Refusal(self.ruled_by, self.otherwise.replace(GAP, str(action)))

    def apply(self, tx: Transaction, action: Action) -> None:
        one = self.order_of(action)
        assert one is not None
        one.apply(self, tx, action)

    def preview(self, state: State, action: Action) -> Preview:
        one = self.order_of(action)
        return Preview() if one is None else one.preview(self, state, action)

    def reminders(self, state: State, action: Action) -> Iterator[str]:
        one = self.order_of(action)
        return iter(()) if one is None else one.reminders(self, state)

    def cases_of(self, action: Action) -> tuple[str, ...]:
        one = self.order_of(action)
        found = one.cases(self) if one is not None else ()
        return found or ((self.ruled_by,) if self.ruled_by else ())

    def way_out(self, state: State) -> Action | None:
        back = (action for one in self.orders if one.goes_back for action in one.legal(self, state))
        return next(back, None)

    def is_ending(self, action: Action) -> bool:
        one = self.order_of(action)
        return one is not None and one.ends

    def summary(self, state: State) -> Preview:
        """What would come of the decision as it stands: the preview of every order that changes it."""
        return Preview()

    def is_open(self, state: State) -> bool:
        """Is there anything to do besides ending the decision?"""
        return any(one.has_any(self, state) for one in self.orders if not one.ends)

    # its words

    def heading(self, state: State, verb: str) -> str:
        return self._words(verb).replace(GAP, "…")

    def label(self, state: State, action: Action) -> str:
        words, name = self._words(action.verb, action.kind), self.name_of(state, action)
        return words.replace(GAP, name) if GAP in words else f"{words} {name}".rstrip()

    def name_of(self, state: State, action: Action) -> str:
        """What the target of an action is called: hexes and regions as the scenario names them, records by
        their name if they have one."""
        kind: type[Any] | None = self.records.get(action.kind)
        record: Any = None if kind is None else state.find(kind, action.target)
        return target_name(state, action) if record is None else getattr(record, "name", action.target)

    def _words(self, verb: str, kind: str = "") -> str:
        said = (one.words for one in self.orders if one.verb == verb and kind in ("", one.kind))
        return next(filter(None, said), "") or self.words.get(verb) or verb.replace("_", " ").capitalize()


def offer(tx: Transaction, menu: Menu, anyway: bool = False) -> None:
    """Ask, if there is anything to do besides ending the decision, or anyway."""
    if anyway or menu.is_open(tx.state):
        tx.push(menu)


def ask_again(tx: Transaction) -> None:
    """End the decision on top if nothing else is left to do in it."""
    top = tx.state.frame
    assert isinstance(top, Menu)
    if not top.is_open(tx.state):
        tx.pop()


def is_among(action: Action, candidates: Iterable[Action]) -> bool:
    """Is the action one of these?"""
    return action in (candidates if isinstance(candidates, Container) else tuple(candidates))


def _is_order(value: object) -> bool:
    return isinstance(value, Order)


class Pick(Order):
    """The order of a `PickOne`: any of its options."""

    def __init__(self, verb: str, kind: str) -> None:
        self.verb = verb
        self.kind = kind

    def candidates(self, menu: PickOne, state: State) -> Iterable[Action]:
        return [listed(self.verb, self.kind, target) for target in menu.options(state)]

    def refusals(self, menu: PickOne, state: State, action: Action) -> Iterator[Refusal]:
        return menu.refusals_to_pick(state, menu.target_of(state, action))

    def apply(self, menu: PickOne, tx: Transaction, action: Action) -> None:
        menu.picked(tx, menu.target_of(tx.state, action))

    def cases(self, menu: PickOne) -> tuple[str, ...]:
        return cases_of(menu.picked, menu.refusals_to_pick, menu.options, menu.preview_of)

    def preview(self, menu: PickOne, state: State, action: Action) -> Preview:
        return menu.preview_of(state, menu.target_of(state, action))


class PickOne(Menu):
    """One of several units, hexes or other things. The frame below hears which one it is."""

    among: tuple[str, ...] = ()

    verb: ClassVar[str] = "choose"
    kind: ClassVar[str] = "unit"
    pick: ClassVar[Order] = Pick(verb, kind)
    """Made anew for the verb and the kind of each subclass."""

    def __init_subclass__(cls, **options: Any) -> None:
        cls.pick = Pick(cls.verb, cls.kind)
        super().__init_subclass__(**options)

    def options(self, state: State) -> Iterable[str]:
        """What can be picked; nothing else is accepted."""
        return self.among

    def picked(self, tx: Transaction, target: Any) -> None:
        """Carry the choice out: the frame below hears the key of a record, a number or a text."""
        tx.pop(getattr(target, "key", target))

    def refusals_to_pick(self, state: State, target: Any) -> Iterator[Refusal]:
        """Every reason against one of them."""
        return iter(())

    def preview_of(self, state: State, target: Any) -> Preview:
        """What would come of one of them."""
        return Preview()
