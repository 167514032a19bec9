"""Reads feeds on a Spark cluster and writes tables. See README.md; `--help` tells the options."""

from __future__ import annotations

import argparse
import os
import sys

from py4j.protocol import Py4JError, Py4JJavaError  # type: ignore[import-untyped]
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from feed_tables.documents import is_remote
from feed_tables.job import CONFIGURATION, Limits, Settings, run


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Reads feeds with bozofeed on Spark and writes tables as Parquet.")
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files or folders; local, or s3://, hdfs://, gs://")
    parser.add_argument("out", metavar="OUT", help="the folder of the tables, which must not exist")
    parser.add_argument("--kind", choices=("file", "lines", "warc"), default="file")
    parser.add_argument("--bozofeed", required=True, metavar="FILE", help="the program, built for the workers")
    parser.add_argument("--partition", choices=("day", "month"), default="month", help="of the entries")
    parser.add_argument("--resume", action="store_true", help="keep what is complete if the job fails, and take it")
    parser.add_argument("--tasks", type=int, metavar="N", help="at most so many tasks")
    parser.add_argument("--content-type", metavar="PATTERN", help="of the WARC records that are read")
    parser.add_argument("--seconds", type=float, default=60, metavar="N", help="for each document")
    parser.add_argument("--memory", type=int, default=2048, metavar="MIB", help="for each document")
    parser.add_argument("--size", type=int, default=64, metavar="MIB", help="of the largest document")
    return parser.parse_args()


def reason(error: Exception) -> str:
    """Returns the reason why a job failed, on one line. Spark has logged the trace."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    text = str(error.java_exception) if isinstance(error, Py4JJavaError) else str(error)
    return next((line for line in text.splitlines() if line.strip()), type(error).__name__)


def check(args: argparse.Namespace) -> None:
    """Raises an error for a local path that does not exist, before Spark starts."""
    for path in (args.bozofeed, *args.paths):
        if not is_remote(path):
            os.stat(path)


def main() -> int:
    args = arguments()
    try:
        check(args)
        work(args)
    except (OSError, ValueError, Py4JError, PySparkException) as error:
        print(f"feeds_to_parquet: {reason(error)}", file=sys.stderr)
        return 1
    return 0


def work(args: argparse.Namespace) -> None:
    """Starts Spark and runs the job."""
    # Spark's own launcher knows the Python of the workers. Without it, they are on this machine.
    if "PYSPARK_GATEWAY_PORT" not in os.environ:
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    limits = Limits(args.size << 20, args.seconds, args.memory << 20)
    settings = Settings((os.path.abspath(args.bozofeed),), limits, args.content_type)
    builder = SparkSession.builder.appName("feeds to Parquet")
    for name, value in CONFIGURATION.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    try:
        run(spark, args.kind, args.paths, args.out, settings, args.tasks, args.partition, args.resume)
    finally:
        spark.stop()


if __name__ == "__main__":
    sys.exit(main())
