//! Serves the feeds in folders on this machine, to try the planet and to measure it.
//!
//! `/list.opml` lists them all. With `--copies`, each feed is served under many addresses, with different entries at each.
//! With `--hosts`, they are spread over the addresses 127.0.1.1, 127.0.1.2 …, which work on Linux without any setup.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use bozofeed_opml::{Opml, Outline};
use clap::Parser;

/// Serves the feeds of folders on this machine; /list.opml lists them
#[derive(Debug, Parser)]
struct Arguments {
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// The port; any that is free if none is given
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// How many feeds are served: the files again and again, each time with other entries
    #[arg(long, value_name = "N")]
    copies: Option<usize>,
    /// How many addresses of this machine they are spread over
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=20_000))]
    hosts: u16,
}

/// The documents and their addresses.
struct Feeds {
    /// Names and contents.
    files: Vec<(String, Vec<u8>)>,
    copies: usize,
    hosts: Vec<Ipv4Addr>,
    port: u16,
}

fn main() -> ExitCode {
    match serve(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("serve_feeds: {error}");
            ExitCode::FAILURE
        }
    }
}

fn serve(arguments: &Arguments) -> io::Result<()> {
    let files = read(&arguments.folders)?;
    if files.is_empty() {
        return Err(io::Error::new(io::ErrorKind::NotFound, "no files in the folders"));
    }
    let hosts: Vec<Ipv4Addr> = if arguments.hosts == 1 {
        vec![Ipv4Addr::LOCALHOST]
    } else {
        (1..=arguments.hosts)
            .map(|n| Ipv4Addr::from_bits(Ipv4Addr::new(127, 0, 1, 0).to_bits() + u32::from(n)))
            .collect()
    };
    let mut port = arguments.port;
    let mut listeners = Vec::new();
    for host in &hosts {
        let listener = TcpListener::bind((*host, port))?;
        port = listener.local_addr()?.port();
        listeners.push(listener);
    }
    let copies = arguments.copies.unwrap_or(files.len());
    let feeds = Arc::new(Feeds { files, copies, hosts, port });
    println!("{}/list.opml", feeds.origin(0));
    io::stdout().flush()?;
    let threads: Vec<_> = listeners
        .into_iter()
        .map(|listener| {
            let feeds = Arc::clone(&feeds);
            // One request at a time: a polite client does not make two.
            let accept = move || {
                for stream in listener.incoming().flatten() {
                    // If one client disconnects, the others are still served.
                    let _ = answer(&feeds, &stream);
                }
            };
            thread::Builder::new().stack_size(128 * 1024).spawn(accept)
        })
        .collect::<io::Result<_>>()?;
    for thread in threads {
        let _ = thread.join();
    }
    Ok(())
}

/// Reads the files of folders, in order of their names.
fn read(folders: &[PathBuf]) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    for folder in folders {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                files.push((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?));
            }
        }
    }
    files.sort();
    Ok(files)
}

impl Feeds {
    /// Returns the prefix of a feed's URL.
    fn origin(&self, number: usize) -> String {
        let host = self.hosts.get(number % self.hosts.len().max(1)).copied();
        format!("http://{}:{}", host.unwrap_or(Ipv4Addr::LOCALHOST), self.port)
    }

    /// Returns the list of all feeds.
    fn list(&self) -> String {
        let mut list = Opml::new("Feeds of folders");
        for number in 0..self.copies {
            let Some((name, bytes)) = self.files.get(number % self.files.len().max(1)) else { continue };
            // Pictures are not feeds.
            if bytes.starts_with(b"\x89PNG") {
                continue;
            }
            list.outlines.push(Outline::feed(name, format!("{}/{number}/{name}", self.origin(number))));
        }
        list.to_xml()
    }

    /// Returns the document at a path, `/17/tides.xml`: the file with entry identifiers that end in the number.
    fn document(&self, path: &str) -> Option<Vec<u8>> {
        let (number, name) = path.trim_start_matches('/').split_once('/')?;
        let number: usize = number.parse().ok()?;
        let (_, bytes) = self.files.iter().find(|(known, _)| known == name)?;
        let is_copy = number >= self.files.len();
        Some(if is_copy { varied(bytes, number) } else { bytes.clone() })
    }
}

/// Returns a document with a number at the end of its titles and identifiers.
fn varied(bytes: &[u8], number: usize) -> Vec<u8> {
    const ENDS: [&[u8]; 3] = [b"</guid>", b"</id>", b"</title>"];
    let number = format!("-{number}");
    let mut varied = Vec::with_capacity(bytes.len() + bytes.len() / 50);
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|byte| *byte == b'<') {
        let (before, tag) = rest.split_at(at);
        varied.extend_from_slice(before);
        if ENDS.iter().any(|end| tag.starts_with(end)) {
            varied.extend_from_slice(number.as_bytes());
        }
        varied.push(b'<');
        rest = tag.get(1..).unwrap_or_default();
    }
    varied.extend_from_slice(rest);
    varied
}

fn answer(feeds: &Feeds, stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
    let etag = format!("\"{path}\"");
    let mut is_known = false;
    loop {
        line.clear();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        is_known |= name.eq_ignore_ascii_case("if-none-match") && value.trim() == etag;
    }
    let (status, media_type, body) = if path == "/list.opml" {
        (200, "text/x-opml", feeds.list().into_bytes())
    } else if is_known {
        (304, "", Vec::new())
    } else {
        match feeds.document(&path) {
            Some(body) if body.starts_with(b"\x89PNG") => (200, "image/png", body),
            Some(body) => (200, "application/xml", body),
            None => (404, "text/plain", Vec::new()),
        }
    };
    let mut head = format!("HTTP/1.1 {status} X\r\nConnection: close\r\nETag: {etag}\r\n");
    if status != 304 {
        head.push_str("Content-Type: ");
        head.push_str(media_type);
        head.push_str("\r\nContent-Length: ");
        head.push_str(&body.len().to_string());
        head.push_str("\r\n");
    }
    head.push_str("\r\n");
    let mut stream = stream;
    stream.write_all(&[head.as_bytes(), &body].concat())
}
