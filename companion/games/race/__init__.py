"""Shared parts of all games on a board: words and moves for events, facts, board painting."""
