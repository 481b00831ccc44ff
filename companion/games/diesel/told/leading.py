"""Cards led from one position of the table to another, whatever happened in between: rows, piles, hands and tokens, each as a whole."""
from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.base import BACK, HAND, ROW, CardMove, CardPlace, Instruction, Scene
from companion.games.diesel.look import face_of
from companion.games.diesel.told.phrases import called
from companion.games.diesel.told.standing import ASIDE, DISCARD, TableNow
from companion.words import Text, count, listed, text


def lead_cards(before: Scene, after: Scene, names: Mapping[int, str]) -> tuple[Instruction, ...]:
    """What hands move so that cards lie as in the scene `after`; () where nothing differs, or the app holds all cards."""
    then, now = before.own, after.own
    if not isinstance(then, TableNow) or not isinstance(now, TableNow) or now.held:
        return ()
    return tuple(_led(before, after, then, now, names))


def _led(before: Scene, after: Scene, then: TableNow, now: TableNow, names: Mapping[int, str]) -> Iterator[Instruction]:
    for seat in now.seats:
        moves = tuple(_into_row(seat, before, after, then))
        if moves:
            yield _instruction(seat, text("{player}: lay {cards}", player=names[seat], cards=listed([called(now.deck.card(move.key)) for move in moves])), moves)


def _into_row(seat: int, before: Scene, after: Scene, then: TableNow) -> Iterator[CardMove]:
    """The cards that lie in a row then and do not now."""
    lay = {card.key: (row.seat, card.down) for row in before.rows for card in row.cards}
    for row in after.rows:
        for at, card in enumerate(row.cards):
            if row.seat == seat and lay.get(card.key) != (seat, card.down):
                where = lay.get(card.key)
                start = CardPlace(ROW, where[0]) if where is not None else CardPlace(DISCARD) if card.key in then.discard else CardPlace(HAND, seat)
                yield CardMove(card.key, card.face, start, CardPlace(ROW, seat), card.down, at)


def _instruction(seat: int | None, words: Text, moves: tuple[CardMove, ...]) -> Instruction:
    return Instruction(seat, words, "", BACK, cards=moves, short=words)
