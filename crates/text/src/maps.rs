//! Maps and sets, whose keys a document may choose.
//!
//! Those of the standard library are seeded at random, so that a document cannot choose keys that collide. WebAssembly without an
//! operating system has no random numbers, and the standard library uses constants there. So maps are trees on it, whose cost does
//! not depend on the keys.

#![allow(clippy::disallowed_types, clippy::implicit_hasher, reason = "the choice is made here")]

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod chosen {
    /// A map: a hash table, whose seeds the system chooses.
    pub type Map<K, V> = std::collections::HashMap<K, V>;
    /// A set: a hash table, whose seeds the system chooses.
    pub type Set<T> = std::collections::HashSet<T>;

    /// Returns a map with room for some keys.
    pub fn map_for<K, V>(count: usize) -> Map<K, V> {
        Map::with_capacity(count)
    }

    /// Returns a set with room for some members.
    pub fn set_for<T>(count: usize) -> Set<T> {
        Set::with_capacity(count)
    }

    /// Returns the number of keys that a map has memory for.
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

    /// Returns a map. Trees have no room beforehand.
    pub fn map_for<K, V>(_: usize) -> Map<K, V> {
        Map::new()
    }

    /// Returns a set. Trees have no room beforehand.
    pub fn set_for<T>(_: usize) -> Set<T> {
        Set::new()
    }

    /// Returns the number of keys that a map has memory for, at most: its nodes are half full at least.
    pub fn room<K, V>(map: &Map<K, V>) -> usize {
        2 * map.len()
    }
}

/// Returns a set of members, inserted one by one: trees that are collected sort them first, which takes much code.
pub fn set_of<T>(members: impl IntoIterator<Item = T>) -> Set<T>
where
    Set<T>: Extend<T>,
{
    let mut set = set_for(0);
    set.extend(members);
    set
}

pub use self::chosen::{Map, Set, map_for, room, set_for};
