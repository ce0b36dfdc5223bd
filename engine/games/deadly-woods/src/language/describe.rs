use crate::chapters::asking::counted;
use crate::chapters::rounds;
use crate::printed::{BridgeId, Chit, Definitions, Draw, GERMAN};
use crate::truth::event::{Departure, Event, Shift};
use crate::truth::order::Marker;
use crate::truth::state::{Phase, Place, Ss};

/// The days of a turn.
pub fn date(definitions: &Definitions, turn: u8) -> String {
    let dates = |scenario: &definitions::Scenario| scenario.dates.get(usize::from(turn) - 1).cloned();
    definitions.published.scenarios.iter().filter_map(dates).next().unwrap_or_default()
}

fn bridge(definitions: &Definitions, bridge: BridgeId) -> String {
    let [one, other] = definitions.board.bridge(bridge).ends;
    format!("{}/{}", definitions.place(one), definitions.place(other))
}

fn chits(chits: &[Chit]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for chit in Chit::ALL {
        match chits.iter().filter(|other| **other == chit).count() {
            0 => {}
            1 => lines.push(chit.name().to_owned()),
            count => lines.push(format!("{count} {}", chit.name())),
        }
    }
    lines.join(", ")
}

/// Shifts in words: `cover -1, river -1`.
pub fn shifts(all: &[Shift]) -> String {
    let one = |shift: &Shift| {
        let word = match shift {
            Shift::Cover(_) => "cover",
            Shift::Rough(_) => "rough",
            Shift::River(_) => "river",
            Shift::ArmourDefends(_) => "armour in the clear",
            Shift::ArmourAttacks(_) => "armour attacks the clear",
            Shift::Unsupplied(_) => "defender out of supply",
            Shift::DefenderAway(_) => "defender away from his division",
            Shift::AttackerAway(_) => "attacker away from his division",
            Shift::Engineers(_) => "engineers",
        };
        format!("{word} {:+}", shift.columns())
    };
    if all.is_empty() { "no shifts".to_owned() } else { all.iter().map(one).collect::<Vec<_>>().join(", ") }
}

