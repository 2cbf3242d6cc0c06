"""Schemathesis calls whatever the description of the API allows, and what it forbids: the answers are those that it promises."""

import asyncio
import os
import random
import sys
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from tests.server.conftest import Running

EXAMPLES = int(os.environ.get("NIAGARA_TEST_CALLS", "25"))  # for each operation and mode
SEED = int(os.environ.get("NIAGARA_TEST_SEED", "0")) or random.randrange(1, 10**6)
# Not positive_data_acceptance: a name of blanks is a string as the schema asks, and still no name.
CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
    allow_header_conformance,
]


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["fitting", "unfitting"])
async def test_every_call_is_answered_as_the_description_says(server: Running, mode: GenerationMode) -> None:
    table, _ = await server.game("Ada")
    async with httpx.AsyncClient(base_url=f"http://{server.address}") as http:
        description = (await http.get("/schema")).json()
    sys.stdout.write(f"seed: NIAGARA_TEST_SEED={SEED}\n")
    schema = schemathesis.openapi.from_dict(description)
    schema.config.update(base_url=f"http://{server.address}")
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if mode is GenerationMode.POSITIVE or operation.body or operation.query:  # or else nothing can be wrong
            await asyncio.to_thread(_try, operation, mode, table)
    async with httpx.AsyncClient(base_url=f"http://{server.address}") as http:
        assert (await http.get("/healthz")).status_code == 200


def _try(operation: Any, mode: GenerationMode, table: str) -> None:
    checks = CHECKS if mode is GenerationMode.POSITIVE else [*CHECKS, negative_data_rejection]

    @seed(SEED)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def call(case: Any) -> None:
        if "table_id" in (case.path_parameters or {}) and len(case.path_parameters["table_id"]) % 2:
            case.path_parameters["table_id"] = table  # or else most calls would be for tables that are not there
        answer = case.call()
        assert b"Traceback" not in answer.content
        case.validate_response(answer, checks=checks)

    call()


async def test_every_call_tells_its_refusals(server: Running) -> None:
    """A refusal has one form, whatever refuses."""
    async with httpx.AsyncClient(base_url=f"http://{server.address}") as http:
        paths = (await http.get("/schema")).json()["paths"]
    for path, operations in paths.items():
        for method, operation in operations.items():
            looking = ["400", "403", "404", "405", "500"]
            more = {"get": ["503"] if path == "/readyz" else []}.get(method, ["409", "413", "429"])
            wanted = sorted([*looking, *more])
            refusals = {status: told for status, told in operation["responses"].items() if status >= "300"}
            assert (method, path, sorted(refusals)) == (method, path, wanted)
            for told in refusals.values():
                assert told["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/NotDone"}


# JSON has no kind that may stand for another, however easily it is read as one.
ALMOST: dict[str, Any] = {"boolean": 0, "integer": "3", "number": "3", "string": 5}


async def test_no_value_is_taken_for_one_of_another_kind(server: Running) -> None:
    async with httpx.AsyncClient(base_url=f"http://{server.address}") as http:
        description = (await http.get("/schema")).json()
        tried = 0
        for path, operations in description["paths"].items():
            for method, operation in operations.items():
                content = operation.get("requestBody", {"content": {}})["content"]
                for body in _almost(content.get("application/json", {}).get("schema", {}), description):
                    answer = await http.request(method, path.replace("{table_id:str}", "aaaaaaaaaa"), json=body)
                    assert (path, body, answer.status_code, answer.json()["refusal"]["key"]) == (
                        path,
                        body,
                        400,
                        "body-wrong",
                    )
                    tried += 1
    assert tried > 20


def _almost(schema: dict[str, Any], description: dict[str, Any]) -> list[Any]:
    """Bodies of the schema's shape with one value each that is of another kind."""
    if "$ref" in schema:
        return _almost(description["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]], description)
    if "oneOf" in schema:
        kinds = {one.get("type") for one in schema["oneOf"]}
        return [almost for one in schema["oneOf"] for almost in _almost(one, description) if _kind(almost) not in kinds]
    if schema.get("type") == "object":
        parts = schema.get("properties", {}).items()
        return [{name: almost} for name, part in parts for almost in _almost(part, description)]
    return [ALMOST[schema["type"]]] if schema.get("type") in ALMOST else []


def _kind(value: Any) -> str:
    return {int: "integer", str: "string", dict: "object"}[type(value)]
