//! The calls and their answers.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Formatter;

use crate::options::Options;
use crate::view::Parsed;

/// Answers a call: JSON, or the text of a feed that was written. An error is one of the caller, never of a document.
pub(crate) fn answer(document: &[u8], options: &[u8]) -> Result<Vec<u8>, String> {
    let options: Options = serde_json::from_slice(options).map_err(|error| error.to_string())?;
    match options.call.as_str() {
        "parse" => {
            let parsed = options.parser()?.parse(options.document(document));
            let view = Parsed::of(&parsed);
            written(&view, is_nearly_ascii(document))
        }
        #[cfg(feature = "full")]
        "full" => json(&options.parser()?.parse(options.document(document))),
        #[cfg(feature = "full")]
        "discover" => {
            let feeds = bozofeed::discover::feeds(options.document(document));
            json(&feeds.iter().map(crate::view::FoundFeed::of).collect::<Vec<_>>())
        }
        "opml.parse" => json(&crate::opml::List::of(bozofeed::opml::parse(options.document(document)))),
        "opml.stringify" => {
            let list: crate::opml::List =
                serde_json::from_slice(document).map_err(|error| error.to_string())?;
            Ok(list.into_xml().into_bytes())
        }
        #[cfg(feature = "full")]
        "write" => {
            let parsed = serde_json::from_slice(document).map_err(|error| error.to_string())?;
            Ok(options.writer()?.to_text(&parsed).map_err(|error| error.to_string())?.into_bytes())
        }
        #[cfg(feature = "full")]
        "tree" => {
            let decoded = bozofeed::encoding::decode(options.policy()?, options.document(document));
            json(&crate::tree::tree(&decoded.text))
        }
        #[cfg(feature = "full")]
        "unescape" => Ok(crate::tree::unescaped(&String::from_utf8_lossy(document)).into_bytes()),
        #[cfg(feature = "full")]
        "check" => {
            let findings = options.parser()?.check(options.document(document));
            json(&findings.iter().map(crate::view::Finding::of).collect::<Vec<_>>())
        }
        #[cfg(feature = "full")]
        "report" => {
            let report = options.parser()?.report(options.name(), options.document(document));
            Ok(report.html().as_bytes().to_vec())
        }
        call => Err(format!("'{call}' is not in this module; bozofeed/full has everything")),
    }
}

/// Returns whether a document has few bytes that are not ASCII.
fn is_nearly_ascii(document: &[u8]) -> bool {
    document.iter().filter(|byte| !byte.is_ascii()).count() <= document.len() / 32
}

fn json(value: &impl Serialize) -> Result<Vec<u8>, String> {
    written(value, false)
}

/// Writes JSON. All of it is written by one type of serializer, since each one has a copy of the code of every type.
fn written(value: &impl Serialize, is_ascii: bool) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut text, Escaping { is_ascii });
    value.serialize(&mut serializer).map_err(|error| error.to_string())?;
    Ok(text)
}

/// Writes JSON without white space, and in ASCII if wanted, with escapes for other characters. Engines copy such a text, keep it in
/// one byte a character, and read it sooner, while escapes are few.
struct Escaping {
    is_ascii: bool,
}

impl Formatter for Escaping {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        if !self.is_ascii {
            return writer.write_all(fragment.as_bytes());
        }
        let mut rest = fragment;
        loop {
            let length = rest.bytes().position(|byte| !byte.is_ascii()).unwrap_or(rest.len());
            let (plain, others) = rest.split_at(length);
            writer.write_all(plain.as_bytes())?;
            let Some(character) = others.chars().next() else { return Ok(()) };
            for unit in character.encode_utf16(&mut [0; 2]) {
                let digit = |shift: u16| b"0123456789abcdef"[usize::from(*unit >> shift & 0xF)];
                writer.write_all(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)])?;
            }
            rest = others.get(character.len_utf8()..).unwrap_or_default();
        }
    }
}
