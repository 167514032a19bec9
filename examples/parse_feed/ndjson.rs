//! A filter for pipelines: one question a line, one answer a line, in order.

use std::fs;
use std::io::{self, BufRead, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bozofeed::{Headers, Parser};
use serde_json::{Map, Value, json};

use crate::lines::{Line, Lines};

/// Answers every question of `input`; only one line and its answer are in memory at a time.
pub(crate) fn answer_all(
    parser: &Parser,
    mut questions: Lines<impl BufRead>,
    mut output: impl Write,
) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        let answer = match questions.next(&mut line)? {
            Line::End => return Ok(()),
            Line::TooLong => json!({"id": null, "error": "the line is too long"}),
            Line::Read if line.trim_ascii().is_empty() => continue,
            Line::Read => answer_line(parser, &line),
        };
        serde_json::to_writer(&mut output, &answer)?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
}

/// Answers the question in a line.
fn answer_line(parser: &Parser, line: &[u8]) -> Value {
    match serde_json::from_slice::<Value>(line) {
        Ok(Value::Object(question)) => {
            let id = question.get("id").cloned().unwrap_or(Value::Null);
            answer(parser, &question).unwrap_or_else(|error| json!({"id": id, "error": error}))
        }
        Ok(_) => json!({"id": null, "error": "a question is a JSON object"}),
        Err(error) => json!({"id": null, "error": error.to_string()}),
    }
}

fn answer(parser: &Parser, question: &Map<String, Value>) -> Result<Value, String> {
    let bytes = body(question)?;
    let mut parser = parser.clone();
    let mut headers = Map::new();
    if let Some(Value::Object(given)) = question.get("headers") {
        let fields = given.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)));
        let fields: Headers = fields.collect();
        headers = fields.iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
        parser = parser.headers(fields);
    }
    let url = question.get("url").and_then(Value::as_str);
    if let Some(url) = url {
        parser = parser.base_url(url);
    }
    let mut answer = Map::new();
    answer.insert("id".into(), question.get("id").cloned().unwrap_or(Value::Null));
    if let Value::Object(dictionary) = bozofeed::feedparser::parse(&parser, &bytes) {
        answer.extend(dictionary);
    }
    if let Some(url) = url {
        answer.insert("href".into(), url.into());
    }
    for (header, key) in [("etag", "etag"), ("last-modified", "modified")] {
        if let Some(value) = headers.get(header) {
            answer.insert(key.into(), value.clone());
        }
    }
    answer.insert("headers".into(), Value::Object(headers));
    Ok(Value::Object(answer))
}

fn body(question: &Map<String, Value>) -> Result<Vec<u8>, String> {
    let text = |key: &str| question.get(key).and_then(Value::as_str);
    if let Some(encoded) = text("body_base64") {
        STANDARD.decode(encoded).map_err(|error| format!("body_base64: {error}"))
    } else if let Some(body) = text("body") {
        Ok(body.as_bytes().to_vec())
    } else if let Some(path) = text("path") {
        fs::read(path).map_err(|error| format!("{path}: {error}"))
    } else {
        Err("a question has body_base64, body or path".to_owned())
    }
}
