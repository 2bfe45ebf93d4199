"""The map on the table: ground, counters, overlays and their view. Knows neither rules nor sessions."""

import os

# Qt hands a fill of a hundred lines or more to a pool of threads and waits for them. What is painted here is
# small: the waiting costs more than the help saves, and many times more when the processors are busy.
os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")
