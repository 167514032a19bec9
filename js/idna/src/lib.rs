//! A back end of the crate `idna` without Unicode data: the host of the module maps names by its own implementation of UTS #46,
//! that of `URL` (URL Standard §3.5). It has the interface of the crate whose place it takes.

#![allow(clippy::unused_self, reason = "the methods are those of an interface")]

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "bozofeed")]
unsafe extern "C" {
    /// Writes the ASCII form of the name at `name` to `room` bytes at `to`. Returns its length, or -1 if the name is invalid.
    fn ascii_name(name: *const u8, length: usize, to: *mut u8, room: usize) -> isize;
}

/// The longest name that is mapped, in bytes. Longer ones are invalid (RFC 1035 §2.3.4), however they are encoded.
const LONGEST: usize = 1024;

/// Returns the ASCII form of a name.
#[cfg(target_family = "wasm")]
fn ascii(name: &str) -> Option<String> {
    let mut room = vec![0; 4 * LONGEST];
    // SAFETY: the host reads the bytes of `name` and writes at most the bytes of `room`, and keeps neither address.
    let length = unsafe { ascii_name(name.as_ptr(), name.len(), room.as_mut_ptr(), room.len()) };
    room.truncate(usize::try_from(length).ok()?);
    String::from_utf8(room).ok()
}

#[cfg(not(target_family = "wasm"))]
fn ascii(_: &str) -> Option<String> {
    None
}

/// Returns whether a character ends a host or is forbidden in one (URL Standard §3.1, forbidden domain code points).
fn is_forbidden(c: char) -> bool {
    c <= ' ' || c == '\x7F' || "#%/:<>?@[\\]^|".contains(c)
}

/// Maps a name, labels with dots between them; `None` if it is invalid.
fn mapped(name: &str) -> Option<Vec<char>> {
    if name.len() > LONGEST || name.contains(is_forbidden) {
        return None;
    }
    // A name whose last label is a number would be an address.
    let ascii = ascii(&format!("{name}.a"))?;
    let mut text = Vec::new();
    for (i, label) in ascii.strip_suffix(".a")?.split('.').enumerate() {
        if i > 0 {
            text.push('.');
        }
        match label.strip_prefix("xn--") {
            Some(label) => text.extend(decoded(label)?),
            None => text.extend(label.chars()),
        }
    }
    Some(text)
}

/// Decodes Punycode (RFC 3492 §6.2).
fn decoded(label: &str) -> Option<Vec<char>> {
    let (basic, digits) = label.rsplit_once('-').unwrap_or(("", label));
    let mut text: Vec<char> = basic.chars().collect();
    let (mut n, mut i, mut bias, mut is_first) = (128_u32, 0_u32, 72_u32, true);
    let mut digits = digits.bytes().peekable();
    while digits.peek().is_some() {
        let (start, mut weight, mut k) = (i, 1_u32, 36);
        loop {
            let digit = match digits.next()? {
                digit @ b'a'..=b'z' => u32::from(digit - b'a'),
                digit @ b'0'..=b'9' => u32::from(digit - b'0') + 26,
                _ => return None,
            };
            i = digit.checked_mul(weight)?.checked_add(i)?;
            let threshold = if k <= bias { 1 } else { (k - bias).min(26) };
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(36 - threshold)?;
            k += 36;
        }
        let length = u32::try_from(text.len()).ok()? + 1;
        let mut delta = (i - start) / if is_first { 700 } else { 2 };
        is_first = false;
        delta += delta / length;
        let mut steps = 0;
        while delta > 455 {
            delta /= 35;
            steps += 36;
        }
        bias = steps + 36 * delta / (delta + 38);
        n = n.checked_add(i / length)?;
        i %= length;
        text.insert(i as usize, char::from_u32(n)?);
        i += 1;
    }
    Some(text)
}

/// The host has checked it: every class passes the checks that remain.
macro_rules! checked {
    ($class:ident, $mask:ident, $($constant:ident),+) => {
        #[doc = "A class of characters, of which there is one."]
        #[derive(Clone, Copy)]
        pub struct $class;

        #[doc = "A set of classes, which is empty."]
        #[derive(Clone, Copy)]
        pub struct $mask;

        impl $class {
            /// Returns the set of the class.
            pub fn to_mask(self) -> $mask {
                $mask
            }
        }

        impl $mask {
            /// Returns whether the sets have a class in common.
            pub fn intersects(self, _: Self) -> bool {
                false
            }
        }

        $(#[doc = "An empty set."] pub const $constant: $mask = $mask;)+
    };
}

checked!(JoiningType, JoiningTypeMask, LEFT_OR_DUAL_JOINING_MASK, RIGHT_OR_DUAL_JOINING_MASK);
checked!(
    BidiClass, BidiClassMask, RTL_MASK, FIRST_BC_MASK, LAST_LTR_MASK, LAST_RTL_MASK, MIDDLE_LTR_MASK,
    MIDDLE_RTL_MASK
);

impl JoiningType {
    /// Returns `false`.
    pub fn is_transparent(self) -> bool {
        false
    }
}

impl BidiClass {
    /// Returns `true`.
    pub fn is_ltr(self) -> bool {
        true
    }

    /// Returns `false`.
    pub fn is_nonspacing_mark(self) -> bool {
        false
    }

    /// Returns `false`.
    pub fn is_european_number(self) -> bool {
        false
    }

    /// Returns `false`.
    pub fn is_arabic_number(self) -> bool {
        false
    }
}

/// The back end.
#[derive(Default)]
#[non_exhaustive]
pub struct Adapter {}

impl Adapter {
    /// Returns the back end.
    pub const fn new() -> Self {
        Self {}
    }

    /// Returns `true`: the host has checked joiners.
    pub fn is_virama(&self, _: char) -> bool {
        true
    }

    /// Returns `false`: the host has checked the beginnings of labels.
    pub fn is_mark(&self, _: char) -> bool {
        false
    }

    /// Returns the class.
    pub fn bidi_class(&self, _: char) -> BidiClass {
        BidiClass
    }

    /// Returns the type.
    pub fn joining_type(&self, _: char) -> JoiningType {
        JoiningType
    }

    /// Maps and normalizes characters; yields U+FFFD for a name that is invalid.
    pub fn map_normalize(&self, name: impl Iterator<Item = char>) -> std::vec::IntoIter<char> {
        mapped(&name.collect::<String>()).unwrap_or_else(|| vec!['\u{FFFD}']).into_iter()
    }

    /// Normalizes characters that must be as they are mapped: the caller compares.
    pub fn normalize_validate(&self, name: impl Iterator<Item = char>) -> std::vec::IntoIter<char> {
        mapped(&name.collect::<String>()).unwrap_or_else(|| vec!['\u{FFFD}']).into_iter()
    }
}
