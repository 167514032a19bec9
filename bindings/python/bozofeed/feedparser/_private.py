"""Private parts of Universal Feed Parser that some programs change.

Changes that have an equivalent here take effect. All others raise :class:`NotImplementedError`, so that no change is silently
ignored.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn


def refuse(name: str) -> NoReturn:
    raise NotImplementedError(
        f"bozofeed has no equivalent of {name}: feeds are read by compiled code. "
        'See "Private parts" in the documentation of bozofeed.feedparser.'
    )


class _Module(ModuleType):
    """A module with only certain settable names, whose rarer names are imported on access."""

    def __setattr__(self, name: str, value: Any) -> None:
        may_change: frozenset[str] = self.__dict__.get("_CHANGEABLE", frozenset())
        is_import = isinstance(value, ModuleType) and value.__name__ == f"{self.__name__}.{name}"
        if not (name in may_change or name.startswith("__") or is_import):
            refuse(f"{_public(self.__name__)}.{name}")
        super().__setattr__(name, value)

    def __getattr__(self, name: str) -> Any:
        elsewhere: dict[str, str] = self.__dict__.get("_ELSEWHERE", {})
        if name not in elsewhere:
            raise AttributeError(f"bozofeed has no equivalent of {_public(self.__name__)}.{name}")
        module = importlib.import_module(elsewhere[name], _PACKAGE)
        return module if module.__name__.rpartition(".")[2] == name else getattr(module, name)


_PACKAGE = __name__.rpartition(".")[0]


def _public(name: str) -> str:
    return name.removeprefix("bozofeed.")


def guard(module: str, *changeable: str, **elsewhere: str) -> None:
    """Only allows ``changeable`` names of a module to be set from outside.

    ``elsewhere`` maps further names of the module in Universal Feed Parser to the modules from which they are imported on access:
    a module of this package (``.http``), or one of Python.
    """
    guarded = sys.modules[module]
    guarded.__dict__["_CHANGEABLE"] = frozenset(changeable)
    guarded.__dict__["_ELSEWHERE"] = elsewhere
    guarded.__class__ = _Module


class Refused(type):
    """The type of placeholder classes, which can only be imported."""

    def __new__(mcs, name: str, bases: tuple[type, ...], members: dict[str, Any]) -> type:
        if bases:
            refuse(f"a subclass of {bases[0].__name__}")
        return super().__new__(mcs, name, bases, members)

    def __getattr__(cls, name: str) -> Any:
        raise AttributeError(f"bozofeed has no equivalent of {cls.__name__}.{name}")

    def __setattr__(cls, name: str, value: Any) -> None:
        refuse(f"{cls.__name__}.{name}")

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        refuse(cls.__name__)
