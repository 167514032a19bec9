//! The line on a terminal that shows the progress of a long run: which of many sources is read, or how many answers there are.

use std::io::{self, IsTerminal as _, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::printable::message;

/// Runs that take longer than this show their progress.
pub(super) const SLOW: Duration = Duration::from_secs(2);

/// The interval between updates of the line.
const STEP: Duration = Duration::from_millis(200);

/// The line of sources. There is one, since there is one terminal.
static LINE: Mutex<Line> = Mutex::new(Line { text: String::new(), is_shown: false });

/// The progress of a run.
#[derive(Debug, Default)]
pub struct Line {
    /// The text, or nothing while something else uses the line.
    pub(super) text: String,
    is_shown: bool,
}

impl Line {
    /// Writes the line if the run is a long one.
    pub(super) fn draw(&mut self, elapsed: Duration, to: &mut impl Write) -> io::Result<()> {
        if elapsed < SLOW || self.text.is_empty() {
            return Ok(());
        }
        self.is_shown = true;
        write!(to, "\r\x1b[K{}", self.text)?;
        to.flush()
    }

    /// Removes the line from the terminal.
    pub(super) fn hide(&mut self, to: &mut impl Write) -> io::Result<()> {
        if !std::mem::take(&mut self.is_shown) {
            return Ok(());
        }
        write!(to, "\r\x1b[K")?;
        to.flush()
    }
}

fn lock() -> MutexGuard<'static, Line> {
    LINE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts to show the texts of [`show`], if standard error is a terminal.
pub(crate) fn start() {
    if !io::stderr().is_terminal() {
        return;
    }
    let start = Instant::now();
    // If the thread cannot start, only the line is missing.
    let _ = thread::Builder::new().spawn(move || {
        loop {
            thread::sleep(STEP);
            // A closed terminal is not an error.
            let _ = lock().draw(start.elapsed(), &mut io::stderr());
        }
    });
}

/// Sets the text of the line. An empty one leaves the line to others.
pub(crate) fn show(text: &str) {
    let mut line = hidden();
    line.text = message(text);
}

/// Removes the line, and keeps it hidden until the guard is dropped, so that messages can be printed.
pub fn hidden() -> MutexGuard<'static, Line> {
    let mut line = lock();
    let _ = line.hide(&mut io::stderr());
    line
}

/// An output that may be the same terminal.
pub(crate) struct BesideLine<W>(pub(crate) W);

impl<W: Write> Write for BesideLine<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _line = hidden();
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_long_run_has_a_line_and_output_replaces_it() {
        let written = |text: &str, elapsed: u64| {
            let mut line = Line { text: text.to_owned(), is_shown: false };
            let mut terminal = Vec::new();
            line.draw(Duration::from_millis(elapsed), &mut terminal).unwrap();
            line.hide(&mut terminal).unwrap();
            line.hide(&mut terminal).unwrap();
            String::from_utf8(terminal).unwrap()
        };
        for (text, elapsed, expected) in
            [("1 of 2", 1999, ""), ("1 of 2", 2000, "\r\x1b[K1 of 2\r\x1b[K"), ("", 2000, "")]
        {
            assert_eq!(written(text, elapsed), expected, "{text} after {elapsed} ms");
        }
    }
}
