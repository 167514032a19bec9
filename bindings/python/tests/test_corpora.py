"""The verdict on every feed in a collection equals feedparser's: the same `bozo`, and an exception of the same class.

`BOZOFEED_FEEDS` lists the folders, separated as in `PATH`.
"""

from __future__ import annotations

import io
import multiprocessing
import os
import pathlib
import re
import sys
import warnings
from typing import Any

import pytest

from bozofeed import feedparser

FOLDERS = [folder for folder in os.environ.get("BOZOFEED_FEEDS", "").split(os.pathsep) if folder]

#: For such document type declarations, feedparser leaves the end in the document.
PARAMETER_ENTITY = re.compile(rb"<!DOCTYPE[^>\[]*\[\s*<!ENTITY\s+%")


def verdict(d: Any) -> tuple[bool, str]:
    return bool(d.bozo), type(d.get("bozo_exception")).__name__


def plain(d: Any, path: str = "") -> dict[str, str]:
    """Returns the types of all dictionaries, by path."""
    if isinstance(d, dict):
        found = {path: type(d).__name__}
        for key, value in d.items():
            found |= plain(value, f"{path}.{key}")
        return found
    if isinstance(d, list):
        return {key: kind for at, value in enumerate(d) for key, kind in plain(value, f"{path}[{at}]").items()}
    return {}


def compared(file: pathlib.Path) -> tuple[str, Any, Any] | None:
    """Returns the verdicts on a file, or the types of dictionaries, if they differ."""
    # feedparser uses them if they happen to be installed, which changes its results.
    sys.modules["chardet"] = sys.modules["cchardet"] = None  # type: ignore[assignment]
    import feedparser as theirs

    data = file.read_bytes()
    ours = feedparser.parse(io.BytesIO(data))
    # feedparser does not support JSON.
    if ours.version.startswith("json") or PARAMETER_ENTITY.search(data[:4096]):
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            expected = theirs.parse(io.BytesIO(data))
        except Exception:
            # It fails for some of them.
            return None
    if verdict(ours) != verdict(expected):
        return file.name, verdict(ours), verdict(expected)
    got, wanted = plain(ours), plain(expected)
    differing = {path for path in got.keys() & wanted.keys() if got[path] != wanted[path]}
    return (file.name, {path: got[path] for path in differing}, {path: wanted[path] for path in differing}) if differing else None


@pytest.mark.skipif(not FOLDERS, reason="BOZOFEED_FEEDS names no folders")
def test_verdicts_are_those_of_feedparser() -> None:
    pytest.importorskip("feedparser")
    files = [file for folder in FOLDERS for file in sorted(pathlib.Path(folder).iterdir()) if file.is_file()]
    assert files
    if "fork" in multiprocessing.get_all_start_methods():
        with multiprocessing.get_context("fork").Pool() as pool:
            differing = pool.map(compared, files, chunksize=8)
    else:
        differing = list(map(compared, files))
    assert [difference for difference in differing if difference] == []
