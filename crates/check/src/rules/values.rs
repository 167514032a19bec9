//! Checks whether values have the form required by their specification.

use super::{
    CONTENT_NOT_BASE64, DATE_IMPLAUSIBLE, EMAIL_NOT_ALONE, GUID_NOT_PERMALINK, HOUR_OF_MIDNIGHT,
    IMAGE_FORMAT, IMAGE_SIZE, PLAIN_TEXT_MARKUP, PODCAST_GUID_INVALID, TEXT_MARKUP, TEXT_TOO_LONG,
    TITLE_MARKUP, URI_NOT_HTTP, categories, dates, html, ids, persons, rule_of_leftover, uris,
};
use crate::Rule;
use crate::fixes::{Fix, FixPlace, write};
use crate::schema::ValueForm;
use bozofeed::WarningKind::{
    UnknownWord, UnreadableBoolean, UnreadableDate, UnreadableDuration, UnreadableLength, UnreadableNumber,
    UnreadablePlace,
};
use bozofeed::date;
use bozofeed::inspect::values;
use bozofeed_text::html::parsed_url::UrlParser;
use bozofeed_text::html::uri::is_http;
use bozofeed_text::media_type::{self, ParsedMediaType};

rule_family! {
    LANGUAGE_INVALID = "language-invalid", Warning, "invalid language tag", "Write a tag such as en or pt-BR.", "RFC 5646 §2"
        [fix Named write_language_tag] { Channel "<language>en_US</language>" => "<language>en-US</language>" };
    MEDIA_TYPE_INVALID = "media-type-invalid", Error, "invalid media type", "Write a type and a subtype, such as audio/mpeg or text/html.", "RFC 4287 §4.2.7.3; RSS 2.0, enclosure"
        [fix Named super::media_types::suggest_media_type] { Item r#"<enclosure url="https://harbour.example/a.mp3" length="12345" type="mp3"/>"# => r#"<enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/>"# };
    ENCLOSURE_LENGTH_ZERO = "enclosure-length-zero", Note, "an enclosure of zero bytes", "Write the size of the file in bytes.", "RSS 2.0, enclosure"
        { Item r#"<enclosure url="https://harbour.example/a.mp3" length="0" type="audio/mpeg"/>"# => r#"<enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/>"# };
    PLACE_COMMAS = "place-commas", Warning, "coordinates with commas", "Write spaces between the numbers, and a point in decimal fractions: 53.55 9.99.", "GeoRSS"
        [fix Named separate_by_spaces] { Item "<georss:point>45.2,-71.9</georss:point>" => "<georss:point>45.2 -71.9</georss:point>" };
    "value/UnknownWord"
        [fix Named correct_word] { Channel "<itunes:type>daily</itunes:type>" => "<itunes:type>episodic</itunes:type>" };
    "value/UnreadableBoolean"
        [fix Named correct_word] { Item r#"<guid isPermaLink="no">41</guid>"# => r#"<guid isPermaLink="false">41</guid>"# };
    "value/UnreadableDuration"
        [fix Named rewrite_duration] { Item "<itunes:duration>24 minutes</itunes:duration>" => "<itunes:duration>24:00</itunes:duration>" };
    "value/UnreadableLength"
        [fix Named rewrite_number] { Item r#"<enclosure url="https://harbour.example/a.mp3" length="1,024" type="audio/mpeg"/>"# => r#"<enclosure url="https://harbour.example/a.mp3" length="1024" type="audio/mpeg"/>"# };
    "value/UnreadableNumber"
        [fix Named rewrite_number] { Channel "<ttl>an hour</ttl>" => "<ttl>60</ttl>" };
    "value/UnreadablePlace"
        { Item "<georss:point>north</georss:point>" => "<georss:point>45.2 -71.9</georss:point>" };
}

/// Returns the rule broken by a value, which must be trimmed and not empty.
pub(crate) fn broken_rule(form: ValueForm, text: &str, urls: &UrlParser) -> Option<&'static Rule> {
    rule_of_leftover(form, text).or_else(|| rule_of_form(form, text, urls))
}

fn rule_of_form(form: ValueForm, text: &str, urls: &UrlParser) -> Option<&'static Rule> {
    match form {
        ValueForm::None
        | ValueForm::Any
        | ValueForm::Text
        | ValueForm::Html
        | ValueForm::Xhtml
        | ValueForm::TypedText
        | ValueForm::Digest
        | ValueForm::Rating
        | ValueForm::Restriction
        | ValueForm::Construct => None,
        ValueForm::AtomText | ValueForm::AtomContent => unless(!html::has_markup(text), &TEXT_MARKUP),
        ValueForm::Plain | ValueForm::Label => unless(!html::has_markup(text), &TITLE_MARKUP),
        ValueForm::Subtitle => rule_of_plain_text(text, &TITLE_MARKUP, 255),
        ValueForm::Summary => rule_of_plain_text(text, &PLAIN_TEXT_MARKUP, 4000),
        ValueForm::Guid if !is_http(text) => Some(&GUID_NOT_PERMALINK),
        ValueForm::Guid | ValueForm::Uri => uris::broken_rule(text, false, urls),
        ValueForm::Reference => uris::broken_rule(text, true, urls),
        ValueForm::Uris => rule_of_uris(text, urls),
        ValueForm::HttpUri => rule_of_uri_that(is_http, &URI_NOT_HTTP, text, urls),
        ValueForm::ImageUri => rule_of_uri_that(may_be_image, &IMAGE_FORMAT, text, urls),
        ValueForm::Id => ids::rule_of_id(text, urls),
        ValueForm::Date(format) => dates::rule_of_date(format, format.read(text)),
        ValueForm::AnyDate => rule_of_any_date(text),
        ValueForm::Person => persons::rule_of_person(text),
        ValueForm::Email => unless(persons::is_address(text), &EMAIL_NOT_ALONE),
        ValueForm::Language => unless(is_language(text), &LANGUAGE_INVALID),
        ValueForm::MediaType => unless(media_type::is_valid(text), &MEDIA_TYPE_INVALID),
        ValueForm::ContentType => unless(is_content_type(text), &MEDIA_TYPE_INVALID),
        ValueForm::Number(least, most) => {
            let is_within = values::number(text).is_some_and(|number| (least..=most).contains(&number));
            unless(is_within, UnreadableNumber.rule())
        }
        ValueForm::Integer => unless(values::integer(text).is_some(), UnreadableNumber.rule()),
        ValueForm::Numbers => {
            let is_number = |part: &str| values::number(part.trim()).is_some();
            unless(text.split(',').all(is_number), UnreadableNumber.rule())
        }
        ValueForm::Hexadecimal(digits) => unless(is_hexadecimal(text, digits), UnreadableNumber.rule()),
        ValueForm::Decimal(least, most) => rule_of_decimal(text, least, most),
        ValueForm::Pixels(most) => rule_of_pixels(text, most),
        ValueForm::Length => rule_of_length(text),
        ValueForm::Hour => rule_of_hour(text),
        ValueForm::Duration => {
            unless(!text.contains('.') && values::duration(text).is_some(), UnreadableDuration.rule())
        }
        ValueForm::PlayTime => unless(values::duration(text).is_some(), UnreadableDuration.rule()),
        ValueForm::Boolean(words) => unless(is_one_of(words, text), UnreadableBoolean.rule()),
        ValueForm::Words(words) => unless(is_one_of(words, text), UnknownWord.rule()),
        ValueForm::Version => unless(is_version(text), UnknownWord.rule()),
        ValueForm::Icra => unless(is_icra(text), UnknownWord.rule()),
        ValueForm::LowerCase => unless(!text.chars().any(char::is_uppercase), UnknownWord.rule()),
        ValueForm::Countries => unless(are_countries(text), UnknownWord.rule()),
        ValueForm::PodcastCategory => categories::rule_of_category(text, false),
        ValueForm::PodcastSubcategory => categories::rule_of_category(text, true),
        ValueForm::Base64 => unless(is_base64(text), &CONTENT_NOT_BASE64),
        ValueForm::Uuid => unless(uris::is_uuid(text), &PODCAST_GUID_INVALID),
        ValueForm::Polygon => rule_of_points(text, 4, true),
        ValueForm::Points(least) => rule_of_points(text, least, false),
        ValueForm::CommaPoint => unless(are_points(text, 1, false), UnreadablePlace.rule()),
    }
}

/// Returns the rule, unless the condition holds.
fn unless(holds: bool, rule: &'static Rule) -> Option<&'static Rule> {
    if holds { None } else { Some(rule) }
}

/// Returns the rule broken by a text that must have no markup and at most this number of characters.
fn rule_of_plain_text(text: &str, of_markup: &'static Rule, most: usize) -> Option<&'static Rule> {
    if html::has_markup(text) { Some(of_markup) } else { unless(has_at_most(most, text), &TEXT_TOO_LONG) }
}

/// Returns the rule broken by a URI, or else the given rule if the condition does not hold.
fn rule_of_uri_that(
    holds: impl FnOnce(&str) -> bool,
    rule: &'static Rule,
    text: &str,
    urls: &UrlParser,
) -> Option<&'static Rule> {
    uris::broken_rule(text, false, urls).or_else(|| unless(holds(text), rule))
}

/// Returns the rule broken by a list of URIs.
fn rule_of_uris(text: &str, urls: &UrlParser) -> Option<&'static Rule> {
    if is_one_of(&["all", "none"], text) {
        return None;
    }
    text.split_ascii_whitespace().find_map(|uri| uris::broken_rule(uri, false, urls))
}

fn rule_of_any_date(text: &str) -> Option<&'static Rule> {
    let Ok(moment) = date::parse(text) else { return Some(UnreadableDate.rule()) };
    // Computer clocks start on this day.
    unless(!(0..86_400).contains(&moment.instant().seconds()), &DATE_IMPLAUSIBLE)
}

fn rule_of_decimal(text: &str, least: f64, most: f64) -> Option<&'static Rule> {
    let number = values::decimal(text).filter(|number| (least..=most).contains(number));
    // Numbers with narrower limits are coordinates.
    let rule = if most > 180.0 { UnreadableNumber.rule() } else { UnreadablePlace.rule() };
    unless(number.is_some(), rule)
}

