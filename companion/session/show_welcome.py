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
from companion.session.house_messages import Prefer
from companion.session.messages import AskSeat, OpenCertify
from companion.session.session import NOBODY, PERSON, Session, replace
from companion.session.show_proposals import seen_group
from companion.session.touching import CROSSES
from companion.session.view import View
from companion.session.view_doctor import DoctorRow
from companion.session.view_menu import CHIPS, WAYS, Choice, ChoiceGroup
from companion.session.view_welcome import CrossPage, WelcomePage
from companion.session.welcome_messages import CorrectTouch, LayFirstGame, LeaveWelcome, ShowCrosses, StepOn, TurnScreen
from companion.session.welcoming import awaits_touch
from companion.signals import ASIDE, NO_READER

# Next and Skip say the same; Skip stands where something was not done.
NEXT, SKIP, BACK = (Choice(label, "", StepOn(where)) for label, where in (("Next", "next"), ("Skip", "next"), ("Back", "back")))
RULES: Final = "The rule behind each instruction stands below it."
ON_PAPER: Final = "All rules fit on one sheet of paper. Print it on another computer, as the README says."


def welcome_view(session: Session, welcoming: Welcoming) -> View:
    """The step that is shown."""
    title, hint, page = STEPS[welcoming.stage](session, welcoming)
    head = f"Step {view.WELCOME_STAGES.index(welcoming.stage) + 1} of {len(view.WELCOME_STAGES)}: {title}"
    kind = view.CROSS if isinstance(page, CrossPage) else view.WELCOME
    return View(kind, head, hint, None, page, session.step, "Leave", "", "", session.notice, session.house.table, on_back=LeaveWelcome())


Step: TypeAlias = tuple[str, str, WelcomePage | CrossPage]


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
            ("Turn left", "By a quarter", 270, "undo"), ("Turn right", "By a quarter", 90, "redo"), ("Turn round", "By half", 180, "swap"),
        )
    )
    hint = "The arrow must point up." if welcoming.before is None else f"It turns back in {trial} seconds, unless you touch Yes."
    page = _page(welcoming, groups=(ChoiceGroup("", WAYS, turns),), choices=(Choice("Yes, this way up", "", StepOn("next")),))
    return "This way up?", hint, replace(page, arrow=True)


def _crosses(session: Session, welcoming: Welcoming) -> Step:
    """A cross to be touched; or what the crosses have shown."""
    if awaits_touch(welcoming):
        at = len(welcoming.struck)
        words = "Touch the middle of the cross" if welcoming.before is None else "Corrected: touch the middle of the cross again"
        return f"Touch, cross {at + 1} of {len(CROSSES)}", "", CrossPage(f"{words}.", CROSSES[at], SKIP)
    rows = tuple(DoctorRow(one.title, one.state, one.words, one.remedy) for one in welcoming.found)
    if welcoming.offered:
        # Who touches this does not hit any button.
        return "Touch", "", CrossPage(rows[0].words, anywhere=Choice("Touch anywhere to correct it", "", CorrectTouch()))
    correct = (Choice("Correct it", "", CorrectTouch()),) if welcoming.amiss else ()
    fine = all(row.state == "fine" for row in rows)
    choices = (BACK, Choice("Check again", "", ShowCrosses()), *correct, NEXT)
    return "Touch", "All crosses were touched." if fine else "What the crosses show:", _page(welcoming, rows, (seen_group(session.preferences),), choices)


def _language(session: Session, welcoming: Welcoming) -> Step:
    """The languages by their own names."""
    now = session.preferences
    chips = tuple(Choice(name, "", Prefer(now._replace(language=code)), chosen=code == now.language) for code, name in LANGUAGES)
    return "Language", "Touch the language of the screen.", _page(welcoming, groups=(ChoiceGroup("", WAYS, chips),))


def _giving(session: Session, welcoming: Welcoming) -> Step:
    """The readers that there are, and whose handle is awaited."""
    seated = [seat for seat in session.readers if not session.on_screen(seat)]
    models = [seat for seat in session.readers if session.readers[seat].model is not None]
    loose, asking = len(session.strangers), session.testing.asking if session.testing is not None else None
    lost = [seat for seat, reader in session.readers.items() if reader.lost not in ("", NO_READER, ASIDE) and seat not in session.house.touch]
    if not seated and not loose and not lost:
        words, state = ("Emulated readers", "fine") if models else ("No readers: cards are played on this screen", "note")
        # Nothing to give a seat to: emulated readers have theirs.
        row = DoctorRow("Readers", state, f"{words}.", "" if models else "Plug readers in, and they are found here.")
        return "Readers and seats", "What was found:", _page(welcoming, (row,))
    rows = (*_missing(lost), *_answering(seated))
    if loose:
        words = f"{loose} reader{'' if loose == 1 else 's'} without a seat."
        rows = (DoctorRow("Readers", "bad", words, "Pull the handle of each when it is asked for."), *rows)
    chips = tuple(
        Choice(str(seat), "", AskSeat(None if seat == asking else seat), chosen=seat == asking)
        for seat in session.readers if seat not in session.house.touch
    )
    groups = (ChoiceGroup("A reader stands in front of another seat? Touch that seat, then pull its handle.", CHIPS, chips),) if chips else ()
    return "Readers and seats", _wanted(asking, loose, lost), _page(welcoming, rows, groups, (BACK, SKIP if loose or lost else NEXT))


