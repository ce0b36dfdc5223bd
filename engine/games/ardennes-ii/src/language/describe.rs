use crate::chapters::asking::several;
use crate::chapters::movement::points;
use crate::printed::{Definitions, PlungerId, Strength};
use crate::truth::event::{Disorder, Event};
use crate::truth::state::{Charge, Phase, Place};
use definitions::hex::HexId;
use engine::contract::SideId;

/// An event in words; none when it is not worth a line.
pub fn event(definitions: &Definitions, event: &Event) -> Option<String> {
    movement(definitions, event).or_else(|| fighting(definitions, event)).or_else(|| turns(definitions, event))
}

fn last(definitions: &Definitions, path: &[HexId]) -> String {
    path.last().map(|hex| definitions.place(*hex)).unwrap_or_default()
}

fn plunger(definitions: &Definitions, plunger: PlungerId) -> String {
    definitions.place(definitions.board.plungers()[usize::from(plunger.0)].hex)
}

/// `1 unit moves`, `2 units move`.
fn who(definitions: &Definitions, units: &[definitions::UnitId], one: &str, several: &str) -> String {
    format!("{} {}", definitions.names(units), if units.len() == 1 { one } else { several })
}

fn movement(definitions: &Definitions, event: &Event) -> Option<String> {
    let name = |unit: &definitions::UnitId| definitions.name(*unit);
    let place = |hex: &HexId| definitions.place(*hex);
    Some(match event {
        Event::SetUp { unit, hex } => format!("{} is set up in {}.", name(unit), place(hex)),
        Event::Moved { units, path, spent, .. } => {
            let spent: Vec<String> = spent.iter().map(|half| points(*half)).collect();
            let to = last(definitions, path);
            format!("{} to {to} ({} spent).", who(definitions, units, "moves", "move"), spent.join(", "))
        }
        Event::Halted { units, hex } => {
            format!("{} in {}: the way is no longer open.", who(definitions, units, "stops", "stop"), place(hex))
        }
        Event::Overran { units, target, .. } => {
            format!("{} {} (3.3).", who(definitions, units, "overruns", "overrun"), place(target))
        }
        Event::Advanced { units, to } => {
            format!("{} into {}.", who(definitions, units, "advances", "advance"), place(to))
        }
        Event::BuggedOut { unit, from, to } => {
            format!("{} runs from {} to {} (3.6).", name(unit), place(from), place(to))
        }
        Event::Retreated { units, path } => {
            format!("{} to {}.", who(definitions, units, "retreats", "retreat"), last(definitions, path))
        }
        Event::Left { unit, .. } => format!("{} leaves the map for points.", name(unit)),
        Event::Arrived { unit, hex } => format!("{} arrives in {}.", name(unit), place(hex)),
        Event::Came { units } => format!("Reinforcements may be placed: {}.", definitions.names(units)),
        Event::ArrivalRolled { unit, face } => format!("A die of {face} decides whether {} comes.", name(unit)),
        Event::DropRolled { unit, hex, face, lands } => {
            let comes = if *lands { "lands" } else { "is scattered and lost" };
            format!("{} drops into {}, rolls {face} and {comes} (4.1).", name(unit), place(hex))
        }
        _ => return None,
    })
}

fn fighting(definitions: &Definitions, event: &Event) -> Option<String> {
    let name = |unit: &definitions::UnitId| definitions.name(*unit);
    let place = |hex: &HexId| definitions.place(*hex);
    Some(match event {
        Event::Attacked { attacker, attackers, target, defenders, overrun, .. } => {
            let how = if *overrun { "overrun of" } else { "attack on" };
            format!(
                "{} {how} {} ({}) with {}.",
                definitions.side_name(*attacker),
                place(target),
                definitions.names(defenders),
                definitions.names(attackers)
            )
        }
        Event::Avoided { hexes } => format!("The defenders go back {hexes} hexes before combat (3.2)."),
        Event::Weighed { attackers, defenders, attack, defence, starting, ground, hexsides, column } => {
            let (attackers, defenders) = (strengths(definitions, attackers), strengths(definitions, defenders));
            let left =
                [(*ground, "the ground"), (*hexsides, "hexsides")].into_iter().filter(|(columns, _)| *columns != 0);
            let left: String = left.map(|(columns, by)| format!(", {} left by {by}", -columns)).collect();
            format!("{attack} ({attackers}) to {defence} ({defenders}): {starting}{left}, column {column}.")
        }
        Event::Fought { dice: [one, two], result, .. } => format!("The dice show {one} and {two}: {result}."),
        Event::RetreatOver { costs_step: true } => {
            "The retreat was stopped or blocked and costs a step (3.2).".to_owned()
        }
        Event::LostStep { unit } => format!("{} loses a step.", name(unit)),
        Event::Gone { unit } => format!("{} is gone.", name(unit)),
        Event::Fired { gun, spotter, hex, face, half, full, .. } => {
            let what = gun.as_ref().map_or("An air strike", name);
            let by = spotter.as_ref().map(|unit| format!(", {} spotting", name(unit))).unwrap_or_default();
            let marker = match (half, full) {
                (_, 1..) => "a full marker",
                (1.., _) => "half a marker",
                _ => "nothing",
            };
            format!("{what} fires at {}{by}: die {face}, {marker}.", place(hex))
        }
        Event::Reconciled { hex, face, full, .. } => {
            let die = face.map(|face| format!("die {face}, ")).unwrap_or_default();
            let becomes = if *full > 0 { "a full marker" } else { "nothing" };
            format!("Half markers in {}: {die}{becomes}.", place(hex))
        }
        Event::Disorganised { units, why } => {
            let why = match why {
                Disorder::Overstacked => "too many in a hex, 3.1",
                Disorder::Mixed => "divisions mixed, 3.1",
                Disorder::NoSupply => "without supply, 3.7",
                Disorder::Jam => "in a traffic jam, 3.1",
                Disorder::BuggedOut => "having run, 3.6",
                Disorder::Retreated => "having retreated, 3.4",
                Disorder::FiredUnsupplied => "having fired without supply, 3.4",
            };
            format!("Disorganised ({why}): {}.", definitions.names(units))
        }
        Event::Recovered { units } => format!("No longer disorganised: {}.", definitions.names(units)),
        Event::GunsRolled { unit, face } => format!("{} without supply rolls {face} (3.7).", name(unit)),
        Event::ChargeRolled { plunger: it, unit, face } => {
            format!("{} tries the bridges at {}: die {face}.", name(unit), plunger(definitions, *it))
        }
        Event::Tried { plunger: it, charge: Charge::Blown } => {
            format!("The bridges at {} are blown (3.8).", plunger(definitions, *it))
        }
        Event::Tried { plunger: it, .. } => {
            format!("The bridges at {} can no longer be blown (3.8).", plunger(definitions, *it))
        }
        _ => return None,
    })
}

