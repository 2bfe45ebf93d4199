"""Maps and scenarios written for other programs and for paper."""
