"""Readers on the screen: tiles, the open reader with its slots, cards and handle."""
