//! Markup in texts: elements that readers remove, and references that depend on a base.

use std::borrow::Cow;
use std::ops::Range;

use super::{SVG_ATTRIBUTE_UNKNOWN, TEXT_MARKUP, TEXT_MOJIBAKE, svg};
use crate::Rule;
use crate::ledger::{LONGEST_VALUE, Ledger};
use crate::open_elements::OpenNode;
use crate::schema::ValueForm;
use crate::walker::Walker;
use bozofeed::inspect::schema::customary_prefix;
use bozofeed::inspect::{Name, TagSpan, XmlAttribute};
use bozofeed_content::internal::{is_kept_css_property, is_resolved_attribute};
use bozofeed_text::cut::beginning;
use bozofeed_text::html::references::{decode, named_reference};
use bozofeed_text::html::uri::{is_relative, is_script_url};
use bozofeed_text::markup::{Piece, Pieces, is_element, is_tag_at, lower};

rule_family! {
    HTML_SCRIPT_LINK = "uri-dangerous", Warning, "a link in markup that runs code", "Link a page: readers remove this.", "RFC 4287 §8.1";
    HTML_RELATIVE_REFERENCE = "html-relative-reference", Warning, "relative reference in markup", "Write whole addresses in markup.", "RSS Profile, description"
        { Item r#"<description>&lt;img src="/a.png"&gt;</description>"# => r#"<description>&lt;img src="https://harbour.example/a.png"&gt;</description>"# };
    HTML_REFERENCE = "html-relative-reference", Note, "relative reference in markup", "Write whole addresses in markup: not all readers know the base.", "RFC 4287 §4.1.3.3";
    HTML_REMOVED = "html-removed", Warning, "markup that readers remove", "Leave the element or attribute out.", "RFC 4287 §8.1"
        { Item "<description>&lt;script&gt;play()&lt;/script&gt;</description>" => r#"<description>&lt;a href="https://harbour.example/12"&gt;Play&lt;/a&gt;</description>"# };
    HTML_LEFT_OUT = "html-removed", Note, "markup that many readers remove", "Do not rely on it: link the page as well.", "RFC 4287 §8.1";
    HTML_UNKNOWN_ELEMENT = "html-unknown-element", Warning, "markup with an element that HTML does not have", "Use elements of HTML, or write &lt; for a less-than sign.", "HTML Standard 4"
        { Item "<description>&lt;tide&gt;Low&lt;/tide&gt;</description>" => "<description>&lt;em&gt;Low&lt;/em&gt;</description>" };
    HTML_SOURCE_MISSING = "html-source-missing", Warning, "an image without an address", "Write the address of the image in its attribute src: readers run no script that would load it.", "HTML Standard 4.8.3"
        { Item r#"<description>&lt;img data-src="https://harbour.example/a.png"&gt;</description>"# => r#"<description>&lt;img src="https://harbour.example/a.png"&gt;</description>"# };
    HTML_UNCLOSED_TAG = "html-unclosed-tag", Warning, "markup that ends within a tag", "Cut markup between tags, not within them.", "HTML Standard 13.1.2"
        { Item r#"<description>Low tide &lt;a href="https://harb</description>"# => "<description>Low tide</description>" };
}

/// A finding in markup.
#[derive(Debug, PartialEq)]
pub(crate) struct MarkupFinding {
    pub(crate) rule: &'static Rule,
    /// The offset of the tag in the markup.
    pub(crate) offset: usize,
    /// The name of the removed item, or the address.
    pub(crate) value: String,
}

/// Calls `found` for each tag and each reference that breaks a rule: for everything that readers remove, but only for the first
/// reference without a base.
pub(crate) fn scan(markup: &str, has_base: bool, mut found: impl FnMut(MarkupFinding)) {
    let mut pieces = Pieces::new(markup);
    let mut is_reference_found = has_base;
    // SVG and MathML have their own elements, and may be nested.
    let (mut drawings, mut formulas) = (0_usize, 0_usize);
    while let Some(piece) = pieces.next() {
        let tag = match piece {
            Piece::Tag(tag) => tag,
            Piece::Text(text) => {
                // Tags have an offset in the document, even in escaped markup.
                for value in bad_references(text) {
                    found(MarkupFinding {
                        rule: &TEXT_MOJIBAKE,
                        offset: pieces.start(),
                        value: value.to_owned(),
                    });
                }
                continue;
            }
            Piece::RawText(..) => continue,
        };
        let name = lower(tag.name);
        let depth = match &*name {
            "svg" => Some(&mut drawings),
            "math" => Some(&mut formulas),
            _ => None,
        };
        if let Some(depth) = depth {
            *depth =
                if tag.is_end { depth.saturating_sub(1) } else { *depth + usize::from(!tag.is_self_closing) };
        }
        if tag.is_end {
            continue;
        }
        if tag.is_self_closing {
            pieces.ignore_raw_text();
        }
        let start = pieces.start();
        let has = |known: &str| {
            pieces
                .attributes()
                .iter()
                .any(|a| a.name.eq_ignore_ascii_case(known) && !a.value.trim().is_empty())
        };
        let is_own = drawings > 0 && svg::is_element(&name);
        let rule = match rule_of_element(&name) {
            _ if formulas > 0 => None,
            Some(rule) if drawings > 0 => {
                Some(rule).filter(|_| name == "script" || rule == &HTML_UNKNOWN_ELEMENT && !is_own)
            }
            rule => rule.or_else(|| rule_of_image(&name, has)),
        };
        if let Some(rule) = rule {
            found(MarkupFinding { rule, offset: start, value: name.clone().into_owned() });
        }
        // A `foreignObject` may contain an HTML element with the same name.
        let is_of_svg = is_own && (name == "svg" || !is_element(&name));
        if is_of_svg && let Some(name) = svg::unknown_attribute(pieces.attributes().iter().map(|a| a.name)) {
            found(MarkupFinding { rule: &SVG_ATTRIBUTE_UNKNOWN, offset: start, value: name.to_owned() });
        }
        for attribute in pieces.attributes() {
            let value = || decode(attribute.value, true);
            found_in_attribute(&name, attribute.name, value, start, &mut is_reference_found, &mut found);
        }
    }
    // An instruction that loads a behavior in old versions of Internet Explorer.
    if let Some(offset) = memchr::memmem::find_iter(markup.as_bytes(), "<?import ").next() {
        found(MarkupFinding { rule: &HTML_REMOVED, offset, value: "?import".to_owned() });
    }
    if let Some(offset) = unclosed_tag(markup) {
        let value = beginning(markup.get(offset..).unwrap_or_default(), LONGEST_VALUE).to_owned();
        found(MarkupFinding { rule: &HTML_UNCLOSED_TAG, offset, value });
    }
}

/// Returns the offset of an unclosed tag at the end of markup.
fn unclosed_tag(markup: &str) -> Option<usize> {
    let start = memchr::memrchr(b'<', markup.as_bytes())?;
    (is_tag_at(markup, start) && !markup.get(start..)?.contains('>')).then_some(start)
}

/// Returns the references to C1 control characters and the replacement character, which mean characters of windows-1252 or nothing
/// (HTML Standard 13.2.5.84).
fn bad_references(text: &str) -> impl Iterator<Item = &str> {
    memchr::memchr_iter(b'&', text.as_bytes()).filter_map(|at| {
        let number = text.get(at..)?.strip_prefix("&#")?;
        let (digits, radix) = match number.strip_prefix(['x', 'X']) {
            Some(digits) => (digits, 16),
            None => (number, 10),
        };
        let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len()).min(8);
        let code = u32::from_str_radix(digits.get(..end)?, radix).ok()?;
        let length = 2 + (number.len() - digits.len()) + end;
        (matches!(code, 0x80..=0x9F | 0xFFFD) && code != 0x85).then(|| text.get(at..at + length)).flatten()
    })
}

/// Returns the rule broken by an element of markup.
pub(crate) fn rule_of_element(name: &str) -> Option<&'static Rule> {
    match name {
        // All readers remove these.
        "applet" | "base" | "embed" | "form" | "frame" | "frameset" | "link" | "meta" | "object"
        | "script" => Some(&HTML_REMOVED),
        // Many readers remove these.
        "basefont" | "bgsound" | "body" | "button" | "head" | "html" | "iframe" | "input" | "noembed"
        | "noframes" | "noscript" | "param" | "plaintext" | "select" | "style" | "template" | "textarea"
        | "title" => Some(&HTML_LEFT_OUT),
        _ => {
            // A name with a hyphen belongs to a custom element (HTML Standard 4.13.2).
            let is_known = is_element(name) || name.contains('-');
            if is_known { None } else { Some(&HTML_UNKNOWN_ELEMENT) }
        }
    }
}

/// Returns the rule broken by an image without an address. `has` returns whether an attribute is present and not empty.
pub(crate) fn rule_of_image(name: &str, has: impl Fn(&str) -> bool) -> Option<&'static Rule> {
    (name == "img" && !has("src") && !has("srcset")).then_some(&HTML_SOURCE_MISSING)
}

/// Calls `found` if an attribute of a tag at `offset` breaks a rule.
pub(crate) fn found_in_attribute<'v>(
    element: &str,
    name: &str,
    value: impl FnOnce() -> Cow<'v, str>,
    offset: usize,
    is_reference_found: &mut bool,
    found: impl FnOnce(MarkupFinding),
) {
    let name = lower(name);
    if name.starts_with("on") && name.len() > 4 && name.bytes().all(|b| b.is_ascii_lowercase()) {
        return found(MarkupFinding { rule: &HTML_REMOVED, offset, value: name.into_owned() });
    }
    if name == "style" {
        let value = value();
        if runs_code(&value) {
            found(MarkupFinding { rule: &HTML_REMOVED, offset, value: value.into_owned() });
        } else if let Some(declaration) = removed_declaration(&value) {
            found(MarkupFinding { rule: &HTML_LEFT_OUT, offset, value: declaration.to_owned() });
        }
        return;
    }
    // If readers remove the tag, it was already reported, but embedded objects are often shown as links.
    let is_shown = rule_of_element(element) != Some(&HTML_REMOVED) || matches!(element, "embed" | "object");
    if !is_shown || !is_resolved_attribute(element, &name) {
        return;
    }
    let value = value();
    let value = value.trim();
    // An image cannot run code.
    let is_image = matches!(&*lower(element), "img" | "source" | "video")
        && value.get(..11).is_some_and(|start| start.eq_ignore_ascii_case("data:image/"));
    if is_image {
        return;
    }
    let rule = if is_script_url(value) {
        &HTML_SCRIPT_LINK
    } else if *is_reference_found || value.starts_with('#') || !is_relative(value) {
        return;
    } else {
        *is_reference_found = true;
        &HTML_RELATIVE_REFERENCE
    };
    found(MarkupFinding { rule, offset, value: value.to_owned() });
}

