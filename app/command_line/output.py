"""Output of the commands: columns for people, JSON for programs, progress only on a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

OK, FAILED, BAD_INPUT, BUG = 0, 1, 2, 3
INTERRUPTED = 130
Advance: TypeAlias = Callable[[int, int], None]
"""Called with the number done and the total."""
EXIT_CODES = """exit codes:
  0  success
  1  an expectation failed, or problems were found
  2  bad usage, or a file that cannot be read or understood
  3  error in the rules: an invariant is broken
  130  interrupted from the keyboard"""


def show_json(value: Any) -> None:
    """Print a value as JSON."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def show_table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print aligned columns; numbers are aligned right."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(head, *texts, strict=True)]
    right = [bool(rows) and all(isinstance(row[n], int) for row in rows) for n in range(len(head))]
    for line in (head, *texts):
        cells = [
            cell.rjust(width) if align_right else cell.ljust(width)
            for cell, width, align_right in zip(line, widths, right, strict=True)
        ]
        print("  ".join(cells).rstrip())


def complain(sentence: object) -> None:
    """Print one line to stderr."""
    print(f"startline: {sentence}", file=sys.stderr)


@contextmanager
def progress(what: str) -> Iterator[Advance | None]:
    """A progress bar on stderr, or None if that is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    with tqdm(desc=what, file=sys.stderr, leave=False) as bar:

        def advance(done: int, of: int) -> None:
            bar.total = of
            bar.update(done - bar.n)

        yield advance
