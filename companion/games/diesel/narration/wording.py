"""The sentences of a game: what hands do with cards, what people should know.

All sentences are `Text`. If the app holds all cards, they say what happened to cards instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from companion.engine.changes import SetByHand
from companion.games.api import OfKey
from companion.games.asking import Custody
from companion.games.diesel.corrections import GameEvent, LaidByHand, TokensByHand
from companion.games.diesel.engine.cards import Deck
from companion.games.diesel.engine.events import (
    CONTESTED,
    DECLINED,
    GONE,
    NO_TARGET,
    NOT_ALONE,
    Claiming,
    Counted,
    Deployed,
    DerbyWon,
    Discarded,
    Gained,
    GameWon,
    Idle,
    Kept,
    LastDiscarded,
    Looked,
    Passed,
    Swapped,
    TokenGiven,
    TurnedDown,
    Weakened,
)
from companion.games.diesel.engine.rules import each_deploys
from companion.games.diesel.engine.state import DieselState
from companion.games.diesel.narration.phrases import END, REVEAL, FrontRows, strength_part
from companion.games.diesel.narration.table import DISCARD, row_note
from companion.games.kit.edit import set_words
from companion.games.scene import BACK, BY_HAND, HAND, ROW, CardPlace, CardRow
from companion.games.wording import Wording
from companion.named_tuples import NamedTuple
from companion.words import Text, clauses, count, fill_form, listed, text, verbatim

PARTS: Final[Mapping[str, Text]] = {
    REVEAL: text("reveal"),
    **{
        strength_part(strength): text("strength {strength}", strength=strength)
        for strength in range(5)
    },
    END: text("end of turn"),
    BY_HAND: text("correction"),
    BACK: text("back"),
}
"""The names of the parts."""


class NarrationContext(NamedTuple):
    """The facts for words and causes."""

    state: DieselState
    """The state before all events."""
    events: tuple[GameEvent, ...]
    """All events of the step."""
    table: FrontRows
    """The table after the instructions before."""

    @property
    def custody(self) -> Custody:
        """Return who holds all hands; the app's cards need no hands."""
        return Custody.HANDS if self.state.hands is None else Custody.APP

    def either(self, by_app: Text, by_hands: Text) -> Text:
        """Return what happens to cards that the app holds, or what hands do with theirs."""
        return by_app if self.custody is Custody.APP else by_hands


def event_words(events: Sequence[GameEvent], context: NarrationContext) -> Text:
    """Return one sentence for events of one kind."""
    return _WORDS[type(events[0])](
        [event for event in events if type(event) is type(events[0])], context
    )


class SeatEvent(Protocol):
    """An event of a player."""

    @property
    def seat(self) -> int:
        """Return the seat of the player."""


class CardEvent(SeatEvent, Protocol):
    """An event of a player's card."""

    @property
    def card(self) -> str:
        """Return the key of the card."""


def _players(events: Sequence[SeatEvent], context: NarrationContext) -> Text:
    return listed(list(dict.fromkeys(context.table.names[event.seat] for event in events)))


def _owned(event: CardEvent, context: NarrationContext) -> Text:
    """Return the card of an event, with its player."""
    return context.table.of(event.seat, event.card)


# ---- The reveal ----------------------------------------------------------------------------------


def _deployed(events: Sequence[Deployed], context: NarrationContext) -> Text:
    if context.custody is Custody.APP:
        cards = dict[int, list[Text]]()
        for event in events:
            cards.setdefault(event.seat, []).append(context.table.called(event.card))
        return text(
            "Revealed: {cards}",
            cards=clauses(
                [
                    text("{player}: {cards}", player=context.table.names[seat], cards=listed(found))
                    for seat, found in cards.items()
                ]
            ),
        )
    number = each_deploys(len(context.state.seats))
    return count(
        "Everybody: lay your card face up at the right end of your row",
        "Everybody: lay your {number} cards face up at the right end of your row, slot 1 first",
        number,
    )


# ---- Strength by strength ------------------------------------------------------------------------


