# made from hardware/reader.toml by `clockwork-derby hardware make`
"""The pins of the Pico, as names of CircuitPython's `board` module (hardware facts, section 3)."""

ADDRESS = ("GP0", "GP1", "GP2", "GP3")
"""S0 to S3 of all three multiplexers."""

BULBS = ("GP4", "GP5", "GP6", "GP7", "GP8")
"""The sensors' own light, slot 1 to 5."""

SUMS = ("GP26", "GP27", "GP28")
"""What multiplexers A, B and C let through."""

PIXELS = "GP9"
"""Data of the lock lights, through a 74AHCT125."""

PLACES = (0, 1, 2, 3, 4)
"""Where on the strip, from 0, the lamps of slots 1 to 5 are."""

PULL, PUSH = "GP10", "GP11"
"""The handle's switches, to ground."""

SERVICE = "GP12"
"""Held while the reader starts: the drive is shown. To ground."""
