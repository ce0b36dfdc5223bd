use super::definitions::Definitions;
use super::event::Event;
use super::fog::EventView;
use super::options;
use super::order::Step;
use super::standing::Standing;
use super::state::State;
use super::view::View;
use definitions::{DefinitionError, GameFiles, Published, embedded};
use engine::contract::{Foundation, OptionRule, SideId};

/// The game: what it is made of. Each of its rooms is in a file of its own.
#[derive(Clone, Copy, Debug)]
pub struct AutumnFog;

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
        embedded!(
            "../../../assets/games/autumn-fog": "game.txt", "map.txt", "units.txt", "scenario-initial-assault.txt",
            "scenario-entire-battle.txt", "rules.txt", "rulings.txt", "tables.txt",
        )
    }

    fn definitions(files: &GameFiles) -> Result<Definitions, Vec<DefinitionError>> {
        Definitions::parse(files)
    }

    fn published(definitions: &Definitions) -> &Published {
        &definitions.published
    }

    fn sides(definitions: &Definitions) -> [String; 2] {
        SideId::BOTH.map(|side| definitions.side_name(side).to_owned())
    }

    fn options() -> &'static [OptionRule] {
        &options::RULES
    }
}
