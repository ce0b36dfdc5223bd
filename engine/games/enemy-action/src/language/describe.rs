use crate::printed::{CardId, Definitions, GERMAN};
use crate::truth::event::{Counted, Event, Play};
use crate::truth::roster::Supply;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;

/// An event in words; none when it is not worth a line.
pub fn event(definitions: &Definitions, event: &Event) -> Option<String> {
    let name = |unit: &UnitId| definitions.name(*unit);
    let place = |hex: Option<&HexId>| hex.map_or_else(String::new, |hex| definitions.place(*hex));
    let side = |side: &SideId| if *side == GERMAN { "The Germans" } else { "The Allies" };
    let title = |card: &CardId| &definitions.card(*card).title;
    let titles = |cards: &[CardId]| cards.iter().map(title).cloned().collect::<Vec<_>>().join("; ");
    Some(match event {
        Event::DayBegan { day, .. } => format!("December {day} begins."),
        Event::Arrived { units } => {
            let units: Vec<UnitId> = units.iter().map(|(unit, _)| *unit).collect();
            format!("Into the reserve boxes: {}.", definitions.names(&units))
        }
        Event::CameToBridge { march, .. } => {
            let ends = definitions.spots(&definitions.board.river(march.bridge).ends);
            format!("{} comes to the bridge of {ends}.", name(&march.unit))
        }
        Event::Halted { halted } => {
            format!("{} is halted at the river, and may go on another way.", name(&halted.unit))
        }
        Event::AdvanceHalted { unit, barred: None } => format!("{} is halted at the river.", name(unit)),
        Event::AdvanceHalted { unit, .. } => {
            format!("{} is halted at the river, and may advance another way.", name(unit))
        }
        Event::DeploysBesides { .. } => "The card deploys reserves besides, once its command is done.".to_owned(),
        Event::Withdrew { units, path, .. } => {
            format!("{} withdraw to {}.", definitions.names(units), place(path.last()))
        }
        Event::Landed { hex, .. } => format!("Von der Heydte lands in {}.", definitions.place(*hex)),
        Event::CrisisBegan { units } => {
            let units: Vec<UnitId> = units.iter().map(|(unit, _)| *unit).collect();
            format!("Allied Command Crisis: {} and their cards come a day later.", definitions.names(&units))
        }
        Event::DepotsLaid { hexes, real } => {
            let known =
                if real.is_empty() { String::new() } else { format!(" Fuel is in {}.", definitions.spots(real)) };
            format!("Fuel depots, or rumours of them: {}.{known}", definitions.spots(hexes))
        }
        Event::DepotFound { hex, real } => {
            let what = match real {
                Some(true) => "has fuel",
                Some(false) => "was a rumour",
                None => "is opened: only then does it tell whether it has fuel",
            };
            format!("The depot in {} {what}.", definitions.place(*hex))
        }
        Event::FuelShort { cards } => format!("The Germans show no fuel on {}.", titles(cards)),
        Event::FuelOut { card, units } if units.is_empty() => {
            format!("{} goes; none of its units on the map runs dry.", title(card))
        }
        Event::FuelOut { card, units } => {
            format!("Out of fuel: {}. {} goes.", definitions.names(units), title(card))
        }
        Event::FuelKept { card, by: None } => format!("A depot is spent: {} stays, with fuel.", title(card)),
        Event::FuelKept { card, by: Some(by) } => {
            format!("{} is shown as Fuel Priority: {} stays, with fuel.", title(by), title(card))
        }
        Event::Released { day, .. } => format!("The OKW Reserve is released and comes on December {day}."),
        Event::Drew { side: whose, cards, count } if cards.is_empty() => {
            format!(
                "{} draw {}.",
                side(whose),
                if *count == 1 { "a card".to_owned() } else { format!("{count} cards") }
            )
        }
        Event::Drew { cards, .. } => format!("You draw {}.", titles(cards)),
        Event::Played { side: whose, card, play, back } => {
            let what = match play {
                Play::Activation => "to activate".to_owned(),
                Play::Deployment => "to deploy reserves".to_owned(),
                Play::Replacements => "for replacements".to_owned(),
                Play::Tactic(tactic) => format!("as {}", tactic.name()),
                Play::Event(deed) => format!("as {}", deed.name()),
                Play::Reaction => "in reaction".to_owned(),
                Play::Fuel => "to the discards for Fuel Priority".to_owned(),
                Play::Nothing => "for nothing".to_owned(),
            };
            let back = if *back { "; it goes back into the draw pile" } else { "" };
            format!("{} play {} {what}{back}.", side(whose), title(card))
        }
        Event::ImpulseBegan { side: whose, .. } => format!("— {} impulse —", definitions.side_name(*whose)),
        Event::MovesOver => "The moves of this activation are over.".to_owned(),
        Event::Passed { side: whose } => format!("{} pass.", side(whose)),
        Event::LaidAside { side: whose, cards } if !cards.is_empty() => {
            format!("{} lay aside {}.", side(whose), titles(cards))
        }
        Event::OpeningOver => "No card of the Germans activates anybody: their opening is over (4.11).".to_owned(),
        Event::Activated { activation, .. } => format!("Active: {}.", definitions.names(&activation.units)),
        Event::Moved { unit, path, .. } => format!("{} moves to {}.", name(unit), place(path.last())),
        Event::Exited { unit, points, .. } => format!("{} leaves the map for {points} points.", name(unit)),
        Event::Blocked { hexes } => format!("Roadblocks: {}.", definitions.spots(hexes)),
        Event::Recovered { units } => format!("Recovered: {}.", definitions.names(units)),
        Event::InEffect { deed } => format!("{} is in effect for the rest of the day.", deed.name()),
        Event::PutOff { units, .. } => format!("Put off: {}.", definitions.names(units)),
        Event::Resupplied { units } => format!("In supply again: {}.", definitions.names(units)),
        Event::Bridged { river, side: whose } => {
            format!("{} make a bridge at {}.", side(whose), definitions.spots(&definitions.board.river(*river).ends))
        }
        Event::DemolitionBegan { river } => {
            format!("The bridge of {} is being blown.", definitions.spots(&definitions.board.river(*river).ends))
        }
        Event::DemolitionOver { river, blown } => {
            let what = if *blown { "is blown" } else { "stands" };
            format!("The bridge of {} {what}.", definitions.spots(&definitions.board.river(*river).ends))
        }
        Event::CardLost { side: whose, card: Some(card) } => format!("{} lose {}.", side(whose), title(card)),
        Event::Interdicted { flown: true } => "Interdiction: the first German impulse is skipped.".to_owned(),
        Event::DugIn { hex } => format!("An improved position is built in {}.", definitions.place(*hex)),
        Event::PositionsLost { hexes } => format!("Improved positions are gone: {}.", definitions.spots(hexes)),
        Event::ActivationEnded { recovered } if !recovered.is_empty() => {
            format!("Recovered: {}.", definitions.names(recovered))
        }
        Event::Deployed { unit, hex, .. } => format!("{} is deployed in {}.", name(unit), definitions.place(*hex)),
        Event::Rebuilt { unit } => format!("{} gains a step.", name(unit)),
        Event::Attacked { attackers, target, defenders, tactics, .. } => {
            let played: Vec<&str> = tactics.iter().map(|tactic| tactic.name()).collect();
            let played = if played.is_empty() { String::new() } else { format!(" Tactics: {}.", played.join(", ")) };
            let (attackers, defenders) = (definitions.names(attackers), definitions.names(defenders));
            format!("{attackers} attack {} with {defenders}.{played}", definitions.place(*target))
        }
        Event::Supported { tactics, chits, joined, .. } => {
            let played: Vec<&str> = tactics.iter().map(|tactic| tactic.name()).collect();
            let played = if played.is_empty() { "none".to_owned() } else { played.join(", ") };
            let joined =
                if joined.is_empty() { String::new() } else { format!(" Joined: {}.", definitions.names(joined)) };
            format!("The defender's tactics: {played}.{joined} Chits: {} to {}.", chits.0, chits.1)
        }
        Event::TotalSaid { total } => format!("{total} chits are drawn in all."),
        Event::ChitDrawn { chit, refilled, counted } => {
            let blue = if *refilled { " It is blue: the cup is filled." } else { "" };
            let it = definitions.chit(*chit);
            let what = match counted {
                Some(Counted::Face(at)) => it.said[usize::from(*at)].clone(),
                Some(Counted::Neither) => format!("nothing ({})", it.words),
                Some(Counted::Open) | None => it.words.clone(),
            };
            format!("Chit: {what}.{blue}")
        }
        Event::Hit { attacker, defender, position } => {
            let dug = if position.is_some() { "; the improved position has taken one, and is gone" } else { "" };
            format!("Hits: attacker {attacker}, defender {defender}{dug}.")
        }
        Event::LostStep { unit, .. } | Event::Removed { unit, dies: false } => format!("{} loses a step.", name(unit)),
        Event::Died { unit, .. } | Event::Removed { unit, dies: true } => format!("{} is eliminated.", name(unit)),
        Event::Retreated { units, path, dispersed, .. } => {
            let how = if *dispersed { ", dispersed" } else { "" };
            format!("{} retreat to {}{how}.", definitions.names(units), place(path.last()))
        }
        Event::Dispersed { units, .. } => format!("{} disperse.", definitions.names(units)),
        Event::Advanced { unit, path, .. } => format!("{} advances to {}.", name(unit), place(path.last())),
        Event::Overwhelmed { units } => {
            format!("Lost with the hex into which they had fled: {}.", definitions.names(units))
        }
        Event::SupplyJudged { units, .. } if !units.is_empty() => {
            let word = |supply: &Supply| match supply {
                Supply::Full => "in supply",
                Supply::Low => "low",
                Supply::Out => "out of supply",
                Supply::Isolated => "isolated",
            };
            let each = units.iter().map(|(unit, supply)| format!("{} {}", name(unit), word(supply)));
            format!("Supply: {}.", each.collect::<Vec<_>>().join(", "))
        }
        Event::Surrendered { unit, face, loses, .. } => {
            let what = if *loses { "loses a step" } else { "holds on" };
            format!("{} rolls {face} for surrender and {what}.", name(unit))
        }
        Event::MeuseCounted => "A German unit is beyond the Meuse in supply: 10 points.".to_owned(),
        Event::Over { ending } => format!("The game is over: {}.", ending.reason),
        _ => return None,
    })
}
