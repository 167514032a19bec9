//! A subscription (§5): asking for it, confirming it, renewing it.

use std::fmt;
use std::time::Duration;

use ::http::{HeaderMap, StatusCode};
use url::form_urlencoded;

use super::{Delivery, HubRequest, HubSecret, RejectedDelivery};
use crate::UrlError;
use crate::target::{RequestTarget, without_credentials};
use bozofeed::Timestamp;

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The requested duration of a subscription. The hub decides (§5.1).
const LEASE: Duration = Duration::from_secs(10 * 24 * 60 * 60);

/// The longest lease that is believed: something may happen to the hub in the meantime.
const LONGEST_LEASE: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The minimum time before a lease is renewed, however short it is.
const SHORTEST_WAIT: Duration = Duration::from_secs(10 * 60);

/// How long after a request the hub may verify it.
const LONGEST_VERIFICATION: Duration = DAY;

/// The time to wait after a denial.
const AFTER_DENIAL: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// The maximum length of a denial's reason, in bytes.
const LONGEST_REASON: usize = 200;

/// A subscription to a feed at a hub. Store it with the feed; with the `serde` feature it can be serialized. It holds the
/// [secret](HubSecret).
///
/// The [module](super) has an example. A program with subscriptions checks from time to time which ones are [due](Self::is_due), and
/// renews them with [`subscribe`](Self::subscribe). It answers GET requests to the callback with [`verify`](Self::verify), and POST
/// requests with 2xx after [`accept`](Self::accept), whatever their signature.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HubSubscription {
    topic: String,
    hub: String,
    callback: String,
    secret: HubSecret,
    /// The request that the hub may verify.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    asked: Option<Asked>,
    /// The end of the lease.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    until: Option<Timestamp>,
    /// The time before which the hub must not be asked.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    next: Option<Timestamp>,
    /// The number of unconfirmed requests in a row.
    #[cfg_attr(feature = "serde", serde(default))]
    unconfirmed: u32,
}

/// A request to the hub.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Asked {
    intent: Intent,
    at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
enum Intent {
    Subscribe,
    Unsubscribe,
}

impl Intent {
    /// Returns the value of `hub.mode`.
    fn mode(self) -> &'static str {
        match self {
            Self::Subscribe => "subscribe",
            Self::Unsubscribe => "unsubscribe",
        }
    }
}

/// The meaning of a GET request to the callback, and the answer to it. There will be no other variants.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use = "the hub waits for the answer"]
pub enum Verification {
    /// The subscription is active, or was extended.
    Subscribed {
        /// The text that proves the subscriber's intent to the hub.
        challenge: String,
    },
    /// The subscription is over.
    Unsubscribed {
        /// The text that proves the subscriber's intent to the hub.
        challenge: String,
    },
    /// The hub denies the subscription, or no longer wants it (§5.2).
    Denied {
        /// The reason, if the hub gives one.
        reason: Option<String>,
    },
    /// Nobody made such a request, or it is not from a hub.
    Refused,
}

impl Verification {
    /// Returns the status of the answer.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::Subscribed { .. } | Self::Unsubscribed { .. } | Self::Denied { .. } => StatusCode::OK,
            Self::Refused => StatusCode::NOT_FOUND,
        }
    }

    /// Returns the body of the answer: the challenge, or nothing. Send it as `text/plain` with `X-Content-Type-Options: nosniff`, since
    /// anybody who knows the callback can choose it.
    pub fn body(&self) -> &str {
        match self {
            Self::Subscribed { challenge } | Self::Unsubscribed { challenge } => challenge,
            Self::Denied { .. } | Self::Refused => "",
        }
    }
}

