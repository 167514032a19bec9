"""A cluster creates the same tables as a single process, whatever happens to its workers."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark")
pytest.importorskip("pyarrow")

import pyarrow as pa
import pyarrow.dataset as ds

from feed_tables import job
from feed_tables.documents import Broken, Item, Unit, question, units
from feed_tables.job import Limits, Settings, read, run
from feed_tables.tables import TABLES, broken_answer

from .conftest import FIXTURES, ask_once, tables_of
from .test_warc import feed, record

Table = list[dict[str, Any]]
ORDER = ("source", "position", "kind", "index")


def written(out: Path) -> dict[str, Table]:
    """Reads the tables from the disk, without Spark."""
    tables = {}
    for name, columns in TABLES.items():
        partitioning = ds.partitioning(pa.schema([("date", pa.date32())]), flavor="hive") if name == "entries" else None
        data = ds.dataset(str(out / name), format="parquet", partitioning=partitioning)
        tables[name] = in_order(data.to_table().select([column for column, _, _ in columns]).to_pylist())
    return tables


def in_order(table: Table) -> Table:
    return sorted(table, key=lambda row: [row[name] for name in ORDER if name in row])


def single(bozofeed: str, all_units: list[Unit], settings: Settings) -> dict[str, Table]:
    """The tables created by a single process that gets all questions at once."""
    items: list[Item] = [item for unit in all_units for item in read(unit, settings)]
    answers = iter(ask_once(bozofeed, [item for item in items if not isinstance(item, Broken)]))
    found = tables_of(broken_answer(item) if isinstance(item, Broken) else next(answers) for item in items)
    return {name: in_order(table) for name, table in found.items()}


def assert_same(found: dict[str, Table], expected: dict[str, Table]) -> None:
    for name in TABLES:
        assert len(found[name]) == len(expected[name]), name
        for row, expected_row in zip(found[name], expected[name]):
            assert row == expected_row, name


def questions(folder: Path) -> bytes:
    """A question for every file in a folder."""
    lines = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        lines.append(
            json.dumps({"id": path.name, **json.loads(question(path.read_bytes())), "url": "https://x.example/"})
        )
    return "\n".join(lines).encode()


@pytest.mark.parametrize("folder", [str(FIXTURES), *os.environ.get("FEEDS", "").split()])
def test_tables_equal_those_of_a_single_process(spark: Any, bozofeed: str, tmp_path: Path, folder: str) -> None:
    settings = Settings((bozofeed,))
    run(spark, "file", [folder], str(tmp_path / "out"), settings, by="day")
    expected = single(bozofeed, units("file", [folder], 1), settings)
    assert len(expected["feeds"]) > 50 and len(expected["entries"]) > 50
    assert_same(written(tmp_path / "out"), expected)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_what_cannot_be_read_costs_its_own_row(spark: Any, bozofeed: str, tmp_path: Path) -> None:
    documents = tmp_path / "documents"
    documents.mkdir()
    small = b"<rss version='2.0'><channel><title>small</title></channel></rss>"
    item = b"<item><title>A ship came in</title></item>"
    for i in range(5):
        (documents / f"{i}-small").write_bytes(small)
    (documents / "3-large").write_bytes(b"<rss version='2.0'><channel>" + item * 200_000 + b"</channel></rss>")
    (documents / "3-larger").write_bytes(bytes(17 << 20))
    (documents / "4-missing").symlink_to("nowhere")
    limits = Limits(size=16 << 20, seconds=60, memory=64 << 20)
    run(spark, "file", [str(documents)], str(tmp_path / "out"), Settings((bozofeed,), limits))
    tables = written(tmp_path / "out")
    failures = {Path(row["source"]).name: row["failure"] for row in tables["feeds"]}
    expected: dict[str, Any] = {f"{i}-small": None for i in range(5)}
    expected |= {"3-large": "OutOfMemory", "3-larger": "TooLarge", "4-missing": "Unreadable"}
    assert failures == expected
    assert {(Path(row["source"]).name, row["type"]) for row in tables["faults"] if row["kind"] == "failure"} == {
        (name, failure) for name, failure in expected.items() if failure
    }


def test_a_document_that_takes_too_long_costs_its_own_row(spark: Any, bozofeed: str, tmp_path: Path) -> None:
    lines = [json.dumps({"id": i, "body": "<rss version='2.0'><channel/></rss>"}) for i in range(20)]
    lines[7] = json.dumps({"id": "stuck", "path": str(tmp_path / "pipe")})
    # Nobody writes to it, so reading never ends.
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "questions").write_text("\n".join(lines))
    settings = Settings((bozofeed, "--any-file"), Limits(seconds=2))
    run(spark, "lines", [str(tmp_path / "questions")], str(tmp_path / "out"), settings)
    feeds = written(tmp_path / "out")["feeds"]
    assert [row["failure"] for row in feeds] == [None] * 7 + ["Timeout"] + [None] * 12
    assert [row["document"] for row in feeds if row["failure"] is None] == [str(i) for i in range(20) if i != 7]


def test_records_of_a_crawl_become_rows(spark: Any, bozofeed: str, tmp_path: Path) -> None:
    records = [gzip.compress(record(str(i), feed(str(i)))) for i in range(30)]
    records[11] = records[11][:-30]
    (tmp_path / "crawl.warc.gz").write_bytes(b"".join(records))
    settings = Settings((bozofeed,), content_type="xml")
    run(spark, "warc", [str(tmp_path / "crawl.warc.gz")], str(tmp_path / "out"), settings, by="day")
    tables = written(tmp_path / "out")
    assert [row["failure"] for row in tables["feeds"]] == [None] * 11 + ["BrokenRecord"] + [None] * 18
    assert_same(tables, single(bozofeed, units("warc", [str(tmp_path / "crawl.warc.gz")], 1), settings))


def descendants() -> dict[int, tuple[int, str]]:
    """All descendants of this process: their parents and commands."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        found[int(folder.name)] = (parent, command)
    ours = {os.getpid()}
    while True:
        more = {pid for pid, (parent, _) in found.items() if parent in ours} - ours
        if not more:
            return {pid: found[pid] for pid in ours if pid in found}
        ours |= more


