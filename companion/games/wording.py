"""The words that a table has for a game's own things: pieces, markers, and the numbered parts of a turn, whole sentences each.

A game that calls them otherwise says these sentences in its own words.
"""

from __future__ import annotations

from companion.games.scene import CardRow
from companion.geometry import Square
from companion.words import Text, count, text, verbatim


class Wording:
    """Sentences that fit any game."""

    piece: Text = text("Piece")
    """The head above one piece, or a choice of pieces."""
    every_piece: Text = text("Every piece")
    """The head above all pieces."""
    touch_piece: Text = text("Touch a piece, or choose what to do.")
    """What to do at the top of the menu."""
    who_plays: Text = text("Players and pieces")
    """What is chosen for seats."""
    choose_player: Text = text("Choose a piece, then who plays it.")
    """How a seat gets another player."""
    choose_seats: Text = text("Choose who plays at each seat, and with which piece.")
    """What to do where seats are chosen."""
    move_pieces: Text = text("Move the pieces as shown, then touch Done.")
    """What to do while an instruction is shown that moves something."""
    none_moves: Text = text("No piece has to be moved.")
    """That a proposal leaves every piece where it is."""
    nothing_moves: Text = text("no piece moves")
    """The same in a few words."""
    marker: Text = text("Marker")
    """The head above a choice of markers."""
    markers: Text = text("Markers")
    """What markers are called, as a label."""
    every_marker: Text = text("Every marker")
    """The head above all markers."""
    move_marker: Text = text("Move a marker")
    """The title where markers are moved."""
    lay_elsewhere: Text = text("Lay a marker on another square")
    """What is done there."""
    touch_marker: Text = text("Touch a marker, then the square where it belongs.")
    """What to do there."""
    place_markers: Text = text("Place the markers")
    """The title where markers are laid before a game."""
    set_markers: Text = text(
        "Touch a square to set the next marker. Touch a marker to take it away."
    )
    """What to do there."""
    too_few_markers: Text = text("Put at least one marker on the map.")
    """Why a game cannot begin without markers."""
    no_markers: Text = text("No markers yet: the first square you touch gets marker 1.")
    """That none lies on the map."""
    suggested: Text = text("Suggested markers")
    """The head above the ways in which a board has them."""
    all_reached: Text = text("Every marker can be reached.")
    """That nothing is wrong with them."""
    elsewhere: Text = text("Markers are put down on the page with the markers.")
    """Why a square that is touched means nothing on another page of the setup."""
    one_round: Text = text("One round")
    """How far back: by a numbered part of the turn."""
    no_round: Text = text("There is no round to go back to.")
    """Why one cannot go back by that."""
    before_rounds: Text = text("Before the rounds")
    """The head above what comes first in a turn."""
    one_turn: Text = text("One turn")
    """How far back: by a turn."""
    this_turn: Text = text("This turn")
    """The head above what can be done with the turn that is played."""
    other_rules: Text = text("Other rules from the next turn on")
    """What the settings are for, while a game is played."""
    change_holds: Text = text("A change holds from the next turn on.")
    """The same at the top of their page."""
    deal: Text = text("Deal")
    """What leads on once all readers are empty before a deal."""
    deal_anyway: Text = text("Deal anyway")
    """The same while one still shows a card."""
    shuffled: Text = text("Shuffle and deal.")
    """What to do once they are empty."""
    next_turn: Text = text("Next turn")
    """What leads on from there."""
    over: Text = text("The game is over")
    """The title at the end."""
    play_turn: Text = text("Play the turn")
    """What leads on once everybody has answered."""
    turn_over: Text = text("After the turn")
    """The head above what is done once a turn has been played."""
    skip_rest: Text = text("Count the rest of this round as done")
    """What it means to skip."""

    def moving(self, number: int) -> Text:
        """How many pieces hands will move."""
        return count("{number} piece to move", "{number} pieces to move", number)

    def marker_on(self, number: int, square: Square) -> Text:
        """Where a marker lies."""
        return text("Marker {number}: on {square}", number=number, square=square)

    def marker_to(self, number: int) -> Text:
        """What to do with a marker that was chosen."""
        return text("Touch the square where marker {marker} belongs.", marker=number)

    def lying(self, where: Text) -> Text:
        """Where all markers lie."""
        return text("Markers: {list}", list=where)

    def enough(self, most: int) -> Text:
        """Why no more can be laid."""
        return text("All {number} markers lie on the board: touch one to take it up.", number=most)

    def none_suggested(self, board: str, difficulty: str) -> Text:
        """Why there is nothing to be laid at once."""
        return text(
            "{board} suggests no markers {difficulty!r}: touch squares to put markers there.",
            board=board,
            difficulty=difficulty,
        )

    def easiest(self, board: str) -> Text:
        """What a first game is played on."""
        return text("{board}, with its easiest markers.", board=board)

    def round(self, number: int) -> Text:
        """A numbered part of the turn, within a sentence."""
        return text("round {round}", round=number)

    def round_title(self, number: int) -> Text:
        """The same as a heading."""
        return text("Round {round}", round=number)

    def turn_round(self, turn: int, number: int) -> Text:
        """The same with its turn, as a title."""
        return text("Turn {turn}, round {round}", turn=turn, round=number)

    def play_title(self, turn: int, number: int) -> Text:
        """The title of a page beside which the part of the turn is named."""
        return self.turn_round(turn, number)

    def turn(self, number: int) -> Text:
        """A turn, within a sentence."""
        return text("turn {turn}", turn=number)

    def turn_title(self, number: int) -> Text:
        """The same as a heading."""
        return text("Turn {turn}", turn=number)

    def nothing_to_move(self, round: int) -> Text:
        """What to do while an instruction of a round is shown that moves no piece."""
        return text("Nothing to move here.")

    def before_deal(self, turn: int) -> Text:
        """The title of what is done at the readers before a turn."""
        return text("Turn {turn}: deal", turn=turn)

    def after_turn(self, turn: int) -> Text:
        """The title of how a game stands after a turn."""
        return text("After turn {turn}", turn=turn)

    def this_round(self, number: int) -> Text:
        """The one that is carried out, within a sentence."""
        return text("this round")

    def called(self, part: str) -> Text:
        """Return what a part of the play is called, by its key (`Instruction.part`)."""
        return verbatim(part)

    def row_note(self, row: CardRow, after: CardRow) -> Text:
        """Say what a row of cards on the table comes to, and what it comes to `after` the instruction that is shown; NOTHING for nothing.

        Where the instruction changes nothing of it both are the same.
        """
        return row.note
