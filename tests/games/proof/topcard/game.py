"""Top Card: one card each into slot 1, the highest wins a point; three points win.

A secret double wins two, or loses one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from companion.engine.changes import SetByHand
from companion.games.api import Game, Part, Plan, PlayResult, TextEvent, one_step
from companion.games.asking import (
    Answer,
    Ask,
    Custody,
    Deadline,
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
from companion.games.corrections import VALUE, Corrections
from companion.games.kit.edit import SET, Edit, Edits, Made, Number
from companion.games.parts import Results
from companion.games.scene import ACTIVE, CardRow, Face, Fact, Scene, Standing, TableCard
from companion.signals import PULL
from companion.words import Text, count, text

DECK: Final = tuple(code for code in WORDS if all(code not in pair for pair in TEST_CARDS))[:24]
FACES: Final = {code: Face(code, "top", number) for number, code in enumerate(DECK, 1)}
DEAL, CARD, STAKE, SHOW, OVER = "deal", "card", "stake", "show", "over"
OFFERS: Final = (
    Offer("double", text("Double"), text("Two points, or one less")),
    Offer("single", text("Single"), text("One point")),
)
NO_CARDS: Final = (None,) * 5


class Table(NamedTuple):
    """Points, hands, cards in slot 1 and doubles, by place in `seats`.

    A hand, a card or a stake is None if unknown.
    """

    seats: tuple[int, ...]
    points: tuple[int, ...]
    turn: int = 1
    stage: str = DEAL
    hands: tuple[tuple[int, ...] | None, ...] = ()
    cards: tuple[int | None, ...] = ()
    doubled: tuple[int, ...] = ()


class SetPoints(NamedTuple):
    """The points of a seat, set by hand."""

    seat: int
    points: int


POINTS: Final[Number[Table]] = Number(
    text("Points"),
    SetPoints,
    lambda position, seat: position.points[position.seats.index(seat)],
    text("points"),
    2,
)


def _set_points(position: Table, change: SetPoints) -> Made[Table, TextEvent]:
    points = POINTS.checked(position, position.seats, change)
    place = position.seats.index(change.seat)
    sentence = text("Seat {seat} has {points} points.", seat=change.seat, points=points)
    all_points = (*position.points[:place], points, *position.points[place + 1 :])
    return position._replace(points=all_points), (TextEvent(change.seat, sentence),)


class Points(Edits[Table, TextEvent | SetByHand]):
    """Corrections of points, counted up or down."""

    edits: Mapping[type, Edit[Table, TextEvent | SetByHand]] = {
        SetPoints: Edit(VALUE, text("Change the points?"), SET, _set_points, POINTS.fields)
    }

    def seats(self, position: Table) -> tuple[int, ...]:
        return position.seats

    def moment(self, position: Table) -> tuple[int, int]:
        return position.turn, 0


class TopCard(Game[Table, TextEvent | SetByHand]):
    """The game; positions are Tables."""

    key, title, deck = "topcard", "Top Card", DECK
    ranking: Text = text("Three points win.")
    parts: Mapping[type, Part[Table, TextEvent | SetByHand]] = {
        Corrections: Points(),
        Results: Results(),
    }
    about = text(
        "Everybody lays down a card, and the highest one wins a point. Who doubles in "
        "secret wins two, or loses one."
    )

    def face(self, code: int) -> Face | None:
        return FACES.get(code)

    def begin(self, plan: Plan) -> Table:
        return Table(plan.seats, (0,) * len(plan.seats))

    def next_step(self, position: Table) -> NextStep:
        seats, turn = position.seats, position.turn
        if position.stage == DEAL:
            return Shuffle(turn, dict.fromkeys(seats, NO_CARDS))
        if position.stage == CARD:
            asks = (
                Ask(
                    seat,
                    True,
                    ((PULL, text("ready")),),
                    Program((1,)),
                    Hand(3, hand),
                    choosing=text("choosing a card"),
                )
                for seat, hand in zip(seats, position.hands, strict=True)
            )
            return Questions(
                CARD,
                turn,
                tuple(asks),
                text("Turn {turn}: one card", turn=turn),
                text("One card into slot 1, then pull the handle."),
                place=text("one card"),
            )
        if position.stage == STAKE:
            stakes = (
                Ask(
                    seat,
                    True,
                    offers=OFFERS,
                    deadline=Deadline(20, "single"),
                    choosing=text("double or single?"),
                )
                for seat in seats
            )
            return Questions(
                STAKE,
                turn,
                tuple(stakes),
                text("Turn {turn}: your stake", turn=turn),
                text("Everybody chooses in secret."),
                place=text("the stakes"),
            )
        best = max(position.points)
        if position.stage == SHOW:
            return PlayOn(turn)
        return Finished(
            turn,
            tuple(
                seat for seat, points in zip(seats, position.points, strict=True) if points == best
            ),
        )

    def dealt(
        self, position: Table, codes: tuple[int, ...] | None, custody: Mapping[int, Custody] = {}
    ) -> PlayResult[Table, TextEvent | SetByHand]:
        """Deal three cards each."""
        hands = tuple(
            None if codes is None else codes[3 * place : 3 * place + 3]
            for place in range(len(position.seats))
        )
        return PlayResult(
            position._replace(stage=CARD, hands=hands, cards=(), doubled=()), position.turn, 0
        )

    def answered(
        self, position: Table, answers: Mapping[int, Answer]
    ) -> PlayResult[Table, TextEvent | SetByHand]:
        """Take cards, or stakes."""
        if position.stage == CARD:
            after = position._replace(
                stage=STAKE, cards=tuple(answers[seat].codes[0] for seat in position.seats)
            )
        else:
            after = position._replace(
                stage=SHOW,
                doubled=tuple(seat for seat in position.seats if answers[seat].offer == "double"),
            )
        return PlayResult(after, position.turn, 0)

    def play(self, position: Table) -> PlayResult[Table, TextEvent | SetByHand]:
        """Let the highest card win."""
        shown = tuple(
            sorted(
                (
                    (seat, FACES[code])
                    for seat, code in zip(position.seats, position.cards, strict=False)
                    if code is not None
                ),
                key=lambda one: -one[1].priority,
            )
        )
        points, events = [], []
        for seat, had in zip(position.seats, position.points, strict=True):
            won = (1 if shown[0][0] == seat else 0) * (2 if seat in position.doubled else 1) or (
                -1 if seat in position.doubled and had else 0
            )
            points.append(had + won)
            events += (
                [
                    TextEvent(
                        seat,
                        count(
                            "Seat {seat} wins {number} point.",
                            "Seat {seat} wins {number} points.",
                            won,
                            seat=seat,
                        )
                        if won > 0
                        else text("Seat {seat} loses a point.", seat=seat),
                        "top",
                    )
                ]
                if won
                else []
            )
        over = max(points) >= 3
        after = position._replace(
            points=tuple(points), stage=OVER if over else DEAL, turn=position.turn + (not over)
        )
        return PlayResult(
            after, position.turn, 1, one_step(tuple(events), after), shown, ends_turn=True
        )

    def scene(self, position: Table) -> Scene:
        """Show the cards of the last turn, face up once they are revealed."""
        return Scene(
            rows=tuple(
                CardRow(seat, (TableCard(FACES.get(code or 0), str(seat), down=code not in FACES),))
                for seat, code in zip(position.seats, position.cards, strict=False)
            )
        )

    def standings(self, position: Table) -> tuple[Standing, ...]:
        """Rank by points."""
        rows = sorted(
            zip(position.points, position.seats, strict=True), key=lambda row: (-row[0], row[1])
        )
        words = (count("{number} point", "{number} points", points) for points, _ in rows)
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

    def redacted(self, position: Table, viewer: int | None) -> Table:
        """Hide hands, cards and stakes until they are shown."""
        mine, shown = (
            position.seats.index(viewer) if viewer in position.seats else None,
            position.stage in (DEAL, OVER),
        )
        hands = tuple(hand if place == mine else None for place, hand in enumerate(position.hands))
        cards = tuple(
            card if shown or place == mine else None for place, card in enumerate(position.cards)
        )
        return position._replace(
            hands=hands,
            cards=cards,
            doubled=tuple(seat for seat in position.doubled if seat == viewer or shown),
        )

    def readers(self, position: Table) -> Mapping[int, ReaderContent]:
        return {
            seat: ReaderContent((code, None, None, None, None))
            for seat, code in zip(position.seats, position.cards, strict=False)
        }

    def simulate(self, position: Table, programs: Mapping[int, tuple[int | None, ...]]) -> Table:
        """Show these cards without stakes; a seat without a card wins nothing."""
        cards = tuple(programs[seat][0] if seat in programs else None for seat in position.seats)
        played: Table = (
            self.play(position._replace(cards=cards, doubled=())).position
            if any(cards)
            else position
        )
        return played


GAME: Final = TopCard()