class Killer(threading.Thread):
    """Kills some filters and some Python workers that use them, once each."""

    def __init__(self, filters: int, workers: int) -> None:
        super().__init__()
        self.wanted = {"filter": filters, "worker": workers}
        self.killed: dict[str, list[int]] = {"filter": [], "worker": []}
        self.done = threading.Event()

    def run(self) -> None:
        while not self.done.wait(0.2):
            processes = descendants()
            for pid, (parent, command) in processes.items():
                if not command.rstrip().endswith("killed_feed --ndjson --arrow"):
                    continue
                kind = "filter" if len(self.killed["filter"]) <= len(self.killed["worker"]) else "worker"
                victim = pid if kind == "filter" else parent
                if len(self.killed[kind]) < self.wanted[kind] and victim not in self.killed[kind]:
                    os.kill(victim, signal.SIGKILL)
                    self.killed[kind].append(victim)
                    break


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")
def test_killed_workers_change_nothing(spark: Any, bozofeed: str, tmp_path: Path) -> None:
    path = tmp_path / "questions"
    path.write_bytes(b"\n".join([questions(FIXTURES)] * 20))
    # A name to identify its processes.
    program = tmp_path / "killed_feed"
    shutil.copy(bozofeed, program)
    settings = Settings((str(program),))
    killer = Killer(filters=3, workers=2)
    killer.start()
    try:
        run(spark, "lines", [str(path)], str(tmp_path / "out"), settings, partitions=2, by="day")
    finally:
        killer.done.set()
        killer.join()
    assert killer.killed["filter"] and killer.killed["worker"], killer.killed
    expected = single(bozofeed, [Unit("lines", str(path))], settings)
    assert len(expected["feeds"]) > 5000
    assert_same(written(tmp_path / "out"), expected)


def test_nothing_is_published_if_the_job_fails(spark: Any, bozofeed: str, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"<rss/>")
    # Spark sends only one file with a given name.
    broken = tmp_path / "broken_feed"
    broken.write_text("not a program")
    with pytest.raises(Exception):  # noqa: B017
        run(spark, "file", [str(tmp_path / "a")], str(tmp_path / "out"), Settings((str(broken),)))
    assert not (tmp_path / "out").exists()
    assert not list(tmp_path.glob("_out-*"))


def test_tables_that_exist_are_not_replaced(spark: Any, bozofeed: str, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"<rss/>")
    (tmp_path / "out").mkdir()
    with pytest.raises(FileExistsError):
        run(spark, "file", [str(tmp_path / "a")], str(tmp_path / "out"), Settings((bozofeed,)))


