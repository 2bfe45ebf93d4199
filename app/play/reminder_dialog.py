"""Asks before an action that leaves something undone."""

from __future__ import annotations

from PySide6.QtWidgets import QMessageBox, QWidget


def continue_anyway(parent: QWidget, title: str, text: str) -> bool:
    """Show what can still be done; True if the player continues without it."""
    box = QMessageBox(
        QMessageBox.Icon.Question, "Before the game continues", f"<b>{title}</b>", parent=parent
    )
    box.setInformativeText(text)
    proceed = box.addButton("Continue anyway", QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton("Not yet", QMessageBox.ButtonRole.RejectRole))
    box.exec()
    return box.clickedButton() is proceed


def bullet_list(lines: list[str], most: int = 12) -> str:
    """The lines below each other; where there are many, the number of the rest."""
    shown = [f"• {line[:1].upper()}{line[1:]}" for line in lines[:most]]
    if len(lines) > most:
        shown.append(f"• and {len(lines) - most} more")
    return "\n".join(shown)
