//! The planet used by a test: folder, database and command.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rusqlite::Connection;
use serde_json::Value;
use tempfile::TempDir;

/// A planet in a temporary folder.
pub(crate) struct Planet {
    folder: TempDir,
}

impl Planet {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the command, ready to run in the folder. Local feeds are allowed.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_planet"));
        command.current_dir(self.folder.path()).args(arguments);
        if matches!(arguments.first(), Some(&"add" | &"backfill" | &"follow" | &"poll" | &"serve")) {
            command.arg("--allow-private");
        }
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs a command that must succeed, and returns its output.
    pub(crate) fn ok(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", err(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Adds feeds without polling them.
    pub(crate) fn add_list(&self, urls: &[String]) {
        let outlines: String = urls.iter().map(|url| format!("<outline text='x' xmlUrl='{url}'/>")).collect();
        self.write("list.opml", &format!("<opml version='2.0'><body>{outlines}</body></opml>"));
        self.ok(&["add", "list.opml"]);
    }

    /// Polls all feeds; returns the printed JSON objects: one for each feed, and one for the run.
    pub(crate) fn poll(&self) -> Vec<Value> {
        json_lines(&self.ok(&["poll", "--all", "--json"]))
    }

    /// Returns the output of `status --json`.
    pub(crate) fn status(&self) -> Value {
        serde_json::from_str(&self.ok(&["status", "--json"])).unwrap()
    }

    /// Renders the site, and returns one of its files.
    pub(crate) fn render(&self, file: &str) -> String {
        self.ok(&["render", "site"]);
        std::fs::read_to_string(self.path("site").join(file)).unwrap()
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    /// Opens the database.
    pub(crate) fn database(&self) -> Connection {
        Connection::open(self.path("planet.db")).unwrap()
    }

    /// Returns the first column of a query, as text.
    pub(crate) fn query(&self, sql: &str) -> Vec<String> {
        let database = self.database();
        let mut select = database.prepare(sql).unwrap();
        let rows = select.query_map((), |row| row.get::<_, rusqlite::types::Value>(0)).unwrap();
        rows.map(|value| match value.unwrap() {
            rusqlite::types::Value::Text(text) => text,
            rusqlite::types::Value::Integer(number) => number.to_string(),
            rusqlite::types::Value::Null => "NULL".to_owned(),
            other => format!("{other:?}"),
        })
        .collect()
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }
}

pub(crate) fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub(crate) fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
