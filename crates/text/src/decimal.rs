//! Numbers with a fraction.

/// Parses a number: digits with an optional sign, fraction and exponent. Returns `None` if it is not finite.
pub fn parse(text: &str) -> Option<f64> {
    #[cfg(not(target_family = "wasm"))]
    return text.parse().ok().filter(|number: &f64| number.is_finite());
    #[cfg(target_family = "wasm")]
    compact::parse(text)
}

/// Equivalent to the standard library, without its table of powers: the table has 10 KB, cannot be compressed, and WebAssembly modules
/// are sent over networks.
#[cfg(any(target_family = "wasm", test))]
mod compact {
    use std::iter::repeat_n;

    /// The maximum power of ten that a floating-point number represents exactly.
    const EXACT_POWERS: u32 = 22;
    /// Whole numbers up to this limit are also represented exactly.
    const LAST_EXACT: u64 = 1 << f64::MANTISSA_DIGITS;
    /// Digits after this many do not affect rounding, unless all digits in between are exactly halfway between two numbers.
    const DECISIVE_DIGITS: usize = 770;
    /// With this many digits before the decimal point, a number is not finite; with this many zeros after it, a number is zero.
    const TOO_LARGE: i64 = 310;
    const TOO_SMALL: i64 = -326;

    pub(super) fn parse(text: &str) -> Option<f64> {
        let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent_of(exponent)?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = || whole.bytes().chain(fraction.bytes());
        if !digits().all(|digit| digit.is_ascii_digit()) || digits().next().is_none() {
            return None;
        }
        // The number is that of the significant digits, times ten to the power of the exponent.
        let zeros = digits().take_while(|digit| *digit == b'0').count();
        let significant = whole.len() + fraction.len() - zeros;
        let exponent = exponent.saturating_sub(i64::try_from(fraction.len()).ok()?);
        let magnitude = exponent.saturating_add(i64::try_from(significant).ok()?);
        let number = if significant == 0 || magnitude < TOO_SMALL {
            0.0
        } else if magnitude > TOO_LARGE {
            return None;
        } else {
            let count = significant.min(DECISIVE_DIGITS);
            let exponent = i32::try_from(exponent).ok()? + i32::try_from(significant - count).ok()?;
            let mut digits = digits().skip(zeros).map(|digit| u32::from(digit - b'0'));
            let decisive = digits.by_ref().take(count).collect::<Vec<_>>();
            scaled(&decisive, exponent, digits.any(|digit| digit != 0))?
        };
        Some(if text.starts_with('-') { -number } else { number })
    }

    /// Parses an exponent. All exponents that are out of range are equivalent.
    fn exponent_of(text: &str) -> Option<i64> {
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let exponent = digits.parse().unwrap_or(i64::from(i32::MAX)).min(i64::from(i32::MAX));
        Some(if text.starts_with('-') { -exponent } else { exponent })
    }

    /// Returns digits times a power of ten, rounded to the nearest number, ties to even. `and_more`: whether non-zero digits follow.
    fn scaled(digits: &[u32], exponent: i32, and_more: bool) -> Option<f64> {
        // Most numbers are this short. Both the digits and the power are exact as floating-point numbers, so a single operation rounds
        // like the general algorithm.
        if digits.len() <= 16 && exponent.unsigned_abs() <= EXACT_POWERS {
            let number = digits.iter().fold(0, |number, digit| number * 10 + u64::from(*digit));
            if number <= LAST_EXACT {
                // Every operation except the last has an exact result, so only the last one rounds.
                let power = repeat_n(10.0, exponent.unsigned_abs() as usize).product::<f64>();
                #[allow(clippy::cast_precision_loss, reason = "the number is small enough")]
                let number = number as f64;
                return Some(if exponent < 0 { number / power } else { number * power });
            }
        }
        let mut number = Whole::default();
        for digit in digits {
            number.multiply(10, *digit);
        }
        let mut is_inexact = and_more;
        let mut shifted = 0;
        if exponent < 0 {
            // More bits remain after the division than are needed for rounding: a power of ten has less than 10/3 bits per digit.
            let words = (exponent.unsigned_abs() * 10 / 3 + 96) / 32;
            number.shift(words as usize);
            shifted = i32::try_from(words * 32).ok()?;
        }
        let mut powers = exponent.unsigned_abs();
        while powers > 0 {
            // 10⁹ is the greatest power of ten that fits in 32 bits.
            let step = powers.min(9);
            let factor = 10_u32.pow(step);
            if exponent < 0 {
                // Every remainder matters: a single non-zero digit after a half means that the number is rounded up.
                is_inexact |= number.divide(factor) != 0;
            } else {
                number.multiply(factor, 0);
            }
            powers -= step;
        }
        number.rounded(-shifted, is_inexact)
    }

    /// Half of the unit in the last place, in the bits that are rounded off.
    const HALF: u64 = 1 << 63;

    /// An integer of any size: its digits in base 2³², lowest first.
    #[derive(Default)]
    struct Whole(Vec<u32>);

    impl Whole {
        fn multiply(&mut self, factor: u32, plus: u32) {
            let mut carry = u64::from(plus);
            for word in &mut self.0 {
                carry += u64::from(*word) * u64::from(factor);
                *word = low(carry);
                carry >>= 32;
            }
            if carry > 0 {
                self.0.push(low(carry));
            }
        }

