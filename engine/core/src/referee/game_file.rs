use definitions::DefinitionError;

/// A game in text: where it starts, the dice and the orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFile {
    /// What errors call the file.
    pub name: String,
    /// Id of the game, and its line.
    pub game: (String, usize),
    /// Where it starts.
    pub start: Start,
    /// Faces of the dice in the order in which they are rolled, from 1.
    pub dice: Vec<u8>,
    /// The orders.
    pub orders: Vec<GivenOrder>,
}

/// Where a game file starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// At the beginning of a scenario: its id, and the line.
    Scenario(String, usize),
    /// In a position. All lines that are not the position's are empty here, so that line numbers hold.
    Position(String),
}

/// An order as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenOrder {
    /// Line in the file, from 1.
    pub line: usize,
    /// Who gives it, as it was written.
    pub side: String,
    /// Its text.
    pub text: String,
}

impl GameFile {
    /// Reads a game file. What the lines of a position mean is left to the game.
    ///
    /// # Errors
    /// Every fault, with its line and what was expected.
    pub fn parse(name: &str, text: &str) -> Result<GameFile, Vec<DefinitionError>> {
        let mut errors = Vec::new();
        let (mut game, mut scenario, mut dice, mut orders) = (None, None, Vec::new(), Vec::new());
        let mut position = String::new();
        for (index, raw) in text.lines().enumerate() {
            let number = index + 1;
            let mut fault = |message: String| errors.push(DefinitionError::new(name, number, message));
            let content = raw.split('#').next().unwrap_or_default().trim();
            let (kind, rest) = content.split_once(char::is_whitespace).unwrap_or((content, ""));
            let mut of_position = false;
            match kind {
                "" => {}
                "game" if game.is_some() => fault("expected one line `game` only".to_owned()),
                "game" if rest.is_empty() => fault("expected the id of a game after `game`".to_owned()),
                "game" => game = Some((rest.trim().to_owned(), number)),
                _ if game.is_none() => fault(format!("expected `game ID` first, found `{kind}`")),
                "scenario" if scenario.is_some() => fault("expected one line `scenario` only".to_owned()),
                "scenario" => scenario = Some((rest.trim().to_owned(), number)),
                "dice" => {
                    for face in rest.split_whitespace() {
                        match face.parse() {
                            Ok(face) if (1..=100).contains(&face) => dice.push(face),
                            _ => fault(format!("expected faces of dice as in `dice 3 5 2`, found `{face}`")),
                        }
                    }
                }
                _ => match content.split_once(':') {
                    Some((side, order)) if !side.contains(char::is_whitespace) => {
                        orders.push(GivenOrder { line: number, side: side.to_owned(), text: order.trim().to_owned() })
                    }
                    _ => of_position = true,
                },
            }
            if of_position && let Some((_, line)) = &scenario {
                fault(format!(
                    "a scenario is named in line {line}, so no position is expected; found `{kind}`. An order is written \
                     `SIDE: ORDER`, with the colon"
                ));
            }
            position += if of_position { raw } else { "" };
            position.push('\n');
        }
        let Some(game) = game else {
            errors.push(DefinitionError::new(name, 0, "expected a line `game ID`, with the id of one of the games"));
            return Err(errors);
        };
        let start = match scenario {
            Some((scenario, line)) => Start::Scenario(scenario, line),
            None => Start::Position(position),
        };
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(GameFile { name: name.to_owned(), game, start, dice, orders })
    }
}
