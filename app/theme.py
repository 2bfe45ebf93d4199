"""Light and dark: one palette each, and the few things a palette cannot say."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QApplication

_EDGES: Final = (24, 48, 96)


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of one theme; `desk` is the table beside the map."""

    night: bool
    window: str
    base: str
    alternate: str
    text: str
    quiet: str
    button: str
    line: str
    accent: str
    accent_text: str
    desk: str


LIGHT: Final = Look(
    night=False,
    window="#f3f0e8",
    base="#fffdf8",
    alternate="#f7f3ea",
    text="#221f1a",
    quiet="#6a6357",
    button="#e9e4d8",
    line="#cfc7b6",
    accent="#2a5f96",
    accent_text="#ffffff",
    desk="#cfc8b8",
)
DARK: Final = Look(
    night=True,
    window="#24262b",
    base="#1b1d21",
    alternate="#212328",
    text="#e9e6df",
    quiet="#a59f93",
    button="#33363d",
    line="#43464e",
    accent="#6ea8dc",
    accent_text="#10151b",
    desk="#15171a",
)


def look_for(choice: str) -> Look:
    """The look that a choice stands for on this machine."""
    if choice == "system":
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return DARK if dark else LIGHT
    return DARK if choice == "dark" else LIGHT


def apply(app: QApplication, look: Look) -> None:
    """Dress the whole application, unless it wears this already."""
    if app.property("look") == look.desk:
        return
    app.setProperty("look", look.desk)
    app.setStyle("Fusion")
    app.setPalette(_palette(look))
    app.setStyleSheet(_sheet(look))


def _palette(look: Look) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette()
    for what, colour in (
        (role.Window, look.window),
        (role.WindowText, look.text),
        (role.Base, look.base),
        (role.AlternateBase, look.alternate),
        (role.Text, look.text),
        (role.Button, look.button),
        (role.ButtonText, look.text),
        (role.BrightText, "#ffffff"),
        (role.ToolTipBase, look.base),
        (role.ToolTipText, look.text),
        (role.PlaceholderText, look.quiet),
        (role.Mid, look.line),
        (role.Highlight, look.accent),
        (role.HighlightedText, look.accent_text),
        (role.Link, look.accent),
        (role.Accent, look.accent),
    ):
        palette.setColor(what, QColor(colour))
    faded = QColor(look.quiet)
    faded.setAlpha(140)
    for what in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, what, faded)
    return palette


def _check(look: Look) -> str:
    """The file of the tick that is drawn into a checked box."""
    name = "check-dark.svg" if look.night else "check.svg"
    return str(files("resources") / "icons" / name).replace("\\", "/")


