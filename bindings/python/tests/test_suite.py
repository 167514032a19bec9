"""The unchanged tests of Universal Feed Parser 6.0, with this package in place of `feedparser`.

`FEEDPARSER_SOURCE` is the folder of the unpacked source distribution (`pip download --no-deps --no-binary :all: feedparser==6.0.14`). The
failures must match `suite_ledger.txt` exactly.
"""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys

import pytest

LEDGER = pathlib.Path(__file__).with_name("suite_ledger.txt")
SOURCE = os.environ.get("FEEDPARSER_SOURCE")

PROGRAM = """
import os, runpy, sys, types
# Some of the tests are skipped without chardet, which is not used.
sys.modules["chardet"] = types.ModuleType("chardet")
from bozofeed.feedparser import install
install()
sys.path[:] = [path for path in sys.path if os.path.abspath(path or ".") != os.getcwd()]
sys.argv = ["tests/runtests.py"]
runpy.run_path("tests/runtests.py", run_name="__main__")
"""


def failures(output: str) -> list[str]:
    """Returns the names of the tests that failed: the file, or the class and the method."""
    names = []
    for kind, method, where, description in re.findall(r"^(FAIL|ERROR): (\w+) \(([^)]*)\)\n(.*)$", output, re.MULTILINE):
        file = re.match(r"\./tests/(\S+\.xml): ", description)
        parser = where.split(".")[1] if "." in where else where
        names.append(f"{parser} {file[1] if file else method}")
    return sorted(names)


@pytest.mark.skipif(SOURCE is None, reason="FEEDPARSER_SOURCE does not name the source of feedparser")
def test_the_failures_are_the_known_ones() -> None:
    run = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, cwd=SOURCE)
    count = re.search(r"^Ran (\d+) tests", run.stderr, re.MULTILINE)
    assert count and int(count[1]) > 4000, run.stderr[-2000:]
    lines = LEDGER.read_text(encoding="utf-8").splitlines()
    known = sorted(line.partition("  ")[0] for line in lines if line and not line.startswith("#"))
    failed = failures(run.stderr)
    print(f"{int(count[1]) - len(failed)} of {count[1]}")
    assert {"new": sorted(set(failed) - set(known)), "passing": sorted(set(known) - set(failed))} == {"new": [], "passing": []}
