//! Time is linear in the input, whatever is wrong with it; `benches/flatness.rs` measures how much there is of it.

#[path = "../benches/damage/mod.rs"]
mod damage;

use std::time::{Duration, Instant};

use bozofeed::Parser;
use damage::{DAMAGES, Damage};

/// How much longer ten times as much may take. What is not linear takes a hundred times as long.
const TOLERANCE: u32 = 30;
/// What takes no longer than this is not measured: others use the machine as well.
const NOISE: Duration = Duration::from_millis(100);

fn time(parser: &Parser, document: &[u8]) -> Duration {
    let start = Instant::now();
    let _ = parser.parse(document);
    start.elapsed()
}

/// Whether ten times as much takes at most some ten times as long, in the best of a few tries.
fn is_flat(damage: &Damage, size: usize) -> bool {
    let parser = Parser::new().sanitize(false).resolve_urls(false);
    let (small, large) = (damage.document(size / 10), damage.document(size));
    (0..4).any(|_| time(&parser, &large) < NOISE + time(&parser, &small) * TOLERANCE)
}

fn assert_all_flat(size: usize) {
    let steep: Vec<_> =
        DAMAGES.iter().filter(|damage| !is_flat(damage, size)).map(|damage| damage.name).collect();
    assert!(steep.is_empty(), "at {size} bytes, not linear: {steep:?}");
}

#[test]
fn a_hundred_kilobytes_of_any_damage_take_ten_times_as_long_as_ten() {
    assert_all_flat(100_000);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long without optimization")]
fn a_megabyte_of_any_damage_takes_ten_times_as_long_as_a_hundred_kilobytes() {
    assert_all_flat(1_000_000);
}

#[test]
#[ignore = "takes long without optimization: cargo test --release --test flatness -- --ignored"]
fn ten_megabytes_of_any_damage_take_ten_times_as_long_as_one() {
    assert_all_flat(10_000_000);
}