fn rule_of_pixels(text: &str, most: u64) -> Option<&'static Rule> {
    match values::number(text) {
        None | Some(0) => Some(UnreadableNumber.rule()),
        Some(number) => unless(number <= most, &IMAGE_SIZE),
    }
}

fn rule_of_length(text: &str) -> Option<&'static Rule> {
    match values::number(text) {
        None => Some(UnreadableLength.rule()),
        Some(length) => unless(length > 0, &ENCLOSURE_LENGTH_ZERO),
    }
}

/// RSS 0.91 has the hours 1 to 24, RSS 2.0 has 0 to 23.
fn rule_of_hour(text: &str) -> Option<&'static Rule> {
    match values::number(text) {
        Some(24) => Some(&HOUR_OF_MIDNIGHT),
        hour => unless(hour.is_some_and(|hour| hour < 24), UnreadableNumber.rule()),
    }
}

/// Returns whether the `type` of Atom content is a keyword or a media type (RFC 4287 §4.1.3.1).
fn is_content_type(text: &str) -> bool {
    let is_word = ["text", "html", "xhtml"].contains(&text);
    is_word || media_type::is_valid(text) && !ParsedMediaType::parse(text).is_composite()
}

fn is_hexadecimal(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|b| b.is_ascii_hexdigit())
}

