//! The modules of a crate depend on each other in one direction: no two modules in a folder depend on each other, directly or
//! indirectly. A module includes all files below it. A folder and its own files may depend on each other.
//!
//! Dependencies are paths that begin with `crate`, `self` or `super`, outside of tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::common::repository;

/// The folder of a crate, the folder of its modules, the modules, and the reason for the circle.
type KnownCircle = (&'static str, &'static str, &'static str, &'static str);

/// The existing circles. Remove a circle from the list once it is gone.
const KNOWN: &[KnownCircle] = &[
    (
        "",
        "feedparser",
        "elements media members place reading texts",
        "the rows of the dictionary's elements contain the functions that read them",
    ),
    (
        "",
        "write",
        "core extensions fragment gate xml",
        "the output for an element depends on the surrounding elements",
    ),
    (
        "crates/model",
        "",
        "entry feed podcast",
        "a live item of a podcast is an entry, and an entry may contain its feed",
    ),
    ("crates/polling", "", "body exchange", "an exchange begins a body, which ends the exchange"),
];

/// The path of a module, from the root of its crate.
type Module = Vec<String>;

/// The sources of a crate, without tests, comments and literals.
struct Sources {
    modules: BTreeMap<Module, String>,
    /// The modules of the items that a module re-exports.
    exports: BTreeMap<(Module, String), Module>,
}

impl Sources {
    fn read(folder: &Path) -> Self {
        let mut modules = BTreeMap::new();
        let mut of_tests = BTreeSet::new();
        let mut folders = vec![(folder.to_owned(), Module::new())];
        while let Some((folder, module)) = folders.pop() {
            for item in fs::read_dir(&folder).unwrap().map(|item| item.unwrap().path()) {
                let name = item.file_stem().unwrap().to_string_lossy().into_owned();
                let inner = [module.as_slice(), std::slice::from_ref(&name)].concat();
                if item.is_dir() {
                    folders.push((item, inner));
                } else if item.extension().is_some_and(|extension| extension == "rs") {
                    let module =
                        if matches!(&*name, "lib" | "main" | "mod") { module.clone() } else { inner };
                    let (code, tests) = without_tests(&code(&fs::read_to_string(&item).unwrap()));
                    of_tests.extend(tests.into_iter().map(|name| [module.as_slice(), &[name]].concat()));
                    modules.entry(module).or_insert_with(String::new).push_str(&code);
                }
            }
        }
        modules.retain(|module, _| (1..=module.len()).all(|end| !of_tests.contains(&module[..end])));
        let mut sources = Self { modules, exports: BTreeMap::new() };
        sources.exports = sources.exported();
        sources
    }

    fn exported(&self) -> BTreeMap<(Module, String), Module> {
        let mut exports = BTreeMap::new();
        for (module, code) in &self.modules {
            for (path, is_exported) in uses(code) {
                let (original, name) = path.split_once(" as ").unwrap_or((&path, ""));
                let Some((target, rest)) = self.resolve(module, original).filter(|_| is_exported) else {
                    continue;
                };
                if let [.., last] = rest.as_slice() {
                    let name = if name.is_empty() { last } else { name.trim() };
                    exports.insert((module.clone(), name.to_owned()), target);
                }
            }
        }
        exports
    }

    /// Resolves a path to a module and the rest of the path.
    fn resolve(&self, module: &Module, path: &str) -> Option<(Module, Vec<String>)> {
        let mut parts = path.split("::").map(str::trim).peekable();
        let mut target = match *parts.peek()? {
            "crate" => Module::new(),
            "self" | "super" => module.clone(),
            first if self.modules.contains_key(&[module.as_slice(), &[first.to_owned()]].concat()) => {
                module.clone()
            }
            _ => return None,
        };
        while let Some(part) = parts.next_if(|part| matches!(*part, "crate" | "self" | "super")) {
            if part == "super" {
                target.pop();
            }
        }
        while let Some(part) = parts.peek() {
            target.push((*part).to_owned());
            if !self.modules.contains_key(&target) {
                target.pop();
                break;
            }
            parts.next();
        }
        Some((target, parts.map(str::to_owned).collect()))
    }

    /// Returns the dependencies between the modules of each folder, with an example of each.
    fn needs(&self) -> BTreeMap<Module, BTreeMap<(String, String), String>> {
        /// The maximum number of nested re-exports.
        const MOST: usize = 8;
        let mut needs: BTreeMap<Module, BTreeMap<_, _>> = BTreeMap::new();
        for (module, code) in &self.modules {
            for path in uses(code).into_iter().map(|(path, _)| path).chain(qualified(code)) {
                let Some((mut target, rest)) = self.resolve(module, &path) else { continue };
                if let Some(name) =
                    rest.first().map(|name| name.split(' ').next().unwrap_or_default().to_owned())
                {
                    for _ in 0..MOST {
                        let Some(origin) = self.exports.get(&(target.clone(), name.clone())) else { break };
                        target.clone_from(origin);
                    }
                }
                let shared = module.iter().zip(&target).take_while(|(one, other)| one == other).count();
                if let (Some(from), Some(to)) = (module.get(shared), target.get(shared)) {
                    let example = format!("{}: {path}", module.join("/"));
                    needs
                        .entry(module[..shared].to_vec())
                        .or_default()
                        .insert((from.clone(), to.clone()), example);
                }
            }
        }
        needs
    }
}

