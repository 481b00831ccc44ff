"""The words of a race: its pieces are clanks, its markers flags, its rounds registers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from companion.games.race.ghosts import Name
from companion.games.race.nouns import part_words
from companion.games.wording import Wording
from companion.geometry import Square
from companion.words import NOTHING, Text, count, text

CLEANUP: Final = 6
"""The number of the cleanup where registers are counted."""


class RaceWording(Wording):
    """The sentences of `Wording` about clanks, flags and registers."""

    piece: Text = text("Clank")
    every_piece: Text = text("Every clank")
    touch_piece: Text = text("Touch a clank, or choose what to do.")
    who_plays: Text = text("Players and clanks")
    choose_player: Text = text("Choose a clank, then who plays it.")
    choose_seats: Text = text("Choose who plays at each seat, and with which clank.")
    move_pieces: Text = text("Move the clanks as shown, then touch Done.")
    none_moves: Text = text("No clank has to be moved.")
    nothing_moves: Text = text("no clank moves")
    marker: Text = text("Flag")
    markers: Text = text("Flags")
    every_marker: Text = text("Every flag")
    move_marker: Text = text("Move a flag")
    lay_elsewhere: Text = text("Lay a flag on another square")
    touch_marker: Text = text("Touch a flag, then the square where it belongs.")
    place_markers: Text = text("Place the flags")
    set_markers: Text = text("Touch a square to set the next flag. Touch a flag to take it away.")
    too_few_markers: Text = text("Put at least one flag on the map.")
    no_markers: Text = text("No flags yet: the first square you touch gets flag 1.")
    suggested: Text = text("Suggested flags")
    all_reached: Text = text("Every flag can be reached.")
    elsewhere: Text = text("Flags are put down on the page with the flags.")
    one_round: Text = text("One register")
    no_round: Text = text("There is no register to go back to.")
    before_rounds: Text = text("Before the registers")
    skip_rest: Text = text("Count the rest of this register as done")

    def moving(self, number: int) -> Text:
        return count("{number} clank to move", "{number} clanks to move", number)

    def marker_on(self, number: int, square: Square) -> Text:
        return text("Flag {number}: on {square}", number=number, square=square)

    def marker_to(self, number: int) -> Text:
        return text("Touch the square where flag {flag} belongs.", flag=number)

    def markers_at(self, where: Text) -> Text:
        return text("Flags: {list}", list=where)

    def enough(self, most: int) -> Text:
        return text("All {number} flags lie on the board: touch one to take it away.", number=most)

    def none_suggested(self, board: str, difficulty: str) -> Text:
        return text(
            "{board} suggests no flags {difficulty!r}: touch squares to put flags there.",
            board=board,
            difficulty=difficulty,
        )

    def easiest(self, board: str) -> Text:
        return text("{board}, with its easiest flags.", board=board)

    def round(self, number: int) -> Text:
        return (
            text("cleanup") if number == CLEANUP else text("register {register}", register=number)
        )

    def round_title(self, number: int) -> Text:
        return (
            text("Cleanup") if number == CLEANUP else text("Register {register}", register=number)
        )

    def turn_round(self, turn: int, number: int) -> Text:
        if number == CLEANUP:
            return text("Turn {turn}, cleanup", turn=turn)
        return text("Turn {turn}, register {register}", turn=turn, register=number)

    def this_round(self, number: int) -> Text:
        return text("the cleanup") if number == CLEANUP else text("this register")

    def called(self, part: str) -> Text:
        """Return the name of a beat of the board or another part of the play."""
        return part_words(part)


def order_words(seat: int, cards: Iterable[tuple[int, int]], names: Mapping[int, Name]) -> Text:
    """Return why a seat's card is played at this moment: "810 goes before 780" (7.2.1).

    `cards` are those of the register as (seat, number).
    """
    order = sorted(cards, key=lambda card: (-card[1], card[0]))
    at = next((at for at, card in enumerate(order) if card[0] == seat), None)
    if at is None:
        return NOTHING
    number = order[at][1]
    if len(order) == 1:
        return text(
            "Only {clank} plays a card in this register: {number}",
            clank=names[seat],
            number=str(number),
        )
    # The last card is compared with the one before it.
    first, second = order[min(at, len(order) - 2) :][:2]
    if second[1] < 0:
        # The number of such a card is unknown.
        if number < 0:
            return text("{clank} pauses, after all others", clank=names[seat])
        return text("{first} goes before a pause", first=str(first[1]))
    if first[1] == second[1]:
        return text(
            "{clank} and {other} both play {number}, and the lower seat goes first",
            clank=names[first[0]],
            other=names[second[0]],
            number=str(number),
        )
    return text("{first} goes before {second}", first=str(first[1]), second=str(second[1]))
