"""Records in tables: columns, cells, models."""
