//! Which chits count, what they come to, and how many are drawn (9.3 to 9.5).

use crate::printed::{Built, ChitId, Deed, Definitions, Effect, GERMAN, Hits, Kind, Role, Situation};
use crate::truth::event::Counted;
use crate::truth::roster::Supply;
use crate::truth::state::{Combat, Public};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;

/// Chits that make an attack large (9.4).
pub const LARGE: usize = 7;

/// What a combat is worth: strength of attack and defence (9.4).
pub fn strengths(definitions: &Definitions, public: &Public, combat: &Combat) -> (u32, u32) {
    let of = |unit: &UnitId| u32::from(public.unit(*unit).face(definitions.counter(*unit)).strength);
    let (mut whole, mut across) = (0, 0);
    for (unit, from) in combat.attackers.iter().zip(&combat.from) {
        let river = definitions.board.side(*from, combat.target).is_some_and(|border| border.river.is_some());
        *(if river { &mut across } else { &mut whole }) += of(unit);
    }
    let it = definitions.board.hex(combat.target);
    let german = combat.attacker != GERMAN;
    let doubled = it.built == Some(Built::City) || german && it.westwall;
    let defence: u32 = combat.defenders.iter().map(of).sum();
    (whole + across / 2, if doubled { 2 * defence } else { defence })
}

/// Least and most chits (9.3).
pub fn chits(definitions: &Definitions, public: &Public, combat: &Combat) -> (u8, u8) {
    let steps = |unit: &UnitId| public.unit(*unit).steps(definitions.counter(*unit));
    let face = |unit: &UnitId| public.unit(*unit).face(definitions.counter(*unit));
    let least: u8 = combat.defenders.iter().map(steps).sum();
    let units = combat.attackers.iter().filter(|unit| !face(unit).bracketed).count();
    let elite = usize::from(combat.attackers.iter().any(|unit| face(unit).elite));
    let large = combat.attackers.iter().filter(|unit| steps(unit) >= 3).count();
    let all = |least: Supply| combat.defenders.iter().all(|unit| public.unit(*unit).supply >= least);
    let need = if all(Supply::Isolated) { 2 } else { usize::from(all(Supply::Out)) };
    let most = units + combat.tactics[0].len() + elite + large + need;
    let (on_points, elsewhere) = definitions.tables.deeds.fury;
    let fury = match public.has(Deed::Fury) && combat.attacker == GERMAN {
        true if definitions.board.hex(combat.target).points > 0 => on_points,
        true => elsewhere,
        false => 0,
    };
    let most = (most as i16 + fury).max(0) as usize;
    let screen = if has(definitions, combat, Role::Defender, Effect::FewerChits) { 2 } else { 0 };
    (least, (most.saturating_sub(screen) as u8).max(least))
}

/// The side that has a role.
fn side(combat: &Combat, role: Role) -> SideId {
    if role == Role::Attacker { combat.attacker } else { combat.attacker.enemy() }
}

fn units(combat: &Combat, role: Role) -> &[UnitId] {
    if role == Role::Attacker { &combat.attackers } else { &combat.defenders }
}

/// Whether a side has played a tactic with an effect.
pub fn has(definitions: &Definitions, combat: &Combat, role: Role, effect: Effect) -> bool {
    let place = usize::from(role == Role::Defender);
    let row = |tactic: &crate::printed::Tactic| &definitions.tables.tactics.row(*tactic).effects[place];
    combat.tactics[place].iter().any(|tactic| row(tactic).contains(&effect))
}

/// Whether a side has artillery that reaches the target (9.4, R59).
fn artillery(definitions: &Definitions, public: &Public, combat: &Combat, role: Role) -> bool {
    let place = usize::from(role == Role::Defender);
    let near = definitions.board.from_westwall(combat.target) <= definitions.tables.day(public.day).range;
    combat.tactics[place].iter().any(|tactic| {
        let effects = &definitions.tables.tactics.row(*tactic).effects[place];
        effects.contains(&Effect::Artillery) && (near || !effects.contains(&Effect::InRange))
    })
}

/// Whether all defenders are dispersed, out of supply or out of fuel (9.5).
pub fn helpless(public: &Public, combat: &Combat) -> bool {
    combat.defenders.iter().all(|unit| {
        let it = public.unit(*unit);
        it.dispersed || it.supply >= Supply::Out || it.no_fuel
    })
}

fn armour(definitions: &Definitions, public: &Public, combat: &Combat, role: Role) -> bool {
    let tanks = |unit: &UnitId| {
        let counter = definitions.counter(*unit);
        counter.kind == Kind::Armour || public.unit(*unit).face(counter).combined
    };
    units(combat, role).iter().any(tanks) || has(definitions, combat, role, Effect::Armour)
}

fn combined(definitions: &Definitions, public: &Public, combat: &Combat, role: Role) -> bool {
    let units = units(combat, role);
    let both = |unit: &UnitId| public.unit(*unit).face(definitions.counter(*unit)).combined;
    let foot = |unit: &UnitId| matches!(definitions.counter(*unit).kind, Kind::Infantry | Kind::Mechanised);
    units.iter().any(both) || armour(definitions, public, combat, role) && units.iter().any(foot)
}

/// The hexes from which it is attacked, each once.
pub fn fronts(combat: &Combat) -> Vec<HexId> {
    let mut hexes = combat.from.clone();
    hexes.sort();
    hexes.dedup();
    hexes
}

