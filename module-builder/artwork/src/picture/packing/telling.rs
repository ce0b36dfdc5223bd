//! How bytes are told as copies of what came before them: once with care, then again and again in a hurry.

use super::symbol::{DISTANCES, SYMBOLS, distance_symbol, length_symbol};

/// One step of a telling: a byte as it is (`distance` 0, `length` 1), or a copy of `length` bytes from `distance` back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub length: u16,
    pub distance: u16,
}

/// Shortest and longest copy of the format, and how far back it may reach.
const SHORTEST: usize = 3;
const LONGEST: usize = 258;
const REACH: usize = 32_768;
/// Copies this long are taken at once, without weighing what else could be done.
const LONG_ENOUGH: usize = 120;
/// Earlier places looked at for each byte of a careful telling, and of the rough one before it.
const PLACES: usize = 96;
const FEW_PLACES: usize = 8;
/// And of a hasty one.
const HASTY_PLACES: usize = 32;
const HASHES: usize = 1 << 15;
const NOWHERE: u32 = u32::MAX;

impl Step {
    const BYTE: Step = Step { length: 1, distance: 0 };

    fn copy(length: usize, distance: usize) -> Step {
        Step { length: length as u16, distance: distance as u16 }
    }
}

/// The telling of some bytes that packs into about the fewest bits.
///
/// What a step costs is only known once the whole is told: so it is told roughly first, at guessed costs.
pub(super) fn careful(bytes: &[u8]) -> Vec<Step> {
    let rough = cheapest(bytes, &Costs::guessed(), FEW_PLACES);
    cheapest(bytes, &Costs::of(&rough, bytes), PLACES)
}

/// The way through all bytes whose steps cost least together, as far as so many places to copy from tell.
fn cheapest(bytes: &[u8], costs: &Costs, places: usize) -> Vec<Step> {
    let mut cost = vec![u32::MAX; bytes.len() + 1];
    let mut step_to = vec![Step::BYTE; bytes.len() + 1];
    cost[0] = 0;
    let (mut last, mut before) = (vec![NOWHERE; HASHES], vec![NOWHERE; REACH]);
    let mut at = 0;
    while at < bytes.len() {
        let mut reach = |to: usize, price: u32, step: Step| {
            let total = cost[at] + price;
            if total < cost[to] {
                (cost[to], step_to[to]) = (total, step);
            }
        };
        reach(at + 1, costs.byte(bytes[at]), Step::BYTE);
        let mut longest = SHORTEST - 1;
        let mut place = hash(bytes, at).map_or(NOWHERE, |hash| last[hash]);
        for _ in 0..places {
            if place == NOWHERE || at - place as usize >= REACH || longest == LONGEST {
                break;
            }
            let distance = at - place as usize;
            let length = shared(bytes, at, distance);
            if length > longest {
                let far = costs.distance(distance);
                let from = if length >= LONG_ENOUGH { length } else { longest + 1 };
                for shorter in from..=length {
                    reach(at + shorter, far + costs.length(shorter), Step::copy(shorter, distance));
                }
                longest = length;
            }
            place = before[place as usize % REACH];
        }
        let end = if longest >= LONG_ENOUGH { at + longest } else { at + 1 };
        while at < end {
            if let Some(hash) = hash(bytes, at) {
                before[at % REACH] = last[hash];
                last[hash] = at as u32;
            }
            at += 1;
        }
    }
    let mut steps = Vec::new();
    while at > 0 {
        steps.push(step_to[at]);
        at -= usize::from(step_to[at].length);
    }
    steps.reverse();
    steps
}

/// A telling of `bytes` after the telling of bytes that are mostly the same and start at the same place: steps that
/// still hold are kept, and only what is new is told anew, without much care.
pub(super) fn hasty(bytes: &[u8], known: &[u8], telling: &[Step], row: usize) -> Vec<Step> {
    let mut steps = Vec::with_capacity(telling.len() * 5 / 4);
    let (mut last, mut before) = (vec![NOWHERE; HASHES], vec![NOWHERE; REACH]);
    let mut telling = telling.iter();
    let (mut start, mut end, mut old) = (0, 0, Step::BYTE);
    let mut at = 0;
    while at < bytes.len() {
        while end <= at {
            (start, old) = (end, telling.next().copied().unwrap_or(Step::copy(LONGEST, 0)));
            end = start + usize::from(old.length);
        }
        let distance = usize::from(old.distance);
        let holds = match distance {
            0 => end == start + 1 && known.get(at) == Some(&bytes[at]),
            _ => at == start && end <= bytes.len() && bytes[at..end] == bytes[at - distance..end - distance],
        };
        let hash_here = hash(bytes, at);
        let step = if holds {
            old
        } else {
            let near = [1, distance, row].into_iter().filter(|d| *d > 0 && *d <= at);
            let mut best = (0, 0);
            let mut weigh = |distance: usize| {
                let length = shared(bytes, at, distance);
                if length > best.0 {
                    best = (length, distance);
                }
                best.0
            };
            near.for_each(|distance| {
                weigh(distance);
            });
            let mut place = hash_here.map_or(NOWHERE, |hash| last[hash]);
            for _ in 0..HASTY_PLACES {
                if place == NOWHERE || at - place as usize >= REACH || weigh(at - place as usize) >= LONG_ENOUGH {
                    break;
                }
                place = before[place as usize % REACH];
            }
            match best {
                (length, distance) if length > SHORTEST || length == SHORTEST && distance < 4096 => {
                    Step::copy(length, distance)
                }
                _ => Step::BYTE,
            }
        };
        let end = at + usize::from(step.length);
        let remembered = if holds { at..at + 1 } else { at..end };
        for at in remembered {
            if let Some(hash) = hash(bytes, at) {
                before[at % REACH] = last[hash];
                last[hash] = at as u32;
            }
        }
        steps.push(step);
        at = end;
    }
    steps
}

