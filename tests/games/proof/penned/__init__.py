"""Penned Card, Top Card with typed cards."""
