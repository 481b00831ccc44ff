"""The words of a table for a game's own things: pieces, markers and the parts of a turn.

These are whole sentences. A game with other names for these things overrides them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from companion.games.scene import CardRow
from companion.geometry import Square
from companion.words import Text, count, text, verbatim

RoundWords: TypeAlias = Callable[[int], Text]
"""A function that names a round within a turn (`Wording.round`): "register 3", "step 3"."""


class Wording:
    """Sentences that fit any game."""

    piece: Text = text("Piece")
    """The heading above one piece, or above a choice of pieces."""
    every_piece: Text = text("Every piece")
    """The heading above all pieces."""
    touch_piece: Text = text("Touch a piece, or choose what to do.")
    """The hint at the top of the menu."""
    who_plays: Text = text("Players and pieces")
    """The title of what is chosen for seats."""
    choose_player: Text = text("Choose a piece, then who plays it.")
    """The hint for giving a seat another player."""
    choose_seats: Text = text("Choose who plays at each seat, and with which piece.")
    """The hint where seats are chosen."""
    move_pieces: Text = text("Move the pieces as shown, then touch Done.")
    """The hint while an instruction is shown that moves something."""
    none_moves: Text = text("No piece has to be moved.")
    """The statement that a proposal moves no piece."""
    nothing_moves: Text = text("no piece moves")
    """The same statement in a few words, within a sentence."""
    marker: Text = text("Marker")
    """The heading above a choice of markers."""
    markers: Text = text("Markers")
    """The label of all markers."""
    every_marker: Text = text("Every marker")
    """The heading above all markers."""
    move_marker: Text = text("Move a marker")
    """The title of the page that moves markers."""
    lay_elsewhere: Text = text("Lay a marker on another square")
    """The label for moving a marker to another square."""
    touch_marker: Text = text("Touch a marker, then the square where it belongs.")
    """The hint for moving a marker."""
    place_markers: Text = text("Place the markers")
    """The title of the page that places markers before a game."""
    set_markers: Text = text(
        "Touch a square to set the next marker. Touch a marker to take it away."
    )
    """The hint for placing markers before a game."""
    too_few_markers: Text = text("Put at least one marker on the map.")
    """The reason why a game cannot begin without markers."""
    no_markers: Text = text("No markers yet: the first square you touch gets marker 1.")
    """The statement that no marker is on the map."""
    suggested: Text = text("Suggested markers")
    """The heading above the markers that a board suggests."""
    all_reached: Text = text("Every marker can be reached.")
    """The statement that nothing is wrong with the markers."""
    elsewhere: Text = text("Markers are put down on the page with the markers.")
    """The reason why a touched square has no effect on another page of the setup."""
    one_round: Text = text("One round")
    """The distance for going back by one part of the turn."""
    no_round: Text = text("There is no round to go back to.")
    """The reason why one cannot go back by one part of the turn."""
    before_rounds: Text = text("Before the rounds")
    """The heading above what comes first in a turn."""
    one_turn: Text = text("One turn")
    """The distance for going back by one turn."""
    this_turn: Text = text("This turn")
    """The heading above the changes to the current turn."""
    other_rules: Text = text("Other rules from the next turn on")
    """The title of the settings during a game."""
    change_holds: Text = text("Changes apply from the next turn on.")
    """The hint at the top of their page."""
    deal: Text = text("Deal")
    """The button that leads on when all readers are empty before a deal."""
    deal_anyway: Text = text("Deal anyway")
    """The button before a deal while a reader still shows a card."""
    shuffled: Text = text("Shuffle and deal.")
    """The hint when all readers are empty."""
    next_turn: Text = text("Next turn")
    """The button that leads on to the next turn."""
    over: Text = text("The game is over")
    """The title at the end."""
    play_turn: Text = text("Play the turn")
    """The button that leads on when all seats have answered."""
    turn_over: Text = text("After the turn")
    """The heading above what is done after a turn."""
    skip_rest: Text = text("Count the rest of this round as done")
    """The meaning of skipping the rest."""

    def moving(self, number: int) -> Text:
        """Return how many pieces hands will move."""
        return count("{number} piece to move", "{number} pieces to move", number)

    def marker_on(self, number: int, square: Square) -> Text:
        """Return where a marker is."""
        return text("Marker {number}: on {square}", number=number, square=square)

    def marker_to(self, number: int) -> Text:
        """Return what to do with the chosen marker."""
        return text("Touch the square where marker {marker} belongs.", marker=number)

    def markers_at(self, where: Text) -> Text:
        """Return where all markers are."""
        return text("Markers: {list}", list=where)

    def enough(self, most: int) -> Text:
        """Return why no more markers can be placed."""
        return text(
            "All {number} markers lie on the board: touch one to take it away.", number=most
        )

    def none_suggested(self, board: str, difficulty: str) -> Text:
        """Return why there are no markers to place."""
        return text(
            "{board} suggests no markers {difficulty!r}: touch squares to put markers there.",
            board=board,
            difficulty=difficulty,
        )

    def easiest(self, board: str) -> Text:
        """Return what a beginners' game is played on."""
        return text("{board}, with its easiest markers.", board=board)

    def round(self, number: int) -> Text:
        """Return the name of a part of the turn, within a sentence."""
        return text("round {round}", round=number)

    def round_title(self, number: int) -> Text:
        """Return the name of a part of the turn, as a heading."""
        return text("Round {round}", round=number)

    def turn_round(self, turn: int, number: int) -> Text:
        """Return the name of a part of the turn with its turn, as a title."""
        return text("Turn {turn}, round {round}", turn=turn, round=number)

    def play_title(self, turn: int, number: int) -> Text:
        """Return the title of a page that also names the part of the turn."""
        return self.turn_round(turn, number)

    def turn(self, number: int) -> Text:
        """Return the name of a turn, within a sentence."""
        return text("turn {turn}", turn=number)

    def turn_title(self, number: int) -> Text:
        """Return the name of a turn, as a heading."""
        return text("Turn {turn}", turn=number)

    def nothing_to_move(self, round: int) -> Text:
        """Return the hint for an instruction of a round that moves no piece."""
        return text("Nothing to move here.")

    def before_deal(self, turn: int) -> Text:
        """Return the title of what happens at the readers before a turn."""
        return text("Turn {turn}: deal", turn=turn)

    def after_turn(self, turn: int) -> Text:
        """Return the title of the standings after a turn."""
        return text("After turn {turn}", turn=turn)

    def this_round(self, number: int) -> Text:
        """Return the name of the current part of the turn, within a sentence."""
        return text("this round")

    def called(self, part: str) -> Text:
        """Return the name of a part of the play, by its key (`Instruction.part`)."""
        return verbatim(part)

    def row_note(self, row: CardRow, after: CardRow) -> Text:
        """Return the value of a row of cards on the table, NOTHING if it has none.

        `after` is the row after the instruction that is shown, the same row if it does not change.
        """
        return row.note
