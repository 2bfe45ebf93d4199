"""Transport and economy (chapter 10)."""
