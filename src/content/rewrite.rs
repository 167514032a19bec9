//! Markup with its URIs rewritten and everything else as it was, byte for byte.
//!
//! This is all that happens when sanitizing is off, and what comes before ammonia when it is on: ammonia drops an
//! attribute whose scheme is not listed, where Universal Feed Parser leaves it empty.

use super::bounds::Open;
use super::html::decode;
use super::rules::{Role, Rules, role};
use super::tag::{Attribute, Tag, lower};
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

/// More attributes than this an element does not keep: an HTML parser compares each with all before it.
const MAX_ATTRIBUTES: usize = 64;

/// Rewrites the URIs of `markup`. Without `rules` they are only resolved; with them those that are not safe are
/// emptied too, the tags of `noscript` are left out (who runs no scripts reads what is in it), and nesting is bounded.
pub(super) fn rewrite<'a>(markup: &'a str, base: Option<&str>, rules: Option<&Rules>) -> Cow<'a, str> {
    let mut rewriter = Rewriter { markup, base, rules, copied: 0, out: String::new() };
    let mut open = Open::default();
    let mut attributes = Vec::new();
    let mut at = 0;
    while let Some(found) = markup.as_bytes().get(at..).and_then(|rest| memchr::memchr(b'<', rest)) {
        let start = at + found;
        let Some(tag) = Tag::read(markup, start, &mut attributes) else {
            at = behind_what_is_no_tag(markup, start);
            continue;
        };
        at = tag.end;
        let name = lower(tag.name);
        let is_bounded = rules.is_none() || tag.is_end || open.start(name.clone(), tag.end - start, markup.len());
        if rules.is_some() && tag.is_end {
            open.end(&name, markup.len());
        }
        if !is_bounded || rules.is_some() && name == "noscript" {
            rewriter.replace(start, tag.end, "");
        } else if !tag.is_end {
            rewriter.rewrite_attributes(&name, &attributes, tag.end);
            if is_raw_text(&name) {
                at = end_of_raw_text(markup, at, &name);
            }
        }
    }
    rewriter.finish()
}

struct Rewriter<'a, 'b> {
    markup: &'a str,
    base: Option<&'b str>,
    rules: Option<&'b Rules>,
    /// How far `markup` has been copied to `out`.
    copied: usize,
    out: String,
}

impl<'a> Rewriter<'a, '_> {
    fn rewrite_attributes(&mut self, element: &str, attributes: &[Attribute<'_>], tag_end: usize) {
        for attribute in attributes.iter().take(MAX_ATTRIBUTES) {
            let name = lower(attribute.name);
            let Some(role) = role(element, &name) else { continue };
            let base = self.base.filter(|_| role == Role::Resolved);
            let value = decode(attribute.value, true);
            let is_safe = |uri: &str| self.rules.is_none_or(|rules| rules.is_safe(element, &name, uri));
            let link = uri::link(base, &value, is_safe);
            if link != value {
                let escaped = link.replace('&', "&amp;").replace('"', "&quot;");
                let (from, to) = attribute.span;
                self.replace(from, to, &format!("{name}=\"{escaped}\""));
            }
        }
        if let Some(excess) = attributes.get(MAX_ATTRIBUTES).filter(|_| self.rules.is_some()) {
            self.replace(excess.span.0, tag_end - 1, "");
        }
    }

    fn replace(&mut self, from: usize, to: usize, with: &str) {
        self.out.push_str(self.markup.get(self.copied..from).unwrap_or_default());
        self.out.push_str(with);
        self.copied = to;
    }

    fn finish(mut self) -> Cow<'a, str> {
        if self.copied == 0 {
            return Cow::Borrowed(self.markup);
        }
        self.out.push_str(self.markup.get(self.copied..).unwrap_or_default());
        Cow::Owned(self.out)
    }
}

/// Where to look on behind a `<` that begins no tag: a comment, a declaration, or nothing.
fn behind_what_is_no_tag(markup: &str, start: usize) -> usize {
    let rest = markup.get(start..).unwrap_or_default();
    let end = match rest.strip_prefix("<!--") {
        Some(">" | "->") => None,
        Some(comment) if comment.starts_with('>') || comment.starts_with("->") => None,
        Some(comment) => Some(memmem::find(comment.as_bytes(), b"--").map(|_| end_of_comment(comment))),
        None => None,
    };
    match end {
        Some(Some(length)) => start + "<!--".len() + length,
        Some(None) => markup.len(),
        None => start + 1,
    }
}

/// The length of a comment's text with its `-->` or `--!>`.
fn end_of_comment(comment: &str) -> usize {
    let plain = memmem::find(comment.as_bytes(), b"-->").map(|at| at + "-->".len());
    let odd = memmem::find(comment.as_bytes(), b"--!>").map(|at| at + "--!>".len());
    match (plain, odd) {
        (Some(plain), Some(odd)) => plain.min(odd),
        (Some(end), None) | (None, Some(end)) => end,
        (None, None) => comment.len(),
    }
}

/// The offset of the end tag that closes a raw text element, or the end of the text.
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
            let closes = bytes.get(from..from + name.len()).is_some_and(|n| n.eq_ignore_ascii_case(name.as_bytes()));
            closes && bytes.get(from + name.len()).is_none_or(|b| !b.is_ascii_alphanumeric())
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
            ("<noscript><img src=x></noscript>", "<img src=x>"),
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
        let markup = format!("<p {}>x", (0..100).map(|n| format!("a{n}=1 ")).collect::<String>());
        let kept = rewrite(&markup, None, Some(&rules)).matches("=1").count();
        assert_eq!(kept, super::MAX_ATTRIBUTES);
    }
}
