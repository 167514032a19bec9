//! Answers questions on several threads, in the order of the questions.
//!
//! All threads do the same: take the next question, answer it, deliver the answer. A question is only read when a thread is
//! free to answer it, so questions are never queued. Answers that are ready before an earlier one wait in a window,
//! which is bounded by count and bytes.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZero;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, mpsc};
use std::thread;
use std::time::Instant;

use super::progress::Progress;

/// The stack size of a thread, equal to the main thread's on Linux. Only the used part takes memory.
pub(crate) const STACK: usize = 8 << 20;

/// Limits on the answers that wait for an earlier one. Each thread may exceed them by one answer.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) answers: usize,
    pub(crate) bytes: usize,
}

/// Answers all questions with this number of jobs (0 means one for each core).
///
/// `next` overwrites a question with the next one, and returns whether there was one. An error of `next` ends the questions
/// and is returned after the answers to the earlier ones. An error of `output` is returned at once, even while `next` waits
/// for input.
pub(crate) fn answer_all<Q: Default>(
    jobs: usize,
    window: Window,
    next: impl FnMut(&mut Q) -> io::Result<bool> + Send + 'static,
    answer: impl Fn(&Q) -> Vec<u8> + Send + Sync + 'static,
    output: impl Write + Send + 'static,
    progress: Option<Progress>,
) -> io::Result<()> {
    let jobs = if jobs == 0 { thread::available_parallelism().map_or(1, NonZero::get) } else { jobs };
    let questions = Questions { next, count: 0, ended: false, error: None };
    let answers = Answers { output, next: 0, waiting: BTreeMap::new(), bytes: 0, progress };
    let shared = Shared {
        questions: Mutex::new(questions),
        answer,
        answers: Mutex::new(answers),
        room: Condvar::new(),
        window,
    };
    if jobs == 1 {
        shared.work()?;
        return shared.end();
    }
    let shared = Arc::new(shared);
    let (sender, results) = mpsc::channel();
    // The threads are not scoped: one that waits for input must not prevent the process from ending.
    for _ in 0..jobs {
        let (shared, sender) = (Arc::clone(&shared), sender.clone());
        let work = move || drop(sender.send(shared.work()));
        thread::Builder::new().stack_size(STACK).spawn(work)?;
    }
    drop(sender);
    let mut ended = 0;
    for result in results {
        result?;
        ended += 1;
    }
    if ended < jobs {
        return Err(broken());
    }
    shared.end()
}

/// The state shared by the threads.
struct Shared<N, A, W> {
    questions: Mutex<Questions<N>>,
    answer: A,
    answers: Mutex<Answers<W>>,
    /// Signals that the window has room again.
    room: Condvar,
    window: Window,
}

struct Questions<N> {
    next: N,
    /// The number of questions read so far.
    count: u64,
    ended: bool,
    error: Option<io::Error>,
}

struct Answers<W> {
    output: W,
    /// The number of the question whose answer is written next.
    next: u64,
    /// The answers to later questions.
    waiting: BTreeMap<u64, Vec<u8>>,
    /// The bytes of the answers in `waiting`.
    bytes: usize,
    progress: Option<Progress>,
}

impl<N, A, W: Write> Shared<N, A, W> {
    /// Answers questions until there are none.
    fn work<Q: Default>(&self) -> io::Result<()>
    where
        N: FnMut(&mut Q) -> io::Result<bool>,
        A: Fn(&Q) -> Vec<u8>,
    {
        let mut question = Q::default();
        loop {
            self.wait_for_room()?;
            let Some(number) = lock(&self.questions)?.read(&mut question) else {
                return Ok(());
            };
            let answer = (self.answer)(&question);
            self.deliver(number, answer)?;
        }
    }

    /// Waits until the window has room for one more answer.
    ///
    /// A thread that waits here has delivered its answer, so the thread with the earliest question never waits.
    fn wait_for_room(&self) -> io::Result<()> {
        let mut answers = lock(&self.answers)?;
        while answers.fill(self.window) {
            answers = self.room.wait(answers).map_err(|_| broken())?;
        }
        Ok(())
    }

    /// Writes this answer and the answers that waited for it, or stores it until an earlier one is written.
    fn deliver(&self, number: u64, answer: Vec<u8>) -> io::Result<()> {
        let mut answers = lock(&self.answers)?;
        let was_full = answers.fill(self.window);
        answers.deliver(number, answer)?;
        if was_full && !answers.fill(self.window) {
            self.room.notify_all();
        }
        Ok(())
    }

    /// Returns the error of the input, unless it simply ended.
    fn end(&self) -> io::Result<()> {
        lock(&self.questions)?.error.take().map_or(Ok(()), Err)
    }
}

impl<N> Questions<N> {
    /// Reads the next question and returns its number.
    fn read<Q>(&mut self, question: &mut Q) -> Option<u64>
    where
        N: FnMut(&mut Q) -> io::Result<bool>,
    {
        // A terminal may be readable again after its end.
        if self.ended {
            return None;
        }
        match (self.next)(question) {
            Ok(true) => {
                self.count += 1;
                Some(self.count - 1)
            }
            end => {
                self.ended = true;
                self.error = end.err();
                None
            }
        }
    }
}

impl<W: Write> Answers<W> {
    /// Returns whether the waiting answers fill the window.
    fn fill(&self, window: Window) -> bool {
        self.waiting.len() >= window.answers || self.bytes >= window.bytes
    }

    fn deliver(&mut self, number: u64, answer: Vec<u8>) -> io::Result<()> {
        if number != self.next {
            self.bytes += answer.len();
            self.waiting.insert(number, answer);
            return Ok(());
        }
        self.output.write_all(&answer)?;
        self.next += 1;
        while let Some(answer) = self.waiting.remove(&self.next) {
            self.bytes -= answer.len();
            self.output.write_all(&answer)?;
            self.next += 1;
        }
        self.output.flush()?;
        if let Some(progress) = &mut self.progress {
            progress.note(self.next, Instant::now());
        }
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> io::Result<MutexGuard<'_, T>> {
    mutex.lock().map_err(|_| broken())
}

/// A panic outside of a question, which is a bug in this command.
fn broken() -> io::Error {
    io::Error::other("a thread ended unexpectedly")
}
