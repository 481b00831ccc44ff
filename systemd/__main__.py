"""Root's own code begins here: `python3 -I /usr/local/lib/clockwork-derby update …`, or `guard …`. It is put beside its modules by `make install`."""

import sys

if sys.argv[1:2] == ["guard"]:
    # Before every start of the game: nothing is loaded that it does not need.
    from companion.update.guard import main

    sys.exit(main(sys.argv[2:]))

if sys.argv[1:2] == ["door"]:
    # As the user who plays, and the only one that may open a port.
    from companion.phones.door import main

    sys.exit(main(sys.argv[2:]))

from companion.update.terminal import main

sys.exit(main(sys.argv[1:]))
