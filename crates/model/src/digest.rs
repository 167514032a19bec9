//! Hashes that distinguish values of the model. `Hash` is not enough, since types with floating-point numbers do not implement it.

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

/// A value that can be hashed. `plain!`, which lists all fields, implements it for the types of the model.
///
/// The hasher is passed as a reference to a trait object, so that the code of the model is compiled once.
pub trait Digest {
    /// Hashes the value. Equal values have the same hash.
    fn digest(&self, state: &mut dyn Hasher);
}

/// Returns a digest of a value. Equal values have the same digest; different ones collide with a probability of 1 in 2⁶⁴.
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
        // Positive and negative zero, which are equal, have the same bits after this.
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
        // Without it, moving a value from one optional field to the next would not change the digest. The lengths of lists are hashed for
        // the same reason.
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

/// A box of absent fields has the same hash as an absent box.
impl<T: Default + PartialEq + Digest> Digest for Rare<T> {
    fn digest(&self, state: &mut dyn Hasher) {
        let fields = self.get().filter(|fields| **fields != T::default());
        state.write_u8(u8::from(fields.is_some()));
        if let Some(fields) = fields {
            fields.digest(state);
        }
    }
}
