//! Sorting with a small code size.

use std::collections::BinaryHeap;

/// Sorts a list; the sort is unstable. It takes a tenth of the code of the standard library's sort, which is compiled for each type, and
/// up to twice the time: it is for lists that are short, or rarely out of order.
pub fn sorted<T: Ord>(list: Vec<T>) -> Vec<T> {
    if list.is_sorted() { list } else { BinaryHeap::from(list).into_sorted_vec() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        for (list, expected) in [
            (vec![], vec![]),
            (vec![7], vec![7]),
            (vec![1, 2, 2, 9], vec![1, 2, 2, 9]),
            (vec![9, 2, 7, 1, 2], vec![1, 2, 2, 7, 9]),
        ] {
            assert_eq!(sorted(list), expected);
        }
    }
}
