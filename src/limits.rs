//! How much a document may ask for.

/// What a parser reads at the most. At a limit it stops, keeps what it has, and says
/// [`Bozo::LimitExceeded`](crate::Bozo::LimitExceeded).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of input; what is behind them is not read. No limit by default: what is given is in memory already.
    pub size: usize,
    /// Elements open at once. By default 500: feeds need a dozen, HTML within them some dozens more.
    pub depth: usize,
    /// Entries. No limit by default.
    pub entries: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { size: usize::MAX, depth: 500, entries: usize::MAX }
    }
}

impl Limits {
    /// Sets the most bytes of input.
    #[must_use]
    pub fn size(self, size: usize) -> Self {
        Self { size, ..self }
    }

    /// Sets the most elements open at once.
    #[must_use]
    pub fn depth(self, depth: usize) -> Self {
        Self { depth, ..self }
    }

    /// Sets the most entries.
    #[must_use]
    pub fn entries(self, entries: usize) -> Self {
        Self { entries, ..self }
    }
}
