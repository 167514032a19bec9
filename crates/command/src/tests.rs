//! The threads of `--ndjson --jobs`, tested with questions that the command cannot receive.

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bozofeed_answers::catch;

use super::deadline::Deadline;
use super::jobs::{Window, answer_all};

const WINDOW: Window = Window { answers: 1000, bytes: 1 << 20 };

/// An output written by several threads.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Output {
    fn lines(&self) -> Vec<String> {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap().lines().map(str::to_owned).collect()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Questions that are the numbers below this one.
fn numbers(end: usize) -> impl FnMut(&mut usize) -> io::Result<bool> + Send {
    let mut numbers = 0..end;
    move |question| {
        let Some(number) = numbers.next() else { return Ok(false) };
        *question = number;
        Ok(true)
    }
}

fn line(text: impl std::fmt::Display) -> Vec<u8> {
    format!("{text}\n").into_bytes()
}

fn lines(end: usize) -> Vec<String> {
    (0..end).map(|number| number.to_string()).collect()
}

#[test]
fn answers_keep_the_order_of_the_questions() {
    for jobs in [0, 1, 2, 3, 16] {
        for window in [WINDOW, Window { answers: 1, bytes: 1 }, Window { answers: 3, bytes: 8 }] {
            let output = Output::default();
            // Different numbers of steps: early questions take longer than late ones, and so do some of the late ones.
            let answer = |&number: &usize| {
                let steps = (number * 7919) % 50 * 1000;
                line(number + usize::from((0..steps).map(std::hint::black_box).sum::<usize>() == 1))
            };
            answer_all(jobs, window, numbers(300), answer, output.clone(), None).unwrap();
            assert_eq!(output.lines(), lines(300), "{jobs} jobs");
        }
    }
}

/// A function that waits for a signal.
fn gate() -> (Sender<()>, impl Fn()) {
    let (open, opened) = mpsc::channel();
    let opened: Mutex<Receiver<()>> = Mutex::new(opened);
    (open, move || opened.lock().unwrap().recv_timeout(Duration::from_secs(60)).unwrap())
}

#[test]
fn later_questions_are_answered_while_the_first_takes_long() {
    let output = Output::default();
    let (open, wait) = gate();
    let answer = move |&number: &usize| {
        match number {
            0 => wait(),
            99 => open.send(()).unwrap(),
            _ => {}
        }
        line(number)
    };
    answer_all(2, WINDOW, numbers(100), answer, output.clone(), None).unwrap();
    assert_eq!(output.lines(), lines(100));
}

/// The number of questions read while the first one is being answered, which ends some time after this many.
fn read_ahead(jobs: usize, window: Window, least: usize) -> usize {
    let read = Arc::new(AtomicUsize::new(0));
    let (counted, mut next) = (Arc::clone(&read), numbers(100));
    let next = move |question: &mut usize| {
        counted.fetch_add(1, SeqCst);
        next(question)
    };
    let read_at_first = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&read_at_first);
    let answer = move |&number: &usize| {
        if number == 0 {
            while read.load(SeqCst) < least {
                std::thread::sleep(Duration::from_millis(1));
            }
            // Time for one more, if the window allows it.
            std::thread::sleep(Duration::from_millis(100));
            seen.store(read.load(SeqCst), SeqCst);
        }
        line("123456789")
    };
    let output = Output::default();
    answer_all(jobs, window, next, answer, output.clone(), None).unwrap();
    assert_eq!(output.lines().len(), 100);
    read_at_first.load(SeqCst)
}

#[test]
fn the_window_bounds_what_is_read_ahead() {
    // An answer has ten bytes. With more than two jobs, each additional job may have read a question when the window is
    // full.
    for (jobs, window, least, most) in [
        (1, Window { answers: 10, bytes: 200 }, 1, 1),
        (2, Window { answers: 1, bytes: 1 }, 2, 2),
        (2, Window { answers: 10, bytes: 1 << 20 }, 11, 11),
        (2, Window { answers: 1000, bytes: 200 }, 21, 21),
        (4, Window { answers: 10, bytes: 1 << 20 }, 11, 13),
    ] {
        let read = read_ahead(jobs, window, least);
        assert!((least..=most).contains(&read), "{jobs} jobs read {read} questions");
    }
}

#[test]
fn a_question_that_panics_has_the_message_for_an_answer() {
    for jobs in [1, 2, 4] {
        let output = Output::default();
        let answer = |&number: &usize| {
            let answer = catch(|| match number % 10 {
                3 => panic!("the number {number} is odd"),
                5 => panic!("five"),
                _ => number.to_string(),
            });
            line(answer.unwrap_or_else(|error| error))
        };
        answer_all(jobs, WINDOW, numbers(200), answer, output.clone(), None).unwrap();
        let answers = output.lines();
        assert_eq!(answers.len(), 200);
        for (number, answer) in answers.iter().enumerate() {
            let expected = match number % 10 {
                3 => format!("the number {number} is odd"),
                5 => "five".to_owned(),
                _ => number.to_string(),
            };
            assert!(answer.ends_with(&expected), "{answer}");
            assert_eq!(
                answer.contains(concat!("panicked at ", file!())),
                matches!(number % 10, 3 | 5),
                "{answer}"
            );
        }
    }
}

#[test]
fn a_panic_elsewhere_ends_with_an_error() {
    let answer = |&number: &usize| match number {
        7 => panic!("this panic is reported, as it should be"),
        number => line(number),
    };
    let error = answer_all(2, WINDOW, numbers(100), answer, Output::default(), None).unwrap_err();
    assert_eq!(error.to_string(), "a thread ended unexpectedly");
}

#[test]
fn an_input_that_fails_ends_after_the_answers() {
    for jobs in [1, 2, 4] {
        let output = Output::default();
        let mut numbers = numbers(50);
        let next = move |question: &mut usize| match numbers(question) {
            Ok(false) => Err(io::Error::other("the disk is gone")),
            other => other,
        };
        let error = answer_all(jobs, WINDOW, next, |n| line(n), output.clone(), None).unwrap_err();
        assert_eq!(error.to_string(), "the disk is gone");
        assert_eq!(output.lines(), lines(50));
    }
}

/// An output without a reader.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_output_ends_at_once_even_if_no_input_comes() {
    let (_open, wait) = gate();
    let mut numbers = numbers(1);
    let next = move |question: &mut usize| {
        let is_question = numbers(question)?;
        if !is_question {
            // Longer than the test may take.
            wait();
        }
        Ok(is_question)
    };
    let error = answer_all(2, WINDOW, next, |n| line(n), Closed, None).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}

/// Questions that are never answered in time: as many as may be late, and one more.
#[test]
fn late_answers_are_left_alone_until_they_are_too_many() {
    let (release, released) = mpsc::channel::<()>();
    let released = Mutex::new(released);
    let deadline = Deadline::new(Duration::from_millis(500), move |question: &[u8]| {
        if question == b"late" {
            released.lock().unwrap().recv().unwrap();
        }
        question.to_owned()
    });
    for _ in 0..7 {
        assert_eq!(deadline.answer(b"late").unwrap(), None);
        assert_eq!(deadline.answer(b"a").unwrap().as_deref(), Some(&b"a"[..]));
    }
    // The eighth takes the place of the idle thread.
    assert_eq!(deadline.answer(b"late").unwrap(), None);
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| deadline.answer(b"b").unwrap());
        std::thread::sleep(Duration::from_millis(50));
        assert!(!waiting.is_finished());
        release.send(()).unwrap();
        assert_eq!(waiting.join().unwrap().as_deref(), Some(&b"b"[..]));
    });
}
