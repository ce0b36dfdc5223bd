//! The game: what it is made of. Each of its rooms is in a file of its own.

use crate::AutumnFog;
use crate::printed::definitions::Definitions;
use crate::printed::{files, options};
use crate::sight::glimpse::EventView;
use crate::sight::view::View;
use crate::standing::Standing;
use crate::truth::event::Event;
use crate::truth::order::Step;
use crate::truth::state::State;
use definitions::{DefinitionError, GameFiles, Published};
use engine::contract::{Foundation, OptionRule};

impl Foundation for AutumnFog {
    const ID: &'static str = "autumn-fog";
    const RULES: u16 = 2;
    const STATE: u16 = 2;
    type Definitions = Definitions;
    type State = State;
    type Step = Step;
    type Event = Event;
    type View = View;
    type EventView = EventView;
    type Policy = Standing;

    fn files() -> GameFiles {
        files::files()
    }

    fn definitions(files: &GameFiles) -> Result<Definitions, Vec<DefinitionError>> {
        Definitions::parse(files)
    }

    fn published(definitions: &Definitions) -> &Published {
        &definitions.published
    }

    fn options() -> &'static [OptionRule] {
        &options::RULES
    }
}
