"""Clockwork Derby: a race of clockwork robots on a printed board."""

__version__ = "0.1.0"