impl HubSubscription {
    /// Returns a new subscription, which is due. `topic` and `hub` come from [`WebSubLinks`](super::WebSubLinks). The callback must be
    /// different for each subscription, and end with a random text that cannot be guessed (§5.1).
    ///
    /// ```
    /// use bozofeed_polling::websub::{HubSecret, HubSubscription};
    ///
    /// let secret = HubSecret::new("0f5e1a9c3b7d2468")?;
    /// let (topic, hub) = ("https://harbour.example/tides", "https://hub.example/");
    /// let subscription = HubSubscription::new(topic, hub, "https://planet.example/websub/5f0c8e", secret)?;
    /// let now = bozofeed::Timestamp::now();
    /// assert!(subscription.is_due(now) && !subscription.is_active(now));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`UrlError`] if one of them is not an http or https URL.
    pub fn new(topic: &str, hub: &str, callback: &str, secret: HubSecret) -> Result<Self, UrlError> {
        for url in [topic, hub, callback] {
            RequestTarget::parse(url)?;
        }
        Ok(Self {
            topic: topic.to_owned(),
            hub: hub.to_owned(),
            callback: callback.to_owned(),
            secret,
            asked: None,
            until: None,
            next: None,
            unconfirmed: 0,
        })
    }

    /// Returns the feed's URL as the hub knows it.
    pub fn topic(&self) -> &str {
        &self.topic
    }

    /// Returns the URL of the hub, with its credentials.
    pub fn hub(&self) -> &str {
        &self.hub
    }

    /// Returns the URL that receives the hub's requests.
    pub fn callback(&self) -> &str {
        &self.callback
    }

    /// Returns whether the hub is sending new versions of the feed at this time.
    pub fn is_active(&self, now: Timestamp) -> bool {
        self.until.is_some_and(|until| now < until)
    }

    /// Returns the time at which the hub stops sending new versions. `None` if it has not started.
    pub fn active_until(&self) -> Option<Timestamp> {
        self.until
    }

    /// Returns whether to [ask](Self::subscribe) the hub now: for the first time, before the lease ends, or again after an unconfirmed
    /// request.
    pub fn is_due(&self, now: Timestamp) -> bool {
        self.next.is_none_or(|next| next <= now)
    }

    /// Returns the time of the next request to the hub. `None` means at once. A lease is renewed when a quarter of it is left. After a
    /// request that the hub refuses or does not confirm, the wait is an hour, which doubles each time, up to a week; after a denial, it
    /// is a week.
    pub fn next_at(&self) -> Option<Timestamp> {
        self.next
    }

    /// Returns the request for a new subscription or a renewal, which is the same request (§5.1). From now on the state counts the
    /// request as unconfirmed, so store it before making the request.
    ///
    /// # Errors
    ///
    /// [`UrlError`] if the URL of the hub, which [`new`](Self::new) checked, was changed in the stored subscription.
    pub fn subscribe(&mut self, now: Timestamp) -> Result<HubRequest, UrlError> {
        self.ask(Intent::Subscribe, now)
    }

    /// Returns the request to end the subscription. The hub confirms it like a subscription. Until then, keep the subscription, and ask
    /// again when it [is due](Self::is_due) and still [active](Self::is_active).
    ///
    /// # Errors
    ///
    /// The same as [`subscribe`](Self::subscribe).
    pub fn unsubscribe(&mut self, now: Timestamp) -> Result<HubRequest, UrlError> {
        self.ask(Intent::Unsubscribe, now)
    }

    fn ask(&mut self, intent: Intent, now: Timestamp) -> Result<HubRequest, UrlError> {
        let target = RequestTarget::parse(&self.hub)?;
        self.asked = Some(Asked { intent, at: now });
        // 2¹⁰ hours are more than a week.
        let doublings = self.unconfirmed.min(10);
        self.next = Some(now.saturating_add((HOUR * (1 << doublings)).min(7 * DAY)));
        self.unconfirmed = self.unconfirmed.saturating_add(1);
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("hub.mode", intent.mode());
        form.append_pair("hub.topic", &self.topic);
        form.append_pair("hub.callback", &self.callback);
        if intent == Intent::Subscribe {
            form.append_pair("hub.lease_seconds", &LEASE.as_secs().to_string());
            form.append_pair("hub.secret", self.secret.as_str());
        }
        Ok(HubRequest::new(target, form.finish()))
    }

