//! The identifiers of a text, with a prefix, so that they do not collide with identifiers of the surrounding page or of other texts on
//! it.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt::Write as _;

use super::rules::Rules;
use bozofeed_text::cut::beginning;
use bozofeed_text::forward::memchr_iter;
use bozofeed_text::html::references::decode;
use bozofeed_text::maps::{Set, set_of};

/// The maximum length of an identifier that is a target. Each `id=` of a text may begin a value that never ends.
const LONGEST: usize = 256;

/// The maximum length of a page URL whose links are recognised.
const LONGEST_PAGE: usize = 2048;

/// The identifiers of a text.
pub(super) struct TextIdentifiers<'m> {
    markup: &'m str,
    /// The URL of the page that the text is from, without a fragment.
    page: Option<&'m str>,
    /// The prefix that marks identifiers as already prefixed; empty if identifiers are not changed.
    known: &'m str,
    is_distinct: bool,
    /// The prefix of this text.
    prefix: OnceCell<String>,
    /// The targets of links in the text, collected when a link may lead to one.
    targets: OnceCell<Set<Cow<'m, str>>>,
}

impl<'m> TextIdentifiers<'m> {
    pub(super) fn new(markup: &'m str, page: Option<&'m str>, rules: &'m Rules) -> Self {
        // It is compared with each link.
        let page = page.filter(|page| page.len() <= LONGEST_PAGE);
        Self {
            markup,
            page: page.map(|page| page.split_once('#').map_or(page, |(page, _)| page)),
            known: rules.listed.id_prefix.as_str(),
            is_distinct: rules.listed.distinct_ids,
            prefix: OnceCell::new(),
            targets: OnceCell::new(),
        }
    }

    /// Returns whether identifiers are left unchanged.
    pub(super) fn stay(&self) -> bool {
        self.known.is_empty()
    }

    /// Returns the prefix of the text: the prefix of the policy and, if it has to be distinct, a hash of the text. It is the same
    /// whenever the text is read, so that the text does not appear to change.
    fn prefix(&self) -> &str {
        self.prefix.get_or_init(|| {
            let mut prefix = self.known.to_owned();
            if self.is_distinct {
                // A few digits are enough: a page has at most some hundred texts with identifiers.
                let _ = write!(prefix, "{:06x}-", hash(self.markup) >> 40);
            }
            prefix
        })
    }

    /// Returns an identifier with its prefix, unless it already has one: markup that is sanitized again does not change.
    pub(super) fn with_prefix<'a>(&self, id: &'a str) -> Cow<'a, str> {
        // Only the prefix of the policy is compared. The digits were derived from the markup before it was sanitized, and would be
        // different now.
        if id.is_empty() || id.starts_with(self.known) {
            return Cow::Borrowed(id);
        }
        Cow::Owned([self.prefix(), id].concat())
    }

    /// Returns a list of identifiers with their prefixes.
    pub(super) fn with_prefixes<'a>(&self, ids: &'a str) -> Cow<'a, str> {
        let ids: Vec<_> = ids.split_ascii_whitespace().map(|id| self.with_prefix(id)).collect();
        Cow::Owned(ids.join(" "))
    }

    /// Returns the fragment of a URL of the page of the text, with its `#`, if the text has the target. For example, a footnote may be
    /// linked by the URL of the page but be part of the text. Returns `None` for every other URL.
    pub(super) fn own_fragment<'a>(&self, url: &'a str) -> Option<&'a str> {
        let fragment = url.strip_prefix(self.page?).filter(|rest| rest.starts_with('#') && !self.stay())?;
        self.targets().contains(fragment.strip_prefix('#')?).then_some(fragment)
    }

    /// Returns a reference with the prefix if it only has a fragment. A link may lead to the top of the page.
    pub(super) fn in_link<'a>(&self, link: Cow<'a, str>, attribute: &str) -> Cow<'a, str> {
        match link.strip_prefix('#').filter(|_| !self.stay()) {
            Some(id) if !(attribute == "href" && id == "top") => match self.with_prefix(id) {
                Cow::Owned(id) => Cow::Owned(["#", &id].concat()),
                Cow::Borrowed(_) => link,
            },
            _ => link,
        }
    }

    /// Returns the values of `id` and `name`. Distinguishing tags from text would take as long as sanitizing the text; a link to a false
    /// target leads nowhere.
    fn targets(&self) -> &Set<Cow<'m, str>> {
        self.targets.get_or_init(|| {
            let markup = self.markup;
            // The end of the last unquoted value. Another `id=` within it is a part of it, and is not read again.
            let mut reached = 0;
            let value_at = |at: usize| {
                if at < reached {
                    return None;
                }
                let name = markup.get(..at)?.trim_ascii_end().as_bytes();
                let is_target = |known: &[u8]| {
                    name.last_chunk::<4>()
                        .is_some_and(|end| end[4 - known.len()..].eq_ignore_ascii_case(known))
                };
                if !is_target(b"id") && !is_target(b"name") {
                    return None;
                }
                let rest = markup.get(at + "=".len()..)?;
                let read = beginning(rest, LONGEST);
                let value = read.trim_ascii_start();
                let value = match value.as_bytes().first()? {
                    b'"' => value.get(1..)?.split('"').next()?,
                    b'\'' => value.get(1..)?.split('\'').next()?,
                    _ => {
                        let is_end = |c: char| c.is_ascii_whitespace() || matches!(c, '>' | '"' | '\'');
                        let start = at + "=".len() + (read.len() - value.len());
                        let value = value.split(is_end).next()?;
                        reached = start + value.len();
                        value
                    }
                };
                Some(decode(value, true))
            };
            set_of(memchr_iter(b'=', markup.as_bytes()).filter_map(value_at))
        })
    }
}

