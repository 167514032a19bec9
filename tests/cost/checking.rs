//! The cost of checking and fixing a document: shapes in which each element is compared with a list, or resolves an address.

use bozofeed::Document;
use bozofeed_check::Checker;

/// A shape: its name, the maximum number of bytes allocated per byte for checking and for fixing, its beginning, the repeated part, and
/// its end.
type Shape = (&'static str, u64, u64, &'static str, &'static str, &'static str);

#[rustfmt::skip]
const SHAPES: &[Shape] = &[
    ("plain items", 40, 340, RSS, "<item><title>a</title><guid>b</guid></item>", END),
    ("unknown categories", 20, 40, RSS, "<itunes:category text=\"1\"/>", END),
    ("categories in another spelling", 40, 200, RSS, "<itunes:category text=\"tv-and-film\"/>", END),
    ("categories within others", 20, 40, RSS, "<itunes:category text=\"News\"><itunes:category text=\"Tennis\"/></itunes:category>", END),
    ("links to the feed itself", 40, 200, BASE, "<link rel=\"self\" href=\"a\"/>", "</feed>"),
    ("alternate links", 40, 200, BASE, "<link href=\"a\"/>", "</feed>"),
    ("links to other parts", 40, 200, BASE, "<link rel=\"next\" href=\"a\"/>", "</feed>"),
    ("links with bases", 40, 200, BASE, "<link rel=\"self\" href=\"a\" xml:base=\"b/\"/>", "</feed>"),
    ("feeds with bases", 40, 200, BASE, "<feed xml:base=\"b/\"><link rel=\"self\" href=\"a\"/></feed>", "</feed>"),
    ("relative links", 300, 400, RSS, "<item><link>/a</link></item>", END),
    ("names in another case", 40, 200, RSS, "<Title>a</Title>", END),
    ("misspelt names", 60, 200, RSS, "<itunes:duratin/>", END),
    ("declarations", 40, 200, RSS, "<a xmlns:dc=\"http://b.example/\"/>", END),
    ("unregistered schemes", 40, 200, "<feed xmlns=\"http://www.w3.org/2005/Atom\">", "<entry><id>zz:1</id></entry>", "</feed>"),
];

const RSS: &str =
    "<rss version=\"2.0\" xmlns:itunes=\"http://www.itunes.com/dtds/podcast-1.0.dtd\"><channel>";
const END: &str = "</channel></rss>";
/// `BASE` is replaced by a base of 2,000 bytes.
const BASE: &str = "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:base=\"BASE\">";

fn document((_, _, _, start, part, end): &Shape, size: usize) -> String {
    let start = start.replace("BASE", &format!("http://h.example/{}/", "a".repeat(1_980)));
    format!("{start}{}{end}", part.repeat(size / part.len()))
}

/// The bytes that may be allocated for any document: the tables of the checker, and a hundred findings of each rule.
const FIXED: u64 = 3 << 20;

#[test]
fn checks_of_elements_allocate_in_proportion_to_the_document() {
    const SIZE: usize = 150_000;
    let url = format!("http://h.example/{}/", "a".repeat(1_980));
    let checker = Checker::new();
    let mut wrong = Vec::new();
    for shape in SHAPES {
        let text = document(shape, SIZE);
        let check = allocation_counter::measure(|| {
            checker.check(Document::from(text.as_str()).url(&url));
        });
        let mend = allocation_counter::measure(|| {
            checker.mend(Document::from(text.as_str()).url(&url), |_| ());
        });
        let length = text.len() as u64;
        for (name, found, most) in
            [("checked", check.bytes_total, shape.1), ("mended", mend.bytes_total, shape.2)]
        {
            let each = found.saturating_sub(FIXED) / length;
            if std::env::var_os("COST_PRINT").is_some() {
                println!("{}, {name}: {each} ({found} bytes)", shape.0);
            }
            if found > FIXED + length * most {
                wrong.push(format!("{}, {name}: {each} bytes for each, of {most}", shape.0));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
