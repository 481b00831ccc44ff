"""Penned Card, Top Card with cards that people write themselves."""
