//! Checks whether a media type fits the name of the file that it describes.

use super::uris::extension;
use crate::Rule;
use crate::fixes::{Fix, FixPlace, write};
use bozofeed_text::media_type::ParsedMediaType;

rule_family! {
    MEDIA_TYPE_DIFFERS = "media-type-differs", Warning, "a media type that is not that of the file", "Write the media type of the file that the address leads to: players choose by it.", "RSS 2.0, enclosure"
        [fix Named suggest_media_type] { Item r#"<enclosure url="https://harbour.example/a.mp3" length="12345" type="image/jpeg"/>"# => r#"<enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/>"# };
}

/// File extensions, with their top-level type and format.
const EXTENSIONS: &[(&str, &str, &str)] = &[
    ("aac", "audio", "mp4"),
    ("avi", "video", "avi"),
    ("avif", "image", ""),
    ("flac", "audio", "flac"),
    ("gif", "image", ""),
    ("jpeg", "image", ""),
    ("jpg", "image", ""),
    ("m4a", "audio", "mp4"),
    ("m4b", "audio", "mp4"),
    ("m4v", "video", "mp4"),
    ("mkv", "video", "mkv"),
    ("mov", "video", "mp4"),
    ("mp3", "audio", "mp3"),
    ("mp4", "video", "mp4"),
    ("oga", "audio", "ogg"),
    ("ogg", "audio", "ogg"),
    ("ogv", "video", "ogg"),
    ("opus", "audio", "ogg"),
    ("pdf", "application", "pdf"),
    ("png", "image", ""),
    ("svg", "image", ""),
    ("wav", "audio", "wav"),
    ("webm", "video", "webm"),
    ("webp", "image", ""),
    ("wma", "audio", "wma"),
    ("wmv", "video", "wmv"),
];

/// The subtypes of audio and video, with their formats.
const SUBTYPES: &[(&str, &str)] = &[
    ("3gpp", "mp4"),
    ("aac", "mp4"),
    ("aacp", "mp4"),
    ("flac", "flac"),
    ("m4a", "mp4"),
    ("m4b", "mp4"),
    ("m4v", "mp4"),
    ("mp3", "mp3"),
    ("mp4", "mp4"),
    ("mp4a-latm", "mp4"),
    ("mpeg", "mp3"),
    ("mpeg3", "mp3"),
    ("mpg", "mp3"),
    ("ogg", "ogg"),
    ("opus", "ogg"),
    ("pdf", "pdf"),
    ("quicktime", "mp4"),
    ("vnd.wave", "wav"),
    ("wav", "wav"),
    ("wave", "wav"),
    ("webm", "webm"),
    ("x-aac", "mp4"),
    ("x-flac", "flac"),
    ("x-m4a", "mp4"),
    ("x-m4b", "mp4"),
    ("x-m4v", "mp4"),
    ("x-mp3", "mp3"),
    ("x-mpeg", "mp3"),
    ("x-mpeg-3", "mp3"),
    ("x-wav", "wav"),
];

/// Returns the rule broken by a file whose media type does not match its name.
pub(crate) fn rule_of_file(media_type: &str, address: &str) -> Option<&'static Rule> {
    let extension = extension(address)?;
    let (_, top, format) = EXTENSIONS.iter().find(|(known, ..)| known.eq_ignore_ascii_case(extension))?;
    let media_type = ParsedMediaType::parse(media_type);
    let is_media = |top: &str| media_type.is_top(top);
    let subtype = media_type.essence().split_once('/').map_or("", |(_, subtype)| subtype);
    let written =
        SUBTYPES.iter().find(|(known, _)| known.eq_ignore_ascii_case(subtype)).map(|(_, format)| *format);
    let fits = match *top {
        // Containers hold audio only, or also video; the format of an image is recognised by its content.
        "audio" | "video" if is_media("audio") || is_media("video") => {
            // `video/mpeg` is a different format from `audio/mpeg`.
            let is_known = is_media("audio") || written != Some("mp3");
            written.is_none_or(|written| is_known && written == *format)
        }
        "audio" | "video" => !is_media("image") && !is_media("text") && written != Some("pdf"),
        "image" => !is_media("audio") && !is_media("video") && !is_media("text") && written != Some("pdf"),
        _ => !is_media("audio") && !is_media("video") && !is_media("image") && !is_media("text"),
    };
    (!fits).then_some(&MEDIA_TYPE_DIFFERS)
}

/// Writes the media type for the file's name. This changes the parsed value.
pub(super) fn suggest_media_type(place: &FixPlace<'_>) -> Option<Fix> {
    let tag = place.tag()?;
    let address = ["url", "href", "src"].iter().find_map(|name| place.attribute_of(tag, name))?;
    let fix = write(place, bozofeed::inspect::values::media_type_of_name(address.value)?)?;
    Some(Fix { is_safe: false, ..fix })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_fit_names() {
        let wrong: Vec<_> = [
            ("audio/mpeg", "a.mp3", true),
            ("audio/mpeg", "a.MP3?x=1", true),
            ("audio/x-m4a", "a.m4a", true),
            ("video/mp4", "a.m4a", true),
            ("audio/mp4", "a.mp4", true),
            ("audio/aac", "a.m4a", true),
            ("audio/ogg", "a.opus", true),
            ("application/ogg", "a.ogg", true),
            ("application/octet-stream", "a.mp3", true),
            ("audio/mpeg", "a.php", true),
            ("audio/mpeg", "a", true),
            ("audio/x-unknown", "a.mp3", true),
            ("image/jpeg", "a.png", true),
            ("image/jpg", "a.jpg", true),
            ("application/pdf", "a.pdf", true),
            ("audio/mpeg", "a.m4a", false),
            ("audio/x-m4a", "a.mp3", false),
            ("video/mpeg", "a.mp3", false),
            ("audio/mpeg", "a.jpg", false),
            ("image/jpeg", "a.mp3", false),
            ("text/html", "a.mp3", false),
            ("audio/mpeg", "a.pdf", false),
            ("application/pdf", "a.mp3", false),
            ("text/html", "a.png", false),
        ]
        .into_iter()
        .filter(|(media_type, name, expected)| {
            rule_of_file(media_type, &format!("https://h.example/{name}")).is_none() != *expected
        })
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn the_host_has_no_extension() {
        assert_eq!(rule_of_file("text/html", "https://harbour.mp3"), None);
    }
}
