//! Comments and processing instructions: `Misc ::= Comment | PI | S` (XML 1.0 §2.8).

use bozofeed_text::forward::{memchr, memmem};

use super::chars::{is_name, is_space, name_length};
use super::declaration::{self, XmlDeclaration};
use super::input::Input;
use crate::diagnostics::{WellFormednessError as Error, XmlFaults};

/// `Comment ::= '<!--' ((Char - '-') | ('-' (Char - '-')))* '-->'` (§2.5)
pub(super) fn skip_comment(input: &mut Input<'_>, faults: &mut XmlFaults) {
    let start = input.at;
    let from = start + "<!--".len();
    let end = input.comment_end(from);
    // The slice includes the first hyphen of `-->`, so that the double hyphen of `--->` is found.
    let content = input.text().as_bytes().get(from..end.saturating_add(1)).unwrap_or_default();
    let hyphens = memmem::find(content, b"--");
    // If another comment begins inside, the `-->` ends that one, unless a second `-->` follows.
    let is_unclosed = end == usize::MAX
        || hyphens.is_some() && memmem::find(content, b"<!--").is_some() && !input.is_comment_nested();
    if is_unclosed {
        faults.add(start, || Error::UnclosedComment);
        input.at = input.plausible_end("<!--".len());
        return;
    }
    if let Some(at) = hyphens {
        faults.add(from + at, || Error::DoubleHyphenInComment);
    }
    input.at = end + "-->".len();
}

/// `PI ::= '<?' PITarget (S (Char* - (Char* '?>' Char*)))? '?>'` (§2.6), `XMLDecl` (§2.8)
///
/// Returns the XML declaration, if it is one.
pub(super) fn skip_instruction(input: &mut Input<'_>, faults: &mut XmlFaults) -> Option<XmlDeclaration> {
    let start = input.at;
    let Some(end) = input.instruction_end() else {
        faults.add(start, || Error::UnclosedProcessingInstruction);
        input.at = input.plausible_end(2);
        return None;
    };
    // In `<?>`, the search takes the first `?` as part of a `?>`, so the end may be less than four bytes after the start.
    let content = &input.text()[start + 2..end.max(start + 4) - 2];
    let target = &content[..name_length(content)];
    let mut declaration = None;
    if target == "xml" {
        // §2.8: the declaration is at the very start of a document.
        if start > 0 {
            faults.add(start, || Error::MisplacedXmlDeclaration);
        } else {
            declaration = declaration::read(content);
            if declaration.is_none() {
                faults.add(start, || Error::MalformedXmlDeclaration);
            }
        }
        // `<?xml version="1.0">`: the `?>` belongs to a later instruction.
        if memchr(b'<', content.as_bytes()).is_some() {
            input.at = input.plausible_end(2);
            return declaration;
        }
    } else if target.eq_ignore_ascii_case("xml")
        || !is_name(target)
        || target.contains(':')
        || content.as_bytes().get(target.len()).is_some_and(|after| !is_space(*after))
    {
        // PITarget ::= Name - (('X' | 'x') ('M' | 'm') ('L' | 'l')) (§2.6), without a colon (Namespaces §7). White space
        // separates it from the rest.
        faults.add(start, || Error::InvalidTarget);
    }
    input.at = end;
    declaration
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the offset after the construct, and the names of the faults.
    fn skip(text: &str) -> (usize, Vec<&'static str>) {
        let (mut input, mut faults) = (Input::new(text), XmlFaults::default());
        if text.starts_with("<!--") {
            skip_comment(&mut input, &mut faults);
        } else {
            skip_instruction(&mut input, &mut faults);
        }
        (input.at, faults.into_kept().map(|(_, error)| error.name()).collect())
    }

    #[test]
    fn comments_and_instructions_end_at_their_delimiter() {
        for (text, end, faults) in [
            ("<!-- a > b -->c", 14, &[][..]),
            ("<!---->c", 7, &[]),
            ("<!-- a -- b -->c", 15, &["DoubleHyphenInComment"]),
            ("<!-- a --->c", 11, &["DoubleHyphenInComment"]),
            ("<!-- a <!-- b --> c -->d", 17, &["DoubleHyphenInComment"]),
            ("<!-- a <b> <!-- c -->d", 7, &["UnclosedComment"]),
            ("<!-- a <b>", 7, &["UnclosedComment"]),
            ("<!-- a > b", 8, &["UnclosedComment"]),
            ("<?a b?>c", 7, &[]),
            ("<?a b>c?>d", 9, &[]),
            ("<?a b>c", 6, &["UnclosedProcessingInstruction"]),
            ("<?a+b?>c", 7, &["InvalidTarget"]),
            ("<?XML a?>c", 9, &["InvalidTarget"]),
            ("<?xml version='1.0'?>c", 21, &[]),
            ("<?xml?>c", 7, &["MalformedXmlDeclaration"]),
            ("<?xml version='1.0'><a/><?b?>", 20, &["MalformedXmlDeclaration"]),
        ] {
            assert_eq!(skip(text), (end, faults.to_vec()), "{text}");
        }
    }
}
