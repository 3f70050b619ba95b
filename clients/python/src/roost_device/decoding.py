"""Records from the JSON of the daemon's answers."""

from __future__ import annotations

import dataclasses
import enum
import functools
import re
import types
import typing
from typing import Any, TypeVar

Record = TypeVar("Record")


def member(field: str) -> str:
    """The name in the interface: last_exit is lastExit, and from_ is from."""
    return re.sub(r"_(\w)", lambda match: match[1].upper(), field.rstrip("_"))


def decode(kind: type[Record], value: Any) -> Record:
    """A record of this kind from its JSON. Members that this version does not know are ignored."""
    return typing.cast(Record, _decode(kind, value))


@functools.cache
def _fields(kind: type[Any]) -> tuple[tuple[str, str, Any], ...]:
    hints = typing.get_type_hints(kind)
    return tuple((field.name, member(field.name), hints[field.name]) for field in dataclasses.fields(kind))


def _decode(kind: Any, value: Any) -> Any:
    origin = typing.get_origin(kind)
    if origin is types.UnionType:
        inner = next(part for part in typing.get_args(kind) if part is not types.NoneType)
        return None if value is None else _decode(inner, value)
    if origin is list:
        (inner,) = typing.get_args(kind)
        return [_decode(inner, item) for item in value or []]
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return kind(value)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return kind(**{name: _decode(hint, value.get(key)) for name, key, hint in _fields(kind)})
    if kind is float:
        return float(value)
    return value
