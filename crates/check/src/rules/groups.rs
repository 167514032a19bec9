//! Media groups.

use crate::judge::{Judge, StartedElement};
use crate::open_elements::OpenNode;
use crate::schema::ElementRole;
use crate::walker::Walker;

rule_family! {
    (judged by Groups)
    GROUP_OF_ONE = "part-missing", Note, "a group without alternatives", "Write media:content without a group around it, or add the other versions of the medium.", "Media RSS";
}

/// The number of members of the open group.
#[derive(Debug, Default)]
struct Groups(usize);

impl Judge for Groups {
    fn roles(&self) -> &'static [ElementRole] {
        &[ElementRole::MediaGroup, ElementRole::Medium]
    }

    fn start(&mut self, walker: &mut Walker, element: &StartedElement<'_>) {
        if element.row.role == ElementRole::MediaGroup {
            self.0 = 0;
        } else if walker.parent_role() == ElementRole::MediaGroup {
            self.0 += 1;
        }
    }

    fn end(&mut self, walker: &mut Walker, node: &OpenNode) {
        if node.role() == Some(ElementRole::MediaGroup) && self.0 == 1 {
            walker.report(&GROUP_OF_ONE, node.tag, "", "media:content");
        }
    }
}
