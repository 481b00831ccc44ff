"""Sessions in typical states, played by messages alone: what the command `gallery` draws."""
