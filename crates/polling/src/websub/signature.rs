//! Authenticated content distribution (§8): the signature of a delivery.

use std::fmt;

use ::http::HeaderMap;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha1::Sha1;
use sha2::{Sha256, Sha384, Sha512};

/// The header field of the signature.
const SIGNATURE: &str = "x-hub-signature";

/// The length, in bytes, that a secret must not reach (§5.1).
const LONGEST_SECRET: usize = 200;

/// The minimum length of a secret, in bytes. Shorter ones could be guessed.
const SHORTEST_SECRET: usize = 16;

/// The secret shared by a subscriber and a hub. It never appears in debug output.
///
/// Create one for each subscription, from at least 16 random bytes, as text: 32 hexadecimal digits or more. With the `serde` feature
/// it is serialized as a string: store it as safely as a password. It is sent to the hub, so prefer hubs at `https` (§5.1).
///
/// ```
/// use bozofeed_polling::websub::HubSecret;
///
/// let secret = HubSecret::new("0f5e1a9c3b7d2468")?;
/// assert_eq!(format!("{secret:?}"), "HubSecret");
/// assert!(HubSecret::new("ahoy").is_err());
/// # Ok::<(), bozofeed_polling::websub::InvalidSecret>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct HubSecret(String);

/// The reason why a text cannot be a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a secret has between 16 and 199 bytes, not {length}")]
#[non_exhaustive]
pub struct InvalidSecret {
    /// The length of the text, in bytes.
    pub length: usize,
}

/// The reason why a request to a callback is not from the hub. Answer it as if it were (§8), and ignore it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RejectedDelivery {
    /// It has no `X-Hub-Signature`.
    #[error("it is not signed")]
    Unsigned,
    /// The method of the signature is not `sha1`, `sha256`, `sha384` or `sha512`, or the signature does not have the form
    /// `METHOD=DIGITS`.
    #[error("the method of its signature is unknown")]
    UnknownMethod,
    /// The signature belongs to another body or another secret.
    #[error("its signature is wrong")]
    WrongSignature,
}

impl HubSecret {
    /// Returns a secret.
    ///
    /// # Errors
    ///
    /// [`InvalidSecret`] if it is shorter than 16 bytes, or has 200 bytes or more (§5.1).
    pub fn new(secret: &str) -> Result<Self, InvalidSecret> {
        let length = secret.len();
        let is_valid = (SHORTEST_SECRET..LONGEST_SECRET).contains(&length);
        if is_valid { Ok(Self(secret.to_owned())) } else { Err(InvalidSecret { length }) }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// Checks the signature of a body in a time that does not reveal how much of it is correct.
    pub(super) fn check(&self, headers: &HeaderMap, body: &[u8]) -> Result<(), RejectedDelivery> {
        let mut rejected = RejectedDelivery::Unsigned;
        // There should be one. Of several, any valid one proves that the sender has the secret.
        for field in headers.get_all(SIGNATURE) {
            let signature = field.to_str().ok().and_then(parse);
            match signature.and_then(|(method, digest)| self.is_right(method, &digest, body)) {
                Some(true) => return Ok(()),
                Some(false) => rejected = RejectedDelivery::WrongSignature,
                None => rejected = RejectedDelivery::UnknownMethod,
            }
        }
        Err(rejected)
    }

    /// Returns whether a signature is valid. `None` if its method is unknown.
    fn is_right(&self, method: &str, digest: &[u8], body: &[u8]) -> Option<bool> {
        /// Computes the HMAC with one of the hash functions. A key may have any length.
        macro_rules! hmac {
            ($hash:ty) => {{
                let mut mac = Hmac::<$hash>::new_from_slice(self.0.as_bytes()).ok()?;
                mac.update(body);
                mac.verify_slice(digest).is_ok()
            }};
        }
        Some(match method.to_ascii_lowercase().as_str() {
            "sha1" => hmac!(Sha1),
            "sha256" => hmac!(Sha256),
            "sha384" => hmac!(Sha384),
            "sha512" => hmac!(Sha512),
            _ => return None,
        })
    }
}

/// Parses `METHOD=DIGITS`.
fn parse(field: &str) -> Option<(&str, Vec<u8>)> {
    let (method, digits) = field.trim().split_once('=')?;
    let digit = |digit: &u8| char::from(*digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let pairs = digits.as_bytes().chunks(2).map(|pair| match pair {
        [high, low] => Some(digit(high)? << 4 | digit(low)?),
        _ => None,
    });
    Some((method, pairs.collect::<Option<Vec<u8>>>()?))
}

/// Omits the secret.
impl fmt::Debug for HubSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HubSecret")
    }
}

