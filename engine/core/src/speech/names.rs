//! Finds what a player names among things that have names of their own: units, formations, leaders.

use super::listing::either;
use super::sentence::entries;
use crate::contract::Misread;
use definitions::spelling::{Word, distance, folded, spoken};
use definitions::{FormationId, Symbol, UnitId, Units};

/// The names of all things of a kind, as people call them: by the whole name, by another that the thing is known as, or by
/// as many of its words or their beginnings as tell it from the others.
pub struct Names<T> {
    kind: &'static str,
    names: Vec<Name<T>>,
    shortened: &'static [(&'static str, &'static str)],
}

/// What one thing is called.
#[derive(Clone, Debug)]
pub struct Name<T> {
    thing: T,
    shown: String,
    whole: Vec<String>,
    others: Vec<Vec<String>>,
    words: Vec<String>,
}

/// Why words name nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unclear<T> {
    /// There are no words.
    Nothing,
    /// Nothing is called so.
    Unknown,
    /// Several are, all of them as well: what `all of 2 SS` names.
    Several(Vec<T>),
}

/// How well words fit a name, the better the earlier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Whole,
    Other,
    Words,
    Kinds,
    Beginnings,
}

/// Words for one kind of unit, as the nations and the books about them have them: counters show one of each row.
const KINDS: [&[&str]; 11] = [
    &["db", "ad", "arm", "armd", "armor", "armour", "armored", "armoured"],
    &["di", "id", "inf", "infantry"],
    &["pz", "panzer", "pzd"],
    &["pg", "pgd", "pzg", "pzgr", "panzergrenadier", "panzergrenadiers"],
    &["vg", "vgd", "volksgrenadier", "volksgrenadiers"],
    &["fj", "fjd", "fallschirmjager", "parachute", "para"],
    &["abn", "ab", "airborne"],
    &["cav", "cavalry"],
    &["hq", "headquarters"],
    &["det", "detachment"],
    &["corps", "korps", "corp"],
];
/// Words that say how large a unit is, or nothing, where its counter does without.
const SIZES: [&str; 19] = [
    "the",
    "of",
    "unit",
    "division",
    "div",
    "brigade",
    "bde",
    "regiment",
    "regt",
    "rgt",
    "group",
    "grp",
    "battalion",
    "bn",
    "kampfgruppe",
    "kg",
    "combat",
    "command",
    "task",
];
/// Divisions whose counters do not say that they are armoured.
const ARMOURED: [&str; 2] = ["ss", "lehr"];

/// Letters after a number that counts.
const ORDINALS: [&str; 4] = ["st", "nd", "rd", "th"];
/// Names that an answer offers at most where several may be meant, and where none is.
const MOST_MEANT: usize = 8;
const MOST_NEAR: usize = 3;

impl<T> Name<T> {
    /// A thing and its name.
    pub fn new(thing: T, shown: &str) -> Name<T> {
        let whole = folded(shown);
        Name { thing, shown: shown.to_owned(), words: whole.clone(), whole, others: Vec::new() }
    }

    /// Another name that is its own as well.
    pub fn or(mut self, name: &str) -> Name<T> {
        let name = folded(name);
        name.iter().cloned().for_each(|word| self.add(word));
        self.others.push(name);
        self
    }

    /// Words that help to tell it from others.
    pub fn with(mut self, words: &str) -> Name<T> {
        folded(words).into_iter().for_each(|word| self.add(word));
        self
    }

    /// Its Roman numbers in digits, too: `XLVII` as 47.
    pub fn in_digits(mut self) -> Name<T> {
        let numbers: Vec<String> = self.words.iter().filter_map(|word| roman(word)).collect();
        numbers.into_iter().for_each(|number| self.add(number));
        self
    }

    /// Adds a word that is not known yet; words that the name repeats (`9/9 Pz`) stay twice.
    fn add(&mut self, word: String) {
        if !self.words.contains(&word) {
            self.words.push(word);
        }
    }

    fn fit(&self, query: &[&str]) -> Option<Fit> {
        if self.whole == query {
            return Some(Fit::Whole);
        }
        if self.others.iter().any(|other| other == query) {
            return Some(Fit::Other);
        }
        if self.has(query, |known, word| known == word) {
            Some(Fit::Words)
        } else if self.has(query, is_alike) {
            Some(Fit::Kinds)
        } else if self.has(query, |known, word| known.starts_with(word)) {
            Some(Fit::Beginnings)
        } else {
            None
        }
    }

