//! Sanitizing by ammonia, the authority on what is safe.

use super::fast;
use super::lists::Lists;
use super::plain::Plain;
use super::rewrite::rewrite;
use super::rules::{DROPPED_WITH_CONTENT, Names, Rules};
use ammonia::{Builder, UrlRelative};
use memchr::memmem;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock, OnceLock};

/// How often markup may change when it is read again.
const MAX_READINGS: usize = 4;

/// A set of lists with all that is made of them once.
#[derive(Debug)]
pub(super) struct Policy {
    pub(super) rules: Arc<Rules>,
    ammonia: OnceLock<Builder<'static>>,
}

static FEED_PARSER: LazyLock<Arc<Policy>> = LazyLock::new(|| Arc::new(Policy::new(&Lists::feedparser())));
static READER: LazyLock<Arc<Policy>> = LazyLock::new(|| Arc::new(Policy::new(&Lists::reader())));

impl Policy {
    pub(super) fn new(lists: &Lists) -> Self {
        Self {
            rules: Arc::new(Rules::new(lists)),
            ammonia: OnceLock::new(),
        }
    }

    pub(super) fn feedparser() -> Arc<Self> {
        Arc::clone(&FEED_PARSER)
    }

    pub(super) fn reader() -> Arc<Self> {
        Arc::clone(&READER)
    }

    /// Markup, made safe: the fast way where it is plain.
    pub(super) fn clean(&self, markup: &str, base: Option<&str>) -> String {
        fast::clean(markup, base, &self.rules).unwrap_or_else(|_| self.clean_by_ammonia(markup, base))
    }

    /// Any markup at all, made safe: its URIs rewritten, then all of it parsed as a browser does, and what is not
    /// listed left out of the tree.
    pub(super) fn clean_by_ammonia(&self, markup: &str, base: Option<&str>) -> String {
        let rewritten = rewrite(markup, base, Some(&self.rules));
        let mut clean = self.read(&rewritten);
        // Some trees have no markup that is read as them again: links within links, forms within forms, HTML within
        // MathML. What a browser would make of it must have been looked at too.
        for _ in 0..MAX_READINGS {
            if fast::clean(&clean, None, &self.rules).is_ok_and(|again| again == clean) {
                return clean;
            }
            let again = self.read(&clean);
            if again == clean {
                return clean;
            }
            clean = again;
        }
        ammonia::clean_text(&clean)
    }

    fn read(&self, markup: &str) -> String {
        keep_line_feeds(
            self.ammonia
                .get_or_init(|| ammonia(&self.rules))
                .clean(markup)
                .to_string(),
        )
    }
}

/// A line feed behind `<pre>` or `<textarea>` is dropped when it is read (HTML Standard 13.2.6.4.7): one that is
/// meant needs another in front.
pub(super) fn keep_line_feeds(clean: String) -> String {
    let mut out = String::new();
    let mut copied = 0;
    // In what a serializer wrote, `>` ends a tag and nothing else, and a line feed behind one is text.
    for end in memmem::find_iter(clean.as_bytes(), ">\n").map(|at| at + 1) {
        let tag = clean
            .get(copied..end)
            .and_then(|text| text.rfind('<').and_then(|at| text.get(at + 1..)));
        let name = tag.and_then(|tag| tag.split([' ', '>']).next());
        if matches!(name, Some("pre" | "textarea" | "listing")) {
            out.push_str(clean.get(copied..end).unwrap_or_default());
            out.push('\n');
            copied = end;
        }
    }
    if copied == 0 {
        return clean;
    }
    out.push_str(clean.get(copied..).unwrap_or_default());
    out
}

/// The root elements of foreign content, and their namespaces.
static ROOTS: [(&str, &str); 2] = [
    ("math", "http://www.w3.org/1998/Math/MathML"),
    ("svg", "http://www.w3.org/2000/svg"),
];

/// The namespace that an element is told to have, if it is a root of foreign content.
pub(super) fn namespace_of_root(element: &Plain) -> Option<&'static str> {
    let is_root = |&&(root, _): &&(&str, _)| element.kind.is_foreign() && element.name == root;
    ROOTS.iter().find(is_root).map(|&(_, namespace)| namespace)
}

fn ammonia(rules: &Arc<Rules>) -> Builder<'static> {
    let mut attributes: HashMap<&'static str, HashSet<&'static str>> = HashMap::new();
    let mut list = |elements: &Names, names: &Names| {
        for &element in elements {
            attributes
                .entry(element)
                .or_default()
                .extend(names.iter().copied());
        }
    };
    list(&rules.elements, &rules.attributes);
    list(&rules.svg_elements, &rules.svg_attributes);
    list(&rules.mathml_elements, &rules.mathml_attributes);
    let mut schemes: HashSet<&'static str> = rules.url_schemes.iter().copied().collect();
    if rules.data_images {
        schemes.insert("data");
    }
    let mut builder = Builder::empty();
    builder
        .tags(attributes.keys().copied().collect())
        .clean_content_tags(DROPPED_WITH_CONTENT.iter().copied().collect())
        .tag_attributes(attributes)
        .generic_attributes(HashSet::new())
        .url_schemes(schemes)
        .url_relative(UrlRelative::PassThrough)
        .link_rel(None)
        .strip_comments(!rules.comments);
    // An `svg` or a `math` keeps its meaning where it is read as XML.
    for (root, namespace) in ROOTS {
        if rules.svg_elements.contains(root) || rules.mathml_elements.contains(root) {
            builder.set_tag_attribute_value(root, "xmlns", namespace);
        }
    }
    let rules = Arc::clone(rules);
    builder.attribute_filter(move |element, attribute, value| rules.filter(element, attribute, value));
    builder
}
