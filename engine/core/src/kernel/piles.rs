//! Cups, hands and piles whose content everybody may know and whose order nobody does.
//!
//! A pile has no order until something is drawn: what comes out is decided by the number that is drawn for it, which its
//! label and the transcript let anybody check. So nothing is laid in advance that could be seen too early.

/// What was drawn from a pile: what had to be laid aside, in the order in which it came, and what was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn<T> {
    /// Drawn, not allowed, and back in the pile.
    pub aside: Vec<T>,
    /// What was allowed; none if nothing in the pile is.
    pub taken: Option<T>,
}

/// Draws from a pile until something allowed comes, and puts back what was laid aside. `below(n)` gives a number below `n`;
/// it is asked for once a draw, never if the pile is empty.
pub fn draw<T: Copy + Ord>(
    pile: &mut Vec<T>,
    allowed: impl Fn(T) -> bool,
    mut below: impl FnMut(u32) -> u32,
) -> Drawn<T> {
    let mut aside = Vec::new();
    let mut taken = None;
    while taken.is_none() && !pile.is_empty() {
        let place = (below(pile.len() as u32) as usize).min(pile.len() - 1);
        let one = pile.remove(place);
        if allowed(one) {
            taken = Some(one);
        } else {
            aside.push(one);
        }
    }
    aside.iter().for_each(|one| put(pile, *one));
    Drawn { aside, taken }
}

/// Puts something into a pile, which is kept in the order of its kinds: two piles with the same content are the same.
pub fn put<T: Ord>(pile: &mut Vec<T>, one: T) {
    let place = pile.partition_point(|known| *known < one);
    pile.insert(place, one);
}

/// Takes one of a kind out of a pile. Whether there was one.
pub fn take<T: Ord>(pile: &mut Vec<T>, one: &T) -> bool {
    match pile.binary_search(one) {
        Ok(place) => {
            pile.remove(place);
            true
        }
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_draw_takes_the_first_that_is_allowed_and_loses_nothing(
            content in prop::collection::vec(0..6u8, 0..12),
            numbers in prop::collection::vec(0..1000u32, 12),
            least in 0..7u8,
        ) {
            let mut pile = Vec::new();
            content.iter().for_each(|one| put(&mut pile, *one));
            let mut all = pile.clone();
            let mut next = numbers.iter();
            let drawn = draw(&mut pile, |one| one >= least, |bound| next.next().expect("a number each") % bound);
            prop_assert_eq!(drawn.taken.is_some(), content.iter().any(|one| *one >= least));
            prop_assert!(drawn.aside.iter().all(|one| *one < least));
            if let Some(taken) = drawn.taken {
                prop_assert!(taken >= least && take(&mut all, &taken));
            }
            prop_assert_eq!(pile, all);
        }
    }

    #[test]
    fn every_one_of_a_pile_is_drawn_by_a_number_of_its_own() {
        let taken = |number: u32| draw(&mut vec!['a', 'b', 'c'], |_| true, |_| number).taken;
        assert_eq!([0, 1, 2].map(taken), [Some('a'), Some('b'), Some('c')]);
        assert_eq!(draw(&mut Vec::<char>::new(), |_| true, |_| unreachable!("nothing to draw")).taken, None);
        assert!(!take(&mut vec!['a'], &'b'));
    }
}
