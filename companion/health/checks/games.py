"""Check whether every game and every pilot can be loaded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.content.languages import broken_languages
from companion.engine.element import broken_elements
from companion.games import broken_games, games_known
from companion.health.base import BAD, FINE, REINSTALL, Finding, check
from companion.health.world import World
from companion.pilots.base import broken_pilots, pilots
from companion.table.urls import broken_tables
from companion.words import listed, sentence, term, text

UNHARMED: Final = text("Everything else can be used.")


@check("games", term("check", "Games and pilots"))
def games(world: World) -> Iterator[Finding]:
    """Report what cannot be loaded: games, pilots, and plugins of other packages."""
    broken = [
        *(fault.words for fault in broken_games().values()),
        *broken_pilots().values(),
        *broken_elements().values(),
        *broken_tables().values(),
        *broken_languages().values(),
    ]
    for words in broken:
        # What comes from another package says in its own words what to do.
        is_plugin = "package" in dict(words.arguments)
        yield Finding(BAD, sentence(words), UNHARMED if is_plugin else REINSTALL)
    if not broken:
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
