"""The played first lesson: one deed at a time, and what the game makes of it.

The page is over the set-up and changes nothing in the session: no race runs, and nothing of it is
kept. Cards are touched on the screen until a reader with real cards is used; then that reader
counts. A deed that is not the expected one is answered in words.
"""

from __future__ import annotations

from typing import Final

from companion.games.api import Position
from companion.games.asking import EMPTY_ROW, Offer, PlayOn, Reading, Row
from companion.games.kit.lesson import (
    WrongSlot,
    played_step,
    question_of,
    wrong_slots,
)
from companion.games.parts import Lesson, LessonStep
from companion.games.scene import Face
from companion.games.sounds import sounds_of
from companion.named_tuples import NamedTuple
from companion.session.choices import Choice
from companion.session.handling import SETUP, Precondition
from companion.session.messages import ClosePage
from companion.session.pages import Page
from companion.session.past.undo_points import match_after, table_at
from companion.session.pictures import board_picture, cards_picture, faces, instruction_marks
from companion.session.reader_faults import FOREIGN, UNREADABLE, card_name
from companion.session.session import (
    Match,
    Result,
    Session,
    ShownRound,
    close_pages,
    push_page,
    show_page,
)
from companion.session.view import EVERYBODY, LESSON, PLAY, SlotPicture, View
from companion.signals import (
    BLINK,
    DARK,
    EMPTY,
    LIT,
    OK,
    PULL,
    PUSH,
    REST,
    SLOTS,
    HandleMoved,
    Lamps,
    SlotRead,
)
from companion.words import NOTHING, Text, sentences, text

STEP: Final = 1000
"""The most moments of a step."""
TASK, WATCHED, DONE = "task", "watched", "done"
"""The stages of a step: the deed is awaited, the game plays it, its result is explained."""


class LessonState(NamedTuple):
    """The steps of a lesson, and how far the learner is."""

    steps: tuple[LessonStep, ...]
    """All steps."""
    at: int = 0
    """The index of the present step."""
    stage: str = TASK
    row: Row = EMPTY_ROW
    """The content of the learner's slots."""
    reader: int | None = None
    """The seat whose reader is used, None for the screen while none has been used."""
    wrong: Text = NOTHING
    """The fault that was found in place of the expected deed."""
    matches: tuple[Match, ...] = ()
    """The match at each instruction, then after the last one."""
    shown: int = 0
    """The index of the match that is shown."""
    pushes: int = 0
    """The number of pushes of the handle for the next answer."""

    @property
    def step(self) -> LessonStep:
        """The step that the learner has to do now."""
        return self.steps[self.at]


# ---- Messages ----


class InsertLessonCard(NamedTuple):
    """Put this card of the hand into the first free slot of the lesson."""

    code: int


class TakeLessonCard(NamedTuple):
    """Take the card out of this slot of the lesson."""

    slot: int


class MoveLessonHandle(NamedTuple):
    """Pull or push the handle of the lesson on the screen."""

    move: str


class TouchLessonOffer(NamedTuple):
    """Choose the offer with this key in the lesson."""

    offer: str


class ContinueLesson(NamedTuple):
    """Go on to what happens next in the lesson."""


# ---- Opening, and the course of a step ----


def on_open(session: Session) -> Result:
    """Begin with the first step; ignored where the game has no lesson."""
    lesson = Lesson.of(session.config.game)
    if lesson is None:
        return session, ()
    return show_page(session, LESSON, LessonState(lesson.steps(session.lobby.setup.names))), ()


def _keep_state(session: Session, state: LessonState) -> Result:
    return push_page(session, LESSON, state), ()


def _reader(session: Session, state: LessonState) -> int | None:
    """Return the seat whose reader is used, None for the screen, also since it is lost."""
    return None if state.reader is None or session.on_screen(state.reader) else state.reader


def _seats_with_readers(session: Session) -> tuple[int, ...]:
    return tuple(seat for seat in session.readers.by_seat if not session.on_screen(seat))


def on_slot(session: Session, state: LessonState, message: SlotRead) -> Result | None:
    """Look at the slots of a reader; the reader that was used last counts."""
    if session.on_screen(message.seat):
        return None
    row = session.readers.by_seat[message.seat].row
    return _keep_state(session, _read(session, state._replace(reader=message.seat, row=row)))


