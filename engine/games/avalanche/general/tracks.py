"""Tracks of points: ammunition, air points, replacements."""

from __future__ import annotations

from engine.games.avalanche.records import Points, points
from engine.referee import RulesBug, Transaction


def set_points(tx: Transaction, track: str, amount: int) -> None:
    """Put the marker of a track on a number."""
    tx.put(Points(track, amount))


def add_points(tx: Transaction, track: str, amount: int) -> None:
    """Move the marker of a track up."""
    set_points(tx, track, points(tx.state, track) + amount)


def spend_points(tx: Transaction, track: str, amount: int = 1) -> None:
    """Take points from a track that has them."""
    left = points(tx.state, track) - amount
    if left < 0:
        raise RulesBug(f"{amount} points are taken from the track {track!r}, which has {left + amount}")
    set_points(tx, track, left)


def ammo_track(nation: str, kind: str) -> str:
    """The stock of one type of ammunition: `ammo US 2`."""
    return f"ammo {nation} {kind}"
