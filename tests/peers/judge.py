"""Parses written documents with expat and feedparser.

`judge.py FILE` reads the lines written by the test `documents_for_peers`. Each document must be well-formed, feedparser must see the
entries of the model, and must read everything from the document that it reads from a well-formed source. Prints a table, and an example
of each kind of difference.
"""

import collections
import html
import json
import re
import sys
from xml.parsers import expat

import feedparser

# The markup of texts is not compared.
feedparser.api.SANITIZE_HTML = 0
feedparser.api.RESOLVE_RELATIVE_URIS = 0
feedparser.RESOLVE_RELATIVE_URIS = 0

IRI = re.compile(r'[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]*$')

# Differences due to bugs of feedparser: the kind, a pattern in the document, and a reason.
LEDGER = [
    ('fails: KeyError', r'<(\w+:)?(textInput|license)', 'an element that it expects elsewhere, or with others in it'),
    ('fails: TypeError', r'<psc:chapter', 'a chapter without a start'),
    ('fails: RecursionError', r'', 'the parser of JSON in Python is recursive'),
]


def well_formed(document):
    """Returns the error that expat reports for a document, if any."""
    parser = expat.ParserCreate('utf-8', namespace_separator=' ')
    try:
        parser.Parse(document.encode(), True)
    except expat.ExpatError as error:
        return re.sub(r': line.*', '', str(error))
    return None


# Values that feedparser reads from the source of a fixture, but not from the document: a pattern of the name, the value, and a reason.
LOST = [
    (r'precedence-description-content-and-summaries', 'entry text', 'it keeps two texts, which depend on their order'),
    (r'children-of-known-elements|precedence-depth', 'entry link', 'it takes values from other elements in an entry'),
    (r'foreign-attributes-of-core-elements', 'entry title', 'it takes values from other elements in an entry'),
    (r'image-with-what-only-feeds-have', 'feed (author|category)', 'it takes values of the image for those of the feed'),
    (r'person-with-other-elements', 'feed author', 'it takes the owner of a podcast for an author'),
    (r'several-channels', 'feed title', 'the title of the last channel is the one that it reads'),
    (r'id-is-not-resolved', 'feed link', 'it resolves a relative identifier, and takes it for the page'),
    (r'references-with-empty-parts', 'entry (link|enclosure)', 'it does not resolve references by RFC 3986'),
    (r'links-that-run-code', 'entry enclosure', 'URLs that run scripts are not written'),
    (r'text-encoded-twice', 'entry enclosure', 'a text that was encoded twice is repaired'),
]


def text(markup):
    """Returns the words of a text, without markup."""
    return re.sub(r'\W+', '', html.unescape(re.sub(r'<[^>]*>', '', html.unescape(markup or ''))))


def values(feed, is_entry):
    """Returns the values that feedparser has read from a feed or an entry, as sets by name. No element may be lost."""
    pairs = {
        'title': {text(feed.get('title'))},
        'link': {link for link in [feed.get('link')] if re.match(r'https?:', link or '') and IRI.match(link)},
        'author': {bool(feed.get('author'))},
        'category': {tag.get('term') for tag in feed.get('tags') or []},
    }
    if is_entry:
        pairs['date'] = {bool(feed.get('published_parsed') or feed.get('updated_parsed'))}
        pairs['enclosure'] = {link.get('href') for link in feed.get('enclosures') or []}
        texts = [feed.get('summary'), *(content.get('value') for content in feed.get('content') or [])]
        pairs['text'] = {text(value) for value in texts}
    else:
        pairs['subtitle'] = {text(feed.get('subtitle'))}
        pictures = [(feed.get('image') or {}).get('href'), feed.get('logo'), feed.get('icon')]
        pairs['picture'] = {bool(any(pictures))}
    return {name: {value for value in found if value} for name, found in pairs.items()}


def read(document):
    return feedparser.parse(document.encode(), response_headers={'content-type': 'application/xml; charset=utf-8'})


def lost(source, document):
    """Yields the names of the values that are in the source but not in the document, each with an example."""
    if well_formed(source):
        return
    try:
        before, after = read(source), read(document)
    except Exception:  # It fails for some fixtures, regardless of the written document.
        return
    if before.bozo or len(before.entries) != len(after.entries):
        return
    pairs = [(before.feed, after.feed, False)]
    pairs += [(one, other, True) for one, other in zip(before.entries, after.entries)]
    for one, other, is_entry in pairs:
        one, other = values(one, is_entry), values(other, is_entry)
        for name, found in one.items():
            # The sanitizer omits parts of texts, so only their beginnings are compared.
            parts = [value[:60] if name == 'text' else value for value in found]
            missing = [part for part in parts if part not in other[name] and not any(str(part) in str(more) for more in other[name])]
            if missing:
                yield f'{"entry" if is_entry else "feed"} {name}', str(missing[0])


def normal(ids):
    return [' '.join((id or '').split()) for id in ids]


def difference(document, format, ids):
    """Returns the kind of difference and its details, if there is one."""
    if format == 'json':
        try:
            found = [item.get('id') for item in json.loads(document)['items']]
        except (ValueError, KeyError) as error:
            return 'JSON', str(error)
    else:
        fault = well_formed(document)
        if fault:
            return f'expat: {fault}', ''
        parsed = read(document)
        if parsed.bozo and not isinstance(parsed.bozo_exception, feedparser.CharacterEncodingOverride):
            return f'feedparser: bozo: {type(parsed.bozo_exception).__name__}', str(parsed.bozo_exception)
        found = [entry.get('id') for entry in parsed.entries]
    if len(found) != len(ids):
        return 'number of entries', f'{len(found)} of {len(ids)}'
    # In Atom and JSON Feed, entries without an identifier, or with a duplicate one, get a new one.
    repeated = collections.Counter(normal(ids))
    for known, other in zip(normal(ids), normal(found)):
        # In Atom, an identifier that is not an IRI is replaced by one derived from it.
        is_made = format == 'atom' and not IRI.match(known) or repeated[known] > 1
        if known and known != other and not is_made:
            return 'identifier', f'{known!r} is {other!r}'
    return None


def main(file):
    count = collections.Counter()
    kinds, examples = collections.Counter(), {}
    with open(file, encoding='utf-8') as lines:
        for line in lines:
            case = json.loads(line)
            document, format = case['document'], case['format']
            count[format] += 1
            try:
                found = difference(document, format, case['ids'])
            except Exception as error:  # A failing program also counts as a difference.
                found = f'fails: {type(error).__name__}', str(error)
            if not found and case.get('source') and format != 'json':
                for name, example in dict(lost(case['source'], document)).items():
                    if any(re.search(pattern, case['name']) and re.fullmatch(known, name) for pattern, known, _ in LOST):
                        count['in the ledger'] += 1
                        continue
                    kinds[f'{format}: lost: {name}'] += 1
                    examples.setdefault(f'{format}: lost: {name}', []).append(f'{case["name"]}: {example}')
            if not found:
                continue
            kind = f'{format}: {found[0]}'
            if any(known == found[0] and re.search(pattern, document) for known, pattern, _ in LEDGER):
                count['in the ledger'] += 1
                continue
            kinds[kind] += 1
            examples.setdefault(kind, []).append(f'{case["name"]}: {found[1]}')
    print(', '.join(f'{number} {name}' for name, number in count.items()))
    for kind, number in kinds.most_common():
        print(f'{number:7} {kind}')
        for example in examples[kind][:3]:
            print(f'            {example[:200]}')
    return bool(kinds)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
