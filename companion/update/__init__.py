"""Updates that cannot brick the table: two slots side by side, of which one runs and the other takes the new version.

Nothing here touches the slot that runs. The new one is built, tried, and only then is the link `current` turned, in one step; its first
starts are on trial, and where they do not reach the first screen `guard` turns the link back.

Root believes nobody but who signed an update. All that root does is in these files, but for `screen`, which is the game's side:
`make install` copies them to where neither the game nor an update can write, and there the system's own Python runs them. So they need the
standard library only, and start nothing that lies in a slot but in the name of the user who plays.

On its way a new version goes through `fetching`, `signature`, `parcel` and `wheel` (is it whole, whose is it, does it fit), `building` and
`trying`; `install` puts these together. What is asked for comes through `terminal`, or from the screen through `request` and `serving`.
"""
from pathlib import Path
from typing import Final

PLACE: Final = Path("/opt/clockwork-derby")
"""Where an appliance has its two slots."""
CODE: Final = Path("/usr/local/lib/clockwork-derby")
"""Where root's own copy of these files is."""
STATE: Final = Path("/var/lib/clockwork-derby")
"""Where the appliance keeps its games."""
