"""The vocabularies of Universal Feed Parser, by name."""
