use super::{Facts, Game, Progress, Refusal, Rules, Seen, Thing};

/// What steps are about, and what somebody means who points at a board.
pub trait Pointing: Rules {
    /// What a legal step is about: what it acts on, its cost, the odds, a note. Asked only for somebody who reads it.
    fn facts(_seen: Seen<'_, Self>, _partial: &[Self::Step], _step: &Self::Step) -> Facts {
        Facts::default()
    }
    /// What a player may mean who points at a thing after `partial`: ways to go on, each one or more steps, the likeliest
    /// first. Whether any of them is legal, and why not, is for [`Rules::check`] to say. Among them are all legal steps
    /// whose facts have the thing.
    fn meant(seen: Seen<'_, Self>, partial: &[Self::Step], thing: &Thing) -> Vec<Vec<Self::Step>> {
        candidates_on(seen, partial, |partial, step| Self::facts(seen, partial, step).on.contains(thing), |_| false)
    }
}

/// What pointing at a thing means after the beginning of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointed<S> {
    /// The steps with which the order can go on with it, in each way.
    pub listed: Vec<(Vec<S>, Progress)>,
    /// Why what is likelier meant than all of them is not legal, if it is not; there is a reason where nothing is listed.
    pub refused: Option<Refusal>,
}

/// The case of what is wrong with the form of an order.
const ORDER: &str = "order";

impl<G: Game> Seen<'_, G> {
    /// Tells what pointing at a thing means after `partial`, which has been judged before: all that is legal of what it
    /// could mean, and why what is likelier is not. The judges of the steps are the only ones who explain.
    pub fn why_not(self, partial: &[G::Step], thing: &Thing) -> Pointed<G::Step> {
        let (mut listed, mut refused) = (Vec::new(), None::<Refusal>);
        let mut ways = G::meant(self, partial, thing);
        ways.retain(|way| !way.is_empty());
        if partial.is_empty() {
            // that its verb is not for now says least of why something cannot be
            ways.sort_by_cached_key(|way| self.progress(&way[..1]).is_err());
        }
        for way in ways {
            let order = [partial, &way[..]].concat();
            match self.progress(&order) {
                Ok(progress) => listed.push((way, progress)),
                // that the words of an order come in another sequence tells less than any rule
                Err((_, refusal))
                    if listed.is_empty()
                        && refused.as_ref().is_none_or(|known| known.case == ORDER && refusal.case != ORDER) =>
                {
                    refused = Some(refusal);
                }
                Err(_) => {}
            }
        }
        let nothing = || Refusal::new(ORDER, "nothing that may come next concerns this");
        let refused = match listed.is_empty() {
            true => Some(refused.unwrap_or_else(nothing)),
            false => refused.filter(|refusal| refusal.case != ORDER),
        };
        Pointed { listed, refused }
    }
}

/// The ways in which an order may go on, perhaps, whose last step acts on a thing (`acts`, asked with what stands before the
/// step). Before an order its first two steps, as the first is often no more than its verb; three where the first two lead
/// further (`leads`).
pub fn candidates_on<G: Pointing>(
    seen: Seen<'_, G>,
    partial: &[G::Step],
    acts: impl Fn(&[G::Step], &G::Step) -> bool,
    leads: impl Fn(&[G::Step]) -> bool,
) -> Vec<Vec<G::Step>> {
    let mut first = Vec::new();
    G::candidates(seen, partial, &mut |step| first.push(step));
    let mut ways: Vec<Vec<G::Step>> =
        first.iter().filter(|step| acts(partial, step)).map(|step| vec![step.clone()]).collect();
    for step in first.into_iter().filter(|_| partial.is_empty()) {
        let begun = [step];
        G::candidates(seen, &begun, &mut |step| {
            let way = [&begun[..], std::slice::from_ref(&step)].concat();
            if acts(&begun, &step) {
                ways.push(way.clone());
            }
            if leads(&way) {
                G::candidates(seen, &way, &mut |step| {
                    if acts(&way, &step) {
                        ways.push([&way[..], &[step]].concat());
                    }
                });
            }
        });
    }
    ways
}
