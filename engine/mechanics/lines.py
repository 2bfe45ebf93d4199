"""Lines of supply and command: what is found out at one moment holds until it is judged again."""

from __future__ import annotations

from engine.referee import Transaction, marked


def judge(tx: Transaction, key: str, mark: str, is_cut: bool) -> bool:
    """Mark a unit whose line is cut now, or take the mark off; True if that changed anything."""
    if is_cut == marked(tx.state, key, mark):
        return False
    if is_cut:
        tx.mark(key, mark)
    else:
        tx.unmark(key, mark)
    return True
