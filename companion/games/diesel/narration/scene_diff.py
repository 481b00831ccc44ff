"""The moves that turn one layout of cards into another: rows, piles, hands and tokens.

Back over a turn, its cards return to the hands that they came from, then all hands go to the right;
forward it is the other way round. The hands of another Derby are unknown, so that all other cards
are shuffled and dealt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from companion.games.diesel.engine.cards import Deck
from companion.games.diesel.look import face_in
from companion.games.diesel.narration.phrases import FrontRows
from companion.games.diesel.narration.table import ASIDE, DISCARD, hands_passed
from companion.games.scene import (
    BACK,
    HAND,
    ROW,
    CardMove,
    CardPlace,
    HandCards,
    Instruction,
    Scene,
    scene_after,
)
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, count, listed, sentences, text

UNKNOWN: Final = (0, 0)
"""The (seat, turn) of a card without a known player."""


def scene_diff(
    deck: Deck, before: Scene, after: Scene, names: Mapping[int, str]
) -> tuple[Instruction, ...]:
    """Return the moves to the scene `after`, () if nothing differs or the app holds all cards."""
    then, now = before.hands, after.hands
    if then is None or now is None:
        return ()
    way = _Way(deck, names, before, then, after)
    if (then.deal, _is_dealt(before)) == (now.deal, _is_dealt(after)):
        _within_derby(way, before, after, then, now)
    else:
        _to_another_derby(way, before, after, then, now)
    tokens = {row.seat: row.tokens for row in before.rows}
    for row in after.rows:
        more, player = row.tokens - tokens.get(row.seat, 0), names[row.seat]
        if more == 0:
            continue
        if more > 0:
            words = count(
                "{player}: take {number} victory token",
                "{player}: take {number} victory tokens",
                more,
                player=player,
            )
        else:
            words = count(
                "{player}: give back {number} victory token",
                "{player}: give back {number} victory tokens",
                -more,
                player=player,
            )
        way.tell(row.seat, words, (), ((row.seat, row.tokens),))
    if way.instructions:
        # Only the last instruction reaches that scene with its current turn.
        way.instructions[-1] = way.instructions[-1]._replace(hands=now)
    return tuple(way.instructions)


class Spot(NamedTuple):
    """The place of a card on the table."""

    place: CardPlace
    down: bool
    """Whether it is face down."""


LIES_ASIDE: Final = Spot(CardPlace(ASIDE), True)
"""The place of every card that lies nowhere else."""


def spots_of(scene: Scene) -> dict[str, Spot]:
    """Return the place of every card with a known place, by its key."""
    found = {
        card.key: Spot(CardPlace(ROW, row.seat), card.down)
        for row in scene.rows
        for card in row.cards
    }
    return found | {
        card: Spot(CardPlace(pile.key), True) for pile in scene.piles for card in pile.known
    }


class _Way:
    """The way from one scene to another, as far as it is found."""

    def __init__(
        self, deck: Deck, names: Mapping[int, str], before: Scene, then: HandCards, after: Scene
    ) -> None:
        self.deck, self.names = deck, names
        self.seats = [row.seat for row in before.rows]
        self.instructions: list[Instruction] = []
        """The instructions so far."""
        self.scene = before
        """The table after them."""
        self.hands = then
        """The hands after them and the next instruction."""
        self.wanted = spots_of(after)
        """The places of cards in the end."""
        self.order = {row.seat: [card.key for card in row.cards] for row in after.rows}
        """The rows in the end."""

    @property
    def table(self) -> FrontRows:
        """Return the present rows, by which cards are named."""
        return FrontRows(self.deck, self.names, self.scene.rows)

    def tell(
        self,
        seat: int | None,
        words: Text,
        moves: Iterable[CardMove],
        tokens: tuple[tuple[int, int], ...] = (),
    ) -> None:
        """Add an instruction and carry it out."""
        instruction = Instruction(
            seat,
            words,
            "",
            BACK,
            short=words,
            cards=tuple(moves),
            tokens=tokens,
            hands=self.hands,
        )
        self.instructions.append(instruction)
        self.scene = scene_after(self.scene, (instruction,))

    def move(self, card: str, start: CardPlace, end: CardPlace, down: bool = False) -> CardMove:
        """Return the move of a known card."""
        return CardMove(card, face_in(self.deck, card), start, end, down)

    def into_row(self, seat: int, cards: Iterable[tuple[str, CardPlace]]) -> Iterator[CardMove]:
        """Yield the moves of cards into a row, each before those that follow it in the end.

        A card that is there already is turned over.
        """
        end, order = CardPlace(ROW, seat), self.order[seat]
        row = [card.key for card in self.table.row(seat)]
        for card, start in cards:
            at = None
            if start != end:
                behind = order[order.index(card) + 1 :]
                at = next((at for at, other in enumerate(row) if other in behind), None)
                row.insert(len(row) if at is None else at, card)
            yield self.move(card, start, end, self.wanted[card].down)._replace(at=at)


# ---- Within a Derby ------------------------------------------------------------------------------


def _within_derby(way: _Way, before: Scene, after: Scene, then: HandCards, now: HandCards) -> None:
    """Move cards within a Derby.

    First come hands and the cards that leave or enter them, then everything else that differs.
    """
    spots, wanted = spots_of(before), way.wanted
    # The unused cards that were taken: first those of rows that are not fresh.
    fresh = {card.key for row in before.rows for card in row.cards if card.fresh}
    taken = [
        card
        for card in spots
        if card not in wanted and card not in then.played_by and card not in fresh
    ][: max(0, _pile_size(after, ASIDE) - _pile_size(before, ASIDE))]
    if then.unseen > now.unseen:
        way.hands = then._replace(unseen=now.unseen, left=now.left)
        way.tell(
            None,
            text("Everybody: take back your last card from the discard pile"),
            [
                CardMove("", None, CardPlace(DISCARD), CardPlace(HAND, seat))
                for seat in way.seats[: then.unseen - now.unseen]
            ],
        )
    gone = {
        card: then.played_by.get(card, UNKNOWN)
        for card in spots
        if card not in wanted and card not in taken
    }
    come = {
        card: now.played_by[card] for card in wanted if card not in spots and card in now.played_by
    }
    _turns(way, now.passes, gone, come)
    lying = (*spots, *(card for card in wanted if card not in spots and card not in come))
    _onto_piles(way, lying, taken)
    for seat in way.order:
        _fill_row(way, seat)
    for seat, order in way.order.items():
        if [card.key for card in way.table.row(seat)] == order:
            continue
        words = text(
            "{player}: put your row in this order, from the left: {cards}",
            player=way.names[seat],
            cards=listed([way.table.called(card) for card in order], ""),
        )
        place = CardPlace(ROW, seat)
        moves = [
            way.move(card, place, place, wanted[card].down)._replace(at=at)
            for at, card in enumerate(order)
        ]
        way.tell(seat, words, moves)
    if now.unseen > then.unseen:
        way.hands = way.hands._replace(unseen=now.unseen, left=now.left)
        way.tell(
            None,
            text("Everybody: discard your last card, face down"),
            [
                CardMove("", None, CardPlace(HAND, seat), CardPlace(DISCARD), True)
                for seat in way.seats[: now.unseen - then.unseen]
            ],
        )


def _turns(
    way: _Way,
    passes: int,
    gone: Mapping[str, tuple[int, int]],
    come: Mapping[str, tuple[int, int]],
) -> None:
    """Move cards turn by turn: back into hands that go right, or out of hands that go left.

    Args:
        way: The way.
        passes: How often hands have been passed on in the end.
        gone: The (seat, turn) that played each card which is not on the table in the end.
        come: The (seat, turn) that played each card which is not on the table yet.
    """
    then = way.hands.passes
    _back(way, [card for card, (_, turn) in gone.items() if turn == 0], {})
    for passed in range(then, passes - 1, -1):
        _back(way, [card for card, (_, turn) in gone.items() if turn == passed + 1], gone)
        if passed > passes:
            way.hands = way.hands._replace(passes=passed - 1)
            words = text("Everybody: give your hand back to the right")
            way.tell(None, words, hands_passed(way.seats, -1))
    for passed in range(then, passes + 1):
        _out(way, {card: by for card, by in come.items() if by[1] == passed + 1})
        if passed < passes:
            way.hands = way.hands._replace(passes=passed + 1)
            words = text("Everybody: pass your hand to the left")
            way.tell(None, words, hands_passed(way.seats, 1))


def _back(way: _Way, cards: Sequence[str], played_by: Mapping[str, tuple[int, int]]) -> None:
    """Move cards of one turn back into the hands that they came from.

    A card that nobody is known to have played belongs to the seat of its row, or to none.
    """
    if not cards:
        return
    table, spots = way.table, spots_of(way.scene)
    owners = {
        card: played_by[card][0] if card in played_by else spots[card].place.seat for card in cards
    }
    returned = listed(
        [
            text(
                "{cards} to {player}",
                cards=listed([_fetched(table, card, spots[card].place, seat) for card in found]),
                player=way.names[seat],
            )
            for seat, found in _by_seat(owners)
            if seat is not None
        ]
    )
    lost = [table.called(card) for card in cards if owners[card] is None]
    words = text("Back into the hands: {cards}", cards=returned) if returned else NOTHING
    unknown = (
        text("Back into the hand it came from: {cards}", cards=listed(lost)) if lost else NOTHING
    )
    moves = [
        way.move(card, spots[card].place, CardPlace(HAND, seat))
        for card, seat in owners.items()
        if seat is not None
    ]
    way.hands = way.hands._replace(
        played_by={card: by for card, by in way.hands.played_by.items() if card not in owners}
    )
    way.tell(None, sentences(words, unknown), moves)


def _out(way: _Way, played_by: Mapping[str, tuple[int, int]]) -> None:
    """Play cards of one turn again, to where they are in the end."""
    for seat, found in _by_seat({card: seat for card, (seat, _) in played_by.items()}):
        for card in found:
            start, goal = CardPlace(HAND, seat), way.wanted[card]
            words = _moved(way.table, card, Spot(start, False), goal)
            moves = (
                [way.move(card, start, goal.place, goal.down)]
                if goal.place.seat is None
                else way.into_row(goal.place.seat, [(card, start)])
            )
            way.hands = way.hands._replace(played_by={**way.hands.played_by, card: played_by[card]})
            way.tell(seat, words, moves)


def _onto_piles(way: _Way, lying: Iterable[str], taken: Sequence[str]) -> None:
    """Move cards onto piles; those of rows without another place, and taken ones, go aside."""
    spots, piles = spots_of(way.scene), dict[CardPlace, list[str]]()
    for card in lying:
        place, goal = spots.get(card, LIES_ASIDE).place, way.wanted.get(card)
        if goal is None and (place.where == ROW or card in taken):
            goal = LIES_ASIDE
        if goal is not None and goal.place.where != ROW and goal.place != place:
            piles.setdefault(goal.place, []).append(card)
    for pile, cards in piles.items():
        starts = [(card, spots.get(card, LIES_ASIDE).place) for card in cards]
        moves = [way.move(card, start, pile, True) for card, start in starts]
        way.tell(None, _onto_pile(way.table, starts, pile), moves)


def _fill_row(way: _Way, seat: int) -> None:
    """Move the missing cards into a row, several in one go, and turn over those that lie wrong."""
    spots = spots_of(way.scene)
    starts = [(card, spots.get(card, LIES_ASIDE).place) for card in way.order[seat]]
    come = [(card, start) for card, start in starts if start != CardPlace(ROW, seat)]
    if len(come) > 1:
        found = [
            text("{card}, face down", card=_in_front(way.table, card, start))
            if way.wanted[card].down
            else _in_front(way.table, card, start)
            for card, start in come
        ]
        last = "" if any(way.wanted[card].down for card, _ in come) else "and"
        words = text(
            "Lay in front of {player}: {cards}",
            player=way.names[seat],
            cards=listed(found, last),
        )
        way.tell(seat, words, way.into_row(seat, come))
    for card in way.order[seat]:
        spot, goal = spots_of(way.scene).get(card, LIES_ASIDE), way.wanted[card]
        if spot != goal:
            words = _moved(way.table, card, spot, goal)
            way.tell(seat, words, way.into_row(seat, [(card, spot.place)]))


# ---- Another Derby -------------------------------------------------------------------------------


def _to_another_derby(
    way: _Way, before: Scene, after: Scene, then: HandCards, now: HandCards
) -> None:
    """Collect all cards on one heap, lay pile and rows out from it, and deal the rest."""
    heap, discard = CardPlace(ASIDE), CardPlace(DISCARD)
    dealt = now.left * len(way.seats) if _is_dealt(after) else 0
    moves = _collected(way, before, after, dealt)
    # From here on the cards belong to no Derby until they are dealt or the moves are done.
    way.hands = then._replace(deal=0, turn=0, passes=0, played_by={}, unseen=0, left=0)
    if moves or then.left:
        way.tell(
            None,
            text("Collect all cards of Derby {derby}", derby=then.deal)
            if then.deal
            else text("Collect all cards"),
            moves,
        )
    _lay_out(way)
    if dealt:
        way.hands = now
        way.tell(
            None,
            text(
                "Shuffle the other cards. Deal {number} to each player, lay {aside} aside, face "
                "down",
                number=now.left,
                aside=_pile_size(after, ASIDE),
            ),
            [
                CardMove("", None, heap, CardPlace(HAND, way.seats[at % len(way.seats)]), True)
                for at in range(dealt)
            ],
        )
    if now.unseen > 0:
        way.hands = way.hands._replace(unseen=now.unseen, left=now.left)
        way.tell(
            None,
            count(
                "Put {number} more card onto the discard pile, face down",
                "Put {number} more cards onto the discard pile, face down",
                now.unseen,
            ),
            [CardMove("", None, heap, discard, True)] * now.unseen,
        )


def _lay_out(way: _Way) -> None:
    """Lay out pile and rows from the heap, each in one go."""
    heap, discard = CardPlace(ASIDE), CardPlace(DISCARD)
    table = way.table
    pile = [card for card, spot in way.wanted.items() if spot.place == discard]
    if pile:
        cards = listed([table.called(card) for card in pile])
        way.tell(
            None,
            text("Onto the discard pile, face down: {cards}", cards=cards),
            [way.move(card, heap, discard, True) for card in pile],
        )
    for seat, row in way.order.items():
        if row:
            cards = listed(
                [
                    text("{card} face down", card=table.called(card))
                    if way.wanted[card].down
                    else table.called(card)
                    for card in row
                ],
                "",
            )
            way.tell(
                seat,
                text(
                    "{player}: lay in front of you, from the left: {cards}",
                    player=way.names[seat],
                    cards=cards,
                ),
                way.into_row(seat, [(card, heap) for card in row]),
            )


def _collected(way: _Way, before: Scene, after: Scene, dealt: int) -> list[CardMove]:
    """Return the moves of all cards onto one heap, of which some will be dealt."""
    heap, seats = CardPlace(ASIDE), way.seats
    moves = [
        way.move(card.key, CardPlace(ROW, row.seat), heap, True)
        for row in before.rows
        for card in row.cards
    ]
    moves += [CardMove("", None, CardPlace(DISCARD), heap, True)] * _pile_size(before, DISCARD)
    # Cards in hands go to the heap, too, or all others of the deck. Before a deal there is no heap.
    size = sum(map(len, way.order.values())) + dealt + sum(pile.number for pile in after.piles)
    missing = size - _pile_size(before, ASIDE) - len(moves)
    moves += [
        CardMove("", None, CardPlace(HAND, seats[at % len(seats)]), heap, True)
        for at in range(missing)
    ]
    moves += [CardMove("", None, heap, CardPlace(HAND), True)] * -missing
    return moves


# ---- Words ---------------------------------------------------------------------------------------


def _moved(table: FrontRows, card: str, start: Spot, goal: Spot) -> Text:
    """Return the words for one card that is moved or turned over."""
    if goal.place.seat is None:
        return _onto_pile(table, [(card, start.place)], goal.place)
    player = table.names[goal.place.seat]
    if start.place == goal.place:
        found = table.found(card)
        if goal.down:
            return text("Turn {cards} in front of {player} face down", cards=found, player=player)
        return text("Turn {cards} in front of {player} face up", cards=found, player=player)
    if start.place.where == ROW and start.down == goal.down:
        return text(
            "Move {cards} from {start} to {player}",
            cards=table.found(card),
            start=table.names[start.place.seat or 0],
            player=player,
        )
    lying = _in_front(table, card, start.place)
    if goal.down:
        return text("Lay {card} face down in front of {player}", card=lying, player=player)
    if start.place == CardPlace(HAND, goal.place.seat):
        return text(
            "{player}: lay {card} from your hand face up in front of you",
            card=table.called(card),
            player=player,
        )
    return text("Lay {card} face up in front of {player}", card=lying, player=player)


def _onto_pile(table: FrontRows, cards: Iterable[tuple[str, CardPlace]], pile: CardPlace) -> Text:
    """Return the words for cards that go onto a pile."""
    found = listed([_in_front(table, card, start) for card, start in cards])
    if pile.where == DISCARD:
        return text("Discard {cards}", cards=found)
    return text("Lay {cards} aside, face down", cards=found)


def _fetched(table: FrontRows, card: str, place: CardPlace, seat: int) -> Text:
    """Return a card that a seat takes back, with its place unless it is in the own row."""
    if place.where == ROW and place.seat != seat:
        return text(
            "{card} (in front of {player})",
            card=table.found(card),
            player=table.names[place.seat or 0],
        )
    if place.where == DISCARD:
        return text("{card} (on the discard pile)", card=table.called(card))
    return table.found(card)


def _in_front(table: FrontRows, card: str, place: CardPlace) -> Text:
    """Return a card with its present place."""
    if place.where == ROW:
        return text(
            "{card} in front of {player}",
            card=table.found(card),
            player=table.names[place.seat or 0],
        )
    if place.where == HAND:
        return text(
            "{card} from the hand of {player}",
            card=table.called(card),
            player=table.names[place.seat or 0],
        )
    if place.where == DISCARD:
        return text("{card} from the discard pile", card=table.called(card))
    return text("{card} from the other cards", card=table.called(card))


# ---- Scenes --------------------------------------------------------------------------------------


def _is_dealt(scene: Scene) -> bool:
    """Return whether cards have been dealt: some are unused, or a turn was played."""
    return bool(scene.hands and scene.hands.turn) or _pile_size(scene, ASIDE) > 0


def _pile_size(scene: Scene, key: str) -> int:
    return sum(pile.number for pile in scene.piles if pile.key == key)


def _by_seat(owners: Mapping[str, int | None]) -> Iterator[tuple[int | None, list[str]]]:
    """Yield cards by their owners, in the order of seats."""
    for seat in sorted(set(owners.values()), key=lambda seat: seat or 0):
        yield seat, [card for card, owner in owners.items() if owner == seat]
