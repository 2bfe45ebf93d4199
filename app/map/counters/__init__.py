"""Counters and stacks of counters."""
