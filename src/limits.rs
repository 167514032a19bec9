//! How much a document may ask for.

/// What a parser reads at the most. At a limit on size, depth or entries it stops and keeps what it has; beyond the others
/// it reads on. It says [`Bozo::LimitExceeded`](crate::Bozo::LimitExceeded) either way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of input; what is behind them is not read. No limit by default: what is given is in memory already.
    pub size: usize,
    /// Elements open at once. By default 500: feeds need a dozen, HTML within them some dozens more.
    pub depth: usize,
    /// Entries. No limit by default.
    pub entries: usize,
    /// Bytes that the entities which the document declares may add to it (XML 1.0 §4.4): 8 MiB by default. References
    /// beyond stay as they are written.
    pub expansion: usize,
    /// Extensions kept within one another: 64 by default. Deeper ones are left out.
    pub extensions: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { size: usize::MAX, depth: 500, entries: usize::MAX, expansion: 8 << 20, extensions: 64 }
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

    /// Sets the most bytes that the document's own entities may add to it.
    #[must_use]
    pub fn expansion(self, expansion: usize) -> Self {
        Self { expansion, ..self }
    }

    /// Sets the most extensions within one another.
    #[must_use]
    pub fn extensions(self, extensions: usize) -> Self {
        Self { extensions, ..self }
    }
}
