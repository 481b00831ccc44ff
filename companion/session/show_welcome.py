"""The first steps as a view: which of how many, what to do, what was found, and what can be chosen.

Read only while they are shown. Every step has a way on, since nothing in them has to be done.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from companion.content.languages import LANGUAGES
from companion.session import view
from companion.session.first_game import board, in_the_way, players
from companion.session.first_steps import Welcoming
from companion.session.messages import ClosePage, Prefer
from companion.session.pages.certify import OpenCertify
from companion.session.pages.table import AskSeat
from companion.session.session import NOBODY, PERSON, Session, replace
from companion.session.show_proposals import seen_group
from companion.session.touching import CROSSES
from companion.session.view import View
from companion.session.view_doctor import DoctorRow
from companion.session.choices import CHIPS, WAYS, Choice, ChoiceGroup
from companion.session.view_welcome import CrossPage, WelcomePage
from companion.session.welcome_messages import CorrectTouch, LayFirstGame, ShowCrosses, StepOn, TurnScreen
from companion.session.welcoming import awaits_touch
from companion.signals import ASIDE, NO_READER
from companion.words import NOTHING, Text, clauses, count, listed, text

# Next and Skip say the same; Skip stands where something was not done.
NEXT, SKIP, BACK = (Choice(label, "", StepOn(where)) for label, where in ((text("Next"), "next"), (text("Skip"), "next"), (text("Back"), "back")))
RULES: Final = text("The rule behind each instruction stands below it.")
ON_PAPER: Final = text("All rules fit on one sheet of paper. Print it on another computer, as the README says.")


def welcome_view(session: Session, welcoming: Welcoming) -> View:
    """The step that is shown."""
    title, hint, page = STEPS[welcoming.stage](session, welcoming)
    head = text("Step {number} of {all}: {title}", number=view.WELCOME_STAGES.index(welcoming.stage) + 1, all=len(view.WELCOME_STAGES), title=title)
    kind = view.CROSS if isinstance(page, CrossPage) else view.WELCOME
    return View(kind, head, hint, None, page, session.step, text("Leave"), "", "", session.notice, session.house.table, on_back=ClosePage("welcome"))


Step: TypeAlias = tuple[Text, Text, WelcomePage | CrossPage]


def _page(
    welcoming: Welcoming, rows: tuple[DoctorRow, ...] = (), groups: tuple[ChoiceGroup, ...] = (), choices: tuple[Choice, ...] = (BACK, NEXT),
) -> WelcomePage:
    return WelcomePage(welcoming.stage, rows, groups, choices)


def _upright(session: Session, welcoming: Welcoming) -> Step:
    """Which way up, and how to turn it."""
    now, trial = session.preferences.rotation, welcoming.left
    turns = tuple(
        Choice(label, about, TurnScreen((now + degrees) % 360), symbol=symbol)
        for label, about, degrees, symbol in (
            (text("Turn left"), text("By a quarter"), 270, "undo"), (text("Turn right"), text("By a quarter"), 90, "redo"), (text("Turn round"), text("By half"), 180, "swap"),
        )
    )
    hint = text("The arrow must point up.") if welcoming.before is None else text("It turns back in {seconds} seconds, unless you touch Yes.", seconds=trial or 0)
    page = _page(welcoming, groups=(ChoiceGroup("", WAYS, turns),), choices=(Choice(text("Yes, this way up"), "", StepOn("next")),))
    return text("This way up?"), hint, replace(page, arrow=True)


def _crosses(session: Session, welcoming: Welcoming) -> Step:
    """A cross to be touched; or what the crosses have shown."""
    if awaits_touch(welcoming):
        at = len(welcoming.struck)
        words = text("Touch the middle of the cross.") if welcoming.before is None else text("Corrected: touch the middle of the cross again.")
        return text("Touch, cross {number} of {all}", number=at + 1, all=len(CROSSES)), NOTHING, CrossPage(words, CROSSES[at], SKIP)
    rows = tuple(DoctorRow(one.title, one.state, one.words, one.remedy) for one in welcoming.found)
    if welcoming.offered:
        # Who touches this does not hit any button.
        return text("Touch"), NOTHING, CrossPage(rows[0].words, anywhere=Choice(text("Touch anywhere to correct it"), "", CorrectTouch()))
    correct = (Choice(text("Correct it"), "", CorrectTouch()),) if welcoming.amiss else ()
    fine = all(row.state == "fine" for row in rows)
    choices = (BACK, Choice(text("Check again"), "", ShowCrosses()), *correct, NEXT)
    return text("Touch"), text("All crosses were touched.") if fine else text("What the crosses show:"), _page(welcoming, rows, (seen_group(session.preferences),), choices)


def _language(session: Session, welcoming: Welcoming) -> Step:
    """The languages by their own names."""
    now = session.preferences
    chips = tuple(Choice(name, "", Prefer(now._replace(language=code)), chosen=code == now.language) for code, name in LANGUAGES)
    return text("Language"), text("Touch the language of the screen."), _page(welcoming, groups=(ChoiceGroup("", WAYS, chips),))


def _giving(session: Session, welcoming: Welcoming) -> Step:
    """The readers that there are, and whose handle is awaited."""
    seated = [seat for seat in session.readers if not session.on_screen(seat)]
    models = [seat for seat in session.readers if session.readers[seat].model is not None]
    loose, asking = len(session.strangers), session.testing.asking if session.testing is not None else None
    lost = [seat for seat, reader in session.readers.items() if reader.lost not in ("", NO_READER, ASIDE) and seat not in session.house.touch]
    if not seated and not loose and not lost:
        words, state = (text("Emulated readers."), "fine") if models else (text("No readers: cards are played on this screen."), "note")
        # Nothing to give a seat to: emulated readers have theirs.
        row = DoctorRow(text("Readers"), state, words, "" if models else text("Plug readers in, and they are found here."))
        return text("Readers and seats"), text("What was found:"), _page(welcoming, (row,))
    rows = (*_missing(lost), *_answering(seated))
    if loose:
        words = count("{number} reader without a seat.", "{number} readers without a seat.", loose)
        rows = (DoctorRow(text("Readers"), "bad", words, text("Pull the handle of each when it is asked for.")), *rows)
    chips = tuple(
        Choice(str(seat), "", AskSeat(None if seat == asking else seat), chosen=seat == asking)
        for seat in session.readers if seat not in session.house.touch
    )
    groups = (ChoiceGroup(text("A reader stands in front of another seat? Touch that seat, then pull its handle."), CHIPS, chips),) if chips else ()
    return text("Readers and seats"), _wanted(asking, loose, lost), _page(welcoming, rows, groups, (BACK, SKIP if loose or lost else NEXT))


def _missing(seats: list[int]) -> tuple[DoctorRow, ...]:
    """The seats whose own readers do not answer, in a row."""
    words = count("the reader does not answer.", "the readers do not answer.", len(seats))
    return (DoctorRow(_named(seats), "bad", words, count("Check its cable.", "Check their cables.", len(seats))),) if seats else ()


def _answering(seats: list[int]) -> tuple[DoctorRow, ...]:
    """The seats whose own readers answer, in a row."""
    return (DoctorRow(_named(seats), "fine", count("the reader answers.", "the readers answer.", len(seats)), ""),) if seats else ()


def _named(seats: list[int]) -> Text:
    """Seats in words: "Seat 2", "Seats 2, 5"."""
    return count("Seat {seats}", "Seats {seats}", len(seats), seats=listed([str(seat) for seat in seats], ""))


def _wanted(asking: int | None, loose: int, lost: list[int]) -> Text:
    """What hands are to do at the readers."""
    if asking is not None:
        return text("Pull the handle of the reader in front of seat {seat}.", seat=asking)
    if loose:
        return text("Touch the seat whose reader is replaced, or check the cables.") if lost else text("All seats have readers. Unplug the extra ones.")
    return text("Not every reader answers.") if lost else text("All readers have seats.")


def _certifying(session: Session, welcoming: Welcoming) -> Step:
    """The acceptance run is offered, and what came of it."""
    readers = any(not session.on_screen(seat) or reader.model is not None for seat, reader in session.readers.items())
    if not readers:
        row = DoctorRow(text("Certificate"), "note", text("There are no readers to be certified."), text("Later it can be done from the table test."))
        return text("Certify"), text("Nothing to do here."), _page(welcoming, (row,))
    rows = (_verdict(welcoming.certified),) if welcoming.certified else ()
    about = text("Test cards, handles and lights, a few minutes for each reader; at the end there is a certificate.")
    way = Choice(text("Certify again") if rows else text("Certify the table"), about, OpenCertify(), symbol="tick")
    return text("Certify"), text("Try every slot, handle and light once."), _page(welcoming, rows, (ChoiceGroup("", WAYS, (way,)),), (BACK, NEXT if rows else SKIP))


def _verdict(word: str) -> DoctorRow:
    """What came of the acceptance run, as a row; whoever has certified has read what this needs already."""
    from companion.certificate.report import FAILED, NAMES, PASSED, VERDICTS

    state = {PASSED: "fine", FAILED: "bad"}.get(word, "note")
    return DoctorRow(text("Certificate"), state, text("{verdict}. {words}", verdict=NAMES[word], words=VERDICTS[word]), "")


def _game(session: Session, welcoming: Welcoming) -> Step:
    """What a first game would be."""
    rules = DoctorRow(text("Rules"), "note", RULES, ON_PAPER)
    blocked = in_the_way(session)
    if blocked:
        return text("First game"), text("Not now."), _page(welcoming, (DoctorRow(text("First game"), "note", blocked, ""), rules), choices=(BACK, Choice(text("Finish"), "", ClosePage("welcome"))))
    who, game = players(session), session.house.game
    persons = [str(seat) for seat, player in who.items() if player == PERSON]
    pilots = sum(player not in (PERSON, NOBODY) for player in who.values())
    people = text("You at seat {seat}, against {pilots} pilots.", seat=persons[0], pilots=pilots) if pilots else text("People at seats {seats}.", seats=listed(persons, ""))
    # Only what is easier than usual is told.
    easy = [
        text("{option}: {choice}", option=option.title, choice=option.choice(game.easy[option.key]).label) for option in game.options
        if game.easy.get(option.key, option.default) != option.default
    ]
    rows = (
        DoctorRow(text("Board"), "fine", text("{board}, with its easiest flags.", board=board(session).title), ""),
        DoctorRow(text("Players"), "fine", people, ""),
        DoctorRow(text("Easy settings"), "fine", text("{settings}.", settings=clauses(easy)), text("What each of them means stands on the page Settings.")), rules,
    )
    return text("First game"), text("All of it can be changed on the next pages."), _page(welcoming, rows, choices=(BACK, Choice(text("Begin"), "", LayFirstGame())))


STEPS: Final[Mapping[str, Callable[[Session, Welcoming], Step]]] = {
    view.UPRIGHT: _upright, view.CROSSES: _crosses, view.LANGUAGE: _language, view.GIVING: _giving, view.CERTIFYING: _certifying, view.GAME: _game,
}
"""Each step: title, hint, page."""
