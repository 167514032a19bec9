"""The parsers of Universal Feed Parser, by name."""
