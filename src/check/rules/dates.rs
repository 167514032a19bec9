//! Dates.

use crate::check::fixes as mend;

rule_family! {
    DATE_FORM = "date-form", Error, "a date in another form than that of the format", "Write a date such as Sat, 21 Nov 2020 09:30:00 GMT in RSS, and such as 2020-11-21T09:30:00Z elsewhere.", "RSS 2.0; RFC 4287 §3.3"
        [fix Named mend::values::rewrite_date] { Item "<pubDate>2020-11-21 09:30</pubDate>" => "<pubDate>Sat, 21 Nov 2020 09:30:00 +0000</pubDate>" };
    DATE_OBSOLETE = "date-obsolete", Note, "a date in an obsolete form", "Write the year in four digits, and the zone as GMT or an offset such as +0100.", "RSS 2.0; RFC 5322 §4.3"
        [fix Named mend::values::rewrite_date] { Item "<pubDate>Sat, 21 Nov 20 09:30:00 EST</pubDate>" => "<pubDate>Sat, 21 Nov 2020 09:30:00 -0500</pubDate>" };
    DATE_WEEKDAY_WRONG = "date-weekday-wrong", Warning, "wrong day of the week", "Compute the day of the week from the date, or leave it out.", "RFC 822 §5.2"
        [fix Named mend::values::rewrite_date] { Item "<pubDate>Mon, 21 Nov 2020 09:30:00 GMT</pubDate>" => "<pubDate>Sat, 21 Nov 2020 09:30:00 GMT</pubDate>" };
    DATE_IN_FUTURE = "date-in-future", Warning, "a date in the future", "Publish an entry when its time has come.", ""
        { Item "<pubDate>Sun, 21 Nov 2088 09:30:00 GMT</pubDate>" => "<pubDate>Sat, 21 Nov 2020 09:30:00 GMT</pubDate>" };
    DATE_IMPLAUSIBLE = "date-implausible", Warning, "an implausible date", "Check the clock, the zone, and the form of the year.", ""
        { Item "<pubDate>Mon, 01 Jan 0001 00:00:00 GMT</pubDate>" => "<pubDate>Sat, 21 Nov 2020 09:30:00 GMT</pubDate>" };
    "value/UnreadableDate"
        [fix Named mend::values::rewrite_date];
}
