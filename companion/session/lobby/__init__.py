"""The lobby: who sits where, own boards and decks, and the kept choices for the next game."""
