//! Legal orders that are found by way of the list of legal steps.

use super::{Progress, Rules, Seen};

/// Puts the steps that may follow a beginning of an order into the order in which they are tried.
type Arrange<'a, S> = &'a dyn Fn(&[S], Vec<S>) -> Vec<S>;

impl<G: Rules> Seen<'_, G> {
    /// A legal order, each step chosen by `choose(number of steps)`; none when nothing is legal.
    ///
    /// Steps that lead to a dead end are taken back, so whenever some order is legal one is found.
    pub fn random_order(self, choose: &mut dyn FnMut(usize) -> usize) -> Option<Vec<G::Step>> {
        let (mut order, mut list) = (Vec::with_capacity(LENGTH), Vec::with_capacity(ROOM));
        self.extend(&mut order, &mut list, choose).then_some(order)
    }

    fn extend(
        self,
        order: &mut Vec<G::Step>,
        list: &mut Vec<(G::Step, Progress)>,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> bool {
        // what lies in the list already may follow shorter beginnings of the order
        let shorter = list.len();
        G::legal(self, order, list);
        while list.len() > shorter {
            let open = list.len() - shorter;
            let (step, progress) = list.swap_remove(shorter + choose(open) % open);
            order.push(step);
            if progress == Progress::Complete || self.extend(order, list, choose) {
                return true;
            }
            order.pop();
        }
        false
    }

    /// The only order that is legal, if there is exactly one and none that begins otherwise.
    pub fn only_order(self) -> Option<Vec<G::Step>> {
        let mut order = Vec::new();
        loop {
            let mut next = self.legal(&order);
            let (step, progress) = next.pop().filter(|_| next.is_empty())?;
            order.push(step);
            if progress == Progress::Complete {
                return Some(order);
            }
        }
    }

    /// The first legal order that begins with a step and is not among those that are known. `arrange` puts the steps that
    /// may follow a beginning into the order in which they are tried, and leaves out those that are not worth it.
    pub fn first_order(
        self,
        first: G::Step,
        known: &[Vec<G::Step>],
        arrange: Arrange<'_, G::Step>,
    ) -> Option<Vec<G::Step>> {
        let mut order = Vec::new();
        self.reach(first, &mut order, known, arrange).then_some(order)
    }

    fn reach(
        self,
        step: G::Step,
        order: &mut Vec<G::Step>,
        known: &[Vec<G::Step>],
        arrange: Arrange<'_, G::Step>,
    ) -> bool {
        let Some(progress) = G::allows(self, order, &step) else { return false };
        order.push(step);
        let found = match progress {
            Progress::Complete => !known.contains(order),
            Progress::Open => {
                let mut steps = Vec::new();
                G::candidates(self, order, &mut |step| steps.push(step));
                arrange(order, steps).into_iter().any(|step| self.reach(step, order, known, arrange))
            }
        };
        if !found {
            order.pop();
        }
        found
    }

    /// The steps that are legal in the place of one that is refused: those of its kind if there are any, for one of
    /// another is no answer, the nearest to it first.
    pub fn alike(self, partial: &[G::Step], refused: &G::Step, far: impl Fn(&G::Step) -> u32) -> Vec<G::Step> {
        let same = |step: &G::Step| std::mem::discriminant(step) == std::mem::discriminant(refused);
        let mut steps: Vec<G::Step> = self.legal(partial).into_iter().map(|(step, _)| step).collect();
        if steps.iter().any(same) {
            steps.retain(same);
        }
        steps.sort_by_key(far);
        steps
    }
}

/// Steps of most orders, and steps in the lists that most of them are made from.
const LENGTH: usize = 8;
const ROOM: usize = 128;
