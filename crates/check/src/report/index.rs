//! A page that lists reports, worst first.

use super::html::Html;
use super::{FeedReport, begin, end};
use crate::RuleSeverity;

/// Returns a page with a table of reports, worst first. Each comes with the URL of its page, relative to this one.
///
/// ```
/// use bozofeed_check::Checker;
/// use bozofeed_check::report::index;
///
/// let good = Checker::new().report("good.xml", b"<rss version='2.0'/>");
/// let page = index(&[("good.html", &good)]);
/// assert!(page.contains("href=\"good.html\""));
/// ```
pub fn index(reports: &[(&str, &FeedReport)]) -> String {
    let mut sorted: Vec<_> = reports.iter().collect();
    // Documents that are not feeds are the worst: nobody can subscribe to them.
    sorted.sort_by_key(|(_, report)| (report.is_feed, std::cmp::Reverse(report.counts)));
    let mut html = Html::default();
    begin(&mut html, "Feeds");
    html.markup("<header><p class=\"soft\">Reports on feeds</p><h1>")
        .show(reports.len())
        .markup(if reports.len() == 1 { " document" } else { " documents" })
        .markup("</h1></header><main class=\"index\">");
    let severities = RuleSeverity::WORST_FIRST.map(|level| format!("{level}s"));
    let columns = ["feed", "verdict"].into_iter().chain(severities.iter().map(String::as_str));
    html.begin_table("The worst come first", &columns.chain(["entries", "encoding"]).collect::<Vec<_>>());
    for (url, report) in sorted {
        html.markup("<tr><td><a href=\"")
            .text(url)
            .markup("\"><bdi>")
            .text(&report.title)
            .markup("</bdi></a><br><span class=\"soft\">");
        html.bdi(&report.name, 200).markup("</span></td><td>").text(&report.verdict).markup("</td>");
        for (count, level) in report.counts.into_iter().zip(RuleSeverity::WORST_FIRST) {
            html.markup(if count > 0 { "<td class=\"" } else { "<td class=\"zero " });
            html.markup(level.as_str()).markup("\">").show(count);
            let plural = if count == 1 { "" } else { "s" };
            html.markup(&format!("<span class=\"label\"> {level}{plural}</span></td>"));
        }
        html.markup("<td>")
            .show(report.entries)
            .markup("<span class=\"label\"> ")
            .markup(if report.entries == 1 { "entry" } else { "entries" })
            .markup("</span></td><td>")
            .text(&report.encoding)
            .markup("</td></tr>");
    }
    html.end_table();
    html.markup("</main>");
    end(&mut html);
    html.finish()
}
