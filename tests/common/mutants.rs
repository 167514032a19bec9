//! Randomly damaged documents.

/// Reproducible pseudorandom numbers (a linear congruential generator).
pub struct Numbers(pub u64);

impl Numbers {
    /// Returns a number below `most`.
    pub fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % most.max(1)
    }
}

/// Texts that are inserted into documents.
const SCRAPS: &[&str] = &[
    "<",
    ">",
    "&",
    "\"",
    "'",
    "/",
    "=",
    " ",
    "]]>",
    "<![CDATA[",
    "<!--",
    "-->",
    "&nbsp;",
    "&amp",
    "<item>",
    "</item>",
    "</title>",
    "<b>",
    "</b>",
    "<item/>",
    " a=b",
    " href='/x'",
    " isPermaLink=no",
    "<PubDate>2020-01-01</PubDate>",
    "xmlns:dc='",
    "\u{E9}",
    "24",
    " < 5",
    ",",
    "{",
    "}",
    "\\",
    "<?xml",
    "02/01/2026",
    " type=html",
    "<entry>",
    "</entry>",
    "<guid>x</guid>",
    "<rss>",
    "</channel>",
];

/// Damages a document in up to four places.
pub fn mutated(document: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = document.to_vec();
    for _ in 0..=numbers.below(4) {
        let at = numbers.below(bytes.len());
        let end = (at + numbers.below(12)).min(bytes.len());
        let scrap = SCRAPS[numbers.below(SCRAPS.len())].as_bytes();
        match numbers.below(5) {
            0 => drop(bytes.drain(at..end)),
            1 => drop(bytes.splice(at..end, scrap.iter().copied())),
            2 => {
                let copied = bytes[at..end].to_vec();
                let to = numbers.below(bytes.len());
                drop(bytes.splice(to..to, copied));
            }
            _ => drop(bytes.splice(at..at, scrap.iter().copied())),
        }
    }
    bytes
}
