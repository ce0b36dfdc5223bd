//! Reserves (11): who comes, and where.

use super::asking::{Known, misplaced};
use super::{fuel, ownership, stacking, supply};
use crate::EnemyAction;
use crate::printed::{ALLIED, CardId, Definitions, Formation, Function, GERMAN};
use crate::truth::event::{Event, Play};
use crate::truth::order::Step;
use crate::truth::roster::{Place, Supply};
use crate::truth::state::{Deployment, Phase, Public};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, SideId, Turn};
use engine::kernel::Lines;

/// Hexes to the own formation, to enemies, to enemies in an edge hex, and of strategic reserves (11.1).
const NEAR: u16 = 3;
const OFF: u16 = 3;
const OFF_AT_EDGE: u16 = 2;
const STRATEGIC: u16 = 5;
/// Open hexes that a refusal names.
const TOLD: usize = 6;
/// Ids of the armies with rules of their own (11.4, 11.5), and of the army of which the British count as a corps once a
/// German is beyond the Meuse.
const OKW: &str = "okw";
const BRITISH: &str = "xxx";
const FIRST_ARMY: &str = "1us";

/// The units of the day that go into the boxes (11).
pub fn arrive(turn: &mut Turn<'_, EnemyAction>) {
    let day = turn.public.day;
    let due = |place: &Place| match place {
        Place::Due(date, strategic) if *date <= day => Some(Place::Reserve(*date, *strategic)),
        _ => None,
    };
    let units = turn.public.units.iter().filter_map(|(unit, it)| Some((unit, due(&it.place)?))).collect::<Vec<_>>();
    if !units.is_empty() {
        turn.emit(Event::Arrived { units });
    }
}

/// The OKW Reserve is released for the next day once a German unit beside or beyond the Meuse can trace supply (11.4).
pub fn release(turn: &mut Turn<'_, EnemyAction>) {
    let definitions = turn.definitions();
    let day = turn.public.day + 1;
    let units: Vec<UnitId> =
        turn.public.units.iter().filter(|(_, it)| it.place == Place::Okw).map(|(unit, _)| unit).collect();
    // on the last day nothing would come of it (R55)
    if units.is_empty() || day > definitions.plans[usize::from(turn.public.scenario)].days.1 {
        return;
    }
    let there = definitions.units_of(GERMAN).filter_map(|unit| turn.public.unit(unit).hex());
    let near: Vec<HexId> =
        there.filter(|hex| definitions.board.hex(*hex).at_meuse || definitions.board.hex(*hex).beyond_meuse).collect();
    if near.is_empty() {
        return;
    }
    let supplied = supply::trace(definitions, &turn.public, GERMAN).supplied;
    if near.into_iter().any(|hex| supplied.contains(hex)) {
        turn.emit(Event::Released { units, day });
    }
}

/// Units that came two days ago and may be deployed without a card (11.3). Those of the OKW Reserve have no printed date.
pub fn delayed(definitions: &Definitions, public: &Public, side: SideId) -> Vec<UnitId> {
    if public.day < definitions.tables.from.delayed {
        return Vec::new();
    }
    let due = |unit: &UnitId| matches!(public.unit(*unit).place, Place::Reserve(date, _) if date + 2 == public.day);
    let dated = definitions.units_of(side).filter(|unit| definitions.counter(*unit).army != OKW);
    let all: Vec<UnitId> = dated.filter(due).collect();
    placeable(definitions, public, side, all)
}

/// Whether a card that is played for a command deploys its reserves besides, once that is done (5.7, R77).
pub fn besides(turn: &mut Turn<'_, EnemyAction>, side: SideId, card: CardId, play: Play) {
    let also = Function::DeployBesides(turn.public.day);
    let command = turn.public.phase == Phase::Command && !matches!(play, Play::Deployment | Play::Nothing);
    if command && turn.definitions().card(card).functions.contains(&also) {
        turn.emit(Event::DeploysBesides { side });
    }
}

