//! Feeds in several parts (RFC 5005).

use crate::facts::{Deferred, MOST};
use crate::judge::{Judge, StartedElement, is_same};
use crate::open_elements::OpenNode;
use crate::schema::ElementRole;
use crate::walker::Walker;

rule_family! {
    (judged by History)
    HISTORY_COMPLETE_PAGED = "history-complete-paged", Error, "a complete feed that links another part of it", "Remove fh:complete, or the link.", "RFC 5005 §2"
        { Feed r#"<fh:complete xmlns:fh="http://purl.org/syndication/history/1.0"/>
<link rel="next" href="https://harbour.example/2"/>"# => r#"<fh:complete xmlns:fh="http://purl.org/syndication/history/1.0"/>"# };
    HISTORY_CURRENT_DIFFERS = "history-current-differs", Error, "a complete feed whose current document is another one", "Link the feed itself as the current document, or leave the link out.", "RFC 5005 §2"
        { Feed r#"<fh:complete xmlns:fh="http://purl.org/syndication/history/1.0"/>
<link rel="self" href="https://harbour.example/a"/>
<link rel="current" href="https://harbour.example/b"/>"# => r#"<fh:complete xmlns:fh="http://purl.org/syndication/history/1.0"/>
<link rel="self" href="https://harbour.example/a"/>"# };
    HISTORY_CURRENT_MISSING = "history-current-missing", Warning, "an archive that does not link the current feed", "Add a link with rel=\"current\" and the URL of the feed.", "RFC 5005 §4"
        { Feed r#"<fh:archive xmlns:fh="http://purl.org/syndication/history/1.0"/>"# => r#"<fh:archive xmlns:fh="http://purl.org/syndication/history/1.0"/>
<link rel="current" href="https://harbour.example/news.atom"/>"# };
    HISTORY_ARCHIVE_CURRENT = "history-archive-current", Warning, "an archive that says that it is the current feed", "Remove fh:archive, or link the current feed.", "RFC 5005 §4"
        { Feed r#"<link rel="self" href="https://harbour.example/a"/>
<fh:archive xmlns:fh="http://purl.org/syndication/history/1.0"/>
<link rel="current" href="https://harbour.example/a"/>"# => r#"<link rel="self" href="https://harbour.example/a"/>
<fh:archive xmlns:fh="http://purl.org/syndication/history/1.0"/>
<link rel="current" href="https://harbour.example/b"/>"# };
    HISTORY_PAST_END = "history-past-end", Error, "a link to a page beyond the first or the last one", "Leave the link out on the first and on the last page.", "RFC 5005 §3"
        { Feed r#"<link rel="self" href="https://harbour.example/2"/>
<link rel="last" href="https://harbour.example/2"/>
<link rel="next" href="https://harbour.example/3"/>"# => r#"<link rel="self" href="https://harbour.example/2"/>
<link rel="last" href="https://harbour.example/2"/>"# };
    HISTORY_IN_ENTRY = "history-in-entry", Note, "a link between the pages of a feed in an entry", "Move the link to the feed.", "RFC 5005 §3"
        { Entry r#"<link rel="next" href="https://harbour.example/2"/>"# => r#"<link rel="related" href="https://harbour.example/2"/>"# };
}

/// The relations between the parts of a feed, except `self`.
const RELATIONS: &[&str] =
    &["current", "first", "last", "next", "next-archive", "prev", "prev-archive", "previous"];

/// The links to other parts of the feed: relation, target and place.
#[derive(Debug, Default)]
struct History(Vec<(String, String, Deferred)>);

impl Judge for History {
    fn roles(&self) -> &'static [ElementRole] {
        &[ElementRole::AtomLink, ElementRole::Feed]
    }

    fn start(&mut self, walker: &mut Walker, element: &StartedElement<'_>) {
        let Some(relation) = element.value("rel").filter(|relation| RELATIONS.contains(relation)) else {
            return;
        };
        match walker.parent_role() {
            ElementRole::Entry => walker.report(&HISTORY_IN_ENTRY, element.tag, "@rel", relation),
            ElementRole::Feed if self.0.len() < MOST => {
                let Some(target) = walker.target(element) else { return };
                self.0.push((relation.to_owned(), target, walker.defer(element.tag)));
            }
            _ => {}
        }
    }

    fn end(&mut self, walker: &mut Walker, node: &OpenNode) {
        if node.role() != Some(ElementRole::Feed) {
            return;
        }
        let links = std::mem::take(&mut self.0);
        let own = walker.feed.own_url.take().unwrap_or_default();
        let is_own = |target: &str| !own.is_empty() && is_same(target, &own, walker.budget.urls());
        let target =
            |name: &str| links.iter().find(|(relation, ..)| relation == name).map(|(_, target, _)| &**target);
        let is_complete = walker.open.has_child(node, "fh:complete");
        let is_at_end = |name| target(name).is_some_and(is_own);
        let (is_first, is_last) = (is_at_end("first"), is_at_end("last"));
        let is_archive = walker.open.has_child(node, "fh:archive");
        let lacks_current = is_archive && target("current").is_none();
        for (relation, target, Deferred { span, subject }) in &links {
            let rule = match &**relation {
                "current" if is_archive && is_own(target) => Some(&HISTORY_ARCHIVE_CURRENT),
                "current" => {
                    (is_complete && !own.is_empty() && !is_own(target)).then_some(&HISTORY_CURRENT_DIFFERS)
                }
                _ if is_complete => Some(&HISTORY_COMPLETE_PAGED),
                "next" => is_last.then_some(&HISTORY_PAST_END),
                "prev" | "previous" => is_first.then_some(&HISTORY_PAST_END),
                _ => None,
            };
            if let Some(rule) = rule {
                walker.ledger.add(rule, span.clone(), || subject.clone(), relation);
            }
        }
        if lacks_current {
            walker.report(&HISTORY_CURRENT_MISSING, node.tag, "", "current");
        }
    }
}
