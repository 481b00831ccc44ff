"""Check whether every game and every pilot can be loaded."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games import broken_games, games_known
from companion.health.base import BAD, FINE, REINSTALL, Finding, check
from companion.health.world import World
from companion.pilots.base import broken_pilots, pilots
from companion.words import listed, sentence, term, text


@check("games", term("check", "Games and pilots"))
def games(world: World) -> Iterator[Finding]:
    """Report each game and each pilot that cannot be loaded; the others can be played."""
    broken, lost = broken_games(), broken_pilots()
    for fault in broken.values():
        yield Finding(BAD, sentence(fault.words), REINSTALL)
    for words in lost.values():
        yield Finding(BAD, sentence(words), REINSTALL)
    if not (broken or lost):
        titles, labels = (
            [one.title for one in games_known()],
            [pilot.label for pilot in pilots().values()],
        )
        yield Finding(
            FINE,
            text(
                "All games and pilots can be loaded: {games}; {pilots}.",
                games=listed(titles, ""),
                pilots=listed(labels, ""),
            ),
        )