def _missing(seats: list[int]) -> tuple[DoctorRow, ...]:
    """The seats whose own readers do not answer, in a row."""
    one = len(seats) == 1
    words, remedy = ("the reader does not answer.", "Check its cable.") if one else ("the readers do not answer.", "Check their cables.")
    return (DoctorRow(_named(seats), "bad", words, remedy),) if seats else ()


def _answering(seats: list[int]) -> tuple[DoctorRow, ...]:
    """The seats whose own readers answer, in a row."""
    return (DoctorRow(_named(seats), "fine", "the reader answers." if len(seats) == 1 else "the readers answer.", ""),) if seats else ()


def _named(seats: list[int]) -> str:
    """Seats in words: "Seat 2", "Seats 2, 5"."""
    return f"{'Seat' if len(seats) == 1 else 'Seats'} {', '.join(map(str, seats))}"


def _wanted(asking: int | None, loose: int, lost: list[int]) -> str:
    """What hands are to do at the readers."""
    if asking is not None:
        return f"Pull the handle of the reader in front of seat {asking}."
    if loose:
        return "Touch the seat whose reader is replaced, or check the cables." if lost else "All seats have readers. Unplug the extra ones."
    return "Not every reader answers." if lost else "All readers have seats."


def _certifying(session: Session, welcoming: Welcoming) -> Step:
    """The acceptance run is offered, and what came of it."""
    readers = any(not session.on_screen(seat) or reader.model is not None for seat, reader in session.readers.items())
    if not readers:
        row = DoctorRow("Certificate", "note", "There are no readers to be certified.", "Later it can be done from the table test.")
        return "Certify", "Nothing to do here.", _page(welcoming, (row,))
    rows = (_verdict(welcoming.certified),) if welcoming.certified else ()
    about = "Test cards, handles and lights, a few minutes for each reader; at the end there is a certificate."
    way = Choice("Certify again" if rows else "Certify the table", about, OpenCertify(), symbol="tick")
    return "Certify", "Try every slot, handle and light once.", _page(welcoming, rows, (ChoiceGroup("", WAYS, (way,)),), (BACK, NEXT if rows else SKIP))


def _verdict(word: str) -> DoctorRow:
    """What came of the acceptance run, as a row; whoever has certified has read what this needs already."""
    from companion.certificate.report import FAILED, PASSED, VERDICTS

    state = {PASSED: "fine", FAILED: "bad"}.get(word, "note")
    return DoctorRow("Certificate", state, f"{word}. {VERDICTS[word]}", "")


def _game(session: Session, welcoming: Welcoming) -> Step:
    """What a first game would be."""
    rules = DoctorRow("Rules", "note", RULES, ON_PAPER)
    blocked = in_the_way(session)
    if blocked:
        return "First game", "Not now.", _page(welcoming, (DoctorRow("First game", "note", blocked, ""), rules), choices=(BACK, Choice("Finish", "", LeaveWelcome())))
    who, game = players(session), session.house.game
    persons = [str(seat) for seat, player in who.items() if player == PERSON]
    pilots = sum(player not in (PERSON, NOBODY) for player in who.values())
    people = f"You at seat {persons[0]}, against {pilots} pilots." if pilots else f"People at seats {', '.join(persons)}."
    # Only what is easier than usual is told.
    easy = [
        f"{option.title}: {option.choice(game.easy[option.key]).label}" for option in game.options
        if game.easy.get(option.key, option.default) != option.default
    ]
    rows = (
        DoctorRow("Board", "fine", f"{board(session).title}, with its easiest flags.", ""),
        DoctorRow("Players", "fine", people, ""),
        DoctorRow("Easy settings", "fine", f"{'; '.join(easy)}.", "What each of them means stands on the page Settings."), rules,
    )
    return "First game", "All of it can be changed on the next pages.", _page(welcoming, rows, choices=(BACK, Choice("Begin", "", LayFirstGame())))


STEPS: Final[Mapping[str, Callable[[Session, Welcoming], Step]]] = {
    view.UPRIGHT: _upright, view.CROSSES: _crosses, view.LANGUAGE: _language, view.GIVING: _giving, view.CERTIFYING: _certifying, view.GAME: _game,
}
"""Each step: title, hint, page."""
