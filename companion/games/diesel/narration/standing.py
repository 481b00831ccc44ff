"""The standings: Derbys won, the leader of the present one, and the result."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.diesel.engine.counting import total
from companion.games.diesel.engine.state import DieselState
from companion.games.scene import ACTIVE, Fact, Standing
from companion.words import NOTHING, Text, count, facts, listed, sentences, text, verbatim

# ---- Standings -----------------------------------------------------------------------------------


def standings(state: DieselState) -> tuple[Standing, ...]:
    """Return the standings: the champion, then by tokens, strength and number of combatants."""

    def worth(seat: int) -> tuple[int, ...]:
        """Return a key that is lower for better seats."""
        return (
            seat != state.champion,
            -state.tokens.get(seat, 0),
            -total(state, seat),
            -len(state.front.get(seat, ())),
        )

    order = sorted(state.seats, key=lambda seat: (worth(seat), seat))
    best = [worth(seat) for seat in order]
    return tuple(_standing(state, best.index(worth(seat)) + 1, seat) for seat in order)


def _standing(state: DieselState, place: int, seat: int) -> Standing:
    tokens, strength, number = (
        state.tokens.get(seat, 0),
        total(state, seat),
        len(state.front.get(seat, ())),
    )
    shown = (
        Fact(
            text("Tokens"),
            verbatim(str(tokens)),
            count("{number} token", "{number} tokens", tokens),
        ),
        Fact(text("Strength"), verbatim(str(strength)), text("strength {total}", total=strength)),
        Fact(
            text("Combatants"),
            verbatim(str(number)),
            count("{number} combatant", "{number} combatants", number),
        ),
    )
    won = text("won this Derby") if state.over and seat in state.winners else NOTHING
    data = {"tokens": tokens, "total": strength, "combatants": number}
    return Standing(
        place,
        seat,
        ACTIVE,
        won,
        shown,
        NOTHING,
        shown[0].words,
        data,
        NOTHING,
        facts([shown[0].words, shown[1].words, won]),
    )


def headline(state: DieselState, names: Mapping[int, str]) -> Text:
    """Return who leads or won this Derby, and who has the most tokens; NOTHING at the start."""
    return sentences(_derby(state, names), _tokens(state, names))


def _derby(state: DieselState, names: Mapping[int, str]) -> Text:
    if state.over:
        winners = listed([names[seat] for seat in state.winners])
        return count(
            "{players} wins Derby {derby}.",
            "{players} win Derby {derby}.",
            len(state.winners),
            players=winners,
            derby=state.derby,
        )
    totals = sorted(
        ((total(state, seat), seat) for seat in state.seats), key=lambda one: (-one[0], one[1])
    )
    if len(totals) < 2 or not totals[0][0]:
        return NOTHING
    (most, first), (next_most, second) = totals[:2]
    player, other = names[first], names[second]
    if most == next_most:
        return text(
            "{player} and {other} are level in front with strength {total}.",
            player=player,
            other=other,
            total=most,
        )
    return text(
        "{player} leads with strength {total}, {less} more than {other}.",
        player=player,
        other=other,
        total=most,
        less=most - next_most,
    )


def _tokens(state: DieselState, names: Mapping[int, str]) -> Text:
    most = max(state.tokens.values(), default=0)
    if not most:
        return NOTHING
    having = [names[seat] for seat in state.seats if state.tokens.get(seat, 0) == most]
    return count(
        "{players} has the most tokens: {tokens}.",
        "{players} have the most tokens: {tokens}.",
        len(having),
        players=listed(having),
        tokens=most,
    )


def verdict(state: DieselState, names: Mapping[int, str]) -> Text:
    """Return the result: the champion with its tokens, and the second (DD12)."""
    if not state.champion:
        return text("Nobody wins.")
    tokens = state.tokens.get(state.champion, 0)
    won = text(
        "{player} wins the game with {tokens} tokens!", player=names[state.champion], tokens=tokens
    )
    others = [seat for seat in state.seats if seat != state.champion]
    second = max((state.tokens.get(seat, 0) for seat in others), default=0)
    if not second:
        return won
    near = [names[seat] for seat in others if state.tokens.get(seat, 0) == second]
    return sentences(
        won,
        count(
            "{players} has {tokens}.",
            "{players} have {tokens}.",
            len(near),
            players=listed(near),
            tokens=second,
        ),
    )
