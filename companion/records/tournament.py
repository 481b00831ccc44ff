"""A tournament of people at one table: several games, with points for the places of each.

It belongs to the book of the table's people, so that it outlives a restart, and a game that is
taken back takes its points along: points are computed from the games on demand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple

OPEN_ENDED: Final = 0
"""The length of a tournament that people end themselves."""
POINTS: Final = (10, 8, 6, 5, 4, 3, 2, 1)
"""The points for the places of a game, the first one first; no game has more players."""


@kept_as("Placed name colour shape person place")
class Placed(NamedTuple):
    """The place of one player in a game."""

    name: str
    colour: str
    shape: str
    person: int
    """The number of a person of the book, 0 for a guest or a pilot, known by the name."""
    place: int
    """Players with equal results share a place."""


@kept_as("TournamentGame game board placed key")
class TournamentGame(NamedTuple):
    """One game that counts."""

    game: str
    """The game's title."""
    board: str
    """The board's title, empty for none."""
    placed: tuple[Placed, ...]
    """The players in the order of their seats."""
    key: str = ""
    """Tells it from every other race; empty until set."""


class Total(NamedTuple):
    """The points and places of one player."""

    place: int
    """Equal points share a place."""
    player: Placed
    """The player in the last of its games."""
    points: tuple[int | None, ...]
    """The points in each game, None for one without this player."""
    total: int


@kept_as("Tournament length games ended after")
class Tournament(NamedTuple):
    """A tournament, which goes on until all its games are played or people end it."""

    length: int = OPEN_ENDED
    """The number of its games, or OPEN_ENDED."""
    games: tuple[TournamentGame, ...] = ()
    """In the order in which they ended."""
    ended: bool = False
    """Whether people have ended it."""
    after: str = ""
    """The key of the race that ended last before it, which never counts."""

    @property
    def is_over(self) -> bool:
        return self.ended or (self.length != OPEN_ENDED and len(self.games) >= self.length)

    def with_game(self, game: TournamentGame) -> Tournament:
        """Return it with a game once, in place of an earlier one of its key.

        Nothing changes when the tournament is over, or for a race that ended before it.
        """
        if any(game.key == other.key for other in self.games):
            return self._replace(
                games=tuple(game if game.key == other.key else other for other in self.games)
            )
        if self.is_over or game.key == self.after:
            return self
        return self._replace(games=(*self.games, game))

    def without_game(self, key: str) -> Tournament:
        """Return it without the game of this key, if it has it."""
        return self._replace(games=tuple(game for game in self.games if game.key != key))

    def without_person(self, number: int) -> Tournament:
        """Return it without the results of a deleted person."""
        games = (
            game._replace(placed=tuple(one for one in game.placed if one.person != number))
            for game in self.games
        )
        return self._replace(games=tuple(game for game in games if game.placed))

    def with_names(self, names: Mapping[int, str]) -> Tournament:
        """Return it with the present names of its persons."""
        return self._replace(
            games=tuple(
                game._replace(
                    placed=tuple(
                        one._replace(name=names.get(one.person, one.name)) for one in game.placed
                    )
                )
                for game in self.games
            )
        )

    def totals(self) -> tuple[Total, ...]:
        """Return all players in the order of their points; equal ones share a place."""
        players: dict[int | str, Placed] = {}
        points: list[dict[int | str, int]] = []
        for game in self.games:
            earned = points_of(one.place for one in game.placed)
            points.append(
                {_key(one): number for one, number in zip(game.placed, earned, strict=True)}
            )
            players.update({_key(one): one for one in game.placed})
        sums = {key: sum(game.get(key, 0) for game in points) for key in players}
        ranking = sorted(players, key=lambda key: -sums[key])
        return tuple(
            Total(
                1 + sum(other > sums[key] for other in sums.values()),
                players[key],
                tuple(game.get(key) for game in points),
                sums[key],
            )
            for key in ranking
        )

    def winners(self) -> tuple[Placed, ...]:
        """Return who leads, or has won once it is over; several share the first place."""
        return tuple(total.player for total in self.totals() if total.place == 1)


def points_of(places: Iterable[int]) -> tuple[int, ...]:
    """Return the points for places: players who share one share its points, rounded down."""
    all_places = tuple(places)
    ranks: dict[int, list[int]] = {place: [] for place in all_places}
    for rank, place in enumerate(sorted(all_places)):
        ranks[place].append(POINTS[rank] if rank < len(POINTS) else 0)
    return tuple(sum(ranks[place]) // len(ranks[place]) for place in all_places)


def _key(player: Placed) -> int | str:
    return player.person or player.name
