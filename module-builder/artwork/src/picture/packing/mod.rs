//! Packs pictures of a map fast and small, in the format of PNG (zlib's).
//!
//! Most of a picture is the bare map, the same in every picture of a game. So the map is packed once with care, and of
//! a picture only what lies on the map is packed anew: an encoder that knows nothing of this takes as long for each
//! picture as the map takes once, and makes it larger.

mod code;
mod symbol;
mod telling;

use code::{Bits, Code};
use symbol::{DISTANCES, END, SYMBOLS, distance_symbol, length_symbol};
use telling::Step;

/// Bytes that were told with care: others that are mostly the same pack fast.
pub(super) struct Packed {
    bytes: Vec<u8>,
    telling: Vec<Step>,
}

/// Steps told in one code; shorter blocks fit their part better, but each brings its code with it.
const BLOCK: usize = 16_384;

impl Packed {
    /// Takes its time over some bytes.
    pub fn new(bytes: Vec<u8>) -> Packed {
        let telling = telling::careful(&bytes);
        Packed { bytes, telling }
    }

    /// The bytes themselves.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Bytes that this takes in memory.
    pub fn size(&self) -> usize {
        self.bytes.len() + 4 * self.telling.len()
    }

    /// A zlib stream of `bytes`, which are mostly these and lie in rows of so many bytes; the same for the same bytes.
    pub fn pack(&self, bytes: &[u8], row: usize) -> Vec<u8> {
        let steps = telling::hasty(bytes, &self.bytes, &self.telling, row);
        let mut start = Vec::with_capacity(bytes.len() / 6);
        // deflate with a window of 32 KB, packed with care
        start.extend([0x78, 0xda]);
        let mut out = Bits::after(start);
        let mut at = 0;
        let blocks = steps.len().div_ceil(BLOCK);
        for (i, block) in steps.chunks(BLOCK).enumerate() {
            at = put_block(&mut out, bytes, at, block, i + 1 == blocks);
        }
        if blocks == 0 {
            put_block(&mut out, bytes, 0, &[], true);
        }
        let mut packed = out.finish();
        packed.extend(simd_adler32::adler32(&bytes).to_be_bytes());
        packed
    }
}

/// The order in which the format lists the lengths of the code that tells the lengths of codes.
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// Writes the steps of a block, which starts at a byte; says where it ends.
fn put_block(out: &mut Bits, bytes: &[u8], start: usize, steps: &[Step], last: bool) -> usize {
    let mut counts = ([0; SYMBOLS], [0; DISTANCES]);
    counts.0[END] = 1;
    let mut at = start;
    for step in steps {
        if step.distance == 0 {
            counts.0[usize::from(bytes[at])] += 1;
        } else {
            counts.0[length_symbol(step.length).0] += 1;
            counts.1[distance_symbol(step.distance).0] += 1;
        }
        at += usize::from(step.length);
    }
    // The format wants two distances at least.
    for distance in 0..2 {
        counts.1[distance] = counts.1[distance].max(1);
    }
    let (symbols, distances) = (Code::of(&counts.0, 15), Code::of(&counts.1, 15));
    out.put(u32::from(last), 1);
    out.put(2, 2);
    put_codes(out, &symbols.lengths, &distances.lengths);
    let mut at = start;
    for step in steps {
        if step.distance == 0 {
            symbols.put(usize::from(bytes[at]), out);
        } else {
            let (symbol, extra, value) = length_symbol(step.length);
            symbols.put(symbol, out);
            out.put(value, extra);
            let (symbol, extra, value) = distance_symbol(step.distance);
            distances.put(symbol, out);
            out.put(value, extra);
        }
        at += usize::from(step.length);
    }
    symbols.put(END, out);
    at
}

/// Writes the lengths of both codes, runs of the same length shortened, in a code of their own.
fn put_codes(out: &mut Bits, symbols: &[u8], distances: &[u8]) {
    let used = |lengths: &[u8], least: usize| lengths.iter().rposition(|l| *l > 0).map_or(least, |i| least.max(i + 1));
    let (symbols, distances) = (&symbols[..used(symbols, 257)], &distances[..used(distances, 1)]);
    let all = [symbols, distances].concat();
    let mut runs: Vec<(usize, u32, u32)> = Vec::new();
    for same in all.chunk_by(|a, b| a == b) {
        let (length, mut left) = (same[0], same.len() as u32);
        if length > 0 {
            runs.push((usize::from(length), 0, 0));
            left -= 1;
        }
        while left > 0 {
            let (run, count) = match (length, left) {
                (0, 11..) => ((18, 7, left.min(138) - 11), left.min(138)),
                (0, 3..) => ((17, 3, left - 3), left),
                (1.., 3..) => ((16, 2, left.min(6) - 3), left.min(6)),
                _ => ((usize::from(length), 0, 0), 1),
            };
            runs.push(run);
            left -= count;
        }
    }
    let mut counts = [0; 19];
    runs.iter().for_each(|(symbol, ..)| counts[*symbol] += 1);
    let code = Code::of(&counts, 7);
    let told = ORDER.iter().rposition(|symbol| code.lengths[*symbol] > 0).map_or(4, |i| (i + 1).max(4));
    out.put(symbols.len() as u32 - 257, 5);
    out.put(distances.len() as u32 - 1, 5);
    out.put(told as u32 - 4, 4);
    for symbol in &ORDER[..told] {
        out.put(u32::from(code.lengths[*symbol]), 3);
    }
    for (symbol, extra, value) in runs {
        code.put(symbol, out);
        out.put(value, extra);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};
    use std::io::Read;

    fn unpacked(packed: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        flate2::read::ZlibDecoder::new(packed).read_to_end(&mut bytes).expect("a sound stream");
        bytes
    }

    #[test]
    fn what_is_packed_unpacks_to_the_same_bytes() {
        let mut chance = ChaCha8Rng::seed_from_u64(7);
        let mut byte = |colours: u8| chance.random_range(0..colours);
        let noise: Vec<u8> = (0..60_000).map(|_| byte(250)).collect();
        let map: Vec<u8> = (0..90_000).map(|i| if i / 40 % 3 == 0 { byte(9) } else { (i / 300) as u8 }).collect();
        for known in [Vec::new(), vec![5], vec![0; 1000], noise, map] {
            let packed = Packed::new(known.clone());
            assert_eq!(unpacked(&packed.pack(&known, 300)), known);
            let mut new = known.clone();
            new.iter_mut().skip(200).take(300).for_each(|byte| *byte = 77);
            new.extend(known.iter().rev());
            assert_eq!(unpacked(&packed.pack(&new, 300)), new);
        }
    }
}