    /// How many letters the words of a query differ from words of the name, each from another one; none if one of them is
    /// like no word. Numbers and short words are not mistaken for others.
    fn differs(&self, query: &[&str], shortened: &[(&str, &str)]) -> Option<usize> {
        let mut left: Vec<&str> = self.words.iter().map(String::as_str).collect();
        let mut sum = 0;
        for word in query {
            let limit = if word.chars().any(|sign| sign.is_ascii_digit()) { 0 } else { word.chars().count() / 3 };
            let far = |known: &str| {
                let written = shortened.iter().filter(|(_, short)| *short == known).map(|(long, _)| *long);
                let whole = written.chain([known]).filter_map(|known| distance(word, known, limit.min(2)));
                if known.starts_with(word) { Some(0) } else { whole.min() }
            };
            let likest = (0..left.len()).filter_map(|place| far(left[place]).map(|letters| (letters, place))).min();
            let (letters, place) = likest?;
            left.remove(place);
            sum += letters;
        }
        Some(sum)
    }

    /// Whether each word of a query fits another of the words.
    fn has(&self, query: &[&str], fits: fn(&str, &str) -> bool) -> bool {
        let mut left: Vec<&String> = self.words.iter().collect();
        query.iter().all(|word| match left.iter().position(|known| fits(known, word)) {
            Some(place) => {
                left.remove(place);
                true
            }
            None => false,
        })
    }
}

impl<T: Copy + Ord> Names<T> {
    /// The names of things of a kind: `unit`. `shortened` are words that people write out and counters shorten, folded, each
    /// with what the counters have: nothing where they leave it out.
    pub fn new(
        kind: &'static str,
        names: impl IntoIterator<Item = Name<T>>,
        shortened: &'static [(&'static str, &'static str)],
    ) -> Names<T> {
        Names { kind, names: names.into_iter().collect(), shortened }
    }

    /// The thing that words name. Where several may be meant, those go first that the first preference holds for, then
    /// those of the next.
    ///
    /// # Errors
    /// Why it is not clear.
    pub fn find(&self, words: &[Word], rather: &[&dyn Fn(T) -> bool]) -> Result<T, Unclear<T>> {
        if words.is_empty() {
            return Err(Unclear::Nothing);
        }
        let query = self.query(words);
        let written: Vec<&str> = words.iter().map(|word| word.folded.as_str()).collect();
        // a name as it is written goes before what the words may stand for
        let fitting = |queries: &[&[&str]]| -> Vec<(Fit, T)> {
            let fit = |name: &Name<T>| queries.iter().filter_map(|query| name.fit(query)).min();
            let mut found: Vec<(Fit, T)> =
                self.names.iter().filter_map(|name| fit(name).map(|fit| (fit, name.thing))).collect();
            found.sort();
            found
        };
        let mut found = fitting(&[&written, &query]);
        let essential = essential(&query);
        if found.is_empty() && !essential.is_empty() {
            found = fitting(&[&essential]);
        }
        let best = found.first().map(|(fit, _)| *fit);
        let best: Vec<T> = found.iter().filter(|(fit, _)| Some(*fit) == best).map(|(_, thing)| *thing).collect();
        let preferred =
            rather.iter().map(|rather| best.iter().copied().filter(|thing| rather(*thing)).collect::<Vec<T>>());
        let preferred = preferred.into_iter().find(|things| !things.is_empty()).unwrap_or(best);
        match preferred[..] {
            [thing] => Ok(thing),
            [] => Err(Unclear::Unknown),
            _ => Err(Unclear::Several(preferred)),
        }
    }

