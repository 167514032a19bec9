//! The requests of a subscriber (§5.1), and the answers of the hub.

use std::fmt;

use ::http::header::{CONTENT_TYPE, HeaderMap, HeaderValue, LOCATION};
use ::http::{Method, Request, StatusCode};

use crate::target::RequestTarget;

/// The maximum number of redirects.
const MAX_REDIRECTS: u8 = 5;

/// The maximum length of a reason, in bytes.
const LONGEST_REASON: usize = 200;

const FORM: HeaderValue = HeaderValue::from_static("application/x-www-form-urlencoded");

/// A POST request to a hub: to subscribe, to renew or to unsubscribe.
///
/// Store the [`HubSubscription`](super::HubSubscription) before making the request, since the hub may verify it at once. Make the
/// request with a client that follows no redirects, and pass the response to [`receive`](Self::receive). If no response arrives,
/// nothing need be done: the subscription knows when to ask again.
#[derive(Clone)]
#[must_use = "the request is not made yet"]
pub struct HubRequest {
    target: RequestTarget,
    form: String,
    redirects: u8,
}

/// The answer of a hub. There will be no other variants.
#[derive(Debug, Clone)]
#[must_use = "the request may have been redirected"]
#[allow(clippy::large_enum_variant, reason = "it is taken apart at once")]
pub enum HubStep {
    /// Make this request: a redirect was followed.
    Request(HubRequest),
    /// The hub will verify the request at the callback.
    Accepted,
    /// The hub refuses the request, or did not understand it. The subscription knows when to ask again.
    Refused {
        /// The status code.
        status: u16,
        /// The first line of the body, if it is text: hubs describe the problem there (§5.1.2).
        reason: Option<String>,
    },
}

impl HubRequest {
    pub(super) fn new(target: RequestTarget, form: String) -> Self {
        Self { target, form, redirects: 0 }
    }

    /// Returns the URL of the hub, without credentials and fragment.
    pub fn url(&self) -> &str {
        self.target.url()
    }

    /// Returns the request.
    ///
    /// ```
    /// use bozofeed_polling::websub::{HubSecret, HubSubscription};
    ///
    /// let secret = HubSecret::new("0f5e1a9c3b7d2468")?;
    /// let (topic, hub) = ("https://harbour.example/tides", "https://hub.example/");
    /// let mut subscription = HubSubscription::new(topic, hub, "https://planet.example/websub/5f0c8e", secret)?;
    /// let request = subscription.subscribe("2026-11-21T12:00:00Z".parse()?)?.request();
    /// assert_eq!(
    ///     String::from_utf8_lossy(request.body()),
    ///     "hub.mode=subscribe&hub.topic=https%3A%2F%2Fharbour.example%2Ftides\
    ///      &hub.callback=https%3A%2F%2Fplanet.example%2Fwebsub%2F5f0c8e&hub.lease_seconds=864000&hub.secret=0f5e1a9c3b7d2468"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn request(&self) -> Request<Vec<u8>> {
        let mut request = Request::new(self.form.clone().into_bytes());
        *request.method_mut() = Method::POST;
        *request.uri_mut() = self.target.uri().clone();
        request.headers_mut().insert(CONTENT_TYPE, FORM);
        if let Some(authorization) = self.target.authorization() {
            request.headers_mut().insert(::http::header::AUTHORIZATION, authorization.clone());
        }
        request
    }

    /// Processes the response of the hub. The first few hundred bytes of the body are enough; it may be empty.
    ///
    /// Redirects that keep the method (307, 308) are followed (§5.1.1), except from `https` to `http`, since the request contains a
    /// secret.
    ///
    /// ```
    /// use bozofeed_polling::websub::{HubSecret, HubStep, HubSubscription};
    /// use http::{HeaderMap, StatusCode};
    ///
    /// let secret = HubSecret::new("0f5e1a9c3b7d2468")?;
    /// let (topic, hub) = ("https://harbour.example/tides", "https://hub.example/");
    /// let mut subscription = HubSubscription::new(topic, hub, "https://planet.example/websub/5f0c8e", secret)?;
    /// let request = subscription.subscribe("2026-11-21T12:00:00Z".parse()?)?;
    /// let step = request.receive(StatusCode::BAD_REQUEST, &HeaderMap::new(), b"unknown topic\n");
    /// let HubStep::Refused { status: 400, reason } = step else { panic!() };
    /// assert_eq!(reason.as_deref(), Some("unknown topic"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn receive(self, status: StatusCode, headers: &HeaderMap, body: &[u8]) -> HubStep {
        let is_redirect = matches!(status, StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT);
        if is_redirect && let Some(next) = self.redirect(headers) {
            return HubStep::Request(next);
        }
        // 202 is correct. Hubs that predate the recommendation answer 204.
        if status.is_success() {
            return HubStep::Accepted;
        }
        HubStep::Refused { status: status.as_u16(), reason: first_line(body) }
    }

    fn redirect(&self, headers: &HeaderMap) -> Option<Self> {
        let location = headers.get(LOCATION)?.to_str().ok()?;
        let target = self.target.redirect(location).ok()?;
        let is_https = |target: &RequestTarget| target.uri().scheme_str() == Some("https");
        let is_allowed = self.redirects < MAX_REDIRECTS && (is_https(&target) || !is_https(&self.target));
        is_allowed.then(|| Self { target, form: self.form.clone(), redirects: self.redirects + 1 })
    }
}

