"""How well the worked examples cover a game: code they never run, and rules whose removal they do not notice.

A tool for rule writers. The rules know nothing of it.
"""
