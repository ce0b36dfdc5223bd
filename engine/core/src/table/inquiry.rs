//! The answers to lines that are no orders: questions, which change nothing, and standing orders.

use super::preview::Preview;
use crate::contract::{Game, Misread, Outcome, Seen, SideId, StandingRule, Thing, Viewer};
use crate::speech::{INQUIRIES, Inquiry, LineForm, Names, Places};
use definitions::Place;
use definitions::spelling::{folded, words};

impl Inquiry {
    /// The answer to a question of a side; none for standing orders, orders that wait and a preview of several lines,
    /// which its table keeps. The game may have ended by another way than its rules.
    pub fn answer<G: Game>(
        &self,
        definitions: &G::Definitions,
        state: &G::State,
        outcome: Option<&Outcome>,
        side: SideId,
    ) -> Option<Vec<String>> {
        let view = G::view(definitions, state, Viewer::Side(side));
        let told = |answer: Result<Vec<String>, Misread>| answer.unwrap_or_else(|misread| vec![misread.to_string()]);
        Some(match self {
            Inquiry::Help(topic) => told(help::<G>(definitions, topic)),
            Inquiry::Status(name) if !name.is_empty() => {
                let seen = Seen::new(definitions, &view);
                let told_of = or_pointed_at::<G>(seen, name, G::status_of(seen, name));
                told(told_of.or_else(|misread| at_place::<G>(seen, name).ok_or(misread)))
            }
            Inquiry::Status(_) => status::<G>(definitions, state, outcome, side),
            Inquiry::Abilities(_) | Inquiry::Preview(_) if outcome.is_some() => outcome.map(over).into_iter().collect(),
            Inquiry::Abilities(unit) => {
                let (seen, unit) = (Seen::new(definitions, &view), without_filler(unit));
                told(or_pointed_at::<G>(seen, unit, G::abilities(seen, unit)))
            }
            Inquiry::Preview(order) if !order.is_empty() => {
                Preview::<G>::new(definitions, &view, side).order(definitions, order)
            }
            _ => return None,
        })
    }
}

/// What a game tells of a unit, or where it has no words for it, orders that pointing at the unit lists, or why there are none.
fn or_pointed_at<G: Game>(
    seen: Seen<'_, G>,
    name: &str,
    told: Result<Vec<String>, Misread>,
) -> Result<Vec<String>, Misread> {
    let told = told?;
    if !told.is_empty() {
        return Ok(told);
    }
    let units = &G::published(seen.definitions).units;
    let unit = Names::units(units, &[]).one(&words(name), &[])?;
    let pointed = seen.why_not(&[], &Thing::Unit(unit));
    let begun = |way: &Vec<G::Step>| {
        let goes_on = |order: &[G::Step], steps: Vec<G::Step>| match way.get(order.len()) {
            Some(next) => steps.into_iter().filter(|step| step == next).collect(),
            None => steps,
        };
        seen.first_order(way.first()?.clone(), &[], &goes_on)
    };
    let orders = pointed.listed.iter().filter_map(|(way, _)| begun(way));
    let orders: Vec<String> = orders.map(|order| format!("`{}`", G::write(seen.definitions, &order))).collect();
    let name = &units.unit(unit).name;
    Ok(vec![match pointed.refused.filter(|refusal| refusal.case != "order") {
        _ if !orders.is_empty() => format!("{name}, for instance: {}", orders.join(", ")),
        Some(refusal) => format!("{name}: {refusal}"),
        None => format!("{name}: no order that you may give now concerns it."),
    }])
}

