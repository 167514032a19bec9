//! Turns a panic into an error for the question that caused it.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

thread_local! {
    /// The message of the panic of this thread, while it is inside [`catch`].
    static MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Calls a function. If it panics, returns the message and the location, and prints nothing.
///
/// Panics outside of this function are reported as usual.
pub fn catch<T>(function: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            let is_caught = MESSAGE.with_borrow_mut(|message| match message {
                Some(message) => {
                    *message = describe(panic);
                    true
                }
                None => false,
            });
            if !is_caught {
                report(panic);
            }
        }));
    });
    MESSAGE.set(Some(String::new()));
    // The function's own values are dropped, and answering a question does not change anything else.
    let result = panic::catch_unwind(AssertUnwindSafe(function));
    let message = MESSAGE.take().unwrap_or_default();
    result.map_err(|_| message)
}

fn describe(panic: &PanicHookInfo<'_>) -> String {
    let payload = panic.payload();
    let message = payload.downcast_ref::<&str>().copied();
    let message =
        message.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
    panic
        .location()
        .map_or_else(|| format!("panicked: {message}"), |at| format!("panicked at {at}: {message}"))
}
