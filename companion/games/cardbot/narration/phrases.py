"""The words of Cardbot Derby: robots, targets, commands and the reset."""

from __future__ import annotations

from typing import Final

from companion.games.cardbot.narration.wording import part_words
from companion.games.wording import Wording
from companion.geometry import Square
from companion.words import Text, count, text

RESET: Final = 6
"""The number of the reset where commands are counted."""


class CardbotWording(Wording):
    """The sentences of `Wording` about robots, targets and commands; a turn is called a round."""

    piece: Text = text("Robot")
    every_piece: Text = text("Every robot")
    touch_piece: Text = text("Touch a robot, or choose what to do.")
    who_plays: Text = text("Players and robots")
    choose_player: Text = text("Choose a robot, then who plays it.")
    choose_seats: Text = text("Choose who plays at each seat, and with which robot.")
    move_pieces: Text = text("Move the robots as shown, then touch Done.")
    none_moves: Text = text("No robot has to be moved.")
    nothing_moves: Text = text("no robot moves")
    marker: Text = text("Target")
    markers: Text = text("Targets")
    every_marker: Text = text("Every target")
    one_round: Text = text("One command")
    no_round: Text = text("There is no command to go back to.")
    before_rounds: Text = text("Before the commands")
    one_turn: Text = text("One round")
    this_turn: Text = text("This round")
    deal: Text = text("Go on")
    deal_anyway: Text = text("Go on anyway")
    shuffled: Text = text("All readers are empty.")
    next_turn: Text = text("Next round")
    other_rules: Text = text("Other rules from the next round on")
    change_holds: Text = text("Changes apply from the next round on.")
    play_turn: Text = text("Play the round")
    turn_over: Text = text("After the round")
    skip_rest: Text = text("Count the rest of this command as done")

    def moving(self, number: int) -> Text:
        return count("{number} robot to move", "{number} robots to move", number)

    def marker_on(self, number: int, square: Square) -> Text:
        return text("Target {number}: on {square}", number=number, square=square)

    def markers_at(self, where: Text) -> Text:
        return text("Targets: {list}", list=where)

    def round(self, number: int) -> Text:
        return text("reset") if number == RESET else text("command {command}", command=number)

    def round_title(self, number: int) -> Text:
        return text("Reset") if number == RESET else text("Command {command}", command=number)

    def turn_round(self, turn: int, number: int) -> Text:
        return (
            text("Round {turn}, reset", turn=turn)
            if number == RESET
            else text("Round {turn}, command {command}", turn=turn, command=number)
        )

    def turn(self, number: int) -> Text:
        return text("round {round}", round=number)

    def turn_title(self, number: int) -> Text:
        return text("Round {round}", round=number)

    def nothing_to_move(self, round: int) -> Text:
        """Return the hint; in the reset hands move cards."""
        return (
            text("Follow the instruction, then touch Done.")
            if round == RESET
            else text("Nothing to move here.")
        )

    def before_deal(self, turn: int) -> Text:
        """Return the title. Nothing is dealt: players draw from their own piles."""
        return text("Round {turn}: empty the readers", turn=turn)

    def after_turn(self, turn: int) -> Text:
        return text("After round {turn}", turn=turn)

    def this_round(self, number: int) -> Text:
        return text("the reset") if number == RESET else text("this command")

    def called(self, part: str) -> Text:
        """Return the name of a part of a command."""
        return part_words(part)