/// What a viewer sees in the hex that words name, if they name one: its ground, who stands there, and what lies on it.
fn at_place<G: Game>(seen: Seen<'_, G>, name: &str) -> Option<Vec<String>> {
    let published = G::published(seen.definitions);
    let map = &published.map;
    let places = Places::new(map, map.on_map().next()?);
    let hex = places.one(&words(name)).ok()?;
    let position = G::position(seen);
    let here = Place::Hex(hex);
    let mut lines = vec![format!("{}: {}.", map.spoken(hex), map.ground(hex))];
    for counter in position.counters.iter().filter(|counter| counter.place == here) {
        let side = published.units.sides.get(usize::from(counter.side)).map_or("", |side| side.name.as_str());
        lines.push(match counter.unit.map(|unit| &published.units.unit(unit).name) {
            Some(name) => {
                let told = G::status_of(seen, name).ok().and_then(|told| told.into_iter().next());
                format!("{side}: {}", told.unwrap_or_else(|| format!("{name}.")))
            }
            None => format!("{side}: a counter that you do not see."),
        });
    }
    if lines.len() == 1 {
        lines.push("Nobody stands there as far as you see.".to_owned());
    }
    let kinds = position.markers.iter().filter(|marker| marker.place == here);
    let titles = kinds.filter_map(|marker| published.markers.iter().find(|kind| kind.id == marker.kind));
    lines.extend(titles.map(|kind| format!("{} lies there.", kind.title)));
    Some(lines)
}

/// `Peiper do now` without its last words.
fn without_filler(unit: &str) -> &str {
    let mut unit = unit;
    while let Some((name, last)) = unit.rsplit_once(' ')
        && ["do", "now", "here", "go", "move", "attack"].iter().any(|filler| last.eq_ignore_ascii_case(filler))
    {
        unit = name;
    }
    unit
}

/// The page of help: what the game says of its orders, and the lines that are no orders.
pub fn page<G: Game>(definitions: &G::Definitions) -> String {
    let mut page = G::help(definitions);
    page += "\nThese lines are no orders. They may stand anywhere among them. Questions, standing orders and what waits leave \
             your question open.\n";
    INQUIRIES.iter().for_each(|inquiry| page += &inquiry.form.help_with(&example::<G>(definitions, &inquiry.form)));
    let placed = G::published(definitions).scenarios.iter().flat_map(|scenario| &scenario.placements).next();
    if let Some(placed) = placed {
        let published = G::published(definitions);
        let (unit, hex) = (&published.units.unit(placed.unit).id, published.map.grid.number(placed.hex));
        page += &format!("\nPOSITION is one or more lines of a position, with `;` between them: unit {unit} {hex}\n");
    }
    let rules = G::standing(definitions, &G::Policy::default());
    if !rules.is_empty() {
        page += "\nRULE is one of these:\n";
    }
    for rule in rules {
        let values: Vec<String> = rule.choices.iter().map(|(value, _)| format!("{} {value}", rule.kind)).collect();
        page += &format!("    {}\n", values.join(" · "));
    }
    page
}

/// An example of a line that is no order, with the names of this game.
fn example<G: Game>(definitions: &G::Definitions, form: &LineForm) -> String {
    let own = match form.word() {
        "help" => G::verbs().first().map(|verb| format!("help {verb}")),
        "what can" => {
            G::published(definitions).units.iter().next().map(|(_, unit)| format!("what can {} do?", unit.name))
        }
        "preview" => {
            let help = G::help(definitions);
            let order = help.lines().find_map(|line| line.trim().strip_prefix("Example: "));
            order.map(|order| format!("preview {order}"))
        }
        "standing" => {
            let rule = G::standing(definitions, &G::Policy::default()).into_iter().next();
            rule.map(|rule| format!("standing {} {}", rule.kind, rule.choices.last().map_or("ask", |(value, _)| value)))
        }
        _ => None,
    };
    own.unwrap_or_else(|| form.example.to_owned())
}

