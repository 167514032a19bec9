//! The output of the single pass is the output of ammonia, and cleaned markup is stable. The first byte chooses the policy
//! and whether there is a base.

#![no_main]

use std::sync::LazyLock;

use bozofeed::content::{Allowlist, Cleaner, Sanitize, is_script_url};
use libfuzzer_sys::fuzz_target;

static CLEANERS: LazyLock<[Cleaner; 4]> = LazyLock::new(|| {
    let mut with_comments = Allowlist::feedparser();
    with_comments.comments = true;
    let mut wide = Allowlist::reader();
    wide.elements.extend(["form", "button", "input", "select", "textarea", "object"].map(String::from));
    wide.attributes.extend(["srcset", "action", "formaction", "class", "id", "onclick"].map(String::from));
    wide.svg_elements
        .extend(["svg", "g", "a", "use", "image", "animate", "foreignObject", "desc"].map(String::from));
    wide.svg_attributes
        .extend(["href", "values", "attributeName", "fill", "viewBox", "filter"].map(String::from));
    wide.url_schemes.extend(["javascript", "data"].map(String::from));
    [
        Sanitize::FeedParser,
        Sanitize::Reader,
        Sanitize::Custom(Box::new(with_comments)),
        Sanitize::Custom(Box::new(wide)),
    ]
    .map(|sanitize| Cleaner::new(&sanitize, true))
});

/// Elements that cannot be allowed.
static NEVER: [&str; 8] = ["script", "style", "object", "meta", "base", "noscript", "template", "link"];

/// Attributes whose URLs are followed.
static REFERENCES: [&str; 8] =
    ["href", "xlink:href", "src", "action", "formaction", "poster", "background", "srcset"];

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, markup)) = bytes.split_first() else { return };
    let Ok(markup) = std::str::from_utf8(markup) else { return };
    let Some(cleaner) = CLEANERS.get(usize::from(choice % 4)) else { return };
    let base = if choice & 4 == 0 { "" } else { "http://b.example/d/e" };
    let clean = cleaner.clean(markup, base);
    // Text is returned unchanged.
    if markup.contains('<') {
        assert_eq!(clean, cleaner.clean_by_ammonia(markup, base), "{markup:?} both ways");
    }
    assert_eq!(cleaner.clean(&clean, ""), clean, "{markup:?} a second time");
    // Comments and text may contain anything.
    if choice % 4 == 2 {
        return;
    }
    for tag in clean.split('<').skip(1).map(|tag| tag.split('>').next().unwrap_or_default()) {
        let element = tag.split(' ').next().unwrap_or_default();
        assert!(!NEVER.contains(&element), "{markup:?} became {clean:?}");
        let mut parts = tag.split('"');
        while let (Some(name), Some(value)) = (parts.next(), parts.next()) {
            let name = name.trim_start().trim_end_matches('=').rsplit(' ').next().unwrap_or_default();
            assert!(!name.starts_with("on"), "{markup:?} became {clean:?}");
            assert!(!REFERENCES.contains(&name) || !is_script_url(value), "{markup:?} became {clean:?}");
        }
    }
});
