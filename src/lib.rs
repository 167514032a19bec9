//! Reads any feed that anyone publishes.

mod bozo;
pub mod content;
pub mod date;
pub mod encoding;
mod fault;
mod headers;

pub use bozo::{Bozo, Limit, LooksLike};
pub use fault::{Fault, Position, Severity, WellFormednessError};
pub use headers::Headers;

/// Placeholder.
#[derive(Debug)]
pub struct Limits;
