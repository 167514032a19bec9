//! The line on a terminal that shows the number of answers.

use std::io::{self, IsTerminal as _, Write};
use std::time::{Duration, Instant};

use super::status_line::{Line, SLOW};

/// The interval between updates.
const STEP: Duration = Duration::from_millis(500);

/// Shows the number of answers and the speed on one line.
pub(crate) struct Progress {
    terminal: Box<dyn Write + Send>,
    line: Line,
    started: Instant,
    shown: Option<Instant>,
}

impl Progress {
    /// Returns the progress of answers if standard error is a terminal and the answers are written elsewhere.
    pub(crate) fn of_answers(is_to_file: bool) -> Option<Self> {
        let is_wanted = io::stderr().is_terminal() && (is_to_file || !io::stdout().is_terminal());
        is_wanted.then(|| Self::new(io::stderr(), Instant::now()))
    }

    fn new(terminal: impl Write + Send + 'static, started: Instant) -> Self {
        Self { terminal: Box::new(terminal), line: Line::default(), started, shown: None }
    }

    /// Records the number of answers written so far.
    pub(crate) fn note(&mut self, answers: u64, now: Instant) {
        let elapsed = now.saturating_duration_since(self.started);
        let is_early = self.shown.is_some_and(|shown| now.saturating_duration_since(shown) < STEP);
        if elapsed < SLOW || is_early {
            return;
        }
        let speed = u128::from(answers) * 1000 / elapsed.as_millis().max(1);
        self.line.text = format!("{answers} answers, {speed} per second");
        // A closed terminal is not an error.
        let _ = self.line.draw(elapsed, &mut self.terminal);
        self.shown = Some(now);
    }
}

/// Removes the line.
impl Drop for Progress {
    fn drop(&mut self) {
        let _ = self.line.hide(&mut self.terminal);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Screen(Arc<Mutex<Vec<u8>>>);

    impl Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn answers_are_counted_after_a_while_and_now_and_then() {
        for (times, expected) in [
            (&[][..], ""),
            (&[0, 1999], ""),
            (&[1000, 2000], "2 answers, 1 per second|"),
            (&[2000, 2100, 2499, 2500], "1 answers, 0 per second|4 answers, 1 per second|"),
        ] {
            let (screen, started) = (Screen::default(), Instant::now());
            let mut progress = Progress::new(screen.clone(), started);
            for (count, time) in (1..).zip(times) {
                progress.note(count, started + Duration::from_millis(*time));
            }
            drop(progress);
            let shown = String::from_utf8(screen.0.lock().unwrap().clone()).unwrap();
            let lines: Vec<&str> = shown.split("\r\x1b[K").skip(1).collect();
            assert_eq!(lines.join("|"), expected, "{times:?}");
        }
    }
}
