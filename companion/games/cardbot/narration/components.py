"""Components of Cardbot Derby: robots, grids, and the piles that hands hold."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.asking import Custody
from companion.games.cardbot.engine.cards import pile_of, taken_out, target_card
from companion.games.cardbot.engine.events import CardsByHand
from companion.games.cardbot.look import SUIT_WORDS, words_of
from companion.games.cardbot.narration.wording import hand_words
from companion.games.cardbot.stages import CHOOSING, DEALING, OVER, CardbotPosition, left_of
from companion.games.parts import Components
from companion.games.race.scene_diff import scene_diff as race_scene_diff
from companion.games.scene import BACK, Instruction, Layout, Scene
from companion.signals import SLOTS
from companion.words import COMPASS, NOTHING, Text, facts, listed, sentences, text


class CardbotComponents(Components[CardbotPosition]):
    """The robots on the grid, and the piles."""

    def layout(
        self, position: CardbotPosition, names: Mapping[int, str], custody: Mapping[int, Custody]
    ) -> Layout:
        """Return the starts of the robots, the suits of the players, and work with real cards."""
        lines = tuple(
            (
                robot.seat,
                text(
                    "{robot}, seat {seat}: on {square}, facing {heading}; {suit}",
                    robot=names[robot.seat],
                    seat=robot.seat,
                    square=robot.square,
                    heading=COMPASS[robot.heading],
                    suit=suit_words(robot.seat),
                ),
            )
            for robot in position.state.robots
        )
        return Layout(
            text("Lay out the grid"),
            sentences(
                text("Put the robots where the map shows them."),
                text("Each player with a reader shuffles their 13 cards and lays them face down.")
                if Custody.HANDS in custody.values()
                else NOTHING,
            ),
            lines,
        )

    def beside_board(
        self, position: CardbotPosition, names: Mapping[int, str]
    ) -> tuple[tuple[int | None, Text], ...]:
        """Return the piles that hands hold, and the cards under targets (CB02, CB17)."""
        if position.stage == DEALING and not position.state.round:
            return ()
        drawn = SLOTS
        if position.stage in (DEALING, OVER):
            drawn = 0
        elif position.stage == CHOOSING:
            drawn = position.state.rules.draw
        piles: list[tuple[int | None, Text]] = []
        for seat in position.seats:
            if position.custody_of(seat) is Custody.APP:
                continue
            words = text(
                "{robot}'s pile has {number} cards face down",
                robot=names[seat],
                number=len(left_of(position, seat)) - drawn,
            )
            targets = position.state.robot(seat).targets
            out = listed([words_of(card) for card in taken_out(seat, targets)])
            without = text("without {cards}", cards=out) if targets else NOTHING
            piles.append((seat, facts([words, without])))
        return tuple(piles)

    def scene_diff(
        self, before: Scene, after: Scene, names: Mapping[int, str], back: bool = True
    ) -> tuple[Instruction, ...]:
        """Return the moves of robots, each onto a free place, then the cards for piles.

        Cards of targets that were reached in between leave real piles or return to them.
        """
        cards: list[Instruction] = []
        for seat, now in after.taken.items():
            then = before.taken.get(seat, now)
            if len(now) == len(then):
                continue
            fewer, more = sorted((then, now), key=len)
            numbers = range(len(fewer) + 1, len(more) + 1)
            event = CardsByHand(
                seat,
                len(now),
                tuple((target_card(seat, number), more[number - 1]) for number in numbers),
                len(now) > len(then),
            )
            words = hand_words(event, names, seat, Custody.HANDS)
            squares = tuple(square for _, square in event.cards if square)
            cards.append(Instruction(seat, words, "", BACK, marks=squares, short=words))
        return (*race_scene_diff(before, after, names, back), *cards)


def suit_words(seat: int) -> Text:
    """Return which thirteen cards belong to a seat."""
    suit = SUIT_WORDS[pile_of(seat)[0].suit]
    return suit if seat <= 4 else text("{suit} (deck {deck})", suit=suit, deck=2)
