//! The text of the units of a game: `side`, `army`, `formation` and `unit` lines.
//!
//! ```text
//! origin list rulebook "set-up list"
//! origin scaled reconstructed "three points for each step"
//! side german "German" colour=5f6b5a
//! army 5pz "5. Panzerarmee"
//! formation xlvii-pz "XLVII Panzerkorps" short=XLVII side=german army=5pz colour=1b5e20
//! unit 26-vg "26 VG" formation=xlvii-pz symbol=infantry echelon=division steps=4 strength=12,9,6,3@scaled @list
//! unit 29-bb "29 BB" side=allied nation=british symbol=armour echelon=brigade steps=3 strength=9,6,3@scaled @list
//! unit 2-pz-i "I/3" formation=xlvii-pz symbol=armour echelon=battalion steps=2 attack=5,3 traits=exploits@seen @list
//! ```
//!
//! `nation ss "SS" colour=303236` and `army 7 "7. Armee" colour=7d8fa6` give counters a colour of their own, the army's
//! before the nation's; `band exploit colour=f2d23a` lays a band along the foot of the counters with that trait.
//! `face SYMBOLS "text" left="text" right="text"` says what stands on the counters of those symbols (or `all` others)
//! below, left and right of the symbol; `{attack}` is the printed number of that name, `{steps}` the steps left,
//! `{bracketed?[}` the text after `?` while that number is not 0.
//!
//! `number movement 4..16 "Movement"` declares a printed number with its bounds; once one is declared, all are.
//!
//! A unit without `formation=` is independent and names its `side=`. `nation=` is the side's id unless given,
//! `division=` is empty unless given; `division 26vg "26th VG"` says what one is called, and once one is named, all are. A formation's `army=` is declared above it.
//! `last=mechanised` says of what kind the unit is at its last step, on a counter of its own, and `last-traits=` which words
//! stand on that one. `traits=` are the words on the counter. Every other key is a printed number: one for all steps, or one for each
//! number of steps left, full strength first.

use super::declaration::{Declaration, Origins, Reader, choice, colour, name_of, number, plain, quoted};
use super::words::bounds;
use super::{
    Army, Band, DefinitionError, Division, Echelon, FaceText, Formation, FormationId, LastStep, Nation, PrintedNumber,
    Provenance, Side, Symbol, Trait, Unit, Units, Value,
};
use std::collections::BTreeMap;

pub(super) const SYMBOLS: [(&str, Symbol); 15] = [
    ("infantry", Symbol::Infantry),
    ("airborne", Symbol::Airborne),
    ("glider", Symbol::Glider),
    ("bicycle", Symbol::Bicycle),
    ("motorised", Symbol::Motorised),
    ("mechanised", Symbol::Mechanised),
    ("armour", Symbol::Armour),
    ("cavalry", Symbol::Cavalry),
    ("reconnaissance", Symbol::Reconnaissance),
    ("artillery", Symbol::Artillery),
    ("rockets", Symbol::Rockets),
    ("assault-guns", Symbol::AssaultGuns),
    ("tank-destroyers", Symbol::TankDestroyers),
    ("engineers", Symbol::Engineers),
    ("headquarters", Symbol::Headquarters),
];
const ECHELONS: [(&str, Echelon); 10] = [
    ("company", Echelon::Company),
    ("battalion", Echelon::Battalion),
    ("regiment", Echelon::Regiment),
    ("brigade", Echelon::Brigade),
    ("division", Echelon::Division),
    ("corps", Echelon::Corps),
    ("army", Echelon::Army),
    ("kampfgruppe", Echelon::Kampfgruppe),
    ("task-force", Echelon::TaskForce),
    ("group", Echelon::Group),
];
/// Keys of a unit that are not printed numbers.
const PLAIN: [&str; 10] =
    ["formation", "side", "nation", "division", "symbol", "echelon", "steps", "traits", "last", "last-traits"];

