"""Whoever plays, and what is done in their name only: the games are theirs, and what a stick brought must not run with more rights."""
from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.errors import UpdateFault

LONGEST: Final = 4096
"""Bytes of an answer that count."""


class Player(NamedTuple):
    """The numbers of a user and of their group."""

    user: int
    group: int


def player_of(state: Path) -> Player | None:
    """To whom the folder with the games belongs, where that is somebody with less rights than we have; None where it is not.

    An installation for oneself has nobody else: whoever runs it plays.
    """
    try:
        owner = state.stat()
    except OSError:
        return None
    return Player(owner.st_uid, owner.st_gid) if os.geteuid() == 0 and owner.st_uid else None


def rights(player: Player | None) -> dict[str, Any]:
    """What `subprocess.run` is told so that a programme runs with the rights of this player and no others."""
    return {} if player is None else {"user": player.user, "group": player.group, "extra_groups": ()}


def as_player(player: Player | None, deed: Callable[[], str]) -> str:
    """Do something with the rights of this player and no others, and give its answer; UpdateFault where it cannot be done.

    A link that the player has laid in their folder leads it nowhere but where they may go themselves.

    `deed` runs in a process of its own, so what it changes in memory is lost; its answer may have LONGEST bytes.
    """
    if player is None:
        return deed()
    ear, mouth = os.pipe()
    child = os.fork()
    if child == 0:
        _do(player, deed, mouth)
    os.close(mouth)
    with open(ear, "rb") as line:
        said = line.read(LONGEST).decode("utf-8", "replace")
    if os.waitpid(child, 0)[1]:
        raise UpdateFault(f"the games could not be looked at: {said or 'it was not said why'}")
    return said


def _do(player: Player, deed: Callable[[], str], mouth: int) -> None:
    """In the child, from which nobody comes back."""
    status = 1
    try:
        # In this order: whoever has become another user may change groups no more.
        os.setgroups(())
        os.setgid(player.group)
        os.setuid(player.user)
        os.write(mouth, deed().encode()[:LONGEST])
        status = 0
    except BaseException as fault:
        os.write(mouth, f"{type(fault).__name__}: {fault}".encode()[:LONGEST])
    finally:
        # Not sys.exit(): what the parent has still to write would be written twice.
        os._exit(status)
