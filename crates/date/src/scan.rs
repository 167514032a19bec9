//! Steps shared by the date forms. Each receives the remaining input and returns a value and the rest of the input.

/// A value and the remaining input.
pub(super) type ScanStep<'a, T> = Option<(T, &'a [u8])>;

/// Parses a number of at most `most` digits (`most` is at most nine) and returns it with its number of digits. A longer number is
/// rejected.
#[inline]
pub(super) fn number(input: &[u8], most: usize) -> ScanStep<'_, (i32, usize)> {
    let mut value = 0;
    let mut rest = input;
    let mut digits = 0;
    while let [byte @ b'0'..=b'9', tail @ ..] = rest {
        // A longer number is not truncated, since its first digits would be a different number.
        if digits == most {
            return None;
        }
        value = value * 10 + i32::from(byte - b'0');
        digits += 1;
        rest = tail;
    }
    if digits == 0 { None } else { Some(((value, digits), rest)) }
}

/// Parses one or two digits.
#[inline]
pub(super) fn one_or_two(input: &[u8]) -> ScanStep<'_, i32> {
    number(input, 2).map(|((value, _), rest)| (value, rest))
}

/// Skips white space.
pub(super) fn spaces(input: &[u8]) -> &[u8] {
    skip(input, |byte| byte.is_ascii_whitespace())
}

/// Skips the bytes of a class.
pub(super) fn skip(mut input: &[u8], class: impl Fn(u8) -> bool) -> &[u8] {
    while let [byte, rest @ ..] = input {
        if !class(*byte) {
            break;
        }
        input = rest;
    }
    input
}

/// Splits off a run of ASCII letters, which may be empty.
pub(super) fn word(input: &[u8]) -> (&[u8], &[u8]) {
    let end = input.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(input.len());
    input.split_at_checked(end).unwrap_or((input, &[]))
}
