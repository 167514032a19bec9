//! Calls to the host of the module. Outside of WebAssembly, legacy encodings are unknown.

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "bozofeed")]
unsafe extern "C" {
    /// Writes the name of the encoding with the label at `label` to `room` bytes at `to`. Returns its length, or -1 if the label
    /// is unknown.
    fn encoding_name(label: *const u8, length: usize, to: *mut u8, room: usize) -> isize;

    /// Decodes the `count` bytes at `bytes`, and writes the text to `room` bytes at `to`, in UTF-8. Returns its length, or -1 if
    /// the host lacks the encoding or the text does not fit.
    fn decode(
        label: *const u8,
        length: usize,
        bytes: *const u8,
        count: usize,
        to: *mut u8,
        room: usize,
    ) -> isize;
}

/// The length of the longest name of an encoding.
#[cfg(target_family = "wasm")]
const LONGEST_NAME: usize = 32;

/// Returns the name of the encoding with this label, in any case (Encoding Standard §4.2).
#[cfg(target_family = "wasm")]
pub(crate) fn name(label: &str) -> Option<String> {
    // SAFETY: the host reads the bytes of `label`, writes at most the bytes of `room`, and keeps neither address.
    written(LONGEST_NAME, |room| unsafe {
        encoding_name(label.as_ptr(), label.len(), room.as_mut_ptr(), room.len())
    })
}

/// Decodes bytes, with U+FFFD for malformed sequences; `None` if the host lacks the encoding.
#[cfg(target_family = "wasm")]
pub(crate) fn decoded(label: &str, bytes: &[u8]) -> Option<String> {
    // A byte becomes at most three bytes: a character of the Basic Multilingual Plane.
    let length = bytes.len() * 3;
    // SAFETY: as above; also, the host does not change `bytes`.
    written(length, |room| unsafe {
        decode(label.as_ptr(), label.len(), bytes.as_ptr(), bytes.len(), room.as_mut_ptr(), room.len())
    })
}

/// Returns the text that the host writes to a buffer of this length.
#[cfg(target_family = "wasm")]
fn written(length: usize, write: impl FnOnce(&mut [u8]) -> isize) -> Option<String> {
    let mut room = vec![0; length];
    let length = write(&mut room);
    room.truncate(usize::try_from(length).ok()?);
    String::from_utf8(room).ok()
}

#[cfg(not(any(target_family = "wasm", test)))]
pub(crate) fn name(_: &str) -> Option<String> {
    None
}

#[cfg(not(any(target_family = "wasm", test)))]
pub(crate) fn decoded(_: &str, _: &[u8]) -> Option<String> {
    None
}

#[cfg(test)]
pub(crate) fn name(label: &str) -> Option<String> {
    Some(real::Encoding::for_label_no_replacement(label.as_bytes())?.name().to_ascii_lowercase())
}

#[cfg(test)]
pub(crate) fn decoded(label: &str, bytes: &[u8]) -> Option<String> {
    let encoding = real::Encoding::for_label(label.as_bytes())?;
    Some(encoding.decode_without_bom_handling(bytes).0.into_owned())
}