/// `501 Tgr/1 SS: 7, 26/12 SS: 4`.
fn strengths(definitions: &Definitions, units: &[(definitions::UnitId, Strength)]) -> String {
    let one = |(unit, strength): &(definitions::UnitId, Strength)| format!("{}: {strength}", definitions.name(*unit));
    units.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn turns(definitions: &Definitions, event: &Event) -> Option<String> {
    let side = |side: &SideId| definitions.side_name(*side);
    Some(match event {
        Event::TurnBegan { turn } => format!("Turn {turn}, {}.", date(definitions, *turn)),
        Event::PhaseBegan { side: whose, phase, .. } => {
            let phase = match phase {
                Phase::PreTurn => return None,
                Phase::Movement => "movement and barrage",
                Phase::Barrage => return Some("US barrage.".to_owned()),
                Phase::Combat => "combat",
                Phase::Exploitation => "exploitation",
                Phase::Supply => "supply",
            };
            format!("{} {phase}.", side(whose))
        }
        Event::WeatherRolled { face, frost } => {
            let weather = if *frost { "frost" } else { "no frost" };
            format!("The die for the weather shows {face}: {weather} (2.2).")
        }
        Event::StrikesRolled { face, strikes: 1 } => format!("A die of {face} gives 1 US air strike."),
        Event::StrikesRolled { face, strikes } => format!("A die of {face} gives {strikes} US air strikes."),
        Event::Supplied { hex } => format!("Air supply is dropped at {}.", definitions.place(*hex)),
        Event::AirSupplyUsed { hexes } => {
            let places: Vec<String> = hexes.iter().map(|hex| definitions.place(*hex)).collect();
            format!("Air supply is used up at {} (3.7).", places.join(", "))
        }
        Event::BarragesRemoved { side: whose } => format!("{} barrage markers come off.", side(whose)),
        Event::Controlled { objective, german } => {
            let whose = if *german { "Germans" } else { "Allies" };
            let hex = definitions.board.objectives().get(usize::from(*objective)).map(|(hex, _)| *hex)?;
            format!("{} is in the hands of the {whose} (6).", definitions.place(hex))
        }
        Event::Counted { points } => {
            format!("The Germans have {} at the end of the turn.", several((*points).into(), "point"))
        }
        Event::Adjusted { unit, place: Place::Hex(hex), .. } => {
            format!("{} is put into {}.", definitions.name(*unit), definitions.place(*hex))
        }
        Event::Adjusted { unit, .. } => format!("{} is taken off the map.", definitions.name(*unit)),
        Event::Over { ending } => {
            // records of former versions have no reason
            let best = || format!("the best German turn brought {}", several(ending.points.into(), "point"));
            let reason = if ending.reason.is_empty() { best() } else { ending.reason.clone() };
            format!("The game is over: {}; {reason}.", ending.level)
        }
        _ => return None,
    })
}

/// The date of a turn.
pub fn date(definitions: &Definitions, turn: u8) -> String {
    // the campaign has the dates of all turns
    let dates = definitions.published.scenarios.iter().map(|scenario| (scenario.turns.0, &scenario.dates));
    let of = |(first, dates): (u8, &Vec<String>)| dates.get(usize::from(turn.checked_sub(first)?)).cloned();
    dates.filter_map(of).next().unwrap_or_default()
}
