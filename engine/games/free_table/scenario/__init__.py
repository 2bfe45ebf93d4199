"""A scenario of the free table: its ground, its opening, its view, its worked examples."""
