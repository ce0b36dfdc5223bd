//! Where reserves may come: the lines of their army, supply, room, enemies and friends (11.1, 11.2, 11.4, 11.5).

use super::{BRITISH, FIRST_ARMY, OKW};
use crate::chapters::{stacking, supply};
use crate::printed::{ALLIED, Definitions, GERMAN};
use crate::truth::roster::{Place, Supply};
use crate::truth::state::{Deployment, Public};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Refusal, SideId};
use engine::kernel::Lines;

/// Hexes to the own formation, to enemies, to enemies in an edge hex, and of strategic reserves (11.1).
const NEAR: u16 = 3;
const OFF: u16 = 3;
const OFF_AT_EDGE: u16 = 2;
const STRATEGIC: u16 = 5;

/// What a hex lacks for reserves, in the order in which it is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Lack {
    Area,
    Peace,
    Supply,
    Room,
    Distance,
    Friends,
}

/// What a hex lacks, the case, and the reason in words.
type Bar = (Lack, &'static str, &'static str);

/// Where a side may put reserves, as far as that is the same for all of them.
pub struct Ground<'a> {
    definitions: &'a Definitions,
    public: &'a Public,
    side: SideId,
    traced: supply::Traced,
    enemies: Lines,
}

impl<'a> Ground<'a> {
    /// What is open to a side at this moment.
    pub fn of(definitions: &'a Definitions, public: &'a Public, side: SideId) -> Ground<'a> {
        let board = &definitions.board;
        let close = |unit: &UnitId| public.unit(*unit).supply != Supply::Isolated;
        let units = definitions.units_of(side.enemy()).filter(close).filter_map(|unit| public.unit(unit).hex());
        let towns = board.all().filter(|hex| board.hex(*hex).built.is_some() && !public.owns(side, *hex));
        let starts: Vec<HexId> = units.chain(towns).collect();
        let enemies = Lines::trace(board.len(), starts, STRATEGIC, |hex, go| board.around(hex).for_each(go));
        Ground { definitions, public, side, traced: supply::trace(definitions, public, side), enemies }
    }

    /// Whether a hex is so far from enemies; `edge` makes it two hexes at the map edge.
    fn off(&self, hex: HexId, wanted: u16, edge: bool) -> bool {
        let nearer = edge && self.definitions.board.hex(hex).edge.is_some();
        let wanted = if nearer { wanted.min(OFF_AT_EDGE) } else { wanted };
        self.enemies.to(hex).is_none_or(|distance| distance >= wanted)
    }

    /// The hexes into which a unit may be put (11.1, 11.2, 11.51).
    pub fn hexes(&self, deployment: &Deployment, unit: UnitId) -> Vec<HexId> {
        let (definitions, public) = (self.definitions, self.public);
        let counter = definitions.counter(unit);
        let Place::Reserve(date, marked) = public.unit(unit).place else { return Vec::new() };
        let open: Vec<HexId> = definitions.board.all().filter(|hex| self.bars(unit, *hex).is_none()).collect();
        let british = counter.army == BRITISH && !public.meuse_crossed;
        let mut hexes = self.near(unit, open.iter().copied().filter(|hex| self.clear(unit, *hex)).collect());
        if self.side == ALLIED && !british && (marked || date < public.day) {
            let more = open.into_iter().filter(|hex| self.off(*hex, STRATEGIC, true));
            more.for_each(|hex| {
                if !hexes.contains(&hex) {
                    hexes.push(hex)
                }
            });
        }
        self.roomy(deployment, unit, self.together(deployment, unit, hexes))
    }

    /// What keeps a unit out of a hex whatever is near it: its area, whoever is there, supply, room (11.1, 11.41, 11.51).
    fn bars(&self, unit: UnitId, hex: HexId) -> Option<Bar> {
        let (definitions, public) = (self.definitions, self.public);
        let (board, counter) = (&definitions.board, definitions.counter(unit));
        let british = counter.army == BRITISH && !public.meuse_crossed;
        let area = match &counter.army[..] {
            OKW => true,
            BRITISH if british => board.hex(hex).beyond_meuse || definitions.tables.dinant == Some((unit, hex)),
            // once a German is across, as a corps of the 1st Army (11.51)
            BRITISH => true,
            // the lines of the German armies are lifted for reserves as for moves (2.1, R81)
            _ if self.side == GERMAN && public.day >= definitions.tables.from.free => true,
            army if self.side == GERMAN => board.hex(hex).areas.iter().any(|known| known == army),
            _ => board.hex(hex).areas.contains(&counter.corps_area),
        };
        let barred = if !area {
            match (british, self.side) {
                (true, _) => (Lack::Area, "11.51a", "it lies east of the Meuse"),
                (_, GERMAN) => (Lack::Area, "11.1b", "it lies outside the lines of its army"),
                _ => (Lack::Area, "11.1b", "it lies outside the lines of its corps"),
            }
        } else if public.disposition(definitions).count(self.side.enemy(), hex) > 0 {
            (Lack::Peace, "11.1d", "an enemy is there")
        } else if british && !(board.hex(hex).road && self.traced.supplied.contains(hex)) {
            (Lack::Supply, "11.51a", "it is no road hex in Allied supply")
        } else if !british && !self.traced.heads.contains(hex) {
            (Lack::Supply, "11.1c", "no supplied road leads from there to your map edge, so it is no supply head")
        } else if !stacking::fits(definitions, public, hex, &[unit]) {
            (Lack::Room, "11.2b", "it would hold more than three units or six steps")
        } else {
            return None;
        };
        Some(barred)
    }

    /// Whether a hex is far enough from enemies for the standard deployment of a unit.
    fn clear(&self, unit: UnitId, hex: HexId) -> bool {
        let counter = self.definitions.counter(unit);
        let british = counter.army == BRITISH && !self.public.meuse_crossed;
        // the OKW Reserve is three hexes off everywhere (11.41)
        self.off(hex, if british { OFF_AT_EDGE } else { OFF }, counter.army != OKW)
    }

    /// Why a unit may not be put into a hex that is not open to it.
    pub(super) fn why_not(&self, deployment: &Deployment, unit: UnitId, hex: HexId) -> Refusal {
        let (definitions, group) = (self.definitions, self.definitions.counter(unit).group);
        let said = format!("{} cannot be put into {}", definitions.name(unit), definitions.place(hex));
        if let Some((_, case, why)) = self.bars(unit, hex) {
            return Refusal::new(case, format!("{said}: {why}"));
        }
        if !self.clear(unit, hex) {
            let far = self.enemies.to(hex).unwrap_or(0);
            let (case, wanted) = self.off_wanted(unit);
            return Refusal::new(case, format!("{said}: an enemy unit, town or city is {far} hexes away; {wanted}"));
        }
        if deployment.came.iter().any(|(other, _)| definitions.counter(*other).group == group) {
            return Refusal::new("11.2a", format!("{said}: its division comes into one hex"));
        }
        let (case, wanted) = self.near_wanted(unit);
        Refusal::new(case, format!("{said}: {wanted}"))
    }

    /// How far from enemies a unit comes: the case, and what it wants.
    fn off_wanted(&self, unit: UnitId) -> (&'static str, String) {
        match &self.definitions.counter(unit).army[..] {
            BRITISH if !self.public.meuse_crossed => ("11.51c", format!("{OFF_AT_EDGE} are wanted")),
            OKW => ("11.41a", format!("{OFF} are wanted")),
            _ => ("11.1d", format!("{OFF} are wanted, {OFF_AT_EDGE} on the map edge")),
        }
    }

    /// Near whom a unit comes: the case, and what it wants.
    fn near_wanted(&self, unit: UnitId) -> (&'static str, String) {
        let (definitions, public) = (self.definitions, self.public);
        let on_map = |army: &str| {
            let mut units = definitions.units_of(self.side).filter(|unit| definitions.counter(*unit).army == army);
            units.any(|unit| public.unit(unit).hex().is_some())
        };
        match &definitions.counter(unit).army[..] {
            BRITISH if !public.meuse_crossed => (
                "11.51b",
                format!("it comes within {NEAR} hexes of its division, or of XXX Corps if none of that is there"),
            ),
            OKW if on_map(OKW) => ("11.41b", format!("it comes within {NEAR} hexes of a unit of the OKW Reserve")),
            OKW => ("11.41a", format!("it comes within {NEAR} hexes of a German unit")),
            _ => ("11.1e", format!("it comes within {NEAR} hexes of its division, else its corps, else its army")),
        }
    }

    /// That no hex is open to any of these units: what bars the one that comes nearest to a hex.
    pub(super) fn nowhere(&self, units: &[UnitId]) -> Refusal {
        let judged = |unit: UnitId| {
            let hexes = self.definitions.board.all();
            let bar = |hex: HexId| match self.bars(unit, hex) {
                Some(bar) => bar,
                None if !self.clear(unit, hex) => (Lack::Distance, "", ""),
                None => (Lack::Friends, "", ""),
            };
            (unit, hexes.map(bar).max_by_key(|(lack, ..)| *lack))
        };
        let best = units.iter().map(|unit| judged(*unit)).max_by_key(|(_, bar)| bar.map(|(lack, ..)| lack));
        let Some((unit, Some((lack, case, _)))) = best else { return Refusal::new("11.1a", "nobody waits for a hex") };
        let (case, why) = match lack {
            Lack::Area | Lack::Peace => (case, "no hex of its area is free of enemies".to_owned()),
            Lack::Supply if case == "11.51a" => (case, "no road hex west of the Meuse is in Allied supply".to_owned()),
            Lack::Supply => (
                case,
                "from no hex of its area does a supplied road lead to your map edge: none is a supply head".to_owned(),
            ),
            Lack::Room => (case, "each hex in which it might come holds three units or six steps already".to_owned()),
            Lack::Distance => {
                let (case, wanted) = self.off_wanted(unit);
                (
                    case,
                    format!(
                        "all supplied roads of its area with room lie nearer to enemy units, towns or cities; {wanted}"
                    ),
                )
            }
            Lack::Friends => self.near_wanted(unit),
        };
        let message = format!("no hex is open to {} now: {why}", self.definitions.name(unit));
        Refusal::new(case, message).remedy("Play the card for another command, or another card.")
    }

    /// The first of a division comes where those of it that follow find room beside it, if there is such a hex (11.2).
    fn roomy(&self, deployment: &Deployment, unit: UnitId, hexes: Vec<HexId>) -> Vec<HexId> {
        let (definitions, public) = (self.definitions, self.public);
        let group = definitions.counter(unit).group;
        let of_group = |other: &UnitId| definitions.counter(*other).group == group;
        let first = !deployment.came.iter().any(|(other, _)| of_group(other));
        let others = deployment.units.iter().copied().filter(|other| of_group(other) && *other != unit);
        let all: Vec<UnitId> = others.chain([unit]).collect();
        if !first || all.len() > usize::from(definitions.tables.stacking.0) {
            return hexes;
        }
        let room: Vec<HexId> =
            hexes.iter().copied().filter(|hex| stacking::fits(definitions, public, *hex, &all)).collect();
        if room.is_empty() { hexes } else { room }
    }

    /// Within three hexes of the division, else of the corps, else of the army (11.1, R53). OKW units come near their own,
    /// the first of them near any German (11.41).
    fn near(&self, unit: UnitId, open: Vec<HexId>) -> Vec<HexId> {
        let (definitions, public) = (self.definitions, self.public);
        let counter = definitions.counter(unit);
        let hexes = |fits: &dyn Fn(&crate::printed::Counter) -> bool| {
            let own = definitions.units_of(self.side).filter(|other| fits(definitions.counter(*other)));
            own.filter_map(|other| public.unit(other).hex()).collect::<Vec<_>>()
        };
        let close = |starts: Vec<HexId>| {
            let close = Lines::trace(definitions.board.len(), starts, NEAR, |hex, go| {
                definitions.board.around(hex).for_each(go);
            });
            open.iter().copied().filter(|hex| close.reaches(*hex)).collect::<Vec<_>>()
        };
        if counter.army == OKW {
            let own = hexes(&|it| it.army == OKW);
            return close(if own.is_empty() { hexes(&|_| true) } else { own });
        }
        // before a German is across the Meuse no unit of the British comes near others while its division is there (11.51)
        if counter.army == BRITISH && !public.meuse_crossed {
            let [group, corps] = [hexes(&|it| it.group == counter.group), hexes(&|it| it.corps == counter.corps)];
            let own = if group.is_empty() { corps } else { group };
            return if own.is_empty() { open } else { close(own) };
        }
        let army = if counter.army == BRITISH && public.meuse_crossed { FIRST_ARMY } else { &counter.army };
        let levels: [&dyn Fn(&crate::printed::Counter) -> bool; 3] =
            [&|it| it.group == counter.group, &|it| it.corps == counter.corps, &|it| it.army == army];
        let near = levels.into_iter().map(|level| close(hexes(level))).find(|hexes| !hexes.is_empty());
        near.unwrap_or(open)
    }

    /// Units of one division come to the same hex, four of an airborne division to two that touch (11.2).
    fn together(&self, deployment: &Deployment, unit: UnitId, hexes: Vec<HexId>) -> Vec<HexId> {
        let definitions = self.definitions;
        let group = definitions.counter(unit).group;
        let of_group = |other: &UnitId| definitions.counter(*other).group == group;
        let mut came: Vec<HexId> =
            deployment.came.iter().filter(|(other, _)| of_group(other)).map(|(_, hex)| *hex).collect();
        let all = came.len() + deployment.units.iter().filter(|other| of_group(other)).count();
        came.sort();
        came.dedup();
        match came[..] {
            [] => hexes,
            [first] if all > usize::from(definitions.tables.stacking.0) => {
                let near = |hex: &HexId| *hex == first || definitions.board.touch(first, *hex);
                hexes.into_iter().filter(near).collect()
            }
            _ => hexes.into_iter().filter(|hex| came.contains(hex)).collect(),
        }
    }
}
