use super::chances;
use crate::EnemyAction;
use crate::chapters::asking::{Known, many};
use crate::chapters::cards::tactics;
use crate::chapters::combat::forecast::imagined;
use crate::chapters::combat::{advance, attack, hits, retreat, situations};
use crate::chapters::{activation, fuel, ownership, sequence};
use crate::printed::{ALLIED, CardId, Definitions, GERMAN};
use crate::sight::{View, known};
use crate::truth::order::Step;
use crate::truth::roster::{Place, Supply};
use crate::truth::state::{Asked, Combat, Public, Stage, Topic};
use crate::verbs;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Ask, Progress, Question, Seen, SideId};
use engine::speech::words;

/// An ask in words.
pub fn question(seen: Seen<'_, EnemyAction>, ask: &Ask) -> Question {
    let (definitions, view) = (seen.definitions, seen.view);
    let asked = view.public.asked.filter(|asked| asked.id == ask.id);
    let Some(asked) = asked else { return Question { title: "Nothing".to_owned(), details: Vec::new() } };
    let day = view.public.day;
    let title = match asked.topic {
        Topic::Command if view.public.opens() => {
            format!("December {day}, surprise attack {}: which card do you play?", 4 - view.public.opening.min(3))
        }
        Topic::Command => format!("December {day}: which card do you play?"),
        Topic::React => "Do you answer the activation?".to_owned(),
        Topic::Blow => match &view.public.march {
            Some(march) => {
                let ends = definitions.spots(&definitions.board.river(march.bridge).ends);
                format!("{} comes to the bridge of {ends}: do you blow it?", definitions.name(march.unit))
            }
            None => "Do you blow the bridge?".to_owned(),
        },
        Topic::Greif => "Do you play Operation Greif?".to_owned(),
        Topic::Works => "Do your engineers mend or build a bridge?".to_owned(),
        Topic::Fuel => format!("December {day}: does the formation keep its fuel?"),
        Topic::Interdiction => "Do you fly interdiction?".to_owned(),
        Topic::Deployment => "Where do your reserves come?".to_owned(),
        Topic::Activation => match view.public.activation.as_ref().map(|activation| activation.stage) {
            Some(Stage::Moving) => "What do your active units do?".to_owned(),
            _ if attack::targets(known(seen, asked.side)).is_empty() => "Which of your active units dig in?".to_owned(),
            _ => "Whom do your active units attack, and who digs in?".to_owned(),
        },
        Topic::Replacements => "Which steps do you give back?".to_owned(),
        Topic::Tactics => "Which tactics do you play for the defence?".to_owned(),
        Topic::Chits => "How many chits do you draw in all?".to_owned(),
        Topic::DefenderHits => "How do your defenders take their hits?".to_owned(),
        Topic::AttackerHits => "How do your attackers take their hits?".to_owned(),
        Topic::Advance => "Who advances?".to_owned(),
        Topic::Excess => "Who is taken off the overfull hex?".to_owned(),
    };
    let mut details = details(seen, asked);
    let open = verbs::answering(&seen.view.public).filter(|entry| opens(seen, Step::Verb(entry.verb)));
    details.push(format!("Orders: {}.", words(open.map(|entry| &entry.line))));
    Question { title, details }
}

/// Whether an order that begins so can be ended.
fn opens(seen: Seen<'_, EnemyAction>, verb: Step) -> bool {
    match seen.check(&[], &verb) {
        Ok(Progress::Open) => !seen.legal(&[verb]).is_empty(),
        Ok(_) => true,
        Err(_) => false,
    }
}

/// The facts that matter for a question.
fn details(seen: Seen<'_, EnemyAction>, asked: Asked) -> Vec<String> {
    let (definitions, view) = (seen.definitions, seen.view);
    let public = &view.public;
    let mut lines = Vec::new();
    match asked.topic {
        Topic::Command => return commands(seen, asked.side),
        Topic::Deployment => {
            let waiting = public.deployment.as_ref().map(|it| it.units.clone()).unwrap_or_default();
            lines.push(format!("They come now: {}.", definitions.names(&waiting)));
        }
        Topic::Activation => lines.extend(active(seen)),
        Topic::React => lines.extend(
            public.activation.as_ref().map(|it| format!("The Germans activate {}.", definitions.names(&it.units))),
        ),
        Topic::Replacements => {
            lines.extend(public.replacing.as_ref().map(|it| format!("Points left: {}.", it.points)));
        }
        Topic::Excess => {
            let units = sequence::removable(definitions, public, asked.side);
            lines.push(format!("One of {} (7.4).", definitions.names(&units)));
        }
        _ => {}
    }
    for card in &public.shortages {
        let groups = fuel::lacking(definitions, public, *card);
        let groups: Vec<String> = groups.into_iter().map(|group| definitions.group(group)).collect();
        let units = definitions.names(&fuel::dry(definitions, public, *card));
        let units = if units.is_empty() { "nobody on the map".to_owned() } else { units };
        lines.push(format!(
            "{} shows no fuel for {}: {units}. Depots: {}.",
            definitions.card(*card).title,
            groups.join(", "),
            public.fuel
        ));
    }
    if let Some(combat) = &public.combat {
        lines.extend(fought(definitions, public, combat, asked.topic));
    }
    lines.extend(held(definitions, view, asked.topic));
    lines
}

