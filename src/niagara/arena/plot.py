"""The results of a tournament as a picture: ratings with their intervals, and the matrix."""

import errno
import os
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from niagara.arena.extra import missing
from niagara.arena.intervals import Rate
from niagara.arena.rating import Rating
from niagara.words import Refusal, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure  # an extra

FORMATS = (".png", ".svg", ".pdf")
_LONGEST_BELOW = 16  # signs


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
    """Writes the picture. Refusal if the file cannot be written."""
    figure = drawn(names, rated, rates)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Glyph")  # a sign that its fonts have not is drawn as a box
            figure.savefig(path, dpi=150)
    except OSError as error:
        raise Refusal("file-not-written", file=str(path), reason=error.strerror or str(error)) from error


def drawn(names: Sequence[str], rated: Sequence[Rating], rates: dict[tuple[int, int], Rate]) -> "Figure":
    """The entries in the order of their ratings: on the left these, on the right each against each."""
    import numpy as np
    from matplotlib.figure import Figure

    order = sorted(range(len(names)), key=lambda entry: -rated[entry].mu)
    told = [names[entry] for entry in order]
    places = range(len(order))
    height, wide = max(3.2, 1.2 + 0.5 * len(order)), max(3.6, 0.9 * len(order))  # inches
    figure = Figure(figsize=(5.4 + wide, height), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=[3.6, wide], sharey=True)

    left.errorbar(
        [rated[entry].mu for entry in order], places, xerr=[rated[entry].reach for entry in order], fmt="o", capsize=4
    )
    left.set_yticks(places, told, parse_math=False)  # a name is a name, with a $ too
    left.set(xlabel=say("arena-plot-rating"))
    left.grid(axis="x", alpha=0.3)

    table = np.full((len(order), len(order)), np.nan)
    for row, one in enumerate(order):
        for column, other in enumerate(order):
            if (rate := rates.get((one, other))) is not None:
                table[row, column] = rate.rate
                written = f"{rate.rate:.0%}\n{rate.low * 100:.0f}–{rate.high * 100:.0f}"
                colour = "white" if abs(rate.rate - 0.5) > 0.3 else "black"
                right.text(column, row, written, ha="center", va="center", fontsize=8, color=colour)
    right.imshow(table, cmap="RdBu", vmin=0, vmax=1, aspect="auto")
    right.tick_params(axis="y", length=0)
    right.set_xticks(places, list(map(_short, told)), parse_math=False, rotation=30, ha="right", rotation_mode="anchor")
    right.set(title=say("arena-plot-matrix"))
    right.set_ylim(len(order) - 0.5, -0.5)  # the best at the top, on both sides
    return figure


def _short(name: str) -> str:
    """As it stands below a column, where a long name would push the picture together."""
    return name if len(name) <= _LONGEST_BELOW else f"{name[: _LONGEST_BELOW - 1]}…"