    /// Words as counters have them: shortened, numbers without the letters that count (`26th`).
    fn query<'a>(&self, words: &'a [Word]) -> Vec<&'a str> {
        let number = |word: &Word| word.folded.bytes().all(|sign| sign.is_ascii_digit());
        let counts =
            |place: usize| place > 0 && number(&words[place - 1]) && ORDINALS.contains(&words[place].folded.as_str());
        let short = |place: usize| {
            let written = words[place].folded.as_str();
            self.shortened.iter().find(|(long, _)| *long == written).map_or(written, |(_, short)| *short)
        };
        let query: Vec<&str> = (0..words.len()).filter(|place| !counts(*place)).map(short).collect();
        let said: Vec<&str> = query.iter().copied().filter(|word| !word.is_empty()).collect();
        if said.is_empty() { query } else { said }
    }

    /// `; do you mean A or B?` for the names that are most like words, or nothing: of those that the first preference holds
    /// for, else of those of the next.
    pub fn near(&self, words: &[Word], rather: &[&dyn Fn(T) -> bool]) -> String {
        let query = self.query(words);
        let near = |meant: &dyn Fn(T) -> bool| {
            let names = || self.names.iter().filter(|name| meant(name.thing));
            let differs = |name: &Name<T>| name.differs(&query, self.shortened);
            let Some(least) = names().filter_map(differs).min() else {
                return do_you_mean(words, names().map(|name| name.shown.as_str()));
            };
            let like = names().filter(|name| differs(name) == Some(least)).map(|name| name.shown.as_str());
            format!("; do you mean {}?", either(&like.take(MOST_NEAR).collect::<Vec<_>>()))
        };
        if rather.is_empty() {
            return near(&|_| true);
        }
        rather.iter().map(|meant| near(*meant)).find(|near| !near.is_empty()).unwrap_or_default()
    }

    /// The thing that words name, as [`Names::find`] does, or what is wrong in words; the nearest names are those that the
    /// last preference holds for.
    ///
    /// # Errors
    /// What was expected, which may be meant, or what is called alike.
    pub fn one(&self, words: &[Word], rather: &[&dyn Fn(T) -> bool]) -> Result<T, Misread> {
        self.find(words, rather).map_err(|unclear| match unclear {
            Unclear::Nothing => Misread::new(format!("expected the name of a {}", self.kind)),
            Unclear::Several(things) => self.which(words, &things),
            Unclear::Unknown => {
                let near = self.near(words, rather);
                Misread::of_nothing(format!("there is no {} `{}`{near}", self.kind, spoken(words)))
            }
        })
    }

    /// The things that the entries of a list name, at least one.
    ///
    /// # Errors
    /// What is wrong with the first entry that names none, as [`Names::one`] says it.
    pub fn each(&self, words: &[Word], rather: &[&dyn Fn(T) -> bool]) -> Result<Vec<T>, Misread> {
        let things: Vec<T> = entries(words).map(|entry| self.one(entry, rather)).collect::<Result<_, _>>()?;
        if things.is_empty() { Err(Misread::new(format!("which {}?", self.kind))) } else { Ok(things) }
    }

    /// That words may name any of several things.
    pub fn which(&self, words: &[Word], things: &[T]) -> Misread {
        let shown = |thing: &T| self.names.iter().find(|name| name.thing == *thing).map(|name| name.shown.as_str());
        let names: Vec<&str> = things.iter().take(MOST_MEANT).filter_map(shown).collect();
        Misread::new(format!("`{}` may be {}", spoken(words), either(&names)))
    }
}

impl Names<UnitId> {
    /// The names of all units: what their counters say, their ids, their divisions; a headquarters is called like its
    /// formation, too.
    pub fn units(units: &Units, shortened: &'static [(&'static str, &'static str)]) -> Names<UnitId> {
        let names = units.iter().map(|(id, unit)| {
            let name = Name::new(id, &unit.name).or(&unit.id).with(&unit.division);
            let led = unit.formation.filter(|_| unit.symbol == Symbol::Headquarters);
            match led.map(|formation| units.formation(formation)) {
                Some(formation) => name.or(&formation.short).or(&formation.name).or(&formation.id).with("corps"),
                None => name,
            }
        });
        Names::new("unit", names, shortened)
    }
}

impl Names<FormationId> {
    /// The names of all formations: long and short, their ids, their headquarters; corps may be counted in digits.
    pub fn formations(units: &Units, shortened: &'static [(&'static str, &'static str)]) -> Names<FormationId> {
        let names = units.formations.iter().enumerate().map(|(index, formation)| {
            let id = FormationId(index as u16);
            let leads = |unit: &&definitions::Unit| unit.formation == Some(id) && unit.symbol == Symbol::Headquarters;
            let name = Name::new(id, &formation.name).or(&formation.short).or(&formation.id);
            let name = match units.units.iter().find(leads) {
                Some(headquarters) => name.or(&headquarters.name),
                None => name,
            };
            name.in_digits().with("corps hq")
        });
        Names::new("formation", names, shortened)
    }
}

/// Whether a word stands for a word of a name: it is the same, or both are called so for one kind of unit.
fn is_alike(known: &str, word: &str) -> bool {
    known == word || KINDS.iter().any(|kind| kind.contains(&known) && kind.contains(&word))
}