/// Returns whether a style runs code in an old browser, or loads a style sheet.
fn runs_code(style: &str) -> bool {
    const BAD: &[&str] = &["expression(", "javascript:", "behavior:", "-moz-binding", "@import"];
    let style = lower(style);
    BAD.iter().any(|bad| style.contains(bad))
}

/// Returns the property of the first declaration that readers remove from a style, because it could draw outside the entry, or load
/// something.
fn removed_declaration(style: &str) -> Option<&str> {
    style.split(';').find_map(|declaration| {
        let (property, value) = declaration.split_once(':')?;
        let property = property.trim();
        let is_kept = is_kept_css_property(property) && !lower(value).contains("url(");
        (!is_kept).then_some(property)
    })
}

/// Returns whether a text that should be plain contains an HTML tag or a character reference.
pub(crate) fn has_markup(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr2_iter(b'<', b'&', bytes).any(|at| {
        if bytes.get(at) == Some(&b'<') {
            return is_tag_at(text, at);
        }
        let rest = text.get(at + 1..).unwrap_or_default();
        if let Some(number) = rest.strip_prefix('#') {
            return is_reference(number);
        }
        let end = rest.bytes().take(32).position(|b| b == b';');
        end.and_then(|end| rest.get(..=end)).is_some_and(|name| named_reference(name).is_some())
    })
}