/// An event in words.
pub fn event(definitions: &Definitions, event: &Event) -> Option<String> {
    let name = |unit: &definitions::UnitId| definitions.name(*unit);
    let place = |hex: &definitions::hex::HexId| definitions.place(*hex);
    let side = |side: &engine::contract::SideId| definitions.side_name(*side);
    Some(match event {
        Event::Asked { .. }
        | Event::Answered
        | Event::RoundClosing
        | Event::RoundEnded { .. }
        | Event::FightBegan
        | Event::RetreatBegan { .. }
        | Event::RetreatOver { .. }
        | Event::HexHeld { .. }
        | Event::BridgesOver
        | Event::CombatEnded
        | Event::CleanedUp { .. }
        | Event::ReactionKept
        | Event::HeldDoor { .. }
        | Event::UnitChosen { .. } => return None,
        Event::TurnBegan { turn, came } => {
            let came = if came.is_empty() {
                String::new()
            } else {
                format!(" To the Asset Boxes: {}.", definitions.names(came))
            };
            format!("— Turn {turn}, {} —{came}", date(definitions, *turn))
        }
        Event::Initiative { side: whose } => {
            format!("The initiative is {}.", if *whose == GERMAN { "German" } else { "Allied" })
        }
        Event::PhaseBegan { phase } => match phase {
            Phase::OpeningCombat => "The opening: German combat.".to_owned(),
            Phase::OpeningMove => "The opening: German move.".to_owned(),
            Phase::OpeningReaction => "The opening: Allied Reaction 3.".to_owned(),
            _ => return None,
        },
        Event::CupFilled { cup, hand } => {
            let hand = if hand.is_empty() { String::new() } else { format!(" The Allies hold {}.", chits(hand)) };
            format!("In the cup: {}.{hand}", chits(cup))
        }
        Event::ArmiesTaken { chits: taken } => format!("The Germans put {} into the cup.", chits(taken)),
        Event::SsDecided { ss, steps } => match ss {
            Ss::Left => format!("The SS withdraws ({steps} steps counted, 12.10)."),
            Ss::Kept => format!("The Germans cancel the withdrawal of the SS ({steps} steps counted, 12.10)."),
            Ss::TooFew => format!("The SS is too weak to withdraw: {steps} steps (12.10)."),
            Ss::Open => return None,
        },
        Event::Placed { unit, hex } => format!("{} is laid in {}.", name(unit), place(hex)),
        Event::SetAside { unit, place } => match place {
            Place::Box => format!("{} goes back to its box.", name(unit)),
            Place::Track(turn) => format!("{} is put aside until turn {turn}.", name(unit)),
            Place::Due(turn, draw) => {
                let which = if *draw == Draw::First { "first" } else { "second" };
                format!("{} cannot enter and waits for the {which} Reinforcement chit of turn {turn}.", name(unit))
            }
            _ => format!("{} is out of the game.", name(unit)),
        },
        Event::Marked { marker, hex: Some(hex) } => {
            let what = match marker {
                Marker::Greif => "Operation Greif",
                Marker::Traffic => "Allied traffic",
                Marker::AirSupply => "Air supply",
                Marker::Motorised => "The trucks",
            };
            format!("{what} is laid in {}.", place(hex))
        }
        Event::Marked { marker, hex: None } => format!("{} is taken off.", marker.word()),
        Event::Motorised { unit: Some(unit) } => format!("{} has the trucks.", name(unit)),
        Event::Motorised { unit: None } => "The trucks go home.".to_owned(),
        Event::Dropped { hex, face, lands } => {
            let what = if *lands { "they land" } else { "rumours of them slow the Allies there" };
            format!("Parachutists over {}: die {face}, {what} (12.7c).", place(hex))
        }
        Event::Rebuilt { unit, place: to, .. } => match to {
            Place::Hex(hex) => format!("{} takes a step back in {}.", name(unit), place(hex)),
            _ => format!("{} takes a step back.", name(unit)),
        },
        Event::Chosen { chit } => format!("First chit: {}.", chit.name()),
        Event::Drawn { chit, aside } => {
            let aside = if aside.is_empty() {
                String::new()
            } else {
                format!(" ({} laid aside and back in the cup, 14.2b)", chits(aside))
            };
            format!("Drawn: {}{aside}.", chit.name())
        }
        Event::HeldPlayed { returned } => {
            let back = returned.map(|chit| format!("; {} goes back into the cup", chit.name())).unwrap_or_default();
            format!("The Allies play the Reinforcement chit that they hold{back} (14.8.2b).")
        }
        Event::HeldReturned => "The held Reinforcement chit goes into the cup (14.8.2c).".to_owned(),
        Event::RoundBegan { side: whose, chit, act, .. } => {
            format!("{} round: {} as {}.", side(whose), chit.name(), rounds::name(*act))
        }
        Event::OpeningBegan { .. } => return None,
        Event::Entered { unit, hex, .. } => format!("{} enters in {}.", name(unit), place(hex)),
        Event::PutOff { unit, .. } => format!("{} comes a chit later at D (14.8.1a).", name(unit)),
        Event::FormationChosen { group, .. } => {
            let of = definitions.counters.iter().position(|it| it.group == *group)?;
            let unit = definitions::UnitId(of as u16);
            let division = &definitions.published.units.unit(unit).division;
            let formation = definitions.published.units.formations.iter().find(|it| it.id == *division);
            let named = formation.map_or_else(
                || name(&unit).split('/').next_back().unwrap_or_default().to_owned(),
                |it| it.short.clone(),
            );
            format!("Formation of the round: {named}.")
        }
        Event::Moved { unit, path } => {
            let (from, to) = (path.first()?, path.last()?);
            format!("{} moves from {} to {}.", name(unit), place(from), place(to))
        }
        Event::Infiltrated => "The 150th Panzer Brigade slips through zones of control (7.3c).".to_owned(),
        Event::GaveUpTanks { unit, .. } => format!("{} gives up its tanks (8.3g).", name(unit)),
        Event::BridgeBlown { bridge: at, by } => {
            let by = by.map(|unit| format!(" by {}", name(&unit))).unwrap_or_default();
            format!("The bridge {} is blown{by}.", bridge(definitions, *at))
        }
        Event::BridgeBuilt { bridge: at, .. } => format!("The bridge {} is rebuilt.", bridge(definitions, *at)),
        Event::Controlled { hexes, german } => {
            format!("{} control {}.", if *german { "The Germans" } else { "The Allies" }, definitions.spots(hexes))
        }
        Event::StVithEntered => {
            "Germans are in St. Vith: next turn the boundary of 5th and 6th Panzer Army falls (9.2.1).".to_owned()
        }
        Event::MeuseCrossed => "Germans are over the Meuse: all who were held behind it are free (10.6.4).".to_owned(),
        Event::FuelDecided { captured: true } => {
            "Peiper captures the fuel: he is in supply on turn 2 (8.5).".to_owned()
        }
        Event::FuelDecided { captured: false } => "The fuel of Büllingen is out of Peiper's reach (8.5).".to_owned(),
        Event::SupplyChecked { out } if out.is_empty() => "Supply check: all Germans are in supply.".to_owned(),
        Event::SupplyChecked { out } => format!("Supply check: out of supply are {}.", definitions.names(out)),
        Event::Attacked { attacker, attackers, target, defenders, guns, doubled, bonus, .. } => {
            let mut help: Vec<String> = guns.iter().map(|gun| name(gun).to_owned()).collect();
            help.extend(doubled.then(|| "doubled".to_owned()));
            help.extend(bonus.then(|| "the asset +2".to_owned()));
            let help = if help.is_empty() { String::new() } else { format!(", supported by {}", help.join(", ")) };
            format!(
                "{} attack {} ({}) with {}{help}.",
                side(attacker),
                place(target),
                definitions.names(defenders),
                definitions.names(attackers)
            )
        }
        Event::Supported { support } if support.is_empty() => return None,
        Event::Supported { support } => format!("The defence is supported by {}.", definitions.names(support)),
        Event::Weighed { attack, defence, odds, shifts: all, column } => {
            let column = column.map_or("less than 1:3".to_owned(), |column| format!("column {column}"));
            format!("{attack} to {defence} is {odds}; {}; {column}.", shifts(all))
        }
        Event::Fought { face: None, result, .. } => format!("Without a die: {result}."),
        Event::Fought { face: Some(face), added: 0, result, .. } => format!("Die {face}: {result}."),
        Event::Fought { face: Some(face), added, result, .. } => format!("Die {face} + {added}: {result}."),
        Event::Converted { taken: true } => "The Germans take BL1 instead (11.3.3d).".to_owned(),
        Event::Converted { taken: false } => return None,
        Event::Owes { side: whose, steps, units } => {
            let who = if units.is_empty() { side(whose).to_owned() } else { definitions.names(units) };
            format!("{who} may not go over the boundary of the areas and lose {steps} steps in all (9.2f).")
        }
        Event::Trapped { units } => format!("{} cannot retreat (11.4j).", definitions.names(units)),
        Event::LostStep { unit } => format!("{} loses a step.", name(unit)),
        Event::Died { unit } => format!("{} is eliminated.", name(unit)),
        Event::Stood { unit: Some(unit) } => format!("{} stands (11.4.1a).", name(unit)),
        Event::Stood { unit: None } => return None,
        Event::Retreated { units, path, zones, .. } => {
            let zones = if *zones { ", through zones of control" } else { "" };
            let goes = if units.len() == 1 { "retreats" } else { "retreat" };
            format!("{} {goes} to {}{zones}.", definitions.names(units), place(path.last()?))
        }
        Event::BridgeSpared { bridge: at } => format!("The bridge {} is spared.", bridge(definitions, *at)),
        Event::BridgeRolled { bridge: at, face } => format!("Die {face} for the bridge {}.", bridge(definitions, *at)),
        Event::Advanced { unit, to } => format!("{} advances to {}.", name(unit), place(to)),
        Event::Removed { unit } => format!("{} is eliminated: its hex held too many (6.2g).", name(unit)),
        Event::Left { units, why } => {
            format!("{} {}.", definitions.names(units), left(definitions, units, *why))
        }
        Event::Counted { points, steps } => {
            let steps = counted(*steps, "motorized German step", "motorized German steps");
            format!("End of the turn: {points} VP; {steps} over the Meuse.")
        }
        Event::Adjusted { unit, .. } => format!("{} is changed by agreement.", name(unit)),
        Event::Over { ending } => format!("{} win: {}.", side(&ending.winner), ending.reason),
    })
}

