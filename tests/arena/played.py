"""Results made up for tests: whoever is stronger wins more often, by dice, and nobody has to play."""

from random import Random

from niagara.arena import Course, Entry, Game, Key, Played, Tournament

WINS = {"weak": 1.0, "middling": 3.0, "strong": 9.0, "twin": 3.0}


def made_up(game: Game) -> Played:
    """A result as the names of the entries have it; the luck of the game decides."""
    weights = [WINS.get(entry.name, 1.0) for entry in game.seats]
    winner = Random(f"{game.luck} {game.key}").choices(range(len(weights)), weights)[0]
    home = tuple(4 if seat == winner else 1 for seat in range(len(weights)))
    return Played(game.key, (winner,), home, rounds=20, decisions=99)


def named(*names: str) -> tuple[Entry, ...]:
    return tuple(Entry(name, strength="drifter") for name in names)


def played_out(tournament: Tournament) -> Course:
    """The course of a whole tournament of made-up games."""
    course = Course(tournament)
    for games in course.stages():
        for game in games:
            course.add(made_up(game))
    return course


def games_of(tournament: Tournament) -> list[Game]:
    """All games of a round robin."""
    (games,) = Course(tournament).stages()
    return list(games)


def key_of(game: Game) -> Key:
    return Key.read(game.key)