/// Omits the form, which contains the secret.
impl fmt::Debug for HubRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HubRequest").field("url", &self.url()).finish_non_exhaustive()
    }
}

/// A message such as `the hub answered with status 400: unknown topic`.
impl fmt::Display for HubStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Request(request) => write!(f, "redirected to {}", request.url()),
            Self::Accepted => f.write_str("accepted"),
            Self::Refused { status, reason: None } => write!(f, "the hub answered with status {status}"),
            Self::Refused { status, reason: Some(reason) } => {
                write!(f, "the hub answered with status {status}: {reason}")
            }
        }
    }
}

/// Returns the first line of a text, which may be truncated.
fn first_line(body: &[u8]) -> Option<String> {
    let body = body.get(..LONGEST_REASON).unwrap_or(body);
    let text = String::from_utf8_lossy(body);
    let line = text.trim_start().lines().next()?.trim().trim_end_matches(char::REPLACEMENT_CHARACTER);
    // HTML is of no use.
    (!line.is_empty() && !line.starts_with('<')).then(|| line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(hub: &str, status: u16, location: Option<&'static str>, body: &str) -> String {
        let request = HubRequest::new(RequestTarget::parse(hub).unwrap(), String::new());
        let headers = location.map(|location| (LOCATION, HeaderValue::from_static(location)));
        request
            .receive(StatusCode::from_u16(status).unwrap(), &headers.into_iter().collect(), body.as_bytes())
            .to_string()
    }

    #[test]
    fn answers_of_hubs_have_meanings() {
        let refused = |status: u16| format!("the hub answered with status {status}");
        let wrong: Vec<_> = [
            ("https://hub.example/", 202, None, "", "accepted".to_owned()),
            ("https://hub.example/", 204, None, "", "accepted".to_owned()),
            ("https://hub.example/", 400, None, " no\nthanks", refused(400) + ": no"),
            ("https://hub.example/", 500, None, "<html>", refused(500)),
            ("https://hub.example/", 307, Some("/2"), "", "redirected to https://hub.example/2".to_owned()),
            (
                "http://hub.example/",
                308,
                Some("https://b.example/"),
                "",
                "redirected to https://b.example/".to_owned(),
            ),
            ("https://hub.example/", 308, Some("http://hub.example/"), "", refused(308)),
            ("https://hub.example/", 308, Some("mailto:x@y.example"), "", refused(308)),
            ("https://hub.example/", 308, None, "", refused(308)),
            // The method would change to GET.
            ("https://hub.example/", 302, Some("/2"), "", refused(302)),
        ]
        .into_iter()
        .filter_map(|(hub, status, location, body, expected)| {
            let found = step(hub, status, location, body);
            (found != expected).then_some((hub, status, found))
        })
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn redirects_end() {
        let mut request =
            HubRequest::new(RequestTarget::parse("https://hub.example/").unwrap(), String::new());
        let headers = HeaderMap::from_iter([(LOCATION, HeaderValue::from_static("/"))]);
        let mut count = 0;
        while let HubStep::Request(next) = request.receive(StatusCode::TEMPORARY_REDIRECT, &headers, b"") {
            request = next;
            count += 1;
        }
        assert_eq!(count, 5);
    }
}
