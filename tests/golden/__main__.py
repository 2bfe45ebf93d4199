"""Write the golden replays anew: `python -m tests.golden [KEY…]`."""

from __future__ import annotations

import os
import sys

from engine.bad_input import BadInput

os.environ.setdefault("STARTLINE_GAMES", "tests.toy")


def main(wanted: list[str]) -> None:
    """Write the replays of all games, or of these."""
    from engine import games
    from tests.golden.replays import path_of, replay_text

    for key in wanted or games.keys():
        for scenario in games.game(key).scenarios():
            path, text = path_of(key, scenario), replay_text(key, scenario)
            before = path.read_text(encoding="utf-8") if path.exists() else None
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            change = "new" if before is None else "unchanged" if before == text else "changed"
            print(f"{key} {scenario}: {change}")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BadInput as problem:
        sys.exit(str(problem))