fn are_countries(text: &str) -> bool {
    let is_code = |code: &str| COUNTRIES.split(' ').any(|known| known.eq_ignore_ascii_case(code));
    is_one_of(&["all", "none"], text) || text.split_ascii_whitespace().all(is_code)
}

/// Returns whether a value, which must be trimmed and not empty, has a form.
pub(crate) fn has_form(value: &str, form: ValueForm, urls: &UrlParser) -> bool {
    broken_rule(form, value, urls).is_none()
}

/// Returns the list of accepted words for a place that has another one.
pub(crate) fn advice(rule: &Rule, form: ValueForm) -> Option<String> {
    /// The maximum number of words listed.
    const MOST: usize = 12;
    let (ValueForm::Words(words) | ValueForm::Boolean(words)) = form else { return None };
    if rule != UnknownWord.rule() && rule != UnreadableBoolean.rule() {
        return None;
    }
    let listed = words.get(..MOST).unwrap_or(words).join(", ");
    let more = words.len().saturating_sub(MOST);
    Some(match more {
        0 => format!("Write one of these words: {listed}."),
        more => format!("Write one of these words: {listed}, or one of {more} more."),
    })
}

/// Returns whether a text has at most this number of characters.
fn has_at_most(most: usize, text: &str) -> bool {
    // A text has at least as many bytes as characters, so most texts need not be counted.
    text.len() <= most || text.chars().count() <= most
}

