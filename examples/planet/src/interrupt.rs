//! Ctrl-C, and signals that end a process.

use std::sync::atomic::{AtomicBool, Ordering};

static IS_REQUESTED: AtomicBool = AtomicBool::new(false);

/// The exit status after an interrupt: 128 plus the number of the signal, as in a shell.
pub(crate) const STATUS: u8 = 130;

/// Handles Ctrl-C: the first one lets the run end by itself, the second ends it at once without losing saved data.
pub(crate) fn watch() {
    // Without a handler, the first Ctrl-C ends the run at once.
    let _ = ctrlc::set_handler(|| {
        if IS_REQUESTED.swap(true, Ordering::SeqCst) {
            std::process::exit(i32::from(STATUS));
        }
    });
}

/// Returns whether the run should end.
pub(crate) fn is_requested() -> bool {
    IS_REQUESTED.load(Ordering::SeqCst)
}
