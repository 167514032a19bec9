//! `parse_feed --ndjson --jobs`: the answers are the same as with one job, in the same order.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::common;
use crate::common::command::{parse_feed, run};
use serde_json::{Value, json};

const FEED: &str = "fixtures/formats/rss-2.0.xml";
const JOBS: [&str; 4] = ["0", "1", "2", "7"];

/// Returns the output of the command for these lines of input.
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

/// Returns a question about a feed with this many items.
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
    // The first feed is the largest; then small and large ones alternate.
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
fn a_closed_output_is_status_1_without_a_message_though_the_input_stays_open() {
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
        assert_eq!((output.status.code(), &output.stderr[..]), (Some(1), &b""[..]), "{jobs} jobs");
    }
}

#[test]
fn an_identifier_comes_back_as_it_is_written() {
    // As a whole question with a document, without one, and in lines that are damaged after it or before it.
    let lines = [
        r#"{"id": ID, "body": "<rss version='2.0'/>"}"#,
        r#"{"id": ID, "path": "no-such-file.xml"}"#,
        r#"{"body_base64": "*", "other": [{"id": 1}, "}"], "id": ID }"#,
        r#"{"id": 1, "\u0069d":ID, "body": "cut"#,
        r#"{"id": ID, "body": "\q"}"#,
        r#"{"id": ID, "body": "<rss/>", "entries": 1e999, "as": "rss"}"#,
        r#"{"id": ID, "body": "<rss/>"} and more"#,
        r#"{"id": ID"#,
    ];
    let ids = [
        "1e400", "-1E-400", "12345678901234567890123", "1.0", "-0", "0.10", "null", "true", "\"\"",
        "\"a \\\" } , ü\"", "\"\\u0041\\ud800\"", "[]", "{}", "[1.50, {\"id\" :\t\"}\"}]",
    ];
    let mut wrong = Vec::new();
    for id in ids {
        let questions: Vec<String> = lines.iter().map(|line| line.replace("ID", id)).collect();
        for arguments in
            [&["--ndjson"][..], &["--ndjson", "--max-line", "1"], &["--ndjson", "--seconds", "9"]]
        {
            let output = run(arguments, questions.join("\n").as_bytes());
            let answers = String::from_utf8(output.stdout).unwrap();
            assert_eq!(answers.lines().count(), lines.len());
            let expected = format!("{{\"id\":{id},");
            let all = questions.iter().zip(answers.lines());
            wrong.extend(all.filter(|(_, answer)| !answer.starts_with(&expected)).map(
                |(question, answer)| {
                    format!("{arguments:?} {question}: {}", answer.get(..60).unwrap_or(answer))
                },
            ));
        }
    }
    assert_eq!(wrong, [] as [String; 0]);
}

#[test]
fn a_line_without_an_identifier_has_none() {
    let mut wrong = Vec::new();
    for line in [
        "[{\"id\": 1}]", "\"id\": 1", "{\"id\" 1}", "{\"ID\": 1", "{\"a\": {\"id\": 1}", "{\"id\": \"cut",
        "{\"id\": [1", "{\"id\": NaN}", "{\"id\": 1 2}", "{\"id\": 1], ", "{\"body\": \"id\": 1}",
        "{'id': 1}",
    ] {
        let answer = run(&["--ndjson"], line.as_bytes()).stdout;
        if !answer.starts_with(b"{\"id\":null,\"error\"") {
            wrong.push(format!("{line}: {}", String::from_utf8_lossy(&answer)));
        }
    }
    assert_eq!(wrong, [] as [String; 0]);
}