/// Returns whether an address may belong to a GIF, JPEG or PNG image: its path does not end in a different file extension.
/// Programs, such as `logo.php`, may send any type.
fn may_be_image(uri: &str) -> bool {
    const OTHERS: &[&str] = &[
        "ai", "apng", "art", "avi", "avif", "bmp", "dib", "doc", "emf", "eps", "flif", "heic", "heif", "htm",
        "html", "ico", "icns", "j2k", "jp2", "jpm", "jpx", "jxl", "m4a", "m4v", "mov", "mp3", "mp4", "pcx",
        "pdf", "pic", "pict", "ppm", "ps", "psd", "qoi", "svg", "svgz", "swf", "tga", "tif", "tiff", "txt",
        "wbmp", "webm", "webp", "wmf", "xbm", "xcf", "xhtml", "xml", "xpm", "zip",
    ];
    uris::extension(uri).is_none_or(|extension| !is_one_of(OTHERS, extension))
}

/// `"r" "(" 1*(descriptor digit) ")"`: labels of the Internet Content Rating Association, which Media RSS refers to.
fn is_icra(text: &str) -> bool {
    let inside = text.strip_prefix('r').map(str::trim_start);
    let inside = inside.and_then(|rest| rest.strip_prefix('(')?.strip_suffix(')'));
    let Some(inside) = inside else { return false };
    let mut words = inside.split_ascii_whitespace().peekable();
    let is_descriptor = |word: &str| matches!(word.as_bytes(), [b'c' | b'l' | b'n' | b'o' | b's' | b'v' | b'x', second] if second.is_ascii_lowercase());
    let mut is_valid = words.peek().is_some();
    while let Some(word) = words.next() {
        is_valid &= is_descriptor(word) && words.next().is_some_and(|number| matches!(number, "0" | "1"));
    }
    is_valid
}

/// Returns whether a text is Base64 (RFC 4648 §4), ignoring white space.
fn is_base64(text: &str) -> bool {
    let digits = text.bytes().filter(|b| !b.is_ascii_whitespace());
    let (mut count, mut padding) = (0_usize, 0_usize);
    for digit in digits {
        match digit {
            b'=' => padding += 1,
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'/' if padding == 0 => {}
            _ => return false,
        }
        count += 1;
    }
    count % 4 == 0 && padding <= 2
}

/// Returns whether a text is one of the words, ignoring case.
fn is_one_of(words: &[&str], text: &str) -> bool {
    words.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// Returns the rule broken by points. Readers accept commas, which the specification does not allow.
fn rule_of_points(text: &str, least: usize, is_closed: bool) -> Option<&'static Rule> {
    if !are_points(text, least, is_closed) {
        return Some(UnreadablePlace.rule());
    }
    text.contains(',').then_some(&PLACE_COMMAS)
}

/// Returns whether all commas in a text may be decimal commas: `45,25 -71,5`.
fn may_have_decimal_commas(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let is_decimal = |at: usize| is_digit(at.checked_sub(1)) && is_digit(Some(at + 1));
    !text.contains('.')
        && text.split_whitespace().count().is_multiple_of(2)
        && memchr::memchr_iter(b',', bytes).all(is_decimal)
}

/// Replaces the commas between coordinates with spaces.
fn separate_by_spaces(place: &FixPlace<'_>) -> Option<Fix> {
    let value = place.whole_value()?;
    if may_have_decimal_commas(&value) {
        return None;
    }
    let numbers = value.split(|c: char| c.is_whitespace() || c == ',').filter(|number| !number.is_empty());
    write(place, &numbers.collect::<Vec<_>>().join(" "))
}

