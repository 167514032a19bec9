//! The two ways in which markup is written.

/// How the output is spelled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Spelling {
    /// As an HTML serializer writes it (HTML Standard 13.3).
    Html,
    /// As Universal Feed Parser's dictionary has it: attributes are sorted, void elements end with a slash, references and
    /// `>` are as written, attributes without a value have their name as value.
    Dictionary,
}