/// How many bytes from here on are those from so far back, up to the longest copy.
fn shared(bytes: &[u8], at: usize, distance: usize) -> usize {
    let (here, there) = (&bytes[at..], &bytes[at - distance..]);
    let limit = here.len().min(LONGEST);
    let mut length = 0;
    while length + 8 <= limit {
        let word = |from: &[u8]| u64::from_le_bytes(from[length..length + 8].try_into().expect("eight bytes"));
        let differ = word(here) ^ word(there);
        if differ != 0 {
            return length + differ.trailing_zeros() as usize / 8;
        }
        length += 8;
    }
    while length < limit && here[length] == there[length] {
        length += 1;
    }
    length
}

/// Where bytes that begin like these are kept: four, since the country is full of three alike.
fn hash(bytes: &[u8], at: usize) -> Option<usize> {
    let word = u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?);
    Some((word.wrapping_mul(0x9e37_79b1) >> 17) as usize)
}

/// What steps cost, in sixteenths of a bit.
struct Costs {
    symbols: Vec<u32>,
    distances: Vec<u32>,
}

const BIT: f64 = 16.0;

impl Costs {
    /// What drawings come to: a byte costs more than a short copy.
    fn guessed() -> Costs {
        Costs { symbols: vec![6 * BIT as u32; SYMBOLS], distances: vec![4 * BIT as u32; DISTANCES] }
    }

    /// What the best code for a telling would come to.
    fn of(telling: &[Step], bytes: &[u8]) -> Costs {
        let (mut symbols, mut distances) = ([1u32; SYMBOLS], [1u32; DISTANCES]);
        let mut at = 0;
        for step in telling {
            if step.distance == 0 {
                symbols[usize::from(bytes[at])] += 1;
            } else {
                symbols[length_symbol(step.length).0] += 1;
                distances[distance_symbol(step.distance).0] += 1;
            }
            at += usize::from(step.length);
        }
        let costs = |counts: &[u32]| {
            let all = f64::from(counts.iter().sum::<u32>());
            counts.iter().map(|count| ((all / f64::from(*count)).log2() * BIT) as u32).collect()
        };
        Costs { symbols: costs(&symbols), distances: costs(&distances) }
    }

    fn byte(&self, byte: u8) -> u32 {
        self.symbols[usize::from(byte)]
    }

    fn length(&self, length: usize) -> u32 {
        let (symbol, extra, _) = length_symbol(length as u16);
        self.symbols[symbol] + extra * BIT as u32
    }

    fn distance(&self, distance: usize) -> u32 {
        let (symbol, extra, _) = distance_symbol(distance as u16);
        self.distances[symbol] + extra * BIT as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes that a telling tells.
    fn told(steps: &[Step], bytes: &[u8]) -> Vec<u8> {
        let mut out: Vec<u8> = Vec::new();
        for step in steps {
            for _ in 0..step.length {
                let from = out.len() - usize::from(step.distance);
                out.push(if step.distance == 0 { bytes[out.len()] } else { out[from] });
            }
        }
        out
    }

    fn pattern(length: usize) -> Vec<u8> {
        (0..length).map(|i| if i % 97 < 60 { (i / 500) as u8 } else { (i * i % 7) as u8 }).collect()
    }

    #[test]
    fn a_telling_tells_the_bytes_with_care_and_in_a_hurry() {
        for length in [0, 1, 2, 3, 300, 70_000] {
            let known = pattern(length);
            let telling = careful(&known);
            assert_eq!(told(&telling, &known), known);
            assert!(length < 300 || telling.len() < length / 5);
            let mut bytes = known.clone();
            bytes.iter_mut().skip(length / 3).take(200).step_by(3).for_each(|byte| *byte = 99);
            for new in [bytes.clone(), [&bytes[..], &known[..]].concat(), bytes[..length / 2].to_vec()] {
                let steps = hasty(&new, &known, &telling, 97);
                assert_eq!(told(&steps, &new), new);
                assert!(steps.iter().all(|step| step.distance > 0 || step.length == 1));
            }
        }
    }
}
