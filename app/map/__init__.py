"""The map: terrain, counters, overlays and their view. Knows neither rules nor sessions."""

import os

# Qt splits a fill of a hundred lines or more among a thread pool and waits for it. The fills here are small:
# waiting costs more than it saves, and much more on a busy machine.
os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")
