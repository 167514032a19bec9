//! What tells a value of the model from others, as a hash. `Hash` is not enough, since types with floating-point numbers have none.

use std::borrow::Cow;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use super::geo::{Coordinates, GeometryKind};
use crate::extension::Attributes;
use crate::plain::Rare;
use crate::syndication::UpdatePeriod;
use crate::torznab::Newznab;
use crate::{Str, Text, Typed};
use bozofeed_date::Moment;

/// A value that can be hashed. Types of the model are by `plain!`, which knows all fields.
///
/// The hasher is behind a reference, so that the code of the model exists once.
pub trait Digest {
    /// Hashes the value. Values that are equal have the same hash.
    fn digest(&self, state: &mut dyn Hasher);
}

/// Returns a digest of a value. Values that are equal have the same; those that are not have the same by a chance of 1 to 2⁶⁴.
pub fn of(value: &impl Digest, hasher: &impl BuildHasher) -> u64 {
    let mut digest = hasher.build_hasher();
    value.digest(&mut digest);
    digest.finish()
}

macro_rules! by_hash {
    ($($kind:ty),+) => {$(
        impl Digest for $kind {
            fn digest(&self, mut state: &mut dyn Hasher) {
                self.hash(&mut state);
            }
        }
    )+};
}

by_hash!(bool, u8, u16, u32, u64, i32, i64, String, Cow<'_, str>, Duration);
by_hash!((String, String), Attributes, GeometryKind, Moment, Newznab, Str, Text, UpdatePeriod);

impl Digest for f64 {
    fn digest(&self, state: &mut dyn Hasher) {
        // The zeros, which are equal, have the same bits after this.
        state.write_u64((self + 0.0).to_bits());
    }
}

impl Digest for Coordinates {
    fn digest(&self, state: &mut dyn Hasher) {
        let Self { latitude, longitude, elevation } = self;
        latitude.digest(state);
        longitude.digest(state);
        elevation.digest(state);
    }
}

impl<T: Digest> Digest for Typed<T> {
    fn digest(&self, state: &mut dyn Hasher) {
        let Self { raw, value } = self;
        raw.digest(state);
        value.digest(state);
    }
}

impl<T: Digest> Digest for Option<T> {
    fn digest(&self, state: &mut dyn Hasher) {
        // Without it, a value that moves from one optional field to the next would leave the digest as it is.
        // The lengths of lists are hashed for the same reason.
        state.write_u8(u8::from(self.is_some()));
        if let Some(value) = self {
            value.digest(state);
        }
    }
}

impl<T: Digest + ?Sized> Digest for Box<T> {
    fn digest(&self, state: &mut dyn Hasher) {
        (**self).digest(state);
    }
}

impl<T: Digest + ?Sized> Digest for Arc<T> {
    fn digest(&self, state: &mut dyn Hasher) {
        (**self).digest(state);
    }
}

impl<T: Digest> Digest for Vec<T> {
    fn digest(&self, state: &mut dyn Hasher) {
        state.write_usize(self.len());
        for value in self {
            value.digest(state);
        }
    }
}

/// Fields that are all absent have the hash of a box that is.
impl<T: Default + PartialEq + Digest> Digest for Rare<T> {
    fn digest(&self, state: &mut dyn Hasher) {
        let fields = self.get().filter(|fields| **fields != T::default());
        state.write_u8(u8::from(fields.is_some()));
        if let Some(fields) = fields {
            fields.digest(state);
        }
    }
}