def on_handle(session: Session, state: LessonState, message: HandleMoved) -> Result | None:
    """Take the move of a real handle: the deed, or the touch that goes on."""
    if session.on_screen(message.seat):
        return None
    row = session.readers.by_seat[message.seat].row
    state = state._replace(reader=message.seat, row=row)
    if message.position == REST:
        return _keep_state(session, state)
    if state.stage != TASK and message.position == PUSH and session.lobby.preferences.hands_free:
        return push_page(
            session._replace(
                readers=session.readers._replace(say_again=session.readers.say_again + 1)
            ),
            LESSON,
            state,
        ), ()
    if state.stage != TASK:
        return _continued(session, state)
    if _answers_by_handle(session, state) and message.position == PUSH:
        return _keep_state(session, state._replace(pushes=state.pushes + 1, wrong=NOTHING))
    if _answers_by_handle(session, state):
        offers = question_of(session.config.game, state.step).offers
        return _touched(session, state, offers[state.pushes % len(offers)].key)
    return _keep_state(session, _move_handle(session, state, message.position))


def _answers_by_handle(session: Session, state: LessonState) -> bool:
    """Return whether a handle goes through the answers of the step."""
    return (
        session.lobby.preferences.hands_free
        and state.stage == TASK
        and bool(state.step.offer)
        and bool(_seats_with_readers(session))
    )


def on_insert(session: Session, state: LessonState, message: InsertLessonCard) -> Result:
    """Put a card of the hand into the first free slot."""
    free = [slot for slot in sorted(state.step.cards) if state.row[slot - 1].status == EMPTY]
    if _reader(session, state) is not None or not free or message.code not in _hand(state):
        return session, ()
    row = _with(state.row, free[0], Reading(OK, message.code))
    return _keep_state(session, _read(session, state._replace(row=row)))


def on_take(session: Session, state: LessonState, message: TakeLessonCard) -> Result:
    """Take a card back into the hand."""
    if (
        _reader(session, state) is not None
        or state.stage != TASK
        or message.slot not in state.step.cards
    ):
        return session, ()
    row = _with(state.row, message.slot, Reading())
    return _keep_state(session, _read(session, state._replace(row=row)))


def on_move(session: Session, state: LessonState, message: MoveLessonHandle) -> Result:
    """Take the move of the handle on the screen."""
    if state.stage != TASK or message.move not in (PULL, PUSH):
        return session, ()
    return _keep_state(session, _move_handle(session, state, message.move))


def on_offer(session: Session, state: LessonState, message: TouchLessonOffer) -> Result:
    """Take the touch of an offer."""
    return _touched(session, state, message.offer)


def _touched(session: Session, state: LessonState, key: str) -> Result:
    """Play the expected offer; answer any other one in words."""
    game, step = session.config.game, state.step
    labels = {offer.key: offer.label for offer in question_of(game, step).offers}
    if state.stage != TASK or key not in labels:
        return session, ()
    if key == step.offer:
        return _keep_state(session, _play_deed(session, state))
    if step.offer:
        wrong = text(
            "You have touched {found}. It is possible, but this step is about {expected}.",
            found=labels[key],
            expected=labels[step.offer],
        )
    else:
        wrong = text("You have touched {found}. Read again what to do.", found=labels[key])
    return _keep_state(session, state._replace(wrong=wrong))


def on_continue(session: Session, state: LessonState, message: ContinueLesson) -> Result:
    """Show the next instruction, then the result, then the next step."""
    return _continued(session, state) if state.stage != TASK else (session, ())


def _continued(session: Session, state: LessonState) -> Result:
    if state.stage == WATCHED:
        return _keep_state(session, _at_match(state, state.shown + 1))
    if state.at + 1 == len(state.steps):
        return close_pages(session, LESSON), ()
    row = state.row if _reader(session, state) is not None else EMPTY_ROW
    return _keep_state(
        session, LessonState(state.steps, state.at + 1, row=row, reader=state.reader)
    )


def _with(row: Row, slot: int, reading: Reading) -> Row:
    return (*row[: slot - 1], reading, *row[slot:])


def _hand(state: LessonState) -> tuple[int, ...]:
    """Return the codes of the cards that are in no slot, in the order of their codes."""
    step, used = state.step, {reading.code for reading in state.row}
    known = sorted({*step.cards.values(), *step.more})
    return tuple(code for code in known if code not in used)


def _read(session: Session, state: LessonState) -> LessonState:
    """Return the lesson after another look at the slots.

    A wrong card is named at once. The step is played where cards are enough.
    """
    if state.stage != TASK:
        return state
    game, step = session.config.game, state.step
    wrong = wrong_slots(game, step, state.row)
    if step.cards and not step.gesture and not step.offer and not wrong:
        return _play_deed(session, state)
    found = [one for one in wrong if one.status != EMPTY]
    words = slot_words(found[0], _reader(session, state) is None) if found else NOTHING
    return state._replace(wrong=words)


