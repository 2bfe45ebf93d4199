"""The editor's modules are imported in portions, so that its first opening does not stop the window."""

from __future__ import annotations

import subprocess
import sys

from app.startup.preload_editor import MODULES

ALONE = """
import sys
from PySide6.QtCore import QCoreApplication, QObject
from app.startup import preload_editor
preload_editor.PAUSE_MS = 0
app = QCoreApplication([])
owner = QObject()
ahead = preload_editor.EditorPreload(owner)
seen = []
def count():
    seen.append(sum(name.startswith("editor") for name in sys.modules))
ahead._timer.timeout.connect(count)
ahead.destroyed.connect(app.quit)
app.exec()
steps = [after - before for before, after in zip([0, *seen], seen)]
print(len(seen), max(steps), "editor.editor_page" in sys.modules)
"""


def test_it_ends_with_the_editor_page_itself_and_no_portion_is_large() -> None:
    answer = subprocess.run(
        [sys.executable, "-c", ALONE], capture_output=True, text=True, check=True, timeout=300
    )
    ticks, largest, there = answer.stdout.split()
    assert int(ticks) == len(MODULES)
    assert int(largest) <= 30
    assert there == "True"
