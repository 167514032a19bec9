//! Images, audio and video whose URLs are in attributes that a script reads.

use bozofeed_text::markup::{Form, MarkupAttribute, WrittenAttributes};

/// Attributes that scripts read, in order of preference, and the attribute that they set.
static SOURCES: [(&str, &[&str]); 3] = [
    ("src", &["data-src", "data-lazy-src", "data-original", "data-orig-src"]),
    ("srcset", &["data-srcset", "data-lazy-srcset"]),
    ("poster", &["data-poster", "data-lazy-poster"]),
];

/// Words in the names of placeholder files, which are shown until a script sets the URL.
static PLACEHOLDERS: &[&str] = &[
    "1x1", "blank", "dummy", "empty", "grey", "gray", "lazy", "lazyload", "loader", "loading", "pixel",
    "placeholder", "spacer", "spinner", "transparent",
];

/// Returns whether a URL is a placeholder: it is empty, a `data:` URL, or a file whose name only consists of placeholder words, numbers
/// and sizes.
fn is_of_placeholder(url: &str) -> bool {
    let url = url.trim();
    if url.is_empty() || url.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")) {
        return true;
    }
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let file = path.rsplit('/').next().unwrap_or_default();
    let name = file.rsplit_once('.').map_or(file, |(name, _)| name);
    let mut words = name.split(['-', '_', '.']).filter(|word| !word.is_empty());
    let is_word = |word: &str| PLACEHOLDERS.iter().any(|known| word.eq_ignore_ascii_case(known));
    let is_size = |word: &str| word.bytes().all(|b| b.is_ascii_digit() || b == b'x');
    let mut is_named = false;
    words.all(|word| {
        let is_known = is_word(word);
        is_named |= is_known;
        is_known || is_size(word)
    }) && is_named
}

/// Returns whether an attribute determines the URLs of a lazy image or player.
pub(super) fn is_for_lazy_images(attribute: &str) -> bool {
    attribute.eq_ignore_ascii_case("class")
        || SOURCES.iter().any(|(name, from)| {
            [name].into_iter().chain(*from).any(|name| attribute.eq_ignore_ascii_case(name))
        })
}

/// Renames the attributes of an element that contain its real URLs. An attribute that is replaced, such as the
/// `src` of a placeholder, loses its name. Returns whether an attribute was renamed.
pub(super) fn adopt_sources(attributes: &mut WrittenAttributes<'_>) -> bool {
    if !attributes
        .iter()
        .any(|attribute| attribute.name.get(..5).is_some_and(|data| data.eq_ignore_ascii_case("data-")))
    {
        return false;
    }
    let mut is_adopted = false;
    // `lazy`, `lazyload`, `b-lazy`: class names that the scripts use.
    let is_lazy = attributes.iter().any(|attribute| {
        attribute.name.eq_ignore_ascii_case("class") && attribute.value.to_ascii_lowercase().contains("lazy")
    });
    for (name, sources) in SOURCES {
        let own = attributes.iter().position(|attribute| attribute.name.eq_ignore_ascii_case(name));
        let own = own.and_then(|own| attributes.get(own));
        let is_placeholder = own.is_none_or(|own| is_lazy || is_of_placeholder(own.value));
        let find = |source: &&str| {
            let is_source = |attribute: &MarkupAttribute<'_>| {
                attribute.name.eq_ignore_ascii_case(source) && !attribute.value.trim().is_empty()
            };
            attributes.iter().position(is_source)
        };
        let Some(source) = sources.iter().find_map(find).filter(|_| is_placeholder) else {
            continue;
        };
        // All of them: HTML uses the first attribute of a name, which would be the placeholder again.
        for attribute in attributes.iter_mut().filter(|attribute| attribute.name.eq_ignore_ascii_case(name)) {
            attribute.name = "";
        }
        if let Some(source) = attributes.get_mut(source) {
            source.name = name;
            // It cannot be copied as written, since its name changes.
            source.form = Form::Other;
            is_adopted = true;
        }
    }
    is_adopted
}

#[cfg(test)]
mod tests {
    use super::adopt_sources;
    use bozofeed_text::markup::{MarkupTag, WrittenAttributes};

    #[test]
    fn lazy_sources_replace_placeholders() {
        for (tag, expected) in [
            ("<img data-src=a>", "src=a"),
            ("<img src=b data-src=a>", "src=b data-src=a"),
            ("<img src=b data-src=a class='x lazyload'>", "=b src=a class=x lazyload"),
            ("<img src=b class=lazy>", "src=b class=lazy"),
            ("<source data-srcset='a 1x'>", "srcset=a 1x"),
            ("<img src='data:image/gif,x' data-src=a>", "=data:image/gif,x src=a"),
            ("<img src='' DATA-LAZY-SRC=a>", "= src=a"),
            ("<img src=/i/loading.gif?v=2 data-original=a>", "=/i/loading.gif?v=2 src=a"),
            (
                "<img src=Lazy-Placeholder_600x400.png#c data-orig-src=a>",
                "=Lazy-Placeholder_600x400.png#c src=a",
            ),
            ("<img src=https://a.example/1x1.gif data-src=a>", "=https://a.example/1x1.gif src=a"),
            ("<img src=ship-loading.jpg data-src=a>", "src=ship-loading.jpg data-src=a"),
            ("<img src=600x400.jpg data-src=a>", "src=600x400.jpg data-src=a"),
            ("<img src=/ data-src=a>", "src=/ data-src=a"),
            ("<img data-src='' data-original=b>", "data-src= src=b"),
            ("<video data-src=a data-poster=b>", "src=a poster=b"),
            ("<video src=a poster=b data-poster=c>", "src=a poster=b data-poster=c"),
            ("<img src=a data-srcset='b 2x'>", "src=a srcset=b 2x"),
        ] {
            let mut attributes = WrittenAttributes::new();
            MarkupTag::read(tag, 0, &mut attributes);
            adopt_sources(&mut attributes);
            let written: Vec<_> = attributes.iter().map(|a| format!("{}={}", a.name, a.value)).collect();
            assert_eq!(written.join(" "), expected, "{tag}");
        }
    }
}
