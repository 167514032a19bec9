"""The Spark job: documents to rows, rows to a staging folder, and from there to the tables.

Documents are parsed once, into the staging folder, and all tables are created from it: a document that only sometimes
takes too long cannot be in one table and missing in another. The folder gets its final name when everything is in it.
A resumable job has several parts, and complete parts are not parsed again.
"""

from __future__ import annotations

import hashlib
import heapq
import json
import os
import re
import uuid
import zipfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Optional, Union

import pyarrow as pa
from py4j.protocol import Py4JJavaError  # type: ignore[import-untyped]
from pyspark import SparkFiles
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .documents import Broken, Document, Item, Unit, read_file, read_lines, units
from .process import Failure, FilterProcess
from .tables import ANSWER, STAGED_DDL, batches, broken_answer, refusal
from .warc import Selection, read_warc

CONFIGURATION = {
    # A task is committed either completely or not at all, whatever happens to its worker.
    "spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version": "1",
    # Feeds contain dates in any year.
    "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
    "spark.sql.parquet.datetimeRebaseModeInWrite": "CORRECTED",
    "spark.sql.session.timeZone": "UTC",
    # The batches are already small enough.
    "spark.sql.execution.arrow.maxRecordsPerBatch": "0",
}

# The number of parts of a resumable job.
PARTS = 32

# The folder of undated entries, as named by Hive and Spark.
NO_DATE = "date=__HIVE_DEFAULT_PARTITION__"


@dataclass(frozen=True)
class Limits:
    """Limits for each document."""

    size: int = 64 << 20
    """Bytes of the document."""
    seconds: float = 60.0
    """Seconds until the answer."""
    memory: int = 2 << 30
    """Bytes of address space of the process."""


@dataclass(frozen=True)
class Settings:
    """The parameters of a task."""

    command: tuple[str, ...]
    """The path of `bozofeed` and its arguments; a bare name is a file sent by Spark."""
    limits: Limits = field(default_factory=Limits)
    content_type: Optional[str] = None
    """A pattern that the Content-Type of a WARC record must match."""


def read(unit: Unit, settings: Settings) -> Iterator[Item]:
    """Returns the documents of a unit."""
    size = settings.limits.size
    if unit.kind == "file":
        return read_file(unit, size)
    if unit.kind == "lines":
        return read_lines(unit, size)
    pattern = settings.content_type
    return read_warc(unit, Selection(size, re.compile(pattern, re.IGNORECASE) if pattern else None))


def parse(items: Iterable[Item], process: FilterProcess) -> Iterator[pa.RecordBatch]:
    """Returns the answer for each document."""
    for item in items:
        answer = item if isinstance(item, Broken) else ask(item, process)
        yield broken_answer(answer) if isinstance(answer, Broken) else answer


def ask(document: Document, process: FilterProcess) -> Union[pa.RecordBatch, Broken]:
    """Returns the answer to a question, or the reason why there is none."""
    answer: Union[pa.RecordBatch, Failure] = process.ask(document.keyed())
    if isinstance(answer, Failure):
        return Broken(document.place, answer.type, answer.message)
    if not answer.schema.equals(ANSWER):
        raise ValueError("bozofeed has other columns than this job: build it from the same source")
    fault = refusal(answer)
    if fault is None:
        return answer
    place = replace(document.place, name=document.place.name or fault["document"])
    return Broken(place, fault["type"], fault["message"])


def filter_process(settings: Settings) -> FilterProcess:
    """Returns a process with the configured limits."""
    program, *arguments = settings.command
    if os.sep not in program:
        program = SparkFiles.get(program)
    return FilterProcess([program, *arguments, "--ndjson", "--arrow"], settings.limits.seconds, settings.limits.memory)


