//! SHA-256 (FIPS 180-4), for the policy of pages.

/// Returns the first 32 bits of the fractional part of the root of a prime.
fn fraction(root: f64) -> u32 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the fraction is below one")]
    let bits = (root.fract() * 4_294_967_296.0) as u32;
    bits
}

/// Returns the digest of a text in Base64.
#[allow(clippy::many_single_char_names, reason = "the names are those of the standard")]
pub(crate) fn sha256_base64(text: &[u8]) -> String {
    let primes: Vec<f64> = (2_u32..312).filter(|n| (2..*n).all(|d| n % d != 0)).map(f64::from).collect();
    let constants: Vec<u32> = primes.iter().take(64).map(|prime| fraction(prime.cbrt())).collect();
    let mut state: Vec<u32> = primes.iter().take(8).map(|prime| fraction(prime.sqrt())).collect();
    let mut padded = text.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend((8 * text.len() as u64).to_be_bytes());
    for block in padded.chunks(64) {
        let mut words: Vec<u32> =
            block.chunks(4).map(|word| u32::from_be_bytes(word.try_into().unwrap())).collect();
        for at in 16..64 {
            let (one, two) = (words[at - 15], words[at - 2]);
            let first = one.rotate_right(7) ^ one.rotate_right(18) ^ (one >> 3);
            let second = two.rotate_right(17) ^ two.rotate_right(19) ^ (two >> 10);
            words.push(words[at - 16].wrapping_add(first).wrapping_add(words[at - 7]).wrapping_add(second));
        }
        let mut round = state.clone();
        for (constant, word) in constants.iter().zip(&words) {
            let [a, b, c, d, e, f, g, h] = round[..] else { unreachable!() };
            let sum = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let choice = (e & f) ^ (!e & g);
            let first = h.wrapping_add(sum).wrapping_add(choice).wrapping_add(*constant).wrapping_add(*word);
            let sum = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let second = sum.wrapping_add((a & b) ^ (a & c) ^ (b & c));
            round = vec![first.wrapping_add(second), a, b, c, d.wrapping_add(first), e, f, g];
        }
        for (word, add) in state.iter_mut().zip(round) {
            *word = word.wrapping_add(add);
        }
    }
    base64(&state.into_iter().flat_map(u32::to_be_bytes).collect::<Vec<u8>>())
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |chunk: &[u8]| {
        let bits = (0..3).fold(0, |bits, at| (bits << 8) | usize::from(chunk.get(at).copied().unwrap_or(0)));
        let digit =
            |at: usize| if at > chunk.len() { '=' } else { char::from(DIGITS[(bits >> (18 - 6 * at)) & 63]) };
        [digit(0), digit(1), digit(2), digit(3)]
    };
    bytes.chunks(3).flat_map(group).collect()
}

#[test]
fn the_digest_is_that_of_the_standard() {
    assert_eq!(sha256_base64(b"abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
}
