"""The examples of the documentation run, and the types hold."""

from __future__ import annotations

import doctest
import importlib
import pathlib
import re
import subprocess
import sys

import pytest

import bozofeed

FOLDER = pathlib.Path(__file__).parents[1]


@pytest.mark.parametrize("module", ["bozofeed", "bozofeed.feedparser.api", "bozofeed.feedparser.util"])
def test_examples_of_docstrings_run(module: str) -> None:
    tests = doctest.testmod(importlib.import_module(module))
    assert tests.attempted > 0 and tests.failed == 0


@pytest.mark.parametrize("page", ["README.md", "FROM_FEEDPARSER.md"])
def test_examples_of_pages_run(page: str, tmp_path: pathlib.Path) -> None:
    text = (FOLDER / page).read_text(encoding="utf-8")
    programs = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert programs
    for program in programs:
        # In a separate process, since some programs install the drop-in.
        run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path)
        assert run.returncode == 0, f"{program}\n{run.stderr}"


@pytest.mark.parametrize("checker", [["mypy", "--strict"], ["pyright"]])
def test_types_are_checked(checker: list[str]) -> None:
    pytest.importorskip(checker[0])
    # Pyright downloads its program on the first run.
    try:
        version = subprocess.run([sys.executable, "-m", checker[0], "--version"], capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        pytest.skip(f"{checker[0]} does not start")
    if version.returncode != 0:
        pytest.skip(f"{checker[0]} does not start")
    run = subprocess.run(
        [sys.executable, "-m", *checker, "bozofeed", "tests/typing"], capture_output=True, text=True, cwd=FOLDER
    )
    assert run.returncode == 0, run.stdout


def test_the_stub_documents_all_members_as_the_module_does() -> None:
    sys.path.insert(0, str(FOLDER / "tests"))
    stub = importlib.import_module("stub")
    text = (pathlib.Path(bozofeed.__file__).parent / "_bozofeed.pyi").read_text(encoding="utf-8")
    wanted, missing = stub.documented(text)
    assert missing == []
    assert wanted == text, "run tests/stub.py --write"


#: A decorator, and aliases that are created on access.
NOT_COMPARED = ["bozofeed.feedparser.sanitizer._checked_policy", "bozofeed.EncodingPolicy", "bozofeed.Sanitize"]


def test_the_stub_is_that_of_the_module(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("mypy.stubtest")
    allowed = tmp_path / "allowed"
    allowed.write_text("\n".join(NOT_COMPARED))
    command = [sys.executable, "-m", "mypy.stubtest", "--allowlist", str(allowed), "bozofeed"]
    folder = pathlib.Path(bozofeed.__file__).parents[1]
    run = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    assert run.returncode == 0, run.stdout