/// Who is active, what he may still do.
fn active(seen: Seen<'_, EnemyAction>) -> Vec<String> {
    let (definitions, public) = (seen.definitions, &seen.view.public);
    let Some(activation) = &public.activation else { return Vec::new() };
    let known = known(seen, activation.side);
    let moving = activation.stage == Stage::Moving;
    let left = |unit: &&UnitId| {
        let it = public.unit(**unit);
        it.hex().is_some() && !it.dispersed && !(if moving { it.moved } else { it.attacked })
    };
    let units: Vec<UnitId> = activation.units.iter().filter(left).copied().collect();
    if activation.stage == Stage::Digging {
        let hexes = sequence::positions(definitions, public, activation);
        return vec![format!("Attacks are over. May still dig in at {}.", definitions.spots(&hexes))];
    }
    let what = if moving {
        "Moves come first; the first `attack` or `dig` ends them, and `dig` the attacks too. Have not moved"
    } else {
        "Attacks come first; the first `dig` ends them. Have not attacked"
    };
    let targets = if activation.alone { Vec::new() } else { attack::targets(known) };
    let targets = targets.into_iter().map(|target| attackable(known, target));
    let none = if units.is_empty() { "nobody".to_owned() } else { definitions.names(&units) };
    [format!("{what}: {none}.")].into_iter().chain(targets).collect()
}

/// A hex that may be attacked: who is there, who may attack, and the strengths if all of them do.
fn attackable(known: Known<'_>, target: HexId) -> String {
    let (definitions, public) = (known.definitions, known.public);
    let active = public.activation.iter().flat_map(|activation| activation.units.iter().copied());
    let units: Vec<UnitId> = active.filter(|unit| attack::check_unit(known, target, *unit, &[]).is_ok()).collect();
    let names = definitions.names(&units);
    let combat = imagined(definitions, public, known.side, target, units, Vec::new());
    let position = if public.positions.contains(&target) { " in an improved position" } else { "" };
    format!(
        "May be attacked: {} with {}{position}, by {names}; strength {}.",
        definitions.place(target),
        definitions.names(&combat.defenders),
        chances::strengths(definitions, public, &combat),
    )
}

/// A combat under way, as far as it matters for a question.
fn fought(definitions: &Definitions, public: &Public, combat: &Combat, topic: Topic) -> Vec<String> {
    let mut lines = vec![format!(
        "{} attack {} with {}; strength {}.",
        definitions.side_name(combat.attacker),
        definitions.place(combat.target),
        definitions.names(&combat.attackers),
        chances::strengths(definitions, public, combat),
    )];
    if !combat.tactics[0].is_empty() || !combat.tactics[1].is_empty() {
        let said = |role: usize| {
            let names: Vec<&str> = combat.tactics[role].iter().map(|tactic| tactic.name()).collect();
            if names.is_empty() { "none".to_owned() } else { names.join(", ") }
        };
        lines.push(format!("Tactics of the attacker: {}; of the defender: {}.", said(0), said(1)));
    }
    // what is owed says it later, and the position that took a hit is gone then
    if !combat.drawn.is_empty() && topic == Topic::Chits {
        let (attacker, defender, _) = situations::hits(definitions, public, combat);
        let drawn = combat.drawn.len();
        lines.push(format!(
            "{} so far: hits on the attacker {attacker}, on the defender {defender}.",
            many(drawn, "chit")
        ));
    }
    let [attacker, defender] = combat.owed;
    match topic {
        Topic::Tactics => {
            let mut bare = combat.clone();
            bare.chits = situations::chits(definitions, public, &bare);
            lines.extend(chances::each(definitions, public, &bare));
        }
        Topic::Chits => lines.extend(chances::each(definitions, public, combat)),
        Topic::DefenderHits => {
            if combat.penalty > 0 {
                lines.push(format!("Steps that the retreat costs: {}.", combat.penalty));
            }
            let units = hits::losable(public, combat, false);
            lines.push(format!("Hits left: {defender}. A step may come from {}.", steps(definitions, public, &units)));
            lines.push(match retreat::may(definitions, public, combat) {
                Ok(()) => {
                    let routes = retreat::routes(definitions, public, combat);
                    let way = |route: &retreat::Route| {
                        let end = route.path.last().map(|hex| definitions.place(*hex)).unwrap_or_default();
                        let price = if route.penalty > 0 {
                            format!(" at {}", many(route.penalty, "step"))
                        } else {
                            String::new()
                        };
                        let far = if route.path.len() > 2 { " (two hexes, dispersed)" } else { "" };
                        format!("{end}{far}{price}")
                    };
                    let mut ends: Vec<String> = routes.iter().map(way).collect();
                    ends.dedup();
                    format!("Instead of a step for each hex, a retreat to {}.", ends.join(", "))
                }
                Err(refusal) => format!("No retreat: {refusal}"),
            });
        }
        Topic::AttackerHits => {
            let units = hits::losable(public, combat, true);
            lines.push(format!("Hits left: {attacker}. A step may come from {}.", steps(definitions, public, &units)));
            let absorbed = hits::absorbed(combat);
            lines.extend((absorbed > 0).then(|| format!("`disperse` takes {absorbed} of them (9.5g).")));
        }
        Topic::Advance => {
            let units = advance::units(definitions, public, combat);
            lines.push(format!("May advance: {}.", definitions.names(&units)));
        }
        _ => {}
    }
    lines
}

