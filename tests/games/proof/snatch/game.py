"""Snatch: cards are played face down, turned up, then snatched from others or thrown away.

The most after two turns win. In the first turn the owner of the highest card snatches one openly;
in the second one all throw one away, chosen in secret. Hands move on after each turn, so that they
are unknown if they are real.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from companion.games.api import Game, Part, Plan, PlayResult, Step, one_step
from companion.games.asking import (
    Answer,
    Ask,
    CardSharing,
    Custody,
    Deadline,
    Finished,
    Hand,
    NextStep,
    Offer,
    PlayOn,
    Program,
    Questions,
    Shuffle,
)
from companion.games.codes import TEST_CARDS, WORDS
from companion.games.parts import Components
from companion.games.scene import (
    ACTIVE,
    BACK,
    HAND,
    READER,
    ROW,
    CardMove,
    CardPlace,
    CardRow,
    Face,
    Fact,
    Instruction,
    Pile,
    Scene,
    Standing,
    TableCard,
)
from companion.signals import PULL
from companion.words import Text, count, text

DECK: Final = tuple(code for code in WORDS if all(code not in pair for pair in TEST_CARDS))[:24]
FACES: Final = {code: Face(code, "snatch", number) for number, code in enumerate(DECK, 1)}
DEAL, LAY, SHOW, CHOOSE, TAKE, OVER = "deal", "lay", "show", "choose", "take", "over"
NO, PILE = "no", "pile"
NO_CARDS: Final = (None,) * 5
TURNS: Final = 2


class Spread(NamedTuple):
    """A position.

    It has rows of codes by seat, hands (None if unknown), hidden cards, those of this turn, the
    pile, and choices.
    """

    rows: Mapping[int, tuple[int, ...]]
    turn: int = 1
    stage: str = DEAL
    hands: Mapping[int, tuple[int, ...] | None] = {}
    laid: Mapping[int, int | None] = {}
    fresh: tuple[int, ...] = ()
    pile: tuple[int, ...] = ()
    chosen: tuple[tuple[int, int | None], ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """Return the playing seats."""
        return tuple(self.rows)

    def owner(self, code: int) -> int:
        """Return the seat that has a card in front of it."""
        return next(seat for seat, row in self.rows.items() if code in row)


class Laid(NamedTuple):
    """A card was turned up."""

    seat: int
    code: int


class Snatched(NamedTuple):
    """A card comes from one seat to another."""

    seat: int
    start: int
    code: int


class Thrown(NamedTuple):
    """A card goes to the pile, face down."""

    seat: int
    code: int


class Cards(Components[Spread]):
    """Rows of cards, a pile and hands."""

    def beside_board(
        self, position: Spread, names: Mapping[int, str]
    ) -> tuple[tuple[int | None, Text], ...]:
        return tuple((seat, text("a hand")) for seat in position.seats)

    def scene_diff(
        self, before: Scene, after: Scene, names: Mapping[int, str], back: bool = True
    ) -> tuple[Instruction, ...]:
        """Tell each card that differs."""
        then, now = _places(before), _places(after)
        moves = [
            CardMove(
                key,
                FACES[int(key)],
                then.get(key, CardPlace(HAND, 1)),
                now.get(key, CardPlace(HAND, then[key].seat) if key in then else CardPlace(PILE)),
                False,
                _at(after, key),
            )
            for key in sorted({*then, *now})
            if then.get(key) != now.get(key)
        ]
        return tuple(
            Instruction(
                move.end.seat,
                text("Card {card} back", card=FACES[int(move.key)].priority),
                "",
                BACK,
                cards=(move,),
                short=text("back"),
            )
            for move in moves
        )


class Snatch(Game[Spread, Laid | Snatched | Thrown]):
    """The game; positions are Spreads."""

    key, title, deck = "snatch", "Snatch", DECK
    about = text("Everybody lays down a card; then they are snatched.")
    sharing = CardSharing.PASSED_HANDS
    parts: Mapping[type, Part[Spread, Laid | Snatched | Thrown]] = {Components: Cards()}

    def face(self, code: int) -> Face | None:
        return FACES.get(code)

    def begin(self, plan: Plan) -> Spread:
        return Spread(dict.fromkeys(plan.seats, ()))

    def next_step(self, position: Spread) -> NextStep:
        turn = position.turn
        if position.stage == DEAL:
            return Shuffle(
                turn,
                dict.fromkeys(position.seats, NO_CARDS),
                hint=text("Deal two cards to everybody."),
            )
        if position.stage == LAY:
            asks = tuple(
                Ask(seat, True, ((PULL, text("ready")),), Program((1,)), Hand(3 - turn, hand))
                for seat, hand in position.hands.items()
            )
            return Questions(f"{LAY} {turn}", turn, asks, text("Lay a card"), place=text("a card"))
        if position.stage == CHOOSE:
            return Questions(
                f"{CHOOSE} {turn}",
                turn,
                tuple(self._choice(position, seat) for seat in self._choosers(position)),
                text("Choose"),
                place=text("a choice"),
            )
        if position.stage == OVER:
            most = max(map(len, position.rows.values()))
            return Finished(
                turn, tuple(seat for seat, row in position.rows.items() if len(row) == most)
            )
        return PlayOn(turn)

    @staticmethod
    def _choosers(position: Spread) -> tuple[int, ...]:
        return (position.owner(max(position.fresh)),) if position.turn == 1 else position.seats

    def _choice(self, position: Spread, seat: int) -> Ask:
        there = [code for other, row in position.rows.items() if other != seat for code in row]
        offers = (
            *(
                Offer(
                    str(code), text("{card}", card=FACES[code].priority), table_cards=(str(code),)
                )
                for code in there
            ),
            Offer(NO, text("No")),
        )
        return Ask(
            seat,
            True,
            offers=offers,
            secret=position.turn == 2,
            deadline=Deadline(20, NO),
            askers=(str(position.rows[seat][0]),),
        )

    def dealt(
        self, position: Spread, codes: tuple[int, ...] | None, custody: Mapping[int, Custody] = {}
    ) -> PlayResult[Spread, Laid | Snatched | Thrown]:
        """Deal two cards each."""
        hands = {
            seat: None if codes is None else codes[2 * place : 2 * place + 2]
            for place, seat in enumerate(position.seats)
        }
        return PlayResult(position._replace(stage=LAY, hands=hands), position.turn, 0)

    def answered(
        self, position: Spread, answers: Mapping[int, Answer]
    ) -> PlayResult[Spread, Laid | Snatched | Thrown]:
        if position.stage == LAY:
            after = position._replace(
                stage=SHOW, laid={seat: answers[seat].codes[0] for seat in position.seats}
            )
        else:
            chosen = {seat: answers[seat].offer for seat in self._choosers(position)}
            after = position._replace(
                stage=TAKE,
                chosen=tuple(
                    (seat, None if key == NO else int(key)) for seat, key in chosen.items()
                ),
            )
        return PlayResult(after, position.turn, 0)

    def play(self, position: Spread) -> PlayResult[Spread, Laid | Snatched | Thrown]:
        """Turn cards up, or move them as chosen."""
        rows = dict(position.rows)
        if position.stage == SHOW:
            laid = {seat: code for seat, code in position.laid.items() if code is not None}
            rows = {
                seat: (*row, *((laid[seat],) if seat in laid else ())) for seat, row in rows.items()
            }
            hands = {
                seat: hand and tuple(code for code in hand if code != laid.get(seat))
                for seat, hand in position.hands.items()
            }
            after = position._replace(
                rows=rows, stage=CHOOSE, hands=hands, laid={}, fresh=tuple(laid.values())
            )
            events: tuple[Laid | Snatched | Thrown, ...] = tuple(
                Laid(seat, code) for seat, code in laid.items()
            )
            return PlayResult(
                after,
                position.turn,
                1,
                one_step(events, after),
                tuple((seat, FACES[code]) for seat, code in laid.items()),
                collects=True,
            )
        events, pile = (), position.pile
        for seat, code in position.chosen:
            if code is None or code in pile:
                continue
            start = next(other for other, row in rows.items() if code in row)
            rows[start] = tuple(one for one in rows[start] if one != code)
            if position.turn == 1:
                rows[seat], events = (*rows[seat], code), (*events, Snatched(seat, start, code))
            else:
                pile, events = (*pile, code), (*events, Thrown(start, code))
        over, seats = position.turn == TURNS, position.seats
        passed = {seat: position.hands[seats[place - 1]] for place, seat in enumerate(seats)}
        after = position._replace(
            rows=rows,
            pile=pile,
            stage=OVER if over else LAY,
            turn=position.turn + (not over),
            hands=passed,
            fresh=(),
            chosen=(),
        )
        return PlayResult(after, position.turn, 2, one_step(events, after), ends_turn=True)

    def tell(
        self,
        before: Spread,
        step: Step[Spread, Laid | Snatched | Thrown],
        names: Mapping[int, str],
    ) -> tuple[Instruction[Laid | Snatched | Thrown], ...]:
        """Tell turned cards together, the others one by one."""
        events = step.events
        instructions = list[Instruction[Laid | Snatched | Thrown]]()
        laid = [event for event in events if isinstance(event, Laid)]
        if laid:
            moves = tuple(
                CardMove(
                    str(one.code),
                    FACES[one.code],
                    CardPlace(READER, one.seat),
                    CardPlace(ROW, one.seat),
                )
                for one in laid
            )
            instructions.append(
                Instruction(
                    None,
                    text("Everybody lays the card in front."),
                    "",
                    "reveal",
                    cards=moves,
                    events=tuple(laid),
                    short=text("turned up"),
                    points=tuple(move.key for move in moves),
                )
            )
        for event in events:
            if isinstance(event, Snatched):
                move = CardMove(
                    str(event.code), None, CardPlace(ROW, event.start), CardPlace(ROW, event.seat)
                )
                words = text(
                    "{name} takes {card}", name=names[event.seat], card=FACES[event.code].priority
                )
                instructions.append(
                    Instruction(
                        event.seat, words, "", "take", cards=(move,), events=(event,), short=words
                    )
                )
            elif isinstance(event, Thrown):
                move = CardMove(
                    str(event.code),
                    FACES[event.code],
                    CardPlace(ROW, event.seat),
                    CardPlace(PILE),
                    True,
                )
                words = text(
                    "{name} throws away {card}",
                    name=names[event.seat],
                    card=FACES[event.code].priority,
                )
                instructions.append(
                    Instruction(
                        event.seat, words, "", "take", cards=(move,), events=(event,), short=words
                    )
                )
        return tuple(instructions)

    def scene(self, position: Spread) -> Scene:
        rows = (
            CardRow(
                seat,
                tuple(
                    TableCard(FACES[code], str(code), fresh=code in position.fresh) for code in row
                ),
                note=count("{number} card", "{number} cards", len(row)),
            )
            for seat, row in position.rows.items()
        )
        return Scene(
            rows=tuple(rows),
            piles=(Pile(PILE, text("Pile"), len(position.pile), tuple(map(str, position.pile))),),
        )

    def standings(self, position: Spread) -> tuple[Standing, ...]:
        rows = sorted(position.rows.items(), key=lambda one: -len(one[1]))
        words = {seat: count("{number} card", "{number} cards", len(row)) for seat, row in rows}
        return tuple(
            Standing(
                1 + sum(len(other) > len(row) for other in position.rows.values()),
                seat,
                ACTIVE,
                facts=(Fact(text("Cards"), str(len(row)), words[seat]),),
                summary=words[seat],
            )
            for seat, row in rows
        )

    def redacted(self, position: Spread, viewer: int | None) -> Spread:
        """Hide hands, hidden cards and choices."""
        hands = {seat: hand if seat == viewer else None for seat, hand in position.hands.items()}
        laid = {seat: code if seat == viewer else None for seat, code in position.laid.items()}
        return position._replace(
            hands=hands, laid=laid, chosen=tuple(one for one in position.chosen if one[0] == viewer)
        )


def _places(scene: Scene) -> Mapping[str, CardPlace]:
    lying = {card.key: CardPlace(ROW, row.seat) for row in scene.rows for card in row.cards}
    return lying | {key: CardPlace(pile.key) for pile in scene.piles for key in pile.known}


def _at(scene: Scene, key: str) -> int | None:
    return next(
        (at for row in scene.rows for at, card in enumerate(row.cards) if card.key == key), None
    )


GAME: Final = Snatch()