def task(settings: Settings) -> Any:
    """Returns the function for `mapInArrow`: units to staged rows."""

    def run(of_partition: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        texts = (text for batch in of_partition for text in batch.column(0).to_pylist())
        with filter_process(settings) as process:
            items = (item for text in texts for item in read(Unit.from_json(text), settings))
            yield from batches(parse(items, process))

    return run


def group(all_units: list[Unit], most: int) -> list[list[str]]:
    """Distributes the units over at most this number of partitions of similar size."""
    count = max(1, min(most, len(all_units)))
    groups: list[list[Unit]] = [[] for _ in range(count)]
    loads = [(0, i) for i in range(count)]
    for unit in sorted(all_units, key=lambda unit: -unit.size):
        load, i = heapq.heappop(loads)
        groups[i].append(unit)
        # Opening a file also takes time.
        heapq.heappush(loads, (load + unit.size + (1 << 14), i))
    return [[unit.to_json() for unit in of_group] for of_group in groups]


def staged_rows(spark: SparkSession, groups: list[list[str]], settings: Settings) -> DataFrame:
    """Returns the rows of all tables, from a task for each group of units."""
    texts = spark.sparkContext.parallelize(groups, len(groups)).flatMap(lambda texts: [(text,) for text in texts])
    return spark.createDataFrame(texts, "unit string").mapInArrow(task(settings), STAGED_DDL)


def ship(spark: SparkSession, bozofeed: str) -> str:
    """Sends this package and the program to all workers; returns the name of the program there."""
    package = Path(__file__).parent
    # If it was sent with `--py-files`, it is in an archive that all workers already have.
    if package.is_dir():
        # PySpark removes the folder at the end.
        packed = Path(spark.sparkContext._temp_dir) / f"{package.name}.zip"
        with zipfile.ZipFile(packed, "w") as archive:
            for file in sorted(package.glob("*.py")):
                archive.write(file, f"{package.name}/{file.name}")
        spark.sparkContext.addPyFile(str(packed))
    # Spark may send a symbolic link under the name of its target.
    program = os.path.realpath(bozofeed)
    spark.sparkContext.addFile(program)
    return os.path.basename(program)


def stage(spark: SparkSession, groups: list[list[str]], settings: Settings, folder: Folder, parts: int) -> DataFrame:
    """Writes the rows of all tables in this number of parts, and reads them back. Complete parts are not rewritten."""
    size = max(1, -(-len(groups) // parts))
    paths = [f"{folder.unfinished}/staging/{start // size}" for start in range(0, len(groups), size)]

    def write_part(index: int) -> None:
        if not folder.is_complete(paths[index]):
            rows = staged_rows(spark, groups[index * size : (index + 1) * size], settings)
            rows.write.mode("overwrite").parquet(paths[index])

    # A part begins during the last tasks of the previous one, so that no worker waits.
    with ThreadPoolExecutor(2) as threads:
        for _ in threads.map(write_part, range(len(paths))):
            pass
    return spark.read.parquet(*paths)


def write(spark: SparkSession, groups: list[list[str]], settings: Settings, folder: Folder, by: str) -> None:
    """Writes the tables into a folder that exists only when all of them are complete."""
    for name, value in CONFIGURATION.items():
        if not name.startswith("spark.hadoop."):
            spark.conf.set(name, value)
    try:
        tables = stage(spark, groups, settings, folder, PARTS if folder.is_resumable else 1)
        for name in ("feeds", "faults"):
            table = tables.where(F.col(name).isNotNull()).select(f"{name}.*")
            table.write.mode("overwrite").parquet(f"{folder.unfinished}/{name}")
        entries = tables.where(F.col("entries").isNotNull()).select("entries.*")
        if by == "month":
            entries = entries.withColumn("date", F.trunc("date", "month"))
        folder.delete(f"{folder.unfinished}/entries")
        if entries.isEmpty():
            # Spark writes no file without a partition, and without a file the columns are unknown.
            entries.drop("date").coalesce(1).write.parquet(f"{folder.unfinished}/entries/{NO_DATE}")
        else:
            # One file for each date, unless it would be too large: a crawl has mostly entries of its own day.
            entries = entries.hint("rebalance", F.col("date"))
            entries.write.partitionBy("date").parquet(f"{folder.unfinished}/entries")
        folder.delete(f"{folder.unfinished}/staging")
        folder.publish()
    except BaseException:
        if not folder.is_resumable:
            folder.delete(folder.unfinished)
        raise


class Folder:
    """A folder that gets its final name when it is complete."""

    def __init__(self, spark: SparkSession, path: str, key: Optional[str]) -> None:
        """`key` identifies the job's input, if the job can be resumed after a failure."""
        self.is_resumable = key is not None
        java: Any = spark.sparkContext._jvm  # PySpark has no other way to rename
        configuration = spark.sparkContext._jsc.hadoopConfiguration()
        self._path = java.org.apache.hadoop.fs.Path
        self._out = self._path(path.rstrip("/"))
        try:
            self._files = self._out.getFileSystem(configuration)
        except Py4JJavaError as error:
            raise OSError(f"{path}: {error.java_exception.getMessage()}") from error
        # A folder with a leading underscore is ignored by readers of its parent.
        self.unfinished = str(
            self._path(self._out.getParent() or self._path("."), f"_{self._out.getName()}-{key or uuid.uuid4()}")
        )

    def exists(self) -> bool:
        return bool(self._files.exists(self._out))

    def is_complete(self, path: str) -> bool:
        """Returns whether all tasks that write into a folder were committed."""
        return bool(self._files.exists(self._path(path, "_SUCCESS")))

    def delete(self, path: str) -> None:
        self._files.delete(self._path(path), True)

    def publish(self) -> None:
        """Renames the folder, atomically on local disks and HDFS."""
        if self.exists() or not self._files.rename(self._path(self.unfinished), self._out):
            raise FileExistsError(f"{self._out} exists")


def key(groups: list[list[str]], settings: Settings) -> str:
    """Returns a name that identifies a job's input and settings."""
    program, *arguments = settings.command
    with open(program, "rb") as file:
        built = hashlib.sha256(file.read()).hexdigest()
    limits = settings.limits
    parts = [groups, built, arguments, limits.size, limits.seconds, limits.memory, settings.content_type]
    return hashlib.sha256(json.dumps(parts).encode("ascii")).hexdigest()[:16]


def run(
    spark: SparkSession,
    kind: str,
    paths: list[str],
    out: str,
    settings: Settings,
    partitions: Optional[int] = None,
    by: str = "month",
    resume: bool = False,
) -> None:
    """Reads all documents and writes the tables."""
    found = units(kind, paths, 32 << 20)
    # A resumed job has the same tasks, whatever the size of the cluster.
    count = partitions or (3 * PARTS if resume else 3 * spark.sparkContext.defaultParallelism)
    if not partitions:
        # Large inputs have more tasks, so that losing one costs little.
        count = max(count, sum(unit.size for unit in found) >> 27)
    groups = group(found, count)
    folder = Folder(spark, out, key(groups, settings) if resume else None)
    if folder.exists():
        raise FileExistsError(f"{out} exists")
    program, *arguments = settings.command
    shipped = Settings((ship(spark, program), *arguments), settings.limits, settings.content_type)
    write(spark, groups, shipped, folder, by)
