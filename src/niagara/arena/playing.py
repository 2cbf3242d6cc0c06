"""Plays the games of a tournament on any executor, each exactly once, whoever dies on the way."""

from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait

from niagara.arena.course import Course
from niagara.arena.game import Game, Played, play_game
from niagara.arena.workers import Workers
from niagara.words import Refusal

MOST_DEATHS = 3  # of workers over the same game, and then something is wrong with the game
_PATIENCE = 30.0  # seconds without a result, and then it is asked whether there are workers at all


def play(course: Course, workers: Workers) -> Iterator[Played]:
    """Plays what is still missing, stage by stage; each result has been added to the course when it comes."""
    for games in course.stages():
        for played in play_games(games, workers):
            if course.add(played):
                yield played


def play_games(games: Iterator[Game], workers: Workers) -> Iterator[Played]:
    """The results of games as they come. The next games are asked for only when somebody is free to play them.

    A game whose worker died is handed out again. Refusal if a game has cost several workers their lives, or if all workers are gone.
    """
    executor = workers.hire()
    under_way: dict[Future[Played], tuple[Game, Executor]] = {}
    again: deque[Game] = deque()
    deaths: Counter[str] = Counter()
    try:
        while True:
            while len(under_way) < workers.ahead():
                game = again.popleft() if again else next(games, None)
                if game is None:
                    break
                try:
                    under_way[executor.submit(play_game, game)] = game, executor
                except workers.lost:
                    again.appendleft(game)
                    executor = _replaced(executor, workers)
            if not under_way:
                return
            done, _ = wait(under_way, _PATIENCE, return_when=FIRST_COMPLETED)
            if not done and not workers.present():
                raise Refusal("arena-workers-gone")
            for future in done:
                game, its_executor = under_way.pop(future)
                try:
                    played = future.result()
                except workers.lost as error:
                    deaths[game.key] += 1
                    if deaths[game.key] > MOST_DEATHS:
                        raise Refusal("arena-workers-die", game=game.key) from error
                    again.append(game)
                    if its_executor is executor:
                        executor = _replaced(executor, workers)
                except CancelledError as error:
                    raise Refusal("arena-workers-gone") from error
                else:
                    yield played
    finally:
        for future in under_way:
            future.cancel()
        executor.shutdown(wait=not under_way)


def _replaced(broken: Executor, workers: Workers) -> Executor:
    broken.shutdown(wait=False)
    return workers.hire()