def _sheet(look: Look) -> str:
    return f"""
QToolTip {{ background: {look.base}; color: {look.text}; border: 1px solid {look.line}; padding: 4px; }}
QMainWindow::separator {{ background: {look.window}; width: 5px; height: 5px; }}
QDockWidget::title {{ background: {look.window}; padding: 7px 10px; }}
QDockWidget {{ font-weight: 600; }}
QMenuBar {{ background: {look.window}; border-bottom: 1px solid {look.line}; }}
QStatusBar {{ background: {look.window}; border-top: 1px solid {look.line}; }}
QToolBar {{ background: {look.window}; border: none; spacing: 2px; padding: 2px 6px; }}
QPushButton {{
    background: {look.button}; border: 1px solid {look.line}; border-radius: 6px; padding: 6px 14px;
}}
QPushButton:hover {{ border-color: {look.accent}; }}
QPushButton:pressed {{ background: {look.line}; }}
QPushButton:focus {{ border: 2px solid {look.accent}; padding: 5px 13px; }}
QPushButton:disabled {{ color: {look.quiet}; border-color: {look.button}; }}
QPushButton#primary, QPushButton:default {{
    background: {look.accent}; color: {look.accent_text}; border-color: {look.accent}; font-weight: 600;
}}
QPushButton#primary:focus, QPushButton:default:focus {{ border: 2px solid {look.text}; }}
QPushButton#primary:disabled, QPushButton:default:disabled {{
    background: {look.button}; color: {look.quiet}; border-color: {look.line};
}}
QLineEdit {{ background: {look.base}; border: 1px solid {look.line}; border-radius: 5px; padding: 4px 6px; }}
QLineEdit:focus {{ border-color: {look.accent}; }}
QToolButton#answers {{
    background: {look.button}; border: 1px solid {look.line}; border-radius: 6px; padding: 6px 22px 6px 14px;
}}
QToolButton#answers:hover, QToolButton#answers:focus {{ border-color: {look.accent}; }}
QToolButton#answers::menu-indicator {{ right: 7px; subcontrol-position: center right; }}
QPushButton#order {{ text-align: left; padding: 5px 10px; }}
QPushButton#order:checked {{ background: {look.accent}; color: {look.accent_text}; }}
QToolButton#modeSwitch {{
    border: 1px solid {look.line}; padding: 1px 13px; background: {look.button};
}}
QToolButton#modeSwitch:checked {{
    background: {look.accent}; color: {look.accent_text}; border-color: {look.accent}; font-weight: 600;
}}
QFrame#decisionBar {{ background: {look.base}; border-bottom: 1px solid {look.line}; }}
QLabel#sideChip {{ border-radius: 6px; padding: 9px 14px; font-weight: 700; }}
QLabel#breadcrumb, QLabel#quiet {{ color: {look.quiet}; }}
QLabel#prompt, QLabel#panelHeading {{ font-weight: 600; }}
QLabel#headline {{ font-size: 22pt; font-weight: 700; }}
QLabel#title {{ font-size: 17pt; font-weight: 700; }}
QFrame#tableNote {{ background: {look.base}; border: 1px solid {look.accent}; border-radius: 8px; }}
QFrame#card {{ background: {look.base}; border: 1px solid {look.line}; border-radius: 8px; }}
QCheckBox::indicator, QRadioButton::indicator {{
    width: 14px; height: 14px; border: 1px solid {look.quiet}; border-radius: 3px; background: {look.base};
}}
QRadioButton::indicator {{ border-radius: 8px; }}
QCheckBox::indicator:hover, QRadioButton::indicator:hover {{ border-color: {look.accent}; }}
QCheckBox::indicator:checked {{
    background: {look.accent}; border-color: {look.accent}; image: url("{_check(look)}");
}}
QRadioButton::indicator:checked {{ background: {look.accent}; border-color: {look.accent}; }}
QCheckBox::indicator:disabled {{ border-color: {look.line}; }}
QTabBar {{ qproperty-drawBase: 0; }}
QTabBar::tab {{
    background: {look.window}; color: {look.quiet}; border: none; border-bottom: 2px solid {look.window};
    padding: 5px 9px;
}}
QTabBar::tab:hover {{ color: {look.text}; }}
QTabBar::tab:selected {{ color: {look.text}; border-bottom: 2px solid {look.accent}; }}
QTabBar::tab:focus {{ color: {look.accent}; }}
QTreeView, QListView {{ background: {look.base}; outline: none; }}
QTreeView#shelf {{ border: 1px solid {look.line}; border-radius: 8px; padding: 4px; }}
"""


@cache
def icon(name: str, look: Look) -> QIcon:
    """A drawing from resources/icons in the colours of the look."""
    from PySide6.QtSvg import QSvgRenderer

    source = (files("resources") / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    picture = QIcon()
    for mode, colour in ((QIcon.Mode.Normal, look.text), (QIcon.Mode.Disabled, look.line)):
        renderer = QSvgRenderer(QByteArray(source.replace("currentColor", colour).encode()))
        for edge in _EDGES:
            pixmap = QPixmap(QSize(edge, edge))
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            renderer.render(painter)
            painter.end()
            picture.addPixmap(pixmap, mode)
    return picture
