"""The entry to root's own code: `python3 -I /usr/local/lib/clockwork-derby update …` or `guard …`.

`make install` puts it beside its modules.
"""

import sys

if sys.argv[1:2] == ["guard"]:
    # Before every start of the game: load only what it needs.
    from companion.privileged.guard import main

    sys.exit(main(sys.argv[2:]))

if sys.argv[1:2] == ["door"]:
    # As the service user, and the only one that may open a port.
    from companion.privileged.phones_port import main

    sys.exit(main(sys.argv[2:]))

from companion.privileged.terminal import main

sys.exit(main(sys.argv[1:]))
