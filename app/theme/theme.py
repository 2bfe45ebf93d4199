"""The light and the dark theme: palettes and style sheet."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QIcon, QPalette
from PySide6.QtWidgets import QApplication, QLabel

from app.theme.icons import drawn_icon
from app.theme.restyle import Restyler
from resources import FOLDER

HEADLINE, TITLE = 2.0, 1.6
"""Size factors of headings."""
FACTOR: Final = "textFactor"
"""The property that holds the size factor of a label."""
NIGHT: Final = "night"
"""The property of a window with a dark theme."""


class Look(Struct, frozen=True):
    """The colours of one theme; `desk` is the background around the map."""

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
_ROLES: Final = Look(
    night=False,
    window="palette(window)",
    base="palette(base)",
    alternate="palette(alternate-base)",
    text="palette(text)",
    quiet="palette(placeholder-text)",
    button="palette(button)",
    line="palette(mid)",
    accent="palette(accent)",
    accent_text="palette(highlighted-text)",
    desk="",
)
"""Palette roles in place of colours: the style sheet stays valid when the palette changes."""


def look_for(choice: str) -> Look:
    """The theme for `light`, `dark` or `system`."""
    if choice == "system":
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return DARK if dark else LIGHT
    return DARK if choice == "dark" else LIGHT


def application() -> QApplication:
    """The running QApplication."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app


def apply(app: QApplication, look: Look) -> None:
    """Apply a theme to the whole application, unless it has it already."""
    before = app.property("look")
    if before == look.desk:
        return
    app.setProperty("look", look.desk)
    if before is None:
        app.setStyle("Fusion")
        app.setPalette(_palette(look))
        app.setStyleSheet(_with_night_drawings(_sheet(_ROLES)))
    else:
        app.setPalette(_palette(look))
        restyler(app).restyle_all()


@cache
def restyler(app: QApplication) -> Restyler:
    """The restyler of this application."""
    return Restyler(app)


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


def _drawing(name: str) -> str:
    """The SVG file of a small drawing inside a widget, such as a check mark or an arrow."""
    return str(FOLDER / "icons" / f"{name}.svg").replace("\\", "/")


def _with_night_drawings(sheet: str) -> str:
    """Add rules with dark variants of the drawings, which a palette cannot recolour."""
    rules = []
    for selectors, body in re.findall(r"^([^{}]+) \{([^{}]*)\}", sheet, re.MULTILINE):
        drawn = re.findall(r'([\w-]+: url\(".+?)\.svg"\)', body)
        if drawn:
            at_night = ", ".join(f'*[{NIGHT}="true"] {selector}' for selector in selectors.split(", "))
            dark = " ".join(f'{start}-dark.svg");' for start in drawn)
            rules.append(f"{at_night} {{ {dark} }}")
    return "\n".join((sheet, *rules))


