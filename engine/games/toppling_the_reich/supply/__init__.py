"""General Supply, Attack Supply and the supplies of each turn (3.3)."""
