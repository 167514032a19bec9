//! Every date form met in feeds.
