//! FNV-1a of 128 bits (RFC 9923): the hash of fingerprints and identities, the same on every machine and in every version.

use std::fmt;

/// A hash.
pub(crate) struct Fnv(pub(crate) u128);

impl Default for Fnv {
    /// Returns the offset basis (RFC 9923 §5).
    fn default() -> Self {
        Self(0x6C62_272E_07BB_0142_62B8_2175_6295_C58D)
    }
}

impl Fnv {
    /// Adds bytes (RFC 9923 §2).
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        // 2^88 + 2^8 + 0x3B
        const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013B;
        self.0 = bytes.iter().fold(self.0, |hash, &byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME));
    }
}

impl fmt::Display for Fnv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = [0; 32];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(self.0.to_be_bytes()) {
            pair.copy_from_slice(&hex_digits(byte));
        }
        f.write_str(std::str::from_utf8(&digits).unwrap_or_default())
    }
}

/// Returns the two hexadecimal digits of a byte, in lower case.
pub(crate) fn hex_digits(byte: u8) -> [u8; 2] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    [byte >> 4, byte & 0x0F].map(|digit| DIGITS[usize::from(digit)])
}

#[cfg(test)]
mod tests {
    use super::Fnv;

    #[test]
    fn the_hash_is_the_published_one() {
        // The test vectors of RFC 9923, Appendix C.
        for (text, expected) in [
            ("", 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D),
            ("a", 0xD228_CB69_6F1A_8CAF_7891_2B70_4E4A_8964),
        ] {
            let mut hash = Fnv::default();
            hash.bytes(text.as_bytes());
            assert_eq!(hash.0, expected, "{text}");
        }
    }
}
