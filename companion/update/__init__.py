"""Updates that cannot brick the table: two slots side by side, of which one runs and the other takes the new version.

Nothing here touches the slot that runs. The new one is built, tried, and only then is the link `current` turned, in one step; its first
starts are on trial, and where they do not reach the first screen `guard.py` turns the link back.
"""
from pathlib import Path
from typing import Final

PLACE: Final = Path("/opt/clockwork-derby")
"""Where an appliance has its two slots."""
