"""Printing for commands: what goes to people on the side."""
from __future__ import annotations

import sys

from companion.errors import DerbyError


def complain(fault: DerbyError | str) -> None:
    """Print one sentence to standard error."""
    print(f"clockwork-derby: {fault}", file=sys.stderr)
