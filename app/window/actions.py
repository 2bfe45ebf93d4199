"""The window's actions: one table from which menus, tool bar and the list of keys are made."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QToolBar, QWidget

from app.theme.theme import Look, icon


class Entry(Struct, frozen=True):
    """An action of the window. `needs` says when it can be used: always, with a game, undo or redo."""

    key: str
    text: str
    shortcuts: tuple[str, ...] = ()
    tip: str = ""
    icon: str = ""
    needs: str = ""
    checked: bool | None = None


FILE = (
    Entry("home", "&Start page", ("Ctrl+Home",), "Choose what to play; the game goes on where it is", "home"),
    Entry("table", "Back to the &table", ("Ctrl+End",), "Go on with the game", "", "table"),
    Entry("editor", "&Editor", ("Ctrl+E",), "The workshop for maps and scenarios"),
    Entry("new_map", "New &map…", ("Ctrl+Shift+N",), "Draw a map of your own in the editor"),
    Entry("open", "&Open game…", ("Ctrl+O",), "Open a saved game from a file", "open", "away"),
    Entry("save", "&Save game", ("Ctrl+S",), "Save the game to its file", "save", "game"),
    Entry("save_as", "Save game &as…", ("Ctrl+Shift+S",), "Save the game to another file", "", "game"),
    Entry("print", "&Print and play…", ("Ctrl+P",), "Map, counters and charts as pages", "", "game"),
    Entry("preferences", "&Preferences…", ("Ctrl+,",), "Theme, text size, reminders, curtain, animation"),
    Entry("quit", "&Quit", ("Ctrl+Q",), "Leave Startline; a game in progress is kept"),
)
PLAY = (
    Entry("undo", "&Undo", ("Ctrl+Z",), "Take the last action back", "undo", "undo"),
    Entry("redo", "&Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "Do again what was taken back", "redo", "redo"),
    Entry("history", "Undo histor&y…", ("Ctrl+Alt+Z",), "Go several steps back or forth", "", "history"),
    Entry("reset", "Begin this &phase again", ("Ctrl+Backspace",), "As far back as is free", "", "reset"),
    Entry("recap", "What &happened", ("Ctrl+H",), "What the others did since the last decision", "", "game"),
    Entry("replay", "&Look back", ("Ctrl+R",), "Step through the game so far", "replay", "game"),
    Entry("step_back", "Step &back", ("Ctrl+Left",), "In the replay", "", "past"),
    Entry("step_on", "Step f&orward", ("Ctrl+Right",), "In the replay", "", "past"),
    Entry("what_if", "&What if?", ("Ctrl+Shift+W",), "Play on as a new game with new dice", "branch", "game"),
    Entry(
        "same_dice",
        "What if, with the same &dice",
        ("Ctrl+Alt+W",),
        "Play on from here with the dice that will fall in this game; only without a curtain",
        "",
        "same_dice",
    ),
    Entry("bookmark", "Add book&mark", ("Ctrl+B",), "Find this moment again", "bookmark", "game"),
    Entry(
        "correct",
        "Correct the positio&n…",
        ("Ctrl+Shift+C",),
        "Change what lies on the table, as both sides agree; the log tells it",
        "",
        "correct",
    ),
    Entry("players", "Pla&yers…", ("Ctrl+Alt+P",), "The names of those who play", "", "game"),
    Entry(
        "hot_seat",
        "&Curtain between the sides",
        ("Ctrl+Shift+H",),
        "Cover the table when the side changes, where the sides do not see the same; off for open hands",
        "",
        "game",
        True,
    ),
    Entry(
        "single",
        "Play s&ingle options by themselves",
        ("Ctrl+Alt+I",),
        "A choice of one is made at once",
        "",
        "game",
        False,
    ),
    Entry(
        "remind",
        "Remind of what may be &forgotten",
        ("Ctrl+Alt+F",),
        "Ask before a segment is ended too early",
        "",
        "game",
        True,
    ),
    Entry("statistics", "S&tatistics", ("Ctrl+T",), "Losses, strength, ground and luck by turn", "", "game"),
    Entry("report", "Write a r&eport…", ("Ctrl+Shift+E",), "The game as a web page to keep", "", "game"),
)
VIEW = (
    Entry("zoom_in", "Zoom &in", ("Ctrl++", "Ctrl+="), "", "zoom-in", "game"),
    Entry("zoom_out", "Zoom &out", ("Ctrl+-",), "", "zoom-out", "game"),
    Entry("actual", "&Actual size", ("Ctrl+0",), "", "", "game"),
    Entry("fit", "&Fit map", ("Ctrl+/",), "Show the whole map", "fit", "game"),
    Entry("goto", "&Go to hex…", ("Ctrl+G",), "By printed number or by the name of a place", "goto", "game"),
    Entry("fan", "Fan out a &stack", ("F",), "The stack under the hex cursor or the pointer", "", "game"),
    Entry("minimap", "&Minimap", ("Ctrl+M",), "The whole map in small", "", "game"),
    Entry("panels", "P&anels in order", ("Ctrl+Shift+0",), "Put the panels back in their places", "", "game"),
    Entry("full", "F&ull screen", ("F11",), "", "", "", False),
)
HELP = (
    Entry("rules", "&Rules", ("F2",), "Every case in our words, with examples to play", "book", "game"),
    Entry("charts", "&Charts", ("Shift+F2",), "The printed tables, and where they come from", "", "game"),
    Entry("learn", "&Learn: a guided first game", ("Ctrl+Shift+L",), "Play with a guide beside the map"),
    Entry("palette", "Command &palette…", ("Ctrl+Shift+P",), "Find any menu entry by a few letters"),
    Entry("keys", "&Keys", ("F1", "?"), "Every key that does something", "help"),
    Entry("about", "&About Startline", ("Shift+F1",)),
)


MENUS = {"file": ("&File", FILE), "play": ("&Play", PLAY), "view": ("&View", VIEW), "help": ("&Help", HELP)}
TOOLS = ("home", "", "undo", "redo", "replay", "", "zoom_out", "zoom_in", "fit", "goto", "", "rules", "keys")
_AFTER_A_LINE = ("quit", "reset", "replay", "players", "single", "statistics", "full", "preferences", "keys")


def make_actions(window: QWidget, handlers: dict[str, Callable[..., object]]) -> dict[str, QAction]:
    """An action for each entry; an entry without a handler is an error, so no menu leads nowhere."""
    actions = {}
    for entry in (*FILE, *PLAY, *VIEW, *HELP):
        action = QAction(entry.text, window)
        action.setShortcuts([QKeySequence(keys) for keys in entry.shortcuts])
        action.setToolTip(entry.tip or entry.text.replace("&", ""))
        action.setStatusTip(entry.tip)
        action.setProperty("needs", entry.needs)
        if entry.checked is not None:
            action.setCheckable(True)
            action.setChecked(entry.checked)
            action.toggled.connect(handlers[entry.key])
        else:
            action.triggered.connect(lambda _=False, handler=handlers[entry.key]: handler())
        actions[entry.key] = action
    return actions


def restyle(actions: dict[str, QAction], look: Look) -> None:
    """Icons in the colours of the look."""
    for entry in (*FILE, *PLAY, *VIEW, *HELP):
        if entry.icon:
            actions[entry.key].setIcon(icon(entry.icon, look))


def make_menus(bar: QMenuBar, actions: dict[str, QAction]) -> dict[str, QMenu]:
    """The menus by key."""
    menus = {}
    for key, (title, entries) in MENUS.items():
        menu = menus[key] = bar.addMenu(title)
        for entry in entries:
            if entry.key in _AFTER_A_LINE:
                menu.addSeparator()
            menu.addAction(actions[entry.key])
    return menus


def make_tools(actions: dict[str, QAction], window: QWidget) -> QToolBar:
    """The tool bar of the table."""
    tools = QToolBar("Tools", window)
    tools.setObjectName("tools")
    tools.setMovable(False)
    tools.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    for key in TOOLS:
        if key:
            tools.addAction(actions[key])
            tools.widgetForAction(actions[key]).setAccessibleName(
                actions[key].text().strip("…").replace("&", "")
            )
        else:
            tools.addSeparator()
    return tools