/// Words without those that people write out and counters leave away: sizes, and that a division is armoured which everybody
/// knows to be. `Combat Command B` is one word on counters.
fn essential<'a>(query: &[&'a str]) -> Vec<&'a str> {
    let armoured = query.iter().any(|word| ARMOURED.contains(word));
    let commands = [("a", "cca"), ("b", "ccb"), ("r", "ccr")];
    let is_command = query.contains(&"combat") && query.contains(&"command");
    let short = |word: &'a str| match commands.iter().find(|(letter, _)| is_command && *letter == word) {
        Some((_, short)) => *short,
        None => word,
    };
    let left_away = |word: &str| SIZES.contains(&word) || armoured && is_alike("pz", word);
    query.iter().filter(|word| !left_away(word)).map(|word| short(word)).collect()
}

/// A number that is written in Roman letters, in digits: `xlvii` is 47.
fn roman(word: &str) -> Option<String> {
    let digit = |letter: char| match letter {
        'i' => Some(1),
        'v' => Some(5),
        'x' => Some(10),
        'l' => Some(50),
        _ => None,
    };
    let digits: Vec<i32> = word.chars().map(digit).collect::<Option<_>>()?;
    let next = digits.iter().skip(1).chain(&[0]);
    let sum: i32 = digits.iter().zip(next).map(|(digit, next)| if digit < next { -digit } else { *digit }).sum();
    (!digits.is_empty()).then(|| sum.to_string())
}

