//! Markup with its URIs rewritten and everything else as it was, byte for byte.
//!
//! This is all that happens when sanitizing is off, and what comes before ammonia when it is on: ammonia drops an
//! attribute whose scheme is not listed, where Universal Feed Parser leaves it empty.

use super::bounds::{MAX_ATTRIBUTES, Open, is_void};
use super::html::decode;
use super::output::Output;
use super::rules::{Role, Rules, XLINK, is_boolean, is_of_xlink, role};
use super::tag::{Attribute, Tag, Written, is_space, lower};
use super::uri;
use memchr::memmem;
use std::borrow::Cow;

/// Elements whose content is text to a browser, whatever it looks like. HTML Standard 13.2.5.2 to .5.
pub(super) fn is_raw_text(name: &str) -> bool {
    matches!(
        name,
        "iframe" | "noembed" | "noframes" | "plaintext" | "script" | "style" | "textarea" | "title" | "xmp"
    )
}

/// Stands where a tag was, so that what is around it does not become one.
const NOTHING: &str = "<!---->";

/// Whether a tag is left out in front of ammonia, and a comment left in its place.
pub(super) fn is_left_out(name: &str, is_end: bool) -> bool {
    name == "noscript" || is_end && is_void(name)
}

/// Rewrites the URIs of `markup`. Without `rules` they are only resolved. With them those that are not safe are emptied
/// too, nesting is bounded, and some tags are left out: those of `noscript` (who runs no scripts reads what is in it)
/// and the end tags of void elements (as in XHTML, where `<br></br>` is one line break).
pub(super) fn rewrite<'a>(markup: &'a str, base: Option<&str>, rules: Option<&Rules>) -> Cow<'a, str> {
    let mut rewriter = Rewriter { base, rules, out: Output::new(markup) };
    let mut open = Open::default();
    let mut attributes = Written::new();
    let last_end = memchr::memrchr(b'>', markup.as_bytes());
    let mut at = 0;
    // Within SVG and MathML what looks like raw text may be markup. It is read as both: nothing in it ends anything.
    let mut foreign = false;
    let mut raw_until = 0;
    // Whether nothing from here on ends a comment.
    let mut comments_stay_open = false;
    while let Some(found) = markup.as_bytes().get(at..).and_then(|rest| memchr::memchr(b'<', rest)) {
        let start = at + found;
        let Some(tag) = Tag::read(markup, start, &mut attributes) else {
            let rest = markup.get(start..).unwrap_or_default();
            let rules = rules.filter(|_| !(foreign && start < raw_until));
            if rules.is_some() && is_text(rest, last_end.and_then(|end| end.checked_sub(start))) {
                rewriter.out.replace(start, start + 1, "&lt;");
                at = start + 1;
                continue;
            }
            let may_be_open = rules.is_some() && !foreign && begins_comment(rest);
            at = if may_be_open && comments_stay_open {
                markup.len()
            } else {
                behind_what_is_no_tag(markup, start)
            };
            if may_be_open && at == markup.len() && is_nothing(rest, at - start) {
                comments_stay_open = true;
                at = behind_open_comment(markup, start);
                rewriter.out.replace(start, at, NOTHING);
                continue;
            }
            if let Some(rules) = rules {
                let is_section = foreign && rest.starts_with(SECTION);
                if rules.listed.comments && !is_section && is_nothing(rest, at - start) {
                    rewriter.out.replace(start, at, NOTHING);
                }
            }
            if foreign && start < raw_until {
                (at, raw_until) = (at.min(raw_until), at.max(raw_until));
            } else if foreign && markup.get(start..).is_some_and(|rest| rest.starts_with(SECTION)) {
                raw_until = end_of(markup, start, b"]]>");
            }
            continue;
        };
        at = tag.end;
        let name = lower(tag.name);
        if tag.is_end {
            if rules.is_some() && is_left_out(&name, true) {
                rewriter.out.replace(start, tag.end, NOTHING);
            } else if rules.is_some() && start >= raw_until {
                open.end(&name, markup.len());
            }
            continue;
        }
        foreign |= matches!(&*name, "svg" | "math");
        let is_left_out =
            is_left_out(&name, false) || !open.start(name.clone(), tag.end - start, markup.len());
        if rules.is_some() && is_left_out {
            rewriter.out.replace(start, tag.end, NOTHING);
            continue;
        }
        if rules.is_some() && !foreign && is_empty(&tag, &name, &attributes) {
            rewriter.out.insert(tag.end, &format!("</{name}>"));
            open.end(&name, markup.len());
            continue;
        }
        rewriter.rewrite_attributes(&name, &attributes, tag.end);
        if is_raw_text(&name) && start >= raw_until {
            let end = end_of_raw_text(markup, at, &name);
            if foreign { raw_until = end } else { at = end }
        }
    }
    rewriter.out.finish()
}

/// Whether a start tag is an element without content to those who write XHTML: `<p/>`. HTML ignores the slash; it is
/// ignored here too behind attributes, where it may be part of a value.
pub(super) fn is_empty(tag: &Tag<'_>, name: &str, attributes: &[Attribute<'_>]) -> bool {
    tag.is_self_closing && attributes.is_empty() && !is_void(name)
}

