"""Two players with two robots each, in standings and records (CB17, CBR17, CBR30)."""

from __future__ import annotations

from companion.app.loop import EventLoop, open_session
from companion.gallery.cardbot import cardbot
from companion.gallery.race import Wanted, until
from companion.games.cardbot.stages import OVER, CardbotPosition
from companion.records.book import Book
from companion.session.lobby.people import outcome_of
from companion.session.lobby.people_messages import RecordsLoaded, SitDown
from companion.session.messages import Begin, ChooseBoard
from companion.session.pictures import standing_rows
from companion.session.view import SUMMARY
from tests.typed import of_kind


def after_a_round() -> EventLoop:
    """Return a person with a name and a pilot after a round."""
    loop = open_session(seed=3, players=("person", "racer"), game=cardbot())
    for message in (
        ChooseBoard("cardbot-basic"),
        RecordsLoaded(Book().with_person("ADA")),
        SitDown(1, 1),
        Begin(),
    ):
        loop.send(message)
    return until(loop, Wanted(SUMMARY))


def test_a_second_robot_says_whose_it_is_and_shares_the_place() -> None:
    """List a second robot after its player's first one, at the same rank."""
    session = after_a_round().session
    assert session.match is not None
    rows = standing_rows(session, session.match)
    assert [row.placed for row in rows] == [True, False, True, False]
    assert [row.place for row in rows] in ([1, 1, 2, 2], [1, 1, 1, 1]) and [
        {row.seat for row in rows[at : at + 2]} for at in (0, 2)
    ] in ([{1, 3}, {2, 4}], [{2, 4}, {1, 3}])
    assert [
        ("ADA" in str(row.note), "COPPER" in str(row.note))
        for row in sorted(rows, key=lambda row: row.seat)
    ] == [
        (False, False),
        (False, False),
        (True, False),
        (False, True),
    ]


def test_a_person_has_won_whose_second_robot_has() -> None:
    """Record a win of a person's second robot."""
    session = after_a_round().session
    assert session.match is not None
    position = of_kind(CardbotPosition, session.match.position)
    ended = position._replace(state=position.state._replace(winners=(3,)), stage=OVER)
    found = outcome_of(
        session._replace(
            match=session.match._replace(position=ended, next_step=cardbot().next_step(ended))
        )
    )
    assert found is not None and [(one.seat, one.place, one.won) for one in found.results] == [
        (1, 1, True)
    ]
