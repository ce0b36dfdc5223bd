//! The game: what it is made of. Each of its rooms is in a file of its own.

use crate::ArdennesOffensive;
use crate::printed::Definitions;
use crate::sight::View;
use crate::standing::Policy;
use crate::truth::event::Event;
use crate::truth::order::Step;
use crate::truth::state::State;
use definitions::{DefinitionError, GameFiles, Published, embedded};
use engine::contract::Foundation;

impl Foundation for ArdennesOffensive {
    const ID: &'static str = "ardennes-offensive";
    const RULES: u16 = 1;
    const STATE: u16 = 3;
    type Definitions = Definitions;
    type State = State;
    type Step = Step;
    type Event = Event;
    type View = View;
    type EventView = Event;
    type Policy = Policy;

    fn files() -> GameFiles {
        embedded!(
            "../../../assets/games/ardennes-offensive": "about.txt", "aid.txt", "game.txt", "map.txt", "units.txt", "rules.txt", "rulings.txt",
            "tables.txt", "words.txt", "part-allied-historical.txt", "part-allied-set-up.txt", "part-allied-slowed.txt",
            "part-german-accelerated.txt", "part-german-historical.txt", "part-german-set-up.txt", "scenario-no-1.txt",
            "scenario-no-2.txt", "scenario-no-3.txt", "scenario-no-4.txt", "scenario-no-5.txt", "scenario-no-6.txt",
            "scenario-no-7.txt", "scenario-no-8.txt", "scenario-no-9.txt", "scenario-no-10.txt",
        )
    }

    fn definitions(files: &GameFiles) -> Result<Definitions, Vec<DefinitionError>> {
        Definitions::parse(files)
    }

    fn published(definitions: &Definitions) -> &Published {
        &definitions.published
    }
}
