"""The user's own catalogue: a copy of the shipped one that playing and editing may write to.

The shipped file is only ever read. When a newer Startline ships other scenarios, they replace the shipped
ones in the copy; the user's own scenarios and games stay. Where one of the user's own has the key of a newly
shipped scenario, the shipped one gets "-shipped" behind its key.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue import connection as database
from engine.catalogue import store
from engine.catalogue.build import CONTENT
from engine.catalogue.store import Catalogue
from engine.catalogue.user_folder import user_folder
from engine.files import replacing

FILE: Final = "scenarios.db"
_SHIPPED_CONTENT: Final = "shipped content"
_SHIPPED_FILE: Final = "shipped file"


def shipped_file() -> Path:
    """The catalogue that came with Startline: on top of a clone, or inside the installed resources."""
    top = Path(__file__).resolve().parents[2]
    return next((path for path in (top / FILE, top / "resources" / FILE) if path.exists()), top / FILE)


def shipped_catalogue(shipped: Path | None = None) -> Catalogue:
    """The shipped catalogue itself, read-only."""
    return store.open(shipped or shipped_file(), read_only=True)


def user_catalogue(shipped: Path | None = None) -> Catalogue:
    """The user's catalogue, made on first use and brought up to the shipped content."""
    source, target = shipped or shipped_file(), user_folder() / FILE
    if not source.exists():
        raise BadInput(
            f"The catalogue {source} that belongs to Startline is missing; install Startline again."
        )
    if not target.exists():
        _copy(source, target)
    catalogue = store.open(target)
    try:
        mark = _mark(source)
        if catalogue.property(_SHIPPED_FILE) != mark:
            _refresh(catalogue, source, mark)
    except BaseException:
        catalogue.close()
        raise
    return catalogue


def _mark(source: Path) -> str:
    """Changes when the shipped file does, and is quicker to find out than its content."""
    found = source.stat()
    return f"{source.resolve()} {found.st_size} {found.st_mtime_ns}"


def _copy(source: Path, target: Path) -> None:
    database.examine(source)
    with replacing(target, keep_existing=True) as part:
        shutil.copyfile(source, part)


def _refresh(catalogue: Catalogue, source: Path, mark: str) -> None:
    with store.open(source, read_only=True) as shipped:
        content = shipped.property(CONTENT)
        known = catalogue.property(_SHIPPED_CONTENT) or catalogue.property(CONTENT)
        documents = [] if content == known else [shipped.load(entry.key) for entry in shipped.list()]
        maps = [] if content == known else [shipped.load_map(key) for key in shipped.maps()]
    with database.writing(catalogue.engine, catalogue.location) as connection:
        if content != known:
            store.forget_shipped(connection)
            taken = store.keys_in(connection)
            for sheet in maps:
                store.put_map(connection, sheet, shipped=True)
            for document in documents:
                key = document.key
                while key in taken:
                    key += "-shipped"
                store.put(connection, [replace(document, key=key)], shipped=True)
        store.set_property(connection, _SHIPPED_CONTENT, content)
        store.set_property(connection, _SHIPPED_FILE, mark)
