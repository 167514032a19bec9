//! The part of the interface of the crate `encoding_rs` that this project uses, without tables: the host of the module has
//! them for its `TextDecoder`. Texts are decoded, and sequences are malformed, as in the Encoding Standard.

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
