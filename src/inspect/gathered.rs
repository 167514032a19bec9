//! The values that vocabularies read together when a feed or an entry ends, for the warnings about them.

use crate::budget::{Paid, PaidList, push_exact};
use crate::model::{Entry, Feed, Link, Person};
use crate::statement::{PersonDetails, Statement, Subject};
use crate::vocabulary::{self, Described, PersonField, ScopeKind, Tree, ValueReader};

/// The values of an open scope that only have a meaning together.
#[derive(Debug, Default)]
struct Gathered {
    trees: PaidList<Tree>,
    links: Vec<Link>,
    /// The authors with elements of other vocabularies.
    authors: Vec<Person>,
}

/// The values of the open scopes. The scope of the feed is the first.
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

    pub(super) fn add(&mut self, statement: Paid<Statement>) {
        let Some(Gathered { trees, links, authors }) = self.open.last_mut() else { return };
        match statement.into_inner() {
            Statement::Element(tree) => trees.push(tree.map(|tree| *tree)),
            Statement::Link(link) => push_exact(links, link),
            Statement::Person(PersonField::Author, details) if !details.trees.is_empty() => {
                let PersonDetails { mut person, trees, .. } = *details;
                // As the assembler does, since vocabularies such as arXiv's look for elements of authors
                // there.
                person.extensions.extend(trees.into_vec().into_iter().filter_map(Tree::into_unread));
                push_exact(authors, person);
            }
            _ => {}
        }
    }

    /// Reads the values of the innermost scope, which ends.
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
