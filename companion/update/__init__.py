"""Updates that cannot brick the table: two slots side by side, of which one runs and the other takes the new version.

Nothing here touches the slot that runs. The new one is built, tried, and only then is the link `current` turned, in one step; its first
starts are on trial, and where they do not reach the first screen `guard.py` turns the link back.

On its way a new version goes through `parcel` and `wheel` (is it whole, does it fit), `building`, `trying` and `trial`; `install` puts
these together. From the screen it goes through `request`, `serving` and `fetching` before, since who asks there has no rights.
"""
from pathlib import Path
from typing import Final

PLACE: Final = Path("/opt/clockwork-derby")
"""Where an appliance has its two slots."""
