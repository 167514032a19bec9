"""Prints the titles of a feed: python3 answer.py libbozofeed.so feed.xml"""

import ctypes
import json
import sys


class Bozofeed:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        # Not `c_char_p`: ctypes would copy the text and lose the pointer, which must be freed.
        self.library.bozofeed_parse.restype = ctypes.c_void_p
        self.library.bozofeed_parse.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p]
        self.library.bozofeed_free.argtypes = [ctypes.c_void_p]
        self.library.bozofeed_free.restype = None

    def parse(self, document: bytes, **question) -> dict:
        answer = self.library.bozofeed_parse(document, len(document), json.dumps(question).encode())
        try:
            return json.loads(ctypes.string_at(answer))
        finally:
            self.library.bozofeed_free(answer)


if __name__ == "__main__":
    library, path = sys.argv[1:]
    with open(path, "rb") as file:
        answer = Bozofeed(library).parse(file.read(), url="https://example.org/feed")
    print(answer["feed"].get("title"))
    for entry in answer["entries"]:
        print("-", entry.get("title"))
