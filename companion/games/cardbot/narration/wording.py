"""The words of Cardbot Derby, and its sentences: what hands do, what people should know.

A robot is named once with its end, no matter how many steps led there, and followed by robots that
it shoves or pings. All sentences are `Text`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.engine.changes import PlacedByHand
from companion.games.asking import Custody
from companion.games.cardbot.engine.cards import Card
from companion.games.cardbot.engine.events import (
    BLOCKED,
    EDGE,
    NOTHING,
    PING,
    SHOVE,
    STICKY,
    CardsByHand,
    CardsReturned,
    HandEvent,
    ShuffledByHand,
    Stayed,
    TargetReached,
    Visited,
    Won,
)
from companion.games.cardbot.engine.grid import CardbotGrid, GridBelt
from companion.games.cardbot.look import SUIT_WORDS, words_of
from companion.games.cardbot.narration.deeds import Deed
from companion.games.kit.edit import put_words, set_words
from companion.games.scene import BACK, BY_HAND, MovePicture
from companion.games.wording import Wording
from companion.geometry import LEFT, RIGHT, Square
from companion.words import COMPASS, SIDES, Text, capital, clauses, count, listed, text, verbatim

RESET_ROUND: Final = 6
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
        return text("reset") if number == RESET_ROUND else text("command {command}", command=number)

    def round_title(self, number: int) -> Text:
        return text("Reset") if number == RESET_ROUND else text("Command {command}", command=number)

    def turn_round(self, turn: int, number: int) -> Text:
        if number == RESET_ROUND:
            return text("Round {turn}, reset", turn=turn)
        return text("Round {turn}, command {command}", turn=turn, command=number)

    def turn(self, number: int) -> Text:
        return text("round {round}", round=number)

    def turn_title(self, number: int) -> Text:
        return text("Round {round}", round=number)

    def nothing_to_move(self, round: int) -> Text:
        """Return the hint; in the reset hands move cards."""
        if round == RESET_ROUND:
            return text("Follow the instruction, then touch Done.")
        return text("Nothing to move here.")

    def before_deal(self, turn: int) -> Text:
        """Return the title. Nothing is dealt: players draw from their own piles."""
        return text("Round {turn}: empty the readers", turn=turn)

    def after_turn(self, turn: int) -> Text:
        return text("After round {turn}", turn=turn)

    def this_round(self, number: int) -> Text:
        return text("the reset") if number == RESET_ROUND else text("this command")

    def called(self, part: str) -> Text:
        """Return the name of a part of a command."""
        return part_words(part)


CARDS, ONE_BELT, CLUBS, SPADES, TELEPORTS, AGAIN, TARGETS = (
    "cards",
    "belt",
    "clubs",
    "spades",
    "teleports",
    "slippery",
    "targets",
)
"""The parts of a command in order (CBR01). Belts have their suit only if there are two."""
RESET, ENDING = "reset", "ending"
"""The parts after the commands."""
BELT_PARTS: Final[Mapping[str, str]] = {"C": CLUBS, "S": SPADES}
PARTS: Final[Mapping[str, Text]] = {
    CARDS: text("cards"),
    ONE_BELT: text("belt"),
    CLUBS: text("belt of {suit}", suit=SUIT_WORDS["C"]),
    SPADES: text("belt of {suit}", suit=SUIT_WORDS["S"]),
    TELEPORTS: text("teleports"),
    AGAIN: text("slippery places"),
    TARGETS: text("targets"),
    RESET: text("reset"),
    ENDING: text("end of the game"),
    BY_HAND: text("correction"),
    BACK: text("back"),
}
"""The names of the parts."""


def part_words(part: str) -> Text:
    """Return the name of a part of the play."""
    return PARTS.get(part) or verbatim(part)


def label(part: str) -> Text:
    """Return the first word of instructions of this part."""
    return capital(part_words(part))


def belt_words(belt: GridBelt, grid: CardbotGrid) -> Text:
    """Return the name of a belt."""
    return PARTS[BELT_PARTS[belt.suit] if len(grid.belts) > 1 else ONE_BELT]


# ---- Cards ---------------------------------------------------------------------------------------


def card_words(
    card: Card, seat: int, deeds: Mapping[int, Deed], names: Mapping[int, str], blocker: int | None
) -> Text:
    """Return one card in a sentence: "Ace of hearts: HERON moves to D5; it shoves TOAD to D6".

    `blocker` is the robot that cannot be shoved, None for none.
    """
    return capital(
        text(
            "{card}: {words}",
            card=words_of(card),
            words=clauses([_driven(deeds[seat], names, blocker), *_effects(seat, deeds, names)]),
        )
    )


def _driven(own: Deed, names: Mapping[int, str], blocker: int | None) -> Text:
    """Return what a card does with its own robot."""
    name, square = names[own.seat], own.path[-1]
    if own.moved and own.slid and own.first != square:
        return text(
            "{robot} moves to {first} and slides on to {square}",
            robot=name,
            first=own.first,
            square=square,
        )
    if own.moved and own.crosses_seam():
        return text(
            "{robot} moves over the {side} side to {square}",
            robot=name,
            side=SIDES[own.direction or 0],
            square=square,
        )
    if own.moved:
        return text("{robot} moves to {square}", robot=name, square=square)
    quarters, heading = (own.after - own.before) % 4, COMPASS[own.after]
    if quarters == LEFT:
        return text("{robot} turns left, now facing {heading}", robot=name, heading=heading)
    if quarters == RIGHT:
        return text("{robot} turns right, now facing {heading}", robot=name, heading=heading)
    if quarters:
        return text("{robot} turns round, now facing {heading}", robot=name, heading=heading)
    if own.stayed is not None:
        return stay_words(own.stayed, names, blocker)
    return text("nothing changes for {robot}", robot=name)


def _effects(seat: int, deeds: Mapping[int, Deed], names: Mapping[int, str]) -> list[Text]:
    """Return the other moved robots, in the order in which their moves begin."""
    return [
        _effect(deed, seat, names)
        for deed in deeds.values()
        if deed.seat != seat and deed.moved and not deed.carried
    ]


def _effect(deed: Deed, seat: int, names: Mapping[int, str]) -> Text:
    """Return what happens to a robot that another one moves; "it" is the robot of `seat`."""
    other, square, last = names[deed.seat], deed.path[-1], deed.last
    if last is None or last.cause not in (SHOVE, PING):
        return text("{robot} slides to {square}", robot=other, square=square)
    if last.cause == PING:
        if deed.slid:
            words = text("{robot} pings and slides on to {square}", robot=other, square=square)
        else:
            words = text("{robot} pings to {square}", robot=other, square=square)
    elif last.mover == seat:
        shoved = text("it shoves {robot} to {square}", robot=other, square=square)
        if deed.slid:
            words = text(
                "it shoves {robot}, which slides on to {square}", robot=other, square=square
            )
        else:
            words = shoved
    else:
        words = text(
            "{mover} shoves {robot} to {square}",
            mover=names[last.mover],
            robot=other,
            square=square,
        )
    return words


def stay_words(stay: Stayed, names: Mapping[int, str], blocker: int | None) -> Text:
    """Return which robot stays and why, in half a sentence."""
    name, square = names[stay.seat], stay.square
    if stay.reason == STICKY:
        return text("{robot} cannot turn on {square}, which is sticky", robot=name, square=square)
    if stay.reason == NOTHING:
        return text("nothing changes for {robot}", robot=name)
    if stay.reason == EDGE:
        return text(
            "{robot} stays on {square}, at the closed {side} side",
            robot=name,
            square=square,
            side=SIDES[stay.direction],
        )
    if stay.reason == BLOCKED and blocker is not None:
        return text(
            "{robot} stays on {square}: {other} cannot go anywhere",
            robot=name,
            square=square,
            other=names[blocker],
        )
    return text("{robot} stays on {square}", robot=name, square=square)


# ---- After the cards -----------------------------------------------------------------------------


def belt_deeds(
    part: str,
    deeds: Mapping[int, Deed],
    stays: Sequence[Text],
    names: Mapping[int, str],
    together: bool,
) -> Text:
    """Return what one belt does: "Belt of clubs: HERON to D4; it shoves TOAD to D3"."""
    carried = [deed for deed in deeds.values() if deed.carried]
    if together and not stays and all(deed.carried for deed in deeds.values()):
        moves = listed(
            [
                text("{robot} to {square}", robot=names[deed.seat], square=deed.path[-1])
                for deed in carried
            ]
        )
        return text("{part}, all at once: {deeds}", part=label(part), deeds=moves)
    moved: list[Text] = []
    for deed in carried:
        own = {"robot": names[deed.seat], "square": deed.path[-1]}
        moved.append(
            text("{robot} slides on to {square}", **own)
            if deed.slid
            else text("{robot} to {square}", **own)
        )
        moved += [
            _effect(other, deed.seat, names)
            for other in deeds.values()
            if other.moved
            and not other.carried
            and other.last is not None
            and other.last.mover == deed.seat
        ]
    return text("{part}: {words}", part=label(part), words=clauses([*moved, *stays]))


def teleport_words(deeds: Mapping[int, Deed], names: Mapping[int, str]) -> Text:
    """Return the words for a robot that is teleported, or two that swap places (CBR26)."""
    one, *rest = deeds.values()
    own = {"robot": names[one.seat], "start": one.path[0], "square": one.path[-1]}
    if rest:
        jumps = text(
            "{robot} on {start} and {other} on {square} change places",
            **own,
            other=names[rest[0].seat],
        )
    else:
        jumps = text("{robot} from {start} to {square}", **own)
    return text("{part}: {words}", part=label(TELEPORTS), words=jumps)


def again_words(
    seat: int, deeds: Mapping[int, Deed], names: Mapping[int, str], blocker: int | None
) -> Text:
    """Return the words for a robot that tries to leave a slippery place (CBR25)."""
    own = deeds[seat]
    if not own.moved:
        if own.stayed is not None:
            words = stay_words(own.stayed, names, blocker)
        else:
            words = text("{robot} stays on {square}", robot=names[seat], square=own.path[-1])
        return text("{part}: {words}", part=label(AGAIN), words=words)
    slid = text(
        "{robot} slides on from {start} to {square}",
        robot=names[seat],
        start=own.path[0],
        square=own.path[-1],
    )
    return text(
        "{part}: {words}", part=label(AGAIN), words=clauses([slid, *_effects(seat, deeds, names)])
    )


def visit_words(visits: Sequence[Visited], names: Mapping[int, str]) -> Text:
    """Return who visits a target, which counts at the reset (CB17)."""
    deeds = [
        text(
            "{robot} reaches target {target} on {square}",
            robot=names[visit.seat],
            target=visit.target,
            square=visit.square,
        )
        for visit in visits
    ]
    return clauses(deeds)


# ---- The reset -----------------------------------------------------------------------------------


def return_words(event: CardsReturned) -> Text:
    """Return the words for five cards that go back under their pile (CB16, CBR15)."""
    if event.enactor == event.seat:
        return text(
            "Seat {seat}: put the five cards face down under your pile, the first card on top",
            seat=event.seat,
        )
    return text(
        "Seat {enactor}: give the five cards back to seat {seat}, face down under its pile, the "
        "first card on top",
        enactor=event.enactor,
        seat=event.seat,
    )


def shuffle_words(seat: int, owner: int) -> Text:
    """Return the words for a shuffle without a reached target (CBR16).

    `owner` is the seat whose player shuffles.
    """
    if owner == seat:
        return text("Seat {seat}: shuffle your pile", seat=seat)
    return text("Seat {owner}: shuffle the pile of seat {seat}", owner=owner, seat=seat)


def cards_out_words(
    seat: int, cards: Sequence[tuple[Card, Square]], owner: int, shuffled: bool = True
) -> Text:
    """Return the words for cards that leave the pile of a seat, with the places of their targets.

    An example: "Seat 1: take the jack of hearts out of your pile, lay it face up under B7, shuffle
    the rest". `owner` is the seat whose player takes them out.
    """
    (card, square), *more = cards
    if more:
        places = listed(
            [
                text("the {card} under {square}", card=words_of(one), square=place)
                for one, place in cards
            ]
        )
        words = text(
            "take cards out of {pile} and lay them face up: {places}",
            pile=pile_words(seat, owner),
            places=places,
        )
    else:
        words = text(
            "take the {card} out of {pile}, lay it face up under {square}",
            card=words_of(card),
            pile=pile_words(seat, owner),
            square=square,
        )
    words = text("{words}, shuffle the rest", words=words) if shuffled else words
    return text("Seat {seat}: {words}", seat=owner, words=words)


def pile_words(seat: int, owner: int) -> Text:
    """Return the name of a seat's pile, addressed to the seat whose player handles it."""
    return text("your pile") if seat == owner else text("the pile of seat {seat}", seat=seat)