/// Why units have left the game for good.
fn left(definitions: &Definitions, units: &[definitions::UnitId], why: Departure) -> String {
    let by_number = |one: &str, several: &str| if units.len() == 1 { one.to_owned() } else { several.to_owned() };
    // the town for which a unit waits is that of its plan, the same in each scenario (14.8.3)
    let coming = definitions.plans.iter().flat_map(|plan| &plan.coming).find(|it| units.contains(&it.unit));
    let town = coming.and_then(|it| it.held);
    let german = units.iter().all(|unit| definitions.counter(*unit).side == GERMAN);
    match (why, town) {
        (Departure::Surrendered, _) => by_number("surrenders, out of supply (8.3o)", "surrender, out of supply (8.3o)"),
        (Departure::Withdrawn, _) => by_number("is withdrawn (12.10e)", "are withdrawn (12.10e)"),
        (Departure::Missed, Some(town)) => {
            let does = by_number("does not come", "do not come");
            format!("{does}: the Germans do not control {} (14.8.3d)", definitions.place(town))
        }
        (Departure::NeverComes, None) => {
            let does = by_number("does not come: its", "do not come: their");
            format!("{does} entry is blocked ({})", if german { "14.8f" } else { "14.8d" })
        }
        _ => by_number("does not come any more (14.8)", "do not come any more (14.8)"),
    }
}
