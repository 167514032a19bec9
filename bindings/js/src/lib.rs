//! The WebAssembly module of the package `bozofeed` for JavaScript: bytes and options in, one JSON text out.
//!
//! The interface has five functions, which are called by `lib/core.js`. [`bozofeed_input`] returns a buffer for a document immediately
//! followed by its options as JSON ([`options::Options`]). [`bozofeed_call`] reads both and returns the length of the answer. For an
//! error message, it returns the negative length minus one. [`bozofeed_answer`] returns the address of the answer, [`bozofeed_parts`]
//! the places of long texts to insert into it, and [`bozofeed_release`] frees them.

mod answer;
#[cfg(feature = "full")]
mod checked;
#[cfg(feature = "full")]
mod data;
#[cfg(feature = "full")]
mod draft;
mod json;
#[cfg(target_arch = "wasm32")]
mod memory;
mod opml;
mod options;
#[cfg(feature = "full")]
mod parts;
#[cfg(feature = "full")]
mod rest;
#[cfg(feature = "full")]
mod tree;
mod view;

use std::cell::RefCell;

use answer::Answer;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Answer> = RefCell::default();
    #[cfg(feature = "full")]
    static PLACES: RefCell<[usize; 4]> = const { RefCell::new([0; 4]) };
}

/// Returns the address of a buffer of this length.
#[allow(unsafe_code, reason = "the host calls it by its name, which no other function has")]
#[unsafe(no_mangle)]
pub extern "C" fn bozofeed_input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        *input = vec![0; length];
        input.as_mut_ptr()
    })
}

/// Answers the content of the buffer: a document of `document` bytes, followed by options of `options` bytes.
#[allow(unsafe_code, reason = "the host calls it by its name, which no other function has")]
#[unsafe(no_mangle)]
pub extern "C" fn bozofeed_call(document: usize, options: usize) -> isize {
    let input = INPUT.take();
    let document_bytes = input.get(..document).unwrap_or_default();
    let options = document.checked_add(options).and_then(|end| input.get(document..end)).unwrap_or_default();
    let answer = answer::answer(document_bytes, options);
    drop(input);
    let is_error = answer.is_err();
    let answer = answer.unwrap_or_else(|message| message.into_bytes().into());
    let length = answer.text.len().cast_signed();
    ANSWER.set(answer);
    if is_error { -1 - length } else { length }
}

/// Returns the address of the answer.
#[allow(unsafe_code, reason = "the host calls it by its name, which no other function has")]
#[unsafe(no_mangle)]
pub extern "C" fn bozofeed_answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.text.as_ptr())
}

/// Returns the address of four numbers ([`parts::Parts::places`]).
#[cfg(feature = "full")]
#[allow(unsafe_code, reason = "the host calls it by its name, which no other function has")]
#[unsafe(no_mangle)]
pub extern "C" fn bozofeed_parts() -> *const usize {
    PLACES.set(ANSWER.with_borrow(|answer| answer.parts.places()));
    PLACES.with_borrow(|places| places.as_ptr())
}

/// Frees the answer.
#[allow(unsafe_code, reason = "the host calls it by its name, which no other function has")]
#[unsafe(no_mangle)]
pub extern "C" fn bozofeed_release() {
    ANSWER.take();
}
