//! Requests to `WebSub` hubs.

use std::io::Read as _;

use bozofeed_polling::websub::{HubRequest, HubStep};

use super::clock::RequestTimes;
use super::{FetchError, Fetcher};

/// The maximum number of bytes read from the response, which may contain a reason.
const LONGEST_ANSWER: u64 = 1024;

impl Fetcher {
    /// Makes the request of a [`HubSubscription`](bozofeed_polling::websub::HubSubscription), with the same protections as for feeds,
    /// since the publisher of a feed chooses its hub. Follows redirects; the result is [`HubStep::Accepted`] or [`HubStep::Refused`].
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed_fetch::Fetcher;
    /// use bozofeed_fetch::polling::websub::{HubSecret, HubStep, HubSubscription};
    ///
    /// let hub = serve("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n")?;
    /// let (topic, callback) = ("https://harbour.example/tides", "https://planet.example/websub/5f0c8e");
    /// let mut subscription = HubSubscription::new(topic, &hub, callback, HubSecret::new("0f5e1a9c3b7d2468")?)?;
    /// let request = subscription.subscribe(bozofeed::Timestamp::now())?;
    /// // Store the subscription here: the hub may verify it before it answers.
    /// let step = Fetcher::new().allow_private_addresses(true).ask_hub(request)?;
    /// assert!(matches!(step, HubStep::Accepted));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`FetchError`] if no complete response was received.
    pub fn ask_hub(&self, mut request: HubRequest) -> Result<HubStep, FetchError> {
        loop {
            let url = request.url().to_owned();
            let (head, body) =
                self.open(&url, request.request(), RequestTimes::whole(self.timeout))?.into_parts();
            let mut answer = Vec::new();
            // It need not be complete.
            let _ = body.into_reader().take(LONGEST_ANSWER).read_to_end(&mut answer);
            match request.receive(head.status, &head.headers, &answer) {
                HubStep::Request(next) => request = next,
                step @ (HubStep::Accepted | HubStep::Refused { .. }) => return Ok(step),
            }
        }
    }
}