impl Units {
    /// Reads the text of the units. `file` is the name that errors mention.
    ///
    /// # Errors
    /// Every fault of the text at once.
    pub fn parse(file: &str, text: &str) -> Result<Units, Vec<DefinitionError>> {
        let mut reader = Reader::new(file);
        let declarations = reader.declarations(text);
        let mut units = Units::default();
        for declaration in &declarations {
            if reader.leans_on_faulty(declaration, &["side", "army", "formation"]) {
                continue;
            }
            let read = match declaration.kind.as_str() {
                "number" => {
                    reader.expect(declaration, 3..=3, &[]);
                    printed_number(&units, declaration).map(|number| units.numbers.push(number))
                }
                "side" => {
                    reader.expect(declaration, 2..=2, &["colour"]);
                    side(declaration).map(|side| units.sides.push(side))
                }
                "army" => {
                    reader.expect(declaration, 2..=2, &["colour"]);
                    army(declaration).map(|army| units.armies.push(army))
                }
                "formation" => {
                    reader.expect(declaration, 2..=2, &["short", "side", "army", "colour"]);
                    formation(&units, declaration).map(|formation| units.formations.push(formation))
                }
                "unit" => {
                    reader.expect_words(declaration, 2..=2);
                    unit(&units, &mut reader, declaration).map(|unit| units.units.push(unit))
                }
                "division" => {
                    reader.expect(declaration, 2..=2, &[]);
                    division(declaration).map(|division| units.divisions.push(division))
                }
                "nation" => {
                    reader.expect(declaration, 2..=2, &["colour"]);
                    nation(declaration).map(|nation| units.nations.push(nation))
                }
                "band" => {
                    reader.expect(declaration, 1..=1, &["colour"]);
                    band(declaration).map(|band| units.bands.push(band))
                }
                "face" => {
                    reader.expect(declaration, 2..=2, &["left", "right"]);
                    face(declaration).map(|face| units.faces.push(face))
                }
                other => Err(format!(
                    "expected origin, side, nation, army, formation, division, number, face, band or unit, found `{other}`"
                )),
            };
            reader.settle(declaration, read);
        }
        let mut seen = BTreeMap::new();
        let whole = reader.errors.is_empty();
        if whole {
            division_faults(&units, &declarations, &mut reader);
        }
        for it in units.units.iter().filter(|_| whole && !units.faces.is_empty()) {
            if units.face_of(it).is_none() {
                let line = declarations
                    .iter()
                    .find(|declaration| declaration.kind == "unit" && declaration.words.first() == Some(&it.id));
                let told =
                    format!("no `face` line says what stands on unit `{}`; `face all \"…\"` is for the rest", it.id);
                reader.fault(line.map_or(0, |declaration| declaration.line), told);
            }
        }
        for declaration in declarations.iter().filter(|declaration| !declaration.words.is_empty()) {
            if let Some(first) = seen.insert((&declaration.kind, &declaration.words[0]), declaration.line) {
                let id = &declaration.words[0];
                reader.fault(declaration.line, format!("{} `{id}` is already in line {first}", declaration.kind));
            }
        }
        if reader.errors.is_empty() { Ok(units) } else { Err(reader.errors) }
    }