impl TryFrom<String> for HubSecret {
    type Error = InvalidSecret;

    fn try_from(secret: String) -> Result<Self, InvalidSecret> {
        Self::new(&secret)
    }
}

impl From<HubSecret> for String {
    fn from(secret: HubSecret) -> Self {
        secret.0
    }
}

#[cfg(test)]
mod tests {
    use ::http::HeaderValue;

    use super::*;

    const SHA1: &str = "ff27446ee6c7561980f9c80008a77408495730fa";
    const SHA256: &str = "1bec398b768dfe4f8c71c12fcd6ed9d5c3ee8b5f621002c8cf2c5b2512d33b2f";
    const SHA384: &str =
        "4a15a3165872478472635cf735b711334f8d15b60c61161ae18f644b8adea1168edaae4251a35ab3d10655b836158c4c";
    const SHA512: &str = "d642c949075a58b396935a32687be69a265b38507ee84dcec39da760821d4c0c301ffcc0ac029b92cf515dd9342984e82e0755707c02c7357a6420736090ed14";

    #[test]
    fn signatures_are_checked() {
        use RejectedDelivery::{UnknownMethod, Unsigned, WrongSignature};
        let secret = HubSecret::new("harbour-secret-1").unwrap();
        let of = |method: &str, digest: &str| format!("{method}={digest}");
        let wrong: Vec<_> = [
            (vec![of("sha1", SHA1)], Ok(())),
            (vec![of("sha256", SHA256)], Ok(())),
            (vec![of("sha384", SHA384)], Ok(())),
            (vec![of("sha512", SHA512)], Ok(())),
            (vec![of("SHA256", &SHA256.to_uppercase())], Ok(())),
            (vec![of("sha1", SHA256)], Err(WrongSignature)),
            (vec![of("sha256", SHA1)], Err(WrongSignature)),
            (vec![of("sha256", "")], Err(WrongSignature)),
            (vec![of("sha256", SHA256.get(..62).unwrap())], Err(WrongSignature)),
            (vec![of("sha256", SHA256.get(..63).unwrap())], Err(UnknownMethod)),
            (vec![of("sha256", &format!("{SHA256}00"))], Err(WrongSignature)),
            (vec![of("sha256", &SHA256.replacen(SHA256.get(..1).unwrap(), "g", 1))], Err(UnknownMethod)),
            (vec![of("md5", SHA1)], Err(UnknownMethod)),
            (vec![SHA256.to_owned()], Err(UnknownMethod)),
            (vec![String::new()], Err(UnknownMethod)),
            (vec![], Err(Unsigned)),
            (vec![of("md5", "00"), of("sha256", SHA256)], Ok(())),
        ]
        .into_iter()
        .filter_map(|(fields, expected)| {
            let mut headers = HeaderMap::new();
            for field in &fields {
                headers.append(SIGNATURE, HeaderValue::from_str(field).unwrap());
            }
            let checked = secret.check(&headers, b"tides");
            (checked != expected).then_some((fields, checked))
        })
        .collect();
        assert_eq!(wrong, []);
        let headers = HeaderMap::from_iter([(
            ::http::HeaderName::from_static(SIGNATURE),
            HeaderValue::from_str(&of("sha256", SHA256)).unwrap(),
        )]);
        assert_eq!(secret.check(&headers, b"Tides"), Err(WrongSignature));
        assert_eq!(
            HubSecret::new("harbour-secret-2").unwrap().check(&headers, b"tides"),
            Err(WrongSignature)
        );
    }

    #[test]
    fn secrets_have_a_length_and_are_not_shown() {
        for (length, is_valid) in [(0, false), (15, false), (16, true), (199, true), (200, false)] {
            assert_eq!(HubSecret::new(&"x".repeat(length)).is_ok(), is_valid, "{length}");
        }
        let shown = format!("{:?}", HubSecret::new("harbour-secret-1"));
        assert!(!shown.contains("harbour"), "{shown}");
    }
}
