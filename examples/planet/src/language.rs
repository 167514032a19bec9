//! Languages of the site, its feeds and their entries.

use std::str::FromStr;

/// A language tag (RFC 5646 §2.1): `en-GB`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Language(String);

/// Languages that are written from right to left, unless the tag has another script.
const RIGHT_TO_LEFT: &str =
    "ar arc ary arz azb bqi ckb dv fa glk he iw ji ks lrc mzn nqo pes pnb prs ps sd skr syr ug ur yi";

/// Scripts that are written from right to left (ISO 15924).
const RIGHT_TO_LEFT_SCRIPTS: &str = "adlm arab aran hebr mand mend nkoo rohg samr syrc thaa";

impl Language {
    /// Parses a feed's language, which may be written `en_us`; `None` if it is not a tag.
    pub(crate) fn named(text: &str) -> Option<Self> {
        text.trim().replace('_', "-").parse().ok()
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether this is the primary tag of the language: `en` for `en-GB`.
    pub(crate) fn is(&self, primary: &str) -> bool {
        self.primary().eq_ignore_ascii_case(primary)
    }

    /// Returns the value of `dir` for a text in this language. In a right-to-left language, it is `rtl` even if the text begins
    /// with a foreign word.
    pub(crate) fn direction(language: Option<&Self>, text: &str) -> &'static str {
        let is_meant = language.is_some_and(Self::is_right_to_left);
        if is_meant && text.chars().any(is_right_to_left) { "rtl" } else { "auto" }
    }

    fn primary(&self) -> &str {
        self.0.split('-').next().unwrap_or_default()
    }

    fn is_right_to_left(&self) -> bool {
        let is_in = |list: &str, name: &str| list.split(' ').any(|known| known.eq_ignore_ascii_case(name));
        let script = self.0.split('-').skip(1).find(|part| is_script(part));
        match script {
            Some(script) => is_in(RIGHT_TO_LEFT_SCRIPTS, script),
            None => is_in(RIGHT_TO_LEFT, self.primary()),
        }
    }
}

/// The error for a text that is not a language tag.
#[derive(Debug, thiserror::Error)]
#[error("not a language tag, such as 'en' or 'pt-BR'")]
pub(crate) struct NotALanguage;

impl FromStr for Language {
    type Err = NotALanguage;

    fn from_str(text: &str) -> Result<Self, NotALanguage> {
        let mut parts = text.split('-');
        let primary = parts.next().unwrap_or_default();
        let is_part =
            |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric());
        let is_tag = matches!(primary.len(), 2 | 3)
            && primary.bytes().all(|b| b.is_ascii_alphabetic())
            && parts.clone().count() < 8
            && parts.all(is_part);
        if is_tag { Ok(Self(text.to_owned())) } else { Err(NotALanguage) }
    }
}

fn is_script(part: &str) -> bool {
    part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Returns whether a character is in a block of right-to-left letters (UAX #9 §3.2).
fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}' | '\u{10800}'..='\u{10FFF}'
        | '\u{1E800}'..='\u{1EFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_a_tag() {
        let mut wrong = Vec::new();
        for (text, expected) in [
            ("en", Some("en")),
            (" en_us ", Some("en-us")),
            ("zh-Hant-TW", Some("zh-Hant-TW")),
            ("nds", Some("nds")),
            ("de-1996", Some("de-1996")),
            ("english", None),
            ("e", None),
            ("", None),
            ("en-", None),
            ("en--us", None),
            ("en us", None),
            ("en-abcdefghi", None),
            ("\"><script>", None),
            ("en-a-b-c-d-e-f-g-h-i", None),
        ] {
            if Language::named(text).as_ref().map(Language::as_str) != expected {
                wrong.push(text);
            }
        }
        assert_eq!(wrong, [] as [&str; 0]);
    }

    #[test]
    fn a_text_from_right_to_left_may_begin_with_a_foreign_word() {
        const MIXED: &str = "USB \u{5ea}\u{5e7}\u{5e2}";
        for (language, text, expected) in [
            ("he", MIXED, "rtl"),
            ("ar-EG", "\u{628}", "rtl"),
            ("az-Arab", "\u{628}", "rtl"),
            ("he-Latn", MIXED, "auto"),
            ("he", "In English", "auto"),
            ("en", MIXED, "auto"),
            ("", MIXED, "auto"),
        ] {
            let language = Language::named(language);
            assert_eq!(Language::direction(language.as_ref(), text), expected, "{language:?} {text}");
        }
    }
}