    /// The text of the units; [`Units::parse`] reads it back.
    pub fn write(&self) -> String {
        let mut origins = Origins::default();
        let mut body = String::new();
        for side in &self.sides {
            body += &format!("side {} {} colour={:06x}\n", side.id, quoted(&side.name), side.colour);
        }
        for it in &self.armies {
            let colour = it.colour.map(|colour| format!(" colour={colour:06x}")).unwrap_or_default();
            body += &format!("army {} {}{colour}\n", it.id, quoted(&it.name));
        }
        for it in &self.formations {
            let (side, army) = (&self.sides[usize::from(it.side)].id, quoted(&it.army));
            body += &format!("formation {} {} short={}", it.id, quoted(&it.name), quoted(&it.short));
            body += &format!(" side={side} army={army} colour={:06x}\n", it.colour);
        }
        for it in &self.divisions {
            body += &format!("division {} {}\n", it.id, quoted(&it.name));
        }
        for it in &self.nations {
            body += &format!("nation {} {} colour={:06x}\n", it.id, quoted(&it.name), it.colour);
        }
        for it in &self.numbers {
            body += &format!("number {} {}..{} {}\n", it.key, it.bounds.0, it.bounds.1, quoted(&it.title));
        }
        for it in &self.bands {
            body += &format!("band {} colour={:06x}\n", it.name, it.colour);
        }
        for it in &self.faces {
            let symbols: Vec<&str> = it.symbols.iter().map(|symbol| name_of(symbol, &SYMBOLS)).collect();
            let symbols = if symbols.is_empty() { "all".to_owned() } else { symbols.join(",") };
            let (below, left, right) = (quoted(&it.below), quoted(&it.left), quoted(&it.right));
            body += &format!("face {symbols} {below} left={left} right={right}\n");
        }
        for it in &self.units {
            body += &format!("unit {} {}", it.id, quoted(&it.name));
            body += &match it.formation {
                Some(formation) => format!(" formation={}", self.formation(formation).id),
                None => format!(" side={}", self.sides[usize::from(it.side)].id),
            };
            body += &format!(" nation={}", quoted(&it.nation));
            if !it.division.is_empty() {
                body += &format!(" division={}", quoted(&it.division));
            }
            let (symbol, echelon) = (name_of(&it.symbol, &SYMBOLS), name_of(&it.echelon, &ECHELONS));
            body += &format!(" symbol={symbol} echelon={echelon} steps={}", it.steps);
            for (key, value) in &it.values {
                let numbers: Vec<String> = value.by_steps_lost.iter().map(i16::to_string).collect();
                body += &format!(" {key}={}@{}", numbers.join(","), origins.name(&value.provenance));
            }
            body += &words("traits", &it.traits, &mut origins);
            if let Some(last) = &it.last {
                let symbol = name_of(&last.symbol, &SYMBOLS);
                body += &format!(" last={symbol}@{}", origins.name(&last.provenance));
                body += &words("last-traits", &last.traits, &mut origins);
            }
            body += &format!(" @{}\n", origins.name(&it.provenance));
        }
        format!("{}\n{body}", origins.declarations())
    }
}

fn id(declaration: &Declaration) -> Result<String, String> {
    plain(declaration.word(0, "an id")?, "an id")
}

fn side(declaration: &Declaration) -> Result<Side, String> {
    Ok(Side { id: id(declaration)?, name: declaration.word(1, "a name")?.to_owned(), colour: colour(declaration)? })
}

fn army(declaration: &Declaration) -> Result<Army, String> {
    let own = declaration.get("colour").map(|_| colour(declaration)).transpose()?;
    Ok(Army { id: id(declaration)?, name: declaration.word(1, "a name")?.to_owned(), colour: own })
}

fn division(declaration: &Declaration) -> Result<Division, String> {
    let id = plain(declaration.word(0, "an id")?, "an id")?;
    Ok(Division { id, name: declaration.word(1, "a name")?.to_owned() })
}

/// Once a division is named, every one that units have is, by a name that no other has, and no other is.
fn division_faults(units: &Units, declarations: &[Declaration], reader: &mut Reader) {
    if units.divisions.is_empty() {
        return;
    }
    let line = |kind: &str, id: &str| {
        declarations
            .iter()
            .find(|it| it.kind == kind && it.words.first().is_some_and(|word| word == id))
            .map_or(0, |it| it.line)
    };
    let before = reader.errors.len();
    for (at, division) in units.divisions.iter().enumerate() {
        let at_line = line("division", &division.id);
        if !units.units.iter().any(|unit| unit.division == division.id) {
            reader.fault(at_line, format!("no unit is of the division `{}`", division.id));
        }
        if units.divisions[..at].iter().any(|other| other.name == division.name) {
            reader.fault(at_line, format!("another division is called `{}`, too", division.name));
        }
    }
    // a slip in a name is told there, not at each unit
    if reader.errors.len() > before {
        return;
    }
    let mut told: Vec<&str> = Vec::new();
    for unit in units.units.iter().filter(|unit| !unit.division.is_empty()) {
        let named = units.divisions.iter().any(|division| division.id == unit.division);
        if !named && !told.contains(&unit.division.as_str()) {
            told.push(&unit.division);
            let told = format!("expected a division named by a line `division {0} \"…\"`, found `{0}`", unit.division);
            reader.fault(line("unit", &unit.id), told);
        }
    }
}