def test_entries_can_be_partitioned_by_month(spark: Any, bozofeed: str, tmp_path: Path) -> None:
    item = "<item><pubDate>{}</pubDate></item>"
    days = ("Mon, 03 Nov 2025 08:15:00 GMT", "Sun, 30 Nov 2025 08:15:00 GMT", "Mon, 01 Dec 2025 08:15:00 GMT", "soon")
    items = "".join(item.format(day) for day in days)
    (tmp_path / "a").write_text(f"<rss version='2.0'><channel>{items}</channel></rss>")
    run(spark, "file", [str(tmp_path / "a")], str(tmp_path / "out"), Settings((bozofeed,)), by="month")
    folders = sorted(path.name for path in (tmp_path / "out" / "entries").glob("date=*"))
    assert folders == ["date=2025-11-01", "date=2025-12-01", "date=__HIVE_DEFAULT_PARTITION__"]
    count = spark.read.parquet(str(tmp_path / "out" / "entries")).where("date = '2025-11-01'").count()
    assert count == 2


def test_a_job_is_resumed_where_it_failed(
    spark: Any, bozofeed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = tmp_path / "documents"
    documents.mkdir()
    for i in range(12):
        (documents / str(i)).write_text(f"<rss version='2.0'><channel><title>{i}</title></channel></rss>")
    asked: list[int] = []
    original = job.staged_rows

    def failing(session: Any, groups: list[list[str]], settings: Settings) -> Any:
        asked.append(len(groups))
        if len(asked) == 4:
            raise RuntimeError("the driver was stopped")
        return original(session, groups, settings)

    monkeypatch.setattr(job, "PARTS", 6)
    monkeypatch.setattr(job, "staged_rows", failing)
    settings = Settings((bozofeed,))
    arguments = (spark, "file", [str(documents)], str(tmp_path / "out"), settings)
    with pytest.raises(RuntimeError):
        run(*arguments, partitions=12, resume=True)
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left[0].startswith("_out-") and left[1:] == ["documents"]
    complete = len(list(tmp_path.glob("_out-*/staging/*/_SUCCESS")))
    assert 3 <= complete <= 5
    asked.extend([0] * 10)
    before = len(asked)
    run(*arguments, partitions=12, resume=True)
    assert asked[before:] == [2] * (6 - complete)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["documents", "out"]
    assert_same(written(tmp_path / "out"), single(bozofeed, units("file", [str(documents)], 1), settings))


def script(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = Path(__file__).parents[1] / "feeds_to_parquet.py"
    environment = {name: value for name, value in os.environ.items() if name != "PYSPARK_PYTHON"}
    command = [sys.executable, str(program), *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def test_a_wrong_path_is_one_line(bozofeed: str, tmp_path: Path) -> None:
    missing, out = str(tmp_path / "missing"), str(tmp_path / "out")
    for arguments in (["--bozofeed", bozofeed, missing, out], ["--bozofeed", missing, str(tmp_path), out]):
        result = script(*arguments)
        assert (result.returncode, result.stderr) == (
            1,
            f"feeds_to_parquet: {missing}: No such file or directory\n",
        )


def test_the_script_runs_its_workers_with_its_own_interpreter(bozofeed: str, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("<rss version='2.0'><channel><item/></channel></rss>")
    out = tmp_path / "out"
    result = script("--bozofeed", bozofeed, "--tasks", "1", str(tmp_path / "a"), str(out))
    assert result.returncode == 0, result.stderr
    # Without a date, from which the months are derived.
    assert [path.name for path in (out / "entries").glob("date=*")] == ["date=__HIVE_DEFAULT_PARTITION__"]
    again = script("--bozofeed", bozofeed, str(tmp_path / "a"), str(out))
    assert again.returncode == 1 and again.stderr.endswith(f"feeds_to_parquet: {out} exists\n")


def test_the_queries_of_the_documentation_run(spark: Any, bozofeed: str, tmp_path: Path) -> None:
    run(spark, "file", [str(FIXTURES)], str(tmp_path / "out"), Settings((bozofeed,)), by="day")
    readme = (Path(__file__).parents[1] / "README.md").read_text()
    sql = readme.partition("```sql\n")[2].partition("```")[0].replace("/tmp/tables", str(tmp_path / "out"))
    found = [spark.sql(query).collect() for query in sql.split(";") if query.strip()]
    views, queries = found[:3], found[3:]
    assert views == [[]] * 3 and len(queries) == 7
    # The fixtures contain formats, faults and programs, but no entry of that day and no unreadable document.
    assert [bool(rows) for rows in queries] == [True, True, True, False, True, True, False]
