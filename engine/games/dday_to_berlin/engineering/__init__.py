"""The engineering phase and its tasks."""
