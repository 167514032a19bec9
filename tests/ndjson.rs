//! `parse_feed --ndjson --jobs`: the answers are those of one job, in the same order.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::common;
use crate::common::command::{parse_feed, run};
use serde_json::{Value, json};

const FEED: &str = "fixtures/formats/rss-2.0.xml";
const JOBS: [&str; 4] = ["0", "1", "2", "7"];

/// The output of the command for these lines of input.
fn answers(jobs: &str, lines: &[u8]) -> String {
    let output = run(&["--ndjson", "--jobs", jobs], lines);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).unwrap()
}

fn lines(questions: impl IntoIterator<Item = Value>) -> Vec<u8> {
    let mut lines = String::new();
    for question in questions {
        writeln!(lines, "{question}").unwrap();
    }
    lines.into_bytes()
}

/// A question about a feed with this many items.
fn feed(id: usize, items: usize) -> Value {
    let items = "<item><title>A ship</title><description>&lt;p>came <b>in</description></item>".repeat(items);
    json!({"id": id, "body": format!("<rss version='2.0'><channel><title>{id}</title>{items}</channel></rss>")})
}

#[test]
fn any_number_of_jobs_gives_the_same_bytes() {
    let questions: Vec<Value> =
        common::fixtures().iter().map(|path| json!({"id": path, "path": path})).collect();
    let input = lines(questions.iter().cloned());
    let expected = String::from_utf8(run(&["--ndjson"], &input).stdout).unwrap();
    assert_eq!(expected.lines().count(), questions.len());
    for jobs in JOBS {
        assert!(answers(jobs, &input) == expected, "{jobs} jobs");
    }
    let limited = run(&["--ndjson", "--jobs", "2", "--seconds", "600"], &input);
    assert!(String::from_utf8(limited.stdout).unwrap() == expected, "a time limit");
}

#[test]
fn feeds_of_all_sizes_keep_their_order() {
    // The first is the largest; then small and large ones in turn.
    let sizes = (0..200).map(|id| if id == 0 { 3000 } else { (id * 37) % 100 });
    let input = lines(sizes.enumerate().map(|(id, items)| feed(id, items)));
    for jobs in JOBS {
        let answers = answers(jobs, &input);
        assert_eq!(answers.lines().count(), 200);
        for (id, answer) in answers.lines().enumerate() {
            let answer: Value = serde_json::from_str(answer).unwrap();
            assert_eq!((&answer["id"], &answer["feed"]["title"]), (&json!(id), &json!(id.to_string())));
        }
    }
}

#[test]
fn lines_that_are_not_questions_have_their_answers_in_order() {
    let mut input = Vec::new();
    for id in 0..100 {
        let question = match id % 5 {
            0 => b"no question".to_vec(),
            1 => b"\xFF\xFE".to_vec(),
            2 => json!({"id": id, "path": "no-such-file.xml"}).to_string().into_bytes(),
            3 => json!({"id": id}).to_string().into_bytes(),
            _ => feed(id, id).to_string().into_bytes(),
        };
        input.extend([&question[..], b"\n \r\n"].concat());
    }
    for jobs in JOBS {
        let answers = answers(jobs, &input);
        assert_eq!(answers.lines().count(), 100);
        for (id, answer) in answers.lines().enumerate() {
            let answer: Value = serde_json::from_str(answer).unwrap();
            assert_eq!(answer["id"], if id % 5 < 2 { Value::Null } else { json!(id) });
            assert_eq!(answer.get("error").is_some(), id % 5 < 4, "{answer}");
        }
    }
}

