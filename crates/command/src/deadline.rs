//! Answers questions within a time limit.
//!
//! A thread cannot be stopped from outside. So each question is answered by a separate thread, which is abandoned after the
//! time limit; it ends by itself, since the limits bound the time for any document. Only a few may be late at the same time,
//! because they still use memory and processor time.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::jobs::STACK;

/// The number of answers that may be late at the same time. Further questions wait until one of them has ended.
const MOST_LATE: usize = 8;

/// A function that answers questions, with a time limit.
pub(crate) struct Deadline<A> {
    answer: Arc<A>,
    limit: Duration,
    /// Idle threads.
    idle: Mutex<Vec<Worker>>,
    late: Arc<Late>,
}

/// A thread that answers one question after the other, until the sender of questions is dropped.
struct Worker {
    questions: Sender<Vec<u8>>,
    answers: Receiver<Vec<u8>>,
}

/// The threads that were abandoned and are still running.
#[derive(Default)]
struct Late {
    count: Mutex<usize>,
    ended: Condvar,
}

impl<A: Fn(&[u8]) -> Vec<u8> + Send + Sync + 'static> Deadline<A> {
    pub(crate) fn new(limit: Duration, answer: A) -> Self {
        Self { answer: Arc::new(answer), limit, idle: Mutex::default(), late: Arc::default() }
    }

    /// Returns the answer; `None` if it is late.
    pub(crate) fn answer(&self, question: &[u8]) -> io::Result<Option<Vec<u8>>> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let worker = match idle {
            Some(worker) => worker,
            None => self.worker()?,
        };
        let ended = |_| io::Error::other("a thread ended unexpectedly");
        worker.questions.send(question.to_owned()).map_err(|_| ended(RecvTimeoutError::Disconnected))?;
        match worker.answers.recv_timeout(self.limit) {
            Ok(answer) => {
                self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
                Ok(Some(answer))
            }
            Err(RecvTimeoutError::Timeout) => {
                *self.late.count.lock().unwrap_or_else(PoisonError::into_inner) += 1;
                Ok(None)
            }
            Err(disconnected) => Err(ended(disconnected)),
        }
    }

    /// Starts a thread, as soon as there is room for it.
    fn worker(&self) -> io::Result<Worker> {
        let count = self.late.count.lock().unwrap_or_else(PoisonError::into_inner);
        let are_too_many = |count: &mut usize| *count >= MOST_LATE;
        drop(self.late.ended.wait_while(count, are_too_many).unwrap_or_else(PoisonError::into_inner));
        let (questions, questions_of_thread) = mpsc::channel::<Vec<u8>>();
        let (answers_of_thread, answers) = mpsc::channel();
        let (answer, late) = (Arc::clone(&self.answer), Arc::clone(&self.late));
        thread::Builder::new().stack_size(STACK).spawn(move || {
            for question in questions_of_thread {
                // Nobody receives a late answer.
                let _ = answers_of_thread.send(answer(&question));
            }
            // Only an abandoned thread gets no more questions.
            let mut count = late.count.lock().unwrap_or_else(PoisonError::into_inner);
            *count = count.saturating_sub(1);
            late.ended.notify_all();
        })?;
        Ok(Worker { questions, answers })
    }
}
