//! The pages of reports.

use std::fs;
use std::io;
use std::path::Path;

use bozofeed_check::report::{FeedReport, index};

use super::percent_encoded;

/// Writes the page of a report, or a page for each report, with an overview page: `feeds.html`, `feeds-1.html`.
pub(super) fn write(path: &Path, reports: &[FeedReport]) -> io::Result<()> {
    let save = |path: &Path, html: &str| {
        fs::write(path, html)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
    };
    if let [report] = reports {
        return save(path, report.html());
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut listed = Vec::new();
    for (number, report) in reports.iter().enumerate() {
        let name = format!("{stem}-{}.html", number + 1);
        save(&path.with_file_name(&name), report.html())?;
        listed.push((url(&name), report));
    }
    let listed: Vec<(&str, &FeedReport)> =
        listed.iter().map(|(url, report)| (url.as_str(), *report)).collect();
    save(path, &index(&listed))
}

/// Returns the URL of a file in the same folder.
fn url(name: &str) -> String {
    format!("./{}", percent_encoded(name, |byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)))
}
