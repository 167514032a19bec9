//! Parses many documents on several threads, and returns the results in order. A bounded number of documents is in memory.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use bozofeed::{Limits, Parser};
use pyo3::exceptions::{PyException, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyString};

use crate::input::Input;

/// The default number of documents in memory for each thread.
const DOCUMENTS_PER_THREAD: usize = 16;

/// The interval at which a waiting thread checks for signals.
const PATIENCE: Duration = Duration::from_millis(50);

/// A document that was parsed.
pub(crate) struct Answer {
    pub(crate) input: Input,
    /// The size of the document in bytes.
    pub(crate) size: usize,
    pub(crate) outcome: Result<bozofeed::Parsed, Failure>,
}

/// The reason why a document was not read.
#[derive(Debug, Clone)]
pub(crate) struct Failure {
    /// The name of the failure in tables.
    pub(crate) name: &'static str,
    pub(crate) message: String,
}

/// Parses a document.
pub(crate) fn read(input: Input, parser: &Parser, limits: &Limits) -> Answer {
    let read = || {
        input
            .bytes(limits)
            .map(|bytes| (bytes.len(), parser.parse(input.document(&bytes))))
            .map_err(|error| Failure { name: "Unreadable", message: error.to_string() })
    };
    // A panic in the parser loses one document, not all of them.
    let crash = || Err(Failure { name: "Crash", message: "the parser panicked".to_owned() });
    let (size, outcome) = match catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| crash()) {
        Ok((size, parsed)) => (size, Ok(parsed)),
        Err(failure) => (0, Err(failure)),
    };
    Answer { input, size, outcome }
}

/// The remaining documents, and the channel to the threads, with the index of each document.
type Source = (Py<PyIterator>, Sender<(usize, Input)>);

/// Documents that are being parsed.
pub(crate) struct Stream {
    /// `None` at the end of the documents.
    source: Option<Source>,
    answers: Mutex<Receiver<(usize, Answer)>>,
    /// Answers that arrived out of order.
    early: HashMap<usize, Answer>,
    /// The number of documents taken so far, and of those returned.
    taken: usize,
    returned: usize,
    buffer: usize,
    /// The exception that ended the iteration.
    error: Option<PyErr>,
    is_stopped: Arc<AtomicBool>,
}

impl Stream {
    /// Starts to parse documents. If `threads` is 0, there is a thread for each core.
    pub(crate) fn new(
        documents: &Bound<'_, PyAny>,
        threads: usize,
        buffer: Option<usize>,
        options: (Parser, Limits),
    ) -> PyResult<Self> {
        let documents = iterator(documents)?;
        let cores = || thread::available_parallelism().map_or(1, Into::into);
        let threads = if threads == 0 { cores() } else { threads };
        let buffer = buffer.unwrap_or(threads.saturating_mul(DOCUMENTS_PER_THREAD));
        if buffer == 0 {
            return Err(PyValueError::new_err("buffer is at least 1"));
        }
        let (questions, waiting) = channel::<(usize, Input)>();
        let (answering, answers) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        let is_stopped = Arc::new(AtomicBool::new(false));
        let options = Arc::new(options);
        for _ in 0..threads.min(buffer) {
            let (waiting, answering) = (Arc::clone(&waiting), answering.clone());
            let (options, is_stopped) = (Arc::clone(&options), Arc::clone(&is_stopped));
            let work = move || {
                loop {
                    let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((index, input)) = next else { return };
                    if is_stopped.load(Ordering::Relaxed) {
                        return;
                    }
                    if answering.send((index, read(input, &options.0, &options.1))).is_err() {
                        return;
                    }
                }
            };
            let started = thread::Builder::new().name("bozofeed".to_owned()).spawn(work);
            started.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        }
        Ok(Self {
            source: Some((documents.unbind(), questions)),
            answers: Mutex::new(answers),
            early: HashMap::new(),
            taken: 0,
            returned: 0,
            buffer,
            error: None,
            is_stopped,
        })
    }

    /// Returns the next parsed document. An exception of the iterator is raised after the documents before it; if it is not an
    /// `Exception`, such as `KeyboardInterrupt`, it is raised at once.
    pub(crate) fn next(&mut self, py: Python<'_>) -> PyResult<Option<Answer>> {
        loop {
            py.check_signals()?;
            let has_taken = self.take(py)?;
            while let Some((index, answer)) = self.answered() {
                self.early.insert(index, answer);
            }
            if let Some(answer) = self.early.remove(&self.returned) {
                self.returned += 1;
                return Ok(Some(answer));
            }
            if has_taken {
                continue;
            }
            if self.taken == self.returned {
                return self.error.take().map_or(Ok(None), Err);
            }
            match py.detach(|| self.answers().recv_timeout(PATIENCE)) {
                Ok((index, answer)) => drop(self.early.insert(index, answer)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the threads that read documents have ended"));
                }
            }
        }
    }

    /// Takes another document, if there is one and room for it. Returns whether it did.
    fn take(&mut self, py: Python<'_>) -> PyResult<bool> {
        if self.taken - self.returned >= self.buffer {
            return Ok(false);
        }
        let Some((documents, questions)) = &self.source else { return Ok(false) };
        match documents.bind(py).clone().next() {
            Some(Ok(document)) => {
                // The threads end after the last document.
                let _ = questions.send((self.taken, Input::lenient(&document)?));
                self.taken += 1;
                Ok(true)
            }
            Some(Err(error)) if !error.is_instance_of::<PyException>(py) => Err(error),
            end => {
                self.error = end.and_then(Result::err);
                self.source = None;
                Ok(false)
            }
        }
    }

    /// Returns an answer that is available.
    fn answered(&self) -> Option<(usize, Answer)> {
        self.answers().try_recv().ok()
    }

    fn answers(&self) -> std::sync::MutexGuard<'_, Receiver<(usize, Answer)>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Stream {
    /// Documents that are being parsed are finished; no others are started.
    fn drop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }
}

/// Returns the iterator of documents. A single document is a mistake, even if it is an iterable string or file.
fn iterator<'py>(documents: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyIterator>> {
    let is_one = documents.is_instance_of::<PyBytes>()
        || documents.is_instance_of::<PyString>()
        || ["__fspath__", "read", "tobytes", "decode"]
            .iter()
            .any(|name| documents.hasattr(*name).unwrap_or(false));
    if is_one {
        return Err(PyTypeError::new_err(
            "documents is one document: pass a list of documents, or call parse",
        ));
    }
    documents.try_iter()
}
