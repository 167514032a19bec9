//! Addresses of email.

use crate::check::fixes as mend;

rule_family! {
    EMAIL_INVALID = "email-invalid", Warning, "not an email address", "Write the address, with the name in parentheses: anna@harbour.example (Anna). A name alone belongs in dc:creator.", "RSS 2.0, author; RFC 4287 §3.2.3"
        [fix Named mend::names::name_creator] { Item "<author>Anna Morozova</author>" => "<author>anna@harbour.example (Anna Morozova)</author>" };
    EMAIL_NOT_ALONE = "email-invalid", Error, "not an email address", "Write the address alone, such as anna@harbour.example, and the name of the person in the element for names.", "RFC 4287 §3.2.3; Apple Podcasts requirements";
    EMAIL_NAME_MISSING = "email-name-missing", Note, "an address without the name of the person", "Write the name after the address: anna@harbour.example (Anna Morozova).", "RSS Profile, data types"
        { Item "<author>anna@harbour.example</author>" => "<author>anna@harbour.example (Anna Morozova)</author>" };
}
