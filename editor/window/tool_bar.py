"""The tool bar with all tools, and the Tools menu."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QToolBar, QWidget

from editor.tools.all_tools import ToolGroups
from editor.tools.tool import Tool


class EditorToolBar(QToolBar):
    """One checkable action per tool. Its shortcut works in all of `page`."""

    def __init__(self, groups: ToolGroups, choose: Callable[[str], None], page: QWidget) -> None:
        super().__init__("Editor tools", page)
        self.setObjectName("editor tools")
        self.setMovable(False)
        self.setIconSize(QSize(24, 24))
        self._choose = choose
        self._group = QActionGroup(self)
        self._groups = [[self._action(tool, page) for tool in group] for group in groups]
        self.tool_actions = {action.objectName(): action for group in self._groups for action in group}
        """The actions by the key of their tool."""
        for number, actions in enumerate(self._groups):
            if number:
                self.addSeparator()
            for action in actions:
                self.addAction(action)
                self.widgetForAction(action).setAccessibleName(action.text())

    def _action(self, tool: Tool, page: QWidget) -> QAction:
        action = QAction(tool.title, page)
        action.setObjectName(tool.key)
        action.setCheckable(True)
        action.setShortcut(QKeySequence(tool.keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.setToolTip(f"{tool.title} ({tool.keys})\n{tool.help}")
        action.setStatusTip(tool.help)
        action.triggered.connect(lambda _=False, key=tool.key: self._choose(key))
        self._group.addAction(action)
        page.addAction(action)
        return action

    def menu(self, parent: QWidget) -> QMenu:
        """The Tools menu."""
        menu = QMenu("&Tools", parent)
        for number, actions in enumerate(self._groups):
            if number:
                menu.addSeparator()
            menu.addActions(actions)
        return menu
