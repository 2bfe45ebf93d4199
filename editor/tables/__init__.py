"""Tables of records: columns, cells, models, views."""