        /// Divides the number; returns the remainder.
        fn divide(&mut self, by: u32) -> u64 {
            let mut rest = 0;
            for word in self.0.iter_mut().rev() {
                rest = rest << 32 | u64::from(*word);
                *word = low(rest / u64::from(by));
                rest %= u64::from(by);
            }
            while self.0.pop_if(|word| *word == 0).is_some() {}
            rest
        }

        /// Multiplies the number by 2³², `words` times.
        fn shift(&mut self, words: usize) {
            self.0.splice(0..0, repeat_n(0, words));
        }

        /// Returns the number times a power of two, rounded. `is_inexact`: whether there is a fraction.
        #[allow(clippy::cast_possible_truncation, reason = "the number that is cut has 64 bits")]
        fn rounded(&self, power: i32, is_inexact: bool) -> Option<f64> {
            let mut words = self.0.iter().rev();
            let mut next = || u128::from(words.next().copied().unwrap_or_default());
            let highest = next() << 64 | next() << 32 | next();
            let unused = highest.leading_zeros();
            // The highest 64 bits. The last one is set if any lower bit is set.
            let bits = (highest << unused >> 64) as u64;
            let has_more = highest << unused << 64 != 0 || words.any(|word| *word != 0) || is_inexact;
            let bits = bits | u64::from(has_more);
            // The exponent of the first bit.
            let first = power + i32::try_from(self.0.len() * 32).ok()? - i32::try_from(unused - 32).ok()? - 1;
            if first >= f64::MAX_EXP {
                return None;
            }
            let below_normal = (f64::MIN_EXP - 1 - first).max(0).unsigned_abs();
            let dropped = 64 - f64::MANTISSA_DIGITS + below_normal;
            let (kept, rest) = match dropped {
                ..64 => (bits >> dropped, bits << (64 - dropped)),
                64 => (0, bits),
                _ => return Some(0.0),
            };
            let is_up = rest > HALF || rest == HALF && kept & 1 == 1;
            // The first bit of a normal number adds one to the exponent, and so does a carry from rounding.
            let exponent = u64::try_from(first - f64::MIN_EXP + 1).unwrap_or_default();
            let number = f64::from_bits((exponent << (f64::MANTISSA_DIGITS - 1)) + kept + u64::from(is_up));
            number.is_finite().then_some(number)
        }
    }

    /// Returns the lower half of a number.
    #[allow(clippy::cast_possible_truncation, reason = "the upper half is used on its own")]
    fn low(number: u64) -> u32 {
        number as u32
    }
}

#[cfg(test)]
mod tests {
    use super::{compact, parse};
    use bozofeed_testing::{check, list};

    #[test]
    fn compact_parser_is_that_of_the_standard_library() {
        let long = |digits: &str, count: usize| digits.repeat(count);
        let halfway = "9007199254740993";
        let texts = [
            "",
            "+",
            "-",
            ".",
            "e",
            "1e",
            "1e+",
            "1.e",
            ".e1",
            "1..2",
            "1.2.3",
            "--1",
            "+-1",
            "1_0",
            " 1",
            "inf",
            "NaN",
            "0",
            "-0",
            "+0.0e7",
            "1",
            "1.",
            ".5",
            "-.5e1",
            "1E5",
            "1e-5",
            "0.1",
            "0.3",
            "52.519999999999996",
            "179.99999999999997",
            "1e22",
            "1e23",
            "1e-22",
            "9007199254740992",
            halfway,
            "9007199254740995",
            "9007199254740993.0000000000000000000000000001",
            "1e308",
            "1.8e308",
            "1.7976931348623157e308",
            "1.7976931348623159e308",
            "2.2250738585072014e-308",
            "2.2250738585072011e-308",
            "4.9e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "1e-325",
            "1e-400",
            "1e400",
            "1e99999999999999999999",
            "1e-99999999999999999999",
            "0e99999999999999999999",
        ];
        let mut texts = texts.map(str::to_owned).to_vec();
        texts.push(format!("0.{}1e400", long("0", 400)));
        texts.push(format!("1{}e-400", long("0", 400)));
        texts.push(format!("{halfway}.{}1", long("0", 1000)));
        texts.push(format!("{}e-1000", long("123456789", 120)));
        texts.push(format!("0.{}", long("3", 900)));
        let mut wrong = Vec::new();
        for text in &texts {
            let expected = text.parse().ok().filter(|number: &f64| number.is_finite());
            if compact::parse(text).map(f64::to_bits) != expected.map(f64::to_bits) {
                wrong.push((text, compact::parse(text), expected));
            }
        }
        assert_eq!(wrong, []);
    }

    #[test]
    fn any_number_is_parsed_like_that_of_the_standard_library() {
        check(2000, |u| {
            let digits = list(u, 1..=40, |u| u.int_in_range(b'0'..=b'9'))?;
            let mut text = String::from_utf8(digits).unwrap();
            let point = u.int_in_range(0..=text.len())?;
            text.insert(point, '.');
            let text = format!("{text}e{}", u.int_in_range(-345..=310)?);
            assert_eq!(compact::parse(&text).map(f64::to_bits), parse(&text).map(f64::to_bits), "{text}");
            Ok(())
        });
    }
}
