"""The start page and the scenarios it offers."""
