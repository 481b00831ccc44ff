"""Reset site: a checkpoint where a card may be replaced, and one of the next cards chosen.

See E1, E3, F4.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Arc, Caption, Disc, Gear, Motion, Shape, box, on_circle, tip
from companion.engine.cards import card_of
from companion.engine.effects import CHOICE, AskQuestion, Effect, GiveStatus, SetCard
from companion.engine.element import (
    DEVICE,
    END_OF_TURN,
    NO_EFFECTS,
    TOUCH,
    Beat,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import EVERY_REGISTER, word_key
from companion.engine.statuses import CHOSEN, RANDOM
from companion.engine.surfaces import device_shapes, is_carried
from companion.words import Text, text

SWAPS = Beat(TOUCH, 30, "reset sites", "E3")
CHOICES = Beat(END_OF_TURN, 40, "reset sites", "F4")
_NO = "no"
"""The answer if nobody answers."""

_BED = Disc((0.5, 0.5), 0.48, "ink"), Disc((0.5, 0.5), 0.46, "repair", 0.41)
_CARD = box(0.31, 0.24, 0.69, 0.76, "ink"), box(0.335, 0.265, 0.665, 0.735, "card")
_ARROW = (
    Arc((0.5, 0.5), 0.345, 30, 330, "repair", 0.07),
    tip(on_circle((0.5, 0.5), 0.345, 345), 80, 0.2, "repair"),
)


@register
@dataclass(frozen=True, slots=True)
class Reset(Element):
    """A desk with cards."""

    swap: str = "any"
    """The cards that may be replaced."""
    next_turn: str = "choose"
    """The result of declining to choose a card."""

    word = "reset"
    layer = DEVICE
    keys = (
        word_key(
            "swap",
            ("any", "next"),
            "any",
            "which card may be replaced: any still to come, or that of the next register",
        ),
        word_key(
            "next_turn",
            ("choose", "choose_or_random"),
            "choose",
            "a card may be chosen for the next turn; with choose_or_random who declines plays "
            "random cards",
        ),
    )
    traits = frozenset({"checkpoint", "reset"})
    noun = text("Reset site")
    about = text(
        "A checkpoint. If your clank stands on it, you may replace a card still to come with "
        "any other, and after the turn choose one of your next cards."
    )
    rule = "E3"
    example = "D4 reset"

    def title(self) -> Text:
        return text("Reset site") if self.swap == "any" else text("Reset site for the next card")

    def beats(self) -> tuple[Beat, ...]:
        return SWAPS, CHOICES

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Ask its question; copies have no player to ask."""
        if piece.kind != "clank":
            return NO_EFFECTS
        return self._swap(piece, view) if beat == SWAPS else self._choose(piece, view)

    def _swap(self, piece: PieceView, view: PlayView) -> tuple[Effect, ...]:
        """Ask whether to replace a card still to come by one of the deck (E3)."""
        if self.swap == "any":
            coming = EVERY_REGISTER[view.register :]
        else:
            coming = EVERY_REGISTER[view.register : view.register + 1]
        slots = [
            slot
            for slot in coming
            if slot not in piece.locked and piece.slots[slot - 1] is not None
        ]
        if piece.down or not slots:
            return NO_EFFECTS

        def options() -> tuple[str, ...]:
            """Return every slot with every card that is in the deck when the question is asked."""
            return (_NO, *(f"{slot} {card}" for slot in slots for card in view.deck()))

        def then(answer: str) -> tuple[Effect, ...]:
            """Put the card into the slot."""
            slot, _, card = answer.partition(" ")
            return NO_EFFECTS if answer == _NO else (SetCard(int(slot), card_of(card), "E3"),)

        return (AskQuestion(CHOICE, self.word, options, then, "E3"),)

    def _choose(self, piece: PieceView, view: PlayView) -> tuple[Effect, ...]:
        """Ask for one of the cards that will be dealt next turn (F4)."""
        if not view.dealt(piece):
            return NO_EFFECTS

        def options() -> tuple[str, ...]:
            """Return every card in the deck that nobody else has chosen.

            The deck is that of the moment when the question is asked.
            """
            chosen = {view.wears(other.seat, CHOSEN) for other in view.pieces()}
            return (_NO, *(word for word in map(str, view.deck()) if word not in chosen))

        def then(answer: str) -> tuple[Effect, ...]:
            """Deal the chosen card, or random cards."""
            if answer != _NO:
                return (GiveStatus(CHOSEN, "F4", value=answer),)
            return (
                (GiveStatus(RANDOM, "F4"),) if self.next_turn == "choose_or_random" else NO_EFFECTS
            )

        return (AskQuestion(CHOICE, self.word, options, then, "F4"),)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a card in a round green arrow, with a question mark or a 1.

        The 1 means the next card only.
        """
        return device_shapes(self, board, (*_BED, *_ARROW, *self._card()))

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        if is_carried(self, board):
            return ()
        return *_BED, Gear(_ARROW, 360), *self._card()

    def _card(self) -> tuple[Shape, ...]:
        return *_CARD, Caption("?" if self.swap == "any" else "1", (0.5, 0.5), 0.26, "suit_black")
