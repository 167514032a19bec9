//! Addresses, which can be spelled in several ways.

use bozofeed_polling::{canonical_url, has_secret, without_credentials};
use url::Url;

/// Returns a key that is the same for all spellings of a feed's address.
pub(crate) fn feed_key(url: &str) -> String {
    // An invalid address only equals itself.
    canonical_url(url).unwrap_or_else(|_| url.trim().to_owned())
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