/// Returns the source with comments and literals replaced by spaces.
fn code(source: &str) -> String {
    let bytes = source.as_bytes();
    let mut code = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let hashes = rest.get(1..).unwrap_or_default().iter().take_while(|b| **b == b'#').count();
        let is_name = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
        let begins_word =
            !at.checked_sub(1).is_some_and(|before| is_name(&bytes[before]) && bytes[before] != b'b');
        let end_after = |start: usize, mark: &[u8]| {
            let from = &rest[start.min(rest.len())..];
            from.windows(mark.len())
                .position(|part| part == mark)
                .map_or(rest.len(), |end| start + end + mark.len())
        };
        let length = if rest.starts_with(b"//") {
            end_after(2, b"\n") - 1
        } else if rest.starts_with(b"/*") {
            end_after(2, b"*/")
        } else if rest[0] == b'r' && begins_word && rest.get(1 + hashes) == Some(&b'"') {
            end_after(2 + hashes, &[&b"\""[..], &vec![b'#'; hashes]].concat())
        } else if rest[0] == b'"' {
            let mut end = 1;
            while end < rest.len() && rest[end] != b'"' {
                end += if rest[end] == b'\\' { 2 } else { 1 };
            }
            (end + 1).min(rest.len())
        } else if rest[0] == b'\'' && rest.get(1) == Some(&b'\\') {
            end_after(3, b"'")
        } else if rest[0] == b'\'' {
            // A character literal, unless it is a lifetime.
            let character = source[at + 1..].chars().next().map_or(1, char::len_utf8);
            if rest.get(1 + character) == Some(&b'\'') { character + 2 } else { 1 }
        } else {
            at += 1;
            continue;
        };
        code[at..at + length].iter_mut().filter(|b| **b != b'\n').for_each(|b| *b = b' ');
        at += length.max(1);
    }
    String::from_utf8(code).unwrap()
}

/// Returns the code without test items, and the test modules.
fn without_tests(code: &str) -> (String, Vec<String>) {
    let (mut kept, mut modules) = (String::new(), Vec::new());
    let mut rest = code;
    while let Some(start) = rest.find("#[cfg(") {
        let (before, attribute) = rest.split_at(start);
        let condition = attribute.split(']').next().unwrap_or_default();
        kept.push_str(before);
        if !condition.split(|c: char| !c.is_alphanumeric()).any(|word| word == "test") {
            kept.push_str(&attribute[..condition.len()]);
            rest = &attribute[condition.len()..];
            continue;
        }
        let item = &attribute[condition.len() + 1..];
        let mut depth = 0_usize;
        let end = item.char_indices().find(|(_, c)| {
            match c {
                '{' | '(' | '[' => depth += 1,
                '}' | ')' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && matches!(c, '}' | ';' | ',')
        });
        let end = end.map_or(item.len(), |(at, _)| at + 1);
        let declared = item[..end].trim().strip_suffix(';').and_then(|item| item.rsplit_once("mod "));
        modules.extend(declared.map(|(_, name)| name.trim().to_owned()));
        rest = &item[end..];
    }
    kept.push_str(rest);
    (kept, modules)
}

/// Returns the paths of the `use` declarations, and whether they re-export.
fn uses(code: &str) -> Vec<(String, bool)> {
    let mut paths = Vec::new();
    for (at, _) in code.match_indices("use ") {
        let line = code[..at].rsplit(['\n', ';', '}', '{']).next().unwrap_or_default().trim();
        let is_exported = line.starts_with("pub");
        if line.is_empty() || is_exported {
            let tree = code[at + 4..].split(';').next().unwrap_or_default();
            expand("", tree, &mut |path| paths.push((path, is_exported)));
        }
    }
    paths
}

/// Passes the paths of a `use` tree to a function: `a::{b, c::d}` has two.
fn expand(prefix: &str, tree: &str, found: &mut dyn FnMut(String)) {
    let mut depth = 0_usize;
    let mut start = 0;
    for (at, c) in tree.char_indices().chain([(tree.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let part = tree[start..at].trim();
                start = at + 1;
                match part.split_once('{') {
                    Some((before, inner)) => {
                        expand(&format!("{prefix}{before}"), inner.strip_suffix('}').unwrap_or(inner), found);
                    }
                    None if part.is_empty() => {}
                    None => found(format!("{prefix}{part}")),
                }
            }
            _ => {}
        }
    }
}

/// Returns the paths in code that begin with `crate`, `self` or `super`.
fn qualified(code: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for start in ["crate::", "self::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '$');
            if !code[..at].ends_with(is_part) {
                let path = code[at..].split(|c: char| !is_part(c)).next().unwrap_or_default();
                paths.push(path.trim_end_matches(':').to_owned());
            }
        }
    }
    paths
}