/// Units in the box of a side that can be put somewhere now.
pub fn all(definitions: &Definitions, public: &Public, side: SideId) -> Vec<UnitId> {
    placeable(definitions, public, side, definitions.units_of(side).filter(|unit| waiting(public, *unit)).collect())
}

fn waiting(public: &Public, unit: UnitId) -> bool {
    matches!(public.unit(unit).place, Place::Reserve(..))
}

/// Units among these that can be put somewhere now.
fn placeable(definitions: &Definitions, public: &Public, side: SideId, units: Vec<UnitId>) -> Vec<UnitId> {
    if units.is_empty() {
        return units;
    }
    let deployment = Deployment { side, units: units.clone(), one: false, came: Vec::new() };
    let ground = Ground::of(definitions, public, side);
    units.into_iter().filter(|unit| !ground.hexes(&deployment, *unit).is_empty()).collect()
}

/// Units that a division card may bring alone: those of the corps of its formations (5.2).
pub fn single(known: Known<'_>, card: CardId) -> Vec<UnitId> {
    let (definitions, it) = (known.definitions, known.definitions.card(card));
    let Formation::Divisions(groups) = &it.formation else { return Vec::new() };
    if !it.functions.contains(&Function::DeployOne) {
        return Vec::new();
    }
    let of_group = |unit: &UnitId| groups.iter().any(|group| definitions.in_group(*unit, *group));
    let corps: Vec<_> =
        definitions.units_of(it.side).filter(of_group).map(|unit| definitions.counter(unit).corps).collect();
    let fits = |unit: &UnitId| corps.contains(&definitions.counter(*unit).corps) && waiting(known.public, *unit);
    definitions.units_of(it.side).filter(fits).collect()
}

/// Whether a card can bring anybody.
///
/// # Errors
/// The rule that forbids it.
pub fn may(known: Known<'_>, card: CardId) -> Result<(), Refusal> {
    let all = judge(known, card, None);
    if all.is_ok() || single(known, card).into_iter().any(|unit| judge(known, card, Some(unit)).is_ok()) {
        return Ok(());
    }
    all.map(|_| ())
}

/// The units that a card brings, all of its formations or one of its corps.
///
/// # Errors
/// The rule that forbids it.
pub fn judge(known: Known<'_>, card: CardId, one: Option<UnitId>) -> Result<Vec<UnitId>, Refusal> {
    let (definitions, public, it) = (known.definitions, known.public, known.definitions.card(card));
    if public.opens() {
        return Err(Refusal::new("4.11e", "no reserves are deployed in the first three German impulses"));
    }
    let units: Vec<UnitId> = match one {
        Some(unit) if single(known, card).contains(&unit) => vec![unit],
        Some(unit) => return Err(not_alone(known, card, unit)),
        None if !it.functions.contains(&Function::Deploy) => {
            let case = if it.formation == Formation::Nobody { "5.6" } else { "5.2c" };
            return Err(Refusal::new(case, format!("{} deploys no reserves", it.title)));
        }
        None => {
            let of = |unit: &UnitId| {
                let counter = definitions.counter(*unit);
                match &it.formation {
                    Formation::Group => true,
                    // once a German is across the Meuse the British count as a corps of the 1st Army (11.51)
                    Formation::Army(army) if counter.army == BRITISH => army == FIRST_ARMY && public.meuse_crossed,
                    Formation::Army(army) => counter.army == *army,
                    Formation::Corps(corps) => counter.corps == *corps,
                    Formation::Divisions(groups) => groups.iter().any(|group| definitions.in_group(*unit, *group)),
                    Formation::Nobody => false,
                }
            };
            definitions.units_of(it.side).filter(of).filter(|unit| waiting(public, *unit)).collect()
        }
    };
    if units.is_empty() {
        return Err(Refusal::new("11.1a", format!("{} finds nobody in the reserve box", it.title)));
    }
    let able = placeable(definitions, public, known.side, units.clone());
    if able.is_empty() {
        return Err(Ground::of(definitions, public, known.side).nowhere(&units));
    }
    Ok(able)
}

