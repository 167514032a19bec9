//! A page that lists reports, the worst first.

use super::html::Html;
use super::{FeedReport, begin, end};
use crate::check::RuleSeverity;

/// Returns a page with a table of reports, the worst first. Each comes with the URL of its page, relative to this one.
///
/// ```
/// use bozofeed::Parser;
/// use bozofeed::report::{index, report};
///
/// let good = report(&Parser::new(), "good.xml", b"<rss version='2.0'/>");
/// let page = index(&[("good.html", &good)]);
/// assert!(page.contains("href=\"good.html\""));
/// ```
pub fn index(reports: &[(&str, &FeedReport)]) -> String {
    let mut sorted: Vec<_> = reports.iter().collect();
    sorted.sort_by_key(|(_, report)| std::cmp::Reverse(report.counts));
    let mut html = Html::default();
    begin(&mut html, "Feeds");
    html.markup("<header><p class=\"soft\">Reports on feeds</p><h1>")
        .show(reports.len())
        .markup(" feeds</h1></header><main>");
    html.markup("<div class=\"scroll\"><table><caption>The worst come first</caption><thead><tr>");
    for column in ["feed", "verdict", "errors", "warnings", "notes", "entries", "encoding"] {
        html.markup("<th scope=\"col\">").markup(column).markup("</th>");
    }
    html.markup("</tr></thead><tbody>");
    for (url, report) in sorted {
        html.markup("<tr><td><a href=\"")
            .text(url)
            .markup("\">")
            .text(&report.title)
            .markup("</a><br><span class=\"soft\">");
        html.text(&report.name).markup("</span></td><td>").text(&report.verdict).markup("</td>");
        for level in [RuleSeverity::Error, RuleSeverity::Warning, RuleSeverity::Note] {
            html.markup("<td>").show(report.count(level)).markup("</td>");
        }
        html.markup("<td>")
            .show(report.entries)
            .markup("</td><td>")
            .text(&report.encoding)
            .markup("</td></tr>");
    }
    html.markup("</tbody></table></div></main>");
    end(&mut html);
    html.finish()
}
