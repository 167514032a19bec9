//! Elements carried as data. The writer sets an element aside if a reader might misinterpret it: an element that lost its field
//! would be read as that field, most readers begin an item at `item` without a namespace, and a browser runs an XHTML `script`
//! anywhere.
//!
//! ```xml
//! <bozofeed:element name="script" prefix="h" namespace="http://www.w3.org/1999/xhtml">
//!   x()
//!   <bozofeed:attribute name="src" value="https://harbour.example/x.js"/>
//! </bozofeed:element>
//! ```
//!
//! `bozofeed:id` is the identifier of a feed or an entry that the format does not allow, or that several entries share. The
//! format's own element then contains an identifier derived from it. `bozofeed:id` is an extension.
//!
//! Child elements are also written as `bozofeed:element`. They inherit `namespace` and `prefix` if these are absent and
//! [short](inherited). The reader restores the original extension.

use crate::model::{Extension, Str};
use crate::sink::Tree;
use bozofeed_text::html::url_names::{shows_attribute, shows_text};

/// The customary prefix.
pub(crate) const PREFIX: &str = "bozofeed";

/// The name of the namespace: a version 5 UUID of the name of the crate.
pub(crate) const URI: &str = "urn:uuid:8eb81d1a-dc77-5313-9f94-c7dfad72aeb2";

/// The local name of a set-aside element, and of the elements for its attributes.
pub(crate) const ELEMENT: &str = "element";
pub(crate) const ATTRIBUTE: &str = "attribute";

/// The local name for the original identifier of a feed or an entry that was written with another one.
pub(crate) const ID: &str = "id";

/// The name of the attribute for the label of a category in RSS.
pub(crate) const LABEL: &str = "bozofeed:label";

/// The names of their attributes.
pub(crate) const NAME: &str = "name";
pub(crate) const NAMESPACE: &str = "namespace";
pub(crate) const ELEMENT_PREFIX: &str = "prefix";
pub(crate) const VALUE: &str = "value";

/// Returns the namespace or prefix that an element inherits from its parent, given the value of the parent.
///
/// Only short values are inherited: each element has a separate copy, and a document may have many elements inside one whose
/// namespace takes half of its bytes. The writer repeats longer values, and charges for them.
pub(crate) fn inherited(outer: &str) -> &str {
    /// The usual namespaces are shorter, except one spelling of `podcast` in `vocabulary`.
    const LONGEST: usize = 64;
    if outer.len() <= LONGEST { outer } else { "" }
}

/// Returns the unread parts of elements.
pub(crate) fn unread(trees: impl IntoIterator<Item = Tree>) -> impl Iterator<Item = Extension> {
    trees.into_iter().filter_map(Tree::into_unread).map(restored)
}

/// Returns the extension that was set aside as this element. Any other extension is returned unchanged.
fn restored(extension: Extension) -> Extension {
    if is_named(&extension, ELEMENT) { restored_within(extension, &Extension::default()) } else { extension }
}

/// Returns the extension that was set aside inside `outer`.
///
/// Extensions are nested no deeper than trees, so recursion is bounded.
fn restored_within(element: Extension, outer: &Extension) -> Extension {
    let attribute = |name| element.attributes.get(name).map(Str::from);
    let name = attribute(NAME).unwrap_or_default();
    // A feed may contain such elements that were not written by our writer.
    let text = if shows_text(&name, &element.text) { element.text.clone() } else { Str::default() };
    let own_or_inherited = |name, outer| attribute(name).unwrap_or_else(|| Str::from(inherited(outer)));
    let outer_namespace = outer.namespace.as_deref().unwrap_or_default();
    let mut restored = made!(Extension {
        namespace: Some(own_or_inherited(NAMESPACE, outer_namespace)).filter(|uri| !uri.is_empty()),
        prefix: own_or_inherited(ELEMENT_PREFIX, &outer.prefix),
        name,
        text
    });
    let is_attribute = |child: &Extension| is_named(child, ATTRIBUTE);
    let pair = |child: &Extension| {
        let (name, value) = (child.attribute(NAME)?, child.attribute(VALUE).unwrap_or_default());
        shows_attribute(name, value).then(|| (Str::from(name), Str::from(value)))
    };
    restored.attributes =
        element.children.iter().filter(|child| is_attribute(child)).filter_map(pair).collect();
    let children = element.children.into_iter().filter(|child| !is_attribute(child));
    restored.children = children
        .map(|child| if is_named(&child, ELEMENT) { restored_within(child, &restored) } else { child })
        .collect();
    restored
}

/// Returns whether an extension is an element of this name in our namespace.
fn is_named(extension: &Extension, name: &str) -> bool {
    &*extension.name == name && extension.namespace.as_deref() == Some(URI)
}