/// Whether a situation applies, with so many chits drawn in all (9.4).
pub fn applies(
    definitions: &Definitions,
    public: &Public,
    combat: &Combat,
    situation: &Situation,
    total: usize,
) -> bool {
    let board = &definitions.board;
    let it = board.hex(combat.target);
    let (attack, defence) = strengths(definitions, public, combat);
    let infiltrates = has(definitions, combat, Role::Attacker, Effect::Flank);
    let only = |role: Role, has: &dyn Fn(Role) -> bool| {
        let other = if role == Role::Attacker { Role::Defender } else { Role::Attacker };
        has(role) && !has(other)
    };
    match situation {
        Situation::OddsOrMore(one, other) => attack * u32::from(*other) >= defence * u32::from(*one),
        Situation::OddsMore(one, other) => attack * u32::from(*other) > defence * u32::from(*one),
        Situation::OddsUnder(one, other) => attack * u32::from(*other) < defence * u32::from(*one),
        Situation::Ground { grounds, town, city } => {
            grounds.contains(&it.ground)
                || *town && it.built == Some(Built::Town)
                || *city && it.built == Some(Built::City)
        }
        Situation::Quality(role, elite) => units(combat, *role).iter().any(|unit| {
            let face = public.unit(*unit).face(definitions.counter(*unit));
            if *elite { face.elite } else { face.green }
        }),
        Situation::Artillery(role) => artillery(definitions, public, combat, *role),
        Situation::Airpower(german) => {
            let role = if (combat.attacker == GERMAN) == *german { Role::Attacker } else { Role::Defender };
            has(definitions, combat, role, Effect::Airpower)
        }
        Situation::CombatEngineers => has(definitions, combat, Role::Attacker, Effect::CombatEngineers),
        Situation::Recon => {
            let recon = |unit: &UnitId| definitions.counter(*unit).kind == Kind::Recon;
            combat.attacker == GERMAN && combat.defenders.iter().any(recon)
        }
        Situation::Adjacent => {
            let disposition = public.disposition(definitions);
            let fresh = |unit: UnitId| {
                let it = public.unit(unit);
                definitions.counter(unit).side == side(combat, Role::Defender) && it.fit() && !it.defended
            };
            board.around(combat.target).any(|hex| disposition.stack(hex).any(fresh))
        }
        Situation::OnlyArmour(role) => only(*role, &|role| armour(definitions, public, combat, role)),
        Situation::OnlyCombined(role) => only(*role, &|role| combined(definitions, public, combat, role)),
        Situation::Crossfire => public.positions.contains(&combat.target),
        Situation::Flank => {
            let fronts = fronts(combat);
            let apart = fronts.len() == 2 && !board.touch(fronts[0], fronts[1]);
            it.built.is_none() && (fronts.len() >= 3 || apart || infiltrates)
        }
        Situation::OneHex => fronts(combat).len() == 1 && !infiltrates,
        Situation::Large => total >= LARGE,
        Situation::Helpless => combat.defenders.iter().all(|unit| {
            let it = public.unit(*unit);
            it.dispersed || it.supply > Supply::Full || it.no_fuel
        }),
        Situation::Date(day) => public.day == *day,
        Situation::AlliedAttack => combat.attacker != GERMAN,
        Situation::FifthArmyAttack => {
            let fifth = combat.attackers.iter().filter(|unit| definitions.counter(**unit).army == "5pz").count();
            combat.attacker == GERMAN && 2 * fifth >= combat.attackers.len()
        }
    }
}

/// The side of a chit that counts in a combat in which so many are drawn in all; none if neither does.
fn face(definitions: &Definitions, public: &Public, combat: &Combat, chit: ChitId, total: usize) -> Option<usize> {
    let it = definitions.chit(chit);
    [it.first, 1 - it.first]
        .into_iter()
        .find(|side| applies(definitions, public, combat, &it.faces[*side].situation, total))
}

/// The hits of a chit in a combat, of the side that counts; none if neither does.
pub fn counts(definitions: &Definitions, public: &Public, combat: &Combat, chit: ChitId) -> Option<Hits> {
    let side = face(definitions, public, combat, chit, combat.drawn.len())?;
    Some(definitions.chit(chit).faces[side].hits)
}

/// Which side of a chit counts, as far as that is settled when it is drawn: a large attack may still become one (9.4, R40).
pub fn counted(definitions: &Definitions, public: &Public, combat: &Combat, chit: ChitId) -> Counted {
    let (least, most) = combat.chits;
    let judged = |total: u8| face(definitions, public, combat, chit, usize::from(total));
    let (few, many) = match combat.total {
        Some(total) => (judged(total), judged(total)),
        None => (judged(least), judged(most)),
    };
    match few {
        _ if few != many => Counted::Open,
        Some(side) => Counted::Face(side as u8),
        None => Counted::Neither,
    }
}

/// Hits on attacker and defender after all that is taken off, and whether the defender's position has taken one (9.5).
pub fn hits(definitions: &Definitions, public: &Public, combat: &Combat) -> (u8, u8, bool) {
    let (mut attacker, mut defender) = (0i16, 0i16);
    for hits in combat.drawn.iter().filter_map(|chit| counts(definitions, public, combat, *chit)) {
        let (ours, theirs) =
            if combat.attacker == GERMAN { (hits.german, hits.allied) } else { (hits.allied, hits.german) };
        attacker += i16::from(hits.attacker) + i16::from(ours);
        defender += i16::from(hits.defender) + i16::from(theirs);
    }
    let it = definitions.board.hex(combat.target);
    let position = public.positions.contains(&combat.target);
    let covered = it.built.is_some() || position || it.westwall && combat.attacker != GERMAN;
    let struck = position && defender > 0;
    let isolated = combat.defenders.iter().all(|unit| public.unit(*unit).supply == Supply::Isolated);
    defender -= i16::from(covered);
    attacker -= i16::from(helpless(public, combat));
    let attacker = if isolated { 0 } else { attacker.max(0) };
    (attacker as u8, defender.max(0) as u8, struck)
}
