"""The main window's actions, menus, pages and docks."""
