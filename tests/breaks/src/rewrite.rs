//! A source with all its breaks in it, each behind its switch.

use crate::sites::{Break, Form, Site};
use crate::switch::at;
use std::ops::Range;

/// What was written, and where.
#[derive(Debug, Default)]
pub struct Rewritten {
    /// The source.
    pub text: String,
    /// Bytes of it that belong to a place (its index) or to one of its breaks alone (its number).
    pub marks: Vec<(Range<usize>, usize, Option<u32>)>,
}

/// Writes a source anew. No line is added: what the tests tell of lines stays true.
#[must_use]
pub fn rewrite(source: &str, sites: &[Site]) -> Rewritten {
    let mut writer = Writer { source, sites, out: Rewritten::default() };
    writer.range(0..source.len(), 0);
    writer.out
}

struct Writer<'a> {
    source: &'a str,
    sites: &'a [Site],
    out: Rewritten,
}

impl Writer<'_> {
    fn put(&mut self, text: &str) {
        self.out.text.push_str(text);
    }

    /// A part of the source, with the places in it, which are found from an index on.
    fn range(&mut self, range: Range<usize>, first: usize) {
        let sites = self.sites;
        let mut position = range.start;
        for (index, site) in sites.iter().enumerate().skip(first) {
            if site.range.start >= range.end {
                break;
            }
            if site.range.start < position || site.range.end > range.end {
                continue;
            }
            self.put(&self.source[position..site.range.start]);
            position = site.range.end;
            let start = self.out.text.len();
            self.site(site, index);
            self.out.marks.push((start..self.out.text.len(), index, None));
        }
        self.put(&self.source[position..range.end]);
    }

    /// A break's own text.
    fn own(&mut self, index: usize, it: &Break, text: &str) {
        let start = self.out.text.len();
        self.put(text);
        self.out.marks.push((start..self.out.text.len(), index, Some(it.number)));
    }

    fn site(&mut self, site: &Site, index: usize) {
        let live: Vec<&Break> = site.breaks.iter().filter(|it| it.live).collect();
        let Some(first) = live.first() else { return self.range(site.range.clone(), index + 1) };
        let inner = index + 1;
        match &site.form {
            Form::Body => {
                for it in &live {
                    self.own(index, it, &format!(" if {} {{ return {}; }}", at(it.number), it.becomes));
                }
            }
            Form::Turned(whole) => {
                self.put("((");
                self.range(whole.clone(), inner);
                self.put(&format!(") ^ {})", at(first.number)));
            }
            Form::Order(left, right) => {
                self.put("(match (&(");
                self.range(left.clone(), inner);
                self.put("), &(");
                self.range(right.clone(), inner);
                self.put(")) { (breaks_l, breaks_r) => ");
                self.choice(index, &live, "*breaks_l", "*breaks_r");
                self.put(" })");
            }
            Form::Logic(left, right) => {
                self.put("({ let breaks_l = ");
                self.range(left.clone(), inner);
                let sign = if first.was == "&&" { "!=" } else { "==" };
                self.put(&format!("; if breaks_l {sign} {} {{ ", at(first.number)));
                self.range(right.clone(), inner);
                self.put(" } else { breaks_l } })");
            }
            Form::Reckoning(left, right) => {
                self.put("(match (");
                self.range(left.clone(), inner);
                self.put(", ");
                self.range(right.clone(), inner);
                self.put(") { (breaks_l, breaks_r) => ");
                self.choice(index, &live, "breaks_l", "breaks_r");
                self.put(" })");
            }
            Form::Assignment(left, right) => {
                self.put("(match ");
                self.range(right.clone(), inner);
                self.put(" { breaks_r => ");
                let left = self.source[left.clone()].to_owned();
                self.choice(index, &live, &left, "breaks_r");
                self.put(" })");
            }
            Form::Not(operand) => {
                self.put("((");
                self.range(operand.clone(), inner);
                self.put(&format!(") == {})", at(first.number)));
            }
            Form::Minus(operand) => {
                self.put("(match ");
                self.range(operand.clone(), inner);
                self.put(&format!(" {{ breaks_r => if {} {{ breaks_r }} else {{ -breaks_r }} }})", at(first.number)));
            }
            Form::Guard(guard) => self.guard(guard.as_ref(), &live, inner),
        }
    }

    /// The operator of a place between its operands, or the one of the break that is on.
    fn choice(&mut self, index: usize, live: &[&Break], left: &str, right: &str) {
        for it in live {
            self.put(&format!("if {} {{ ", at(it.number)));
            self.own(index, it, &format!("{left} {} {right}", it.becomes));
            self.put(" } else ");
        }
        self.put(&format!("{{ {left} {} {right} }}", live[0].was));
    }

    fn guard(&mut self, guard: Option<&Range<usize>>, live: &[&Break], inner: usize) {
        let find = |becomes: &str| live.iter().find(|it| it.becomes == becomes).map(|it| at(it.number));
        let gone = find("nothing").map(|at| format!("!{at}"));
        let Some(guard) = guard else {
            return self.put(&format!(" if {}", gone.unwrap_or_else(|| "true".to_owned())));
        };
        self.put("if ");
        if let Some(gone) = gone {
            self.put(&format!("{gone} && "));
        }
        self.put("(");
        if let Some(holds) = find("true") {
            self.put(&format!("{holds} || "));
        }
        if let Some(fails) = find("false") {
            self.put(&format!("!{fails} && "));
        }
        self.put("(");
        self.range(guard.clone(), inner);
        self.put("))");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sites::sites;

    /// A source with its breaks, in which `at(N)` stands for the switch.
    fn rewritten(source: &str) -> String {
        let sites = sites(source, &mut 0).expect("Rust");
        let text = rewrite(source, &sites).text.replace("crate::breaks::", "");
        syn::parse_file(&text).expect("Rust again");
        text
    }

    /// The same of an expression in a function.
    fn expression(source: &str) -> String {
        let text = rewritten(&format!("fn fmt() {{ {source} }}"));
        text["fn fmt() { ".len()..text.len() - " }".len()].to_owned()
    }

    #[test]
    fn a_function_returns_at_once() {
        assert_eq!(
            rewritten("fn is(a: u8) -> bool { a.odd() }"),
            "fn is(a: u8) -> bool { if at(1) { return true; } if at(2) { return false; } a.odd() }"
        );
        assert_eq!(
            rewritten("fn go() -> Result<Option<u8>, E> { x() }"),
            "fn go() -> Result<Option<u8>, E> { if at(1) { return Ok(None); } x() }"
        );
        assert_eq!(rewritten("fn go() { x() }"), "fn go() { if at(1) { return (); } x() }");
    }

    #[test]
    fn a_function_that_does_nothing_else_stays() {
        for source in ["fn go() {}", "fn is() -> bool { true }", "fn list() -> impl Iterator<Item = u8> { x() }"] {
            assert!(!rewritten(source).contains("return true"), "{source}");
        }
        assert_eq!(rewritten("trait T { fn is() -> bool; }"), "trait T { fn is() -> bool; }");
    }

    #[test]
    fn equals_is_turned() {
        assert_eq!(expression("a == b"), "((a == b) ^ at(1))");
        assert_eq!(expression("if a.b() != 1 {}"), "if ((a.b() != 1) ^ at(1)) {}");
        assert_eq!(expression("if matches!(a, 1 | 2) {}"), "if ((matches!(a, 1 | 2)) ^ at(1)) {}");
    }

    #[test]
    fn an_order_becomes_another() {
        assert_eq!(
            expression("a <= b"),
            "(match (&(a), &(b)) { (breaks_l, breaks_r) => if at(1) { *breaks_l < *breaks_r } else if at(2) \
             { *breaks_l > *breaks_r } else { *breaks_l <= *breaks_r } })"
        );
    }

    #[test]
    fn and_becomes_or_and_the_right_is_asked_only_if_it_counts() {
        assert_eq!(expression("a && b"), "({ let breaks_l = a; if breaks_l != at(1) { b } else { breaks_l } })");
        assert_eq!(expression("a || b"), "({ let breaks_l = a; if breaks_l == at(1) { b } else { breaks_l } })");
    }

    #[test]
    fn places_within_places_are_written_once() {
        assert_eq!(
            expression("a == 1 && !b"),
            "({ let breaks_l = ((a == 1) ^ at(2)); if breaks_l != at(1) { ((b) == at(3)) } else { breaks_l } })"
        );
        assert_eq!(rewritten("fn is() -> bool {a == b}").matches("return true").count(), 1);
    }

    #[test]
    fn numbers_are_reckoned_otherwise() {
        assert_eq!(
            expression("a % 2"),
            "(match (a, 2) { (breaks_l, breaks_r) => if at(1) { breaks_l / breaks_r } else if at(2) \
             { breaks_l + breaks_r } else { breaks_l % breaks_r } })"
        );
        assert_eq!(
            expression("a.b |= c;"),
            "(match c { breaks_r => if at(1) { a.b &= breaks_r } else { a.b |= breaks_r } });"
        );
        assert_eq!(expression("x().b += c;"), "x().b += c;");
        assert_eq!(expression("-a"), "(match a { breaks_r => if at(1) { breaks_r } else { -breaks_r } })");
    }

    #[test]
    fn guards_hold_and_fail_and_arms_go_where_another_takes_all() {
        assert_eq!(
            expression("match a { A => 1, B if c => 2, _ => 3 }"),
            "match a { A if !at(1) => 1, B if !at(2) && (at(3) || !at(4) && (c)) => 2, _ => 3 }"
        );
        assert_eq!(expression("match a { A => 1, B => 2 }"), "match a { A => 1, B => 2 }");
    }

    #[test]
    fn what_the_compiler_counts_stays() {
        for source in [
            "const A: u8 = 1 + 2;",
            "const fn a(b: u8) -> bool { b == 1 }",
            "#[cfg(test)] mod tests { fn a() -> bool { b == 1 } }",
            "#[test] fn a() { b == 1; }",
            "enum A { B = 1 + 2 }",
            "fn fmt() { let [a, 0..=9] = [0; 1 + 2]; assert!(a == 1); }",
        ] {
            assert_eq!(rewritten(source), source);
        }
    }

    #[test]
    fn a_condition_that_binds_stays_and_what_stands_beside_it_does_not() {
        assert_eq!(expression("if let Some(a) = b && a == 1 {}"), "if let Some(a) = b && ((a == 1) ^ at(1)) {}");
    }

    #[test]
    fn a_break_that_does_not_compile_is_left_out() {
        let source = "fn is() -> bool { a == b }";
        let mut sites = sites(source, &mut 0).expect("Rust");
        sites[0].breaks[0].live = false;
        sites[1].breaks[0].live = false;
        let text = rewrite(source, &sites).text;
        assert_eq!(text, "fn is() -> bool { if crate::breaks::at(2) { return false; } a == b }");
    }

    #[test]
    fn every_break_knows_its_place() {
        let source = "impl A {\n    fn fmt() { ä < b }\n}";
        let sites = sites(source, &mut 0).expect("Rust");
        assert_eq!((sites[0].function.as_str(), sites[0].breaks[0].place), ("A::fmt", (2, 18)));
        let written = rewrite(source, &sites);
        let own = written.marks.iter().find(|mark| mark.2 == Some(2)).expect("a mark");
        assert_eq!(&written.text[own.0.clone()], "*breaks_l == *breaks_r");
    }
}
