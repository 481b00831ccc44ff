"""Root's own code: updates that cannot brick the table, the guard of each start, the phones' port.

One of two slots runs, the other takes the new version.

Nothing here changes the running slot. The new one is built and tested; then the link `current` is
switched in one step. Its first starts are on trial: if they do not reach the first screen, `guard`
switches the link back.

Every file of this folder belongs to root, and root trusts only the signer of an update: `make
install` copies them to where neither the game nor an update can write, and there the system's
Python runs them. They import the standard library, `companion.errors`, `companion.named_tuples`,
the two modules of words, and each other, and run programs of a slot only as the service user. One
library is added: `wheel` reads versions with `packaging`, which root has from Debian; without it no
update is read, and everything else works. The game's side of updates is `companion/app/updates.py`.

A new version passes through `fetching`, `parcel` and `wheel` (is it complete, who made it, does it
fit) and `building`; `install` combines these and tests it. It is requested through `terminal`, or
from the screen through `requests`. `guard` acts before each start. `phones_port` opens the port for
phones, as the service user.
"""

from pathlib import Path
from typing import Final

OURS: Final = "clockwork_derby"
"""The beginning of the names of our wheels and packages."""
PLACE: Final = Path("/opt/clockwork-derby")
"""The folder of an appliance's two slots."""
CODE: Final = Path("/usr/local/lib/clockwork-derby")
"""The folder of root's own copy of these files."""
STATE: Final = Path("/var/lib/clockwork-derby")
"""The folder of an appliance's games."""
TEXTS: Final = "CLOCKWORK_DERBY_TEXTS"
"""Environment variable: if set, `update try` prints its sentences as texts in JSON.

Earlier versions print them in English.
"""
