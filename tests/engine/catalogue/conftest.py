"""The tests of the catalogue share one server."""

from __future__ import annotations

from tests.engine.catalogue.servers import empty_server, server

__all__ = ["empty_server", "server"]