/// Why a card does not bring a unit alone (5.2).
fn not_alone(known: Known<'_>, card: CardId, unit: UnitId) -> Refusal {
    let (definitions, it) = (known.definitions, known.definitions.card(card));
    let name = definitions.name(unit);
    let groups = match &it.formation {
        Formation::Divisions(groups) if it.functions.contains(&Function::DeployOne) => groups,
        _ => {
            let refusal = Refusal::new("5.2d", format!("{} brings no single unit", it.title));
            let all = it.functions.contains(&Function::Deploy);
            return if all { refusal.remedy("Leave the unit out to bring all its reserves.") } else { refusal };
        }
    };
    let of_group = |other: &UnitId| groups.iter().any(|group| definitions.in_group(*other, *group));
    let corps = definitions.counter(unit).corps;
    if !definitions.units_of(it.side).filter(of_group).any(|other| definitions.counter(other).corps == corps) {
        return Refusal::new("5.2d", format!("{name} is not of the corps of {}", it.title));
    }
    Refusal::new("11.1a", format!("{name} does not wait in the reserve box"))
}

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
    fn why_not(&self, deployment: &Deployment, unit: UnitId, hex: HexId) -> Refusal {
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
    fn nowhere(&self, units: &[UnitId]) -> Refusal {
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

/// Steps that may follow `place`.
pub fn candidates(known: Known<'_>, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    let Some(deployment) = &known.public.deployment else { return };
    match partial {
        [_] => deployment.units.iter().copied().map(Step::Unit).for_each(offer),
        [_, Step::Unit(unit)] => {
            let ground = Ground::of(known.definitions, known.public, known.side);
            ground.hexes(deployment, *unit).into_iter().map(Step::Hex).for_each(offer);
        }
        _ => {}
    }
}

/// Judges `place UNIT at HEX`.
///
/// # Errors
/// The rule that forbids it.
pub fn check(known: Known<'_>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let definitions = known.definitions;
    let Some(deployment) = &known.public.deployment else {
        return Err(Refusal::new("11.1a", "no reserves are deployed now"));
    };
    match (partial, step) {
        ([_], Step::Unit(unit)) => {
            if !deployment.units.contains(unit) {
                let message = format!("{} does not come with this card", definitions.name(*unit));
                let open = definitions.names(&deployment.units);
                return Err(Refusal::new("11.1a", message).remedy(format!("Open: {open}.")));
            }
            Ok(Progress::Open)
        }
        ([_, Step::Unit(unit)], Step::Hex(hex)) => {
            let ground = Ground::of(definitions, known.public, known.side);
            let mut hexes = ground.hexes(deployment, *unit);
            if hexes.contains(hex) {
                return Ok(Progress::Complete);
            }
            hexes.sort_by_key(|open| (definitions.board.distance(*hex, *open), *open));
            hexes.truncate(TOLD);
            let open = if hexes.is_empty() { "none".to_owned() } else { definitions.spots(&hexes) };
            Err(ground.why_not(deployment, *unit, *hex).remedy(format!("The nearest that are open to it: {open}.")))
        }
        _ => Err(misplaced("a unit, then its hex")),
    }
}

/// Puts a unit on the map.
pub fn perform(turn: &mut Turn<'_, EnemyAction>, order: &[Step]) {
    if let [_, Step::Unit(unit), Step::Hex(hex)] = order {
        let wake = ownership::wake(turn.definitions(), &turn.public, &[*unit], &[*hex], false);
        let at_dinant = turn.definitions().tables.dinant == Some((*unit, *hex));
        turn.emit(Event::Deployed { unit: *unit, hex: *hex, wake, at_dinant });
        fuel::find(turn, *unit, &[*hex]);
    }
}

/// Whether a deployment goes on.
pub fn goes_on(definitions: &Definitions, public: &Public) -> bool {
    let Some(deployment) = &public.deployment else { return false };
    if deployment.one && !deployment.came.is_empty() || deployment.units.is_empty() {
        return false;
    }
    let ground = Ground::of(definitions, public, deployment.side);
    deployment.units.iter().any(|unit| !ground.hexes(deployment, *unit).is_empty())
}
