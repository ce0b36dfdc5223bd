use super::declaration::{Declaration, Reader};
use super::{DefinitionError, Scenario};

/// What a game is, for those who do not know it (`about.txt`): in our own words, for pages and mails that invite somebody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// What it is, a paragraph each; none if the game has no such file.
    pub what: Vec<String>,
    /// How it is won, in short.
    pub won: String,
    /// How long it takes.
    pub takes: String,
    /// Where its rules are to be had, one way each.
    pub rules: Vec<Source>,
    /// What of it is reconstructed.
    pub reconstructed: String,
    /// What there is to say of each scenario.
    pub scenarios: Vec<Story>,
}

/// Where something is to be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// In words.
    pub words: String,
    /// Its page, if it has one.
    pub url: Option<String>,
}

/// What there is to say of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Story {
    /// Id of the scenario.
    pub scenario: String,
    /// What happened then and there, and what it is about.
    pub history: String,
    /// How long it takes, if that differs from the game.
    pub takes: Option<String>,
}

impl About {
    /// Reads lines `what "…"` (a paragraph each), `won "…"`, `takes "…"`, `rules "…" url=https://…`, `reconstructed "…"` and
    /// `scenario ID "…" takes="…"`.
    ///
    /// # Errors
    /// Every fault of the text: lines of another shape, what is said twice, scenarios that the game does not have, addresses
    /// that are none.
    pub fn parse(file: &str, text: &str, scenarios: &[Scenario]) -> Result<About, Vec<DefinitionError>> {
        let mut reader = Reader::new(file);
        let mut about = About::default();
        for declaration in reader.declarations(text) {
            let (words, keys): (usize, &[&str]) = match declaration.kind.as_str() {
                "rules" => (1, &["url"]),
                "scenario" => (2, &["takes"]),
                _ => (1, &[]),
            };
            reader.expect(&declaration, words..=words, keys);
            let read = about.take(&declaration, scenarios);
            reader.value(declaration.line, read);
        }
        if reader.errors.is_empty() { Ok(about) } else { Err(reader.errors) }
    }

    fn take(&mut self, line: &Declaration, scenarios: &[Scenario]) -> Result<(), String> {
        let text = |place: usize| line.word(place, "a text").map(str::to_owned);
        let once = |field: &mut String| {
            let before = std::mem::replace(field, text(0)?);
            before.is_empty().then_some(()).ok_or_else(|| format!("`{}` stands twice in this file", line.kind))
        };
        match line.kind.as_str() {
            "what" => self.what.push(text(0)?),
            "won" => once(&mut self.won)?,
            "takes" => once(&mut self.takes)?,
            "reconstructed" => once(&mut self.reconstructed)?,
            "rules" => {
                let url = line.get("url").map(str::to_owned);
                if let Some(url) = url.as_ref().filter(|url| !url.starts_with("https://")) {
                    return Err(format!("expected url=https://…, found `{url}`"));
                }
                self.rules.push(Source { words: text(0)?, url });
            }
            "scenario" => {
                let (scenario, history) = (text(0)?, text(1)?);
                if !scenarios.iter().any(|known| known.id == scenario) {
                    return Err(format!("there is no scenario `{scenario}`"));
                }
                if self.story(&scenario).is_some() {
                    return Err(format!("scenario `{scenario}` stands twice in this file"));
                }
                self.scenarios.push(Story { scenario, history, takes: line.get("takes").map(str::to_owned) });
            }
            other => {
                let known = "what, won, takes, rules, reconstructed or scenario";
                return Err(format!("expected {known}, found `{other}`"));
            }
        }
        Ok(())
    }

    /// What there is to say of a scenario.
    pub fn story(&self, scenario: &str) -> Option<&Story> {
        self.scenarios.iter().find(|story| story.scenario == scenario)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenarios() -> [Scenario; 1] {
        [Scenario { id: "short".to_owned(), ..Scenario::default() }]
    }

    #[test]
    fn a_game_tells_what_it_is_and_what_each_scenario_is_about() {
        let text = "what \"A game.\"\nwhat \"Of war.\"\nwon \"By points.\"\ntakes \"A month.\"\n\
                    rules \"From its publisher\" url=https://example.org/rules\nrules \"Second hand\"\n\
                    reconstructed \"The map.\"\nscenario short \"A day in December.\" takes=\"A week.\"\n";
        let about = About::parse("about.txt", text, &scenarios()).expect("sound");
        assert_eq!(about.what, ["A game.", "Of war."]);
        assert_eq!(about.rules[0].url.as_deref(), Some("https://example.org/rules"));
        let story = about.story("short").expect("told");
        assert_eq!((story.history.as_str(), story.takes.as_deref()), ("A day in December.", Some("A week.")));
    }

    #[test]
    fn what_does_not_fit_is_told_with_its_line() {
        for (text, told) in [
            ("who \"Nobody\"", "expected what, won"),
            ("won \"So\"\nwon \"So\"", "`won` stands twice"),
            ("scenario long \"A day.\"", "there is no scenario `long`"),
            ("scenario short \"A.\"\nscenario short \"B.\"", "stands twice"),
            ("rules \"There\" url=ftp://x", "expected url=https://"),
        ] {
            let faults = About::parse("about.txt", text, &scenarios()).expect_err(text);
            assert!(faults.len() == 1 && faults[0].to_string().contains(told), "{text}: {faults:?}");
        }
    }
}
