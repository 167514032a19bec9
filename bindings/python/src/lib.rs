//! The extension module of the Python package `bozofeed`.

#![allow(clippy::disallowed_types, reason = "the systems that it is for have random numbers for maps")]

mod dictionary;
mod expat;
mod input;
mod native;
mod policy;
mod read;
mod stream;
mod table;

use pyo3::prelude::*;

/// The allocators of C libraries return memory after each document and fault it in again, on each thread in turn.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[pymodule(gil_used = false)]
mod _bozofeed {
    #[pymodule_export]
    use crate::dictionary::{fill_dictionary, read_date};
    #[pymodule_export]
    use crate::native::{
        Bozo, Entries, Entry, Extension, Fault, Feed, Link, MissingDate, Parsed, Person, Tag, Text,
        UnreadValue,
    };
    #[pymodule_export]
    use crate::policy::{clean, default_lists, looks_like_html};
    #[pymodule_export]
    use crate::read::{Candidate, Finding, ParsedIterator, check, explain, parse, parse_iter, report};
    #[pymodule_export]
    use crate::table::{Table, TableStream, Tables, table, tables};
}
