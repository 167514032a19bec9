//! Documents without a label, or with an impossible one.

use bozofeed::encoding::{Decoded, decode};
use bozofeed::{Bozo, EncodingPolicy, LooksLike, parse};

const POLICY: EncodingPolicy = EncodingPolicy::RFC3023;

fn file(bytes: &[u8]) -> Decoded<'_> {
    decode(&POLICY, bytes)
}

fn encode(label: &str, text: &str) -> Vec<u8> {
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap_or(encoding_rs::UTF_8);
    let (bytes, used, is_unmappable) = encoding.encode(text);
    assert!(used != encoding_rs::UTF_8 && !is_unmappable, "{label}: {text}");
    bytes.into_owned()
}

fn feed(declaration: &str, title: &str) -> String {
    format!(
        "<?xml version=\"1.0\"{declaration}?><rss version=\"2.0\"><channel><title>{title}</title></channel></rss>"
    )
}

#[test]
fn a_feed_without_a_label_is_read_in_its_encoding() {
    for (label, title) in [
        ("windows-1251", "В порту открылась новая столовая"),
        ("windows-1251", "На пристанището отвори ново кафене"),
        ("koi8-r", "В порту открылась новая столовая"),
        ("windows-1250", "W porcie otwarto nową kawiarnię"),
        ("windows-1252", "Im Hafen eröffnet ein Café"),
        ("windows-1254", "Limanda yeni bir kahve açıldı, her şey taze"),
        ("iso-8859-7", "Άνοιξε νέο καφενείο στο λιμάνι"),
        ("windows-1256", "افتتاح مقهى جديد في الميناء"),
        ("shift_jis", "港に新しい店ができました"),
        ("euc-jp", "港に新しい店ができました"),
        ("iso-2022-jp", "港に新しい店ができました"),
        ("euc-kr", "항구에 새 가게가 문을 열었습니다"),
        ("gbk", "港口开了一家新店"),
        ("big5", "港口開了一家新店"),
    ] {
        let text = feed("", title);
        let bytes = encode(label, &text);
        let decoded = file(&bytes);
        assert_eq!(decoded.text, text, "{label}\n{}", decoded.trail);
    }
}

#[test]
fn the_trail_says_who_guessed_and_why_the_answer_was_chosen() {
    let bytes = encode("windows-1251", &feed("", "В порту открылась новая столовая"));
    let decoded = file(&bytes);
    let line = "detector: chardetng guesses windows-1251, the letters suggest windows-1251 (ru): both agree";
    assert!(decoded.trail.to_string().contains(line), "{}", decoded.trail);
    assert!(decoded.trail.is_guess());

    let decoded = file(b"<rss><channel><title>plain</title></channel></rss>");
    assert!(!decoded.trail.to_string().contains("detector"), "{}", decoded.trail);
    assert!(!decoded.trail.is_guess());
}

#[test]
fn utf_8_under_a_legacy_label_is_read_as_utf_8() {
    for (label, title, is_utf_8) in [
        ("windows-1252", "Il était là, près d’ici", true),
        ("iso-8859-1", "è à é", true),
        ("iso-8859-15", "è à é", true),
        ("windows-1251", "порт", true),
        // Two letters may be a coincidence.
        ("windows-1252", "è à", false),
        // A few characters of a multi-byte encoding may be valid UTF-8, but not many.
        ("gbk", "èà", false),
        ("gbk", "è à é è à é è à é è à é", true),
    ] {
        let text = feed(&format!(" encoding=\"{label}\""), title);
        let decoded = file(text.as_bytes());
        assert_eq!(decoded.text == text, is_utf_8, "{label} {title}: {}", decoded.text);
        if is_utf_8 {
            let bozo = Bozo::CharacterEncodingOverride {
                declared: label.to_owned(),
                used: "utf-8".to_owned(),
                damage: None,
            };
            assert_eq!(decoded.exception.map(Bozo::from), Some(bozo));
            let trail = decoded.trail.to_string();
            let first = trail.lines().find(|line| line.starts_with("refused: ")).unwrap_or_default();
            assert!(first.ends_with(": the bytes are valid UTF-8"), "{trail}");
        }
    }
}

#[test]
fn a_browser_takes_a_legacy_label_at_its_word() {
    let text = feed(" encoding=\"windows-1252\"", "Il était là");
    let decoded = decode(&EncodingPolicy::ENCODING_STANDARD, text.as_bytes());
    assert_eq!((decoded.encoding.as_ref(), decoded.exception.map(Bozo::from)), ("windows-1252", None));
}

#[test]
fn a_double_byte_text_that_happens_to_be_utf_8_keeps_its_label() {
    // "毛帽" in GBK is valid UTF-8.
    let text = feed(" encoding=\"gbk\"", "毛帽");
    let bytes = encode("gbk", &text);
    assert!(std::str::from_utf8(&bytes).is_ok());
    assert_eq!(file(&bytes).text, text);
}

#[test]
fn data_that_is_not_text_is_not_decoded() {
    for (bytes, format) in [
        (&b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"[..], "png"),
        (b"PK\x03\x04\x14\0\0\0\x08\0", "zip"),
        (b"\x1F\x8B\x08\0\0\0\0\0", "gzip"),
        (b"\xFF\xD8\xFF\xE0\0\x10JFIF\0", "jpeg"),
        (b"%PDF-1.7\n1 0 obj\n", "pdf"),
        (b"\x01\0\x02\0\xF1\0\x03\x17\0\x05", "binary"),
    ] {
        let decoded = file(bytes);
        assert_eq!(decoded.text, "", "{format}");
        let trail = decoded.trail.to_string();
        let lines: Vec<_> = trail.lines().skip_while(|line| line.starts_with("policy: ")).collect();
        assert_eq!(lines, [format!("found: {format} (signature)")], "{trail}");
        assert_eq!(decoded.exception.map(Bozo::from), Some(Bozo::NotAFeed(LooksLike::Binary)), "{format}");
        assert_eq!(parse(bytes).bozo, Some(Bozo::NotAFeed(LooksLike::Binary)), "{format}");
    }
}

#[test]
fn a_stray_byte_does_not_turn_windows_1252_into_a_rare_encoding() {
    for stray in [&b"\x81"[..], b"\x9D", b"\x90 \x8F"] {
        let text = feed("", "She said “no” – Zoë’s café stays @");
        let bytes = encode("windows-1252", &text);
        let at = bytes.iter().position(|byte| *byte == b'@').unwrap_or_default();
        let bytes = [&bytes[..at], stray, &bytes[at + 1..]].concat();
        let parsed = parse(&bytes);
        let title = parsed.feed.title.as_ref().map_or("", |title| &*title.value);
        assert!(title.starts_with("She said “no” – Zoë’s café stays"), "{title}");
    }
}
