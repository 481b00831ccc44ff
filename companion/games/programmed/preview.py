"""Where the cards of one player lead, if nobody else played any."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.cards import NO_CARDS, Slots
from companion.engine.causes import EDGE, PIT
from companion.engine.dealing import program
from companion.engine.events import Moved
from companion.engine.touching import LAST_REGISTER
from companion.engine.turn import play_register
from companion.games.api import Passage, one_step
from companion.games.asking import PlayOn
from companion.games.foresight import Preview
from companion.games.programmed.deck import CARD_OF_CODE
from companion.games.programmed.turn import CLEANING, OVER, PROGRAMMING, REGISTERS, RacePosition
from companion.games.race import aftermath
from companion.games.race.game import RaceGame
from companion.games.race.others import on_ground
from companion.games.race.tracks import Stand, Track, follow
from companion.games.scene import Foreseen
from companion.words import COMPASS, Text, facts, text

NOWHERE: Final[Stand] = (None, 0)
"""Off the board."""


class RacePreview(Preview):
    """Where registers lead."""

    def __init__(self, race: RaceGame) -> None:
        self._race = race

    def foreseen(
        self, position: RacePosition, seat: int, codes: tuple[int | None, ...]
    ) -> tuple[Foreseen, ...] | None:
        """Play by the rules, register by register, with this seat's cards alone.

        So nobody else plays a card, but everything else is as in the turn itself: the board moves all clanks, they can be pushed, and they shoot.
        """
        moment, found = self._alone(position, seat, codes), list[Foreseen]()
        if moment is None:
            return None
        for code in codes:
            stands = {
                piece.seat: (piece.square, piece.heading) for piece in self._race.pieces(moment)
            }
            if (
                code is None
                or self._race.face(code) is None
                or stands.get(seat, NOWHERE)[0] is None
                or not isinstance(self._race.want(moment), PlayOn)
            ):
                break
            passage = self._played(moment)
            track = follow(stands, passage.events).get(seat) or Track(seat, stands[seat])
            # How far it comes the map shows.
            befell = aftermath.befell(
                [event for event in passage.events if not isinstance(event, Moved)], seat
            )
            found.append(Foreseen(on_ground(track.picture()), _foretold(track, befell)))
            moment = passage.position
        return tuple(found)

    def _alone(
        self, position: RacePosition, seat: int, codes: tuple[int | None, ...]
    ) -> RacePosition | None:
        """Only this seat's reader holds cards, while programs are asked for."""
        if position.stage != PROGRAMMING:
            return None
        own = tuple(CARD_OF_CODE.get(code) if code is not None else None for code in codes)
        return _programmed(
            position,
            {
                clank.seat: own if clank.seat == seat else NO_CARDS
                for clank in position.state.clanks
            },
        )

    def _played(self, position: RacePosition) -> Passage:
        """Like the next register, with the first answer to whatever it would ask."""
        if position.state.race.course.plain:
            return self._race.play(position)
        after, events = play_register(position.state)
        stage = OVER if after.over else CLEANING if after.register == LAST_REGISTER else REGISTERS
        moment = RacePosition(after, stage)
        return Passage(moment, after.turn, after.register, one_step(events, moment))


def _programmed(position: RacePosition, slots: Mapping[int, Slots]) -> RacePosition:
    """About to play the registers, with these cards in these seats' readers."""
    return position._replace(state=program(position.state, slots).state, stage=REGISTERS, dealt=())


def _foretold(track: Track, befell: Text) -> Text:
    """Where a clank would stand after a register, and what would befall it; of one that is destroyed, where and by what alone."""
    if track.parked == EDGE:
        return text("over the edge of the board")
    if track.end is None:
        return (
            text("into the pit on {square}", square=track.path[-1])
            if track.parked == PIT
            else text("destroyed on {square}", square=track.path[-1])
        )
    return facts(
        [
            text("on {square}, facing {heading}", square=track.end, heading=COMPASS[track.after]),
            befell,
        ]
    )