/// Returns whether the text after `&#` begins with the number of a character that markup may refer to.
fn is_reference(text: &str) -> bool {
    let (digits, radix) = match text.strip_prefix(['x', 'X']) {
        // The RSS Profile recommends these two for text that readers may mistake for markup.
        Some(digits) if ["26;", "3C;", "3c;"].iter().any(|code| digits.starts_with(code)) => return false,
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    let code = digits.get(..end).and_then(|digits| u32::from_str_radix(digits, radix).ok());
    // A control character was not double-escaped, since neither XML nor HTML allows a reference to it.
    end > 0 && !code.is_some_and(|code| matches!(code, 1..=8 | 0xB | 0xC | 0xE..=0x1F))
}

/// The maximum number of findings reported in markup.
const MOST_IN_MARKUP: usize = 100;

/// Adds a finding in markup. For a name that readers remove, only the first occurrence is added.
pub(crate) fn add_in_markup(
    ledger: &mut Ledger,
    rule: &'static Rule,
    span: Range<usize>,
    subject: impl FnOnce() -> String,
    value: &str,
) {
    if rule.id == HTML_REMOVED.id {
        ledger.add_once(rule, span, subject, value);
    } else {
        ledger.add(rule, span, subject, value);
    }
}

impl Walker {
    /// Checks an XHTML element in a text.
    pub(crate) fn check_markup_element(
        &mut self,
        name: &Name<'_>,
        attributes: &[XmlAttribute<'_>],
        tag: TagSpan,
        has_base: bool,
    ) {
        let span = tag.range();
        match customary_prefix(name.namespace) {
            Some("xhtml") => {}
            Some("svg") => {
                if !svg::is_element(&lower(name.local)) {
                    self.report_in_markup(&HTML_UNKNOWN_ELEMENT, span.clone(), name.local);
                }
                let names = attributes.iter().map(|attribute| attribute.name.qualified);
                if let Some(name) = svg::unknown_attribute(names) {
                    self.report_in_markup(&SVG_ATTRIBUTE_UNKNOWN, span, name);
                }
                return;
            }
            _ => return,
        }
        let has = |known: &str| {
            attributes
                .iter()
                .any(|attribute| attribute.name.qualified == known && !attribute.value.trim().is_empty())
        };
        if let Some(rule) = rule_of_element(name.local).or_else(|| rule_of_image(name.local, has)) {
            self.report_in_markup(rule, span.clone(), name.local);
        }
        let mut is_found = has_base;
        for XmlAttribute { name: Name { local, .. }, value, .. } in attributes {
            let value = || Cow::Borrowed(&**value);
            found_in_attribute(name.local, local, value, 0, &mut is_found, |finding| {
                self.report_in_markup(finding.rule, span.clone(), &finding.value);
            });
        }
    }

    /// Adds a finding in markup.
    fn report_in_markup(&mut self, rule: &'static Rule, span: Range<usize>, value: &str) {
        // In Atom, the base is known (RFC 4287 §2).
        let has_base = self.format.is_atom() && rule == &HTML_RELATIVE_REFERENCE;
        let rule = if has_base { &HTML_REFERENCE } else { rule };
        add_in_markup(&mut self.ledger, rule, span, || self.open.path(""), value);
    }

    /// Checks the text of the `div` of an xhtml text: if it has tags but no elements, the markup was escaped.
    pub(crate) fn check_text_of_div(&mut self, node: &OpenNode) {
        let is_of_xhtml = self.open.parent().is_some_and(|parent| parent.form == ValueForm::Xhtml);
        if !is_of_xhtml || node.has_elements {
            return;
        }
        let text = self.open.text_of(node);
        if text.contains('<') && has_markup(text) {
            let value = text.trim().to_owned();
            self.report(&TEXT_MARKUP, node.tag, "", &value);
        }
    }

    /// Checks the escaped markup of an element at its end.
    pub(crate) fn check_markup(&mut self, node: &OpenNode) {
        let mut findings = Vec::new();
        scan(self.open.text_of(node), node.has_base, |finding| {
            if findings.len() < MOST_IN_MARKUP {
                findings.push(finding);
            }
        });
        for MarkupFinding { rule, offset, value } in findings {
            let (start, tags) = self.open.offset_of(node, offset);
            self.ledger.skip_escaped_tags(tags);
            self.report_in_markup(rule, start..start, &value);
            self.ledger.skip_escaped_tags(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_break_rules() {
        let wrong: Vec<_> = [
            ("<p>Tides</p>", ""),
            ("<script>if (a<b) '<form>'</script><b>x</b>", "0 html-removed script"),
            ("<p><FORM action='/x'><input></form>", "3 html-removed form; 21 html-removed input"),
            ("<iframe src='https://a.example/'></iframe>", "0 html-removed iframe"),
            ("<img src='/a.png'><img src='/b.png'>", "0 html-relative-reference /a.png"),
            ("<a href='#top'>x</a><a href='mailto:a@b.example'>y</a>", ""),
            ("<a href='java&#115;cript:x'>", "0 uri-dangerous javascript:x"),
            ("<p onclick='x()' one='2'>", "0 html-removed onclick"),
            ("<!-- <script> --><a name='/x'>", ""),
            ("a < b <c", ""),
            ("a <b>x</b> <a href=", "11 html-unclosed-tag <a href="),
            ("<x-tide></x-tide><tide>", "17 html-unknown-element tide"),
            ("<img src='data:image/svg+xml,x'>", ""),
            ("<?xml:namespace prefix='o'/>a<?import namespace='x'>", "29 html-removed ?import"),
            ("<svg><circle/></svg><math><mi>x</mi></math>", ""),
            (
                "<svg><circle diameter='1' data-x='1' onload='x()' xml:space='preserve' FILL='red'/></svg><p diameter='1'>",
                "5 html-unknown-attribute diameter; 5 html-removed onload",
            ),
            ("<svg><tide/></svg>", "5 html-unknown-element tide"),
            (
                "<svg><svg/><svg><g/></svg><linearGradient/><p>x</p></svg><tide>",
                "57 html-unknown-element tide",
            ),
            ("<svg><title>a</title><script>x</script></svg>", "21 html-removed script"),
            ("<svg><math><mi/></math><tide/></svg>", "23 html-unknown-element tide"),
            ("<img alt='x'><img src=' '>", "0 html-source-missing img; 13 html-source-missing img"),
            ("<img srcset='/a.png 2x'><IMG SRC='https://a.example/a.png'>", ""),
            ("it&#146;s &#x2019; &#133; <b>&#x96;", "0 text-mojibake &#146; 26 text-mojibake &#x96"),
            (
                "<p style='color: red'><p style='width: Expression(x)'>",
                "22 html-removed width: Expression(x)",
            ),
            ("<p style='position: fixed; top: 0'>", "0 html-removed position"),
            ("<p style='color: red; background: URL(x.png)'>", "0 html-removed background"),
            ("<p style='margin-left: 1px; COLOR: red;'>", ""),
        ]
        .into_iter()
        .filter_map(|(markup, expected)| {
            let mut all = Vec::new();
            scan(markup, false, |MarkupFinding { rule, offset, value }| {
                all.push(format!("{offset} {} {value}", rule.id));
            });
            let all = all.join("; ");
            (all != expected).then_some((markup, all))
        })
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn references_do_not_matter_with_a_base() {
        scan("<img src='/a.png'>", true, |finding| panic!("{finding:?}"));
    }

    #[test]
    fn plain_text_has_no_markup() {
        let wrong: Vec<_> = [
            ("Tides & storms", false),
            ("a < b > c", false),
            ("R&D; AT&T", false),
            ("vec<T>", false),
            ("<b>x</b>", true),
            ("x<br/>", true),
            ("&amp;", true),
            ("it&#8217;s", true),
            ("it&#8217s", true),
            ("R&#x26;D, a &#x3C; b", false),
            ("&#x &#", false),
            ("a&#26;amp;b &#x1f;", false),
            ("&#0", true),
            ("alpha&omega", false),
            ("it&#x2019;s", true),
            ("&eacute;", true),
        ]
        .into_iter()
        .filter(|(text, expected)| has_markup(text) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }
}
