use super::{Progress, Rules, Seen};

/// What a player might do.
pub trait Advice: Rules {
    /// The order that a sensible player gives to the viewer's open ask; none if nothing is asked of him. It knows no
    /// more than the view, and the same view gives the same order.
    fn advise(seen: Seen<'_, Self>) -> Option<Vec<Self::Step>>;
    /// Whether an order gives up what is left of its decision: nobody is to copy it from among examples by mistake.
    fn closes(_order: &[Self::Step]) -> bool {
        false
    }
    /// Up to `count` different legal orders for the viewer's open asks, the most useful first: what is advised, then one for
    /// each way to begin and to go on from there. A game overrides this where it knows what is worth showing.
    fn examples(seen: Seen<'_, Self>, count: usize) -> Vec<Vec<Self::Step>> {
        let mut found: Vec<Vec<Self::Step>> = Self::advise(seen).into_iter().take(count).collect();
        let begun = seen.legal(&[]);
        let mut add = |order: &[Self::Step], progress, more: usize| {
            let most = (found.len() + more).min(count);
            complete(seen, &mut order.to_vec(), progress, most, &mut found);
            found.len() < count
        };
        for (first, progress) in &begun {
            if !add(std::slice::from_ref(first), *progress, 1) {
                return found;
            }
        }
        for (first, _) in begun.iter().filter(|(_, progress)| *progress == Progress::Open) {
            for (second, progress) in seen.legal(std::slice::from_ref(first)) {
                if !add(&[first.clone(), second], progress, 1) {
                    return found;
                }
            }
        }
        for (first, progress) in begun {
            if !add(&[first], progress, count) {
                return found;
            }
        }
        found
    }
}

/// Adds complete orders that begin with these steps until there are so many; none twice.
fn complete<G: Rules>(
    seen: Seen<'_, G>,
    order: &mut Vec<G::Step>,
    progress: Progress,
    most: usize,
    found: &mut Vec<Vec<G::Step>>,
) {
    if found.len() >= most {
        return;
    }
    if progress == Progress::Complete {
        if !found.contains(order) {
            found.push(order.clone());
        }
        return;
    }
    for (step, progress) in seen.legal(order) {
        if found.len() >= most {
            return;
        }
        order.push(step);
        complete(seen, order, progress, most, found);
        order.pop();
    }
}

impl<G: Rules> Seen<'_, G> {
    /// The order that somebody thought of, if it is legal; else any that is, so that nobody who thinks amiss stands still.
    pub fn or_any(self, thought: Option<Vec<G::Step>>) -> Option<Vec<G::Step>> {
        let legal = thought.filter(|order| self.progress(order) == Ok(Progress::Complete));
        legal.or_else(|| self.random_order(&mut |steps| steps - 1))
    }
}
