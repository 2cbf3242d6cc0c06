"""The results of a tournament as a picture: ratings with their intervals, and the matrix."""

import errno
import os
import warnings
from collections.abc import Sequence
from pathlib import Path

from niagara.arena.extra import missing
from niagara.arena.intervals import Rate
from niagara.arena.rating import Rating
from niagara.words import Refusal, say

FORMATS = (".png", ".svg", ".pdf")


def check_plot(path: Path, results: Path | None) -> None:
    """Refusal if such a picture cannot be made beside the file of results: better before hours of games than after them."""
    if path.suffix.casefold() not in FORMATS:
        raise Refusal("arena-plot-format", file=str(path), formats=", ".join(FORMATS))
    if results is not None and path.resolve() == results.resolve():
        raise Refusal("arena-plot-results", file=str(path))
    folder = path.absolute().parent
    if not folder.is_dir():
        raise Refusal("file-not-written", file=str(path), reason=say("arena-no-folder"))
    if path.exists() and not path.is_file():
        raise Refusal("file-not-written", file=str(path), reason=say("arena-no-ordinary-file"))
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise Refusal("file-not-written", file=str(path), reason=os.strerror(errno.EACCES))
    try:
        import matplotlib  # noqa: F401  # an extra
    except ModuleNotFoundError as error:
        raise missing(error) from error


def plot(path: Path, names: Sequence[str], rated: Sequence[Rating], rates: dict[tuple[int, int], Rate]) -> None:
    """Draws the entries in the order of their ratings. Refusal if the file cannot be written."""
    import numpy as np
    from matplotlib.figure import Figure

    order = sorted(range(len(names)), key=lambda entry: -rated[entry].mu)
    told = [names[entry] for entry in order]
    places = range(len(order))
    height = max(3.2, 1.2 + 0.55 * len(order))
    figure = Figure(figsize=(6.0 + 1.1 * len(order), height), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=[1, 1.2])

    left.errorbar(
        [rated[entry].mu for entry in order], places, xerr=[rated[entry].reach for entry in order], fmt="o", capsize=4
    )
    left.set_yticks(places, told, parse_math=False)  # a name is a name, with a $ too
    left.set(xlabel=say("arena-plot-rating"))
    left.invert_yaxis()
    left.grid(axis="x", alpha=0.3)

    table = np.full((len(order), len(order)), np.nan)
    for row, one in enumerate(order):
        for column, other in enumerate(order):
            if (rate := rates.get((one, other))) is not None:
                table[row, column] = rate.rate
                written = f"{rate.rate:.0%}\n{rate.low:.0%}–{rate.high:.0%}"
                colour = "white" if abs(rate.rate - 0.5) > 0.3 else "black"
                right.text(column, row, written, ha="center", va="center", fontsize=8, color=colour)
    right.imshow(table, cmap="RdBu", vmin=0, vmax=1, aspect="auto")
    right.set_yticks(places, told, parse_math=False)
    right.set_xticks(places, told, parse_math=False, rotation=30, ha="right", rotation_mode="anchor")
    right.set(title=say("arena-plot-matrix"))
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Glyph")  # a sign that its fonts have not is drawn as a box
            figure.savefig(path, dpi=150)
    except OSError as error:
        raise Refusal("file-not-written", file=str(path), reason=error.strerror or str(error)) from error
