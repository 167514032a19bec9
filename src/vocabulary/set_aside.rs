//! Elements that are carried as data. The writer sets an element aside if somebody could read it as something that it is not: an
//! element that lost its field to another would be read as that field, `item` without a namespace begins an item for most readers, and
//! a browser runs `script` of XHTML wherever it is.
//!
//! ```xml
//! <bozofeed:element name="script" prefix="h" namespace="http://www.w3.org/1999/xhtml">
//!   x()
//!   <bozofeed:attribute name="src" value="https://harbour.example/x.js"/>
//! </bozofeed:element>
//! ```
//!
//! `bozofeed:id` is the identifier of a feed or an entry that the format does not allow, or that several entries have, whereas the
//! format's own element has one that is made of it. It is an extension.
//!
//! The elements in it are `bozofeed:element` as well. `namespace` and `prefix` are inherited from the element around it if they are
//! absent and [short](inherited). The reader makes the extension of it that was set aside.

use crate::model::{Extension, Str};
use crate::sink::Tree;
use bozofeed_text::html::url_names::{shows_attribute, shows_text};

/// The customary prefix.
pub(crate) const PREFIX: &str = "bozofeed";

/// The name of the namespace: a UUID of version 5, of the name of the crate.
pub(crate) const URI: &str = "urn:uuid:8eb81d1a-dc77-5313-9f94-c7dfad72aeb2";

/// The local name of an element that is set aside, and of one for each of its attributes.
pub(crate) const ELEMENT: &str = "element";
pub(crate) const ATTRIBUTE: &str = "attribute";

/// The local name of the identifier of a feed or an entry for which another one was written.
pub(crate) const ID: &str = "id";

/// The name of the attribute for the label of a category in RSS.
pub(crate) const LABEL: &str = "bozofeed:label";

/// The names of their attributes.
pub(crate) const NAME: &str = "name";
pub(crate) const NAMESPACE: &str = "namespace";
pub(crate) const ELEMENT_PREFIX: &str = "prefix";
pub(crate) const VALUE: &str = "value";

/// Returns the namespace or prefix that an element inherits from the one around it, given that element's.
///
/// Only short values are inherited: each element has a copy of its own, and a document may have many elements within one whose
/// namespace is half of its bytes. The writer repeats longer values, and pays for them.
pub(crate) fn inherited(outer: &str) -> &str {
    /// The usual namespaces are shorter; of the spellings in `vocabulary`, one of `podcast` is not.
    const LONGEST: usize = 64;
    if outer.len() <= LONGEST { outer } else { "" }
}

/// Returns the parts of elements that no vocabulary has read.
pub(crate) fn unread(trees: impl IntoIterator<Item = Tree>) -> impl Iterator<Item = Extension> {
    trees.into_iter().filter_map(Tree::into_unread).map(restored)
}

/// Returns the extension that was set aside as this element, and any other extension as it is.
fn restored(extension: Extension) -> Extension {
    if is_named(&extension, ELEMENT) { restored_within(extension, &Extension::default()) } else { extension }
}

/// Returns the extension that was set aside within one that is `outer`.
///
/// Extensions are nested no deeper than trees, so recursion is bounded.
fn restored_within(element: Extension, outer: &Extension) -> Extension {
    let attribute = |name| element.attributes.get(name).map(Str::from);
    let name = attribute(NAME).unwrap_or_default();
    // A feed may contain such elements that no writer of ours has written.
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