/// Returns a hash of a text, whose upper bits depend on all others. The beginning and the end of a long text are enough.
fn hash(text: &str) -> u64 {
    /// 2^64 divided by the golden ratio (Fibonacci hashing).
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    const MOST: usize = 1024;
    let bytes = text.as_bytes();
    let ends =
        [bytes.get(..MOST).unwrap_or(bytes), bytes.get(bytes.len().saturating_sub(MOST)..).unwrap_or(bytes)];
    let hash = ends.into_iter().fold(text.len() as u64, |hash, end| {
        let (words, rest) = end.as_chunks::<8>();
        let mut last = [0; 8];
        last.iter_mut().zip(rest).for_each(|(to, byte)| *to = *byte);
        let words = words.iter().chain([&last]).map(|word| u64::from_le_bytes(*word));
        words.fold(hash, |hash, word| (hash.rotate_left(5) ^ word).wrapping_mul(FACTOR))
    });
    (hash ^ hash >> 32).wrapping_mul(FACTOR)
}

#[cfg(test)]
mod tests {
    use super::{TextIdentifiers, hash};
    use crate::allowlist::Listed;
    use crate::sanitizer::rules::Rules;
    use bozofeed_text::maps::Set;
    use bozofeed_text::scan::steps;

    #[test]
    fn identifiers_get_a_prefix_once() {
        let rules = Rules::of(Listed { distinct_ids: false, ..Listed::READER });
        let identifiers = TextIdentifiers::new("", None, &rules);
        for (id, expected) in [("x", "user-content-x"), ("user-content-x", "user-content-x"), ("", "")] {
            assert_eq!(identifiers.with_prefix(id), expected, "{id:?}");
        }
        assert_eq!(identifiers.with_prefixes(" a  user-content-b "), "user-content-a user-content-b");
    }

    #[test]
    fn the_prefix_of_a_text_is_its_own() {
        let rules = Rules::of(Listed::READER);
        let id = |markup: &str| TextIdentifiers::new(markup, None, &rules).with_prefix("x").into_owned();
        assert_eq!(id("<p id=x>a"), id("<p id=x>a"));
        assert_ne!(id("<p id=x>a"), id("<p id=x>b"));
        assert_eq!(id("").len(), "user-content-123456-x".len());
        assert_eq!(id("<p id=user-content-y>"), id("<p id=user-content-y>"));
    }

    #[test]
    fn texts_that_differ_anywhere_have_other_hashes() {
        let texts = (0..1000).map(|at| format!("{}{}{}", "a".repeat(at % 50), at, "b".repeat(at / 50)));
        let hashes: Set<u64> = texts.map(|text| hash(&text) >> 40).collect();
        assert!(hashes.len() >= 998, "{}", hashes.len());
    }

    #[test]
    fn fragments_get_the_prefix_of_identifiers() {
        let reader = Rules::of(Listed { distinct_ids: false, ..Listed::READER });
        let other = Rules::of(Listed::FEED_PARSER);
        let [reader, other] = [&reader, &other].map(|rules| TextIdentifiers::new("", None, rules));
        for (reference, prefixed) in [
            ("#fn1", "#user-content-fn1"),
            ("#user-content-fn1", "#user-content-fn1"),
            ("#top", "#top"),
            ("#", "#"),
            ("x#fn1", "x#fn1"),
            ("", ""),
        ] {
            assert_eq!(reader.in_link(reference.into(), "href"), prefixed, "{reference:?}");
            assert_eq!(other.in_link(reference.into(), "href"), reference, "{reference:?}");
        }
        assert_eq!(reader.in_link("#top".into(), "src"), "#user-content-top");
    }

    #[test]
    fn links_to_the_page_stay_in_the_text_that_has_their_target() {
        let rules = Rules::of(Listed::READER);
        let markup = "<p id='fn1'>a<a NAME=fn&#50;>b</a><i nam=fn3>";
        let mut wrong = Vec::new();
        for (url, page, expected) in [
            ("http://a/b#fn1", "http://a/b", Some("#fn1")),
            ("http://a/b#fn1", "http://a/b#top", Some("#fn1")),
            ("http://a/b#fn2", "http://a/b", Some("#fn2")),
            ("http://a/b#fn3", "http://a/b", None),
            ("http://a/b#comments", "http://a/b", None),
            ("http://a/b?x#fn1", "http://a/b", None),
            ("http://a/bc#fn1", "http://a/b", None),
            ("http://a/b", "http://a/b", None),
            ("http://a/b#", "http://a/b", None),
        ] {
            let found = TextIdentifiers::new(markup, Some(page), &rules).own_fragment(url).map(String::from);
            if found.as_deref() != expected {
                wrong.push((url, page, found));
            }
        }
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    #[test]
    fn targets_are_read_once() {
        let rules = Rules::of(Listed::READER);
        for piece in ["id=&", "id= &", "id='&", "id=\"&", "id=\"&id='&", "id=&'", "name=id=&amp;", "id=&\""] {
            let markup = piece.repeat(4096);
            let _ = steps::take();
            let identifiers = TextIdentifiers::new(&markup, Some("http://h/p"), &rules);
            assert_eq!(identifiers.own_fragment("http://h/p#x"), None, "{piece:?}");
            let steps = steps::take();
            assert!(steps <= 8 * markup.len(), "{piece:?}: {steps} steps for {} bytes", markup.len());
        }
        let markup = "<a href='?id=1'id=x>";
        let found = TextIdentifiers::new(markup, Some("http://h/p"), &rules).own_fragment("http://h/p#x");
        assert_eq!(found, Some("#x"));
    }
}
