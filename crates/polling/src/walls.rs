//! Firewalls that ask for a browser instead of sending the feed.

use ::http::StatusCode;
use ::http::header::HeaderMap;

use memchr::memmem;

/// A header field that identifies a firewall's own response: its name, the start of its value in lower case, and the firewall.
type FieldRow = (&'static str, &'static str, &'static str);

/// Fields that a firewall only sends with its own responses.
const OWN_FIELDS: &[FieldRow] = &[
    ("cf-mitigated", "challenge", "Cloudflare"),
    ("x-amzn-waf-action", "", "AWS WAF"),
    ("x-vercel-mitigated", "", "Vercel"),
    ("x-sucuri-block", "", "Sucuri"),
    ("x-px-block", "", "HUMAN"),
    ("x-kpsdk-ct", "", "Kasada"),
    ("sg-captcha", "challenge", "SiteGround"),
    ("x-datadome", "protected", "DataDome"),
    ("x-dd-b", "", "DataDome"),
];

/// Fields that a firewall sends with all responses, so they only mean something in a refusal.
const FIELDS_OF_REFUSALS: &[FieldRow] = &[
    ("server", "akamaighost", "Akamai"),
    ("server", "ddos-guard", "DDoS-Guard"),
    ("server", "datadome", "DataDome"),
    ("x-iinfo", "", "Imperva"),
    ("x-cdn", "incapsula", "Imperva"),
    ("x-cdn", "imperva", "Imperva"),
    ("x-sucuri-id", "", "Sucuri"),
];

/// Texts that only occur in the challenges and refusals of a firewall. Scripts that some of them add to every page are not listed:
/// such a page may name the feed.
const MARKS: &[(&str, &str)] = &[
    ("<title>Just a moment...</title>", "Cloudflare"),
    ("window._cf_chl_opt", "Cloudflare"),
    ("/.within.website/x/cmd/anubis/", "Anubis"),
    ("id=\"anubis_challenge\"", "Anubis"),
    ("/_Incapsula_Resource?SWUDNSAI=", "Imperva"),
    ("captcha-delivery.com", "DataDome"),
    ("window.gokuProps", "AWS WAF"),
    ("id=\"px-captcha\"", "HUMAN"),
    ("/.well-known/sgcaptcha/", "SiteGround"),
    ("<title>DDoS-Guard</title>", "DDoS-Guard"),
    ("<title>Sucuri WebSite Firewall", "Sucuri"),
    ("<title>Vercel Security Checkpoint</title>", "Vercel"),
];

/// The number of bytes of a page that are searched. The pages of firewalls are short.
const LONGEST: usize = 64 << 10;

/// Returns the firewall that answered a request without a document, if any.
pub(super) fn of_response(status: StatusCode, headers: &HeaderMap) -> Option<&'static str> {
    let has = |(name, start, _): &&FieldRow| {
        let values = headers.get_all(*name).iter().filter_map(|value| value.to_str().ok());
        values
            .map(str::trim)
            .any(|value| value.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start)))
    };
    let is_refusal =
        matches!(status, StatusCode::FORBIDDEN | StatusCode::METHOD_NOT_ALLOWED | StatusCode::NOT_ACCEPTABLE);
    // 404 and similar statuses come from the server, whatever the fields.
    let is_answer = is_refusal || matches!(status, StatusCode::ACCEPTED | StatusCode::SERVICE_UNAVAILABLE);
    let own = OWN_FIELDS.iter().filter(|_| is_answer).find(has);
    own.or_else(|| FIELDS_OF_REFUSALS.iter().filter(|_| is_refusal).find(has))
        .map(|(_, _, firewall)| *firewall)
}

/// Returns the firewall that served a document that is not a feed.
pub(super) fn of_page(body: &[u8]) -> Option<&'static str> {
    let beginning = body.get(..LONGEST).unwrap_or(body);
    let has = |mark: &str| memmem::find(beginning, mark.as_bytes()).is_some();
    MARKS.iter().find(|(mark, _)| has(mark)).map(|(_, firewall)| *firewall)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::http::HeaderValue;

    #[test]
    fn each_field_tells_its_firewall_in_a_refusal_alone() {
        let mut wrong = Vec::new();
        for (rows, statuses) in [
            (OWN_FIELDS, &[(403, true), (202, true), (503, true), (404, false), (500, false)][..]),
            (FIELDS_OF_REFUSALS, &[(403, true), (405, true), (202, false), (503, false), (404, false)]),
        ] {
            for (name, start, firewall) in rows {
                let value =
                    if start.is_empty() { "x".to_owned() } else { format!(" {}; x", start.to_uppercase()) };
                let headers = HeaderMap::from_iter([(
                    name.parse::<::http::HeaderName>().unwrap(),
                    HeaderValue::from_str(&value).unwrap(),
                )]);
                for (status, expected) in statuses {
                    let found = of_response(StatusCode::from_u16(*status).unwrap(), &headers);
                    if found != expected.then_some(*firewall) {
                        wrong.push((*name, *status, found));
                    }
                }
            }
        }
        assert_eq!(of_response(StatusCode::FORBIDDEN, &HeaderMap::new()), None);
        assert_eq!(wrong, []);
    }

    #[test]
    fn each_mark_tells_its_firewall() {
        let page = |text: &str| format!("<!DOCTYPE html><html><body>\u{f6}{text}</body></html>");
        let wrong: Vec<_> = MARKS
            .iter()
            .filter(|(mark, firewall)| of_page(page(mark).as_bytes()) != Some(*firewall))
            .collect();
        assert_eq!(wrong, [] as [&(&str, &str); 0]);
        assert_eq!(of_page(page("Tides").as_bytes()), None);
        assert_eq!(of_page(&vec![0xFF; 2 * LONGEST]), None);
    }
}
