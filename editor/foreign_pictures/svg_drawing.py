"""Renders an SVG; runs in a separate process without the packages of Startline.

It reads the drawing from its input and writes its pixels, four bytes each (blue, green, red, alpha).
"""

from __future__ import annotations

import sys

DAMAGED = 4
"""Exit code: the input is not an SVG."""


def _draw(width: int, height: int) -> int:
    from PySide6.QtCore import QByteArray, Qt
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    app = QGuiApplication(sys.argv[:1])
    renderer = QSvgRenderer(QByteArray(sys.stdin.buffer.read()))
    image = QImage(width, height, QImage.Format.Format_ARGB32)
    if not renderer.isValid() or image.isNull():
        return DAMAGED
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    sys.stdout.buffer.write(bytes(image.constBits()))
    sys.stdout.buffer.flush()
    del app
    return 0


if __name__ == "__main__":
    sys.exit(_draw(int(sys.argv[1]), int(sys.argv[2])))
