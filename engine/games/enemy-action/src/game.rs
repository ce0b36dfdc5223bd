//! The game: what it is made of. Each of its rooms is in a file of its own.

use crate::EnemyAction;
use crate::printed::{self, Definitions};
use crate::sight::View;
use crate::standing::Policy;
use crate::truth::event::Event;
use crate::truth::order::Step;
use crate::truth::state::State;
use definitions::{DefinitionError, GameFiles, Published};
use engine::contract::Foundation;

impl Foundation for EnemyAction {
    const ID: &'static str = "enemy-action";
    const RULES: u16 = 1;
    const STATE: u16 = 2;
    type Definitions = Definitions;
    type State = State;
    type Step = Step;
    type Event = Event;
    type View = View;
    type EventView = Event;
    type Policy = Policy;

    fn files() -> GameFiles {
        printed::files()
    }

    fn definitions(files: &GameFiles) -> Result<Definitions, Vec<DefinitionError>> {
        Definitions::parse(files)
    }

    fn published(definitions: &Definitions) -> &Published {
        &definitions.published
    }
}
