"""The start page and the library of scenarios."""
