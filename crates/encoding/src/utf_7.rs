//! UTF-7 (RFC 2152).

use super::malformed::{Meaning, Stopped, TextBuilder};

/// Decodes bytes to a text. Non-ASCII bytes, lone surrogates and leftover bits are malformed.
pub(super) fn decode(bytes: &[u8], text: &mut TextBuilder<'_>) -> Result<(), Stopped> {
    text.reserve(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'+' => at = shifted(bytes, at, text)?,
            0x80.. => {
                text.malformed(at, 1, Meaning::Stray)?;
                at += 1;
            }
            _ => {
                text.push(char::from(byte));
                at += 1;
            }
        }
    }
    Ok(())
}

/// Decodes the shifted sequence whose `+` is at `start`. Returns the offset after it.
fn shifted(bytes: &[u8], start: usize, text: &mut TextBuilder<'_>) -> Result<usize, Stopped> {
    // `+-` is a plus sign (RFC 2152, Rule 2).
    if bytes.get(start + 1) == Some(&b'-') {
        text.push('+');
        return Ok(start + 2);
    }
    let (mut bits, mut held, mut lead) = (0_u32, 0_u32, None);
    let mut at = start + 1;
    while let Some(value) = bytes.get(at).and_then(|&byte| base64(byte)) {
        bits = bits << 6 | value;
        held += 6;
        at += 1;
        if held >= 16 {
            held -= 16;
            let unit = bits >> held & 0xFFFF;
            bits &= (1 << held) - 1;
            if push_utf_16(unit, &mut lead, text).is_none() {
                text.malformed(start, at - start, Meaning::Lost)?;
                return Ok(at);
            }
        }
    }
    // The last character is padded with fewer than six zero bits.
    if at == start + 1 || lead.is_some() || held >= 6 || bits != 0 {
        // A lone plus sign is kept.
        let meaning = if at == start + 1 { Meaning::Character('+') } else { Meaning::Lost };
        text.malformed(start, at - start, meaning)?;
        return Ok(at);
    }
    // A hyphen that ends the sequence is absorbed (RFC 2152, Rule 2).
    Ok(if bytes.get(at) == Some(&b'-') { at + 1 } else { at })
}

/// Pushes the character that `unit` completes. `lead` holds a high surrogate.
fn push_utf_16(unit: u32, lead: &mut Option<u32>, text: &mut TextBuilder<'_>) -> Option<()> {
    let code_point = match (lead.take(), unit) {
        (None, 0xD800..=0xDBFF) => {
            *lead = Some(unit);
            return Some(());
        }
        (Some(high), 0xDC00..=0xDFFF) => 0x1_0000 + ((high - 0xD800) << 10) + (unit - 0xDC00),
        (None, unit) => unit,
        (Some(_), _) => return None,
    };
    text.push(char::from_u32(code_point)?);
    Some(())
}

fn base64(byte: u8) -> Option<u32> {
    Some(u32::from(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::super::codec::Codec;
    use super::super::malformed::MalformedSequence;

    fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, MalformedSequence> {
        Codec::named("utf-7").expect("a codec").decode(bytes)
    }

    #[test]
    fn the_examples_of_rfc_2152_are_read() {
        for (bytes, text) in [
            ("A+ImIDkQ.", "A\u{2262}\u{391}."),
            ("Hi Mom -+Jjo--!", "Hi Mom -\u{263A}-!"),
            ("+ZeVnLIqe-", "\u{65E5}\u{672C}\u{8A9E}"),
            ("Item 3 is +AKM-1.", "Item 3 is \u{A3}1."),
            ("1 +- 1", "1 + 1"),
            ("+2D3eAA-", "\u{1F600}"),
        ] {
            assert_eq!(decode(bytes.as_bytes()).as_deref(), Ok(text), "{bytes}");
        }
    }

    #[test]
    fn what_is_no_utf_7_is_malformed() {
        for (bytes, malformed) in [
            (&b"a\xE9"[..], MalformedSequence::at(1, 1)),
            (b"a + b", MalformedSequence::at(2, 1)),
            (b"+2D0-", MalformedSequence::at(0, 4)),
            (b"+AK", MalformedSequence::at(0, 3)),
        ] {
            assert_eq!(decode(bytes), Err(malformed), "{}", bytes.escape_ascii());
        }
    }
}