def _discarded(events: Sequence[Discarded], context: NarrationContext) -> Text:
    cards = context.table.in_front([event.card for event in events])
    return context.either(
        text("Discarded: {cards}", cards=cards),
        text("Discard {cards}", cards=cards),
    )


def _gained(events: Sequence[Gained], context: NarrationContext) -> Text:
    player = context.table.names[events[0].seat]
    if events[0].start is None:
        cards = listed([context.table.called(event.card) for event in events])
        if context.custody is Custody.APP:
            return text("{player} takes {cards}, which lay aside", player=player, cards=cards)
        return text(
            "{player}: lay {cards} out of slot 1 face up at the right end of your row",
            player=player,
            cards=cards,
        )
    if len({event.start for event in events}) == 1:
        cards, start = (
            listed([context.table.found(event.card) for event in events]),
            context.table.names[events[0].start or 0],
        )
        if context.custody is Custody.APP:
            return count(
                "{cards} goes from {start} to {player}",
                "{cards} go from {start} to {player}",
                len(events),
                cards=cards,
                start=start,
                player=player,
            )
        return text(
            "Move {cards} from {start} to {player}", cards=cards, start=start, player=player
        )
    cards = context.table.in_front([event.card for event in events])
    return context.either(
        text("Moved to {player}: {cards}", cards=cards, player=player),
        text("Move to {player}: {cards}", cards=cards, player=player),
    )


def _kept(events: Sequence[Kept], context: NarrationContext) -> Text:
    turned = [event.card for event in events if context.table.lies_down(event.card)]
    if turned:
        found = context.table.in_front(turned)
        return context.either(
            text("Face up again: {cards}", cards=found),
            text("Turn {cards} face up", cards=found),
        )
    cards = context.table.in_front([event.card for event in events])
    return count("{cards} stays there", "{cards} stay there", len(events), cards=cards)


def _swapped(events: Sequence[Swapped], context: NarrationContext) -> Text:
    event = events[0]
    both = {
        "card": context.table.in_front([event.card]),
        "other": context.table.in_front([event.other_card]),
    }
    return context.either(
        text("Swapped: {card} and {other}", **both),
        text("Swap {card} and {other}", **both),
    )


def _turned_down(events: Sequence[TurnedDown], context: NarrationContext) -> Text:
    cards = [event.card for event in events if not context.table.lies_down(event.card)]
    if not cards:
        return text("A face-down combatant stays face down")
    found = context.table.in_front(cards)
    return context.either(
        text("Now face down: {cards}", cards=found),
        text("Turn {cards} face down", cards=found),
    )


_IDLE: Final[Mapping[str, tuple[Text, Text]]] = {
    NO_TARGET: (text("{cards} finds nobody", cards=""), text("{cards} find nobody", cards="")),
    NOT_ALONE: (
        text("{cards} is not the only one of its type this turn", cards=""),
        text("{cards} are not the only ones of their type this turn", cards=""),
    ),
    DECLINED: (
        text("{cards} does nothing: its player chose so", cards=""),
        text("{cards} do nothing: their players chose so", cards=""),
    ),
    CONTESTED: (
        text("{cards} gets nothing: another one wants the same card", cards=""),
        text("{cards} get nothing: several want the same card", cards=""),
    ),
    GONE: (
        text("{cards} gets nothing: the card was hit first", cards=""),
        text("{cards} get nothing: the cards were hit first", cards=""),
    ),
}


def _idle(events: Sequence[Idle], context: NarrationContext) -> Text:
    one, many = _IDLE[events[0].why]
    cards = listed([_owned(event, context) for event in events])
    return fill_form(one if len(events) == 1 else many, cards)


# ---- The end of a turn, of a Derby, of the game --------------------------------------------------


def _weakened(events: Sequence[Weakened], context: NarrationContext) -> Text:
    return text(
        "{card} counts only {strength}",
        card=_owned(events[0], context),
        strength=events[0].strength,
    )


def _counted(events: Sequence[Counted], context: NarrationContext) -> Text:
    event = events[0]
    return count(
        "{player}: strength {total} with {number} combatant",
        "{player}: strength {total} with {number} combatants",
        event.combatants,
        player=context.table.names[event.seat],
        total=event.total,
    )


