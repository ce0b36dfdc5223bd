use super::Setup;

/// An optional rule that a new game is started with or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionRule {
    /// Its name in [`Setup::options`].
    pub name: &'static str,
    /// Its case in the rulebook.
    pub case: &'static str,
    /// Its name for readers.
    pub title: &'static str,
    /// What can be chosen: value and meaning, the default first.
    pub values: &'static [(&'static str, &'static str)],
}

impl OptionRule {
    /// The place among [`OptionRule::values`] of what a setup chooses.
    ///
    /// # Errors
    /// When the setup names a value that the rule does not have.
    pub fn chosen(&self, setup: &Setup) -> Result<usize, String> {
        let Some(value) = setup.options.get(self.name) else { return Ok(0) };
        self.values.iter().position(|(known, _)| known == value).ok_or_else(|| {
            let known: Vec<&str> = self.values.iter().map(|(value, _)| *value).collect();
            format!("the option `{}` cannot be `{value}`; it can be: {}", self.name, known.join(", "))
        })
    }

    /// Refuses options that none of these rules names.
    ///
    /// # Errors
    /// The first unknown name, with those that are known.
    pub fn known(rules: &[OptionRule], setup: &Setup) -> Result<(), String> {
        let Some(unknown) = setup.options.keys().find(|name| rules.iter().all(|rule| rule.name != *name)) else {
            return Ok(());
        };
        let known: Vec<&str> = rules.iter().map(|rule| rule.name).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        Err(format!("there is no option `{unknown}`; there are: {known}"))
    }
}
