//! Runs the command: the example `parse_feed`, or the program `bozofeed`, which also fetches.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The example, which `cargo test` builds beside the tests.
pub fn parse_feed() -> Command {
    built("examples/parse_feed", "cargo build --example parse_feed")
}

/// The program, which must be built before the tests.
pub fn bozofeed() -> Command {
    built("bozofeed", "cargo build -p bozofeed-cli")
}

fn built(name: &str, how: &str) -> Command {
    let test = std::env::current_exe().unwrap();
    let profile = test.parent().and_then(Path::parent).unwrap();
    let command = profile.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(command.is_file(), "{} is not built: {how}", command.display());
    let mut command = Command::new(command);
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    command
}

/// Runs the command and waits for it to end.
pub fn run(arguments: &[&str], input: &[u8]) -> Output {
    with_input(parse_feed().args(arguments), input)
}

/// Runs a command with an input and waits for it to end.
pub fn with_input(command: &mut Command, input: &[u8]) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().unwrap();
    let mut stdin = running.stdin.take().unwrap();
    // A full output must not block the input; a program that reads no input has closed it.
    std::thread::scope(|scope| {
        scope.spawn(move || drop(stdin.write_all(input)));
        running.wait_with_output().unwrap()
    })
}
