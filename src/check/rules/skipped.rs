//! The hours and days that are skipped.

use crate::check::fixes as mend;

rule_family! {
    VALUE_REPEATED = "value-repeated", Warning, "repeated value", "Write each hour or day once.", "RSS 2.0, skipHours"
        { Channel "<skipHours><hour>1</hour><hour>1</hour></skipHours>" => "<skipHours><hour>1</hour><hour>2</hour></skipHours>" };
    HOUR_OF_MIDNIGHT = "hour-of-midnight", Warning, "24 for the hour of midnight", "Write 0.", "RSS 2.0, skipHours"
        [fix Named mend::values::write_midnight] { Channel "<skipHours><hour>24</hour></skipHours>" => "<skipHours><hour>0</hour></skipHours>" };
}
