"""The tested program, and a small cluster."""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from feed_tables.documents import Document
from feed_tables.tables import STAGED, TABLES, batches

ROOT = Path(__file__).parents[3]
FIXTURES = ROOT / "fixtures"


def find_bozofeed() -> Path:
    built = [ROOT / "target" / profile / "bozofeed" for profile in ("release", "debug")]
    candidates = [Path(os.environ["BOZOFEED"])] if "BOZOFEED" in os.environ else built
    for candidate in candidates:
        if candidate.is_file() and b"--arrow" in subprocess.check_output([candidate, "--help"]):
            return candidate
    pytest.skip("bozofeed is not built: cargo build --release -p bozofeed-cli")


@pytest.fixture(scope="session")
def bozofeed() -> str:
    """The path of the program."""
    return str(find_bozofeed())


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    """A cluster of two workers, each in a separate process with one core."""
    pyspark = pytest.importorskip("pyspark", reason="PySpark is not installed")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("Java is not installed")
    with local_cluster(pyspark, 2) as session:
        yield session


class local_cluster:
    """Starts a local cluster with this number of workers."""

    def __init__(self, pyspark: Any, workers: int) -> None:
        self._workers = workers
        home = Path(pyspark.__file__).parent
        # A local cluster starts its workers from Spark's home, like an installed Spark.
        os.environ.setdefault("SPARK_HOME", str(home))
        core = glob.glob(str(Path(os.environ["SPARK_HOME"]) / "jars" / "spark-core_*.jar"))
        if core:
            os.environ.setdefault("SPARK_SCALA_VERSION", core[0].rpartition("spark-core_")[2].partition("-")[0])
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        os.environ["PYSPARK_PYTHON"] = sys.executable

    def __enter__(self) -> Any:
        from pyspark.sql import SparkSession

        from feed_tables.job import CONFIGURATION

        builder = SparkSession.builder.master(f"local-cluster[{self._workers},1,1024]").appName("tests")
        builder = builder.config("spark.ui.enabled", "false").config("spark.log.level", "ERROR")
        for name, value in CONFIGURATION.items():
            builder = builder.config(name, value)
        self._session = builder.getOrCreate()
        return self._session

    def __exit__(self, *_: object) -> None:
        self._session.stop()


def ask_once(bozofeed: str, documents: list[Document]) -> list[pa.RecordBatch]:
    """Returns the answers of one process to all questions."""
    lines = b"".join(document.keyed() + b"\n" for document in documents)
    command = [bozofeed, "--ndjson", "--arrow"]
    stream = subprocess.run(command, input=lines, stdout=subprocess.PIPE, check=True).stdout
    return list(pa.ipc.open_stream(stream))


def tables_of(answers: Iterable[pa.RecordBatch]) -> dict[str, list[dict[str, Any]]]:
    """Returns the rows of all tables."""
    staged = pa.Table.from_batches(batches(answers), STAGED)
    return {name: [row for row in staged.column(name).to_pylist() if row is not None] for name in TABLES}
