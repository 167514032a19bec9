#!/usr/bin/env python3
"""Writes code_pages.rs and labels.txt from Python's codecs (and the two Vietnamese pages from iconv's tables).

usage: generate_code_pages.py [--check]
  without arguments   writes both files next to this script
  --check             writes nothing; the exit status is 1 if a file is out of date
"""
import encodings.aliases
import pathlib
import re
import shutil
import subprocess
import sys
import unicodedata

HERE = pathlib.Path(__file__).parent

# Python's codecs that other files in this folder implement, with their names here.
ELSEWHERE = {
    "ascii": "us-ascii", "latin_1": "iso-8859-1", "iso8859_1": "iso-8859-1",
    "utf_8": "utf-8", "utf_8_sig": "utf-8", "utf_7": "utf-7",
    "utf_16": "utf-16", "utf_16_le": "utf-16le", "utf_16_be": "utf-16be",
    "utf_32": "utf-32", "utf_32_le": "utf-32le", "utf_32_be": "utf-32be",
    "cp874": "windows-874", "koi8_r": "koi8-r", "cp866": "ibm866",
    "mac_roman": "macintosh", "mac_cyrillic": "x-mac-cyrillic",
    # gb2312 is read as its superset, gb18030, as in Universal Feed Parser.
    "gb2312": "gb18030", "gbk": "gbk", "gb18030": "gb18030", "hz": "hz-gb-2312",
    "big5": "big5", "big5hkscs": "big5", "cp950": "big5",
    "shift_jis": "shift_jis", "cp932": "windows-31j", "euc_jp": "euc-jp",
    "iso2022_jp": "iso-2022-jp", "iso2022_jp_1": "iso-2022-jp-2", "iso2022_jp_2": "iso-2022-jp-2",
    "iso2022_jp_ext": "iso-2022-jp-2",
    "euc_kr": "euc-kr", "cp949": "euc-kr", "iso2022_kr": "iso-2022-kr", "johab": "johab",
    # JIS X 0213: known names without a decoder.
    "iso2022_jp_3": "iso-2022-jp-3", "iso2022_jp_2004": "iso-2022-jp-2004", "euc_jis_2004": "euc-jis-2004",
    "euc_jisx0213": "euc-jisx0213", "shift_jis_2004": "shift_jis-2004", "shift_jisx0213": "shift_jisx0213",
    # Python only has these on Windows, where they are the system's code page.
    "mbcs": "windows-1252", "oem": "cp437",
}
ELSEWHERE |= {f"cp{n}": f"windows-{n}" for n in range(1250, 1259)}
ELSEWHERE |= {f"iso8859_{n}": f"iso-8859-{n}" for n in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)}

# Code pages that encoding_rs lacks, or maps differently from Python (iso-8859-9, iso-8859-11, tis-620, koi8-u).
PAGES = {name: name for name in """cp037 cp273 cp424 cp500 cp875 cp1026 cp1140
    cp437 cp720 cp737 cp775 cp850 cp852 cp855 cp856 cp857 cp858 cp860 cp861 cp862 cp863 cp864 cp865 cp869 cp1006
    cp1125 kz1048 ptcp154 palmos""".split()}
PAGES |= {"iso8859_9": "iso-8859-9", "iso8859_11": "iso-8859-11", "tis_620": "tis-620", "koi8_t": "koi8-t",
          "koi8_u": "koi8-u", "hp_roman8": "hp-roman8"}
PAGES |= {f"mac_{n}": f"mac-{n}" for n in "arabic croatian farsi greek iceland latin2 romanian turkish".split()}
ICONV_PAGES = {"VISCII": "viscii", "TCVN": "tcvn"}

