"""Make the texts that a voice says, for people who do not look at the screen.

Announcements follow from a view, which holds no hidden information; the hand that one player has
uncovered, and what is wrong with it, is not read out either.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from companion.named_tuples import NamedTuple
from companion.session import view
from companion.session.messages import notice_words
from companion.session.pages.lesson import STEP, TASK, LessonPage
from companion.session.pages.place import PlacePage
from companion.session.pages.play import AGAIN
from companion.session.pages.program import how_to_choose
from companion.session.view import (
    DealPage,
    InstructionLine,
    PlayPage,
    ProgramPage,
    ReaderPicture,
    SummaryPage,
    View,
)
from companion.signals import REST
from companion.words import NOTHING, Text, count, listed, sentence, sentences, text, verbatim

Line: TypeAlias = tuple[str, Text]
"""A key by which a line is said once in its moment, and its words; NOTHING is not said."""
REFUSAL: Final = "refusal"
"""The beginning of the keys of lines that interrupt others."""
ANSWER: Final = "answer"
"""The beginning of the keys of answers that handles go through, of which the last one counts."""
TIME_UP: Final = text("Time is up.")


class Announcement(NamedTuple):
    """All that is to be said at a moment."""

    moment: tuple[str, int, int, int] = ("", 0, 0, 0)
    """The page, the step, the moment of a lesson, and how often it was asked for again.

    Another moment ends what was said of the one before.
    """
    lines: tuple[Line, ...] = ()
    """The words to be said, in order; lines with other keys may come while the moment lasts."""
    ahead: tuple[Text, ...] = ()
    """The words that are probably said next, so that they can be prepared."""


def announcement_of(seen: View) -> Announcement:
    """Return what is to be said of a view: nothing for pages that are not of the race."""
    body = seen.body
    ahead: tuple[Text, ...] = ()
    moment = 0
    if isinstance(body, PlayPage) and seen.page == view.PLAY:
        lines = [*_instruction(seen, body)]
        coming = [line for line in body.lines if line.state == "coming"]
        ahead = tuple(words for line in coming[:1] for _, words in _line_with_title(line))
    elif isinstance(body, ProgramPage) and seen.page in view.ASKING:
        lines = [*_questions(seen, body)]
        ahead = tuple(_next_answers(seen, body))
    elif isinstance(body, PlacePage):
        lines = [*_places(seen, body)]
    elif isinstance(body, DealPage):
        lines = [*_deal(seen, body)]
    elif isinstance(body, SummaryPage) and seen.page in (view.SUMMARY, view.OVER):
        lines = [*_standings(seen, body)]
    elif isinstance(body, LessonPage):
        lines, moment = [*_lesson(seen, body)], body.moment
    elif seen.page == view.PAUSED:
        lines = [("title", sentence(seen.title))]
    else:
        return Announcement()
    if seen.notice:
        words = notice_words(seen.notice)
        lines.append((f"{REFUSAL} {words}", words))
    # There any handle does, and nobody has to look at the screen.
    if isinstance(body, DealPage):
        goes_on_by_pull = not any(row.words for row in body.rows)
    else:
        goes_on_by_pull = seen.page == view.SUMMARY
    if seen.preferences.hands_free and goes_on_by_pull:
        lines.append(("pull", text("Pull a handle to go on.")))
    return Announcement((seen.page, seen.revision, moment, seen.say_again), tuple(lines), ahead)


def _text(words: Text | str) -> Text:
    return words if isinstance(words, Text) else verbatim(words)


def _instruction(seen: View, page: PlayPage) -> Iterator[Line]:
    """Yield the present instruction, with the title of its part where that begins."""
    if seen.hint == AGAIN:
        yield "again", AGAIN
    if page.instruction.number == 1:
        yield "round", sentence(seen.title)
    present = [line for line in page.lines if line.state == "now"]
    for line in present:
        yield from _line_with_title(line)
    if not present:
        yield "line", sentence(page.instruction.words)
    for number, cause in enumerate(page.instruction.cause):
        yield f"cause:{number}", cause


def _line_with_title(line: InstructionLine) -> Iterator[Line]:
    """Yield a line of a round, after the title of a part that begins with it."""
    if line.head:
        yield f"part:{line.at}", sentence(line.head)
    yield f"line:{line.at}", sentence(line.words)


def _questions(seen: View, page: ProgramPage) -> Iterator[Line]:
    """Yield what is asked, who is awaited last, and what is wrong in a reader."""
    yield "title", sentence(seen.title)
    names = {seat: sign.name for seat, sign in seen.signs.items()}
    people = [reader for reader in page.readers if reader.kind != "pilot"]
    asked = [reader for reader in people if reader.asked]
    waiting = [reader for reader in asked if not reader.ready]
    choosing = [reader for reader in waiting if reader.by_handle and not reader.handles]
    # First, because the time for them may be short.
    for reader in choosing:
        if reader.question:
            yield _question(reader, names[reader.seat])
        yield from _answer_by_handle(reader, names[reader.seat])
        if reader.question:
            yield f"how:{reader.seat}", how_to_choose(names[reader.seat], bool(reader.numbered))
    if any(reader not in choosing or not reader.question for reader in waiting):
        yield "hint", _text(seen.hint)
    hands: dict[int, list[str]] = {}
    for reader in asked:
        if reader.kind == "reader" and reader.reads and reader.dealt:
            hands.setdefault(reader.dealt, []).append(names[reader.seat])
    for number, holders in hands.items():
        words = count(
            "{names}: {number} card.", "{names}: {number} cards.", number, names=listed(holders)
        )
        yield f"hand:{number}", words
    for reader in asked:
        if reader.question and reader not in choosing:
            yield _question(reader, names[reader.seat])
    for reader in waiting:
        if reader.by_handle and reader.handles:
            yield from _action_by_handle(reader, names[reader.seat])
        if reader.offers and not reader.secret and not reader.uncovered and not reader.by_handle:
            offers = listed([offer.label for offer in reader.offers], "or")
            words = text(
                "{name} chooses on the screen: {offers}.", name=names[reader.seat], offers=offers
            )
            yield f"offers:{reader.seat}", words
        if reader.kind == "reader" and reader.secret and not (reader.handles or reader.by_handle):
            words = text("{name} chooses on the screen or a phone.", name=names[reader.seat])
            yield f"screen:{reader.seat}", words
    if len(asked) > 1 and len(waiting) == 1 and waiting[0].kind == "reader":
        yield "last", _last(waiting[0], names[waiting[0].seat])
    for reader in people:
        if reader.problem and not reader.uncovered and reader.kind == "reader":
            yield from _problem(reader, names[reader.seat])


def _question(reader: ReaderPicture, name: str) -> Line:
    """Return what exactly is asked of one seat, which is public; it is on its tile."""
    words = text("{name}: {words}", name=name, words=reader.question)
    return f"question:{reader.seat}", words


def _answer_by_handle(reader: ReaderPicture, name: str) -> Iterator[Line]:
    """Yield the answer that a pull takes now; of a secret choice all, each with its number."""
    if reader.numbered:
        answers = sentences(
            *(
                text("{number}: {answer}.", number=number, answer=answer)
                for number, answer in enumerate(reader.numbered, 1)
            )
        )
        yield f"numbers:{reader.seat}", text("{name}: {words}", name=name, words=answers)
    for at, offer in enumerate(reader.offers):
        if offer.current:
            yield f"{ANSWER} {reader.seat}:{at}", _answer_words(reader, name, at)


def _answer_words(reader: ReaderPicture, name: str, at: int) -> Text:
    """Return an answer as it is said, the first one with the name of the player."""
    answer = reader.offers[at].label
    if at:
        return text("Or: {answer}.", answer=answer)
    return text("{name}: {words}.", name=name, words=answer)


def _next_answers(seen: View, page: ProgramPage) -> Iterator[Text]:
    """Yield the answers that a push would lead to."""
    for reader in page.readers:
        for at, offer in enumerate(reader.offers):
            if offer.current:
                yield _answer_words(
                    reader, seen.signs[reader.seat].name, (at + 1) % len(reader.offers)
                )


def _action_by_handle(reader: ReaderPicture, name: str) -> Iterator[Line]:
    """Yield the action that a pull takes now, or that there are some."""
    for at, offer in enumerate(reader.optional_actions):
        if offer.current:
            yield (
                f"{ANSWER} {reader.seat}:{at}",
                sentences(
                    text("{action}?", action=offer.label),
                    offer.about,
                    text("Pull the handle to do it, or push it again."),
                ),
            )
    if not any(offer.current for offer in reader.optional_actions):
        yield (
            f"{ANSWER} {reader.seat}",
            text(
                "{name}: before you put in cards you may push the handle: {actions}.",
                name=name,
                actions=listed([offer.label for offer in reader.optional_actions], "or"),
            ),
        )


def _last(reader: ReaderPicture, name: str) -> Text:
    """Return what the last person has to do for whom all others wait."""
    moves = [position for position, _ in reader.handles]
    if not reader.reads or not moves:
        return text("Waiting for {names}.", names=name)
    if "pull" in moves:
        return text("{name}: put your cards into the slots and pull the handle.", name=name)
    return text("{name}: put your cards into the slots and push the handle.", name=name)


def _problem(reader: ReaderPicture, name: str) -> Iterator[Line]:
    """Yield what is wrong in a reader; cards that one player alone may know are not named.

    Each pull is answered; what changes while hands put it right is not said again.
    """
    words = _text(reader.problem)
    if dict(words.arguments).get("s0") == TIME_UP:
        words = text("Time is up. {name}: look at the screen.", name=name)
    known = f"{REFUSAL} {reader.seat}"
    if reader.handle == REST:
        yield known, words
    else:
        yield f"{known} {words}", words
        yield known, NOTHING


def _places(seen: View, page: PlacePage) -> Iterator[Line]:
    yield "title", sentence(seen.title)
    for number, line in enumerate(page.lines):
        yield f"line:{number}", sentence(line.words)
    yield "hint", _text(seen.hint)


def _deal(seen: View, page: DealPage) -> Iterator[Line]:
    yield "title", sentence(seen.title)
    waiting = any(row.words for row in page.rows)
    yield f"hint:{waiting}", _text(seen.hint)
    for row in page.rows:
        if row.words:
            yield (
                f"row:{row.seat}:{bool(row.take)}:{bool(row.put)}",
                text("{name}: {words}", name=seen.signs[row.seat].name, words=row.words),
            )


def _lesson(seen: View, page: LessonPage) -> Iterator[Line]:
    """Yield what a step is about, what to do or what has happened, and how to answer or go on."""
    if page.stage == TASK:
        yield "title", sentence(seen.title)
    yield "words", page.words
    if page.by_handle:
        for at, choice in enumerate(page.choices):
            if choice.chosen:
                answer = text("Or: {answer}.", answer=choice.label) if at else choice.label
                yield f"{ANSWER}:{at}", sentence(answer)
        yield "how", _text(seen.hint)
    elif page.offered:
        answers = listed([choice.label for choice in page.choices], "or")
        yield "answers", text("Touch {answers}.", answers=answers)
    if page.wrong:
        yield f"{REFUSAL} {page.wrong}", page.wrong
    if page.at_reader and page.stage != TASK and page.moment < STEP:
        yield "pull", text("Pull the handle to go on.")


def _standings(seen: View, page: SummaryPage) -> Iterator[Line]:
    """Yield how the race ended, and each player's place."""
    yield "title", sentence(seen.title)
    if page.winner:
        yield "winner", sentence(page.winner)
    for row in page.rows:
        if row.placed:
            details = listed([fact.words for fact in row.facts] or [row.brief], "")
            yield (
                f"row:{row.seat}",
                text(
                    "Place {place}: {name}, {facts}.",
                    place=row.place,
                    name=seen.signs[row.seat].name,
                    facts=details,
                ),
            )
