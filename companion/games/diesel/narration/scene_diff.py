"""The moves that turn one layout of cards into another: rows, piles, hands and tokens.

Back over a turn, its cards return to the hands that they came from, then all hands go to the right;
forward it is the other way round. The hands of another Derby are unknown, so that all other cards
are shuffled and dealt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from companion.games.diesel.engine.cards import Deck
from companion.games.diesel.engine.state import RowCard
from companion.games.diesel.look import face_in
from companion.games.diesel.narration.phrases import FrontRows, called
from companion.games.diesel.narration.table import ASIDE, DISCARD
from companion.games.scene import (
    BACK,
    HAND,
    ROW,
    CardMove,
    CardPlace,
    HandCards,
    Instruction,
    Scene,
)
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, count, listed, sentences, text

UNKNOWN = (0, 0)
"""The (seat, turn) of a card without a known player."""


def scene_diff(
    deck: Deck, before: Scene, after: Scene, names: Mapping[int, str]
) -> tuple[Instruction, ...]:
    """Return the moves to the scene `after`, () if nothing differs or the app holds all cards."""
    if before.hands is None or after.hands is None:
        return ()
    diff = _SceneDiff(deck, before, after, before.hands, after.hands, names)
    diff.find()
    if diff.instructions:
        # Only the last instruction reaches that scene with its current turn.
        diff.instructions[-1] = diff.instructions[-1]._replace(hands=after.hands)
    return tuple(diff.instructions)


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


class _SceneDiff:
    """The moves from one scene to another."""

    def __init__(
        self,
        deck: Deck,
        before: Scene,
        after: Scene,
        then: HandCards,
        now: HandCards,
        names: Mapping[int, str],
    ) -> None:
        self.deck = deck
        self.before, self.after, self.then, self.now, self.names = before, after, then, now, names
        self.instructions: list[Instruction] = []
        self.hands = then
        self.taken: list[str] = []
        self.rows = {row.seat: [card.key for card in row.cards] for row in before.rows}
        """The rows of the seats after the moves so far."""
        self.spots, self.wanted = spots_of(before), spots_of(after)
        self.order = {row.seat: [card.key for card in row.cards] for row in after.rows}
        self.another_deal = (then.deal, _dealt(before)) != (now.deal, _dealt(after))
        """Whether the hands of before are unknown now, since all cards were dealt again."""
        self.to_deal = now.left * len(self.rows) if _dealt(after) else 0
        """The number of cards in hands that are dealt in the end."""

    def find(self) -> None:
        """Make the moves; hands and cards played from them come first and decide the rest."""
        if self.another_deal:
            self._collect()
            self._lay_anew()
        else:
            self.taken = self._taken_from_aside()
            self.spots |= {
                card: LIES_ASIDE
                for card in self.wanted
                if card not in self.spots and card not in self.now.played_by
            }
            self._lost(self.then.unseen - self.now.unseen)
            self._turns()
        self._rest()
        self._rows_in_order()
        if self.another_deal and self.to_deal:
            self._deal()
        self._lost_then()
        self._tokens()

    # ---- Hands -----------------------------------------------------------------------------------

    def _turns(self) -> None:
        """Move cards turn by turn: back into hands that go right, or out of hands that go left."""
        gone = {
            card: self.then.played_by.get(card, UNKNOWN)
            for card in self.spots
            if card not in self.wanted and card not in self.taken
        }
        come = {
            card: self.now.played_by.get(card, UNKNOWN)
            for card in self.wanted
            if card not in self.spots and card in self.now.played_by
        }
        self._back([card for card, (_, turn) in gone.items() if turn == 0], {})
        for passed in range(self.then.passes, self.now.passes - 1, -1):
            self._back([card for card, (_, turn) in gone.items() if turn == passed + 1], gone)
            if passed > self.now.passes:
                self.hands = self.hands._replace(passes=passed - 1)
                self._tell(
                    None, text("Everybody: give your hand back to the right"), self._passed(-1)
                )
        for passed in range(self.then.passes, self.now.passes + 1):
            self._out([card for card, (_, turn) in come.items() if turn == passed + 1], come)
            if passed < self.now.passes:
                self.hands = self.hands._replace(passes=passed + 1)
                self._tell(None, text("Everybody: pass your hand to the left"), self._passed(1))

    def _passed(self, further: int) -> tuple[CardMove, ...]:
        """Return the moves of all hands to the next seat, or with -1 to the previous one."""
        seats = list(self.rows)
        places = enumerate(seats)
        return tuple(
            CardMove(
                "", None, CardPlace(HAND, seat), CardPlace(HAND, seats[(at + further) % len(seats)])
            )
            for at, seat in places
        )

    def _taken_from_aside(self) -> list[str]:
        """Return the unused cards that were taken: first those of rows that are not fresh."""
        fresh = {card.key for row in self.before.rows for card in row.cards if card.fresh}
        found = [
            card
            for card in self.spots
            if card not in self.wanted and card not in self.then.played_by and card not in fresh
        ]
        return found[: max(0, _pile(self.after, ASIDE) - _pile(self.before, ASIDE))]

    def _back(self, cards: list[str], deployed_by: Mapping[str, tuple[int, int]]) -> None:
        """Move cards of one turn back into the hands that they came from."""
        if not cards:
            return
        owners = {
            card: deployed_by[card][0]
            if card in deployed_by
            else place.seat
            if (place := self.spots[card].place).where == ROW
            else None
            for card in cards
        }
        returned = listed(
            [
                text(
                    "{cards} to {player}",
                    cards=listed([self._fetched(card, seat) for card in found]),
                    player=self.names[seat],
                )
                for seat, found in _by_seat(owners, cards)
                if seat is not None
            ]
        )
        lost = [called(self.deck.card(card)) for card in cards if owners[card] is None]
        words = text("Back into the hands: {cards}", cards=returned) if returned else NOTHING
        unknown = (
            text("Back into the hand it came from: {cards}", cards=listed(lost))
            if lost
            else NOTHING
        )
        moves = tuple(
            self._move(card, CardPlace(HAND, owners[card]))
            for card in cards
            if owners[card] is not None
        )
        self.spots |= {card: Spot(CardPlace(HAND), False) for card in cards if owners[card] is None}
        self.hands = self.hands._replace(
            played_by={card: by for card, by in self.hands.played_by.items() if card not in cards}
        )
        self._tell(None, sentences(words, unknown), moves)

    def _fetched(self, card: str, seat: int) -> Text:
        """Return a card that a seat takes back, with its place unless it is in the own row."""
        place = self.spots[card].place
        if place.where == ROW and place.seat != seat:
            return text(
                "{card} (in front of {player})",
                card=self._found(card),
                player=self.names[place.seat or 0],
            )
        return (
            text("{card} (on the discard pile)", card=called(self.deck.card(card)))
            if place.where == DISCARD
            else self._found(card)
        )

    def _out(self, cards: list[str], deployed_by: Mapping[str, tuple[int, int]]) -> None:
        """Play cards of one turn again, to where they are in the end."""
        for seat, found in _by_seat({card: deployed_by[card][0] for card in cards}, cards):
            for card in found:
                spot = self.wanted[card]
                self.spots[card] = Spot(CardPlace(HAND, seat), False)
                self.hands = self.hands._replace(
                    played_by={**self.hands.played_by, card: deployed_by[card]}
                )
                self._tell(
                    seat, self._moved(card, spot), (self._move(card, spot.place, spot.down),)
                )

    def _lost(self, number: int) -> None:
        """Move the unknown last cards of hands back from the pile."""
        if number > 0:
            moves = tuple(
                CardMove("", None, CardPlace(DISCARD), CardPlace(HAND, seat))
                for seat in list(self.rows)[:number]
            )
            self.hands = self.hands._replace(unseen=self.now.unseen, left=self.now.left)
            self._tell(
                None, text("Everybody: take back your last card from the discard pile"), moves
            )

    def _lost_then(self) -> None:
        number = self.now.unseen - (0 if self.another_deal else self.then.unseen)
        if number <= 0:
            return
        if self.another_deal:
            moves = tuple(
                CardMove("", None, CardPlace(ASIDE), CardPlace(DISCARD), True)
                for _ in range(number)
            )
            words = count(
                "Put {number} more card onto the discard pile, face down",
                "Put {number} more cards onto the discard pile, face down",
                number,
            )
        else:
            moves = tuple(
                CardMove("", None, CardPlace(HAND, seat), CardPlace(DISCARD), True)
                for seat in list(self.rows)[:number]
            )
            words = text("Everybody: discard your last card, face down")
        self.hands = self.hands._replace(unseen=self.now.unseen, left=self.now.left)
        self._tell(None, words, moves)

    # ---- Another Derby ---------------------------------------------------------------------------

    def _collect(self) -> None:
        """Collect all cards on one heap, from which the table is laid out."""
        moves = tuple(
            self._move(card, CardPlace(ASIDE), True)
            for row in list(self.rows.values())
            for card in list(row)
        )
        unseen = _pile(self.before, DISCARD)
        moves += (CardMove("", None, CardPlace(DISCARD), CardPlace(ASIDE), True),) * unseen
        # Cards in hands go to the heap, too, or all others of the deck. Before a deal there is no
        # heap.
        heap = sum(len(row) for row in self.order.values()) + self.to_deal
        heap += sum(pile.number for pile in self.after.piles)
        missing = heap - _pile(self.before, ASIDE) - len(moves)
        seats = list(self.rows)
        moves += tuple(
            CardMove("", None, CardPlace(HAND, seats[at % len(seats)]), CardPlace(ASIDE), True)
            for at in range(missing)
        )
        moves += (CardMove("", None, CardPlace(ASIDE), CardPlace(HAND), True),) * -missing
        # From here on the cards belong to no Derby until they are dealt or the moves are done.
        self.hands = self.hands._replace(deal=0, turn=0, passes=0, played_by={}, unseen=0, left=0)
        if moves or self.then.left:
            self._tell(
                None,
                text("Collect all cards of Derby {derby}", derby=self.then.deal)
                if self.then.deal
                else text("Collect all cards"),
                moves,
            )
        self.spots = dict.fromkeys((*self.spots, *self.wanted), LIES_ASIDE)

    def _lay_anew(self) -> None:
        """Lay out pile and rows from the heap, each in one go."""
        pile = [card for card, spot in self.wanted.items() if spot.place == CardPlace(DISCARD)]
        if pile:
            cards = listed([called(self.deck.card(card)) for card in pile])
            self._tell(
                None,
                text("Onto the discard pile, face down: {cards}", cards=cards),
                tuple(self._move(card, CardPlace(DISCARD), True) for card in pile),
            )
        for seat, row in self.order.items():
            names = [called(self.deck.card(card)) for card in row]
            cards = listed(
                [
                    text("{card} face down", card=name) if self.wanted[card].down else name
                    for card, name in zip(row, names, strict=True)
                ],
                "",
            )
            moves = tuple(
                self._move(card, CardPlace(ROW, seat), self.wanted[card].down) for card in row
            )
            if moves:
                self._tell(
                    seat,
                    text(
                        "{player}: lay in front of you, from the left: {cards}",
                        player=self.names[seat],
                        cards=cards,
                    ),
                    moves,
                )

    def _deal(self) -> None:
        aside = _pile(self.after, ASIDE)
        seats = list(self.rows)
        moves = tuple(
            CardMove("", None, CardPlace(ASIDE), CardPlace(HAND, seats[at % len(seats)]), True)
            for at in range(self.to_deal)
        )
        self.hands = self.now
        self._tell(
            None,
            text(
                "Shuffle the other cards. Deal {number} to each player, lay {aside} aside, face "
                "down",
                number=self.now.left,
                aside=aside,
            ),
            moves,
        )

    # ---- What lies on the table ------------------------------------------------------------------

    def _rest(self) -> None:
        """Move everything else that differs: first out of rows, then row by row."""
        piles: dict[str, list[str]] = {}
        for card, spot in self.spots.items():
            wanted = self.wanted.get(card)
            if wanted is None and (spot.place.where == ROW or card in self.taken):
                wanted = LIES_ASIDE
            if (
                wanted is not None
                and wanted.place.where != ROW
                and wanted.place != spot.place
                and spot.place.where != HAND
            ):
                piles.setdefault(wanted.place.where, []).append(card)
        for pile, cards in piles.items():
            words = self._onto_pile(cards, pile)
            self._tell(
                None, words, tuple(self._move(card, CardPlace(pile), True) for card in cards)
            )
        for seat, row in self.order.items():
            come = [
                card
                for card in row
                if self.spots.get(card, LIES_ASIDE).place != CardPlace(ROW, seat)
            ]
            if len(come) > 1:
                self._come(seat, come)
            for card in row:
                if self.spots.get(card, LIES_ASIDE) != self.wanted[card]:
                    self._tell(
                        seat,
                        self._moved(card, self.wanted[card]),
                        (self._move(card, self.wanted[card].place, self.wanted[card].down),),
                    )

    def _come(self, seat: int, cards: list[str]) -> None:
        """Move several cards into one row."""
        found = [
            text("{card}, face down", card=self._in_front(card))
            if self.wanted[card].down
            else self._in_front(card)
            for card in cards
        ]
        last = "" if any(self.wanted[card].down for card in cards) else "and"
        words = text(
            "Lay in front of {player}: {cards}", player=self.names[seat], cards=listed(found, last)
        )
        self._tell(
            seat,
            words,
            tuple(self._move(card, CardPlace(ROW, seat), self.wanted[card].down) for card in cards),
        )

    def _rows_in_order(self) -> None:
        for seat, row in self.order.items():
            if self.rows.get(seat, []) != row:
                place = CardPlace(ROW, seat)
                moves = tuple(
                    CardMove(
                        card, face_in(self.deck, card), place, place, self.wanted[card].down, at
                    )
                    for at, card in enumerate(row)
                )
                cards = listed([called(self.deck.card(card)) for card in row], "")
                self._tell(
                    seat,
                    text(
                        "{player}: put your row in this order, from the left: {cards}",
                        player=self.names[seat],
                        cards=cards,
                    ),
                    moves,
                )
                self.rows[seat] = list(row)

    def _moved(self, card: str, spot: Spot) -> Text:
        """Return the words for one moved card."""
        there = self.spots.get(card, LIES_ASIDE)
        if there.place == spot.place:
            cards, player = self._found(card), self.names[spot.place.seat or 0]
            if spot.down:
                return text(
                    "Turn {cards} in front of {player} face down", cards=cards, player=player
                )
            return text("Turn {cards} in front of {player} face up", cards=cards, player=player)
        if spot.place.where != ROW:
            return self._onto_pile([card], spot.place.where)
        player = self.names[spot.place.seat or 0]
        if there.place.where == ROW and there.down == spot.down:
            return text(
                "Move {cards} from {start} to {player}",
                cards=self._found(card),
                start=self.names[there.place.seat or 0],
                player=player,
            )
        lying = self._in_front(card)
        if spot.down:
            return text("Lay {card} face down in front of {player}", card=lying, player=player)
        if there.place == CardPlace(HAND, spot.place.seat):
            return text(
                "{player}: lay {card} from your hand face up in front of you",
                card=called(self.deck.card(card)),
                player=player,
            )
        return text("Lay {card} face up in front of {player}", card=lying, player=player)

    def _onto_pile(self, cards: list[str], pile: str) -> Text:
        """Return the words for cards that go onto a pile."""
        found = listed([self._in_front(card) for card in cards])
        return (
            text("Discard {cards}", cards=found)
            if pile == DISCARD
            else text("Lay {cards} aside, face down", cards=found)
        )

    def _in_front(self, card: str) -> Text:
        """Return a card with its present place."""
        place = self.spots.get(card, LIES_ASIDE).place
        if place.where == ROW:
            return text(
                "{card} in front of {player}",
                card=self._found(card),
                player=self.names[place.seat or 0],
            )
        if place.where == HAND:
            return text(
                "{card} from the hand of {player}",
                card=called(self.deck.card(card)),
                player=self.names[place.seat or 0],
            )
        if place.where == DISCARD:
            return text("{card} from the discard pile", card=called(self.deck.card(card)))
        return text("{card} from the other cards", card=called(self.deck.card(card)))

    def _found(self, card: str) -> Text:
        """Return a card as hands find it in its row."""
        rows = {
            seat: [RowCard(key, self.spots[key].down) for key in row]
            for seat, row in self.rows.items()
        }
        return FrontRows(self.deck, self.names, rows).found(card)

    def _move(self, card: str, end: CardPlace, down: bool = False) -> CardMove:
        """Return the move of one card, which is put before those that follow it in the end."""
        start = self.spots.get(card, LIES_ASIDE).place
        same, at = start == end, None
        if not same and start.where == ROW and start.seat is not None:
            self.rows[start.seat].remove(card)
        if not same and end.where == ROW and end.seat is not None:
            row, order = self.rows.setdefault(end.seat, []), self.order[end.seat]
            behind = order[order.index(card) + 1 :]
            at = next((at for at, other in enumerate(row) if other in behind), None)
            row.insert(len(row) if at is None else at, card)
        self.spots[card] = Spot(end, down)
        return CardMove(card, face_in(self.deck, card), start, end, down, at)

    # ---- Tokens ----------------------------------------------------------------------------------

    def _tokens(self) -> None:
        had = {row.seat: row.tokens for row in self.before.rows}
        for row in self.after.rows:
            more, player = row.tokens - had.get(row.seat, 0), self.names[row.seat]
            if more == 0:
                continue
            words = (
                count(
                    "{player}: take {number} victory token",
                    "{player}: take {number} victory tokens",
                    more,
                    player=player,
                )
                if more > 0
                else count(
                    "{player}: give back {number} victory token",
                    "{player}: give back {number} victory tokens",
                    -more,
                    player=player,
                )
            )
            self._tell(row.seat, words, (), ((row.seat, row.tokens),))

    def _tell(
        self,
        seat: int | None,
        words: Text,
        moves: tuple[CardMove, ...],
        tokens: tuple[tuple[int, int], ...] = (),
    ) -> None:
        self.instructions.append(
            Instruction(
                seat,
                words,
                "",
                BACK,
                short=words,
                cards=moves,
                tokens=tokens,
                hands=self.hands,
            )
        )


def _dealt(scene: Scene) -> bool:
    """Return whether cards have been dealt: some are unused, or a turn was played."""
    return bool(scene.hands and scene.hands.turn) or _pile(scene, ASIDE) > 0


def _pile(scene: Scene, key: str) -> int:
    return sum(pile.number for pile in scene.piles if pile.key == key)


def _by_seat(
    owners: Mapping[str, int | None], cards: Iterable[str]
) -> Iterator[tuple[int | None, list[str]]]:
    """Yield cards by their owners, in the order of seats."""
    cards = list(cards)
    for seat in sorted({owners[card] for card in cards}, key=lambda seat: seat or 0):
        yield seat, [card for card in cards if owners[card] == seat]