/// Returns the groups of mutually dependent modules.
fn circles(needs: &BTreeMap<(String, String), String>) -> Vec<BTreeSet<&str>> {
    let reached = |from: &str| {
        let (mut reached, mut waiting) = (BTreeSet::new(), vec![from.to_owned()]);
        while let Some(module) = waiting.pop() {
            for (_, to) in needs.keys().filter(|(from, _)| *from == module) {
                if reached.insert(to.as_str()) {
                    waiting.push(to.clone());
                }
            }
        }
        reached
    };
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        needs.keys().map(|(from, _)| (from.as_str(), reached(from))).collect();
    let is_mutual = |one: &str, other: &str| {
        reach[one].contains(other) && reach.get(other).is_some_and(|reached| reached.contains(one))
    };
    let circle = |one: &&'_ str| -> BTreeSet<&str> {
        reach.keys().copied().filter(|other| is_mutual(one, other)).collect()
    };
    let mut circles: Vec<_> = reach.keys().map(circle).filter(|circle| circle.len() > 1).collect();
    circles.sort();
    circles.dedup();
    circles
}

#[test]
fn modules_need_each_other_in_one_direction() {
    let crates = fs::read_dir(repository().join("crates")).unwrap();
    let crates = crates.map(|item| item.unwrap().file_name().into_string().unwrap());
    let mut folders: Vec<String> =
        crates.map(|name| format!("crates/{name}")).chain([String::new()]).collect();
    folders.sort();
    let mut found = Vec::new();
    let mut examples = String::new();
    for folder in &folders {
        let sources = Sources::read(&repository().join(folder).join("src"));
        for (module, needs) in sources.needs() {
            for circle in circles(&needs) {
                let names: Vec<&str> = circle.iter().copied().collect();
                found.push((folder.clone(), module.join("/"), names.join(" ")));
                for ((from, to), example) in &needs {
                    if circle.contains(from.as_str()) && circle.contains(to.as_str()) {
                        let _ = writeln!(examples, "{from} needs {to}: {example}");
                    }
                }
            }
        }
    }
    let known: Vec<_> = KNOWN
        .iter()
        .map(|(folder, module, names, _)| ((*folder).to_owned(), (*module).to_owned(), (*names).to_owned()))
        .collect();
    assert_eq!(found, known, "\n{examples}");
}

#[test]
fn dependencies_are_found_in_code_alone() {
    let source = r##"
        use crate::{one, two::{Three as Four, five}};
        pub(crate) use super::six::Seven;
        // crate::comment
        fn a<'a>(b: &'a str) -> char { let c = "crate::text"; let d = r#"crate::"raw"#; crate::eight::nine(c, d); '"' }
        #[cfg(test)]
        mod tests { use crate::ten; }
        #[cfg(test)]
        mod eleven;
        #[cfg(feature = "x")]
        use self::twelve;
    "##;
    let (code, tests) = without_tests(&code(source));
    assert_eq!(tests, ["eleven"]);
    let uses: Vec<_> =
        uses(&code).into_iter().map(|(path, is_exported)| format!("{path} {is_exported}")).collect();
    assert_eq!(
        uses,
        [
            "crate::one false",
            "crate::two::Three as Four false",
            "crate::two::five false",
            "super::six::Seven true",
            "self::twelve false",
        ]
    );
    assert!(qualified(&code).contains(&"crate::eight::nine".to_owned()));
    assert!(
        !qualified(&code)
            .iter()
            .any(|path| path.contains("text") || path.contains("raw") || path.contains("ten"))
    );
}

#[test]
fn circles_are_groups_that_reach_themselves() {
    let needs = |pairs: &[(&str, &str)]| -> BTreeMap<(String, String), String> {
        pairs.iter().map(|(from, to)| (((*from).to_owned(), (*to).to_owned()), String::new())).collect()
    };
    assert_eq!(circles(&needs(&[("a", "b"), ("b", "c"), ("a", "c")])), Vec::<BTreeSet<&str>>::new());
    let needs = needs(&[("a", "b"), ("b", "c"), ("c", "a"), ("d", "a"), ("e", "f"), ("f", "e")]);
    assert_eq!(circles(&needs), [BTreeSet::from(["a", "b", "c"]), BTreeSet::from(["e", "f"])]);
}
