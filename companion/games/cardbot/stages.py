"""The stages of a round, the questions to each seat, and refused cards (CB01-CB04, CBR34).

A pile is held by the app or by hands. If the app holds it, the player chooses on the screen. If
hands hold it, the player orders the cards in the hand, pushes the handle and hands them on; the
next player puts them into the own reader. The rules use cards, readers use codes; this module
translates.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.api import AnswerFault, other_place, unread_fault
from companion.games.asking import (
    Ask,
    Custody,
    Deadline,
    Hand,
    Offer,
    Program,
    Questions,
    ReaderContent,
    Roles,
    Row,
)
from companion.games.cardbot.deck import CARD_OF_CODE, CODE_OF_CARD
from companion.games.cardbot.engine.cards import Card, cards_left
from companion.games.cardbot.engine.events import (
    MOVE,
    PING,
    SHOVE,
    SLIDE,
    CardPlayed,
    Event,
    Moved,
)
from companion.games.cardbot.engine.grid import CardbotGrid
from companion.games.cardbot.engine.moving import SideChoice
from companion.games.cardbot.engine.piles import FOREIGN, TAKEN, draw, refused
from companion.games.cardbot.engine.piles import TWICE as TWICE_HERE
from companion.games.cardbot.engine.rules import Rules
from companion.games.cardbot.engine.state import CardbotState
from companion.games.cardbot.look import face_of
from companion.geometry import HEADINGS, Heading
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.signals import ALL_SLOTS, NOT_DEALT, PULL, PUSH, SLOTS, TWICE, UNKNOWN
from companion.words import COMPASS, NOTHING, Text, listed, text

DEALING, CHOOSING, HANDING, RUNNING, PINGING, OVER = (
    "dealing",
    "choosing",
    "handing",
    "running",
    "pinging",
    "over",
)
"""The stages of a round.

- DEALING: piles are shuffled where necessary.
- CHOOSING: five cards are put in order.
- HANDING: real cards are put into the readers.
- RUNNING: commands are played, then the reset.
- PINGING: a player chooses a side for a ping.
- OVER: the race is over.
"""
ORDER, HAND, SIDE = "order", "hand", "ping"
"""The kinds of questions: the order of five cards, received cards, the side of a ping."""
NO_CARDS: Final[tuple[int | None, ...]] = (None,) * SLOTS
AGAIN: Final = "CBR25"
"""The rule by which robots that are stuck on a slippery place try again."""
PING_SECONDS: Final = 10
"""The seconds that a player has to choose a side (CBR06)."""
HAND_OVER: Final = ((PULL, text("hand them over")),)
IN_ORDER: Final = ((PUSH, text("my five are in order")),)
RECEIVED: Final = ((PULL, text("the five cards are in")),)
CHOOSING_CARDS, ORDERING, FILLING, CHOOSING_SIDE = (
    text("choosing cards"),
    text("putting cards in order"),
    text("putting the cards in"),
    text("choosing a side"),
)


@kept_as("Race state stage owners drawn by_app programs late sides told midway choice rules")
class CardbotPosition(NamedTuple):
    """A race and the stage of its round."""

    state: CardbotState
    stage: str
    owners: Mapping[int, int | None]
    """The seat of each robot's player, None for a chance robot."""
    drawn: CardbotGrid
    """The grid without settings."""
    by_app: frozenset[int] = frozenset()
    """The seats whose piles the app holds."""
    programs: Mapping[int, tuple[Card, ...]] = {}
    """The programs known so far, before the first command."""
    late: tuple[int, ...] = ()
    """The seats whose time is up."""
    sides: tuple[Heading | None, ...] = ()
    """The answers to the choices of the current command, None for the right-hand side."""
    events_shown: int = 0
    """The number of its events that have been shown."""
    midway: CardbotState | None = None
    """The state after these events."""
    choice: SideChoice | None = None
    """The choice that comes after them."""
    rules: Rules | None = None
    """The settings of the coming rounds, if they were changed in this one."""

    @property
    def ahead(self) -> Rules:
        """Return the settings of the coming rounds."""
        return self.state.rules if self.rules is None else self.rules

    @property
    def seats(self) -> tuple[int, ...]:
        """Return the seats of all robots, in order."""
        return tuple(robot.seat for robot in self.state.robots)

    def custody_of(self, seat: int) -> Custody:
        """Return who holds the pile of a seat."""
        return Custody.APP if seat in self.by_app else Custody.HANDS

    @property
    def custody(self) -> Mapping[int, Custody]:
        """Return who holds each pile."""
        return {seat: self.custody_of(seat) for seat in self.seats}

    @property
    def shown(self) -> CardbotState:
        """Return the state that people see: during a command as far as it was shown."""
        return self.state if self.midway is None else self.midway

    @property
    def turn(self) -> int:
        """Return the current or coming round."""
        return self.state.round + (self.stage in (DEALING, CHOOSING, HANDING))


# ---- The owners of cards -------------------------------------------------------------------------


