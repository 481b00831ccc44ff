"""How fast whole games go through session, table and pilots, as the headless commands play them."""
from __future__ import annotations

from companion.app.loop import open_evening, play_to_the_end
from companion.bench.yardstick import REFERENCE, Figure, best_seconds, run_loop
from companion.content import board_names
from companion.session.commands import Played
from companion.session.messages import Begin, ChooseBoard

TURNS = 30


def games_a_second() -> list[Figure]:
    """Games of eight pilots over all shipped boards in turn, one on each and at most so many turns each, instructions and all.

    They are played once before they are timed, which also counts their turns: boards and modules have been read then.
    """
    turns = sum(_play_all())
    loop, played = best_seconds(run_loop, _play_all, runs=3)
    speed = turns / played
    return [
        Figure("turns through session and table", speed, "turns/s", remark=f"{speed * loop / REFERENCE:.0f} on the reference machine"),
        Figure("one turn of eight seats", 1000 / speed, "ms", remark="dealing, programming by pilots, instructions, five registers, cleanup"),
    ]


def _play_all() -> list[int]:
    """Play a game on each board; the turns of each."""
    return [_play(seed, board) for seed, board in enumerate(board_names())]


def _play(seed: int, board: str) -> int:
    """Play one game on the board with this short name and count its turns.

    The seed fixes shuffles and pilots, so that every round plays the same games.
    """
    loop = open_evening(seed=seed, players=("random",) * 8)
    turns: list[int] = []

    def hear(played: Played) -> None:
        """Note the turn."""
        turns.append(played.turn)

    loop.on_played = hear
    loop.send(ChooseBoard(board))
    loop.send(Begin())
    play_to_the_end(loop, TURNS)
    loop.close()
    return max(turns)