/// Units with the steps that they have left.
fn steps(definitions: &Definitions, public: &Public, units: &[UnitId]) -> String {
    let each = units.iter().map(|unit| {
        let counter = definitions.counter(*unit);
        format!("{} ({} of {} steps)", definitions.name(*unit), public.unit(*unit).steps(counter), counter.steps)
    });
    each.collect::<Vec<_>>().join(", ")
}

/// What there is to command with: the cards, whom they activate in the surprise attacks, and who waits in the box.
fn commands(seen: Seen<'_, EnemyAction>, side: SideId) -> Vec<String> {
    let (definitions, public) = (seen.definitions, &seen.view.public);
    let known = known(seen, side);
    let mut lines = hand(definitions, seen.view);
    if public.opens() {
        for (line, card) in lines.iter_mut().zip(&seen.view.hand) {
            let fronts: Vec<String> =
                activation::open(known, *card).iter().filter_map(|target| front(known, *card, target)).collect();
            line.push_str(&match fronts[..] {
                [] => " Now: nobody beside an enemy.".to_owned(),
                _ => format!(" Now: {}.", fronts.join("; ")),
            });
        }
    }
    let [own, other] = [side, side.enemy()].map(|side| &public.piles[side.index()]);
    lines.push(format!(
        "Cards in hand and draw pile: you {} and {}, the other side {} and {}. German points: {}.",
        own.hand,
        own.draw,
        other.hand,
        other.draw,
        ownership::points(definitions, public)
    ));
    let waits = |unit: &UnitId| matches!(public.unit(*unit).place, Place::Reserve(..));
    let waiting: Vec<UnitId> = definitions.units_of(side).filter(waits).collect();
    if !waiting.is_empty() {
        lines.push(format!("In your reserve box: {}.", definitions.names(&waiting)));
    }
    lines
}

/// Whom a card would activate that stands beside enemies, and where those are: `LVIII Panzer Corps beside 1407`.
fn front(known: Known<'_>, card: CardId, target: &Step) -> Option<String> {
    let (definitions, public) = (known.definitions, known.public);
    let name = match target {
        Step::Corps(corps) => definitions.corps(*corps).to_owned(),
        Step::Group(group) => definitions.group(*group),
        _ => return None,
    };
    let activation = activation::judge(known, card, target).ok()?;
    let hexes: Vec<HexId> = attack::beside(definitions, public, &activation).iter().collect();
    (!hexes.is_empty()).then(|| format!("{name} beside {}", definitions.spots(&hexes)))
}

/// The cards of a hand with what they say.
fn hand(definitions: &Definitions, view: &View) -> Vec<String> {
    let line = |card: &CardId| {
        let it = definitions.card(*card);
        format!("{} ({}): {}.", it.title, it.id, it.says.join("; "))
    };
    view.hand.iter().map(line).collect()
}

/// The cards that can be played now, by their names: as tactics, or all.
fn held(definitions: &Definitions, view: &View, topic: Topic) -> Option<String> {
    let defends = topic == Topic::Tactics;
    let named = |card: &CardId| {
        let it = definitions.card(*card);
        if !defends && topic != Topic::Activation {
            return Some(format!("{} ({})", it.title, it.id));
        }
        let tactics = tactics(definitions, &view.public, *card, defends);
        let names: Vec<&str> = tactics.iter().map(|tactic| tactic.name()).collect();
        let all = if names.len() > 4 { "any tactic".to_owned() } else { names.join(" or ") };
        (!names.is_empty()).then(|| format!("{} as {all}", it.id))
    };
    let asks = matches!(
        topic,
        Topic::Tactics
            | Topic::Activation
            | Topic::React
            | Topic::Greif
            | Topic::Interdiction
            | Topic::Blow
            | Topic::Works
            | Topic::Fuel
    );
    let cards: Vec<String> = view.hand.iter().filter(|_| asks).filter_map(named).collect();
    (!cards.is_empty()).then(|| format!("You hold: {}.", cards.join("; ")))
}

