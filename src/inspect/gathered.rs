//! The values that vocabularies read together at the end of a feed or an entry, collected for the warnings about them.

use crate::budget::{Paid, PaidList, push_exact};
use crate::model::{Entry, Feed, Link, Person};
use crate::sink::{Member, Subject};
use crate::vocabulary::{self, Described, ScopeKind, Tree, ValueReader};

/// The values of an open scope that are only meaningful together.
#[derive(Debug, Default)]
struct Gathered {
    trees: PaidList<Tree>,
    links: Vec<Link>,
    /// The authors with elements of other vocabularies.
    authors: Vec<Person>,
}

/// The values of the open scopes. The first one is the scope of the feed.
#[derive(Debug)]
pub(super) struct GatheredScopes {
    open: Vec<Gathered>,
}

impl Default for GatheredScopes {
    fn default() -> Self {
        Self { open: vec![Gathered::default()] }
    }
}

impl GatheredScopes {
    pub(super) fn begin(&mut self) {
        self.open.push(Gathered::default());
    }

    pub(super) fn add(&mut self, member: Paid<Member>) {
        let Some(Gathered { links, authors, .. }) = self.open.last_mut() else { return };
        match member.into_inner() {
            Member::Link(link) => push_exact(links, link),
            // Vocabularies such as arXiv's look for the elements of authors there.
            Member::Author(person) if !person.extensions().is_empty() => push_exact(authors, *person),
            _ => {}
        }
    }

    pub(super) fn add_element(&mut self, element: Paid<Tree>) {
        if let Some(scope) = self.open.last_mut() {
            scope.trees.push(element);
        }
    }

    /// Reads the values of the innermost scope at its end.
    pub(super) fn end(&mut self, subject: Subject, values: &ValueReader<'_>) {
        let Some(Gathered { trees, links, authors }) = self.open.pop() else { return };
        if trees.is_empty() && links.is_empty() {
            return;
        }
        match subject {
            Subject::Feed | Subject::Inner(ScopeKind::Source) => {
                let mut feed = made!(Feed { links, authors });
                vocabulary::read(&trees, Described::Feed(&mut feed), values);
            }
            Subject::Entry | Subject::Inner(ScopeKind::LiveItem) => {
                let mut entry = made!(Entry { links, authors });
                vocabulary::read(&trees, Described::Entry(&mut entry), values);
            }
            // No vocabulary reads elements of an image or a text input.
            Subject::Inner(ScopeKind::Image | ScopeKind::TextInput) => {}
        }
    }
}