def _sheet(look: Look) -> str:
    return f"""
QToolTip {{ background: {look.base}; color: {look.text}; border: 1px solid {look.line}; padding: 4px; }}
QMainWindow::separator {{ background: {look.window}; width: 5px; height: 5px; }}
QDockWidget::title {{ background: {look.window}; padding: 7px 10px; }}
QDockWidget {{
    font-weight: 600; titlebar-close-icon: url("{_drawing("close")}");
    titlebar-normal-icon: url("{_drawing("float")}");
}}
QMenuBar {{ background: {look.window}; border-bottom: 1px solid {look.line}; padding: 1px 3px; }}
QMenuBar::item {{ padding: 4px 7px; }}
QMenuBar::item:selected {{ background: {look.accent}; color: {look.accent_text}; }}
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
QLineEdit:disabled {{ color: {look.quiet}; background: {look.window}; }}
QPlainTextEdit {{ background: {look.base}; border: 1px solid {look.line}; border-radius: 5px; }}
QPlainTextEdit:focus {{ border-color: {look.accent}; }}
QComboBox {{
    background: {look.base}; border: 1px solid {look.line}; border-radius: 5px; padding: 4px 4px 4px 7px;
    combobox-popup: 0;
}}
QComboBox:hover, QComboBox:focus {{ border-color: {look.accent}; }}
QComboBox:disabled {{ color: {look.quiet}; background: {look.window}; }}
QComboBox::drop-down {{ border: none; width: 20px; }}
QComboBox::down-arrow {{ image: url("{_drawing("down")}"); width: 12px; height: 12px; }}
QComboBox QAbstractItemView {{
    border: 1px solid {look.line}; background: {look.base}; outline: none;
    selection-background-color: {look.accent}; selection-color: {look.accent_text};
}}
QComboBox QAbstractItemView::item {{ padding: 3px 6px; }}
QComboBox QAbstractItemView::item:selected {{ background: {look.accent}; color: {look.accent_text}; }}
QAbstractSpinBox {{
    background: {look.base}; border: 1px solid {look.line}; border-radius: 5px; padding: 3px 2px 3px 5px;
    qproperty-alignment: 'AlignRight | AlignVCenter';
}}
QComboBox QLineEdit {{ border: none; padding: 0; background: transparent; }}
QAbstractSpinBox:hover, QAbstractSpinBox:focus {{ border-color: {look.accent}; }}
QAbstractSpinBox:disabled {{ color: {look.quiet}; background: {look.window}; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ border: none; width: 18px; }}
QAbstractSpinBox::up-arrow {{ image: url("{_drawing("up")}"); width: 10px; height: 10px; }}
QAbstractSpinBox::down-arrow {{ image: url("{_drawing("down")}"); width: 10px; height: 10px; }}
QGroupBox {{
    border: 1px solid {look.line}; border-radius: 8px; margin-top: 22px; padding: 6px; font-weight: 600;
}}
QGroupBox::title {{ subcontrol-origin: margin; left: 2px; padding: 0; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QScrollBar {{ background: {look.window}; border: none; margin: 0; }}
QScrollBar:vertical {{ width: 12px; }}
QScrollBar:horizontal {{ height: 12px; }}
QScrollBar::handle {{ background: {look.line}; border-radius: 4px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 28px; }}
QScrollBar::handle:horizontal {{ min-width: 28px; }}
QScrollBar::handle:hover, QScrollBar::handle:pressed {{ background: {look.quiet}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; border: none; background: none; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: none; }}
QAbstractScrollArea::corner {{ background: {look.window}; border: none; }}
QHeaderView {{ background: {look.window}; border: none; }}
QHeaderView::section {{
    background: {look.window}; color: {look.quiet}; border: none; border-bottom: 1px solid {look.line};
    padding: 4px 6px;
}}
QTableCornerButton::section {{ background: {look.window}; border: none; }}
QTableView {{ gridline-color: {look.line}; outline: none; }}
QTableView::item:focus {{ border: 1px solid {look.text}; }}
QTableView::item:selected:focus {{ border: 1px solid {look.accent_text}; }}
QProgressBar {{
    background: {look.button}; border: 1px solid {look.line}; border-radius: 4px; text-align: center;
}}
QProgressBar::chunk {{ background: {look.line}; border-right: 4px solid {look.accent}; }}
QToolButton#answers {{
    background: {look.button}; border: 1px solid {look.line}; border-radius: 6px; padding: 6px 22px 6px 14px;
}}
QToolButton#answers:hover, QToolButton#answers:focus {{ border-color: {look.accent}; }}
QToolButton#answers::menu-indicator {{ right: 7px; subcontrol-position: center right; }}
QToolButton#counterAnswer {{
    background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 1px;
}}
QToolButton#counterAnswer:hover, QToolButton#counterAnswer:focus {{
    border-color: {look.accent}; background: {look.button};
}}
QToolButton#pager {{
    background: {look.button}; border: 1px solid {look.line}; border-radius: 6px; padding: 4px 10px;
}}
QToolButton#pager:hover, QToolButton#pager:focus {{ border-color: {look.accent}; }}
QToolButton#pager:disabled {{ color: {look.quiet}; border-color: {look.button}; }}
QPushButton#order {{ text-align: left; padding: 5px 10px; }}
QPushButton#order:checked {{ background: {look.accent}; color: {look.accent_text}; }}
QToolButton#modeSwitch {{
    border: 1px solid {look.line}; padding: 1px 13px; background: {look.button};
}}
QToolButton#modeSwitch:hover, QToolButton#modeSwitch:focus {{ border-color: {look.accent}; }}
QToolButton#modeSwitch:checked {{
    background: {look.accent}; color: {look.accent_text}; border-color: {look.accent}; font-weight: 600;
}}
QFrame#decisionBar {{ background: {look.base}; border-bottom: 1px solid {look.line}; }}
QFrame#whatIfBar {{ background: {look.alternate}; border-bottom: 2px solid {look.accent}; }}
QLabel#sideChip {{ border-radius: 6px; padding: 9px 14px; font-weight: 700; }}
QLabel#breadcrumb, QLabel#quiet {{ color: {look.quiet}; }}
QLabel#prompt, QLabel#panelHeading {{ font-weight: 600; }}
QLabel#headline, QLabel#title {{ font-weight: 700; }}
QFrame#questionPanel {{ background: {look.base}; border: 2px solid {look.accent}; border-radius: 10px; }}
QFrame#resultCard {{ background: {look.base}; border: 2px solid {look.text}; border-radius: 10px; }}
QFrame#card QScrollArea, QFrame#resultCard QScrollArea, QWidget#resultRows {{ background: {look.base}; }}
QFrame#tableNote {{ background: {look.base}; border: 1px solid {look.accent}; border-radius: 8px; }}
QFrame#card {{ background: {look.base}; border: 1px solid {look.line}; border-radius: 8px; }}
QCheckBox::indicator, QRadioButton::indicator, QAbstractItemView::indicator {{
    width: 14px; height: 14px; border: 1px solid {look.quiet}; border-radius: 3px; background: {look.base};
}}
QRadioButton::indicator {{ border-radius: 8px; }}
QCheckBox::indicator:focus, QRadioButton::indicator:focus {{ border-color: {look.accent}; }}
QCheckBox::indicator:hover, QRadioButton::indicator:hover {{ border-color: {look.accent}; }}
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked {{
    background: {look.accent}; border-color: {look.accent}; image: url("{_drawing("check")}");
}}
QRadioButton::indicator:checked {{
    background: {look.accent}; border-color: {look.accent}; image: url("{_drawing("dot")}");
}}
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
QSlider:focus {{ border: 1px solid {look.accent}; border-radius: 4px; }}
QListView#entries::item {{ padding: 3px 4px; }}
QTreeView#library {{ border: 1px solid {look.line}; border-radius: 8px; padding: 4px; }}
"""


def enlarge(label: QLabel, factor: float) -> None:
    """Enlarge the font of a label by a factor; it is kept when the text size changes."""
    label.setProperty(FACTOR, factor)
    font = QFont(label.font())
    font.setPointSizeF(QApplication.font().pointSizeF() * factor)
    label.setFont(font)


def icon(name: str, look: Look) -> QIcon:
    """An icon from resources/icons in the colours of the theme."""
    return drawn_icon(name, look.text, look.line)
