"""Reads documents with ``parse_feed --ndjson`` on Spark and writes tables of feeds, entries and faults."""
