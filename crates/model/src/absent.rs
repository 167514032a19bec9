//! Decides which values are omitted from the output.

use std::sync::Arc;

use crate::geo::{Coordinates, GeometryKind};
use crate::media::MediaDetails;
use crate::plain::Absent;
use crate::{Attributes, Entry, Generator, Str, Text, Typed};
use bozofeed_content::TextValue;

impl<T> Absent for Option<T> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T> Absent for Vec<T> {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

impl Absent for Attributes {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

impl Absent for bool {
    fn is_absent(&self) -> bool {
        !self
    }
}

impl<T> Absent for Typed<T> {
    fn is_absent(&self) -> bool {
        self.is_absent()
    }
}

impl Absent for MediaDetails {
    fn is_absent(&self) -> bool {
        *self == Self::default()
    }
}

impl Absent for String {}
impl Absent for Str {}
impl Absent for Arc<str> {}
impl Absent for TextValue {}
impl Absent for Text {}
impl Absent for Entry {}
impl Absent for Generator {}
impl Absent for GeometryKind {}
impl Absent for Coordinates {}
