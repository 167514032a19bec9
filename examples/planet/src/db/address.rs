//! Addresses, which can be spelled in several ways.

use bozofeed_polling::{FeedState, canonical_url, has_secret, without_credentials};
use url::Url;

/// Returns a key that is the same for all spellings of a feed's address.
pub(crate) fn feed_key(url: &str) -> String {
    // An invalid address only equals itself.
    canonical_url(url).unwrap_or_else(|_| url.trim().to_owned())
}

/// The secret in the requests for a feed, whose entries may therefore not be meant for everybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Secret {
    /// In the address: `?token=…`, or a user and a password.
    Address,
    /// Possibly in a header field.
    Header,
}

impl Secret {
    /// Header fields that are never credentials.
    const HARMLESS: [&str; 4] = ["accept", "accept-language", "cache-control", "pragma"];

    pub(super) fn of(state: &FeedState) -> Option<Self> {
        let mut headers = state.headers.clone();
        for name in Self::HARMLESS {
            headers.remove(name);
        }
        let has_user =
            || Url::parse(&state.url).is_ok_and(|url| !url.username().is_empty() || url.password().is_some());
        if !headers.is_empty() {
            Some(Self::Header)
        } else if has_secret(&state.url) || has_user() {
            Some(Self::Address)
        } else {
            None
        }
    }
}

/// Returns whether credentials for one address may be sent to the other.
pub(crate) fn is_same_origin(one: &str, other: &str) -> bool {
    match (Url::parse(one), Url::parse(other)) {
        (Ok(one), Ok(other)) => one.origin() == other.origin(),
        (Err(_), _) | (_, Err(_)) => false,
    }
}

/// Whether a feed's address is shown on the site and in messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Visibility {
    /// Without its secrets.
    Default,
    /// Only without the user name and password: other parts that look like secrets are not secret.
    Shown,
    /// Only the host.
    Hidden,
}

impl Visibility {
    /// Returns the visibility stored in the column `address`.
    pub(crate) fn of(address: Option<&str>) -> Self {
        match address {
            Some("shown") => Self::Shown,
            Some(_) => Self::Hidden,
            None => Self::Default,
        }
    }

    /// Returns whether only a part of an address is shown, so that nobody else can use it.
    pub(super) fn is_private(self, url: &str) -> bool {
        match self {
            Self::Default => has_secret(url),
            Self::Shown => false,
            Self::Hidden => true,
        }
    }

    /// Returns the shown form of an address.
    pub(crate) fn shown(self, url: &str) -> String {
        let hidden = without_credentials(url);
        let Ok(mut parsed) = Url::parse(url) else { return hidden };
        match self {
            Self::Default => return hidden,
            Self::Shown => {
                let _ = parsed.set_username("");
                let _ = parsed.set_password(None);
            }
            Self::Hidden => {
                let origin = parsed.origin();
                return if origin.is_tuple() {
                    format!("{}/***", origin.ascii_serialization())
                } else {
                    "***".to_owned()
                };
            }
        }
        parsed.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_header_fields_have_secrets() {
        let mut wrong = Vec::new();
        for (url, header, expected) in [
            ("https://h.example/f", None, None),
            ("https://h.example/f?page=2", Some("Accept-Language"), None),
            ("https://h.example/f?token=x", None, Some(Secret::Address)),
            ("https://anna@h.example/f", None, Some(Secret::Address)),
            ("https://h.example/f", Some("Authorization"), Some(Secret::Header)),
            ("https://h.example/f?token=x", Some("Cookie"), Some(Secret::Header)),
        ] {
            let mut state = FeedState::new(url);
            if let Some(name) = header {
                state = state.header(name, "x").unwrap();
            }
            if Secret::of(&state) != expected {
                wrong.push((url, header));
            }
        }
        assert_eq!(wrong, []);
    }

    #[test]
    fn an_address_is_shown_as_somebody_set_it() {
        let mut wrong = Vec::new();
        for (url, by_default, shown, hidden) in [
            (
                "https://a:b@h.example/f?token=x",
                "https://h.example/f?token=***",
                "https://h.example/f?token=x",
                "https://h.example/***",
            ),
            (
                "https://h.example:8080/f", "https://h.example:8080/f", "https://h.example:8080/f",
                "https://h.example:8080/***",
            ),
            ("feed://h.example/f?key=x", "feed://h.example/f?key=***", "feed://h.example/f?key=x", "***"),
        ] {
            let all = [None, Some("shown"), Some("hidden")].map(|address| Visibility::of(address).shown(url));
            if all != [by_default, shown, hidden] {
                wrong.push(all);
            }
        }
        assert_eq!(wrong, [] as [[String; 3]; 0]);
    }
}
