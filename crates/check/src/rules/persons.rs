//! Email addresses.

use super::namespaces::declaration;
use crate::Rule;
use crate::fixes::{Fix, FixPlace};
use percent_encoding::percent_decode_str;

rule_family! {
    EMAIL_INVALID = "email-invalid", Warning, "not an email address", "Write the address, with the name in parentheses: anna@harbour.example (Anna). A name alone belongs in dc:creator.", "RSS 2.0, author; RFC 4287 §3.2.3"
        [fix Named name_creator] { Item "<author>Anna Morozova</author>" => "<author>anna@harbour.example (Anna Morozova)</author>" };
    EMAIL_NOT_ALONE = "email-invalid", Error, "not an email address", "Write the address alone, such as anna@harbour.example, and the name of the person in the element for names.", "RFC 4287 §3.2.3; Apple Podcasts requirements";
    EMAIL_NAME_MISSING = "email-name-missing", Note, "an address without the name of the person", "Write the name after the address: anna@harbour.example (Anna Morozova).", "RSS Profile, data types"
        { Item "<author>anna@harbour.example</author>" => "<author>anna@harbour.example (Anna Morozova)</author>" };
}

/// Returns whether a text is an address with a domain (RFC 5322 §3.4.1, without quoted strings and comments).
pub(crate) fn is_address(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let is_atom = |c: char| c.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c);
    let is_label = |label: &str| {
        !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-') && !label.starts_with('-')
    };
    let is_literal =
        domain.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).is_some_and(|ip| !ip.is_empty());
    let is_name = domain.contains('.') && domain.split('.').all(is_label);
    local.split('.').all(|part| !part.is_empty() && part.chars().all(is_atom)) && (is_name || is_literal)
}

/// Returns the rule broken by a person in RSS: an address, possibly with a name, or a link (RFC 6068).
pub(crate) fn rule_of_person(text: &str) -> Option<&'static Rule> {
    let link = text.get(..7).filter(|scheme| scheme.eq_ignore_ascii_case("mailto:"));
    let written = match link {
        Some(link) => percent_decode_str(text.get(link.len()..)?.split('?').next()?).collect(),
        None => text.as_bytes().to_vec(),
    };
    let written = String::from_utf8_lossy(&written);
    let written = written.trim();
    let address = address(written);
    if !is_address(address) {
        Some(&EMAIL_INVALID)
    } else if address.len() == written.len() {
        Some(&EMAIL_NAME_MISSING)
    } else {
        None
    }
}

/// Returns the address of `anna@harbour.example (Anna)` or `Anna <anna@harbour.example>` (RFC 822 §6.1).
fn address(text: &str) -> &str {
    let in_angles = text.strip_suffix('>').and_then(|rest| rest.rsplit_once('<')).map(|(_, address)| address);
    in_angles.unwrap_or_else(|| match text.split_once('(') {
        Some((address, name)) if name.ends_with(')') => address.trim_end(),
        _ => text,
    })
}

/// Renames the element of a person without an address to the element for names.
fn name_creator(place: &FixPlace<'_>) -> Option<Fix> {
    let subject = &place.finding.subject;
    let is_author = subject.starts_with("rss/") && subject.ends_with("]/author");
    let name = place.whole_value()?;
    if !is_author || is_address(&name) || name.contains('@') {
        return None;
    }
    let tag = place.tag().filter(|tag| place.name_of(*tag) == "author")?;
    if place.may_have_sibling("dc:creator") {
        return None;
    }
    let mut edits = place.rename(tag, "dc:creator")?;
    edits.extend(declaration(place, "dc")?);
    Some(Fix::safe("write `dc:creator`, which is for names", edits))
}
