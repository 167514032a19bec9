//! Writing takes memory for one entry and the hashes of identifiers, and time in proportion to the output.

use bozofeed::model::{Entry, Feed};
use bozofeed::write::{Target, WriteError, Writer};
use bozofeed::{Parsed, Timestamp};

use crate::Counter;

/// The maximum number of bytes in memory for each written entry: the hash of its identifier, so that it is not written twice.
const MOST_PER_ENTRY: u64 = 40;

/// The numbers of written entries. Without optimization, there are fewer, to save time; `.ci/run` also runs the tests with
/// optimization.
const FEW: usize = 1_000;
const MANY: usize = if cfg!(debug_assertions) { 10_000 } else { 100_000 };

const FORMATS: [Target; 3] = [Target::Atom, Target::Rss, Target::Json];

fn writer(format: Target) -> Writer {
    Writer::new(format).keep_everything(true).fallback_date(Timestamp::new(1_000_000_000, 0).unwrap())
}

/// Writes a parsed document in every format.
pub(crate) fn write_in_all_formats(parsed: &Parsed, out: &mut Counter) {
    for format in FORMATS {
        out.begin();
        let result = writer(format).write(parsed, &mut *out);
        assert!(matches!(result, Ok(_) | Err(WriteError::NotAFeed(_))), "{result:?}");
    }
}

/// Returns an entry with a little of everything, and an element in a namespace that no other entry uses.
fn entry(number: usize) -> Entry {
    let document = format!(
        "<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' xmlns:x{number}='urn:x:{number}'><channel><item><guid>urn:{number}</guid>\
         <title>Entry {number}</title><link>https://harbour.example/{number}</link><description>&lt;p>Three &lt;b>masts&lt;/b></description>\
         <itunes:duration>{number}</itunes:duration><category>ships</category><x{number}:y>z</x{number}:y></item></channel></rss>"
    );
    bozofeed::parse(document.as_bytes()).entries.swap_remove(0)
}

struct Cost {
    allocations: u64,
    peak: u64,
    written: u64,
}

/// Writes this many entries, repeating the given ones, with unique identifiers.
fn cost(format: Target, entries: &[Entry], count: usize) -> Cost {
    let mut out = Counter::default();
    let info = allocation_counter::measure(|| {
        let entries = (0..count).map(|number| {
            let mut entry = entries[number % entries.len()].clone();
            entry.id = Some(format!("urn:example:{number:09}").into());
            entry
        });
        let written = writer(format).write_feed(&Feed::default(), entries, &mut out);
        assert_eq!(written.unwrap().entries, count);
    });
    Cost { allocations: info.count_total, peak: info.bytes_max, written: out.all }
}

#[test]
fn memory_does_not_grow_with_the_number_of_entries() {
    const TIMES: u64 = (MANY / FEW + 1) as u64;
    let entries: Vec<Entry> = (0..FEW).map(entry).collect();
    let mut wrong = Vec::new();
    for format in FORMATS {
        let (few, many) = (cost(format, &entries, FEW), cost(format, &entries, MANY));
        // The head, of up to 64 KiB, is kept in memory.
        if many.peak > 300_000 + MOST_PER_ENTRY * MANY as u64 {
            wrong.push(format!("{format}: {} bytes for {FEW} entries, {} for {MANY}", few.peak, many.peak));
        }
        if many.allocations > few.allocations * TIMES || few.written * TIMES < many.written {
            wrong.push(format!("{format}: {} and {} allocations", few.allocations, many.allocations));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// A writer that compared all identifiers would have to keep them.
#[test]
fn memory_does_not_grow_with_the_number_of_identifiers() {
    let mut wrong = Vec::new();
    for format in FORMATS {
        let peak = |count: usize| {
            let entries = (0..count).map(|number| {
                let mut entry = Entry::default();
                entry.id = Some(format!("urn:example:{number:09}").into());
                entry
            });
            let mut out = Counter::default();
            let write = || assert!(writer(format).write_feed(&Feed::default(), entries, &mut out).is_ok());
            allocation_counter::measure(write).bytes_max
        };
        let (few, many) = (peak(2 * FEW), peak(MANY));
        if many > few + MOST_PER_ENTRY * MANY as u64 {
            wrong.push(format!("{format}: {few} and {many} bytes"));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// Facts about later entries, such as their namespaces, are not collected before writing.
#[test]
fn output_begins_before_the_last_entry() {
    let mut wrong = Vec::new();
    for format in FORMATS {
        let written = std::cell::Cell::new(0);
        let mut seen_before_the_last = 0;
        let entries = (0..FEW).map(|number| {
            seen_before_the_last = written.get();
            entry(number)
        });
        let out = Counting(&written);
        assert!(writer(format).write_feed(&Feed::default(), entries, out).is_ok());
        if seen_before_the_last + 100_000 < written.get() || written.get() < 300_000 {
            wrong.push(format!("{format}: {seen_before_the_last} of {}", written.get()));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// Counts the bytes of the output in a shared counter.
struct Counting<'c>(&'c std::cell::Cell<usize>);

impl std::io::Write for Counting<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.set(self.0.get() + bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
