use super::{Game, Refusal, Rules, Seen};

/// What an accepted step does to its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// More steps must follow.
    Open,
    /// The order is complete.
    Complete,
}

/// Adds the candidates that the game's judge allows to a list.
pub fn judge_candidates<G: Rules>(seen: Seen<'_, G>, partial: &[G::Step], list: &mut Vec<(G::Step, Progress)>) {
    G::candidates(seen, partial, &mut |step| {
        if let Some(progress) = G::allows(seen, partial, &step) {
            list.push((step, progress));
        }
    });
}

impl<G: Rules> Seen<'_, G> {
    /// The one list of what may be done next: page, mail, bots, fuzzing and tests read it.
    pub fn legal(self, partial: &[G::Step]) -> Vec<(G::Step, Progress)> {
        let mut list = Vec::new();
        G::legal(self, partial, &mut list);
        list
    }

    /// The candidates that the game's judge allows: what [`Rules::legal`] must equal.
    pub fn judged(self, partial: &[G::Step]) -> Vec<(G::Step, Progress)> {
        let mut list = Vec::new();
        judge_candidates(self, partial, &mut list);
        list
    }

    /// Judges one step after others that have been judged.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check(self, partial: &[G::Step], step: &G::Step) -> Result<Progress, Refusal> {
        G::check(self, partial, step)
    }

    /// Judges the steps of an order one after the other, as far as it goes: what the last of them does to it.
    ///
    /// # Errors
    /// The place of the first step that is not allowed, and its refusal; a step after the end of the order is refused as
    /// such.
    pub fn progress(self, order: &[G::Step]) -> Result<Progress, (usize, Refusal)> {
        let mut progress = Progress::Open;
        for (done, step) in order.iter().enumerate() {
            if progress == Progress::Complete {
                // the game may know better why nothing follows
                let why = self.check(&order[..done], step).err().filter(|refusal| refusal.case != "order");
                let refusal = why.unwrap_or_else(|| {
                    Refusal::new("order", "the order goes on after its end").remedy("Write one order a line.")
                });
                return Err((done, refusal));
            }
            progress =
                self.check(&order[..done], step).map_err(|refusal| (done, G::refuse(self, order, done, refusal)))?;
        }
        Ok(progress)
    }
}

impl<G: Game> Seen<'_, G> {
    /// Judges a whole order.
    ///
    /// # Errors
    /// The refusal of its first step that is not allowed; an order that breaks off or runs on is refused as such.
    pub fn accept(self, order: &[G::Step]) -> Result<(), Refusal> {
        match self.progress(order).map_err(|(_, refusal)| refusal)? {
            Progress::Complete => Ok(()),
            Progress::Open => {
                if let Some(refusal) = G::unfinished(self, order) {
                    return Err(refusal);
                }
                let next: Vec<String> = self
                    .legal(order)
                    .into_iter()
                    .take(4)
                    .map(|(step, _)| G::write(self.definitions, &[order, &[step]].concat()))
                    .collect();
                Err(Refusal::new("order", "the order is not complete").remedy(if next.is_empty() {
                    String::new()
                } else {
                    format!("It could go on: {}.", next.join("; "))
                }))
            }
        }
    }

    /// Adds to the refusal of an order the nearest orders that are legal: the refused step is replaced, or if nothing
    /// fits there one before it, and the rest follows as nearly as it can. An order that goes on after its end is cut
    /// off there.
    pub fn propose(self, order: &[G::Step], mut refusal: Refusal) -> Refusal {
        let Err((at, _)) = self.progress(order) else { return refusal };
        if self.progress(&order[..at]) == Ok(Progress::Complete) {
            let before = if refusal.remedy.is_empty() { "" } else { " " };
            refusal.remedy += &format!("{before}Legal instead: `{}`.", G::write(self.definitions, &order[..at]));
            return refusal;
        }
        for done in (1..=at).rev() {
            let mut near: Vec<String> = Vec::new();
            for step in G::nearest(self, &order[..done], &order[done]).into_iter().take(TRIED) {
                if near.len() == PROPOSED {
                    break;
                }
                let mut proposal = [&order[..done], &[step]].concat();
                if !self.finish(&mut proposal, order) {
                    continue;
                }
                let text = format!("`{}`", G::write(self.definitions, &proposal));
                if proposal[..] != *order && !near.contains(&text) {
                    near.push(text);
                }
            }
            if !near.is_empty() {
                let before = if refusal.remedy.is_empty() { "" } else { " " };
                refusal.remedy += &format!("{before}Legal instead: {}.", near.join(", "));
                return refusal;
            }
        }
        refusal
    }

    /// Goes on with a legal partial order as another order does, as nearly as the rules allow. Whether that made it
    /// whole.
    fn finish(self, proposal: &mut Vec<G::Step>, order: &[G::Step]) -> bool {
        for _ in proposal.len()..=order.len() + ADDED {
            let Some((last, begun)) = proposal.split_last() else { return false };
            match self.check(begun, last) {
                Ok(Progress::Complete) => return true,
                Ok(Progress::Open) => {}
                Err(_) => return false,
            }
            // the next of its steps that fits, or one of the kind of the first that does not; else the order ends
            let left: Vec<&G::Step> =
                order.iter().skip(proposal.len()).filter(|step| !proposal.contains(step)).collect();
            let fits = |step: &&&G::Step| self.check(proposal, step).is_ok();
            let next = left.iter().find(fits).map(|step| (*step).clone()).or_else(|| {
                let wanted = left.first()?;
                let same = |step: &G::Step| std::mem::discriminant(step) == std::mem::discriminant(*wanted);
                G::nearest(self, proposal, wanted).into_iter().find(same)
            });
            let next = next.or_else(|| {
                let mut open: Vec<G::Step> = match left.first() {
                    Some(wanted) => G::nearest(self, proposal, wanted),
                    None => self.legal(proposal).into_iter().map(|(step, _)| step).collect(),
                };
                let ends = |step: &G::Step| self.check(proposal, step) == Ok(Progress::Complete);
                let end = open.iter().position(ends);
                (!open.is_empty()).then(|| open.swap_remove(end.unwrap_or(0)))
            });
            let Some(step) = next else { return false };
            proposal.push(step);
        }
        false
    }
}

/// How many legal orders a refusal proposes.
const PROPOSED: usize = 2;
/// Steps that are tried in the place of one that is refused.
const TRIED: usize = 8;
/// Steps that are added to the ordered ones at most to complete a proposal.
const ADDED: usize = 3;