    /// Processes a GET request to the callback, given its query without `?`: the hub verifies a request (§5.3), or denies it (§5.2).
    /// Answer with the [status](Verification::status) and the [body](Verification::body). Store the subscription first.
    ///
    /// Only requests of the last day, for this topic, are confirmed.
    ///
    /// ```
    /// use bozofeed_polling::websub::{HubSecret, HubSubscription, Verification};
    ///
    /// let secret = HubSecret::new("0f5e1a9c3b7d2468")?;
    /// let (topic, hub) = ("https://harbour.example/tides", "https://hub.example/");
    /// let mut subscription = HubSubscription::new(topic, hub, "https://planet.example/websub/5f0c8e", secret)?;
    /// let now = "2026-11-21T12:00:00Z".parse()?;
    /// let query = "hub.mode=subscribe&hub.topic=https://harbour.example/tides&hub.challenge=k7&hub.lease_seconds=86400";
    /// assert_eq!(subscription.verify(query, now), Verification::Refused, "nobody asked");
    /// let _ = subscription.subscribe(now)?;
    /// assert_eq!(subscription.verify(query, now), Verification::Subscribed { challenge: "k7".into() });
    /// assert_eq!(subscription.active_until(), Some("2026-11-22T12:00:00Z".parse()?));
    /// assert_eq!(subscription.next_at(), Some("2026-11-22T06:00:00Z".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify(&mut self, query: &str, now: Timestamp) -> Verification {
        let parameter = |name: &str| {
            let mut parameters = form_urlencoded::parse(query.as_bytes());
            parameters.find_map(|(key, value)| (key == name).then(|| value.into_owned()))
        };
        if parameter("hub.topic").as_deref() != Some(&*self.topic) {
            return Verification::Refused;
        }
        let mode = parameter("hub.mode").unwrap_or_default();
        // A denial may come at any time: the hub may end a subscription that it confirmed (§5.2).
        if mode == "denied" {
            if self.asked.is_none() && self.until.is_none() {
                return Verification::Refused;
            }
            (self.asked, self.until, self.next) = (None, None, Some(now.saturating_add(AFTER_DENIAL)));
            let reason = parameter("hub.reason").filter(|reason| !reason.trim().is_empty());
            return Verification::Denied { reason: reason.map(|reason| shortened(reason.trim())) };
        }
        // If the clock was set back, the time is unknown.
        let is_recent = |asked: &Asked| now.since(asked.at) <= LONGEST_VERIFICATION;
        let asked = self.asked.filter(|asked| is_recent(asked) && asked.intent.mode() == mode);
        let challenge = parameter("hub.challenge").filter(|challenge| !challenge.is_empty());
        let (Some(asked), Some(challenge)) = (asked, challenge) else { return Verification::Refused };
        self.unconfirmed = 0;
        match asked.intent {
            Intent::Subscribe => {
                let lease = parameter("hub.lease_seconds").and_then(|seconds| seconds.trim().parse().ok());
                let lease = lease.map_or(LEASE, Duration::from_secs).min(LONGEST_LEASE);
                self.until = Some(now.saturating_add(lease));
                self.next = Some(now.saturating_add((lease * 3 / 4).max(SHORTEST_WAIT)));
                Verification::Subscribed { challenge }
            }
            Intent::Unsubscribe => {
                self.until = None;
                Verification::Unsubscribed { challenge }
            }
        }
    }

    /// Checks the signature of a POST request to the callback. Always answer with 2xx, so that nobody learns which signatures are valid
    /// (§8).
    ///
    /// # Errors
    ///
    /// [`RejectedDelivery`] if the request does not come from the hub.
    pub fn accept(&self, headers: &HeaderMap, body: Vec<u8>) -> Result<Delivery, RejectedDelivery> {
        self.secret.check(headers, &body)?;
        let mut headers = headers.clone();
        headers.remove(::http::header::SET_COOKIE);
        Ok(Delivery { topic: self.topic.clone(), headers, body })
    }
}