def _derby_won(events: Sequence[DerbyWon], context: NarrationContext) -> Text:
    event = events[0]
    players = listed([context.table.names[seat] for seat in event.winners])
    return count(
        "{players} wins Derby {derby}",
        "{players} win Derby {derby}",
        len(event.winners),
        players=players,
        derby=event.derby,
    )


def _token(events: Sequence[TokenGiven], context: NarrationContext) -> Text:
    return text(
        "Give a victory token to {players}",
        players=listed(
            [
                text(
                    "{player} (now {number})",
                    number=event.tokens,
                    player=context.table.names[event.seat],
                )
                for event in events
            ]
        ),
    )


# ---- Corrections ---------------------------------------------------------------------------------


def _moved_by_hand(events: Sequence[LaidByHand], context: NarrationContext) -> Text:
    event = events[0]
    card, names = context.table.called(event.card), context.table.names
    if event.start == event.end:
        found = context.table.in_front([event.card])
        if event.down:
            return text("Turn {cards} face down", cards=found)
        return text("Turn {cards} face up", cards=found)

    def named(place: CardPlace) -> Text | str:
        if place.seat is not None:
            player = names[place.seat]
            return text("the hand of {player}", player=player) if place.where == HAND else player
        return text("the discard pile") if place.where == DISCARD else text("the cards aside")

    moved = text(
        "{card}: from {start} to {end}",
        card=card,
        start=named(event.start),
        end=named(event.end),
    )
    return (
        text("{moved}, face down", moved=moved) if event.down and event.end.where == ROW else moved
    )


def _tokens(events: Sequence[TokensByHand], context: NarrationContext) -> Text:
    event = events[0]
    return count(
        "{player} has {number} victory token (before: {before})",
        "{player} has {number} victory tokens (before: {before})",
        event.tokens,
        player=context.table.names[event.seat],
        before=event.before,
    )


_WORDS: Final[Mapping[type, Callable[[Sequence[OfKey], NarrationContext], Text]]] = {
    Deployed: _deployed,
    Claiming: lambda events, context: text(
        "{cards}: combatants discarded this turn are gained instead",
        cards=listed([_owned(event, context) for event in events]),
    ),
    Discarded: _discarded,
    Gained: _gained,
    Kept: _kept,
    Swapped: _swapped,
    TurnedDown: _turned_down,
    Looked: lambda events, context: count(
        "{players} looks at the cards that lie aside",
        "{players} look at the cards that lie aside",
        len(events),
        players=_players(events, context),
    ),
    Idle: _idle,
    Passed: lambda events, context: context.either(
        text("All hands go to the next player on the left"),
        text("Everybody: pass your hand to the left"),
    ),
    LastDiscarded: lambda events, context: context.either(
        text("The last card of every hand is discarded"),
        text("Everybody: discard your last card, face down"),
    ),
    Weakened: _weakened,
    Counted: _counted,
    DerbyWon: _derby_won,
    TokenGiven: _token,
    GameWon: lambda events, context: text(
        "{player} has {tokens} tokens and wins the game",
        player=context.table.names[events[0].seat],
        tokens=events[0].tokens,
    ),
    LaidByHand: _moved_by_hand,
    TokensByHand: _tokens,
    SetByHand: lambda events, context: set_words(events[0], context.table.names),
}


# ---- In short ------------------------------------------------------------------------------------


def short_words(events: Sequence[GameEvent], context: NarrationContext) -> Text:
    """Return what an instruction asked for, in short: "BRAWLER discarded"."""
    first = events[0]
    alike: list[OfKey] = [event for event in events if type(event) is type(first)]
    done = _SHORT.get(type(first))
    if done is None:
        return event_words(events, context)

    def filled(hole: str) -> Text:
        if hole == "players":
            return _players(alike, context)
        return listed([context.table.called(event.card) for event in alike])

    return fill_form(done, *(filled(hole) for hole, _ in done.arguments))


