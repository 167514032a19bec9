//! Linear memory that grows in few steps.

use std::alloc::{GlobalAlloc, Layout, System};
use std::arch::wasm32::memory_size;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The system allocator, with memory that grows by at least an eighth. By default, it grows by the size of each allocation, which is
/// hundreds of times for a long document, and engines run a full garbage collection nearly every time.
struct Growing {
    /// The number of pages after the last allocation.
    pages: AtomicUsize,
}

#[global_allocator]
static ALLOCATOR: Growing = Growing { pages: AtomicUsize::new(0) };

const PAGE: usize = 64 << 10;

impl Growing {
    /// Grows memory further if it has just grown: the block freed at its end serves the next allocations.
    fn grow(&self) {
        let pages = memory_size::<0>();
        if pages == self.pages.load(Ordering::Relaxed) {
            return;
        }
        if let Ok(layout) = Layout::from_size_align(pages.div_ceil(8) * PAGE, 16) {
            #[allow(unsafe_code, reason = "the size is not 0, and the block is freed as it was allocated")]
            unsafe {
                let block = System.alloc(layout);
                if !block.is_null() {
                    System.dealloc(block, layout);
                }
            }
        }
        self.pages.store(memory_size::<0>(), Ordering::Relaxed);
    }
}

#[allow(unsafe_code, reason = "everything is the allocator of the system")]
unsafe impl GlobalAlloc for Growing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let block = unsafe { System.alloc(layout) };
        self.grow();
        block
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let block = unsafe { System.alloc_zeroed(layout) };
        self.grow();
        block
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let block = unsafe { System.realloc(block, layout, size) };
        self.grow();
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) };
    }
}
