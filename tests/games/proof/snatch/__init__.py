"""Snatch, a game whose cards lie in front of seats and go from one to another."""
