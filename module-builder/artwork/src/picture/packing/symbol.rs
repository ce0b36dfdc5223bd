//! The symbols in which deflate tells lengths and distances (RFC 1951, 3.2.5).

/// How many symbols there are for bytes, the end of a block and lengths.
pub(super) const SYMBOLS: usize = 286;
/// How many there are for distances.
pub(super) const DISTANCES: usize = 30;
/// The end of a block.
pub(super) const END: usize = 256;

/// Symbol of a length, its extra bits, and what they say.
pub(super) fn length_symbol(length: u16) -> (usize, u32, u32) {
    match u32::from(length) - 3 {
        255 => (285, 0, 0),
        short @ 0..8 => (257 + short as usize, 0, 0),
        long => {
            let extra = long.ilog2() - 2;
            (257 + ((extra << 2) + (long >> extra)) as usize, extra, long & ((1 << extra) - 1))
        }
    }
}

/// Symbol of a distance, its extra bits, and what they say.
pub(super) fn distance_symbol(distance: u16) -> (usize, u32, u32) {
    match u32::from(distance) - 1 {
        near @ 0..4 => (near as usize, 0, 0),
        far => {
            let extra = far.ilog2() - 1;
            (((extra << 1) + (far >> extra)) as usize, extra, far & ((1 << extra) - 1))
        }
    }
}
