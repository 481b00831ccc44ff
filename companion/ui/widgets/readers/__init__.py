"""Readers on the screen: tiles, and the open reader with slots, cards and handle."""
