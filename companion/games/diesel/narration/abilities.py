"""Put abilities into words, made from their data, so that any deck has them.

Each sentence begins with the combatants ("one Tank is discarded"), since their form is then the
same in inflected languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.diesel.engine.cards import (
    ALL,
    ANY,
    ASIDE,
    COPY,
    DERBY,
    DISCARD,
    EACH,
    EVERY_TYPE,
    FEWEST_COMBATANTS,
    GAIN,
    HIGHEST,
    HIGHEST_TOTAL,
    INSTANT,
    LOOK,
    LOWEST,
    LOWEST_TOTAL,
    MOST_COMBATANTS,
    NONE,
    ONE,
    ONGOING,
    OTHERS,
    OWN,
    SAFE,
    STAND_IN,
    SWAP,
    TURN,
    TURN_DOWN,
    TYPES,
    WEAKEN,
    WIN,
    Ability,
    Filter,
)
from companion.words import NOTHING, Text, fill_form, listed, sentence, sentences, term, text

# ---- Types and kinds -----------------------------------------------------------------------------

TYPE_WORDS: Final[Mapping[str, Text]] = dict(
    zip(
        TYPES,
        (
            term("combatant", "Contraption"),
            term("combatant", "Ravager"),
            term("combatant", "Tank"),
            term("combatant", "Battlemekk"),
            term("combatant", "Wunderwaffe"),
        ),
        strict=True,
    )
)
"""The name of one of each type (DD02)."""
TYPES_WORDS: Final[Mapping[str, Text]] = dict(
    zip(
        TYPES,
        (
            term("combatants", "Contraptions"),
            term("combatants", "Ravagers"),
            term("combatants", "Tanks"),
            term("combatants", "Battlemekks"),
            term("combatants", "Wunderwaffen"),
        ),
        strict=True,
    )
)
"""The name of several of each type."""
KIND_WORDS: Final[Mapping[str, Text]] = {
    NONE: term("ability", "no ability"),
    ONGOING: term("ability", "ongoing"),
    TURN: term("ability", "turn"),
    INSTANT: term("ability", "instant"),
    DERBY: term("ability", "at the end"),
}
"""The name of each kind of ability (DD14)."""


HOLE: Final = ""
"""The argument of unfilled templates in tables."""


# ---- The combatants ------------------------------------------------------------------------------

_NOUNS: Final[Mapping[tuple[bool, bool, str], tuple[Text, Text]]] = {
    # Keys: all of them or one, only face-up ones, an extreme. Values: with the acting one, without
    # it.
    (False, False, ""): (text("one {who}", who=HOLE), text("one other {who}", who=HOLE)),
    (False, True, ""): (
        text("one face-up {who}", who=HOLE),
        text("one other face-up {who}", who=HOLE),
    ),
    (True, False, ""): (text("all {who}", who=HOLE), text("all other {who}", who=HOLE)),
    (True, True, ""): (
        text("all face-up {who}", who=HOLE),
        text("all other face-up {who}", who=HOLE),
    ),
    (False, False, LOWEST): (
        text("the weakest {who}", who=HOLE),
        text("the weakest other {who}", who=HOLE),
    ),
    (False, True, LOWEST): (
        text("the weakest face-up {who}", who=HOLE),
        text("the weakest other face-up {who}", who=HOLE),
    ),
    (True, False, LOWEST): (
        text("all weakest {who}", who=HOLE),
        text("all weakest other {who}", who=HOLE),
    ),
    (True, True, LOWEST): (
        text("all weakest face-up {who}", who=HOLE),
        text("all weakest other face-up {who}", who=HOLE),
    ),
    (False, False, HIGHEST): (
        text("the strongest {who}", who=HOLE),
        text("the strongest other {who}", who=HOLE),
    ),
    (False, True, HIGHEST): (
        text("the strongest face-up {who}", who=HOLE),
        text("the strongest other face-up {who}", who=HOLE),
    ),
    (True, False, HIGHEST): (
        text("all strongest {who}", who=HOLE),
        text("all strongest other {who}", who=HOLE),
    ),
    (True, True, HIGHEST): (
        text("all strongest face-up {who}", who=HOLE),
        text("all strongest other face-up {who}", who=HOLE),
    ),
}
_ONE_OF, _ALL_OF = text("{one_of}", one_of=HOLE), text("{all_of}", all_of=HOLE)
"""One of some types and all of them, for languages that need more than the type."""


def _strength(targets: Filter, what: Text) -> Text:
    """Return combatants with their strength, unless any strength will do."""
    if targets.least == targets.most:
        return text(
            "{combatants} with strength {strength}", combatants=what, strength=targets.least
        )
    if targets.least > 0 and targets.most < 4:
        return text(
            "{combatants} with strength {least} to {most}",
            combatants=what,
            least=targets.least,
            most=targets.most,
        )
    if targets.most < 4:
        return text("{combatants} with strength {most} or less", combatants=what, most=targets.most)
    if targets.least > 0:
        return text(
            "{combatants} with strength {least} or more", combatants=what, least=targets.least
        )
    return what


def targets_words(targets: Filter, number: str) -> Text:
    """Return which combatants an ability is about: "one face-up Tank of another player"."""
    many = number == ALL
    if not targets.types:
        who = term("combatants", "combatants") if many else term("combatant", "combatant")
    elif many:
        who = fill_form(_ALL_OF, listed([TYPES_WORDS[one] for one in targets.types], "or"))
    else:
        who = fill_form(_ONE_OF, listed([TYPE_WORDS[one] for one in targets.types], "or"))
    what = fill_form(_NOUNS[many, targets.up, targets.extreme][targets.others], who)
    if targets.whose == OWN:
        what = text("{combatants} of yours", combatants=what)
    if targets.whose == OTHERS and number != EACH:
        if many:
            what = text("{combatants} of other players", combatants=what)
        else:
            what = text("{combatants} of another player", combatants=what)
    what = _strength(targets, what)
    if targets.deployed:
        what = text("{combatants} deployed this turn", combatants=what)
    if number != EACH:
        return what
    if targets.whose == OTHERS:
        return text("of every other player {combatants}", combatants=what)
    return text("of every player {combatants}", combatants=what)


# ---- What happens to them ------------------------------------------------------------------------

_DONE: Final[Mapping[str, Text]] = {
    DISCARD: text("{combatants} is discarded", combatants=HOLE),
    GAIN: text("{combatants} comes to you", combatants=HOLE),
    SWAP: text("{combatants} changes places with this one", combatants=HOLE),
    TURN_DOWN: text("{combatants} is turned face down", combatants=HOLE),
    COPY: text("{combatants} is copied: its instant acts as this one’s", combatants=HOLE),
}
"""The words for an effect on one combatant."""
_MANY: Final[Mapping[str, Text]] = {
    DISCARD: text("{combatants} are discarded", combatants=HOLE),
    GAIN: text("{combatants} come to you", combatants=HOLE),
    TURN_DOWN: text("{combatants} are turned face down", combatants=HOLE),
}
"""The words for an effect on several combatants."""
_MAY: Final[Mapping[str, Text]] = {
    DISCARD: text("{combatants} may be discarded", combatants=HOLE),
    GAIN: text("{combatants} may come to you", combatants=HOLE),
    SWAP: text("{combatants} may change places with this one", combatants=HOLE),
    TURN_DOWN: text("{combatants} may be turned face down", combatants=HOLE),
    COPY: text("{combatants} may be copied: its instant acts as this one’s", combatants=HOLE),
}
"""The words for an effect on one combatant if its player agrees."""
_LOOKING: Final = text("you look at the combatants that lie aside")
_ONGOING: Final[Mapping[str, Text]] = {
    EVERY_TYPE: text("counts as every type"),
    STAND_IN: text(
        "if another combatant of yours would be discarded, this one is discarded instead"
    ),
    SAFE: text("nobody else can swap or gain it"),
}
"""The words for each ongoing ability."""
WINS: Final[Mapping[str, Text]] = {
    MOST_COMBATANTS: text("the most combatants"),
    FEWEST_COMBATANTS: text("the fewest combatants"),
    LOWEST_TOTAL: text("the lowest total"),
    HIGHEST_TOTAL: text("the highest total"),
}
"""The conditions that win a Derby outright."""


def ability_words(ability: Ability) -> Text:
    """Return everything that a combatant does, in a sentence or two (DD13, DD14)."""
    return _with_note(ability, _doing(ability))


def ability_full(ability: Ability) -> Text:
    """Return what a combatant does, with its kind: "Instant: all Ravagers are discarded."."""
    if ability.kind == NONE:
        return ability_words(ability)
    return _with_note(
        ability, text("{kind}: {words}", kind=KIND_WORDS[ability.kind], words=_doing(ability))
    )


def _with_note(ability: Ability, words: Text) -> Text:
    aside = ability.source == ASIDE and ability.verb == GAIN
    return sentences(
        sentence(words), sentence(text("its instant does not act")) if aside else NOTHING
    )


def _doing(ability: Ability) -> Text:
    if ability.kind == NONE:
        return text("no ability")
    if ability.kind == ONGOING:
        words = _ONGOING[ability.verb]
    elif ability.kind == TURN and ability.targets == Filter():
        words = text(
            "every combatant that would be discarded this turn comes to you, your own included"
        )
    elif ability.kind == TURN:
        words = text(
            "instead of being discarded this turn, {words}",
            words=fill_form(_MANY[GAIN], targets_words(ability.targets, ALL)),
        )
    elif ability.verb == WIN:
        words = text(
            "you win the Derby if you alone have {conditions}",
            conditions=listed([WINS[one] for one in ability.wins_by], "or"),
        )
    elif ability.verb == WEAKEN:
        what = targets_words(ability.targets._replace(whose=ANY), ONE)
        words = text("counts 2 less if {combatants} lies in front of you", combatants=what)
    elif ability.verb == LOOK:
        words = _LOOKING
    else:
        done = _MAY if ability.may else _MANY if ability.number == ALL else _DONE
        what = targets_words(ability.targets, ability.number)
        words = fill_form(done[ability.verb], what)
        if ability.source == ASIDE:
            words = text("{looking}, and {words}", looking=_LOOKING, words=words)
    if not ability.only:
        return words
    return text(
        "only if no other {type} was deployed this turn, {words}",
        type=fill_form(_ONE_OF, TYPE_WORDS[ability.only]),
        words=words,
    )


# ---- In a few words ------------------------------------------------------------------------------

_BRIEF: Final[Mapping[str, Text]] = {
    DISCARD: text("discards {combatants}", combatants=HOLE),
    GAIN: text("takes {combatants}", combatants=HOLE),
    SWAP: text("swaps with {combatants}", combatants=HOLE),
    TURN_DOWN: text("turns {combatants} down", combatants=HOLE),
    COPY: text("copies {combatants}", combatants=HOLE),
}
_BRIEF_WHOLE: Final[Mapping[str, Text]] = {
    EVERY_TYPE: text("is every type"),
    STAND_IN: text("is hit instead"),
    SAFE: text("cannot be taken"),
    WEAKEN: text("may count 2 less"),
    LOOK: text("looks aside"),
}
"""The words for verbs that are about no other combatants."""
_BRIEF_WINS: Final[Mapping[str, Text]] = {
    MOST_COMBATANTS: text("wins with most"),
    FEWEST_COMBATANTS: text("wins with fewest"),
    LOWEST_TOTAL: text("wins with lowest total"),
    HIGHEST_TOTAL: text("wins with highest total"),
}


def ability_short(ability: Ability) -> Text:
    """Return what a combatant does, short enough for a card: "discards all Ravagers"."""
    if ability.kind == NONE:
        return text("no ability")
    if ability.kind == TURN:
        return text("takes what is discarded")
    if ability.kind == DERBY and ability.verb == WIN:
        if set(ability.wins_by) == {MOST_COMBATANTS, FEWEST_COMBATANTS}:
            return text("wins with most or fewest")
        several = len(ability.wins_by) > 1
        return text("can win outright") if several else _BRIEF_WINS[ability.wins_by[0]]
    if ability.verb in _BRIEF_WHOLE:
        return _BRIEF_WHOLE[ability.verb]
    if ability.source == ASIDE:
        return text("takes one from aside")
    return fill_form(_BRIEF[ability.verb], _brief(ability.targets, ability.number))


def _brief(targets: Filter, number: str) -> Text:
    """Return which combatants it is about, in a word or two."""
    if targets.extreme:
        low = targets.extreme == LOWEST
        if number == EACH:
            return text("everybody’s weakest") if low else text("everybody’s strongest")
        if number == ALL:
            return text("all the weakest") if low else text("all the strongest")
        if targets.whose == OWN:
            return text("your weakest") if low else text("your strongest")
        return text("the weakest") if low else text("the strongest")
    many = number == ALL
    if len(targets.types) == 1:
        (kind,) = targets.types
        if many:
            return text("all {types}", types=TYPES_WORDS[kind])
        return text("one {type}", type=TYPE_WORDS[kind])
    if targets.least == targets.most:
        if many:
            return text("all of strength {strength}", strength=targets.least)
        return text("one of strength {strength}", strength=targets.least)
    if targets.most < 4 and targets.least == 0:
        if many:
            return text("all up to strength {strength}", strength=targets.most)
        return text("one up to strength {strength}", strength=targets.most)
    if many:
        return text("all of them")
    if targets.whose == OTHERS or targets.others:
        return text("another one")
    return text("any one")
