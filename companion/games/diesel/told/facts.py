"""All that is known about one thing: a player, a card that was revealed, a rule; as the table stands now, and nothing of what comes."""
from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.base import AboutCard, AboutPiece, AboutRule, Known, Scene, Subject
from companion.games.diesel.engine.state import State
from companion.games.diesel.told.abilities import ability_words
from companion.games.diesel.told.phrases import called
from companion.games.diesel.told.why import why
from companion.words import text


def facts(state: State, scene: Scene, about: Subject, names: Mapping[int, str]) -> tuple[Known, ...]:
    """What is known about a subject; () where there is no such thing."""
    if isinstance(about, AboutRule):
        words = why(about.rule)
        return (Known(text("The rule"), words, about.rule),) if words else ()
    if isinstance(about, AboutCard):
        return tuple(_card(state, about))
    if isinstance(about, AboutPiece):
        return tuple(_row(scene, about.seat))
    return ()


def _card(state: State, about: AboutCard) -> Iterator[Known]:
    card = state.deck.cards[about.face.priority]
    yield Known(called(card), ability_words(card.ability), "DD14", about.seat, face=about.face)


def _row(scene: Scene, seat: int) -> Iterator[Known]:
    for row in scene.rows:
        if row.seat == seat:
            for card in row.cards:
                if card.face is not None and card.face.look is not None and not card.down:
                    yield Known(card.face.look.words, card.face.look.about, "DD14", seat, face=card.face)