fn nation(declaration: &Declaration) -> Result<Nation, String> {
    Ok(Nation { id: id(declaration)?, name: declaration.word(1, "a name")?.to_owned(), colour: colour(declaration)? })
}

fn band(declaration: &Declaration) -> Result<Band, String> {
    Ok(Band { name: plain(declaration.word(0, "a trait")?, "a trait")?, colour: colour(declaration)? })
}

/// Reads `number KEY 4..16 "what it is"`.
fn printed_number(units: &Units, declaration: &Declaration) -> Result<PrintedNumber, String> {
    let key = plain(declaration.word(0, "the name of a number")?, "the name of a number")?;
    if units.numbers.iter().any(|known| known.key == key) || PLAIN.contains(&key.as_str()) && key != "steps" {
        return Err(format!("expected a name that no number has yet, found `{key}`"));
    }
    let text = declaration.word(1, "bounds as in 1..6")?;
    let (from, to) = text.split_once("..").ok_or_else(|| format!("expected bounds as in 1..6, found `{text}`"))?;
    Ok(PrintedNumber { key, bounds: bounds(from, to, text)?, title: declaration.word(2, "what it is")?.to_owned() })
}

/// Checks a number of a unit against what is declared of it.
fn within(units: &Units, key: &str, numbers: &[i16]) -> Result<(), String> {
    let Some(known) = units.numbers.iter().find(|known| known.key == key) else {
        if units.numbers.is_empty() || key == "steps" {
            return Ok(());
        }
        let keys: Vec<&str> = units.numbers.iter().map(|known| known.key.as_str()).collect();
        return Err(format!("expected a number declared above ({}), found `{key}=`", keys.join(", ")));
    };
    let (from, to) = known.bounds;
    match numbers.iter().find(|number| !(from..=to).contains(&i32::from(**number))) {
        Some(found) => Err(format!("expected `{key}=` to be from {from} to {to}, found {found}")),
        None => Ok(()),
    }
}

/// The army that a formation names; empty if it names none.
fn find_army(units: &Units, declaration: &Declaration) -> Result<String, String> {
    let Some(id) = declaration.get("army") else { return Ok(String::new()) };
    let known = || units.armies.iter().map(|army| army.id.as_str()).collect::<Vec<_>>().join(", ");
    match units.armies.iter().find(|army| army.id == id) {
        Some(army) => Ok(army.id.clone()),
        None => Err(format!("expected an army declared above ({}), found `{id}`", known())),
    }
}

fn find_side(units: &Units, declaration: &Declaration) -> Result<u8, String> {
    let id = declaration.need("side")?;
    let known = || units.sides.iter().map(|side| side.id.as_str()).collect::<Vec<_>>().join(", ");
    let found = units.sides.iter().position(|side| side.id == id);
    let found = found.ok_or_else(|| format!("expected a side declared above ({}), found `{id}`", known()))?;
    u8::try_from(found).map_err(|_| "expected at most 256 sides".to_owned())
}

fn formation(units: &Units, declaration: &Declaration) -> Result<Formation, String> {
    Ok(Formation {
        id: id(declaration)?,
        name: declaration.word(1, "a name")?.to_owned(),
        short: declaration.need("short")?.to_owned(),
        side: find_side(units, declaration)?,
        army: find_army(units, declaration)?,
        colour: colour(declaration)?,
    })
}

fn face(declaration: &Declaration) -> Result<FaceText, String> {
    let symbols = match declaration.word(0, "symbols, or `all`")? {
        "all" => Vec::new(),
        named => named.split(',').map(|name| choice(name, "a symbol", &SYMBOLS)).collect::<Result<_, _>>()?,
    };
    let text = |key: &str| declaration.get(key).unwrap_or_default().to_owned();
    let below = declaration.word(1, "the text below the symbol")?.to_owned();
    for text in [&below, &text("left"), &text("right")] {
        let mut open = false;
        for brace in text.chars().filter(|letter| matches!(letter, '{' | '}')) {
            if (brace == '{') == open {
                return Err(format!("expected each {{ to be closed by a }}, found `{text}`"));
            }
            open = !open;
        }
        if open {
            return Err(format!("expected each {{ to be closed by a }}, found `{text}`"));
        }
    }
    Ok(FaceText { symbols, below, left: text("left"), right: text("right") })
}