#[test]
#[cfg(unix)]
fn a_time_limit_may_be_a_fraction() {
    let pipe = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("late-{}", std::process::id()));
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // No process writes into it, so reading never ends.
    let input = lines([json!({"id": 1, "path": pipe}), json!({"id": 2, "path": FEED})]);
    let output = run(&["--ndjson", "--any-file", "--seconds", "0.25"], &input);
    std::fs::remove_file(pipe).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        answers[0],
        json!({"id": 1, "error": "the answer took more than 0.25 s", "failure": "Timeout"})
    );
    assert_eq!((&answers[1]["id"], &answers[1]["version"]), (&json!(2), &json!("rss20")));
    for wrong in ["0", "0.0", "-1", "1e-12", "1e300", "inf", "NaN", "soon", ""] {
        assert_eq!(run(&["--ndjson", "--seconds", wrong], b"").status.code(), Some(2), "{wrong}");
    }
}

/// An address space of 400 MB is sufficient for any number of questions.
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
        // 600 MB of input, and the same amount of output.
        scope.spawn(move || (0..1200).for_each(|_| questions.write_all(line.as_bytes()).unwrap()));
        running.wait_with_output().unwrap()
    });
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout.lines().count(), 1200);
}

#[test]
fn a_line_that_is_too_long_is_skipped_but_for_its_identifier() {
    for (longest, input, expected) in [
        (
            "31",
            "{\"id\":1,\"body\":\"\"}\n{\"id\":2,\"body\":\"<rss><channel>\"}\n{\"id\":3,\"body\":\"\"}",
            [Some(1), Some(2), Some(3)],
        ),
        (
            "18",
            "{\"id\":1,\"body\":\"\"}\n {\"body\":\"\",\"id\":2}\n{\"id\":3,\"body\":\"\"}",
            [Some(1), Some(2), Some(3)],
        ),
        (
            "99",
            "\u{feff}{\"id\":1,\"body\":\"\"}\n\u{feff}{\"id\":2}\n{\"id\":3,\"body\":\"\"}\n",
            [Some(1), Some(2), Some(3)],
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

const SCHEMA: &str = include_str!("../src/docs/ndjson.schema.json");

/// Returns the place where a value violates the schema. Supports only the keywords used in the schema.
fn violation(root: &Value, schema: &Value, value: &Value, place: &str) -> Option<String> {
    for (keyword, rule) in schema.as_object().unwrap() {
        let wrong = match keyword.as_str() {
            "description" => None,
            "$ref" => {
                let pointer = rule.as_str().unwrap().strip_prefix('#').unwrap();
                violation(root, root.pointer(pointer).unwrap(), value, place)
            }
            "type" => {
                let is = match rule.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_u64(),
                    other => panic!("type {other}"),
                };
                (!is).then(|| format!("{place}: not of type {rule}"))
            }
            "enum" => {
                (!rule.as_array().unwrap().contains(value)).then(|| format!("{place}: not one of {rule}"))
            }
            "required" => {
                let names = rule.as_array().unwrap().iter().map(|name| name.as_str().unwrap());
                let mut missing = names.filter(|name| value.get(name).is_none());
                missing.next().map(|name| format!("{place}: no {name}"))
            }
            "anyOf" => {
                let all: Vec<_> =
                    rule.as_array().unwrap().iter().map(|one| violation(root, one, value, place)).collect();
                all.iter().all(Option::is_some).then(|| format!("{place}: {all:?}"))
            }
            "items" => {
                let items = value.as_array().into_iter().flatten();
                items.enumerate().find_map(|(at, item)| violation(root, rule, item, &format!("{place}/{at}")))
            }
            "properties" => {
                rule.as_object().unwrap().iter().find_map(|(name, rule)| {
                    violation(root, rule, value.get(name)?, &format!("{place}/{name}"))
                })
            }
            "additionalProperties" => {
                let known = |name: &str| schema.get("properties").is_some_and(|all| all.get(name).is_some());
                let others = value.as_object().into_iter().flatten().filter(|(name, _)| !known(name));
                others.into_iter().find_map(|(name, value)| match rule {
                    Value::Bool(false) => Some(format!("{place}: unknown {name}")),
                    rule => violation(root, rule, value, &format!("{place}/{name}")),
                })
            }
            other => panic!("keyword {other}"),
        };
        if wrong.is_some() {
            return wrong;
        }
    }
    None
}

#[test]
fn answers_are_as_the_schema_says() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let is = |kind: &str, value: &Value| violation(&schema, &schema["$defs"][kind], value, "");
    let headers = json!({"Content-Type": "text/xml", "ETag": "1", "Last-Modified": "2"});
    let mut questions: Vec<Value> =
        common::fixtures().iter().map(|path| json!({"id": path, "path": path})).collect();
    questions
        .push(json!({"id": {"a": [1]}, "body": "<rss/>", "url": "http://a.example/", "headers": headers}));
    questions.push(json!({"body": "", "other": 1}));
    let options = json!({"feed_url": "http://a.example/", "title": "a", "fallback_date": "2023-03-02", "indent": 0, "entries": 1});
    questions.extend(["atom", "rss", "json", "same"].map(|format| {
        let mut question = json!({"as": format, "body": DATED.replace("Thu", "soon")});
        question.as_object_mut().unwrap().extend(options.as_object().unwrap().clone());
        question
    }));
    questions.push(json!({"as": "atom", "body": DATED.replace("pubDate", "date")}));
    questions.push(json!({"id": 1, "body_base64": "*"}));
    questions.push(json!({"id": 2, "path": "no-such-file.xml"}));
    let answers = answers("2", &lines(questions.iter().cloned()));
    let mut wrong = Vec::new();
    for (question, answer) in questions.iter().zip(answers.lines()) {
        let answer: Value = serde_json::from_str(answer).unwrap();
        wrong.extend(is("question", question).map(|wrong| format!("{question}: {wrong}")));
        let kind = if answer.get("error").is_some() { "error" } else { "dictionary" };
        wrong.extend(is(kind, &answer).map(|wrong| format!("{question}: {kind}{wrong}")));
    }
    assert_eq!(wrong, [] as [String; 0]);
    // The schema rejects anything that is not a question, and so does the command.
    for question in [json!([]), json!({}), json!({"id": 1, "url": "http://a.example/"})] {
        assert!(is("question", &question).is_some(), "{question}");
        let answer = run(&["--ndjson"], &lines([question]));
        let answer: Value = serde_json::from_slice(&answer.stdout).unwrap();
        assert_eq!(is("error", &answer), None, "{answer}");
    }
    assert!(is("dictionary", &json!({"id": 1})).is_some());
}

#[test]
fn the_documentation_names_every_key_of_the_schema() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let guide = include_str!("../src/docs/ndjson.md");
    for kind in ["question", "error", "dictionary", "fault", "warning", "loss"] {
        for name in schema["$defs"][kind]["properties"].as_object().unwrap().keys() {
            assert!(guide.contains(&format!("`{name}`")), "{kind}: {name}");
        }
    }
}

