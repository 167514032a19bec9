//! The prolog before the root: the XML declaration and the document type.

use crate::ledger::Ledger;

rule_family! {
    XML_VERSION = "xml-version", Warning, "a version of XML that few parsers know", "Write version=\"1.0\" in the XML declaration.", "XML 1.0 §2.8"
        { Whole r#"<?xml version="1.1"?>
<rss version="2.0"><channel/></rss>"# => r#"<?xml version="1.0"?>
<rss version="2.0"><channel/></rss>"# };
    DOCTYPE_OBSOLETE = "doctype-obsolete", Warning, "a document type that was withdrawn", "Remove the DOCTYPE, and write characters instead of the entities that it declared.", "RSS 0.91"
        { Whole r#"<!DOCTYPE rss SYSTEM "http://my.netscape.com/publish/formats/rss-0.91.dtd">
<rss version="2.0"><channel/></rss>"# => r#"<rss version="2.0"><channel/></rss>"# };
}

/// Checks the text before the root.
pub(crate) fn check(prolog: &str, ledger: &mut Ledger) {
    if let Some(start) = prolog.find("<?xml ")
        && let Some(declaration) = prolog.get(start..).and_then(|rest| rest.split("?>").next())
        && let Some(version) = value_of(declaration, "version")
        && version != "1.0"
    {
        ledger.add(&XML_VERSION, start..start + declaration.len(), String::new, version);
    }
    if let Some(start) = prolog.find("<!DOCTYPE") {
        let declaration = prolog.get(start..).unwrap_or_default();
        let declaration = declaration.split(['[', '>']).next().unwrap_or_default();
        // The address has had other owners since 2007.
        let is_of_netscape = ["//Netscape Communications//", "//my.netscape.com/"];
        if let Some(name) = declaration
            .split(['"', '\''])
            .find(|literal| is_of_netscape.iter().any(|part| literal.contains(part)))
        {
            ledger.add(&DOCTYPE_OBSOLETE, start..start + declaration.len(), String::new, name);
        }
    }
}

/// Returns the value of a pseudo-attribute.
fn value_of<'a>(declaration: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = declaration.split_once(name)?;
    let rest = rest.trim_start().strip_prefix('=')?.trim_start();
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    rest.get(1..)?.split(quote).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_break_rules() {
        let dtd = "<!DOCTYPE rss PUBLIC \"-//Netscape Communications//DTD RSS 0.91//EN\" \"http://my.netscape.com/publish/formats/rss-0.91.dtd\">";
        let wrong: Vec<_> = [
            ("", &[][..]),
            ("<?xml version='1.0' encoding='utf-8'?>", &[]),
            ("<?xml version = \"1.1\"?>\n", &["xml-version"]),
            ("<?xml encoding='utf-8'?>", &[]),
            (dtd, &["doctype-obsolete"]),
            ("<!DOCTYPE rss [<!ENTITY a 'http://my.netscape.com/'>]>", &[]),
            ("<!DOCTYPE html>", &[]),
        ]
        .into_iter()
        .filter(|(prolog, expected)| {
            let mut ledger = Ledger::default();
            check(prolog, &mut ledger);
            !["xml-version", "doctype-obsolete"]
                .iter()
                .all(|rule| ledger.has_rule(rule) == expected.contains(rule))
        })
        .collect();
        assert_eq!(wrong, []);
    }
}
