"""Headquarters, reserves, supply and the General Staff (11.1, 11.2, 11.3, 11.6)."""