/// The beginning of a section of foreign content. HTML Standard 13.2.5.42.
pub(super) const SECTION: &str = "<![CDATA[";

/// Whether `<!` begins nothing that a document has: no comment, no section, no type that ends. HTML takes it for a
/// comment, or for a type that takes the rest with it. `last_end`: where the last `>` stands, counted from the `<`.
pub(super) fn is_text(rest: &str, last_end: Option<usize>) -> bool {
    let Some(declaration) = rest.strip_prefix("<!") else {
        return false;
    };
    let is_type = declaration.get(..7).is_some_and(|name| name.eq_ignore_ascii_case("doctype"));
    !(is_type && last_end.is_some() || declaration.starts_with("--") || declaration.starts_with('['))
}

/// Whether a comment begins that does not end at once.
fn begins_comment(rest: &str) -> bool {
    rest.strip_prefix("<!--").is_some_and(|text| !text.starts_with('>') && !text.starts_with("->"))
}

/// The offset behind a comment that nothing ends, so that what follows is not lost: it ends at the first `>` behind
/// dashes of its own, as in SGML (ISO 8879 §10.3), or never.
fn behind_open_comment(markup: &str, start: usize) -> usize {
    let dashes = end_of(markup, start + "<!--".len(), b"--");
    end_of(markup, dashes, b">")
}

/// Whether what begins with a `<` that begins no tag, and has that length, is a comment to HTML alone, or one that does
/// not end.
fn is_nothing(rest: &str, length: usize) -> bool {
    let Some(comment) = rest.strip_prefix("<!--") else {
        return length > 1;
    };
    let comment = comment.get(..length.saturating_sub("<!--".len())).unwrap_or_default();
    !(comment.ends_with("-->") || comment.ends_with("--!>"))
}

struct Rewriter<'a, 'b> {
    base: Option<&'b str>,
    rules: Option<&'b Rules>,
    out: Output<'a>,
}

impl Rewriter<'_, '_> {
    fn rewrite_attributes(&mut self, element: &str, attributes: &[Attribute<'_>], tag_end: usize) {
        let mut is_declared = false;
        for attribute in attributes.iter().take(MAX_ATTRIBUTES) {
            let name = lower(attribute.name);
            let is_new = self.rewrite_attribute(element, &name, attribute);
            if self.rules.is_some() && is_of_xlink(&name) && !std::mem::replace(&mut is_declared, true) {
                let end = attribute.span.1;
                // Where the value is missing behind its `=`, what follows would be the value.
                let last = self.out.markup().as_bytes().get(end.saturating_sub(1));
                let lacks_value = !is_new
                    && attribute.has_value
                    && attribute.value.is_empty()
                    && !matches!(last, Some(b'"' | b'\''));
                let value = if lacks_value { "\"\"" } else { "" };
                self.out.insert(end, &format!("{value} xmlns:xlink=\"{XLINK}\""));
            }
        }
        if let Some(excess) = attributes.get(MAX_ATTRIBUTES).filter(|_| self.rules.is_some()) {
            self.out.replace(excess.span.0, tag_end - 1, "");
        }
    }

    /// Whether it is written anew.
    fn rewrite_attribute(&mut self, element: &str, name: &str, attribute: &Attribute<'_>) -> bool {
        let (from, to) = attribute.span;
        let Some(role) = role(element, name) else {
            let is_name = self.rules.is_some() && !attribute.has_value && is_boolean(element, name);
            if is_name {
                self.out.replace(from, to, &format!("{name}=\"{name}\""));
            }
            return is_name;
        };
        let base = self.base.filter(|_| role == Role::Resolved);
        let value = decode(attribute.value, true);
        let is_safe = |uri: &str| self.rules.is_none_or(|rules| rules.is_safe(element, name, uri));
        let link = uri::link(base, &value, is_safe);
        if link != value {
            let escaped = link.replace('&', "&amp;").replace('"', "&quot;");
            self.out.replace(from, to, &format!("{name}=\"{escaped}\""));
        }
        link != value
    }
}

/// Where to look on behind a `<` that begins no tag. HTML Standard 13.2.5.6, .7, .41, .42.
fn behind_what_is_no_tag(markup: &str, start: usize) -> usize {
    let rest = markup.get(start..).unwrap_or_default();
    match rest.as_bytes() {
        [b'<', b'!', b'-', b'-', b'>', ..] => start + "<!-->".len(),
        [b'<', b'!', b'-', b'-', b'-', b'>', ..] => start + "<!--->".len(),
        [b'<', b'!', b'-', b'-', ..] => {
            let text = start + "<!--".len();
            let rest = markup.as_bytes().get(text..).unwrap_or_default();
            let closes =
                |&at: &usize| rest.get(..at).is_some_and(|s| s.ends_with(b"--") || s.ends_with(b"--!"));
            memchr::memchr_iter(b'>', rest).find(closes).map_or(markup.len(), |at| text + at + 1)
        }
        [b'<', b'/', b, ..] if b.is_ascii_alphabetic() => markup.len(),
        [b'<', b'!' | b'?' | b'/', ..] => end_of(markup, start, b">"),
        [b'<', b, ..] if b.is_ascii_alphabetic() => markup.len(),
        _ => start + 1,
    }
}

/// The offset behind the next `mark`, or the end of the text.
fn end_of(markup: &str, at: usize, mark: &[u8]) -> usize {
    let rest = markup.as_bytes().get(at..).unwrap_or_default();
    memmem::find(rest, mark).map_or(markup.len(), |found| at + found + mark.len())
}

/// The offset of the end tag that closes a raw text element, or the end of the text. HTML Standard 13.2.5.14.
pub(super) fn end_of_raw_text(markup: &str, at: usize, name: &str) -> usize {
    let bytes = markup.as_bytes();
    let rest = bytes.get(at..).unwrap_or_default();
    if name == "plaintext" {
        return markup.len();
    }
    memmem::find_iter(rest, b"</")
        .map(|found| at + found)
        .find(|&found| {
            let from = found + "</".len();
            let closes =
                bytes.get(from..from + name.len()).is_some_and(|n| n.eq_ignore_ascii_case(name.as_bytes()));
            closes && bytes.get(from + name.len()).is_none_or(|&b| is_space(b) || matches!(b, b'/' | b'>'))
        })
        .unwrap_or(markup.len())
}

#[cfg(test)]
mod tests {
    use super::rewrite;
    use crate::content::Lists;
    use crate::content::rules::Rules;
    use std::borrow::Cow;

