"""Snatch, a game whose cards are in front of seats and go from one to another."""
