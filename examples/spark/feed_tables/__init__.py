"""Reads documents with ``bozofeed --ndjson`` on Spark and writes tables of feeds, entries and faults."""
