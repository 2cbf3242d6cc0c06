"""The body of an HTTP call is read exactly as the API describes it."""

from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ValidationException


class Exact(Request[Any, Any, Any]):
    """Litestar reads a body leniently, `0` for `false` and `"3"` for 3; its description promises that these are refused."""

    async def json(self) -> Any:
        field = self.route_handler.parsed_data_field
        if field is None:
            return await super().json()
        try:
            return msgspec.json.decode(await self.body(), type=field.annotation)
        except msgspec.DecodeError as fault:
            raise ValidationException(str(fault)) from fault
