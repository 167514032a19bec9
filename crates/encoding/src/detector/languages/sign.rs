//! The usual positions of capitals and signs, in any language.

use super::model::{Letter, Script};

/// The logarithm of the likelihood of a capital after a lower-case letter, and of two scripts in a word.
const VIOLATION: f32 = -7.0;
/// The logarithm of the likelihood of a capital at the start of a word, or after another capital.
const CAPITAL: f32 = -2.0;
const CAPITALS: f32 = -1.5;
/// The logarithm of the likelihood of a lower-case letter after a capital.
const AFTER_CAPITAL: f32 = -0.3;

/// The kind of a character, which determines its usual position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SignKind {
    /// ASCII except letters.
    Blank,
    Lower(Script),
    Upper(Script),
    /// A letter of a script without case.
    Caseless(Script),
    Sign(Sign),
}

/// A character other than a letter, by its usual position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// Also within words.
    Apostrophe,
    Opening,
    Closing,
    Dash,
    Ellipsis,
    Space,
    /// A vowel sign, which follows its letter.
    Mark,
    /// A raised figure or letter.
    Raised,
    Currency,
    Common,
    Uncommon,
    Control,
}

impl SignKind {
    /// Returns the kind of a non-ASCII character.
    pub(super) fn of(c: char) -> Self {
        let script = Script::of(c);
        // Signs are checked before letters: Unicode counts `º`, `ª` and `µ` among the letters.
        Self::Sign(match c {
            '’' => Sign::Apostrophe,
            '“' | '„' | '‘' | '‚' | '«' | '‹' | '¿' | '¡' => Sign::Opening,
            '”' | '»' | '›' => Sign::Closing,
            '–' | '—' => Sign::Dash,
            '…' => Sign::Ellipsis,
            '\u{A0}' => Sign::Space,
            '\u{5B0}'..='\u{5BD}' | '\u{5BF}' | '\u{5C1}' | '\u{5C2}' | '\u{640}' | '\u{64B}'..='\u{652}' => {
                Sign::Mark
            }
            '²' | '³' | '¹' | 'º' | 'ª' => Sign::Raised,
            '€' | '£' | '¥' | '¢' => Sign::Currency,
            '•'
            | '·'
            | '±'
            | '×'
            | '½'
            | '¼'
            | '´'
            | '°'
            | 'µ'
            | '©'
            | '®'
            | '™'
            | '§'
            | '№'
            | '،'
            | '؛'
            | '؟'
            | '\u{200C}'..='\u{200F}'
            | '\u{AD}' => Sign::Common,
            '\u{80}'..='\u{9F}' | '\u{E000}'..='\u{F8FF}' => Sign::Control,
            c if Letter::of(c) == Letter::None => Sign::Uncommon,
            c if c.is_lowercase() => return Self::Lower(script),
            c if c.is_uppercase() => return Self::Upper(script),
            _ => return Self::Caseless(script),
        })
    }

    /// Returns the script of a letter; `None` for anything else.
    pub(super) fn script(self) -> Option<Script> {
        match self {
            Self::Lower(script) | Self::Upper(script) | Self::Caseless(script) => Some(script),
            Self::Blank | Self::Sign(_) => None,
        }
    }

    pub(super) fn is_letter(self) -> bool {
        self.script().is_some()
    }

    /// Returns the logarithm of the likelihood that a character of the kind `next` follows.
    pub(super) fn likelihood(self, next: Self) -> f32 {
        let scripts = match (self.script(), next.script()) {
            (Some(a), Some(b)) if a != b => VIOLATION,
            _ => 0.0,
        };
        let own = match (self, next) {
            // Vowel signs belong to Hebrew and Arabic letters.
            (Self::Lower(_) | Self::Upper(_), Self::Sign(Sign::Mark)) => VIOLATION + Sign::Mark.after(self),
            (_, Self::Sign(sign)) => sign.after(self),
            (Self::Lower(_), Self::Upper(_)) => VIOLATION,
            (Self::Upper(_), Self::Upper(_)) => CAPITALS,
            (_, Self::Upper(_)) => CAPITAL,
            (Self::Upper(_), Self::Lower(_)) => AFTER_CAPITAL,
            (_, Self::Blank | Self::Lower(_) | Self::Caseless(_)) => 0.0,
        };
        let before = match self {
            Self::Sign(sign) => sign.before(next),
            _ => 0.0,
        };
        scripts + own + before
    }
}

impl Sign {
    /// Returns the logarithm of the likelihood of the sign after a character.
    fn after(self, before: SignKind) -> f32 {
        let frequency = match self {
            Self::Apostrophe
            | Self::Opening
            | Self::Closing
            | Self::Dash
            | Self::Ellipsis
            | Self::Space
            | Self::Mark => -5.0,
            Self::Raised | Self::Currency | Self::Common => -7.0,
            Self::Uncommon => -10.0,
            Self::Control => -14.0,
        };
        let place = match (self, before.is_letter()) {
            (Self::Opening, true) => -9.0,
            (Self::Mark, false) => -7.0,
            (Self::Currency, true) => -5.0,
            (Self::Common | Self::Uncommon, true) => -3.0,
            (Self::Raised, true) | (Self::Ellipsis, false) => -2.0,
            (Self::Dash, true) | (Self::Apostrophe, false) => -1.0,
            _ => 0.0,
        };
        frequency + place
    }

    /// Returns the logarithm of the likelihood of the sign before a character.
    fn before(self, next: SignKind) -> f32 {
        match (self, next.is_letter()) {
            (Self::Closing | Self::Raised, true) => -6.0,
            (Self::Common | Self::Uncommon, true) => -3.0,
            (Self::Opening, false) => -2.5,
            (Self::Currency, true) | (Self::Space, false) => -2.0,
            (Self::Dash | Self::Ellipsis, true) => -1.0,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_likelier_where_they_belong() {
        let kind = |c: char| match c {
            c if c.is_ascii_lowercase() => SignKind::Lower(Script::Latin),
            c if c.is_ascii_uppercase() => SignKind::Upper(Script::Latin),
            c if c.is_ascii() => SignKind::Blank,
            c => SignKind::of(c),
        };
        let likelihood = |text: &str| -> f32 {
            let kinds: Vec<_> = text.chars().map(kind).collect();
            kinds.windows(2).map(|pair| pair[0].likelihood(pair[1])).sum()
        };
        for (likely, unlikely) in [
            ("Été", "éTÉ"),
            ("Привет", "пРИВЕТ"),
            (" “a” ", " ”a“ "),
            ("l’a", "l“a"),
            ("5 € a", "5 a€a"),
            ("a – b", "a†b"),
            ("déjà", "dщjà"),
            ("25 °C", "25°\u{96}C"),
        ] {
            assert!(likelihood(likely) > likelihood(unlikely), "{likely} {unlikely}");
        }
    }
}
