"""The schema of the socket's messages, made from their types; `python -m niagara.server.schema` prints it."""

import sys
from typing import Any

import msgspec

from niagara.server import frames
from niagara.server.entries import Entry

_TO_CLIENT = (
    frames.Snapshot,
    frames.Resumed,
    frames.Ack,
    frames.Refused,
    frames.WhyAnswer,
    frames.TableNews,
    frames.Pong,
    frames.Lag,
)


def socket_schema() -> dict[str, Any]:
    """JSON Schema with two roots among its definitions: FromClient and FromServer."""
    types = [frames.FromClient, Entry, frames.State, frames.Change, *_TO_CLIENT]
    (from_client, entry, state, change, *to_client), definitions = msgspec.json.schema_components(
        types, ref_template="#/$defs/{name}"
    )
    tag = {
        "type": "object",
        "properties": {"type": {"const": "entry"}, "answers": {"type": "string"}, "state": state, "change": change},
        "required": ["type"],
        "oneOf": [{"required": ["state"]}, {"required": ["change"]}],
    }
    definitions["EntryFrame"] = {"title": "EntryFrame", "allOf": [tag, entry]}
    definitions["FromClient"] = from_client
    definitions["FromServer"] = {"oneOf": [*to_client, {"$ref": "#/$defs/EntryFrame"}]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Niagara: the messages of a table's socket",
        "oneOf": [{"$ref": "#/$defs/FromClient"}, {"$ref": "#/$defs/FromServer"}],
        "$defs": definitions,
    }


if __name__ == "__main__":
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(socket_schema()).decode()) + "\n")
