//! The grammar of an order language, written from the lists that its reader reads.

use super::{INQUIRIES, Language, LineForm, Part};
use std::fmt::Debug;

/// A word that stands for any of some others: `kind`, `event`.
pub type Named<'a> = (&'a str, Vec<&'a str>);

impl<E: AsRef<LineForm>, C: Copy + PartialEq + Debug> Language<E, C> {
    /// The grammar in EBNF: lines, orders, questions, clauses, `names` with a few fixed words, and `rules`, the standing
    /// orders with the words for each kind of decision and its values.
    pub fn grammar(&self, names: &[Named<'_>], rules: &[(&[&str], &[&str])]) -> String {
        let mut text = String::from("line       = [ order | inquiry ], [ ( \"#\" | \"//\" ), comment ] ;\n");
        let heads = |heads: Vec<String>| heads.join(" | ");
        text += &format!("order      = {} ;\n", heads(self.forms().map(head).collect()));
        text += &format!("inquiry    = {} ;\n\n", heads(INQUIRIES.iter().map(|inquiry| head(&inquiry.form)).collect()));
        self.forms().for_each(|form| text += &self.rule(form));
        text.push('\n');
        INQUIRIES.iter().for_each(|inquiry| text += &self.rule(&inquiry.form));
        text.push('\n');
        let mut clauses: Vec<C> = Vec::new();
        for (_, clause) in self.clauses {
            if !clauses.contains(clause) {
                clauses.push(*clause);
            }
        }
        for clause in clauses {
            let words = self.clauses.iter().filter(|(_, known)| *known == clause).map(|(word, _)| *word);
            text += &format!("{:<10} = {} ;\n", capitals(clause), quoted(words));
        }
        for (name, words) in names {
            text += &format!("{name:<10} = {} ;\n", quoted(words.iter().copied()));
        }
        if rules.is_empty() {
            return text;
        }
        text.push('\n');
        for (place, (kinds, values)) in rules.iter().enumerate() {
            let (name, sign) = if place == 0 { ("rule", "=") } else { ("    |", " ") };
            let (kinds, values) = (quoted(kinds.iter().copied()), quoted(values.iter().copied()));
            text += &format!("{name:<10} {sign} ( {kinds} ), ( {values} )\n");
        }
        text + "           ;\n"
    }

    /// What follows the words of all forms that begin so.
    fn rule(&self, form: &LineForm) -> String {
        let rest = |written: &&'static str| ebnf(&Part::of(form.rest(written), self.clauses));
        let mut rests: Vec<String> = form.forms.iter().map(rest).collect();
        rests.dedup();
        let rests = match &rests[..] {
            [one] if one.is_empty() => String::new(),
            [one] => format!(", {one}"),
            several => {
                let nothing = |rest: &String| if rest.is_empty() { "(* nothing *)".to_owned() } else { rest.clone() };
                let several: Vec<String> = several.iter().map(nothing).collect();
                format!(",\n             ( {} )", several.join("\n             | "))
            }
        };
        format!("{:<10} = ( {} ){rests} ;\n", head(form), quoted(form.words.iter().copied()))
    }
}

fn head(form: &LineForm) -> String {
    form.word().replace(' ', "-")
}

fn capitals(clause: impl Debug) -> String {
    format!("{clause:?}").to_uppercase()
}

fn quoted<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.map(|word| format!("\"{word}\"")).collect::<Vec<String>>().join(" | ")
}

fn ebnf<C: Debug>(parts: &[Part<C>]) -> String {
    let part = |part: &Part<C>| match part {
        Part::Word(word) => format!("\"{word}\""),
        Part::Clause(clause) => capitals(clause),
        Part::Name(name) => name.to_lowercase(),
        Part::List(entry) => {
            let entry = ebnf(entry);
            format!("{entry}, {{ \",\", {entry} }}")
        }
        Part::Optional(inner) => format!("[ {} ]", ebnf(inner)),
    };
    parts.iter().map(part).collect::<Vec<String>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Clause {
        To,
        Road,
    }

    static VERBS: [LineForm; 2] = [
        LineForm {
            words: &["march", "mv"],
            forms: &["march UNIT, ... [along road] to HEX", "march none"],
            also: &["march at once"],
            example: "",
            about: "",
            cases: &[],
        },
        LineForm { words: &["halt"], forms: &["halt"], also: &[], example: "", about: "", cases: &[] },
    ];
    static LANGUAGE: Language<LineForm, Clause> =
        Language { verbs: &VERBS, clauses: &[("to", Clause::To), ("at", Clause::To), ("along road", Clause::Road)] };

    #[test]
    fn a_grammar_has_a_rule_for_each_verb_question_clause_name_and_standing_order() {
        let grammar = LANGUAGE.grammar(
            &[("kind", vec!["gun", "tank"])],
            &[(&["retreat"], &["ask", "auto"]), (&["advance", "follow"], &["ask"])],
        );
        for expected in [
            "order      = march | halt ;\n",
            "march      = ( \"march\" | \"mv\" ),\n             ( unit, { \",\", unit }, [ ROAD ], TO, hex\n             | \"none\" ) ;\n",
            "halt       = ( \"halt\" ) ;\n",
            "what-can   = ( \"what can\" | \"can\" | \"why cant\" | \"why cannot\" | \"why can not\" ), unit, \"do\" ;\n",
            "TO         = \"to\" | \"at\" ;\nROAD       = \"along road\" ;\nkind       = \"gun\" | \"tank\" ;\n\n",
            "rule       = ( \"retreat\" ), ( \"ask\" | \"auto\" )\n    |        ( \"advance\" | \"follow\" ), ( \"ask\" )\n           ;\n",
        ] {
            assert!(grammar.contains(expected), "{expected}{grammar}");
        }
        assert!(!grammar.contains("at once"), "forms that are not shown are not");
    }
}
