//! The header is up to date, and programs in other languages get the same answers as the command.
#![cfg(not(miri))]
#![allow(clippy::unwrap_used, reason = "a test")]

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::json;

const FEED: &str = "../../fixtures/formats/rss-2.0.xml";
const TITLES: &str = "Harbour News\n- A ship came in\n";

/// Returns the folder of the libraries: `LIBRARIES`, or the folder where Cargo built them for this
/// test.
fn built() -> PathBuf {
    let folder = env::var_os("LIBRARIES")
        .map_or_else(|| env::current_exe().unwrap().ancestors().nth(2).unwrap().to_owned(), PathBuf::from);
    assert!(folder.join("libbozofeed.a").is_file(), "no libraries in {}: cargo build", folder.display());
    folder
}

/// Whether the libraries were built with optimizations.
fn is_release() -> bool {
    !built().ends_with("debug")
}

/// Links the shared library to the file name that programs search for.
fn link_by_its_name(folder: &Path) {
    if cfg!(target_os = "linux") {
        let link = folder.join("libbozofeed.so.0");
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink("libbozofeed.so", link).unwrap();
    }
}

/// Runs a program, and returns its output.
fn run(command: &mut Command) -> String {
    // Cargo's folders would take precedence over the program's, and may contain another build of the
    // library.
    let output = command.env_remove("LD_LIBRARY_PATH").stderr(Stdio::inherit()).output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

fn exists(program: &str, argument: &str) -> bool {
    Command::new(program).arg(argument).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// Compiles a C program, and returns its path.
fn compile(source: &str, name: &str, arguments: &[&str]) -> PathBuf {
    let program = built().join(name);
    run(Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-g", "-I.", source, "-o"])
        .arg(&program)
        .args(arguments));
    program
}

/// Questions about all fixtures.
struct Questions {
    files: Vec<PathBuf>,
    /// A file with one question per line.
    path: PathBuf,
    /// The answers of the command, if it was built.
    answers: Vec<String>,
}

impl Questions {
    fn new(test: &str) -> Self {
        let (mut folders, mut files) = (vec![PathBuf::from("../../fixtures")], Vec::new());
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
                let is_folder = entry.file_type().unwrap().is_dir();
                if is_folder { &mut folders } else { &mut files }.push(entry.path());
            }
        }
        files.sort();
        let path = built().join(format!("questions-{test}"));
        fs::write(&path, files.iter().map(|file| question(file) + "\n").collect::<String>()).unwrap();
        let mut answers = Vec::new();
        if let Some(command) = env::var_os("BOZOFEED") {
            let all = run(Command::new(command).arg("--ndjson").stdin(File::open(&path).unwrap()));
            answers.extend(all.lines().map(str::to_owned));
            assert!(answers.len() == files.len() && files.len() > 400);
        } else {
            eprintln!("skipped: BOZOFEED does not name the command");
        }
        Self { files, path, answers }
    }

    /// Checks that a C program gives every answer, or every `step`-th one.
    fn ask(&self, program: &Path, step: usize) {
        let mut wrong = Vec::new();
        for (file, expected) in self.files.iter().zip(&self.answers).step_by(step) {
            let answer = run(Command::new(program).arg(question(file)).stdin(File::open(file).unwrap()));
            if answer.trim_end() != expected {
                wrong.push(file);
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}

fn question(file: &Path) -> String {
    json!({"id": file, "path": file, "url": "https://a.example/b", "as": "json"}).to_string()
}

#[test]
fn the_header_is_that_of_the_sources() {
    let mut written = Vec::new();
    cbindgen::Builder::new()
        .with_config(cbindgen::Config::from_file("cbindgen.toml").unwrap())
        .with_src("src/lib.rs")
        .generate()
        .unwrap()
        .write(&mut written);
    let written = String::from_utf8(written).unwrap();
    if env::var_os("UPDATE_HEADER").is_some() {
        fs::write("bozofeed.h", &written).unwrap();
    }
    assert!(
        fs::read_to_string("bozofeed.h").unwrap() == written,
        "bozofeed.h differs: set UPDATE_HEADER=1 to write it"
    );
}

#[test]
fn the_answers_are_those_of_the_command() {
    let folder = built();
    link_by_its_name(&folder);
    let shared = compile(
        "examples/answer.c",
        "answer",
        &["-L", folder.to_str().unwrap(), "-Wl,-rpath,$ORIGIN", "-lbozofeed"],
    );
    Questions::new("shared").ask(&shared, 1);
}

/// Deeply nested documents, each with the offset of its start.
const DEEP: &[(&str, &str)] = &[
    ("<rss><channel><item>", "<a>"),
    ("<rss><channel><item><description><![CDATA[", "<div>"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='xhtml'>", "<div>"),
    ("{\"items\": [{\"_x\": ", "["),
    ("{\"version\": \"https://jsonfeed.org/version/1.1\", \"items\": [", "{\"a\": ["),
];

/// If set, `STACK_USED` is the path of a file for the maximum stack use.
#[test]
#[cfg(target_os = "linux")]
fn the_stack_that_the_header_promises_is_enough() {
    let header = fs::read_to_string("bozofeed.h").unwrap().replace('\n', " ");
    let (before, _) = header.split_once(" KiB of stack").unwrap();
    let promised: usize = before.rsplit(' ').next().unwrap().parse().unwrap();
    if !is_release() {
        return eprintln!("skipped: frames are larger without optimizations");
    }
    let folder = built();
    link_by_its_name(&folder);
    let library = ["-pthread", "-L", folder.to_str().unwrap(), "-Wl,-rpath,$ORIGIN", "-lbozofeed"];
    let program = compile("tests/stack.c", "stack", &library);
    let mut files = Questions::new("stack").files;
    for (number, (start, deep)) in DEEP.iter().enumerate() {
        let file = folder.join(format!("deep-{number}"));
        fs::write(&file, [start, &*deep.repeat(200_000)].concat()).unwrap();
        files.push(file);
    }
    let used = run(Command::new(program).arg((promised << 10).to_string()).args(files));
    println!("{} of {} bytes", used.trim(), promised << 10);
    if let Some(file) = env::var_os("STACK_USED") {
        fs::write(file, used).unwrap();
    }
}

#[test]
fn memory_is_used_as_it_should_be() {
    let sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover"];
    let library = built().join("libbozofeed.a");
    let library = [library.to_str().unwrap(), "-lpthread", "-lm", "-ldl"];
    Questions::new("static").ask(
        &compile("examples/answer.c", "answer-sanitized", &[&sanitizers[..], &library[..]].concat()),
        10,
    );
}

#[test]
fn the_module_gives_the_same_answers() {
    let module = built().join("../wasm32-unknown-unknown/debug/bozofeed.wasm");
    if !module.is_file() || !exists("node", "--version") {
        return eprintln!("skipped: there is no module, or no node");
    }
    let questions = Questions::new("module");
    let mut node = Command::new("node");
    let answers = run(node.arg("examples/wasm.mjs").arg(module).stdin(File::open(&questions.path).unwrap()));
    let wrong: Vec<_> =
        questions.answers.iter().zip(answers.lines()).filter(|(one, other)| one != other).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn other_languages_call_it() {
    let folder = built();
    let library = format!("{}bozofeed{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    if exists("python3", "--version") {
        let titles =
            run(Command::new("python3").arg("examples/answer.py").arg(folder.join(library)).arg(FEED));
        assert_eq!(titles, TITLES);
    }
    if exists("go", "version") {
        link_by_its_name(&folder);
        let link = format!("-L{0} -Wl,-rpath,{0}", folder.display());
        let include = format!("-I{}", env!("CARGO_MANIFEST_DIR"));
        let mut go = Command::new("go");
        go.args(["run", "examples/answer.go", FEED]).envs([("CGO_CFLAGS", include), ("CGO_LDFLAGS", link)]);
        go.env("GOCACHE", folder.join("go")).env("GO111MODULE", "off");
        assert_eq!(run(&mut go), TITLES);
    }
}
