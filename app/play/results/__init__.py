"""What an action came to, shown where it happened: rolls, results, moves, and the turn of the next side."""