    #[test]
    fn uris_resolve_and_the_rest_stays() {
        let base = Some("http://b/d/");
        for (markup, expected) in [
            ("<a href=x>y</a>", "<a href=\"http://b/d/x\">y</a>"),
            ("<A TITLE=x HREF = 'x&amp;y' >y</A>", "<A TITLE=x href=\"http://b/d/x&amp;y\" >y</A>"),
            ("<img src=x><img src=/y/>", "<img src=\"http://b/d/x\"><img src=\"http://b/y/\">"),
            ("<p href=x cite=y>", "<p href=x cite=y>"),
            ("<!-- <a href=x> --><a href=y>", "<!-- <a href=x> --><a href=\"http://b/d/y\">"),
            ("<!--><a href=y>", "<!--><a href=\"http://b/d/y\">"),
            ("<!-- <a href=x>", "<!-- <a href=x>"),
            ("<script><a href=x></script><a href=y>", "<script><a href=x></script><a href=\"http://b/d/y\">"),
            ("<textarea><a href=x>", "<textarea><a href=x>"),
            ("<style></style<a><a href=x></style/>", "<style></style<a><a href=x></style/>"),
            ("a < b <", "a < b <"),
            ("<a href='x", "<a href='x"),
        ] {
            assert_eq!(rewrite(markup, base, None), expected, "{markup:?}");
        }
    }

    #[test]
    fn with_rules_unsafe_uris_are_emptied_and_noscript_is_opened() {
        let rules = Rules::new(&Lists::feedparser());
        for (markup, expected) in [
            ("<a href=javascript:x>y</a>", "<a href=\"\">y</a>"),
            ("<a href='java&#10;script&colon;x'>", "<a href=\"\">"),
            ("a<p/>b<i />c<br/>d<a name=x/>", "a<p/></p>b<i /></i>c<br/>d<a name=x/>"),
            ("<input checked><img alt><p open>", "<input checked=\"checked\"><img alt><p open>"),
            ("a<!-- -- b>c<!-- d", "a<!---->c<!---->"),
            ("<!x><!'y<!-- z --><!DOCTYPE z>", "&lt;!x>&lt;!'y<!-- z --><!---->"),
            ("<p>x<!DOCTYPE y", "<p>x&lt;!DOCTYPE y"),
            ("<g xlink:x=>", "<g xlink:x=\"\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">"),
            ("<g xlink:href=x>", "<g xlink:href=x xmlns:xlink=\"http://www.w3.org/1999/xlink\">"),
            ("<noscript><img src=x></noscript>", "<!----><img src=x><!---->"),
            ("<a href=\"x\">y</a>", "<a href=\"x\">y</a>"),
        ] {
            assert_eq!(rewrite(markup, None, Some(&rules)), expected, "{markup:?}");
        }
    }

    #[test]
    fn what_needs_nothing_is_not_copied() {
        let markup = "<a href=\"http://x/\">y</a>";
        assert!(matches!(rewrite(markup, Some("http://b/"), None), Cow::Borrowed(_)));
    }

    #[test]
    fn attributes_beyond_measure_go() {
        let rules = Rules::new(&Lists::feedparser());
        let attributes: Vec<String> = (0..100).map(|n| format!("a{n}=1")).collect();
        let markup = format!("<p {}>x", attributes.join(" "));
        let kept = rewrite(&markup, None, Some(&rules)).matches("=1").count();
        assert_eq!(kept, crate::content::bounds::MAX_ATTRIBUTES);
    }
}
