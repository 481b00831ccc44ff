"""The playback of a round, one instruction or page at a time.

The game is at the end of the round already; the map shows what hands have moved so far.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from companion.games.asking import EMPTY_READER
from companion.games.parts import why_of
from companion.games.scene import ACTIVE, Face
from companion.games.sounds import sounds_of
from companion.session.flow import at_once, batch_of, cards_played, moment_start
from companion.session.messages import WATCH, ApplyCorrection, Repeat
from companion.session.pages import Page
from companion.session.pages.story import WATCHED, can_watch, headline_of
from companion.session.past.undo_points import causes_of, for_hands, table_at, undo_points
from companion.session.pictures import board_picture, cards_picture, instruction_marks
from companion.session.session import Match, Session
from companion.session.view import (
    PLAY,
    InstructionLine,
    InstructionPicture,
    PlayedCard,
    PlayPage,
    ProgramRow,
    View,
)
from companion.words import NOTHING, Text, text


def program_rows(session: Session, match: Match) -> tuple[ProgramRow, ...]:
    """Return a row for each seat, before the present instruction; none without programs."""
    game = session.config.game
    if not game.has_programs:
        return ()
    readers = game.readers(game.redacted(match.position, None))
    pieces = {piece.seat: piece for piece in table_at(session, match, match.shown.at).pieces}
    # The cards revealed so far in this turn, by seat and round.
    rounds = dict[int, Match]()
    same_turn = takewhile(
        lambda point: point.page == PLAY and point.match.shown.turn == match.shown.turn,
        undo_points(session),
    )
    for point in same_turn:
        rounds.setdefault(point.match.shown.round, point.match)
    rounds[match.shown.round] = match
    played = dict[tuple[int, int], Face]()
    for number, one in rounds.items():
        if number <= match.shown.round:
            played |= {(seat, number): face for seat, face in one.shown.cards}
    rows = []
    for seat in session.lobby.setup.playing:
        piece, state = pieces.get(seat), NOTHING
        rests = piece is not None and piece.down
        # Why the seat plays no more cards in this turn.
        if piece is None or piece.status != ACTIVE:
            state = text("out")
        elif rests:
            state = text("rests")
        codes = readers.get(seat, EMPTY_READER).codes
        known = [None if code is None else game.face(code) for code in codes]
        # A destroyed piece has no cards left in its reader.
        cards = tuple(
            None if rests else played.get((seat, slot), face) for slot, face in enumerate(known, 1)
        )
        hidden = tuple(
            not state and card is None and slot > match.shown.round
            for slot, card in enumerate(cards, 1)
        )
        rows.append(
            ProgramRow(
                seat,
                cards=cards,
                hidden=hidden,
                state=state,
                out=bool(state) and not rests,
            )
        )
    return tuple(rows)


IN_ORDER: Final = text("One after another. Touch a line to jump to it.")
DO_IT: Final = text("Follow the instruction, then touch Done.")
AGAIN: Final = text("Shown again: this is already done. Move nothing, just touch Done.")


def play_view(session: Session, state: object) -> View:
    """Return one instruction, with the pieces as they are before it.

    An instruction that is shown again has the pieces before it, too, although on the table they
    have moved.
    """
    match = session.match
    assert match is not None
    repeated, watching = session.timeline.repeated, session.lobby.flow == WATCH
    again = repeated is not None
    if repeated is None:
        start, stop = batch_of(session, match)
    else:
        # While the screen plays, all simultaneous instructions are shown again.
        match = match.at_instruction(moment_start(match, repeated) if watching else repeated)
        start, stop = match.shown.at, repeated + 1
    instruction = match.shown.script[match.shown.at]
    shown = at_once(match, stop)
    board = board_picture(
        session,
        table_at(session, match, match.shown.at).pieces,
        **instruction_marks(session, match, shown),
    )
    now = 1
    if watching:
        # While the screen plays, all lines of one moment are shown, and no later ones.
        start, stop, now = match.shown.at, match.shown.at + len(shown), len(shown)
    lines = _lines(session, match, start, stop, now)
    page = PlayPage(
        match.shown.turn,
        match.shown.round,
        rounds=session.config.game.rounds,
        part=instruction.part,
        instruction=InstructionPicture(
            match.shown.at + 1,
            len(match.shown.script),
            words=instruction.text,
            why=why_of(session.config.game, instruction.rule, instruction.card),
            rule=instruction.rule,
            seat=instruction.seat,
            cause=causes_of(session, match, match.shown.at),
        ),
        cards=_cards(match),
        auto=session.lobby.auto,
        done=_last_confirmed(session),
        called=session.config.game.wording.called(instruction.part),
        lines=lines,
        flow=session.lobby.flow,
        paused=session.lobby.auto_paused,
        news=tuple(words for line in lines for words in match.shown.script[line.at].news),
        programs=program_rows(session, match),
        # A page shown again was heard before.
        sounds=() if again else sounds_of(match.shown.script[start:stop]),
        drama=instruction.drama,
        headline=headline_of(instruction),
        watch=WATCHED if can_watch(session, match) else None,
    )
    wording = session.config.game.wording
    title = wording.play_title(match.shown.turn, match.shown.round)
    if lines:
        moves = any(line.moves for line in lines if line.state != "done")
    else:
        moves = for_hands(match, instruction)
    if instruction.moves or instruction.markers or instruction.cards or lines:
        todo = wording.move_pieces
    else:
        todo = DO_IT
    if watching and session.lobby.auto_paused:
        hint = text("The game is paused until you continue it.")
    elif watching:
        hint = text("Watch: the screen plays.")
    elif again:
        hint = AGAIN
    elif not moves:
        hint = wording.nothing_to_move(match.shown.round)
    else:
        hint = IN_ORDER if lines else todo
    left = sum(line.state != "done" for line in lines)
    done = text("All done") if left > 1 else text("Done")
    # A viewer is more likely to have missed something than to want to go back, which is in the
    # menu.
    again_too = watching and match.shown.at > 0
    cards = cards_picture(session, shown, table_at(session, match, match.shown.at))
    return View(
        PLAY,
        title,
        hint=hint,
        board=board,
        body=page,
        back=text("Again") if again_too else "",
        forward=text("Next") if watching else done,
        on_back=ApplyCorrection(Repeat()) if again_too else None,
        cards=cards,
    )


def _lines(
    session: Session, match: Match, start: int, stop: int, now: int
) -> tuple[InstructionLine, ...]:
    """Return the lines of a page with several, with a head at the beginning of each part.

    The lines up to `now` are the present ones.
    """
    if stop - start == 1:
        return ()
    called, script = session.config.game.wording.called, match.shown.script
    faces = dict(match.shown.cards)
    played = [
        faces.get(instruction.seat or 0) if instruction.card else None for instruction in script
    ]
    lines = []
    for number in range(start, stop):
        one, face = script[number], played[number]
        begins = number == start or one.part != script[number - 1].part
        lines.append(
            InstructionLine(
                number,
                one.seat,
                words=one.text,
                moves=for_hands(match, one),
                head=called(one.part) if begins else NOTHING,
                state="done"
                if number < match.shown.at
                else "now"
                if number < match.shown.at + now
                else "coming",
                # The sign of its card: the priority, or the card if it has its own picture.
                priority="" if face is None else str(face.priority),
                card=face if face is not None and face.look is not None else None,
            )
        )
    return tuple(lines)


def _last_confirmed(session: Session) -> Text | str:
    """Return what was confirmed last, in a few words; "" where that was no instruction."""
    past = session.timeline.previous
    if (
        past is None
        or past.page != PLAY
        or past.left_by is not None
        or past.match.shown.at >= len(past.match.shown.script)
    ):
        return ""
    return past.match.shown.script[past.match.shown.at].short


def _cards(match: Match) -> tuple[PlayedCard, ...]:
    """Return the cards of the round; those before the present one, finally all, are played."""
    now = cards_played(match)
    return tuple(
        PlayedCard(seat, face, "now" if at == now else "played" if at < now else "coming")
        for at, (seat, face) in enumerate(match.shown.cards)
    )


PAGE: Final = Page(play_view)
