//! The C interface: a document and a question in, an answer in JSON out. `bozofeed.h` is generated from this file.

use std::ffi::{CStr, CString, c_char};
use std::slice;

use bozofeed::{Document, Parser};
use bozofeed_answers::{self as answers, Question, Refusal, catch};

/// Reads a document, and returns the answer to a question about it: a NUL-terminated JSON text in UTF-8.
///
/// The question is a NUL-terminated JSON object in UTF-8, or NULL. It may have the members `id`, `url`, `headers`, the reading options
/// (`sanitize`, `resolve_urls`, `remove_tracking`, `encoding_policy`, `limits`), and `as` with the writing options; others are
/// ignored. The answer has the members of an answer of `bozofeed --ndjson`. If there is none, it has `error`, a message for people,
/// and `failure`: `Refused` for a question that cannot be read, such as one with a member of a wrong type, `Crash` for a bug in the
/// library, `NotAFeed` or `MissingDate` if the feed cannot be written.
///
/// A gzip-compressed document is decompressed. The call needs 96 KiB of stack, however deeply the document is nested.
///
/// `document` points to `length` bytes, which are only read during the call; it may be NULL if there are none. The answer is never
/// NULL, and belongs to the caller, who must pass it to `bozofeed_free`. Any number of threads may call this at the same time.
///
/// # Safety
///
/// `document` must be valid for reads of `length` bytes, and `question` must be NULL or end with a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bozofeed_parse(
    document: *const u8,
    length: usize,
    question: *const c_char,
) -> *mut c_char {
    let document = if length == 0 {
        Ok(&[][..])
    } else if document.is_null() {
        Err("the document is NULL")
    } else if isize::try_from(length).is_err() {
        Err("the document is longer than any object")
    } else {
        // SAFETY: the caller promises that `length` bytes can be read and that nobody writes them during the call. The pointer is not
        // NULL, a byte needs no alignment, and the length fits an `isize`.
        Ok(unsafe { slice::from_raw_parts(document, length) })
    };
    let question = if question.is_null() {
        &b"{}"[..]
    } else {
        // SAFETY: the caller promises that the text is NUL-terminated.
        unsafe { CStr::from_ptr(question) }.to_bytes()
    };
    // JSON contains no NUL: those in texts are escaped.
    CString::new(answer(document, question)).unwrap_or_default().into_raw()
}

/// Frees an answer of `bozofeed_parse`. NULL is ignored.
///
/// # Safety
///
/// `answer` must be NULL or come from `bozofeed_parse`, and must not have been freed or changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bozofeed_free(answer: *mut c_char) {
    if !answer.is_null() {
        // SAFETY: the caller promises that it comes from `CString::into_raw`, still has its length, and is not used afterwards.
        drop(unsafe { CString::from_raw(answer) });
    }
}

/// Returns the version of the library, such as "0.2.0". Do not free it.
#[unsafe(no_mangle)]
pub extern "C" fn bozofeed_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Returns memory for a document or a question, or NULL if there is none. WebAssembly hosts write into it, and free it with
/// `bozofeed_dealloc`.
#[cfg(any(target_family = "wasm", test))]
#[unsafe(no_mangle)]
pub extern "C" fn bozofeed_alloc(length: usize) -> *mut u8 {
    let mut memory = Vec::new();
    if memory.try_reserve_exact(length).is_err() {
        return std::ptr::null_mut();
    }
    memory.resize(length, 0);
    Box::leak(memory.into_boxed_slice()).as_mut_ptr()
}

/// Frees memory returned by `bozofeed_alloc` for the same length. NULL is ignored.
///
/// # Safety
///
/// `memory` must be NULL or come from `bozofeed_alloc` with this length, and must not have been freed.
#[cfg(any(target_family = "wasm", test))]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bozofeed_dealloc(memory: *mut u8, length: usize) {
    if !memory.is_null() {
        // SAFETY: the caller promises that it comes from `Box::leak` with this length, and is not used afterwards.
        drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(memory, length)) });
    }
}

/// Returns the answer to a question.
fn answer(document: Result<&[u8], &str>, question: &[u8]) -> Vec<u8> {
    let question = match serde_json::from_slice::<Question<'_>>(question) {
        Ok(question) => question,
        Err(error) => return Refusal::from(format!("question: {error}")).answer(None),
    };
    let answered = catch(|| {
        let document = Document::from(document.map_err(str::to_owned)?);
        let mut document = answers::decompressed(document, answers::LONGEST)?;
        let capacity = document.bytes().len();
        if let Some(headers) = question.headers()? {
            document = document.headers(headers);
        }
        if let Some(url) = question.text("url")? {
            document = document.url(url);
        }
        answers::answer(&Parser::new(), true, &question, document, capacity)
    });
    let answered = answered.unwrap_or_else(|error| Err(Refusal { failure: "Crash", error }));
    answered.unwrap_or_else(|refusal| refusal.answer(question.id))
}

#[cfg(test)]
mod tests {
    use std::ptr;

    use super::*;

    const FEED: &[u8] = b"<rss version='2.0'><channel><title>Tides & times</title></channel>";

    /// `FEED` without the times, compressed with gzip.
    const GZIP: &[u8] =
        b"\x1F\x8B\x08\x00\x00\x00\x00\x00\x02\x03\xB3\x29\x2A\x2E\x56\x28\x4B\x2D\x2A\xCE\xCC\xCF\xB3\x55\
        \x37\xD2\x33\x50\xB7\xB3\x49\xCE\x48\xCC\xCB\x4B\xCD\xB1\xB3\x29\xC9\x2C\xC9\x49\xB5\x0B\xC9\x4C\
        \x49\x2D\xB6\xD1\x87\x70\x6C\xF4\xE1\xB2\xFA\x40\xAD\x76\x00\xFD\x55\xEC\xD8\x40\x00\x00\x00";

