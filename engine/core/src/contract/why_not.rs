use super::{Game, Misread, Progress, Refusal, Thing, progress};

/// What pointing at a thing means after the beginning of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pointed<S> {
    /// The order can go on with it: the steps that do, in each way.
    Listed(Vec<(Vec<S>, Progress)>),
    /// It cannot.
    Refused(Refusal),
}

/// Tells what pointing at a thing means after `partial`, which has been judged before: all that is legal of what it could
/// mean, else why the likeliest is not. The judges of the steps are the only ones who explain.
pub fn why_not<G: Game>(
    definitions: &G::Definitions,
    view: &G::View,
    partial: &[G::Step],
    thing: &Thing,
) -> Pointed<G::Step> {
    let (mut listed, mut refused) = (Vec::new(), None::<Refusal>);
    for way in G::meant(definitions, view, partial, thing).into_iter().filter(|way| !way.is_empty()) {
        let order = [partial, &way[..]].concat();
        match progress::<G>(definitions, view, &order) {
            Ok(progress) => listed.push((way, progress)),
            // that the words of an order come in another sequence tells less than any rule
            Err((_, refusal)) if refused.as_ref().is_none_or(|known| known.case == ORDER && refusal.case != ORDER) => {
                refused = Some(refusal);
            }
            Err(_) => {}
        }
    }
    if !listed.is_empty() {
        return Pointed::Listed(listed);
    }
    Pointed::Refused(refused.unwrap_or_else(|| Refusal::new(ORDER, "nothing that may come next concerns this")))
}

/// The case of what is wrong with the form of an order.
const ORDER: &str = "order";

/// The ways in which an order may go on, perhaps, that act on a thing: what a game without better knowledge takes for meant.
/// Before an order its first two steps, as the first is often no more than its verb.
pub fn candidates_on<G: Game>(
    definitions: &G::Definitions,
    view: &G::View,
    partial: &[G::Step],
    thing: &Thing,
) -> Vec<Vec<G::Step>> {
    let acts = |partial: &[G::Step], step: &G::Step| G::facts(definitions, view, partial, step).on.contains(thing);
    let mut first = Vec::new();
    G::candidates(definitions, view, partial, &mut |step| first.push(step));
    let mut ways: Vec<Vec<G::Step>> =
        first.iter().filter(|step| acts(partial, step)).map(|step| vec![step.clone()]).collect();
    for step in first.into_iter().filter(|_| partial.is_empty()) {
        let begun = [step];
        G::candidates(definitions, view, &begun, &mut |step| {
            if acts(&begun, &step) {
                ways.push([&begun[..], &[step]].concat());
            }
        });
    }
    ways
}

/// Whether a thing that somebody points at exists, as far as definitions number such things.
///
/// # Errors
/// What does not exist.
pub fn recognise_thing<G: Game>(definitions: &G::Definitions, thing: &Thing) -> Result<(), Misread> {
    let published = G::published(definitions);
    let hexes = published.map.hexes.len();
    let (known, what) = match thing {
        Thing::Unit(unit) => (unit.index() < published.units.units.len(), "unit"),
        Thing::Hex(hex) => (hex.index() < hexes, "hex"),
        Thing::Hexside(a, b) => (a.index() < hexes && b.index() < hexes && a != b, "hexside"),
        Thing::Box(_) | Thing::Card(_) => (true, ""),
    };
    if known { Ok(()) } else { Err(Misread::new(format!("the game has no {what} with this number: {thing:?}"))) }
}