/// Returns whether a text has at least this number of points (latitude and longitude); `is_closed` if the last must equal the
/// first.
pub(crate) fn are_points(text: &str, least: usize, is_closed: bool) -> bool {
    let numbers: Option<Vec<f64>> = values::decimals(text);
    numbers.is_some_and(|numbers| {
        let (points, rest) = numbers.as_chunks::<2>();
        rest.is_empty()
            && points.len() >= least
            && points.iter().all(|[latitude, longitude]| latitude.abs() <= 90.0 && longitude.abs() <= 180.0)
            && (!is_closed || points.first() == points.last())
    })
}

/// An RSS version whose elements have no namespace: 0.91 to 0.94, and 2.0 with its revisions.
fn is_version(text: &str) -> bool {
    let revision = text.strip_prefix("2.0").map(|rest| rest.strip_prefix('.').unwrap_or(rest));
    ["0.91", "0.92", "0.93", "0.94"].contains(&text)
        || revision.is_some_and(|rest| rest.len() <= 2 && rest.bytes().all(|b| b.is_ascii_digit()))
}

/// Returns whether a text is a well-formed language tag whose two-letter language is registered (RFC 5646 §2.1, ISO 639-1).
fn is_language(text: &str) -> bool {
    let mut parts = text.split('-');
    let language = parts.next().unwrap_or_default();
    let is_tag = language.bytes().all(|b| b.is_ascii_alphabetic())
        && parts.all(|part| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric()));
    let is_known = match language.len() {
        1 => matches!(language, "x" | "X" | "i" | "I") && text.len() > 2,
        2 => LANGUAGES.split(' ').any(|known| known.eq_ignore_ascii_case(language)),
        // There are no longer language codes yet.
        3 => true,
        _ => false,
    };
    is_tag && is_known
}

/// ISO 3166-1, and the reserved codes for `uk` and the European Union.
const COUNTRIES: &str = "ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv \
    bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh er es et eu fi fj fk fm fo fr ga gb \
    gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh \
    ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx \
    my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se \
    sg sh si sj sk sl sm sn so sr ss st sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk um us uy uz va \
    vc ve vg vi vn vu wf ws ye yt za zm zw";

/// ISO 639-1, including withdrawn codes.
const LANGUAGES: &str = "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da \
    de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io \
    is it iu iw ja ji jv jw ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr \
    ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm \
    sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu";

/// Writes a language tag with hyphens.
fn write_language_tag(place: &FixPlace<'_>) -> Option<Fix> {
    let tag = place.whole_value()?.replace('_', "-");
    write(place, &tag)
}

/// Writes a word with the spelling of its vocabulary.
fn correct_word(place: &FixPlace<'_>) -> Option<Fix> {
    let value = place.whole_value()?;
    let (ValueForm::Boolean(words) | ValueForm::Words(words)) = place.facts().form? else { return None };
    let truth = values::boolean(&value)?;
    let word = words.iter().find(|word| values::boolean(word) == Some(truth))?;
    write(place, word)
}

/// Rewrites a valid duration as hours, minutes and seconds.
fn rewrite_duration(place: &FixPlace<'_>) -> Option<Fix> {
    let duration = values::any_duration(&place.whole_value()?)?;
    let seconds = duration.as_secs();
    (duration.subsec_nanos() == 0).then_some(())?;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    write(place, &format!("{hours}:{minutes:02}:{:02}", seconds % 60))
}