/// Omits the secret, and the callback, which is also secret.
impl fmt::Debug for HubSubscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HubSubscription")
            .field("topic", &without_credentials(&self.topic))
            .field("hub", &without_credentials(&self.hub))
            .field("asked", &self.asked)
            .field("until", &self.until)
            .field("next", &self.next)
            .field("unconfirmed", &self.unconfirmed)
            .finish_non_exhaustive()
    }
}

/// Returns a text from a hub, truncated to the maximum length of a message.
fn shortened(text: &str) -> String {
    let end = (0..=LONGEST_REASON.min(text.len())).rfind(|end| text.is_char_boundary(*end));
    text.get(..end.unwrap_or(0)).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOPIC: &str = "https://harbour.example/tides?a=b&c";

    fn subscription() -> HubSubscription {
        let secret = HubSecret::new("0f5e1a9c3b7d2468").unwrap();
        HubSubscription::new(TOPIC, "https://hub.example/", "https://planet.example/x", secret).unwrap()
    }

    fn at(hours: u64) -> Timestamp {
        let start: Timestamp = "2026-11-21T12:00:00Z".parse().unwrap();
        start.saturating_add(HOUR * u32::try_from(hours).unwrap())
    }

    fn query(mode: &str, others: &[(&str, &str)]) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("hub.mode", mode).append_pair("hub.topic", TOPIC).extend_pairs(others);
        query.finish()
    }

    fn form(request: &HubRequest) -> Vec<(String, String)> {
        form_urlencoded::parse(request.request().body()).into_owned().collect()
    }

    #[test]
    fn requests_have_their_parameters() {
        let mut subscription = subscription();
        let names = |request: &HubRequest| -> Vec<String> {
            form(request).into_iter().map(|(name, _)| name).collect()
        };
        let request = subscription.subscribe(at(0)).unwrap();
        assert_eq!(
            names(&request),
            ["hub.mode", "hub.topic", "hub.callback", "hub.lease_seconds", "hub.secret"]
        );
        assert_eq!(form(&request)[1].1, TOPIC);
        let request = subscription.unsubscribe(at(0)).unwrap();
        assert_eq!(form(&request)[0].1, "unsubscribe");
        assert_eq!(names(&request), ["hub.mode", "hub.topic", "hub.callback"]);
        let shown = format!("{request:?} {subscription:?}");
        assert!(!shown.contains("0f5e") && !shown.contains("planet.example"), "{shown}");
    }

    #[test]
    fn only_what_was_asked_is_confirmed() {
        let challenge = &[("hub.challenge", "k7")][..];
        let other_topic = "hub.mode=subscribe&hub.topic=https://harbour.example/other&hub.challenge=k7";
        let wrong: Vec<_> = [
            (None, 0, query("subscribe", challenge), false),
            (None, 0, query("denied", &[]), false),
            (Some(Intent::Subscribe), 0, query("subscribe", challenge), true),
            (Some(Intent::Subscribe), 24, query("subscribe", challenge), true),
            (Some(Intent::Subscribe), 25, query("subscribe", challenge), false),
            (Some(Intent::Subscribe), 0, query("unsubscribe", challenge), false),
            (Some(Intent::Subscribe), 0, query("subscribe", &[]), false),
            (Some(Intent::Subscribe), 0, query("subscribe", &[("hub.challenge", "")]), false),
            (Some(Intent::Subscribe), 0, query("", challenge), false),
            (Some(Intent::Subscribe), 0, other_topic.to_owned(), false),
            (Some(Intent::Subscribe), 0, String::new(), false),
            (Some(Intent::Subscribe), 0, query("denied", &[]), true),
            (Some(Intent::Unsubscribe), 0, query("unsubscribe", challenge), true),
            (Some(Intent::Unsubscribe), 0, query("subscribe", challenge), false),
        ]
        .into_iter()
        .filter_map(|(intent, hours, query, is_confirmed)| {
            let mut subscription = subscription();
            if let Some(intent) = intent {
                let _ = subscription.ask(intent, at(0)).unwrap();
            }
            let before = subscription.clone();
            let verification = subscription.verify(&query, at(hours));
            let is_right = (verification != Verification::Refused) == is_confirmed
                && (verification.status() == StatusCode::OK) == is_confirmed
                && (subscription == before) != is_confirmed;
            (!is_right).then_some((query, verification))
        })
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn leases_are_renewed_before_they_end() {
        let wrong: Vec<_> = [
            (Some("86400"), 24 * 60, 18 * 60),
            (None, 10 * 24 * 60, 180 * 60),
            (Some("soon"), 10 * 24 * 60, 180 * 60),
            (Some("60"), 1, 10),
            (Some("0"), 0, 10),
            // At most a month.
            (Some("315360000"), 30 * 24 * 60, 540 * 60),
            (Some("18446744073709551615"), 30 * 24 * 60, 540 * 60),
        ]
        .into_iter()
        .filter_map(|(lease, until, next)| {
            let mut subscription = subscription();
            let _ = subscription.subscribe(at(0)).unwrap();
            let mut parameters = vec![("hub.challenge", "k7")];
            parameters.extend(lease.map(|lease| ("hub.lease_seconds", lease)));
            let verification = subscription.verify(&query("subscribe", &parameters), at(0));
            assert!(matches!(verification, Verification::Subscribed { .. }));
            let minutes = |time: Option<Timestamp>| time.unwrap().since(at(0)).as_secs() / 60;
            let found = (minutes(subscription.active_until()), minutes(subscription.next_at()));
            (found != (until, next)).then_some((lease, found))
        })
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn a_renewal_keeps_the_subscription_until_it_is_denied() {
        let mut subscription = subscription();
        let _ = subscription.subscribe(at(0)).unwrap();
        let confirmed = query("subscribe", &[("hub.challenge", "k7"), ("hub.lease_seconds", "86400")]);
        let _ = subscription.verify(&confirmed, at(0));
        assert!(!subscription.is_due(at(17)) && subscription.is_due(at(18)));
        let _ = subscription.subscribe(at(18)).unwrap();
        assert!(subscription.is_active(at(23)) && !subscription.is_active(at(24)));
        let _ = subscription.verify(&confirmed, at(19));
        assert!(subscription.is_active(at(42)));
        let denied = query("denied", &[("hub.reason", " no longer ")]);
        let expected = Verification::Denied { reason: Some("no longer".to_owned()) };
        assert_eq!(subscription.verify(&denied, at(20)), expected);
        assert!(!subscription.is_active(at(20)) && !subscription.is_due(at(21)));
        assert!(subscription.is_due(at(20 + 7 * 24)));
        assert_eq!(subscription.verify(&confirmed, at(20)), Verification::Refused);
    }

    #[test]
    fn what_is_not_confirmed_is_asked_less_and_less() {
        let mut subscription = subscription();
        let mut now = at(0);
        let mut waits = Vec::new();
        for _ in 0..10 {
            assert!(subscription.is_due(now));
            let _ = subscription.subscribe(now).unwrap();
            let next = subscription.next_at().unwrap();
            waits.push(next.since(now).as_secs() / 3600);
            now = next;
        }
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 128, 168, 168]);
        let _ = subscription.subscribe(now).unwrap();
        let _ = subscription.verify(&query("subscribe", &[("hub.challenge", "k7")]), now);
        let _ = subscription.subscribe(now).unwrap();
        assert_eq!(subscription.next_at().unwrap().since(now), HOUR);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn subscriptions_survive_storing() {
        let mut subscription = subscription();
        for intent in [None, Some(Intent::Subscribe), Some(Intent::Unsubscribe)] {
            if let Some(intent) = intent {
                let _ = subscription.ask(intent, at(0)).unwrap();
            }
            let stored = serde_json::to_string(&subscription).unwrap();
            assert_eq!(serde_json::from_str::<HubSubscription>(&stored).unwrap(), subscription, "{stored}");
        }
    }
}
