"""Tables of a large map whose entries are made when they are first asked for."""

from collections.abc import Callable, Collection, ItemsView, Iterator, KeysView, ValuesView
from typing import TypeVar

T = TypeVar("T")


class OnDemand(dict[str, T]):
    """A dict from hexes to the values that `make` returns; a second lookup is as fast as with any dict.

    `make` raises KeyError for a name that has no entry. Iterating over the table makes all entries.
    """

    def __init__(self, names: Collection[str], make: Callable[[str], T]) -> None:
        self._names = names
        self._make = make

    def __missing__(self, name: str) -> T:
        value = self[name] = self._make(name)
        return value

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def get(self, name: str, default: object = None) -> T | object:  # type: ignore[override]
        """The entry, or the default for a name that has none."""
        return self[name] if name in self._names else default

    def keys(self) -> KeysView[str]:  # type: ignore[override]
        """Every name."""
        return self._whole().keys()

    def values(self) -> ValuesView[T]:  # type: ignore[override]
        """Every entry."""
        return self._whole().values()

    def items(self) -> ItemsView[str, T]:  # type: ignore[override]
        """Every name with its entry."""
        return self._whole().items()

    def __eq__(self, other: object) -> bool:
        return self._whole() == other

    def _whole(self) -> dict[str, T]:
        return {name: self[name] for name in self._names}