_SHORT: Final[Mapping[type, Text]] = {
    Deployed: text("Cards revealed"),
    Claiming: text("{cards} begins", cards=""),
    Discarded: text("{cards} discarded", cards=""),
    Gained: text("{cards} to {players}", cards="", players=""),
    Kept: text("{cards} stays", cards=""),
    Swapped: text("{cards} swapped", cards=""),
    TurnedDown: text("{cards} face down", cards=""),
    Idle: text("{cards}: nothing", cards=""),
    Passed: text("Hands passed on"),
    LastDiscarded: text("Last cards discarded"),
    Weakened: text("{cards} counts less", cards=""),
    Counted: text("{players} counted", players=""),
    TokenGiven: text("Token: {players}", players=""),
    LaidByHand: text("{cards} moved", cards=""),
}


class DieselWording(Wording):
    """The sentences of `Wording` about combatants, Derbys and strengths.

    A turn of the session is a Derby. Its rounds are the parts of turns, ten for each.
    """

    piece: Text = text("Player")
    every_piece: Text = text("All players")
    touch_piece: Text = text("Touch a player, or choose what to do.")
    who_plays: Text = text("Players")
    choose_player: Text = text("Choose a seat, then who plays there.")
    choose_seats: Text = text("Choose who plays at each seat.")
    move_pieces: Text = text("Move the cards as the instruction says, then touch Done.")
    none_moves: Text = text("No card has to be moved.")
    nothing_moves: Text = text("no card moves")
    one_round: Text = text("One step")
    no_round: Text = text("There is no step to go back to.")
    before_rounds: Text = text("Before the first turn")
    one_turn: Text = text("One Derby")
    this_turn: Text = text("This Derby")
    next_turn: Text = text("Next Derby")
    other_rules: Text = text("Other rules from the next Derby on")
    change_holds: Text = text("Changes apply from the next Derby on.")
    play_turn: Text = text("Go on")
    turn_over: Text = text("After the Derby")
    skip_rest: Text = text("Count the rest of this step as done")

    def moving(self, number: int) -> Text:
        return count("{number} card to move", "{number} cards to move", number)

    def round(self, number: int) -> Text:
        return text("turn {turn}, {part}", turn=number // 10, part=_part_of(number))

    def round_title(self, number: int) -> Text:
        return text("Turn {turn}: {part}", turn=number // 10, part=_part_of(number))

    def turn_round(self, turn: int, number: int) -> Text:
        return text(
            "Derby {derby}, turn {turn}: {part}",
            derby=turn,
            turn=number // 10,
            part=_part_of(number),
        )

    def play_title(self, turn: int, number: int) -> Text:
        """Return the title; the part is named below it."""
        return text("Derby {derby}, turn {turn}", derby=turn, turn=number // 10)

    def turn(self, number: int) -> Text:
        return text("Derby {derby}", derby=number)

    def turn_title(self, number: int) -> Text:
        return text("Derby {derby}", derby=number)

    def nothing_to_move(self, round: int) -> Text:
        """Return the hint, which also fits unknown cards and the app's cards."""
        return text("Read this, then touch Done.")

    def before_deal(self, turn: int) -> Text:
        return text("Derby {derby}: shuffle and deal", derby=turn)

    def after_turn(self, turn: int) -> Text:
        return text("After Derby {derby}", derby=turn)

    def this_round(self, number: int) -> Text:
        return text("this step")

    def __init__(self, deck: Deck) -> None:
        self._deck = deck

    def called(self, part: str) -> Text:
        """Return the name of the reveal, a strength, or the end of a turn."""
        return PARTS.get(part) or verbatim(part)

    def row_note(self, row: CardRow, after: CardRow) -> Text:
        """Return the strength in a row, now and after the instruction."""
        return row_note(self._deck, row, after)


LAST: Final = 7
"""The last part of a turn, in which hands are passed on."""


def _part_of(number: int) -> Text:
    """Return the name of a part of a turn: 1 the reveal, 2 to 6 the strengths, then the end."""
    part = number % 10
    if part <= 1:
        return PARTS[REVEAL]
    if part >= LAST:
        return PARTS[END]
    return PARTS[strength_part(6 - part)]
