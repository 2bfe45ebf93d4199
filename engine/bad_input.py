"""The one error that damaged, foreign or mistaken input may raise."""


class BadInput(Exception):
    """One sentence for the user: what is wrong, where, and what to do. Nothing was changed."""