def filler_robots(seats: tuple[int, ...], fill: bool) -> Mapping[int, int | None]:
    """Return the robots that fill up a race of two or three people (CBR16, CBR17, CBR30).

    They are given by seat, with the seat of their player, None for chance. With seats 1 to n these
    are the seats of the rules. Other players get the lowest free seats with which two players
    alternate around the table.
    """
    free = [seat for seat in range(1, 9) if seat not in seats]
    if not fill or len(seats) not in (2, 3):
        return {}
    if len(seats) == 3:
        return {free[0]: None}
    return next(
        {first: seats[0], second: seats[1]}
        for first in free
        for second in free
        if first != second and _alternate({seats[0]: 0, seats[1]: 1, first: 0, second: 1})
    )


def _alternate(owners: Mapping[int, int]) -> bool:
    """Return whether two players' robots alternate around the table."""
    order = [owners[seat] for seat in sorted(owners)]
    return all(one != other for one, other in itertools.pairwise(order))


def chance_seats(position: CardbotPosition) -> frozenset[int]:
    """Return the robots whose cards nobody chooses."""
    return frozenset(seat for seat in position.seats if position.owners[seat] is None)


def reader_of(position: CardbotPosition, seat: int) -> int:
    """Return the seat in whose reader a robot's cards are.

    Real cards are in the reader of the next player with real cards, all others in their own. Pilots
    enact without touching cards, and so does the driver of a chance robot, whose pile the app
    holds.
    """
    hands = [other for other, holder in position.custody.items() if holder is Custody.HANDS]
    if seat not in hands:
        return seat
    return hands[(hands.index(seat) + 1) % len(hands)]


def hand_of(position: CardbotPosition, seat: int) -> tuple[Card, ...] | None:
    """Return the cards to choose from now, in drawing order; None if hands hold them."""
    return draw(position.state, seat) if position.custody_of(seat) is Custody.APP else None


def left_of(position: CardbotPosition, seat: int) -> tuple[int, ...]:
    """Return the codes of the cards of a seat that are under no target."""
    return tuple(
        CODE_OF_CARD[card] for card in cards_left(seat, position.state.robot(seat).targets)
    )


def readers(position: CardbotPosition) -> Mapping[int, ReaderContent]:
    """Return the cards in every reader, as far as they are known, and the slot of the command.

    Cards are in the reader where the robot's player, or the next one, has them.
    """
    runs = position.stage in (RUNNING, PINGING)
    programs = position.state.programs if runs or position.stage == OVER else position.programs
    command = position.state.command + (position.stage == PINGING) if runs else 0
    return {
        reader_of(position, seat): ReaderContent(
            (*(CODE_OF_CARD[card] for card in programs.get(seat, ())), *NO_CARDS)[:SLOTS],
            (command,) if command else (),
        )
        for seat in position.seats
    }


# ---- Questions -----------------------------------------------------------------------------------


def orders(position: CardbotPosition) -> Questions:
    """Return the question for the order of five cards, on the screen or in the hand (CB02, CB03).

    After the first player the others have a time limit.
    """
    hurry, asks = position.state.rules.hurry, list[Ask]()
    for seat in position.seats:
        if position.owners[seat] is None:
            continue
        in_app, hand = position.custody_of(seat) is Custody.APP, hand_of(position, seat)
        codes = None if hand is None else tuple(CODE_OF_CARD[card] for card in hand)
        gestures = HAND_OVER if in_app else IN_ORDER
        ask = Ask(
            seat,
            True,
            gestures,
            deadline=None if hurry is None else Deadline(hurry, gestures[0][0], after_first=True),
            choosing=CHOOSING_CARDS if in_app else ORDERING,
            roles=Roles(mover=position.state.enactors[seat]),
        )
        cards = Hand(position.state.rules.draw, codes, among=left_of(position, seat))
        asks.append(ask._replace(program=Program(ALL_SLOTS), hand=cards) if in_app else ask)
    real = any(not ask.program.slots for ask in asks)
    if real:
        hint = text(
            "Take your top five cards, put them in order, push the handle, and hand them to the "
            "next player."
        )
    else:
        hint = text("Five cards in the order of play: your neighbour will play them.")
    return Questions(
        ORDER,
        position.turn,
        tuple(asks),
        text("Round {turn}: put five cards in order", turn=position.turn),
        hint,
        place=text("putting cards in order"),
    )


def received_cards_question(position: CardbotPosition) -> Questions:
    """Return the question to put received cards into the own reader, then pull (CB04)."""
    asks = tuple(
        sorted(
            Ask(
                reader_of(position, seat),
                True,
                RECEIVED,
                Program(ALL_SLOTS),
                Hand(SLOTS, among=left_of(position, seat)),
                choosing=FILLING,
                roles=Roles(piece=seat),
            )
            for seat in position.seats
            if seat not in position.programs
        )
    )
    if position.late:
        late = text(
            "Time is up for {seats}: hand on your five cards in their present order.",
            seats=listed([text("seat {seat}", seat=seat) for seat in position.late]),
        )
    else:
        late = NOTHING
    hint = late or text(
        "Put the five cards you received into your reader, the first one into slot 1. Do not "
        "change their order. Then pull the handle."
    )
    return Questions(
        HAND,
        position.turn,
        asks,
        text("Round {turn}: hand the cards on", turn=position.turn),
        hint,
        place=text("handing the cards on"),
    )


