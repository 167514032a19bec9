//! HZ (RFC 1843): GB 2312 between `~{` and `~}`.

use super::double_byte::{GB_2312, push_pair};
use super::malformed::{Meaning, Stopped, TextBuilder};

/// Decodes bytes to a text. A tilde that does not begin an escape is malformed, and so is a pair missing from GB 2312.
pub(super) fn decode(bytes: &[u8], text: &mut TextBuilder<'_>) -> Result<(), Stopped> {
    text.reserve(bytes.len());
    let mut in_gb = false;
    let mut at = 0;
    while let Some(&a) = bytes.get(at) {
        let b = bytes.get(at + 1).copied();
        match (a, b) {
            // A tilde begins an escape in either mode: it never begins a pair of GB 2312 (RFC 1843).
            (b'~', Some(b'{')) => {
                in_gb = true;
                text.add_sign();
            }
            (b'~', Some(b'}')) => in_gb = false,
            // The line continues on the next one.
            (b'~', Some(b'\n')) => {}
            (b'~', Some(b'~')) if !in_gb => text.push('~'),
            // Before the pairs: also in GB mode, neither a tilde nor a non-ASCII byte begins one.
            (b'~' | 0x80.., _) => {
                text.malformed(at, 1, if a == b'~' { Meaning::Character('~') } else { Meaning::Stray })?;
                at += 1;
                continue;
            }
            (b'\n', _) => {
                // A line begins in ASCII mode, except after `~` and a line feed.
                in_gb = false;
                text.push('\n');
                at += 1;
                continue;
            }
            (_, b) if in_gb => {
                at += push_pair(text, &GB_2312, at, a, b)?;
                continue;
            }
            (_, _) => {
                text.push(char::from(a));
                at += 1;
                continue;
            }
        }
        at += 2;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::super::codec::Codec;
    use super::super::malformed::MalformedSequence;

    fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, MalformedSequence> {
        Codec::named("hz-gb-2312").expect("a codec").decode(bytes)
    }

    #[test]
    fn escapes_switch_between_ascii_and_gb_2312() {
        for (bytes, text) in [
            ("~{<:Ky2;S{#,NpJ)l6HK!#~}Bye.", "己所不欲，勿施於人。Bye."),
            ("a ~~ b", "a ~ b"),
            ("~{VP~}~\nb", "中b"),
            ("~{VP\nVP", "中\nVP"),
        ] {
            assert_eq!(decode(bytes.as_bytes()).as_deref(), Ok(text), "{bytes}");
        }
    }

    #[test]
    fn a_tilde_that_escapes_nothing_and_a_pair_without_a_character_are_malformed() {
        for (bytes, malformed) in [
            (&b"/~user/"[..], MalformedSequence::at(1, 1)),
            (b"~{V", MalformedSequence::at(2, 1)),
            (b"~{} ~}", MalformedSequence::at(2, 1)),
            (b"\xD6\xD0", MalformedSequence::at(0, 1)),
        ] {
            assert_eq!(decode(bytes), Err(malformed), "{}", bytes.escape_ascii());
        }
    }
}
