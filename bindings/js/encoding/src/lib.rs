//! The part of the `encoding_rs` API that this project uses, without tables: the host of the module has them for its
//! `TextDecoder`. Texts and malformed sequences are handled as in the Encoding Standard.

mod decoder;
mod encoding;
mod host;
pub mod mem;
mod output;
mod sequence;
mod table;
#[cfg(test)]
mod tests;

pub use {
    decoder::{CoderResult, Decoder, DecoderResult},
    encoding::*,
};
