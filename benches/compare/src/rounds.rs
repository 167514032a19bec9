//! Functions shared by the comparisons: they read the feeds of a folder, and measure each engine in turn.

use std::path::Path;
use std::time::Duration;

use cpu_time::ThreadTime;

/// The number of rounds.
const ROUNDS: usize = 7;

/// The name of an engine, and the function that reads a feed with it.
pub type Engine = (&'static str, Box<dyn Fn(&[u8])>);

/// Returns the files of the folder given on the command line, and their size in bytes, and prints both.
pub fn feeds() -> (Vec<Vec<u8>>, usize) {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("usage: the path of a folder of feeds");
        std::process::exit(2);
    };
    let feeds = read(Path::new(&folder));
    let bytes: usize = feeds.iter().map(Vec::len).sum();
    println!("{} feeds, {:.1} MB\n", feeds.len(), bytes as f64 / 1e6);
    (feeds, bytes)
}

/// Returns the seconds of each engine's median round.
pub fn measure(engines: &[Engine], feeds: &[Vec<u8>]) -> Vec<f64> {
    let mut times: Vec<Vec<Duration>> = engines.iter().map(|_| Vec::new()).collect();
    for _ in 0..ROUNDS {
        for ((_, engine), times) in engines.iter().zip(&mut times) {
            let start = ThreadTime::now();
            for feed in feeds {
                engine(feed);
            }
            times.push(start.elapsed());
        }
    }
    times.iter_mut().map(|times| median(times)).collect()
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64()
}

fn read(folder: &Path) -> Vec<Vec<u8>> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        eprintln!("compare: {}: cannot be read", folder.display());
        std::process::exit(1);
    };
    let mut paths: Vec<_> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read(path).ok()).collect()
}