    /// Asks like a C program.
    fn ask(document: *const u8, length: usize, question: Option<&[u8]>) -> serde_json::Value {
        let question = question.map(|question| CString::new(question).unwrap());
        let question = question.as_ref().map_or(ptr::null(), |question| question.as_ptr());
        // SAFETY: each test passes the right length, and the question is NUL-terminated.
        let answer = unsafe { bozofeed_parse(document, length, question) };
        // SAFETY: it has just been returned.
        let read = serde_json::from_slice(unsafe { CStr::from_ptr(answer) }.to_bytes()).unwrap();
        // SAFETY: it is not used again.
        unsafe { bozofeed_free(answer) };
        read
    }

    #[test]
    fn every_question_has_an_answer() {
        let mut wrong = Vec::new();
        let feed = (FEED.as_ptr(), FEED.len());
        let gzip = (GZIP.as_ptr(), GZIP.len());
        for ((document, length), question, member, expected) in [
            (feed, None, "/feed/title", "Tides & times"),
            (feed, Some(&br#"{"id": "7", "url": "https://a.example/"}"#[..]), "/id", "7"),
            (feed, Some(br#"{"as": "json", "title": "Ebb"}"#), "/version", "rss20"),
            (feed, Some(br#"{"as": "pdf"}"#), "/error", "as: no such format: 'pdf'"),
            ((ptr::null(), 0), None, "/version", ""),
            ((FEED.as_ptr(), 0), None, "/version", ""),
            ((ptr::null(), 1), None, "/error", "the document is NULL"),
            ((FEED.as_ptr(), usize::MAX), Some(br#"{"id": "8"}"#), "/id", "8"),
            ((FEED.as_ptr(), usize::MAX), None, "/error", "the document is longer than any object"),
            (feed, Some(br#"{"title": 5}"#), "/error", "title: not a string"),
            (feed, Some(br#"{"url": 5}"#), "/error", "url: not a string"),
            (feed, Some(br#"{"url": null, "headers": null}"#), "/version", "rss20"),
            (feed, Some(br#"{"headers": [], "id": "9"}"#), "/error", "headers: not an object"),
            (feed, Some(br#"{"headers": {"etag": 5}}"#), "/error", "headers.etag: not a string"),
            (
                feed,
                Some(br#"{"resolve_urls": "no"}"#),
                "/error",
                "resolve_urls: 'no' is not allowed (allowed: true, false)",
            ),
            (
                feed,
                Some(br#"{"indent": 17}"#),
                "/error",
                "indent: 17 is not allowed (allowed: a whole number from 0 to 16)",
            ),
            (
                feed,
                Some(br#"{"limits": {"entries": -1}}"#),
                "/error",
                "limits.entries: -1 is not allowed (allowed: a whole number from 0)",
            ),
            (
                feed,
                Some(br#"{"sanitize": "off", "limits": {"size": 20}}"#),
                "/bozo_exception/type",
                "LimitExceeded",
            ),
            (gzip, None, "/feed/title", "Tides"),
            (feed, Some(b""), "/failure", "Refused"),
            (feed, Some(b"[]"), "/failure", "Refused"),
            (feed, Some(b"{\"url\": \"\xFF\"}"), "/failure", "Refused"),
        ] {
            let answer = ask(document, length, question);
            if answer.pointer(member).and_then(serde_json::Value::as_str) != Some(expected) {
                wrong.push((expected, answer));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    /// A sufficient stack size: the documented one, and more for a build without optimizations.
    const STACK: usize = if cfg!(debug_assertions) { 256 << 10 } else { 96 << 10 };

    #[test]
    #[cfg_attr(miri, ignore = "Miri has another stack, and takes too long")]
    fn little_stack_is_enough_for_the_deepest_documents() {
        for (start, deep) in [
            ("<rss><channel><item>", "<a>"),
            ("<rss><channel><item><description><![CDATA[", "<div>"),
            ("{\"items\": [{\"_x\": ", "["),
        ] {
            let document = [start, &deep.repeat(200_000)].concat();
            let asked = move || answer(Ok(document.as_bytes()), br#"{"as": "rss"}"#).len();
            let thread = std::thread::Builder::new().stack_size(STACK).spawn(asked).unwrap();
            assert!(thread.join().unwrap() > 0);
        }
    }

    #[test]
    fn a_panic_is_an_answer() {
        assert_eq!(catch(|| panic!("high tide")).unwrap_err().rsplit(": ").next(), Some("high tide"));
    }

    #[test]
    fn memory_is_given_back() {
        for length in [0, 1, 70_000] {
            let memory = bozofeed_alloc(length);
            // SAFETY: it has this number of bytes, which are zero.
            assert!(unsafe { slice::from_raw_parts(memory, length) }.iter().all(|byte| *byte == 0));
            // SAFETY: it is not used again.
            unsafe { bozofeed_dealloc(memory, length) };
        }
        assert!(bozofeed_alloc(usize::MAX).is_null());
        // SAFETY: NULL is allowed.
        unsafe { bozofeed_free(ptr::null_mut()) };
        // SAFETY: as above.
        unsafe { bozofeed_dealloc(ptr::null_mut(), 0) };
        // SAFETY: the literal is NUL-terminated.
        assert_eq!(unsafe { CStr::from_ptr(bozofeed_version()) }.to_str(), Ok(env!("CARGO_PKG_VERSION")));
    }
}
