//! `RawVoice`: <https://blubrry.com/developer/rawvoice-rss/>.

use std::time::Duration;

use super::plain::plain;
use super::{Attributes, Str, Typed};

plain! {
    /// `RawVoice` (<https://blubrry.com/developer/rawvoice-rss/>).
    pub struct RawVoice {
        /// `rawvoice:rating`, such as `TV-G`.
        pub rating: Option<Str>,
        /// `rawvoice:location`.
        pub location: Option<Str>,
        /// `rawvoice:frequency`, in words.
        pub frequency: Option<Str>,
        /// `rawvoice:isHd`.
        pub is_hd: Typed<bool>,
        /// `rawvoice:poster`, resolved.
        pub poster: Option<Str>,
        /// `rawvoice:embed`: the source text of a player. Unsanitized.
        pub embed: Option<Str>,
        /// `rawvoice:donate`.
        pub donate: Option<RawVoiceDonate>,
        /// `rawvoice:subscribe`: services, each with its page, resolved.
        pub subscribe: Attributes,
        /// `rawvoice:webm`, `rawvoice:mp4` and others: other forms of the medium.
        pub alternates: Vec<RawVoiceAlternate>,
        /// `rawvoice:metamark`: moments in the medium.
        pub metamarks: Vec<RawVoiceMetamark>,
    }
}

plain! {
    /// `rawvoice:donate`.
    pub struct RawVoiceDonate {
        /// The page for donations, resolved.
        pub href: Option<Str>,
        /// The text of the publisher.
        pub text: Str,
    }
}

plain! {
    /// Another form of a medium: `rawvoice:webm`.
    pub struct RawVoiceAlternate {
        /// The form: the name of the element.
        pub format: Str,
        /// The URL, resolved.
        pub src: Option<Str>,
        /// Its media type.
        pub media_type: Option<Str>,
        /// Its size in bytes.
        pub length: Typed<u64>,
    }
}

plain! {
    /// `rawvoice:metamark`.
    pub struct RawVoiceMetamark {
        /// `video`, `audio`, `image`, `comment`, `tag`, `ad` …
        pub kind: Option<Str>,
        /// The URL that it refers to, resolved.
        pub link: Option<Str>,
        /// The start, in seconds.
        pub position: Typed<Duration>,
        /// The length, in seconds.
        pub duration: Typed<Duration>,
        /// The text.
        pub text: Str,
    }
}