def _move_handle(session: Session, state: LessonState, move: str) -> LessonState:
    """Return the lesson after a move of the handle: played, or with what is wrong."""
    game, step = session.config.game, state.step
    wrong = wrong_slots(game, step, state.row)
    if wrong:
        return state._replace(wrong=slot_words(wrong[0], _reader(session, state) is None))
    if step.offer or not step.gesture:
        return state._replace(wrong=text("The handle does nothing in this step."))
    if move != step.gesture:
        return state._replace(
            wrong=text("You pulled the handle. Push it, away from you.")
            if move == PULL
            else text("You pushed the handle. Pull it, towards you.")
        )
    return _play_deed(session, state)


def slot_words(wrong: WrongSlot, on_screen: bool) -> Text:
    """Return what is wrong in a slot, and what to do."""
    slot, expected = wrong.slot, card_name(wrong.expected)
    if wrong.status == EMPTY:
        return text("Slot {slot} is empty: put {card} into it.", slot=slot, card=expected)
    if wrong.status == OK and wrong.found is not None:
        found = card_name(wrong.found)
        if on_screen:
            return text(
                "In slot {slot} is {found}. Touch it to take it back, then put {card} there.",
                slot=slot,
                found=found,
                card=expected,
            )
        return text(
            "In slot {slot} is {found}. Take it out and put {card} there.",
            slot=slot,
            found=found,
            card=expected,
        )
    return sentences(
        text(
            "Slot {slot}: {fault}.",
            slot=slot,
            fault=UNREADABLE.get(wrong.status, FOREIGN),
        ),
        text("Put {card} there.", card=expected),
    )


def _play_deed(session: Session, state: LessonState) -> LessonState:
    """Return the lesson with everything that the game makes of the deed."""
    step = state.step
    match = _at(step.position)
    matches: list[Match] = []
    for number, passage in enumerate(played_step(session.config.game, step)):
        match = match_after(session, match, passage)
        if number not in step.unseen:
            matches += [match.at_instruction(at) for at in range(len(match.shown.script))]
    return _at_match(state._replace(wrong=NOTHING, matches=(*matches, _at(match.position))), 0)


def _at_match(state: LessonState, number: int) -> LessonState:
    """Return the lesson at one of its matches; the last one is the result."""
    last = number + 1 == len(state.matches)
    return state._replace(stage=DONE if last else WATCHED, shown=number)


def _at(position: Position) -> Match:
    """Return a match in which nothing happens."""
    return Match(0, position, PlayOn(0), shown=ShownRound(position))


# ---- View ----


class LessonPage(NamedTuple):
    """One step of the lesson."""

    stage: str
    words: Text
    """The task, the instruction of the game, or the result."""
    wrong: Text
    """The fault that was found in place of the expected deed."""
    slots: tuple[SlotPicture, ...]
    """The slots of the learner's reader; empty where the step needs none."""
    hand: tuple[Face, ...]
    """The cards to touch, empty where a reader is used."""
    choices: tuple[Choice, ...]
    """For the foot; the last one is the main one, unless they are the answers of a question."""
    playing: int = 0
    """The slot whose card is played now, 0 for none."""
    offered: bool = False
    """Whether the choices are answers of a question."""
    holds: bool = False
    """Whether cards are put in by touch now, also when none is left in the hand."""
    sounds: tuple[str, ...] = ()
    """The sounds as this moment appears, words of `companion.games.sounds`."""
    moment: int = 0
    """A number that grows from moment to moment; the first step's are below STEP."""
    by_handle: bool = False
    """Whether a handle goes through the `choices`; the chosen one is taken by a pull."""
    at_reader: bool = False
    """Whether a reader is used, whose handle goes on, too."""


def lesson_view(session: Session, state: LessonState) -> View:
    """Return the present step: the map, the words, the slots, and what can be touched."""
    step, seat = state.step, _reader(session, state)
    on_screen = seat is None
    if seat is None:
        # Several people may learn at the screen.
        seat = session.people[0] if len(session.people) == 1 else EVERYBODY
    match = _at(step.position) if state.stage == TASK else state.matches[state.shown]
    then = session._replace(match=match, page=PLAY)
    shown = match.shown.script[match.shown.at : match.shown.at + 1]
    scene = table_at(then, match, match.shown.at)
    marks = instruction_marks(then, match, shown)
    offers, cards = _offers(session, state), cards_picture(then, shown, scene)
    if offered := tuple(square for offer in offers for square in offer.squares):
        marks["marks"] = offered
    if cards is not None:
        # Those alight that can be chosen.
        picks = {key: TouchLessonOffer(offer.key) for offer in offers for key in offer.table_cards}
        cards = cards._replace(picks=picks)
    page = LessonPage(
        state.stage,
        step.task if state.stage == TASK else shown[0].text if shown else step.result,
        wrong=state.wrong,
        slots=_slots(session, state),
        hand=faces(session, _hand(state)) if on_screen and state.stage == TASK else (),
        choices=_choices(session, state, on_screen),
        playing=match.shown.round if shown and 1 <= match.shown.round <= SLOTS else 0,
        offered=bool(offers),
        holds=on_screen and state.stage == TASK and bool(step.cards),
        sounds=sounds_of(shown),
        moment=state.at * STEP + (0 if state.stage == TASK else 1 + state.shown),
        by_handle=_answers_by_handle(session, state),
        at_reader=not on_screen,
    )
    title = text(
        "{number} of {all}: {title}", number=state.at + 1, all=len(state.steps), title=step.title
    )
    return View(
        LESSON,
        title,
        hint=_hint(session, state),
        board=board_picture(then, scene.pieces, **marks),
        body=page,
        back=text("Leave"),
        # Its reader is on the screen.
        shows_table=False,
        on_back=ClosePage(LESSON),
        seat=seat,
        cards=cards,
    )


