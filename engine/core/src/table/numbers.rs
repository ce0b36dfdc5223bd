use crate::contract::{Ask, AskId, SideId};
use serde::{Deserialize, Serialize};

/// How a table counts its asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Counting {
    /// All asks in one row, from the moment at which the state knows them: so games were counted at first.
    #[default]
    Together,
    /// Those of each side in a row of its own, from the moment at which they are put: a side's numbers tell it nothing of
    /// what the other did and took back again.
    EachSide,
}

/// The numbers of a table's asks. They belong to the table, not to the state: mails that are out name them, so none that
/// anybody was told is ever used again, even if the state were set back and put the same question once more. An ask that
/// was never settled in between is the same one and keeps its number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Asks that are not settled, by their number in the state, and the table's number for each.
    given: Vec<(AskId, AskId)>,
    counting: Counting,
    /// How many each row has: the first row is everybody's where all are counted together.
    counted: [u32; 2],
}

impl Numbers {
    /// No ask has been numbered yet.
    pub fn new(counting: Counting) -> Numbers {
        Numbers { counting, ..Numbers::default() }
    }

    /// Looks at the unsettled asks of a state, the oldest first, and at those that are put now: a new one gets the next
    /// number, a settled one is forgotten. To be called after every change of the state.
    pub fn see(&mut self, unsettled: &[AskId], put: &[Ask]) {
        self.given.retain(|(ask, _)| unsettled.contains(ask));
        match self.counting {
            Counting::Together => unsettled.iter().for_each(|ask| self.count(*ask, 0, |count| count)),
            // odd numbers are the second side's, so that a number is unique in its game
            Counting::EachSide => put.iter().for_each(|ask| {
                let row = ask.side.index();
                self.count(ask.id, row, |count| 2 * count + row as u32);
            }),
        }
    }

    fn count(&mut self, ask: AskId, row: usize, number: impl Fn(u32) -> u32) {
        if !self.given.iter().any(|(known, _)| *known == ask) {
            self.given.push((ask, AskId(number(self.counted[row]))));
            self.counted[row] += 1;
        }
    }

    /// Notes that the table itself answers an ask, of which nobody is told: its number is free again.
    pub fn pass(&mut self, ask: AskId, side: SideId) {
        let counted = &mut self.counted[side.index()];
        let last = counted.checked_sub(1).map(|count| AskId(2 * count + side.index() as u32));
        let number = self.given.iter().find(|(known, _)| *known == ask).map(|(_, number)| *number);
        if self.counting == Counting::EachSide && last.is_some() && number == last {
            *counted -= 1;
        }
    }

    /// Forgets the numbers of all asks but these: what was written for the others is past.
    pub fn keep(&mut self, asks: &[AskId]) {
        self.given.retain(|(ask, _)| asks.contains(ask));
    }

    /// The table's number of an ask that is put.
    pub fn of(&self, ask: AskId) -> AskId {
        self.given.iter().find(|(known, _)| *known == ask).map_or(ask, |(_, number)| *number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows the unsettled asks of one state after the other: the table's numbers of each.
    fn numbers(states: &[&[u32]]) -> Vec<Vec<u32>> {
        let mut numbers = Numbers::default();
        let mut see = |state: &[u32]| {
            let asks: Vec<AskId> = state.iter().copied().map(AskId).collect();
            numbers.see(&asks, &[]);
            asks.into_iter().map(|ask| numbers.of(ask).0).collect()
        };
        states.iter().map(|state| see(state)).collect()
    }

    #[test]
    fn asks_have_the_numbers_of_their_state_as_long_as_it_only_goes_on() {
        let states: [&[u32]; 7] = [&[], &[0], &[0, 1], &[1], &[], &[2], &[2, 3]];
        assert_eq!(numbers(&states), states.map(<[u32]>::to_vec));
    }

    #[test]
    fn an_ask_keeps_its_number_while_another_one_must_be_answered_first() {
        assert_eq!(numbers(&[&[0], &[0, 1], &[0, 1, 2], &[0]]), [vec![0], vec![0, 1], vec![0, 1, 2], vec![0]]);
    }

    #[test]
    fn a_state_that_was_set_back_asks_under_new_numbers() {
        // 1 and 2 were asked and settled; then the state is set back and asks them again
        let states: [&[u32]; 8] = [&[0], &[0, 1], &[0], &[0, 2], &[3], &[0, 1], &[0, 2], &[3]];
        let given = [vec![0], vec![0, 1], vec![0], vec![0, 2], vec![3], vec![4, 5], vec![4, 6], vec![7]];
        assert_eq!(numbers(&states), given);
    }

    #[test]
    fn numbers_of_each_side_tell_it_nothing_of_what_the_other_did_and_took_back() {
        let [first, second] = SideId::BOTH;
        let put = |id, side| Ask::duty(AskId(id), side);
        let mut numbers = Numbers::new(Counting::EachSide);
        let mut see = |asks: &[Ask]| {
            numbers.see(&asks.iter().map(|ask| ask.id).collect::<Vec<_>>(), asks);
            asks.iter().map(|ask| numbers.of(ask.id).0).collect::<Vec<_>>()
        };
        // the first side decides three times, is set back, and decides three times again; then the second side is asked
        assert_eq!([0, 1, 2].map(|id| see(&[put(id, first)])), [[0], [2], [4]]);
        assert_eq!([0, 1, 2].map(|id| see(&[put(id, first)])), [[6], [8], [10]]);
        assert_eq!(see(&[put(3, second), put(4, first)]), [1, 12]);
        assert_eq!(see(&[put(3, second), put(5, second)]), [1, 3]);
    }

    #[test]
    fn an_ask_below_another_one_has_no_number_of_each_side_before_it_is_put() {
        let [first, second] = SideId::BOTH;
        let mut numbers = Numbers::new(Counting::EachSide);
        numbers.see(&[AskId(0), AskId(1)], &[Ask::duty(AskId(1), second)]);
        numbers.see(&[AskId(0)], &[Ask::duty(AskId(0), first)]);
        assert_eq!(numbers.of(AskId(0)), AskId(0));
    }

    #[test]
    fn what_passes_by_itself_leaves_no_gap() {
        let [first, second] = SideId::BOTH;
        let mut numbers = Numbers::new(Counting::EachSide);
        let mut see = |id, side| {
            numbers.see(&[AskId(id)], &[Ask::right(AskId(id), side).passing()]);
            let number = numbers.of(AskId(id)).0;
            if side == second {
                numbers.pass(AskId(id), side);
            }
            number
        };
        assert_eq!([see(0, first), see(1, second), see(2, second), see(3, first)], [0, 1, 1, 2]);
    }
}
