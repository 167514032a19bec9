"""FeedParserDict: attributes, aliases and computed keys."""

from __future__ import annotations

import copy
import pickle
import warnings

import pytest

from bozofeed.feedparser import FeedParserDict

LINKS = [{"rel": "enclosure", "href": "a", "type": "b"}, {"rel": "license", "href": "L"}, {"rel": "alternate"}]


def test_keys_are_attributes_and_have_older_names() -> None:
    failures = []
    for stored, asked, expected in [
        ({"title": "T"}, "title", "T"),
        ({"id": "i"}, "guid", "i"),
        ({"href": "h"}, "url", "h"),
        ({"feed": "f"}, "channel", "f"),
        ({"summary": "s", "subtitle": "u"}, "description", "s"),
        ({"subtitle": "u"}, "description", "u"),
        ({"subtitle": "u"}, "tagline", "u"),
        ({"rights": "r"}, "copyright", "r"),
        ({"published": "p"}, "issued", "p"),
        ({"updated": "p"}, "modified", "p"),
        ({"updated": "p"}, "date", "p"),
        ({"guid": "own"}, "guid", "own"),
        ({"links": LINKS}, "license", "L"),
        ({"links": LINKS}, "enclosures", [{"href": "a", "type": "b"}]),
        ({"tags": [{"term": "t"}]}, "category", "t"),
    ]:
        d = FeedParserDict(stored)
        got = (d[asked], getattr(d, asked), d.get(asked), asked in d, d.has_key(asked))
        if got != (expected, expected, expected, True, True):
            failures.append((stored, asked, got))
    assert not failures


def test_missing_keys_are_missing_in_every_way() -> None:
    failures = []
    for stored, asked in [
        ({}, "title"),
        ({}, "description"),
        ({}, "enclosures"),
        ({}, "license"),
        ({"links": LINKS[:1]}, "license"),
        ({"tags": []}, "category"),
        ({"tags": [{}]}, "category"),
        ({"published": "p"}, "modified"),
    ]:
        d = FeedParserDict(stored)
        if asked in d or hasattr(d, asked) or d.get(asked, 7) != 7:
            failures.append((stored, asked))
        with pytest.raises(KeyError):
            d[asked]
    assert not failures
    with pytest.raises(AttributeError, match="object has no attribute 'titel'"):
        FeedParserDict().titel


def test_a_missing_update_is_the_publication_with_a_warning() -> None:
    d = FeedParserDict(published="p", published_parsed="q")
    assert "updated" not in d
    for key, expected in [("updated", "p"), ("updated_parsed", "q")]:
        with pytest.warns(DeprecationWarning, match=f"from `{key}`"):
            assert d[key] == expected
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert FeedParserDict(updated="u", published="p").updated == "u"


def test_values_are_set_under_the_canonical_key() -> None:
    d = FeedParserDict()
    d["guid"], d["description"], d["url"] = 1, 2, 3
    assert dict(d) == {"id": 1, "summary": 2, "href": 3}
    assert d.setdefault("description", 9) == 2
    assert d.setdefault("title", 4) == 4
    assert list(d) == ["id", "summary", "href", "title"]


def test_results_are_hashed_by_identity_and_can_be_copied() -> None:
    d = FeedParserDict(title="T", links=[FeedParserDict(href="a")])
    assert hash(d) == id(d)
    for copied in [copy.deepcopy(d), pickle.loads(pickle.dumps(d)), copy.copy(d)]:
        assert copied == d and type(copied) is FeedParserDict and type(copied.links[0]) is FeedParserDict
