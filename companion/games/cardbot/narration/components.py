"""Components of Cardbot Derby: robots, grids, and the piles that hands hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.asking import Custody
from companion.games.cardbot.engine.cards import pile_of, taken_out, target_card
from companion.games.cardbot.engine.events import CardsByHand
from companion.games.cardbot.look import SUIT_WORDS, words_of
from companion.games.cardbot.narration.wording import hand_words
from companion.games.cardbot.stages import CHOOSING, DEALING, OVER, CardbotPosition, left_of
from companion.games.parts import Components
from companion.games.race.scene_diff import scene_diff as race_scene_diff
from companion.games.scene import BACK, Instruction, Layout, Scene
from companion.geometry import Square
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
        return tuple(
            (seat, _pile(position, seat, names[seat]))
            for seat in position.seats
            if position.custody_of(seat) is not Custody.APP
        )

    def scene_diff(
        self, before: Scene, after: Scene, names: Mapping[int, str], back: bool = True
    ) -> tuple[Instruction, ...]:
        """Return the moves of robots, each onto a free place, then the cards for piles.

        Cards of targets that were reached in between leave real piles or return to them.
        """
        cards = (
            _cards(seat, before.taken[seat], taken, names)
            for seat, taken in after.taken.items()
            if seat in before.taken and len(taken) != len(before.taken[seat])
        )
        return (*race_scene_diff(before, after, names, back), *cards)


def suit_words(seat: int) -> Text:
    """Return which thirteen cards belong to a seat."""
    suit = SUIT_WORDS[pile_of(seat)[0].suit]
    return suit if seat <= 4 else text("{suit} (deck {deck})", suit=suit, deck=2)


def _pile(position: CardbotPosition, seat: int, name: str) -> Text:
    """Return the size of a pile, and the cards that are missing from it."""
    drawn = (
        0
        if position.stage in (DEALING, OVER)
        else position.state.rules.draw
        if position.stage == CHOOSING
        else SLOTS
    )
    words = text(
        "{robot}'s pile has {number} cards face down",
        robot=name,
        number=len(left_of(position, seat)) - drawn,
    )
    targets = position.state.robot(seat).targets
    out = listed([words_of(card) for card in taken_out(seat, targets)])
    return facts([words, text("without {cards}", cards=out) if targets else NOTHING])


def _cards(
    seat: int,
    before: Sequence[Square],
    after: Sequence[Square],
    names: Mapping[int, str],
) -> Instruction:
    """Return the instruction for the cards of one pile."""
    out = len(after) > len(before)
    numbers = range(min(len(before), len(after)) + 1, max(len(before), len(after)) + 1)
    squares = after if out else before
    event = CardsByHand(
        seat,
        len(after),
        tuple((target_card(seat, number), squares[number - 1]) for number in numbers),
        out,
    )
    words = hand_words(event, names, seat, Custody.HANDS)
    return Instruction(
        seat,
        words,
        "",
        BACK,
        marks=tuple(square for _, square in event.cards if square),
        short=words,
    )
