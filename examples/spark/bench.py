"""Measures the job: the bare filter, one process with Python around it, and clusters of 1, 2 and 4 workers.

    python bench.py PARSE_FEED FOLDER [--copies 8] [--workers 1 2 4]

"Rows only" parses and returns all rows to Spark, which drops them; "tables" is the whole job. Wall-clock time is only
meaningful on an idle machine, so the processor time of all processes is printed next to it.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from feed_tables.documents import Unit, question, units
from feed_tables.job import Settings, filter_process, parse, read, run
from feed_tables.tables import batches


def processor_seconds(who: int) -> float:
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def report(name: str, size: int, action: Callable[[], None], processor: Callable[[], float]) -> None:
    start, used = time.monotonic(), processor()
    action()
    wall, used = time.monotonic() - start, processor() - used
    print(f"| {name} | {wall:.1f} | {size / 1e6 / wall:.1f} | {used:.1f} | {size / 1e6 / used:.1f} |", flush=True)


def of_children() -> float:
    return processor_seconds(resource.RUSAGE_CHILDREN)


def of_all() -> float:
    return of_children() + processor_seconds(resource.RUSAGE_SELF)


def of_descendants() -> float:
    """The processor time of all descendants of this process, including those that have ended."""
    from tests.test_job import descendants

    ticks = 0
    for pid in descendants():
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("bozofeed")
    parser.add_argument("folder")
    parser.add_argument("--copies", type=int, default=8)
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2, 4])
    args = parser.parse_args()
    settings = Settings((os.path.abspath(args.bozofeed),))
    found = units("file", [args.folder], 1) * args.copies
    size = sum(unit.size for unit in found)
    print(f"{len(found)} documents, {size / 1e6:.1f} MB, load average {os.getloadavg()[0]:.1f}\n")
    print("| | seconds | MB/s | processor seconds | MB per processor second |\n| --- | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        bare(settings, found, size, Path(folder))
        report("one process, batches in Python", size, lambda: in_python(settings, found), of_all)
        for workers in args.workers:
            cluster(settings, found, size, workers, folder)
    return 0


def bare(settings: Settings, found: list[Unit], size: int, folder: Path) -> None:
    with (folder / "questions").open("wb") as file:
        for unit in found:
            file.write(question(Path(unit.path).read_bytes()) + b"\n")
    for jobs in ("1", "2"):

        def ask(jobs: str = jobs) -> None:
            with (folder / "questions").open("rb") as file:
                command = [*settings.command, "--ndjson", "--arrow", "--jobs", jobs]
                subprocess.run(command, stdin=file, stdout=subprocess.DEVNULL, check=True)

        report(f"`bozofeed --ndjson --arrow --jobs {jobs}`", size, ask, of_children)


def in_python(settings: Settings, found: list[Unit]) -> None:
    with filter_process(settings) as process:
        for _ in batches(parse((item for unit in found for item in read(unit, settings)), process)):
            pass


def cluster(settings: Settings, found: list[Unit], size: int, workers: int, folder: str) -> None:
    import pyspark

    from feed_tables.job import group, ship, staged_rows
    from tests.conftest import local_cluster

    with local_cluster(pyspark, workers) as spark:
        program, *arguments = settings.command
        shipped = Settings((ship(spark, program), *arguments), settings.limits)

        def only_rows() -> None:
            staged_rows(spark, group(found, 3 * workers), shipped).write.format("noop").mode("overwrite").save()

        def job(out: str = f"{folder}/{workers}") -> None:
            # Copies of the same files: each path is listed several times.
            run(spark, "file", [unit.path for unit in found], out, settings, by="month")

        # The first jobs include starting workers and compiling.
        only_rows()
        job(f"{folder}/{workers}-first")
        report(f"Spark, {workers} workers, rows only", size, only_rows, of_descendants)
        report(f"Spark, {workers} workers, tables", size, job, of_descendants)


if __name__ == "__main__":
    sys.exit(main())
