//! What the fast way answers is what ammonia answers, and what was made safe is left as it is when it is made safe
//! again. The first byte chooses the lists and whether there is a base.

#![no_main]

use std::sync::LazyLock;

use bozofeed::content::{Cleaner, Lists, Sanitize};
use libfuzzer_sys::fuzz_target;

static CLEANERS: LazyLock<[Cleaner; 3]> = LazyLock::new(|| {
    let mut with_comments = Lists::feedparser();
    with_comments.comments = true;
    [Sanitize::FeedParser, Sanitize::Reader, Sanitize::Custom(Box::new(with_comments))]
        .map(|sanitize| Cleaner::new(&sanitize, true))
});

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, markup)) = bytes.split_first() else { return };
    let Ok(markup) = std::str::from_utf8(markup) else { return };
    let Some(cleaner) = CLEANERS.get(usize::from(choice % 4)) else { return };
    let base = if choice & 4 == 0 { "" } else { "http://b.example/d/e" };
    let clean = cleaner.clean(markup, base);
    if markup.contains(['<', '&']) {
        assert_eq!(clean, cleaner.clean_by_ammonia(markup, base), "{markup:?} both ways");
    }
    assert_eq!(cleaner.clean(&clean, ""), clean, "{markup:?} a second time");
});
