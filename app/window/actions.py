"""The actions of the main window: one table for the menus, the tool bar and the list of shortcuts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

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
    Entry("home", "&Start page", ("Ctrl+Home",), "Choose a scenario; the current game is kept", "home"),
    Entry("table", "Back to the &table", ("Ctrl+End",), "Continue the game", "", "table"),
    Entry("editor", "&Editor", ("Ctrl+E",), "Edit maps and scenarios"),
    Entry("new_map", "New &map…", ("Ctrl+Shift+N",), "Draw a map of your own in the editor"),
    Entry("open", "&Open game…", ("Ctrl+O",), "Open a saved game from a file", "open", "away"),
    Entry("save", "&Save game", ("Ctrl+S",), "Save the game to its file", "save", "game"),
    Entry("save_as", "Save game &as…", ("Ctrl+Shift+S",), "Save the game to another file", "", "game"),
    Entry("print", "&Print and play…", ("Ctrl+P",), "Print map, counters and charts", "", "game"),
    Entry("preferences", "&Preferences…", ("Ctrl+,",), "Theme, text size, animation, reminders, hot seat"),
    Entry("quit", "&Quit", ("Ctrl+Q",), "Quit Startline; a game in progress is saved automatically"),
)
PLAY = (
    Entry("undo", "&Undo", ("Ctrl+Z",), "Undo the last action", "undo", "undo"),
    Entry("redo", "&Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "Redo the action that was undone", "redo", "redo"),
    Entry("history", "Undo histor&y…", ("Ctrl+Alt+Z",), "Undo or redo several actions", "", "history"),
    Entry(
        "reset",
        "Restart this &phase",
        ("Ctrl+Backspace",),
        "Undo back to the start of the phase, or to the last roll",
        "",
        "reset",
    ),
    Entry("plan_ahead", "Pl&an ahead", ("Ctrl+L",), "Choose several actions before any is done", "", "game"),
    Entry(
        "recap", "What &happened", ("Ctrl+H",), "What others did since your last decision", "", "own_table"
    ),
    Entry("replay", "Rep&lay", ("Ctrl+R",), "Step through the game so far", "replay", "own_table"),
    Entry("step_back", "Step &back", ("Ctrl+Left",), "One step of the replay", "", "past"),
    Entry("step_on", "Step f&orward", ("Ctrl+Right",), "One step of the replay", "", "past"),
    Entry(
        "what_if", "&What if?", ("Ctrl+Shift+W",), "Branch: a new game with new dice", "branch", "own_table"
    ),
    Entry(
        "same_dice",
        "What if, with the same &dice",
        ("Ctrl+Alt+W",),
        "Branch: a new game with the dice that this game will roll; only while the hand-over screen is off",
        "",
        "same_dice",
    ),
    Entry(
        "end_phase", "End the phase", ("E",), "If nothing is left to do, or you want nothing more", "", "game"
    ),
    Entry(
        "end_turn", "End the t&urn", ("Shift+E",), "End all phases until the other side decides", "", "game"
    ),
    Entry("bookmark", "Add book&mark", ("Ctrl+B",), "Mark this position", "bookmark", "own_table"),
    Entry(
        "correct",
        "Correct the positio&n…",
        ("Ctrl+Shift+C",),
        "Change the position if both sides agree; the log records it",
        "",
        "correct",
    ),
    Entry(
        "players", "Pla&yers…", ("Ctrl+Alt+P",), "Who plays: people by their names, or bots", "", "own_table"
    ),
    Entry("pause_bots", "Pause or continue bots", ("Ctrl+Alt+B",), "Bots wait, or go on", "", "bots"),
    Entry("hint", "Hin&t", ("H",), "What a bot would do here, and why", "", "hint"),
    Entry(
        "hot_seat",
        "Hand-over s&creen between the sides",
        ("Ctrl+Shift+H",),
        "Hide the table when the other side is to play, in games with secrets; off for open play",
        "",
        "game",
        True,
    ),
    Entry(
        "single",
        "Play s&ingle options automatically",
        ("Ctrl+Alt+I",),
        "A decision with one option is made at once",
        "",
        "game",
        False,
    ),
    Entry(
        "remind",
        "Remind me be&fore I end a phase",
        ("Ctrl+Alt+F",),
        "Ask before a phase is ended while actions are left",
        "",
        "game",
        True,
    ),
    Entry("resign", "Resi&gn…", ("Ctrl+Alt+R",), "Give the game up; the log records it", "", "decide"),
    Entry("draw", "Agree a draw…", ("Ctrl+Alt+O",), "End the game as a draw if all agree", "", "draw"),
    Entry(
        "statistics", "S&tatistics", ("Ctrl+T",), "Losses, strength, hexes and luck by turn", "", "own_table"
    ),
    Entry(
        "evaluation",
        "E&valuation graph",
        ("Ctrl+Shift+T",),
        "Who was ahead when, luck told apart from decisions, turning points",
        "",
        "own_table",
    ),
    Entry(
        "report", "Write a r&eport…", ("Ctrl+Shift+E",), "After-action report as a web page", "", "own_table"
    ),
)
VIEW = (
    Entry("zoom_in", "Zoom &in", ("Ctrl++", "Ctrl+="), "", "zoom-in", "game"),
    Entry("zoom_out", "Zoom &out", ("Ctrl+-",), "", "zoom-out", "game"),
    Entry("actual", "&Actual size", ("Ctrl+0",), "", "", "game"),
    Entry("fit", "&Fit map", ("Ctrl+/",), "Show the whole map", "fit", "game"),
    Entry("goto", "&Go to hex…", ("Ctrl+G",), "By hex number or place name", "goto", "game"),
    Entry("fan", "Fan out a &stack", ("F",), "The stack at the cursor or mouse pointer", "", "game"),
    Entry("minimap", "&Minimap", ("Ctrl+M",), "The whole map at a glance", "", "game"),
    Entry(
        "panels", "Reset p&anels", ("Ctrl+Shift+0",), "Move all panels to their default places", "", "game"
    ),
    Entry("full", "F&ull screen", ("F11",), "", "", "", False),
)
HELP = (
    Entry("handbook", "&Handbook", ("F1",), "The page for what you are at", "help"),
    Entry("this_game", "About this &game", ("Ctrl+F1",), "What is particular about it", "", "game"),
    Entry("rules", "&Rules", ("F2",), "Every rule case, with playable examples", "book", "game"),
    Entry("charts", "&Charts", ("Shift+F2",), "The printed charts and tables", "", "game"),
    Entry("learn", "&Learn: a guided first game", ("Ctrl+Shift+L",), "A first game with step-by-step help"),
    Entry("palette", "Command &palette…", ("Ctrl+Shift+P",), "Find any menu entry by a few letters"),
    Entry("keys", "&Keyboard shortcuts", ("?",), "List all keyboard shortcuts"),
    Entry("about", "&About Startline", ("Shift+F1",)),
)


MENUS = {"file": ("&File", FILE), "play": ("&Play", PLAY), "view": ("&View", VIEW), "help": ("&Help", HELP)}
TOOLS = (
    "home",
    "",
    "undo",
    "redo",
    "replay",
    "",
    "zoom_out",
    "zoom_in",
    "fit",
    "goto",
    "",
    "rules",
    "handbook",
)
_SEPARATOR_BEFORE = (
    "quit",
    "reset",
    "replay",
    "players",
    "single",
    "resign",
    "statistics",
    "full",
    "preferences",
    "keys",
)


def make_actions(window: QWidget, handlers: dict[str, Callable[..., object]]) -> dict[str, QAction]:
    """Create an action for each entry. An entry without a handler raises KeyError."""
    actions = {}
    for entry in (*FILE, *PLAY, *VIEW, *HELP):
        action = QAction(entry.text, window)
        action.setShortcuts([QKeySequence(keys) for keys in entry.shortcuts])
        action.setToolTip(entry.tip or entry.text.replace("&", ""))
        action.setStatusTip(entry.tip)
        action.setProperty("needs", entry.needs)
        action.setObjectName(entry.key)
        if entry.checked is not None:
            action.setCheckable(True)
            action.setChecked(entry.checked)
            action.toggled.connect(handlers[entry.key])
        else:
            action.triggered.connect(lambda _=False, handler=handlers[entry.key]: handler())
        actions[entry.key] = action
    return actions


def keys_of(action: QAction) -> str:
    """The shortcuts of an entry, spelled as on this system."""
    native = QKeySequence.SequenceFormat.NativeText
    return ", ".join(keys.toString(native) for keys in action.shortcuts())


def restyle(actions: Mapping[str, QAction], look: Look) -> None:
    """Set the icons in the colours of the theme."""
    for entry in (*FILE, *PLAY, *VIEW, *HELP):
        if entry.icon:
            actions[entry.key].setIcon(icon(entry.icon, look))


def make_menus(bar: QMenuBar, actions: Mapping[str, QAction]) -> dict[str, QMenu]:
    """Fill the menu bar; the menus by key."""
    menus = {}
    for key, (title, entries) in MENUS.items():
        menu = menus[key] = bar.addMenu(title)
        for entry in entries:
            if entry.key in _SEPARATOR_BEFORE:
                menu.addSeparator()
            menu.addAction(actions[entry.key])
    return menus


def make_tools(actions: Mapping[str, QAction], window: QWidget) -> QToolBar:
    """Create the tool bar of the table."""
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
