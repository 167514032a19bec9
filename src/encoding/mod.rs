//! Which characters are these bytes?
