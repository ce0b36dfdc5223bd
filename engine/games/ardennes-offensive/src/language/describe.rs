use crate::printed::{Definitions, Outcome, Sections};
use crate::truth::event::{Event, Loss};
use crate::truth::state::{Phase, Place, Topic};
use definitions::hex::HexId;

/// An event in words; none when it is not worth a line.
pub fn event(definitions: &Definitions, event: &Event) -> Option<String> {
    let name = |unit: &definitions::UnitId| definitions.name(*unit);
    let place = |hex: &HexId| definitions.place(*hex);
    let places = |hexes: &[HexId]| hexes.iter().map(|hex| definitions.place(*hex)).collect::<Vec<_>>().join(", ");
    Some(match event {
        Event::Asked { side, topic: Topic::SetUp } => format!("The {} set up.", definitions.people(*side)),
        Event::Asked { .. } | Event::Answered | Event::CombatEnded | Event::MarkersRemoved => return None,
        Event::Placed { unit, hex } => format!("{} is set up in {}.", name(unit), place(hex)),
        Event::TurnBegan { turn } => format!("Turn {turn}, {}.", date(definitions, *turn)),
        Event::TableRolled { face, changed: true } => {
            format!("The Germans roll {face}: from now on they use the standard combat results table (10.3).")
        }
        Event::TableRolled { face, changed: false } => {
            format!("The Germans roll {face} and keep their initial combat results table (10.3).")
        }
        Event::PlayerTurnBegan { side } => format!("{} player turn.", definitions.side_name(*side)),
        Event::Came { unit, sections } => format!("{} comes{}.", name(unit), by(definitions, *sections)),
        Event::Delayed { unit, turn, sections } => {
            format!("{} is delayed to turn {turn} and comes{} (14.1).", name(unit), by(definitions, *sections))
        }
        Event::Judged { side, unsupplied, isolated, interdicted } => {
            let mut parts = Vec::new();
            if !unsupplied.is_empty() {
                parts.push(format!("unsupplied: {}", definitions.names(unsupplied)));
            }
            if !isolated.is_empty() {
                parts.push(format!("isolated: {}", definitions.names(isolated)));
            }
            parts.push(match interdicted.len() {
                0 => "no bridge interdicted".to_owned(),
                1 => "1 bridge interdicted".to_owned(),
                bridges => format!("{bridges} bridges interdicted"),
            });
            format!("{} supply: {}.", definitions.side_name(*side), parts.join("; "))
        }
        Event::PhaseBegan { phase, woken } => {
            let phase = match phase {
                Phase::SetUp => return None,
                Phase::Movement => "Initial movement",
                Phase::Combat => "Combat",
                Phase::Mechanized => "Mechanized movement",
            };
            if woken.is_empty() {
                return None;
            };
            format!("{phase}: {} may come back to the map (5.3).", definitions.names(woken))
        }
        Event::ModeChanged { unit, road: true, .. } => format!("{} goes into road mode.", name(unit)),
        Event::ModeChanged { unit, road: false, .. } => format!("{} leaves road mode.", name(unit)),
        Event::MustDeploy { unit, .. } => format!("{} leaves road mode, as it must (6.7l).", name(unit)),
        Event::Moved { unit, path, left } => {
            format!("{} moves to {} ({left} left).", name(unit), path.last().map(place).unwrap_or_default())
        }
        Event::Entered { unit, hex, .. } => format!("{} enters at {}.", name(unit), place(hex)),
        Event::Dropped { unit, hex, face, lives } => {
            let comes = if *lives { "lands" } else { "is scattered" };
            format!("{} drops into {}, rolls {face} and {comes} (15).", name(unit), place(hex))
        }
        Event::Attacked { attacker, attackers, targets, attack, defence, natural, column, waived, follow, .. } => {
            let crt = &definitions.tables.crt;
            let lowered = if natural == column { String::new() } else { format!(", lowered to {}", crt.odds(*column)) };
            let waived = if *waived { ", waiving their immunity" } else { "" };
            let follow = match &follow[..] {
                [] => String::new(),
                units => format!(", {} to advance", definitions.names(units)),
            };
            format!(
                "The {} attack {} with {}: {attack} to {defence}, {}{lowered}{waived}{follow}.",
                definitions.people(*attacker),
                places(targets),
                definitions.names(attackers),
                crt.odds(*natural)
            )
        }
        Event::Waived => "The defenders give up their immunity.".to_owned(),
        Event::Rolled {
            face,
            outcome: outcome @ (Outcome::AttackerRetreats(_) | Outcome::DefenderRetreats(_)),
            retreating,
            ..
        } if retreating.is_empty() => {
            format!("The die shows {face}: {outcome}. Nobody moves: towns and the West Wall are held (11f, 11h).")
        }
        Event::Rolled { face, outcome, .. } => format!("The die shows {face}: {outcome}."),
        Event::Retreated { unit, path, .. } => {
            format!("{} retreats to {}.", name(unit), path.last().map(place).unwrap_or_default())
        }
        Event::Lost { unit, why, .. } => {
            let why = match why {
                Loss::Combat => "is destroyed",
                Loss::Exchange => "is lost in the exchange",
                Loss::NoRetreat => "cannot retreat and is lost (10.2)",
                Loss::NoPoints => "cannot pay for leaving road mode and is lost (6.7)",
                Loss::Drop => "is lost (15)",
            };
            format!("{} {why}.", name(unit))
        }
        Event::Advanced { unit, to, .. } => format!("{} advances into {}.", name(unit), place(to)),
        Event::Counted { exits, held, .. } if held.is_empty() => format!("German points for exits: {exits}."),
        Event::Counted { exits, held, .. } => format!("German points for exits: {exits} ({}).", places(held)),
        Event::Adjusted { unit, place: Place::Hex(hex), .. } => format!("{} is put into {}.", name(unit), place(hex)),
        Event::Adjusted { unit, .. } => format!("{} is taken off the map.", name(unit)),
        Event::Over { ending } => {
            let who = match ending.winner {
                Some(side) => format!("{} victory", definitions.side_name(side)),
                None => "A draw".to_owned(),
            };
            format!("{who}: {} German points to {} Allied ({}).", ending.points[0], ending.points[1], ending.case)
        }
    })
}

/// The date of a turn.
pub fn date(definitions: &Definitions, turn: u8) -> String {
    let dates = definitions.published.scenarios.first().map(|scenario| &scenario.dates);
    let place = usize::from(turn).checked_sub(1);
    dates.zip(place).and_then(|(dates, place)| dates.get(place)).cloned().unwrap_or_default()
}

/// ` by section NE or NW`, or nothing for those that come from the east.
pub fn by(definitions: &Definitions, sections: Sections) -> String {
    let names: Vec<&str> = sections.iter().map(|section| definitions.tables.section_name(section)).collect();
    if names.is_empty() { String::new() } else { format!(" by section {}", names.join(" or ")) }
}
