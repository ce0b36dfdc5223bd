use crate::contract::AskId;

/// The numbers of a table's asks. They belong to the table, not to the state: mails that are out name them, so none is
/// ever used again, even if the state were set back and put the same question once more. An ask that was never settled
/// in between is the same one and keeps its number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Asks that are not settled, by their number in the state, and the table's number for each.
    given: Vec<(AskId, AskId)>,
    next: u32,
}

impl Numbers {
    /// Looks at the unsettled asks of a state, the oldest first: a new one gets the next number, a settled one is
    /// forgotten. To be called after every change of the state.
    pub fn see(&mut self, unsettled: &[AskId]) {
        self.given.retain(|(ask, _)| unsettled.contains(ask));
        for ask in unsettled {
            if !self.given.iter().any(|(known, _)| known == ask) {
                self.given.push((*ask, AskId(self.next)));
                self.next += 1;
            }
        }
    }

    /// Forgets the numbers of all asks but these: what was written for the others is past.
    pub fn keep(&mut self, asks: &[AskId]) {
        self.given.retain(|(ask, _)| asks.contains(ask));
    }

    /// The table's number of an unsettled ask.
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
            numbers.see(&asks);
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
}
