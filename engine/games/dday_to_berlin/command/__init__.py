"""Initiative, headquarters, supports and supply."""
