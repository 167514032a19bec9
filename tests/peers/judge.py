"""What expat and feedparser make of documents that were written.

`judge.py FILE` reads the lines that the test `documents_for_peers` writes. Each document must be well-formed, and feedparser must see the
entries of the model. Prints a table, and an example for each kind of difference.
"""

import collections
import json
import re
import sys
from xml.parsers import expat

import feedparser

# Texts are not looked at here.
feedparser.api.SANITIZE_HTML = 0
feedparser.api.RESOLVE_RELATIVE_URIS = 0
feedparser.RESOLVE_RELATIVE_URIS = 0

IRI = re.compile(r'[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]*$')

# Differences that are bugs of feedparser: the kind, a pattern of the document, and a reason.
LEDGER = [
    ('fails: KeyError', r'<(\w+:)?(textInput|license)', 'an element that it expects elsewhere, or with others in it'),
    ('fails: TypeError', r'<psc:chapter', 'a chapter without a start'),
    ('fails: RecursionError', r'', 'the parser of JSON in Python is recursive'),
]


def well_formed(document):
    """Returns what expat has against a document."""
    parser = expat.ParserCreate(namespace_separator=' ')
    try:
        parser.Parse(document.encode(), True)
    except expat.ExpatError as error:
        return re.sub(r': line.*', '', str(error))
    return None


def normal(ids):
    return [' '.join((id or '').split()) for id in ids]


def difference(document, format, ids):
    """Returns a kind of difference, and its details."""
    if format == 'json':
        try:
            found = [item.get('id') for item in json.loads(document)['items']]
        except (ValueError, KeyError) as error:
            return 'JSON', str(error)
    else:
        fault = well_formed(document)
        if fault:
            return f'expat: {fault}', ''
        parsed = feedparser.parse(document.encode(), response_headers={'content-type': 'application/xml; charset=utf-8'})
        if parsed.bozo and not isinstance(parsed.bozo_exception, feedparser.CharacterEncodingOverride):
            return f'feedparser: bozo: {type(parsed.bozo_exception).__name__}', str(parsed.bozo_exception)
        found = [entry.get('id') for entry in parsed.entries]
    if len(found) != len(ids):
        return 'number of entries', f'{len(found)} of {len(ids)}'
    # An entry without an identifier gets one in Atom and JSON Feed, and so does one whose identifier was there before.
    seen = set()
    for known, other in zip(normal(ids), normal(found)):
        # That of Atom is an IRI, which is made of others.
        is_made = format == 'atom' and not IRI.match(known)
        if known and known not in seen and known != other and not is_made:
            return 'identifier', f'{known!r} is {other!r}'
        seen.add(known)
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
            except Exception as error:  # A program that fails is a difference, too.
                found = f'fails: {type(error).__name__}', str(error)
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