# Spellings in feeds that neither Python nor the Encoding Standard supports: from IANA's registry, Windows and iconv.
ALSO = {
    "windows-1252": "ms-ansi winlatin1 win-1252", "windows-1256": "ms-arab win-1256", "windows-1251": "ms-cyrl win-1251",
    "windows-1250": "ms-ee win-1250", "windows-1253": "ms-greek win-1253", "windows-1255": "ms-hebr win-1255",
    "windows-1254": "ms-turk win-1254", "windows-1257": "winbaltrim win-1257", "windows-1258": "win-1258",
    "utf-8": "unicode-1-1-utf-8 wtf-8", "utf-7": "unicode-1-1-utf-7 csunicode11utf7",
    "utf-16": "ucs-2 ucs2 csunicode iso-10646-ucs-2 unicode csutf16", "utf-16be": "csutf16be unicodefffe utf-16-be ucs-2be",
    "utf-16le": "csutf16le unicodefeff utf-16-le ucs-2le",
    "utf-32": "ucs-4 ucs4 csucs4 iso-10646-ucs-4 csutf32", "utf-32be": "csutf32be ucs-4be", "utf-32le": "csutf32le ucs-4le",
    "cp858": "ibm00858 ccsid00858 cp00858 pc-multilingual-850+euro", "cp1140": "ibm01140 ccsid01140 cp01140 ebcdic-us-37+euro",
    "cp437": "ibm-437 cspc8codepage437", "cp850": "ibm-850", "cp852": "ibm-852", "ibm866": "ibm-866", "cp037": "ibm-037 ibm-37",
    "cp737": "ibm737", "cp720": "ibm720", "cp856": "ibm856", "cp875": "ibm875", "cp1006": "ibm1006",
    "koi8-t": "koi8t", "kz1048": "cskz1048", "iso-8859-9": "windows-28599", "iso-8859-1": "windows-28591",
    "iso-8859-2": "windows-28592", "tcvn": "tcvn tcvn-5712 tcvn5712-1 tcvn5712-1:1993", "viscii": "viscii csviscii viscii1.1-1",
    "mac-latin2": "x-mac-ce macce", "mac-greek": "x-mac-greek", "mac-turkish": "x-mac-turkish",
    "mac-iceland": "x-mac-icelandic", "mac-croatian": "x-mac-croatian", "mac-romanian": "x-mac-romanian",
    "mac-arabic": "x-mac-arabic", "mac-farsi": "x-mac-farsi", "x-mac-cyrillic": "ms-mac-cyrillic",
    "utf-1": "utf-1 csiso10646utf1", "utf-ebcdic": "utf-ebcdic", "scsu": "scsu csscsu", "bocu-1": "bocu-1 csbocu-1",
    "cesu-8": "cesu-8 cscesu-8",
    "x-iso-10646-ucs-4-2143": "x-iso-10646-ucs-4-2143", "x-iso-10646-ucs-4-3412": "x-iso-10646-ucs-4-3412",
}


def fold(label):
    return re.sub(r"[^a-z0-9]", "", label.lower())


def python_page(codec):
    page = []
    for byte in range(256):
        try: text = bytes([byte]).decode(codec)
        except UnicodeDecodeError: text = "\0"
        # Drops directional marks next to the character (Mac Arabic and Farsi).
        page.append(ord(text[-1]))
    return page


def iconv_page(name):
    page = []
    for byte in range(256):
        run = subprocess.run(["iconv", "-f", name, "-t", "UTF-16BE"], input=bytes([byte]), capture_output=True)
        text = run.stdout.decode("utf-16-be") if run.returncode == 0 else ""
        page.append(ord(text[0]) if len(text) == 1 else 0)
    return page


def literal(page):
    """The characters as a string literal, in which those are escaped that are not seen, join others or have another normal form."""
    def escaped(character):
        if character in '"\\': return "\\" + character
        plain = unicodedata.category(character)[0] not in "CMZ" and unicodedata.is_normalized("NFC", character)
        return character if plain or character == " " else "\\u{%X}" % ord(character)
    return '"' + "".join(escaped(chr(code)) for code in page) + '"'


def code_pages():
    """The row of each page, by name."""
    pages = {ours: python_page(codec) for codec, ours in PAGES.items()}
    if shutil.which("iconv"): pages |= {ours: iconv_page(name) for name, ours in ICONV_PAGES.items()}
    rows = {}
    for name, page in pages.items():
        extends_ascii = page[:128] == list(range(128))
        function, characters = ("extending_ascii", page[128:]) if extends_ascii else ("new", page)
        rows[name] = f'    CodePage::{function}("{name}", {literal(characters)}),\n'
    return rows


def labels():
    known = ELSEWHERE | PAGES
    table = {}
    for codec, ours in known.items():
        table.setdefault(fold(codec), ours); table.setdefault(fold(ours), ours)
    for alias, codec in encodings.aliases.aliases.items():
        if codec in known: table[fold(alias)] = known[codec]
    for ours, spellings in ALSO.items():
        for label in spellings.split(): table.setdefault(fold(label), ours)
    return table


GENERATED = "// Generated by generate_code_pages.py in this folder; do not edit.\n"
PAGES_HEAD = """//! The single-byte code pages that `encoding_rs` lacks or maps differently. U+0000 marks an undefined byte.

use super::single_byte::CodePage;

/// Sorted by name.
#[rustfmt::skip]
pub(super) static CODE_PAGES: [CodePage; %d] = [
"""


def write():
    pages, table = code_pages(), labels()
    rows = "".join(pages[name] for name in sorted(pages))
    (HERE / "code_pages.rs").write_text(GENERATED + PAGES_HEAD % len(pages) + rows + "];\n")
    (HERE / "labels.txt").write_text("".join(f"{label} {table[label]}\n" for label in sorted(table)))


def check():
    """Another version of Python may know more or fewer labels; what both know has to agree."""
    written = (HERE / "code_pages.rs").read_text()
    wrong = [name for name, row in code_pages().items() if row not in written]
    known = dict(line.split(" ") for line in (HERE / "labels.txt").read_text().splitlines())
    wrong += [label for label, codec in labels().items() if known.get(label, codec) != codec]
    for name in wrong: print(f"{name} is not what this script writes")
    return bool(wrong) or len(known) < 300


if __name__ == "__main__":
    sys.exit(check() if sys.argv[1:] == ["--check"] else write())
