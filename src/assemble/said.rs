//! Values that can be kept as an extension if they lose their field.

use std::sync::Arc;

use crate::model::{Cloud, Date, Extension, Feed, Generator, Image, Text, TextInput, Typed, Validity};

/// A value that can be kept as an extension.
pub(crate) trait Said {
    /// Returns the text of the value, or what is most important in it.
    fn said(&self) -> &str;

    /// Returns whether both values mean the same.
    fn says_what(&self, other: &Self) -> bool {
        self.said().trim() == other.said().trim()
    }

    /// Describes the value in the extension, which has its name already.
    fn describe(&self, extension: &mut Extension) {
        self.said().clone_into(&mut extension.text);
    }
}

impl Said for Text {
    fn said(&self) -> &str {
        &self.value
    }
}

impl Said for Date {
    fn said(&self) -> &str {
        &self.raw
    }

    fn says_what(&self, other: &Self) -> bool {
        self.value.is_some() && self.value == other.value || self.raw == other.raw
    }
}

impl Said for Arc<str> {
    fn said(&self) -> &str {
        self
    }
}

impl Said for String {
    fn said(&self) -> &str {
        self
    }
}

impl<T: PartialEq> Said for Typed<T> {
    fn said(&self) -> &str {
        &self.raw
    }

    fn says_what(&self, other: &Self) -> bool {
        self.value.is_some() && self.value == other.value || self.raw == other.raw
    }
}

impl Said for Box<Validity> {
    fn said(&self) -> &str {
        &self.raw
    }
}

impl Said for Box<Generator> {
    fn said(&self) -> &str {
        self.name.as_deref().or(self.uri.as_deref()).or(self.version.as_deref()).unwrap_or_default()
    }

    fn says_what(&self, other: &Self) -> bool {
        self == other
    }

    fn describe(&self, extension: &mut Extension) {
        self.name.as_deref().unwrap_or_default().clone_into(&mut extension.text);
        push_attributes(extension, [("uri", self.uri.as_deref()), ("version", self.version.as_deref())]);
    }
}

impl Said for Box<Cloud> {
    fn said(&self) -> &str {
        let port = self.port.as_ref().map(|port| port.raw.as_str());
        let all = [self.domain.as_deref(), port, self.path.as_deref(), self.protocol.as_deref()];
        all.into_iter().flatten().next().unwrap_or_default()
    }

    fn says_what(&self, other: &Self) -> bool {
        self == other
    }

    fn describe(&self, extension: &mut Extension) {
        let attributes = [
            ("domain", self.domain.as_deref()),
            ("port", self.port.as_ref().map(|port| port.raw.as_str())),
            ("path", self.path.as_deref()),
            ("registerProcedure", self.register_procedure.as_deref()),
            ("protocol", self.protocol.as_deref()),
        ];
        push_attributes(extension, attributes);
        for (name, value) in self.attributes.iter() {
            extension.attributes.push(name.into(), value.to_owned());
        }
    }
}

impl Said for Box<Image> {
    fn said(&self) -> &str {
        self.href.as_deref().or(value_of(self.title.as_ref())).or(self.link.as_deref()).unwrap_or_default()
    }

    fn says_what(&self, other: &Self) -> bool {
        self == other
    }

    fn describe(&self, extension: &mut Extension) {
        let children = [
            ("url", self.href.as_deref()),
            ("title", value_of(self.title.as_ref())),
            ("link", self.link.as_deref()),
            ("width", self.width.as_ref().map(|width| width.raw.as_str())),
            ("height", self.height.as_ref().map(|height| height.raw.as_str())),
            ("description", value_of(self.description.as_ref())),
        ];
        push_children(extension, children);
        extension.children.extend_from_slice(&self.extensions);
    }
}

impl Said for Box<TextInput> {
    fn said(&self) -> &str {
        self.link.as_deref().or(value_of(self.title.as_ref())).or(self.name.as_deref()).unwrap_or_default()
    }

    fn says_what(&self, other: &Self) -> bool {
        self == other
    }

    fn describe(&self, extension: &mut Extension) {
        let children = [
            ("title", value_of(self.title.as_ref())),
            ("description", value_of(self.description.as_ref())),
            ("name", self.name.as_deref()),
            ("link", self.link.as_deref()),
        ];
        push_children(extension, children);
        extension.children.extend_from_slice(&self.extensions);
    }
}

impl Said for Box<Feed> {
    fn said(&self) -> &str {
        let href = self.href.as_deref().or(self.id.as_deref()).or(self.link.as_deref());
        href.or(value_of(self.title.as_ref())).unwrap_or_default()
    }

    fn says_what(&self, other: &Self) -> bool {
        self == other
    }

    /// Describes a `source`: RSS has a URL and a text, Atom has elements.
    fn describe(&self, extension: &mut Extension) {
        let title = value_of(self.title.as_ref());
        if self.href.is_some() {
            push_attributes(extension, [("url", self.href.as_deref())]);
            title.unwrap_or_default().clone_into(&mut extension.text);
        } else {
            let updated = self.updated.as_ref().map(|updated| updated.raw.as_str());
            let children = [
                ("id", self.id.as_deref()),
                ("title", title),
                ("link", self.link.as_deref()),
                ("updated", updated),
            ];
            push_children(extension, children);
        }
        extension.children.extend_from_slice(&self.extensions);
    }
}

fn value_of(text: Option<&Text>) -> Option<&str> {
    text.map(|text| text.value.as_str())
}

fn push_attributes<const N: usize>(extension: &mut Extension, attributes: [(&str, Option<&str>); N]) {
    for (name, value) in attributes {
        if let Some(value) = value {
            extension.attributes.push(name.into(), value.to_owned());
        }
    }
}

/// Adds child elements in the namespace of the extension.
fn push_children<const N: usize>(extension: &mut Extension, children: [(&str, Option<&str>); N]) {
    for (name, text) in children {
        let Some(text) = text else { continue };
        extension.children.push(Extension {
            namespace: extension.namespace.clone(),
            prefix: Arc::clone(&extension.prefix),
            name: name.into(),
            text: text.to_owned(),
            ..Extension::default()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::Said;
    use crate::model::Typed;

    #[test]
    fn numbers_are_compared_by_their_value() {
        let number = |raw| Typed::new(raw, |raw| raw.parse::<u32>().ok());
        assert!(number("60").says_what(&number("060")));
        assert!(!number("60").says_what(&number("61")));
        assert!(!number("x").says_what(&number("y")));
    }
}
