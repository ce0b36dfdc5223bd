//! Codes in which frequent symbols take few bits, as deflate has them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A code for symbols 0, 1, 2 …: how many bits each takes (0: it does not occur), and which.
pub(super) struct Code {
    pub lengths: Vec<u8>,
    bits: Vec<u16>,
}

impl Code {
    /// The best code for symbols that occur so often, in which none takes more than `longest` bits.
    pub fn of(counts: &[u32], longest: u8) -> Code {
        let mut counts = counts.to_vec();
        let mut lengths = lengths(&counts);
        // Halving brings counts together until the code fits; only the rarest symbols feel it.
        while lengths.iter().any(|length| *length > longest) {
            counts.iter_mut().filter(|count| **count > 0).for_each(|count| *count = *count / 2 + 1);
            lengths = self::lengths(&counts);
        }
        let bits = canonical(&lengths);
        Code { lengths, bits }
    }

    /// Writes a symbol.
    pub fn put(&self, symbol: usize, out: &mut Bits) {
        out.put(u32::from(self.bits[symbol]), u32::from(self.lengths[symbol]));
    }
}

/// The depth of each symbol in the tree that joins the two rarest again and again.
fn lengths(counts: &[u32]) -> Vec<u8> {
    let mut heap: BinaryHeap<Reverse<(u32, usize)>> = BinaryHeap::new();
    heap.extend((0..).zip(counts).filter(|(_, count)| **count > 0).map(|(symbol, count)| Reverse((*count, symbol))));
    let mut lengths = vec![0; counts.len()];
    if heap.len() == 1 {
        let alone = heap.pop().map_or(0, |Reverse((_, symbol))| symbol);
        lengths[alone] = 1;
        return lengths;
    }
    // Nodes above the symbols, numbered from where those end.
    let mut parent = vec![usize::MAX; counts.len()];
    while let (Some(Reverse((a, one))), Some(Reverse((b, other)))) = (heap.pop(), heap.pop()) {
        let node = parent.len();
        parent.push(usize::MAX);
        (parent[one], parent[other]) = (node, node);
        if heap.is_empty() {
            break;
        }
        heap.push(Reverse((a + b, node)));
    }
    for (symbol, length) in lengths.iter_mut().enumerate() {
        let mut node = parent[symbol];
        while node != usize::MAX {
            *length += 1;
            node = parent[node];
        }
    }
    lengths
}

/// The bits of the code with these lengths, first bit lowest.
fn canonical(lengths: &[u8]) -> Vec<u16> {
    let mut of_length = [0u16; 16];
    for length in lengths.iter().filter(|length| **length > 0) {
        of_length[usize::from(*length)] += 1;
    }
    let mut next = [0u16; 16];
    for length in 1..16 {
        next[length] = (next[length - 1] + of_length[length - 1]) << 1;
    }
    let bits = |length: &u8| {
        let Some(shift) = 16u32.checked_sub(u32::from(*length)).filter(|shift| *shift < 16) else { return 0 };
        let bits = next[usize::from(*length)];
        next[usize::from(*length)] += 1;
        bits.reverse_bits() >> shift
    };
    lengths.iter().map(bits).collect()
}

/// Bits written one after the other, the lowest of each byte first.
#[derive(Default)]
pub(super) struct Bits {
    bytes: Vec<u8>,
    waiting: u64,
    count: u32,
}

impl Bits {
    /// After some bytes.
    pub fn after(bytes: Vec<u8>) -> Bits {
        Bits { bytes, waiting: 0, count: 0 }
    }

    /// Writes the lowest bits of a value, 32 at most.
    pub fn put(&mut self, value: u32, count: u32) {
        self.waiting |= u64::from(value) << self.count;
        self.count += count;
        if self.count >= 32 {
            self.bytes.extend_from_slice(&(self.waiting as u32).to_le_bytes());
            self.waiting >>= 32;
            self.count -= 32;
        }
    }

    /// All bytes, the last one filled up with zeros.
    pub fn finish(mut self) -> Vec<u8> {
        let rest = self.count.div_ceil(8) as usize;
        self.bytes.extend_from_slice(&self.waiting.to_le_bytes()[..rest]);
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_fills_its_bits_and_is_never_too_long() {
        let doubling: Vec<u32> = (0..30).map(|i| 1 << i.min(28)).collect();
        for counts in [vec![5, 0, 3, 1, 1], doubling, vec![7; 286]] {
            let code = Code::of(&counts, 15);
            let full: f64 = code.lengths.iter().filter(|l| **l > 0).map(|l| 0.5f64.powi(i32::from(*l))).sum();
            assert!((full - 1.0).abs() < 1e-9, "{full}");
            assert!(code.lengths.iter().all(|length| *length <= 15));
            assert!(code.lengths.iter().zip(&counts).all(|(length, count)| (*length == 0) == (*count == 0)));
        }
    }
}