def reached_notice(reached: Sequence[TargetReached], names: Mapping[int, str]) -> Text:
    """Return a notice of reached targets, if the app holds the pile."""
    cards = listed([words_of(event.card) for event in reached])
    return count(
        "{robot} has won target {targets}: its {cards} is out of the pile",
        "{robot} has won targets {targets}: its {cards} are out of the pile",
        len(reached),
        robot=names[reached[0].seat],
        targets=listed([str(event.target) for event in reached]),
        cards=cards,
    )


def won_words(event: Won, names: Mapping[int, str]) -> Text:
    """Return who has won (CB18)."""
    return count(
        "{robots} has all three targets and wins",
        "{robots} have all three targets and win",
        len(event.seats),
        robots=listed([names[seat] for seat in event.seats]),
    )


# ---- Corrections and short words -----------------------------------------------------------------


def hand_words(event: HandEvent, names: Mapping[int, str], owner: int, holder: Custody) -> Text:
    """Return a correction in words: "HERON: from C4 to E5, facing N".

    `owner` is the seat whose player handles the pile, unless the app holds it.
    """
    if isinstance(event, PlacedByHand):
        return put_words(event, names[event.seat])
    if isinstance(event, CardsByHand):
        now = count(
            "{robot} has {number} target",
            "{robot} has {number} targets",
            event.targets,
            robot=names[event.seat],
        )
        if holder is Custody.APP:
            return now
        if event.out:
            words = cards_out_words(event.seat, event.cards, owner)
        else:
            words = text(
                "Seat {seat}: put {cards} back into {pile} and shuffle it",
                seat=owner,
                cards=listed([text("the {card}", card=words_of(card)) for card, _ in event.cards]),
                pile=pile_words(event.seat, owner),
            )
        return text("{now}. {words}", now=now, words=words)
    if isinstance(event, ShuffledByHand):
        if holder is Custody.APP:
            return text("The pile of {robot} is shuffled", robot=names[event.seat])
        return shuffle_words(event.seat, owner)
    return set_words(event, names)


def short_words(
    part: str, seat: int | None, moves: Sequence[MovePicture], names: Mapping[int, str]
) -> Text:
    """Return what an instruction asked for, in short: "HERON to D5", "TOAD turned"."""
    move = next((move for move in moves if move.seat == seat), next(iter(moves), None))
    if move is None:
        if part in (CARDS, AGAIN) and seat is not None:
            return text("{robot} stays", robot=names[seat])
        return label(part)
    name = names[move.seat]
    if move.start != move.end:
        return text("{robot} to {square}", robot=name, square=move.end or "")
    return text("{robot} turned", robot=name)
