"""What the worked examples of a game are worth: what they never run, and what can be taken out unnoticed.

A tool for rule writers. The rules know nothing of it.
"""
