"""Who plays which side: hot seat, hand-over, bots, consent."""