fn unit(units: &Units, reader: &mut Reader, declaration: &Declaration) -> Result<Unit, String> {
    let formation: Option<FormationId> = match declaration.get("formation") {
        None => None,
        Some(id) => {
            let expected = || format!("expected a formation declared above, found `{id}`");
            Some(units.find_formation(id).ok_or_else(expected)?)
        }
    };
    let side = match formation {
        Some(formation) => units.formation(formation).side,
        None => find_side(units, declaration)?,
    };
    let nation = declaration.get("nation").unwrap_or(&units.sides[usize::from(side)].id).to_owned();
    let symbol = choice(declaration.need("symbol")?, "a symbol", &SYMBOLS)?;
    let echelon = choice(declaration.need("echelon")?, "an echelon", &ECHELONS)?;
    let steps: u8 = number(declaration.need("steps")?, "the steps")?;
    if !(1..=20).contains(&steps) {
        return Err(format!("expected steps from 1 to 20, found {steps}"));
    }
    within(units, "steps", &[i16::from(steps)])?;
    let provenance = reader.origin(declaration);
    let mut values = BTreeMap::new();
    for pair in declaration.pairs.iter().filter(|pair| !PLAIN.contains(&pair.key.as_str())) {
        let numbers: Result<Vec<i16>, String> = pair.value.split(',').map(|n| number(n, &pair.key)).collect();
        let by_steps_lost = numbers?;
        within(units, &pair.key, &by_steps_lost)?;
        if by_steps_lost.len() != 1 && by_steps_lost.len() != usize::from(steps) {
            let found = by_steps_lost.len();
            return Err(format!("expected one number or {steps} for `{}=`, found {found}", pair.key));
        }
        let provenance: Provenance = pair.origin.clone().unwrap_or_else(|| provenance.clone());
        values.insert(pair.key.clone(), Value { by_steps_lost, provenance });
    }
    let traits = traits("traits", declaration, &provenance)?;
    let last = last_step(declaration, steps, &provenance)?;
    Ok(Unit {
        id: id(declaration)?,
        name: declaration.word(1, "a name")?.to_owned(),
        side,
        nation,
        formation,
        division: declaration.get("division").unwrap_or_default().to_owned(),
        symbol,
        echelon,
        steps,
        values,
        traits,
        last,
        provenance,
    })
}

/// What the unit is at its last step.
fn last_step(declaration: &Declaration, steps: u8, provenance: &Provenance) -> Result<Option<LastStep>, String> {
    let traits = traits("last-traits", declaration, provenance)?;
    let Some(pair) = declaration.pairs.iter().find(|pair| pair.key == "last") else {
        let alone = traits.is_empty().then_some(None);
        return alone.ok_or_else(|| "expected `last=` beside `last-traits=`".to_owned());
    };
    if steps < 2 {
        return Err(format!("expected a unit of several steps for `last=`, found {steps}"));
    }
    let symbol = choice(&pair.value, "a symbol", &SYMBOLS)?;
    Ok(Some(LastStep { symbol, traits, provenance: pair.origin.as_ref().unwrap_or(provenance).clone() }))
}

/// Words of a counter as a unit's line has them.
fn words(key: &str, traits: &[Trait], origins: &mut Origins) -> String {
    let Some(first) = traits.first() else { return String::new() };
    let names: Vec<&str> = traits.iter().map(|it| it.name.as_str()).collect();
    format!(" {key}={}@{}", names.join(","), origins.name(&first.provenance))
}

/// The words on a counter, each of them once.
fn traits(key: &str, declaration: &Declaration, provenance: &Provenance) -> Result<Vec<Trait>, String> {
    let Some(pair) = declaration.pairs.iter().find(|pair| pair.key == key) else { return Ok(Vec::new()) };
    let provenance = pair.origin.as_ref().unwrap_or(provenance);
    let mut traits: Vec<Trait> = Vec::new();
    for word in pair.value.split(',') {
        let name = plain(word, "a trait")?;
        if traits.iter().any(|it| it.name == name) {
            return Err(format!("expected each trait once, found `{name}` twice"));
        }
        traits.push(Trait { name, provenance: provenance.clone() });
    }
    Ok(traits)
}
