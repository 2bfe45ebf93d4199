"""Renders one page of a PDF; runs in a separate process without the packages of Startline.

What it writes is a line with the number of pages and the width, height and stride of the picture, then its
pixels, four bytes each (blue, green, red, nothing).
"""

from __future__ import annotations

import sys

NO_PAGE, DAMAGED = 3, 4
"""Exit codes: no such page; not a PDF."""


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
