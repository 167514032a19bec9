//! Images whose URLs are in attributes that a script reads.

use crate::content::tag::{Form, Written};

/// Attributes that scripts read, in order of preference, and the attribute that they set.
static SOURCES: [(&str, &[&str]); 2] = [
    ("src", &["data-src", "data-lazy-src", "data-original"]),
    ("srcset", &["data-srcset", "data-lazy-srcset"]),
];

/// Renames the attributes of an `img` that contain its real URLs. An attribute that is replaced, such as the `src` of a
/// placeholder, loses its name.
pub(super) fn adopt_sources(attributes: &mut Written<'_>) {
    for (name, sources) in SOURCES {
        let own = attributes.iter().position(|attribute| attribute.name.eq_ignore_ascii_case(name));
        let is_placeholder = own.and_then(|own| attributes.get(own)).is_none_or(|own| {
            let value = own.value.trim_start();
            value.is_empty() || value.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
        });
        let find = |source: &&str| {
            let is_source = |attribute: &crate::content::tag::MarkupAttribute<'_>| {
                attribute.name.eq_ignore_ascii_case(source) && !attribute.value.trim().is_empty()
            };
            attributes.iter().position(is_source)
        };
        let Some(source) = sources.iter().find_map(find).filter(|_| is_placeholder) else {
            continue;
        };
        for attribute in attributes.iter_mut().filter(|attribute| attribute.name.eq_ignore_ascii_case(name)) {
            attribute.name = "";
        }
        if let Some(source) = attributes.get_mut(source) {
            source.name = name;
            source.form = Form::Other;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::adopt_sources;
    use crate::content::tag::{MarkupTag, Written};

    #[test]
    fn lazy_sources_replace_placeholders() {
        for (tag, expected) in [
            ("<img data-src=a>", "src=a"),
            ("<img src=b data-src=a>", "src=b data-src=a"),
            ("<img src='data:image/gif,x' data-src=a>", "=data:image/gif,x src=a"),
            ("<img src='' DATA-LAZY-SRC=a>", "= src=a"),
            ("<img data-src='' data-original=b>", "data-src= src=b"),
            ("<img src=a data-srcset='b 2x'>", "src=a srcset=b 2x"),
        ] {
            let mut attributes = Written::new();
            MarkupTag::read(tag, 0, &mut attributes);
            adopt_sources(&mut attributes);
            let written: Vec<_> = attributes.iter().map(|a| format!("{}={}", a.name, a.value)).collect();
            assert_eq!(written.join(" "), expected, "{tag}");
        }
    }
}