/// The page of help, or what it says of the orders that begin with a word.
fn help<G: Game>(definitions: &G::Definitions, topic: &str) -> Result<Vec<String>, Misread> {
    let page = page::<G>(definitions);
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<String>>();
    let Some(topic) = folded(topic).into_iter().next() else { return Ok(lines(&page)) };
    let about = |form: &str| folded(form).first().is_some_and(|word| word.starts_with(&topic));
    let entry = |text: &&str| text.lines().any(|line| !line.starts_with(' ') && about(line) && text.contains("\n    "));
    let found: Vec<&str> = page.split("\n\n").filter(entry).collect();
    let mut told: Vec<String> = found.into_iter().flat_map(lines).collect();
    // what a player puts in for the words in capitals
    let forms = told.iter().filter(|line| !line.starts_with(' ')).cloned().chain([topic.to_uppercase()]);
    let mut names: Vec<String> = forms.flat_map(|form| capitals(&form)).collect();
    names.sort();
    names.dedup();
    told.extend(names.iter().flat_map(|name| explained(&page, name)));
    if told.is_empty() {
        return Err(Misread::new(format!("no order begins with `{topic}`. Write `help` alone for all")));
    }
    Ok(told)
}

/// The words of a form that are written in capitals.
fn capitals(form: &str) -> Vec<String> {
    let letters = form.split(|letter: char| !letter.is_ascii_alphabetic());
    let capital = |word: &&str| !word.is_empty() && word.bytes().all(|letter| letter.is_ascii_uppercase());
    letters.filter(capital).map(str::to_owned).collect()
}

/// What the page says of a word in capitals: `KIND is …`, and the lines below it that belong to it.
fn explained(page: &str, name: &str) -> Vec<String> {
    let mut lines = page.lines().skip_while(|line| !line.starts_with(&format!("{name} is ")));
    let first = lines.next();
    let rest = lines.take_while(|line| line.starts_with("    "));
    first.into_iter().chain(rest).map(str::to_owned).collect()
}

/// How the game has ended.
fn over(outcome: &Outcome) -> String {
    format!("The game is over: {}.", outcome.words())
}

/// What a player may know now, and what he must decide.
fn status<G: Game>(
    definitions: &G::Definitions,
    state: &G::State,
    outcome: Option<&Outcome>,
    side: SideId,
) -> Vec<String> {
    let view = G::view(definitions, state, Viewer::Side(side));
    let mut lines = vec![format!("{}.", G::position(Seen::new(definitions, &view)).caption)];
    lines.extend(outcome.map(over));
    if outcome.is_some() && G::outcome(state).is_none() {
        // the game does not know that the players have ended it, and would tell of what is still to come
        return lines;
    }
    let asks = if outcome.is_some() { Vec::new() } else { G::asks(state) };
    for ask in asks.iter().filter(|ask| ask.side == side) {
        let question = G::question(Seen::new(definitions, &view), ask);
        lines.push(format!("Yours to decide: {}", question.title));
        lines.extend(question.details);
    }
    for ask in asks.iter().filter(|ask| ask.side != side) {
        lines.push(format!("The {} side must decide.", G::sides(definitions)[ask.side.index()]));
    }
    // a question may have told some of it
    let rest: Vec<String> =
        G::status(Seen::new(definitions, &view)).into_iter().filter(|line| !lines.contains(line)).collect();
    lines.extend(rest);
    lines
}

/// All standing orders, one a line.
pub(crate) fn standing_orders<G: Game>(definitions: &G::Definitions, policy: &G::Policy) -> Vec<String> {
    let lines: Vec<String> = G::standing(definitions, policy).iter().map(StandingRule::to_string).collect();
    if lines.is_empty() { vec!["This game has no standing orders.".to_owned()] } else { lines }
}

/// The standing orders as a line changes them, and what has changed.
///
/// # Errors
/// What was not understood and what was expected.
pub(crate) fn amended<G: Game>(
    definitions: &G::Definitions,
    policy: &G::Policy,
    line: &str,
) -> Result<(G::Policy, Vec<String>), Misread> {
    let changed = G::amend(definitions, policy, line)?;
    let before = G::standing(definitions, policy);
    let after = G::standing(definitions, &changed);
    let mut told: Vec<String> =
        after.iter().filter(|rule| !before.contains(rule)).map(StandingRule::to_string).collect();
    if told.is_empty() {
        told.push("That is how it stands already.".to_owned());
    }
    Ok((changed, told))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_named_without_what_people_say_after_it() {
        assert_eq!(without_filler("v Böhm do now"), "v Böhm");
        assert_eq!(without_filler("Peiper move"), "Peiper");
    }
}
