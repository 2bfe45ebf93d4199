"""One page of a PDF as pixels, drawn in a process of its own: a damaged file cannot take the workshop down.

The file is run by path, without the packages of Startline: what it writes is a line with the number of pages
and the width, height and stride of the picture, then its pixels, four bytes each (blue, green, red, nothing).
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

PATIENCE: Final = 60
NO_PAGE, DAMAGED = 3, 4
"""What the process answers when there is no such page, or no PDF in the file."""


class NoPage(Exception):
    """There is nothing to draw; its text is the end of a sentence that begins with the file's name."""


def page_pixels(path: Path, page: int, longer_side: int) -> tuple[int, int, int, bytes]:
    """Width, height, stride and pixels of a page, counted from 1."""
    command = [sys.executable, "-I", __file__, str(path.resolve()), str(page), str(longer_side)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired):
        raise NoPage("takes too long to draw; save the page as PNG.") from None
    head, _, pixels = done.stdout.partition(b"\n")
    if done.returncode == NO_PAGE:
        raise NoPage(f"has no page {page}: it has {head.decode()}; choose another page.")
    if done.returncode:
        raise NoPage("is no PDF that can be drawn; open it in another program and save the page as PNG.")
    _, width, height, stride = map(int, head.split())
    return width, height, stride, pixels


def _draw(path: str, page: int, longer_side: int) -> int:
    import pypdfium2

    out = sys.stdout.buffer
    try:
        document = pypdfium2.PdfDocument(path)
        count = len(document)
        if not 1 <= page <= count:
            out.write(b"%d\n" % count)
            return NO_PAGE
        sheet = document[page - 1]
        bitmap = sheet.render(scale=longer_side / max(sheet.get_size()), prefer_bgrx=True)
    except (pypdfium2.PdfiumError, ValueError, ZeroDivisionError):
        return DAMAGED
    out.write(b"%d %d %d %d\n" % (count, bitmap.width, bitmap.height, bitmap.stride))
    out.write(bytes(bitmap.buffer))
    return 0


if __name__ == "__main__":
    sys.exit(_draw(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
