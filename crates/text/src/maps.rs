//! Maps and sets with untrusted keys.
//!
//! Maps of the standard library have random seeds, so a document cannot choose colliding keys. WebAssembly without an operating system
//! has no random numbers, and the standard library uses constants there. On it, maps are trees, whose cost does not depend on the keys.

#![allow(clippy::disallowed_types, clippy::implicit_hasher, reason = "the choice is made here")]

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod chosen {
    /// A map: a hash table with random seeds.
    pub type Map<K, V> = std::collections::HashMap<K, V>;
    /// A set: a hash table with random seeds.
    pub type Set<T> = std::collections::HashSet<T>;

    /// Returns a map with capacity for `count` keys.
    pub fn map_for<K, V>(count: usize) -> Map<K, V> {
        Map::with_capacity(count)
    }

    /// Returns a set with capacity for `count` members.
    pub fn set_for<T>(count: usize) -> Set<T> {
        Set::with_capacity(count)
    }

    /// Returns the capacity of a map, in keys.
    pub fn room<K, V>(map: &Map<K, V>) -> usize {
        map.capacity()
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod chosen {
    /// A map: a tree, since there are no random seeds.
    pub type Map<K, V> = std::collections::BTreeMap<K, V>;
    /// A set: a tree, since there are no random seeds.
    pub type Set<T> = std::collections::BTreeSet<T>;

    /// Returns a map. Trees do not reserve capacity.
    pub fn map_for<K, V>(_: usize) -> Map<K, V> {
        Map::new()
    }

    /// Returns a set. Trees do not reserve capacity.
    pub fn set_for<T>(_: usize) -> Set<T> {
        Set::new()
    }

    /// Returns an upper bound for the capacity of a map, in keys: its nodes are at least half full.
    pub fn room<K, V>(map: &Map<K, V>) -> usize {
        2 * map.len()
    }
}

/// Returns a set of members, inserted one by one: collecting into a tree sorts first, which needs much code.
pub fn set_of<T>(members: impl IntoIterator<Item = T>) -> Set<T>
where
    Set<T>: Extend<T>,
{
    let mut set = set_for(0);
    set.extend(members);
    set
}

pub use self::chosen::{Map, Set, map_for, room, set_for};
