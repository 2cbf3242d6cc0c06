"""English sentences from `en.ftl`, which the web client reads too."""

from functools import cache
from importlib.resources import files

from fluent.runtime import FluentBundle, FluentResource


@cache
def _bundle() -> FluentBundle:
    bundle = FluentBundle(["en"], use_isolating=False)
    bundle.add_resource(FluentResource(files("niagara.words").joinpath("en.ftl").read_text(encoding="utf-8")))
    return bundle


def has(key: str) -> bool:
    """Whether there is a sentence for a key."""
    return _bundle().has_message(key)


def say(key: str, /, **args: object) -> str:
    """The sentence for a key. KeyError if there is none; ValueError if an argument that it needs is missing."""
    bundle = _bundle()
    if not bundle.has_message(key):
        raise KeyError(key)
    pattern = bundle.get_message(key).value
    assert pattern is not None, f"{key} has attributes only"
    text, errors = bundle.format_pattern(pattern, args)
    if errors:
        raise ValueError(f"{key}: {errors[0]}")
    return str(text)
