"""Two Lots: ten rounds of bidding.

All bid one card, in secret for one of two lots; the highest bid on a lot wins it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from companion.games.api import Game, Plan, PlayResult, TextEvent, one_step
from companion.games.asking import (
    Answer,
    Ask,
    Custody,
    Finished,
    Hand,
    NextStep,
    Offer,
    PlayOn,
    Program,
    Questions,
    ReaderContent,
    Shuffle,
)
from companion.games.codes import TEST_CARDS, WORDS
from companion.games.scene import ACTIVE, CardRow, Face, Fact, Scene, Standing, TableCard
from companion.signals import PULL
from companion.words import Text, count, text

ROUNDS: Final = 10
DEALT: Final = 3
DECK: Final = tuple(code for code in WORDS if all(code not in pair for pair in TEST_CARDS))[:24]
FACES: Final = {code: Face(code, "bid", number) for number, code in enumerate(DECK, 1)}
DEAL, BID, LOT, SHOW, OVER = "deal", "bid", "lot", "show", "over"
LOTS: Final = ("left", "right")


class Auction(NamedTuple):
    """A position; facts of seats are by their place in `seats`, None if unknown."""

    seats: tuple[int, ...]
    points: tuple[int, ...]
    turn: int = 1
    stage: str = DEAL
    hands: tuple[tuple[int, ...] | None, ...] = ()
    bids: tuple[int | None, ...] = ()
    lots: tuple[str, ...] = ()
    """The lot that each seat bids for, "" if unknown."""


def worth(turn: int) -> dict[str, int]:
    """Return the points of both lots in a turn: the left one grows, the right one shrinks."""
    return {"left": turn, "right": ROUNDS + 1 - turn}


class TwoLots(Game[Auction, TextEvent]):
    """The game; positions are Auctions."""

    key, title, deck = "bidding", "Two Lots", DECK
    about = text("Ten rounds. Bid a card for one of two lots in secret: the highest bid wins it.")
    ranking: Text = text("The most points win.")

    def face(self, code: int) -> Face | None:
        """Return the number of a card."""
        return FACES.get(code)

    def begin(self, plan: Plan) -> Auction:
        """Begin without points."""
        return Auction(plan.seats, (0,) * len(plan.seats))

    def next_step(self, position: Auction) -> NextStep:
        """Ask for cards, a bid of everybody, its lot, then show the result."""
        turn = position.turn
        if position.stage == DEAL:
            return Shuffle(turn, dict.fromkeys(position.seats, (None,) * 5))
        if position.stage == BID:
            hands = zip(position.seats, position.hands, strict=True)
            bids = tuple(
                Ask(seat, True, ((PULL, text("ready")),), Program((1,)), Hand(DEALT, hand))
                for seat, hand in hands
            )
            hint = text("One card into slot 1, then pull the handle.")
            return Questions(BID, turn, bids, text("Round {turn}: bid", turn=turn), hint)
        if position.stage == LOT:
            points = worth(turn)
            offers = (
                Offer("left", count("{number} point", "{number} points", points["left"])),
                Offer("right", count("{number} point", "{number} points", points["right"])),
            )
            lots = tuple(Ask(seat, True, offers=offers) for seat in position.seats)
            title = text("Round {turn}: which lot?", turn=turn)
            return Questions(LOT, turn, lots, title, text("Everybody chooses in secret."))
        if position.stage == SHOW:
            return PlayOn(turn)
        best = max(position.points)
        seats = zip(position.seats, position.points, strict=True)
        return Finished(turn, tuple(seat for seat, points in seats if points == best))

    def dealt(
        self,
        position: Auction,
        codes: tuple[int, ...] | None,
        custody: Mapping[int, Custody] = {},
    ) -> PlayResult[Auction, TextEvent]:
        """Deal three cards to everybody."""
        hands = tuple(
            None if codes is None else codes[DEALT * place : DEALT * (place + 1)]
            for place in range(len(position.seats))
        )
        return PlayResult(
            position._replace(stage=BID, hands=hands, bids=(), lots=()), position.turn, 0
        )

    def answered(
        self, position: Auction, answers: Mapping[int, Answer]
    ) -> PlayResult[Auction, TextEvent]:
        """Take the bids, or the lots that they are for."""
        given = [answers[seat] for seat in position.seats]
        if position.stage == BID:
            after = position._replace(stage=LOT, bids=tuple(answer.codes[0] for answer in given))
        else:
            after = position._replace(stage=SHOW, lots=tuple(answer.offer for answer in given))
        return PlayResult(after, position.turn, 0)

    def play(self, position: Auction) -> PlayResult[Auction, TextEvent]:
        """Show all bids; the highest one on each lot wins it."""
        bids = sorted(
            (
                (FACES[code], seat, lot)
                for seat, code, lot in zip(
                    position.seats, position.bids, position.lots, strict=True
                )
                if code is not None
            ),
            key=lambda bid: -bid[0].priority,
        )
        won = dict.fromkeys(position.seats, 0)
        events = []
        for lot, points in worth(position.turn).items():
            winner = next((seat for _, seat, wanted in bids if wanted == lot), None)
            if winner is not None:
                won[winner] += points
                words = count(
                    "Seat {seat} wins {number} point.",
                    "Seat {seat} wins {number} points.",
                    points,
                    seat=winner,
                )
                events.append(TextEvent(winner, words, "bid"))
        totals = zip(position.seats, position.points, strict=True)
        is_over = position.turn == ROUNDS
        after = position._replace(
            points=tuple(had + won[seat] for seat, had in totals),
            stage=OVER if is_over else DEAL,
            turn=position.turn + (not is_over),
        )
        shown = tuple((seat, face) for face, seat, _ in bids)
        return PlayResult(
            after, position.turn, 1, one_step(tuple(events), after), shown, ends_turn=True
        )

    def scene(self, position: Auction) -> Scene:
        """Show the last bids, face up if they are known."""
        bids = zip(position.seats, position.bids, strict=False)
        return Scene(
            rows=tuple(
                CardRow(seat, (TableCard(FACES.get(code or 0), str(seat), down=code is None),))
                for seat, code in bids
            )
        )

    def readers(self, position: Auction) -> Mapping[int, ReaderContent]:
        """Return the bids in slot 1."""
        bids = zip(position.seats, position.bids, strict=False)
        return {seat: ReaderContent((code, None, None, None, None)) for seat, code in bids}

    def redacted(self, position: Auction, viewer: int | None) -> Auction:
        """Hide hands, bids and lots of others until they are shown."""
        if position.stage in (DEAL, OVER):
            return position._replace(hands=())
        mine = [seat == viewer for seat in position.seats]
        hands = zip(position.hands, mine, strict=False)
        bids = zip(position.bids, mine, strict=False)
        lots = zip(position.lots, mine, strict=False)
        return position._replace(
            hands=tuple(hand if own else None for hand, own in hands),
            bids=tuple(bid if own else None for bid, own in bids),
            lots=tuple(lot if own else "" for lot, own in lots),
        )

    def standings(self, position: Auction) -> tuple[Standing, ...]:
        """Order seats by points; equal ones share a place."""
        rows = sorted(
            zip(position.points, position.seats, strict=True), key=lambda row: (-row[0], row[1])
        )
        words = [count("{number} point", "{number} points", points) for points, _ in rows]
        return tuple(
            Standing(
                1 + sum(other > points for other in position.points),
                seat,
                ACTIVE,
                facts=(Fact(text("Points"), str(points), said),),
                summary=said,
                data={"points": points},
            )
            for (points, seat), said in zip(rows, words, strict=True)
        )


GAME: Final = TwoLots()
