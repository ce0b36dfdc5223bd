//! The British on the Meuse (16.2).

use crate::printed::definitions::Definitions;
use crate::truth::state::Field;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::Grounds;

/// Whether a unit is British and stands west of the Meuse, where it is always in command and supply and has the
/// supports of XXX Corps (16.2a).
pub fn at_home(definitions: &Definitions, field: &Field, unit: UnitId) -> bool {
    field.hex_of(unit).is_some_and(|hex| is_home(definitions, unit, hex))
}

/// Whether a unit would be at home in a hex (16.2a).
pub fn is_home(definitions: &Definitions, unit: UnitId, hex: HexId) -> bool {
    definitions.unit(unit).british && definitions.board.west_of_meuse(hex)
}

/// Whether a unit must stay west of the Meuse: the British units of XXX Corps, that is all but the 29th Armoured
/// Brigade, until a German unit has crossed (16.2b).
pub fn stays_west(definitions: &Definitions, field: &Field, unit: UnitId) -> bool {
    let data = definitions.unit(unit);
    data.british && data.formation.is_some() && !field.meuse_crossed
}

/// Whether a unit may be in a hex at all, whichever way it comes there (16.2b, ruling R176).
///
/// # Errors
/// The rule that keeps it west.
pub fn may_be_in<R: Grounds>(definitions: &Definitions, field: &Field, unit: UnitId, hex: HexId) -> Result<(), R> {
    if stays_west(definitions, field, unit) && !definitions.board.west_of_meuse(hex) {
        return Err(R::under("16.2b", || {
            format!(
                "{} stays west of the Meuse until a German unit has crossed it; {} lies east",
                definitions.name(unit),
                definitions.place(hex)
            )
        })
        .remedy(|| "The 29th Armoured Brigade may cross."));
    }
    Ok(())
}