/// `; do you mean A or B?` for the names that differ least from the words, or nothing.
pub fn do_you_mean<'a>(words: &[Word], names: impl Iterator<Item = &'a str>) -> String {
    let query: String = words.iter().map(|word| word.folded.as_str()).collect();
    let limit = (query.chars().count() / 3).clamp(1, 3);
    let mut near: Vec<(usize, &str)> = names
        .filter_map(|name| {
            let known = folded(name);
            let whole = distance(&query, &known.concat(), limit);
            let parts = known.iter().filter(|part| part.len() > 2).filter_map(|part| distance(&query, part, limit));
            whole.into_iter().chain(parts).min().map(|distance| (distance, name))
        })
        .collect();
    near.sort();
    near.dedup();
    let names: Vec<&str> = near.into_iter().take(MOST_NEAR).map(|(_, name)| name).collect();
    if names.is_empty() { String::new() } else { format!("; do you mean {}?", either(&names)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use definitions::spelling::words;

    const UNITS: &str = "side a \"A\" colour=000000\nside b \"B\" colour=ffffff\norigin x public \"x\"\n\
        formation xlvii-pz \"XLVII Panzerkorps\" short=\"XLVII\" side=a colour=000000\n\
        formation v \"V Corps\" short=\"V\" side=b colour=000000\n\
        unit hq-xlvii \"XLVII PzK\" formation=xlvii-pz symbol=headquarters echelon=corps steps=1 @x\n\
        unit bohm-2pz \"v. Böhm/2\" formation=xlvii-pz division=2pz symbol=armour echelon=kampfgruppe steps=3 @x\n\
        unit gutman-2pz \"Gutman/2\" formation=xlvii-pz division=2pz symbol=armour echelon=kampfgruppe steps=3 @x\n\
        unit 2-di \"2 DI\" formation=v division=2us symbol=infantry echelon=division steps=6 @x\n\
        unit 9-9pz \"9/9 Pz\" side=a symbol=armour echelon=regiment steps=1 @x\n\
        unit ccb-7db \"CCB/7 DB\" formation=v division=7db symbol=armour echelon=brigade steps=2 @x\n\
        unit hauser-lehr \"v. Hauser/130\" formation=xlvii-pz division=lehr symbol=armour echelon=kampfgruppe steps=2 @x\n\
        unit 19-9pz \"19/9 Pz\" side=a symbol=armour echelon=regiment steps=1 @x\n";

    fn units() -> Units {
        Units::parse("units.txt", UNITS).unwrap_or_else(|faults| panic!("{}", faults[0]))
    }

    fn found(text: &str) -> Result<String, Misread> {
        let units = units();
        let own = |unit: UnitId| units.unit(unit).side == 0;
        let names = Names::units(&units, &[("von", "v"), ("panzer", "pz"), ("division", "")]);
        names.one(&words(text), &[&own]).map(|unit| units.unit(unit).id.clone())
    }

    #[test]
    fn a_unit_is_named_by_its_name_id_or_words_that_tell_it_from_others() {
        for (text, id) in [
            ("v. Böhm/2", "bohm-2pz"),
            ("von bohm", "bohm-2pz"),
            ("böh", "bohm-2pz"),
            ("gutman-2pz", "gutman-2pz"),
            ("2 di", "2-di"),
            ("9/9 Pz", "9-9pz"),
            ("9 9 panzer", "9-9pz"),
            ("19th of the 9th Panzer Division", "19-9pz"),
            ("19th 9th Panzer Division", "19-9pz"),
            ("hq 47", ""),
            ("XLVII", "hq-xlvii"),
            ("xlvii corps", "hq-xlvii"),
            ("2nd ID", "2-di"),
            ("2nd Infantry Division", "2-di"),
            ("the 2nd Inf. Div.", "2-di"),
            ("CCB/7 AD", "ccb-7db"),
            ("CCB 7th Armored", "ccb-7db"),
            ("Combat Command B of the 7th Armored Division", "ccb-7db"),
            ("Kampfgruppe Böhm", "bohm-2pz"),
            ("Panzer Lehr", "hauser-lehr"),
            ("130th Panzer-Lehr Division", "hauser-lehr"),
        ] {
            assert_eq!(found(text).unwrap_or_default(), id, "{text}");
        }
    }

    #[test]
    fn where_several_are_meant_those_of_the_viewer_go_first_and_else_he_is_asked_which() {
        let message = |text: &str| found(text).expect_err(text).message;
        assert_eq!(message("2 pz"), "`2 pz` may be v. Böhm/2 or Gutman/2");
        assert_eq!(message("2nd Panzer"), "`2 nd Panzer` may be v. Böhm/2 or Gutman/2");
        assert_eq!(message("2"), "`2` may be v. Böhm/2 or Gutman/2", "not the enemy's");
        assert_eq!(message("2/2/2"), "there is no unit `2 2 2`");
    }

    #[test]
    fn a_list_names_one_thing_an_entry_and_at_least_one() {
        let (units, own) = (units(), |_: UnitId| true);
        let names = Names::units(&units, &[]);
        let each = |text: &str| names.each(&words(text), &[&own]);
        assert_eq!(each("Böhm, Gutman and 2 DI"), Ok(vec![UnitId(1), UnitId(2), UnitId(3)]));
        assert_eq!(each(" , "), Err(Misread::new("which unit?")));
        assert!(each("Böhm, nobody").is_err_and(|misread| misread.message == "there is no unit `nobody`"));
    }

    #[test]
    fn what_is_called_alike_is_offered_of_what_the_viewer_may_mean() {
        let message = |text: &str| found(text).expect_err(text).message;
        assert_eq!(message("gtuman"), "there is no unit `gtuman`; do you mean Gutman/2?");
        assert_eq!(message("2 DJ"), "there is no unit `2 DJ`");
        assert_eq!(message("2nd Panser"), "there is no unit `2 nd Panser`; do you mean v. Böhm/2 or Gutman/2?");
        assert_eq!(message("3rd Panser"), "there is no unit `3 rd Panser`", "numbers are not mistaken");
        assert_eq!(message(""), "expected the name of a unit");
    }

    #[test]
    fn a_formation_is_named_in_words_and_digits_and_by_its_headquarters() {
        let units = units();
        let names = Names::formations(&units, &[]);
        for (text, id) in
            [("xlvii", 0), ("47", 0), ("XLVII Panzerkorps", 0), ("47 corps", 0), ("xlvii pzk", 0), ("5 hq", 1)]
        {
            assert_eq!(names.find(&words(text), &[]), Ok(FormationId(id)), "{text}");
        }
        assert_eq!(names.find(&words("corps"), &[]), Err(Unclear::Several(vec![FormationId(0), FormationId(1)])));
        assert_eq!(names.find(&words("corps"), &[&|it| it.0 == 1]), Ok(FormationId(1)));
        assert_eq!(names.find(&words("MMXX"), &[]), Err(Unclear::Unknown));
        assert_eq!(names.find(&words("47th Corps"), &[]), Ok(FormationId(0)));
        assert_eq!(names.near(&words("XVLII"), &[]), "; do you mean XLVII Panzerkorps?");
        assert_eq!(names.find(&[], &[]), Err(Unclear::Nothing));
    }

    #[test]
    fn roman_numbers_are_counted() {
        for (roman_number, digits) in [("xlvii", "47"), ("lviii", "58"), ("iv", "4"), ("ix", "9"), ("i", "1")] {
            assert_eq!(roman(roman_number).as_deref(), Some(digits));
        }
        assert_eq!((roman("pz"), roman("")), (None, None));
    }
}
