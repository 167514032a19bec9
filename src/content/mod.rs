//! What a text value is, and how it is made safe: repair, relative URIs, sanitizing.
