use std::collections::{BTreeMap, BTreeSet};

/// Numbers of piece slots. VASSAL ties each piece of a saved game to the slot it came from by this number, so a
/// new version of a module must give every old slot the number it had.
///
/// Therefore a number is computed from the slot's own name (28 bits of FNV-1a) and not from its place in a list:
/// adding a unit never shifts another. Should two names meet, the one that sorts later is hashed again with a
/// mark; for 500 slots the odds of that are about 1 in 2,000.
#[derive(Clone, Debug, Default)]
pub struct Gpids(BTreeMap<String, u32>);

impl Gpids {
    /// Numbers for slots with these names; the order does not matter.
    pub fn new(names: impl IntoIterator<Item = String>) -> Gpids {
        let sorted: BTreeSet<String> = names.into_iter().collect();
        let mut taken = BTreeSet::new();
        let mut numbers = BTreeMap::new();
        for name in sorted {
            let mut hashed = name.clone();
            let number = loop {
                let number = number_of(&hashed);
                if taken.insert(number) {
                    break number;
                }
                hashed.push('+');
            };
            numbers.insert(name, number);
        }
        Gpids(numbers)
    }

    /// The number of a slot.
    pub fn get(&self, name: &str) -> Option<u32> {
        self.0.get(name).copied()
    }

    /// A number above all of them: VASSAL counts on from here when somebody edits the module.
    pub fn next(&self) -> u32 {
        self.0.values().max().map_or(1, |n| n + 1)
    }
}

/// 1 to 2^28, so that it fits VASSAL's signed 32 bits with room to count on.
fn number_of(name: &str) -> u32 {
    let hash = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    ((hash ^ (hash >> 28) ^ (hash >> 56)) & 0x0fff_ffff) as u32 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adding_a_unit_shifts_no_number() {
        let names = |n: u32| (0..n).map(|i| format!("unit-{i}")).collect::<Vec<_>>();
        let (few, many) = (Gpids::new(names(200)), Gpids::new(names(400)));
        for name in names(200) {
            assert_eq!(few.get(&name), many.get(&name));
        }
        let reversed = Gpids::new(names(400).into_iter().rev());
        assert_eq!(reversed.0, many.0);
    }

    #[test]
    fn numbers_are_unique_positive_and_below_the_next() {
        let gpids = Gpids::new((0..100_000).map(|i| format!("u{i}")));
        let numbers: BTreeSet<_> = gpids.0.values().collect();
        assert_eq!(numbers.len(), 100_000, "names that meet get numbers of their own");
        let next = gpids.next();
        assert!(numbers.iter().all(|n| **n > 0 && **n < next));
        assert!(next < i32::MAX as u32);
    }

    #[test]
    fn the_number_of_a_name_never_changes() {
        assert_eq!(number_of("peiper-1ss@palette"), 197_343_284);
    }
}
