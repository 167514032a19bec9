//! Site icons, for feeds without a picture.

use std::time::{Duration, Instant};

use bozofeed::Timestamp;
use bozofeed_discover::SiteIcons;
use bozofeed_polling::RequestHeaders;

use crate::add::{self, Found};
use crate::db::{self, Database};
use crate::interrupt;
use crate::poll::Client;

/// The time limit for one run. No request starts after it.
const LONGEST: Duration = Duration::from_secs(60);

/// The size at which icons are shown, on screens with a pixel ratio of two.
const SIZE: u32 = 48;

/// Looks for the icons of some sites, at most once a month for each.
pub(crate) fn look_up(database: &mut Database, client: &Client) -> Result<(), db::Error> {
    let started = Instant::now();
    for site in database.sites_without_icon(Timestamp::now())? {
        if interrupt::is_requested() || started.elapsed() > LONGEST {
            break;
        }
        let icon = match add::fetch(client, &site, &RequestHeaders::new()) {
            Ok(Found::Page { response, .. }) => best(&SiteIcons::of_page(&*response)),
            Ok(Found::Feed(_)) | Err(_) => None,
        };
        database.set_icon(&site, icon.as_deref(), Timestamp::now())?;
    }
    Ok(())
}

/// Returns the address of the best icon that a page can load.
fn best(icons: &SiteIcons) -> Option<String> {
    let icon = icons.best(SIZE).map(|icon| icon.href.clone());
    icon.filter(|href| href.starts_with("https:") || href.starts_with("http:"))
}
