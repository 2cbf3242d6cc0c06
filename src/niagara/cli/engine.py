"""`niagara engine`: the rules on a pipe."""

import sys

from niagara.notation.pipe import serve


def engine() -> None:
    """Answer questions about the rules: one JSON object a line in, one a line out.

    For programs in any language. Ask `{"do":"new","rules":{…},"ring":0}` for a first position, then `actors`, `legal`, `apply`
    and `view`; docs/notation.md describes them all. It ends with its input.
    """
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except (KeyboardInterrupt, BrokenPipeError):
        sys.stderr.close()  # whoever asked has gone; nothing is left to be said