def pinging(position: CardbotPosition) -> Questions:
    """Return the question to the enactor for the side of a ping (CB11, CBR06).

    After some seconds it is the right-hand side.
    """
    choice = position.choice
    assert choice is not None
    grid, decider = position.state.grid, position.state.enactors[choice.mover]
    offers = tuple(
        Offer(
            HEADINGS[side],
            text("To {square}, {heading}", square=square or "", heading=COMPASS[side]),
            text("the right-hand side of the moving robot")
            if side == choice.right
            else text("the left-hand side of the moving robot"),
            squares=() if square is None else (square,),
        )
        for side in choice.sides
        for square in (grid.step(choice.square, side),)
    )
    ask = Ask(
        decider,
        True,
        offers=offers,
        secret=False,
        deadline=Deadline(PING_SECONDS, HEADINGS[choice.right]),
        choosing=CHOOSING_SIDE,
        roles=Roles(piece=choice.mover),
    )
    hint = text(
        "The robot on {square} must give way. After {seconds} seconds it goes to the right of "
        "the moving robot.",
        square=choice.square,
        seconds=PING_SECONDS,
    )
    return Questions(
        SIDE, position.turn, (ask,), text("Ping: to which side?"), hint, place=text("a ping")
    )


# ---- During a command ----------------------------------------------------------------------------


def events_before_choice(events: Sequence[Event], choice: SideChoice) -> int:
    """Return the number of events of a command to carry out before a side is chosen.

    The card, or the robot on a belt, that leads to the choice is left out. So every card is shown
    as a whole, and no robot stops half way.
    """
    stop, mover = len(events), choice.mover
    played = max(
        (at for at, event in enumerate(events) if isinstance(event, CardPlayed)), default=0
    )
    if all(
        getattr(event, "cause", MOVE) in (MOVE, SHOVE, PING, SLIDE) and event.rule != AGAIN
        for event in events[played:]
    ):
        return played
    while stop > played + 1:
        event = events[stop - 1]
        if isinstance(event, Moved) and event.seat == mover and event.cause in (SHOVE, PING):
            mover = event.mover
        elif mover not in (getattr(event, "seat", None), getattr(event, "mover", None)):
            break
        stop -= 1
    return stop


# ---- Refused cards -------------------------------------------------------------------------------


def first_fault(
    position: CardbotPosition, seat: int, rows: Mapping[int, Row]
) -> AnswerFault | None:
    """Return the fault of the first wrong slot of a reader (CBR34).

    It is empty, unreadable, or holds a card from another pile, under a target, twice, or not drawn.
    Empty slots come together, so that a player hears about all of them.
    """
    if position.stage == CHOOSING:
        asked = {
            robot: robot
            for robot, holder in position.custody.items()
            if position.owners[robot] is not None and holder is Custody.APP
        }
    elif position.stage == HANDING:
        asked = {
            reader_of(position, robot): robot
            for robot in position.seats
            if robot not in position.programs
        }
    else:
        asked = {}
    if seat not in asked:
        return None
    robot = asked[seat]
    shown = [None if other.code is None else CARD_OF_CODE.get(other.code) for other in rows[seat]]
    kinds = {found.slot: found.kind for found in refused(position.state, {robot: shown})}
    for slot in ALL_SLOTS:
        unread = unread_fault(seat, slot, rows, ALL_SLOTS)
        if unread is not None:
            return unread
        card = shown[slot - 1]
        if card is None:
            return AnswerFault(seat, slot, UNKNOWN)
        kind = kinds.get(slot, TWICE_HERE)
        if kind != TWICE_HERE:
            words = _remedy(kind, robot)
            return AnswerFault(seat, slot, NOT_DEALT, face_of(card), words=words)
        twice = other_place(rows, (seat, slot))
        if twice is not None:
            return AnswerFault(seat, slot, TWICE, face_of(card), other=twice)
    return None


def _remedy(kind: str, robot: int) -> Text:
    """Return what is wrong with a card and what to do, without its place and its name."""
    if kind == FOREIGN:
        return text(
            "this card is not from seat {seat}'s pile. Put in one of the five cards that seat "
            "{seat} handed on",
            seat=robot,
        )
    if kind == TAKEN:
        return text(
            "this card is under a target already. Take it out, lay it back there, and put in one "
            "of the five drawn cards"
        )
    return text("this card was not among the five drawn. Take it out and put in one of those")


def programmed(
    position: CardbotPosition, seat: int, codes: tuple[int | None, ...]
) -> tuple[Card, ...]:
    """Return the program for a seat's codes.

    A late player plays the cards in the slots, and in the others the rest in drawing order (CB03,
    CBR03).
    """
    cards = [None if code is None else CARD_OF_CODE.get(code) for code in codes]
    hand = hand_of(position, seat)
    if hand is None:
        return tuple(card for card in cards if card is not None)
    good = [
        card if card in hand and card not in cards[:slot] else None
        for slot, card in enumerate(cards)
    ]
    left = iter([card for card in hand if card not in good])
    return tuple(next(left) if card is None else card for card in good)
