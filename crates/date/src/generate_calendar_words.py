#!/usr/bin/env python3
"""Writes calendar_words.txt: the names of months and weekdays in every language of CLDR, from the data bundled with Babel. Also writes
calendar_words_used_most.txt, with the names in the most common languages of feeds.

usage: generate_calendar_words.py     (pip install babel)

The data are under the license in LICENSE-UNICODE. The first row lists the languages that write a dot after the day
(`7. lipnja 2026.`). In all other rows, the first column is a name in the form that `names::fold` returns, with `_` between its words. The
second column has its meanings, starting with the meaning in the most common language: `A` to `L` for January to December, `a` to `g` for
Monday to Sunday, followed by the languages, two base-36 digits each. `~` marks a filler word (`8 de enero`).
"""
import collections
import pathlib
import re
import string
import unicodedata

from babel import Locale
from babel.localedata import locale_identifiers

HERE = pathlib.Path(__file__).parent
DIGITS = string.digits + string.ascii_lowercase

# The most common languages of feeds. If nothing else decides between languages, the first is used.
USED_MOST = (
    "en ru es de fr pt it ja tr pl nl zh fa uk cs id vi ko ar el hu sv ro he da fi sk hr bg sr th nb no nn lt lv et sl ca gl eu "
    "ms hi bn ta te mr gu kn ml pa ur ka hy az kk uz be mk sq bs is ga cy mt af sw"
).split()

# Names that CLDR lacks: abbreviations of the C library and of publishing systems, starting from January and from Monday.
ALSO = {
    "fi": ("tam hel maa huh tou kes hei elo syy lok marras jou", "maa tii kes tor per lau sun"),
    "uk": ("січ лют бер кві тра чер лип сер вер жов лис гру", "пон вів сер чет пят суб нед"),
    "cs": ("led úno bře dub kvě čen čec srp zář říj lis pro", "pon úte stř čtv pát sob ned"),
    "lt": ("sau vas kov bal geg bir lie rgp rgs spa lap grd", "pir ant tre ket pen šeš sek"),
    "lv": ("jan feb mar apr mai jūn jūl aug sep okt nov dec", "pir otr tre cet pie ses svē"),
    "et": ("jaan veebr märts apr mai juuni juuli aug sept okt nov dets", "esm tei kol nel ree lau püh"),
    "hr": ("sij velj ožu tra svi lip srp kol ruj lis stu pro", "pon uto sri čet pet sub ned"),
    "sr": ("јан феб мар апр мај јун јул авг сеп окт нов дец", "пон уто сре чет пет суб нед"),
    "ga": ("ean feabh márta aib beal meith iúil lún mfómh dfómh samh noll", "luan máirt céad déar aoine sath domh"),
    "tr": ("oca şub mar nis may haz tem ağu eyl eki kas ara", "pzt sal çar per cum cmt paz"),
    "he": ("ינו פבר מרץ אפר מאי יונ יול אוג ספט אוק נוב דצמ", "שני שלישי רביעי חמישי שישי שבת ראשון"),
    "hi": ("जन फ़र मार्च अप्रै मई जून जुला अग सित अक्टू नव दिस", "सोम मंगल बुध गुरु शुक्र शनि रवि"),
}

# The letters that `names::fold` replaces.
PLAIN = str.maketrans(dict(
    pair for letters, plain in (
        ("àáâãäåāăą", "a"), ("çćč", "c"), ("ďđ", "d"), ("èéêëēėęě", "e"), ("ğģ", "g"), ("ìíîïīįı", "i"), ("ķ", "k"),
        ("ĺļľł", "l"), ("ñńņň", "n"), ("òóôõöøōő", "o"), ("ŕř", "r"), ("śşšș", "s"), ("ţťț", "t"), ("ùúûüūůűų", "u"),
        ("ýÿ", "y"), ("źżž", "z"), ("ά", "α"), ("έ", "ε"), ("ή", "η"), ("ίϊΐ", "ι"), ("ό", "ο"), ("ύϋΰ", "υ"), ("ώ", "ω"),
        ("ς", "σ"), ("ё", "е"),
    ) for pair in zip(letters, plain * len(letters))
))


def fold(text):
    lower = "".join(c.lower() for c in text).translate(PLAIN)
    return "".join(c for c in lower if not "\u0300" <= c <= "\u036f")


def key(name):
    """Returns the folded words of a name, which may be numbers; None if it is a number with the unit of a month or a day."""
    # Direction marks and joiners, which are removed from dates.
    name = re.sub("[\u200b-\u200f\u202a-\u202e\u2060-\u2069]", "", name)
    digits = lambda c: str(unicodedata.digit(c)) if unicodedata.category(c) == "Nd" else c
    words = "".join(digits(c) if unicodedata.category(c)[0] in "LM" or c.isdigit() else " " for c in fold(name)).split()
    if "".join(words).isdigit() or re.search("[0-9][\u6708\uc6d4]", name):
        return None
    return "_".join(words) or None


def names():
    """Returns the meanings of each name, with their languages, the languages that write a dot after the day, and the other words of dates."""
    meanings = collections.defaultdict(lambda: collections.defaultdict(set))
    dotted, fillers = set(), set()
    for language, (months, days) in ALSO.items():
        found = [*zip(months.split(), "ABCDEFGHIJKL", strict=True), *zip(days.split(), "abcdefg", strict=True)]
        for name, meaning in found:
            meanings[key(name)][meaning].add(language)
    for identifier in locale_identifiers():
        locale = Locale.parse(identifier)
        language = locale.language
        if language == "root" or locale.months["format"]["wide"][1] == "M01":
            continue
        if re.search(r"d\.", locale.date_formats["long"].pattern):
            dotted.add(language)
        for width in ("full", "long", "medium"):
            for quoted in re.findall("'([^']+)'", locale.date_formats[width].pattern):
                fillers.update(word for word in (key(quoted) or "").split("_") if word and not word[0].isdigit())
        for context in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                found = [(name, "ABCDEFGHIJKL"[number - 1]) for number, name in locale.months[context][width].items()]
                found += [(name, "abcdefg"[number]) for number, name in locale.days[context][width].items()]
                for name, meaning in found:
                    name = key(name)
                    if name:
                        meanings[name][meaning].add(language)
    return meanings, dotted, fillers


def main():
    meanings, dotted, fillers = names()
    languages = {language for found in meanings.values() for of in found.values() for language in of}
    rank = {language: at for at, language in enumerate(USED_MOST)}
    order = sorted(languages, key=lambda language: (rank.get(language, len(rank)), language))
    code = {language: DIGITS[at // 36] + DIGITS[at % 36] for at, language in enumerate(order)}
    for file, included in (("calendar_words.txt", languages), ("calendar_words_used_most.txt", set(USED_MOST))):
        written = lambda of: "".join(sorted(code[language] for language in of & included))
        rows = []
        for name in sorted(fillers | set(meanings), key=lambda name: name.encode()):
            found = [meaning + written(of) for meaning, of in meanings.get(name, {}).items() if of & included]
            found.sort(key=lambda text: text[1:3])
            found += ["~"] if name in fillers else []
            if found:
                rows.append(name + " " + ",".join(found))
        text = "\n".join(["." + written(dotted & languages), *rows]) + "\n"
        (HERE / file).write_text(text, encoding="utf-8")
        print(len(languages & included), "languages,", len(rows), "names,", len(text.encode()), "bytes")


if __name__ == "__main__":
    main()
