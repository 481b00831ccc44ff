"""Updates that cannot brick the table: two slots side by side, of which one runs and the other takes the new version.

Nothing here touches the slot that runs. The new one is built, tried, and only then is the link `current` turned, in one step; its first
starts are on trial, and where they do not reach the first screen `guard` turns the link back.

Every file of this folder is root's, and root believes nobody but who signed an update: `make install` copies them to where neither the game nor
an update can write, and there the system's own Python runs them. They import the standard library, `companion.errors`, the two modules of words, and each other, and start
nothing that lies in a slot but in the name of the user who plays. One library comes to that: `wheel` reads versions by `packaging`, which root has
from Debian; without it no update is read, and everything else works. The game's side of updates is `companion/app/updates.py`.

On its way a new version goes through `fetching`, `parcel` and `wheel` (is it whole, whose is it, does it fit) and `building`; `install` puts
these together and tries it. It is asked for through `terminal`, or from the screen through `asked`. What goes on before each start is `guard`'s.
"""

from pathlib import Path
from typing import Final

OURS: Final = "clockwork_derby"
"""How the names of our wheels and packages begin."""
PLACE: Final = Path("/opt/clockwork-derby")
"""Where an appliance has its two slots."""
CODE: Final = Path("/usr/local/lib/clockwork-derby")
"""Where root's own copy of these files is."""
STATE: Final = Path("/var/lib/clockwork-derby")
"""Where the appliance keeps its games."""
TEXTS: Final = "CLOCKWORK_DERBY_TEXTS"
"""Where this is set in the environment, `update try` says its sentences as texts in JSON; a version from before says them in English."""