#[test]
fn an_answer_comes_before_the_next_question() {
    for jobs in JOBS {
        let mut command = parse_feed();
        command.args(["--ndjson", "--jobs", jobs]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut running = command.spawn().unwrap();
        let mut questions = running.stdin.take().unwrap();
        let mut answers = BufReader::new(running.stdout.take().unwrap());
        for id in 0..20 {
            writeln!(questions, "{}", json!({"id": id, "path": FEED})).unwrap();
            let mut answer = String::new();
            answers.read_line(&mut answer).unwrap();
            let answer: Value = serde_json::from_str(&answer).unwrap();
            assert_eq!(answer["id"], json!(id));
        }
        drop(questions);
        assert_eq!(running.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn no_question_has_no_answer() {
    for jobs in JOBS {
        for input in ["", "\n", " \n\n"] {
            assert_eq!(answers(jobs, input.as_bytes()), "");
        }
    }
}

#[test]
fn a_closed_output_ends_quietly_though_the_input_stays_open() {
    for jobs in JOBS {
        let mut command = parse_feed();
        command.args(["--ndjson", "--jobs", jobs]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut running = command.spawn().unwrap();
        let mut questions = running.stdin.take().unwrap();
        drop(running.stdout.take());
        writeln!(questions, "{}", json!({"id": 1, "path": FEED})).unwrap();
        let start = Instant::now();
        while running.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < Duration::from_secs(60), "{jobs} jobs wait for input");
            std::thread::sleep(Duration::from_millis(10));
        }
        drop(questions);
        let output = running.wait_with_output().unwrap();
        assert_eq!((output.status.code(), &output.stderr[..]), (Some(0), &b""[..]), "{jobs} jobs");
    }
}

/// An address space of 400 MB is enough for any number of questions.
#[test]
#[cfg(target_os = "linux")]
fn memory_is_bounded_by_the_window() {
    let limited = "ulimit -v 400000; exec \"$0\" --ndjson --jobs 2";
    let mut command = std::process::Command::new("sh");
    command.args(["-c", limited]).arg(parse_feed().get_program());
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut running = command.spawn().unwrap();
    let mut questions = running.stdin.take().unwrap();
    let mut line = String::new();
    writeln!(line, "{}", json!({"id": "x".repeat(500_000), "body_base64": "*"})).unwrap();
    let output = std::thread::scope(|scope| {
        // 600 MB of input, and as much output.
        scope.spawn(move || (0..1200).for_each(|_| questions.write_all(line.as_bytes()).unwrap()));
        running.wait_with_output().unwrap()
    });
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout.lines().count(), 1200);
}

#[test]
fn a_line_that_is_too_long_is_skipped() {
    for (longest, input, expected) in [
        (
            "31",
            "{\"id\":1,\"body\":\"\"}\n{\"id\":2,\"body\":\"<rss><channel>\"}\n{\"id\":3,\"body\":\"\"}",
            [Some(1), None, Some(3)],
        ),
        (
            "18",
            "{\"id\":1,\"body\":\"\"}\n {\"id\":2,\"body\":\"\"}\n{\"id\":3,\"body\":\"\"}",
            [Some(1), None, Some(3)],
        ),
        (
            "99",
            "\u{feff}{\"id\":1,\"body\":\"\"}\n\u{feff}{\"id\":2}\n{\"id\":3,\"body\":\"\"}\n",
            [Some(1), None, Some(3)],
        ),
    ] {
        let output = run(&["--ndjson", "--max-line", longest], input.as_bytes());
        let text = String::from_utf8(output.stdout).unwrap();
        let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let ids: Vec<Option<u64>> = answers.iter().map(|answer| answer["id"].as_u64()).collect();
        assert_eq!(ids, expected, "{input}");
        assert!(answers[1]["error"].is_string(), "{text}");
    }
}

#[test]
fn limits_are_set_by_name() {
    let question = lines([feed(1, 3)]);
    let output = run(&["--ndjson", "--limit", "entries=2", "--limit", "size=100000"], &question);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["entries"].as_array().map(Vec::len), Some(2));
    assert_eq!(answer["bozo_exception"]["type"], "LimitExceeded");
    for wrong in ["entries", "entries=x", "pages=1"] {
        assert_eq!(run(&["--ndjson", "--limit", wrong], b"").status.code(), Some(2), "{wrong}");
    }
}
