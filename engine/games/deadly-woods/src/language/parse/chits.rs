//! Chits as they are named, and the end of what they begin.

use super::{Orders, Reading};
use crate::printed::{Army, Chit, GERMAN};
use crate::truth::order::{Step, Use, Verb};
use crate::truth::state::Topic;
use crate::verbs::Clause;
use definitions::spelling::{folded, spoken};
use engine::contract::Misread;
use engine::speech::Sentence;

impl Reading<'_> {
    /// The end of what the writer is asked about. Where he is asked about a chit, what he meant has ended by itself, as nothing was
    /// left to be done in it: nothing is taken back for it, and he is asked. So it is where he names what he ends, and that is
    /// over, as assets are that have all been laid out.
    pub(super) fn end(&self, line: &Sentence<'_, Clause>) -> Orders {
        let end = || Ok(vec![vec![Step::Verb(Verb::End)]]);
        let topic = self.seen.view.asked().and(self.state().asked).map(|asked| asked.topic);
        let at_chits = matches!(topic, Some(Topic::First | Topic::Drawn | Topic::Army));
        let [word] = line.head else {
            line.nothing_but(&[])?;
            return if at_chits { Ok(Vec::new()) } else { end() };
        };
        let meant = match word.folded.as_str() {
            "assets" => Topic::Assets,
            "replacements" => Topic::Replacements,
            "round" => Topic::Round,
            _ => return line.nothing_but(&["now"]).and_then(|()| if at_chits { Ok(Vec::new()) } else { end() }),
        };
        match topic {
            Some(topic) if topic == meant => end(),
            None if self.state().ending.is_some() => end(),
            None => Err(Misread::new(format!(
                "it is the other side's turn, so your {} are not ended; `end` ends what you are asked about next",
                word.folded
            ))),
            Some(Topic::Assets | Topic::Replacements) if meant == Topic::Round => Ok(Vec::new()),
            Some(Topic::Assets) => {
                Err(Misread::new("replacements are not under way, assets are; `end assets` ends them"))
            }
            Some(_) => Ok(Vec::new()),
        }
    }

    /// `play All German`, `play monty move`, `take 5th`.
    pub(super) fn chit(&self, verb: Verb, line: &Sentence<'_, Clause>) -> Orders {
        let said =
            line.head.iter().map(|word| word.folded.as_str()).filter(|word| *word != "as").collect::<Vec<_>>().concat();
        if verb == Verb::Take {
            let chit = match said.trim_start_matches("the").trim_end_matches("army").trim_end_matches("panzer") {
                "5" | "5th" => Chit::FifthArmy,
                "6" | "6th" => Chit::SixthArmy,
                _ => return Err(Misread::new("expected `take 5th` or `take 6th`")),
            };
            return Ok(vec![vec![Step::Verb(verb), Step::Chit(chit)]]);
        }
        let first = self.state().asked.is_some_and(|asked| asked.topic == Topic::First);
        let way = match said.as_str() {
            "move" => Some(Use::Move),
            "combat" | "attack" => Some(Use::Combat),
            "5" | "5th" => Some(Use::Area(Army::Fifth)),
            "6" | "6th" => Some(Use::Area(Army::Sixth)),
            "7" | "7th" => Some(Use::Area(Army::Seventh)),
            "patton" => Some(Use::Patton),
            "monty" | "montymove" => Some(Use::MontyMove),
            "montycombat" | "montyattack" => Some(Use::MontyAttack),
            "drawn" => Some(Use::Drawn),
            "held" => Some(Use::Held),
            _ => None,
        };
        if let Some(way) = way.filter(|_| !first) {
            return Ok(vec![vec![Step::Verb(verb), Step::As(way)]]);
        }
        if let Some((chit, way)) = way.and_then(|way| Some((self.played_as(way)?, way))) {
            let chosen = vec![Step::Verb(verb), Step::Chit(chit)];
            let played = (way != Use::Held).then(|| vec![Step::Verb(verb), Step::As(way)]);
            return Ok([chosen].into_iter().chain(played).collect());
        }
        let named = |chit: &Chit| {
            let name = folded(chit.name()).concat();
            let short = name.trim_start_matches("german").trim_start_matches("allied").to_owned();
            let own = chit.side().is_none_or(|side| self.seen.view.side.is_none_or(|mine| mine == side));
            !said.is_empty() && (name == said || own && (short == said || short.starts_with(&said)))
        };
        let found = Chit::ALL.into_iter().find(|chit| folded(chit.name()).concat() == said);
        let chit = found.or_else(|| Chit::ALL.into_iter().find(named));
        let chit = chit.ok_or_else(|| {
            let names: Vec<&str> = Chit::ALL.iter().map(|chit| chit.name()).collect();
            Misread::new(format!("`{}` is no chit; there are: {}", spoken(line.head), names.join(", ")))
        })?;
        Ok(vec![vec![Step::Verb(verb), Step::Chit(chit)]])
    }

    /// The chit that a player means who begins with what it is played as.
    fn played_as(&self, way: Use) -> Option<Chit> {
        let german = self.side() == Ok(GERMAN);
        match way {
            Use::Move | Use::Combat => Some(if german { Chit::GermanMove } else { Chit::AlliedMove }),
            Use::Area(Army::Seventh) => Some(Chit::OneArmy),
            Use::Patton | Use::MontyMove | Use::MontyAttack => Some(Chit::PattonMonty),
            Use::Held => Some(Chit::AlliedReinforcements),
            Use::Area(_) | Use::Drawn => None,
        }
    }
}
