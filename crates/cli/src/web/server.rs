//! `--check URL`: the behaviour of the servers of a feed and its files.

use bozofeed::model::Entry;
use bozofeed::model::itunes::Itunes;
use bozofeed_fetch::Probe;
use bozofeed_polling::FetchOutcome;

use super::Client;
use bozofeed_command::source::Input;

/// The size in bytes below which a feed does not benefit from compression.
const SMALL: usize = 1400;

impl Client {
    /// Returns suggestions for the server of a fetched feed. `url` is the requested URL.
    pub(crate) fn problems_of_server(&mut self, url: &str, input: &Input) -> Vec<String> {
        let mut problems = problems_of_response(input);
        problems.extend(self.problem_of_validators(url, input));
        match self.fetcher.probe(&input.base) {
            Ok(probe) if !probe.answers_head() => {
                problems
                    .push(format!("HEAD: status {} instead of the headers of the feed", probe.head_status));
            }
            Ok(_) => {}
            Err(error) => problems.push(format!("HEAD: {error}")),
        }
        problems.extend(self.problems_of_file(input));
        problems.extend(self.problem_of_artwork(input));
        problems
    }

    /// Returns whether a second request transfers an unchanged feed again.
    fn problem_of_validators(&mut self, url: &str, input: &Input) -> Option<String> {
        let has_validators = ["etag", "last-modified"].iter().any(|name| input.headers.get(name).is_some());
        if !has_validators {
            return Some(
                "validators: neither ETag nor Last-Modified, so that each poll transfers the feed".to_owned(),
            );
        }
        let mut state = self.states.of(url);
        let polled = self.fetcher.poll(&mut state).ok()?;
        let is_transferred =
            polled.response.status != 304 && matches!(polled.outcome, FetchOutcome::NotModified);
        is_transferred.then(|| {
            format!(
                "validators: status {} and the whole feed instead of 304 for one that did not change",
                polled.response.status
            )
        })
    }

    /// Checks the size of a podcast's artwork, which is stated in the first bytes of its file.
    fn problem_of_artwork(&self, input: &Input) -> Option<String> {
        const MOST: u32 = 64 << 10;
        let feed = &input.parsed.as_ref()?.feed;
        let href = feed.get::<Itunes>()?.image.as_deref()?;
        let problem = match self.fetcher.beginning(href, MOST) {
            Err(error) => Some(error.to_string()),
            Ok(bytes) => match imagesize::blob_size(&bytes) {
                Ok(size) => problem_of_size(size.width, size.height),
                Err(_) => Some("neither a JPEG nor a PNG".to_owned()),
            },
        };
        problem.map(|problem| format!("artwork {href}: {problem}"))
    }

    /// Checks how the server sends the first file of the feed.
    fn problems_of_file(&self, input: &Input) -> Vec<String> {
        let entries = input.parsed.iter().flat_map(|parsed| &parsed.entries);
        let Some(file) = entries.flat_map(Entry::enclosures).find(|file| file.href.is_some()) else {
            return Vec::new();
        };
        let href = file.href.as_deref().unwrap_or_default();
        let Probe { headers, head_status, range_status, url, .. } = match self.fetcher.probe(href) {
            Ok(probe) => probe,
            Err(error) => return vec![format!("file {href}: {error}")],
        };
        let mut problems = Vec::new();
        if !(200..300).contains(&head_status) {
            problems.push(format!("HEAD: status {head_status}"));
        }
        if range_status != 206 {
            problems.push(format!(
                "byte ranges: status {range_status} instead of 206, so that players cannot seek"
            ));
        }
        if url.starts_with("http:") {
            problems.push("TLS: sent without it".to_owned());
        }
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let essence = |text: &str| text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if let (Some(declared), Some(sent)) = (&file.media_type, header("content-type").map(essence))
            && **declared != *sent
        {
            problems.push(format!("media type: sent as {sent}, and {declared} in the feed"));
        }
        let declared = file.length().value.filter(|length| *length > 0);
        let sent = header("content-length").and_then(|length| length.trim().parse::<u64>().ok());
        if let (Some(declared), Some(sent)) = (declared, sent.filter(|sent| *sent > 0))
            && declared != sent
        {
            problems.push(format!("length: {sent} bytes are sent, and {declared} in the feed"));
        }
        problems.into_iter().map(|problem| format!("file {href}: {problem}")).collect()
    }
}

/// Describes the problem with a size of artwork in pixels, if any.
fn problem_of_size(width: usize, height: usize) -> Option<String> {
    // Apple, "Podcast artwork"; Spotify has the same requirements.
    let is_right = width == height && (1400..=3000).contains(&width);
    (!is_right)
        .then(|| format!("{width} × {height} pixels, and directories ask for a square of 1400 to 3000"))
}

/// Checks the response that contains a feed.
fn problems_of_response(input: &Input) -> Vec<String> {
    let mut problems = Vec::new();
    let redirects: Vec<_> = input.notes.iter().filter(|(label, _)| *label == "redirect").collect();
    if redirects.len() > 1 {
        problems.push(format!("redirects: {} in a row, each of which is a request", redirects.len()));
    }
    if let Some((_, redirect)) = redirects.iter().find(|(_, text)| text.contains("temporarily")) {
        problems.push(format!("redirects: {redirect}; a feed that moved needs 301 or 308"));
    }
    if input.base.starts_with("http:") {
        problems.push("TLS: the feed is sent without it".to_owned());
    }
    let size = input.bytes.as_ref().map_or(0, Vec::len);
    if size > SMALL && input.headers.get("content-encoding").is_none() {
        problems.push(format!("compression: {size} bytes are sent as they are, although gzip was accepted"));
    }
    problems
}