/// Rewrites a valid number with digits only.
fn rewrite_number(place: &FixPlace<'_>) -> Option<Fix> {
    let number = values::any_number(&place.whole_value()?)?;
    write(place, &number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ValueForm::{
        AnyDate, Base64, CommaPoint, Countries, Date, Decimal, Duration, Email, Guid, Hour, HttpUri, Icra,
        Id, ImageUri, Language, Length, LowerCase, MediaType, Number, Numbers, Person, Pixels, Plain,
        PodcastCategory, PodcastSubcategory, Points, Polygon, Subtitle, Summary, Uris, Words,
    };
    use bozofeed_date::DateFormat::{Rfc822, Rfc3339};

    #[test]
    #[allow(clippy::too_many_lines, reason = "a table")]
    fn values_break_rules() {
        let latitude = Decimal(-90.0, 90.0);
        let wrong: Vec<_> = [
            (Plain, "One & all", None),
            (Plain, "a < b", None),
            (Plain, "<b>One</b>", Some("title-markup")),
            (Plain, "One &amp; all", Some("title-markup")),
            (Date(Rfc822), "Sat, 21 Nov 2026 09:30:00 +0300", None),
            (Date(Rfc822), "Fri, 21 Nov 2026 09:30:00 +0300", Some("date-weekday-wrong")),
            (Date(Rfc822), "Thu, 21 Nov 1926 09:30:00 GMT", Some("date-implausible")),
            (Date(Rfc822), "tomorrow", Some("date-form")),
            (Date(Rfc822), "Thu, 01 Jan 1970 00:00:00 GMT", Some("date-implausible")),
            (Date(Rfc822), "Fri, 02 Jan 1970 00:00:00 GMT", None),
            (Date(Rfc3339), "1970-01-01T00:00:00+02:00", Some("date-implausible")),
            (AnyDate, "1970-01-01", Some("date-implausible")),
            (AnyDate, "1969-12-30", None),
            (Uris, "https://harbour.example/ https://harbour.example/b", None),
            (Uris, "https://harbour.example/ harbour", Some("uri-relative")),
            (Date(Rfc3339), "2026-11-21", Some("date-form")),
            (Person, "anna@harbour.example (Anna Morozova)", None),
            (Person, "anna@harbour.example", Some("email-name-missing")),
            (Person, "mailto:anna@harbour.example", Some("email-name-missing")),
            (Person, "MAILTO:Anna%20%3Canna%40harbour.example%3E?subject=Tides", None),
            (Person, "mailto:Anna", Some("email-invalid")),
            (Person, "Anna Morozova", Some("email-invalid")),
            (Person, "Anna <anna@harbour.example>", None),
            (Person, "Anna <harbour.example>", Some("email-invalid")),
            (Email, "anna@[192.0.2.1]", None),
            (Email, "anna@harbour", Some("email-invalid")),
            (Email, "anna@harbour.example (Anna)", Some("email-invalid")),
            (Language, "en", None),
            (Language, "pt-BR", None),
            (Language, "zh-Hant-TW", None),
            (Language, "gsw", None),
            (Language, "en_US", Some("language-invalid")),
            (Language, "zz", Some("language-invalid")),
            (Language, "x", Some("language-invalid")),
            (Language, "English-speaking", Some("language-invalid")),
            (MediaType, "audio/mpeg", None),
            (MediaType, "text/html; charset=utf-8", None),
            (MediaType, "mp3", Some("media-type-invalid")),
            (MediaType, "audio/", Some("media-type-invalid")),
            (Number(1, 9), "9", None),
            (Number(1, 9), "0", Some("value/UnreadableNumber")),
            (Number(0, 9), "-1", Some("value/UnreadableNumber")),
            (Number(0, 9), "", Some("value/UnreadableNumber")),
            (Pixels(144), "144", None),
            (Pixels(144), "145", Some("image-size")),
            (latitude, "-89.5", None),
            (latitude, "91", Some("value/UnreadablePlace")),
            (latitude, "1e1", Some("value/UnreadablePlace")),
            (Length, "12", None),
            (Length, "0", Some("enclosure-length-zero")),
            (Length, "1,024", Some("value/UnreadableLength")),
            (Words(&["daily"]), "Daily", None),
            (Words(&["daily"]), "often", Some("value/UnknownWord")),
            (Duration, "24:10", None),
            (Duration, "3661", None),
            (Duration, "1:02:03", None),
            (Duration, "1:99", Some("value/UnreadableDuration")),
            (Duration, "24 minutes", Some("value/UnreadableDuration")),
            (Points(1), "45.2 -71.9", None),
            (Points(2), "45.2 -71.9", Some("value/UnreadablePlace")),
            (Points(1), "45.2", Some("value/UnreadablePlace")),
            (Points(1), "95 10", Some("value/UnreadablePlace")),
            (Points(1), "45.2,-71.9", Some("place-commas")),
            (Points(1), "45.2, -71.9", Some("place-commas")),
            (Points(2), "45.2,-71.9", Some("value/UnreadablePlace")),
            (Points(2), "45.2,-71.9 46,-72", Some("place-commas")),
            (CommaPoint, "45.2,-71.9", None),
            (CommaPoint, "45.2", Some("value/UnreadablePlace")),
            (Polygon, "1,2 3,4 5,6 1,2", Some("place-commas")),
            (Polygon, "1 2 3 4 5 6 1.0 2", None),
            (Polygon, "1 2 3 4 5 6 7 8", Some("value/UnreadablePlace")),
            (Hour, "23", None),
            (Hour, "24", Some("hour-of-midnight")),
            (Hour, "25", Some("value/UnreadableNumber")),
            (HttpUri, "https://harbour.example/12.mp3", None),
            (HttpUri, "ftp://harbour.example/12.mp3", Some("uri-not-http")),
            (ImageUri, "https://harbour.example/logo.PNG?v=1.2", None),
            (ImageUri, "https://harbour.example/", None),
            (ImageUri, "https://harbour.example", None),
            (ImageUri, "https://harbour.example/logo.ico", Some("image-format")),
            (PodcastCategory, "Arts", None),
            (PodcastCategory, "Kids & Family", None),
            (PodcastCategory, "Kids & family", Some("podcast-category-spelling")),
            (PodcastCategory, "Health", Some("podcast-category-old")),
            (PodcastCategory, "Tides", Some("podcast-category-unknown")),
            (PodcastSubcategory, "Books", None),
            (PodcastSubcategory, "Arts", Some("podcast-category-unknown")),
            (Subtitle, "Ships & tides", None),
            (Subtitle, "<b>x</b>", Some("title-markup")),
            (Summary, "<b>x</b>", Some("title-markup")),
            (Summary, "Ships & tides", None),
            (Base64, "SGFyYm91\ncg==", None),
            (Base64, "SGFyYm9", Some("content-not-base64")),
            (Base64, "a b!", Some("content-not-base64")),
            (LowerCase, "actor", None),
            (LowerCase, "Actor", Some("value/UnknownWord")),
            (Icra, "r (cz 1 lz 1 nz 1 oz 1 vz 0)", None),
            (Icra, "r (mz 1)", Some("value/UnknownWord")),
            (Icra, "r ()", Some("value/UnknownWord")),
            (Icra, "r (cz)", Some("value/UnknownWord")),
            (Date(Rfc822), "21 Nov 2026 09:30:00 +0545", None),
            (Date(Rfc822), "21 Nov 2026 09:30:00 -0234", Some("date-implausible")),
            (Date(Rfc3339), "2026-11-21T09:30:00+14:00", None),
            (Date(Rfc3339), "2026-11-21T09:30:00+15:00", Some("date-implausible")),
            (ImageUri, "https://harbour.example/logo.php", None),
            (Id, "tides:1", Some("uri-scheme-unregistered")),
            (Id, "https://harbour.example:/1", Some("id-not-normalized")),
            (Countries, "gb fr", None),
            (Countries, "all", None),
            (Countries, "England", Some("value/UnknownWord")),
            (Numbers, "1,2, 3", None),
            (Numbers, "1;2", Some("value/UnreadableNumber")),
            (Guid, "https://harbour.example/41", None),
            (Guid, "harbour-41", Some("guid-not-permalink")),
            (Guid, "https://harbour.example/a b", Some("uri-invalid")),
            (Id, "urn:x-harbour:41", None),
            (Id, "harbour-41", Some("id-not-uri")),
            (Id, "tag:harbour", Some("id-scheme-invalid")),
            (Id, "http:", Some("id-not-uri")),
            (Id, "http://Harbour.example/41", Some("id-not-normalized")),
        ]
        .into_iter()
        .map(|(form, text, expected)| (form, text, expected, broken_rule(form, text, &UrlParser::new())))
        .map(|(form, text, expected, found)| (text, format!("{form:?}"), expected, found.map(|rule| rule.id)))
        .filter(|(_, _, expected, found)| expected != found)
        .collect();
        assert_eq!(wrong, []);
    }
}
