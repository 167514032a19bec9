//! OPML