#[test]
fn files_of_questions_are_regular_and_bounded() {
    let file = "fixtures/formats/rss-2.0.xml";
    let ask = |arguments: &[&str], path: &str| -> Value {
        let output = run(&[&["--ndjson"], arguments].concat(), &lines([json!({"path": path})]));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    for (arguments, path, expected) in [
        (&[][..], file, ""),
        (&["--max-line", "100"], file, "longer than 100 bytes"),
        (&[], "fixtures", "not a regular file"),
        (&["--any-file"], "fixtures", "not a regular file"),
    ] {
        let error = ask(arguments, path)["error"].as_str().unwrap_or_default().to_owned();
        assert!(error.contains(expected) && error.is_empty() == expected.is_empty(), "{path}: {error}");
    }
    // A nonempty file without a size.
    #[cfg(target_os = "linux")]
    for (arguments, is_read) in [(&[][..], false), (&["--any-file"], true)] {
        let answer = ask(arguments, "/proc/version");
        let has_text = answer["faults"][0]["type"] == "TextOutsideRoot";
        assert_eq!(has_text, is_read, "{answer}");
    }
    #[cfg(unix)]
    {
        let pipe =
            std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pipe-{}", std::process::id()));
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [pipe.to_str().unwrap(), "/dev/zero", "/dev/null"] {
            let answer = ask(&[], path);
            assert!(answer["error"].as_str().unwrap().contains("not a regular file"), "{answer}");
        }
        std::fs::remove_file(pipe).unwrap();
        let answer = ask(&["--any-file", "--max-line", "100000"], "/dev/zero");
        assert!(answer["error"].as_str().unwrap().contains("longer than 100000 bytes"), "{answer}");
        assert_eq!(ask(&["--any-file"], "/dev/null")["entries"], json!([]));
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

#[test]
fn a_question_cannot_raise_the_limits_of_the_command() {
    let table = [
        (&[][..], json!({"expansion": u64::MAX}), "limits.expansion: higher than"),
        (&[], json!({"expansion": (1 << 20) + 1}), "limits.expansion: higher than"),
        (&[], json!({"expansion": 1 << 20, "entries": 1}), ""),
        (&[], json!({"size": 65 << 20}), "limits.size: higher than"),
        (&[], json!({"memory": 10_u64 << 30}), "limits.memory: higher than"),
        (&[], json!({"memory": 256 << 20}), ""),
        (&[], json!({"memory_per_byte": 1000}), "limits.memory: higher than"),
        (&[], json!({"written": 1_u64 << 40}), "limits.written: higher than"),
        (&["--limit=expansion=5000000"], json!({"expansion": 5_000_000}), ""),
        (&["--limit=entries=2"], json!({"entries": 3}), "limits.entries: higher than"),
    ];
    for (arguments, limits, expected) in table {
        let question = json!({"id": 1, "body": DATED, "limits": limits});
        // A rejection is an ordinary answer.
        let output = run(&[&["--ndjson"], arguments].concat(), &lines([question, feed(2, 1)]));
        let answers: Vec<Value> = String::from_utf8(output.stdout)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let error = answers[0]["error"].as_str().unwrap_or_default();
        assert!(error.contains(expected) && error.is_empty() == expected.is_empty(), "{limits}: {error}");
        assert_eq!((answers.len(), &answers[1]["id"]), (2, &json!(2)));
    }
}

const DATED: &str = "<rss version='2.0'><channel><title>Tides</title><link>https://harbour.example/</link>\
    <description>d</description><pubDate>Thu, 02 Mar 2023 08:15:00 GMT</pubDate>\
    <item><guid>https://harbour.example/1</guid><title>One &amp;amp; all</title></item></channel></rss>";

fn ask(question: &Value) -> Value {
    serde_json::from_str(&answers("1", &lines([question.clone()]))).unwrap()
}

#[test]
fn a_feed_is_written_in_the_format_that_is_asked_for() {
    let mut wrong = Vec::new();
    for (format, version) in [("atom", "atom10"), ("rss", "rss20"), ("json", "json11"), ("same", "rss20")] {
        let answer = ask(&json!({"id": 1, "as": format, "body": DATED}));
        let again = ask(&json!({"id": 2, "body": answer["written"]}));
        // Titles of JSON Feed are plain text.
        let title = again["entries"][0]["title"].as_str().unwrap_or_default().replace("&amp;", "&");
        if again["version"] != version || title != "One & all" || again["bozo"] != false {
            wrong.push(format!("{format}: {answer}"));
        }
        // The rest of the answer is the same as without a format.
        let mut rest = answer.clone();
        for name in ["written", "losses", "loss_count"] {
            assert!(rest.as_object_mut().unwrap().remove(name).is_some(), "{name}: {answer}");
        }
        assert_eq!(rest, ask(&json!({"id": 1, "body": DATED})));
    }
    assert_eq!(wrong, [] as [String; 0]);
}

#[test]
fn the_options_of_writing_are_members() {
    let written = |members: Value| -> String {
        let mut question = json!({"as": "atom", "body": DATED});
        question.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        ask(&question)["written"].as_str().unwrap_or_default().to_owned()
    };
    let own = "https://harbour.example/atom.xml";
    assert!(written(json!({"feed_url": own})).contains(own));
    assert!(written(json!({"title": "Ships"})).contains("Ships"));
    assert!(written(json!({"indent": 0})).lines().count() < written(json!({"indent": null})).lines().count());
    assert!(!written(json!({"entries": 0})).contains("harbour.example/1"));
    let dateless = DATED.replace("Thu, 02 Mar 2023 08:15:00 GMT", "");
    assert!(written(json!({"body": dateless, "fallback_date": "2023-04-05"})).contains("2023-04-05"));
}

#[test]
fn a_feed_that_cannot_be_written_is_an_error_with_its_kind() {
    let dateless = DATED.replace("Thu, 02 Mar 2023 08:15:00 GMT", "");
    let mut wrong = Vec::new();
    for (members, failure) in [
        (json!({"as": "atom", "body": dateless}), Some("MissingDate")),
        (json!({"as": "rss", "body": dateless}), None),
        (json!({"as": null, "body": dateless}), None),
        (json!({"as": "atom", "body": "<html><body>Not found</body></html>"}), Some("NotAFeed")),
        (json!({"body": "<html><body>Not found</body></html>"}), None),
        (json!({"as": "pdf", "body": DATED}), Some("Refused")),
        (json!({"as": 1, "body": DATED}), Some("Refused")),
        (json!({"as": "atom", "indent": 17, "body": DATED}), Some("Refused")),
        (json!({"as": "atom", "indent": -1, "body": DATED}), Some("Refused")),
        (json!({"as": "atom", "entries": "all", "body": DATED}), Some("Refused")),
        (json!({"as": "atom", "fallback_date": "soon", "body": DATED}), Some("Refused")),
        (json!({"as": "atom"}), Some("Refused")),
    ] {
        let answer = ask(&members);
        let is_error = answer["error"].is_string() && answer.get("written").is_none();
        if answer["failure"].as_str() != failure || is_error != failure.is_some() {
            wrong.push(format!("{members}: {answer}"));
        }
    }
    assert_eq!(wrong, [] as [String; 0]);
}

#[test]
fn a_file_of_answers_is_continued() {
    let input = lines((0..40).map(|id| feed(id, 2)));
    let all = answers("1", &input);
    let first: String = all.split_inclusive('\n').take(25).collect();
    let null = "{\"id\":null,\"error\":\"a question has body_base64, body or path\"}\n";
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("answers-{}.jsonl", std::process::id()));
    for (name, before, jobs) in [
        ("a file that is not there", None, "1"),
        ("an empty file", Some(String::new()), "2"),
        ("whole answers", Some(first.clone()), "1"),
        ("one that was broken off", Some(format!("{first}{}", &all[first.len()..first.len() + 100])), "2"),
        ("a few bytes", Some(format!("{first}{{\"i")), "0"),
        ("all", Some(all.clone()), "2"),
    ] {
        let _ = std::fs::remove_file(&file);
        if let Some(before) = before {
            std::fs::write(&file, before).unwrap();
        }
        let output = run(&["--ndjson", "--jobs", jobs, "--resume", file.to_str().unwrap()], &input);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(output.stdout.is_empty() && output.stderr.is_empty(), "{name}");
        assert!(std::fs::read_to_string(&file).unwrap() == all, "{name}");
    }
    // Questions without an identifier are answered each time.
    std::fs::write(&file, null).unwrap();
    run(&["--ndjson", "--resume", file.to_str().unwrap()], b"{}\n");
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 2);
    // A file with other content is rejected and not modified.
    for other in ["buy rope", "{}\n", &format!("{first}\nbuy rope\n")] {
        std::fs::write(&file, other).unwrap();
        let output = run(&["--ndjson", "--resume", file.to_str().unwrap()], &input);
        assert_eq!(output.status.code(), Some(1), "{other}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(" is not an answer"), "{other}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), other);
    }
    std::fs::remove_file(file).unwrap();
}