def _offers(session: Session, state: LessonState) -> tuple[Offer, ...]:
    """Return what can be chosen in this step."""
    if state.stage != TASK or not state.step.offer:
        return ()
    return question_of(session.config.game, state.step).offers


def _hint(session: Session, state: LessonState) -> Text:
    reader = _reader(session, state)
    if state.stage != TASK and reader is not None:
        return text("A pull of the handle goes on, too.")
    if state.stage == WATCHED:
        return text("This is what happens.")
    if state.stage == DONE:
        return text("This has happened.")
    if _answers_by_handle(session, state):
        return text("Pull the handle to take this answer, push it for the next one.")
    if reader is None and _seats_with_readers(session):
        return text("Your turn: touch cards, or use a reader.")
    if reader is None:
        return text("Your turn: nothing can go wrong.")
    return text("Your turn, at the reader of seat {seat}.", seat=reader)


def _choices(session: Session, state: LessonState, on_screen: bool) -> tuple[Choice, ...]:
    """Return the touches that the step knows now."""
    step = state.step
    if state.stage == WATCHED:
        return (Choice(text("Go on"), "", ContinueLesson()),)
    if state.stage == DONE:
        last = state.at + 1 == len(state.steps)
        return (Choice(text("Finish") if last else text("Next step"), "", ContinueLesson()),)
    if step.offer:
        offers, by_handle = _offers(session, state), _answers_by_handle(session, state)
        return tuple(
            Choice(
                offer.label,
                "",
                TouchLessonOffer(offer.key),
                chosen=by_handle and at == state.pushes % len(offers),
            )
            for at, offer in enumerate(offers)
        )
    if not on_screen or not step.gesture:
        return ()
    return (
        Choice(text("Push the handle"), "", MoveLessonHandle(PUSH)),
        Choice(text("Pull the handle"), "", MoveLessonHandle(PULL)),
    )


def _slots(session: Session, state: LessonState) -> tuple[SlotPicture, ...]:
    """Return the slots; only those of the step can be filled."""
    step, lamps = state.step, _lamps(session, state)
    if not step.cards and not step.fixed:
        return ()
    found = []
    for slot, lamp in enumerate(lamps, 1):
        reading = state.row[slot - 1]
        code = reading.code if slot in step.cards else step.fixed.get(slot)
        face = session.config.game.face(code) if code is not None else None
        filled = face is not None or (slot in step.cards and reading.status != EMPTY)
        found.append(
            SlotPicture(
                face,
                filled,
                locked=slot in step.locked,
                fault=UNREADABLE.get(reading.status, "") if slot in step.cards else "",
                lamp=lamp,
                asked=slot in step.cards,
            )
        )
    return tuple(found)


def _lamps(session: Session, state: LessonState) -> tuple[int, ...]:
    """Return the lights: lit in locked slots, blinking where a card is to be put."""
    step = state.step
    lamps = [LIT if slot in step.locked else DARK for slot in range(1, SLOTS + 1)]
    if state.stage == TASK:
        for wrong in wrong_slots(session.config.game, step, state.row):
            lamps[wrong.slot - 1] = BLINK
    if _answers_by_handle(session, state):
        lamps[state.pushes % len(_offers(session, state)) % SLOTS] = BLINK
    return tuple(lamps)


def lesson_lamps(session: Session, state: LessonState) -> Lamps | None:
    """Return the lights of the reader that is used, or of all while none is."""
    reader = _reader(session, state)
    seats = _seats_with_readers(session) if reader is None else (reader,)
    return Lamps(dict.fromkeys(seats, _lamps(session, state)))


PAGE: Final = Page(
    lesson_view,
    {
        InsertLessonCard: on_insert,
        TakeLessonCard: on_take,
        MoveLessonHandle: on_move,
        TouchLessonOffer: on_offer,
        ContinueLesson: on_continue,
    },
    opened=on_open,
    opens=Precondition((SETUP,)),
    intercepts={SlotRead: on_slot, HandleMoved: on_handle},
    lamps=lesson_lamps,
)