/// What a player sees of the game besides his question.
pub fn status(seen: Seen<'_, EnemyAction>) -> Vec<String> {
    let (definitions, public) = (seen.definitions, &seen.view.public);
    let points = ownership::points(definitions, public);
    let last = definitions.plans[usize::from(public.scenario)].days.1;
    let mut lines = vec![format!("December {} of {last}; German points: {points}.", public.day)];
    // what would win is of no use once it is decided
    lines.extend(needed(definitions, public).filter(|_| public.ending.is_none()));
    let board = &definitions.board;
    let taken = board.all().filter(|hex| public.towns.contains(hex) && !board.hex(*hex).behind_westwall);
    let taken: Vec<String> = taken.map(|hex| definitions.place(hex)).collect();
    if !taken.is_empty() {
        lines.push(format!("Taken by the Germans: {}.", taken.join(", ")));
    }
    for side in [GERMAN, ALLIED] {
        let piles = &public.piles[side.index()];
        lines.push(format!(
            "{}: {} in the hand, {} in the draw pile, {} played today.",
            definitions.side_name(side),
            many(piles.hand, "card"),
            piles.draw,
            piles.used.len()
        ));
        lines.extend(states(definitions, public, side));
    }
    if !public.in_effect.is_empty() {
        let names: Vec<&str> = public.in_effect.iter().map(|deed| deed.name()).collect();
        lines.push(format!("In effect today: {}.", names.join(", ")));
    }
    // the question which card is played has told the hand
    let told = seen.view.asked().is_some() && public.asked.is_some_and(|asked| asked.topic == Topic::Command);
    if !told {
        lines.extend(hand(definitions, seen.view));
    }
    lines
}

/// What the scenario wants of the Germans (14.3, 15).
fn needed(definitions: &Definitions, public: &Public) -> Option<String> {
    let changes = &definitions.tables.changes[usize::from(public.scenario)];
    let last = definitions.plans[usize::from(public.scenario)].days.1;
    if !changes.bands.is_empty() {
        let band = |band: &crate::printed::Band| {
            let (least, most) = band.points;
            let points = if most > 90 { format!("{least} or more") } else { format!("{} to {most}", least.max(0)) };
            let who = band.winner.map_or("draw", |side| definitions.side_name(side));
            let level = band.level.map_or(String::new(), |level| format!(" {}", level.name()));
            format!("{points} {who}{level}")
        };
        let bands: Vec<String> = changes.bands.iter().map(band).collect();
        let at_once = if changes.ends_at_the_meuse {
            " At once the Germans win if a unit of theirs comes beside the Meuse or leaves the map (15.1c)."
        } else {
            ""
        };
        return Some(format!("On the evening of December {last}: {} (15).{at_once}", bands.join("; ")));
    }
    let next =
        (public.day..=last).find(|day| definitions.tables.day(*day).ends.is_some() && changes.by_calendar(*day))?;
    let limits = definitions.tables.day(next).ends?;
    Some(format!(
        "On the evening of December {next} the Allies win with fewer than {} points, the Germans with {} (15.4).",
        limits.under, limits.from
    ))
}

/// Units of a side that are not as they should be, and those in its box.
fn states(definitions: &Definitions, public: &Public, side: SideId) -> Vec<String> {
    let which = |what: &str, fits: &dyn Fn(UnitId) -> bool| {
        let units: Vec<UnitId> = definitions.units_of(side).filter(|unit| fits(*unit)).collect();
        (!units.is_empty()).then(|| format!("{} {what}: {}.", definitions.side_name(side), definitions.names(&units)))
    };
    let supply =
        |wanted: Supply| move |unit: UnitId| public.unit(unit).hex().is_some() && public.unit(unit).supply == wanted;
    let lines = [
        which("in low supply", &supply(Supply::Low)),
        which("out of supply", &supply(Supply::Out)),
        which("isolated", &supply(Supply::Isolated)),
        which("dispersed", &|unit| public.unit(unit).dispersed),
        which("out of fuel", &|unit| public.unit(unit).no_fuel),
        which("in the reserve box", &|unit| matches!(public.unit(unit).place, Place::Reserve(..))),
    ];
    lines.into_iter().flatten().collect()
}
