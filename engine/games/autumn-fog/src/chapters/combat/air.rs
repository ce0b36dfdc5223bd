//! Air support in combat (7.4e, 14.3).

use crate::chapters::combat::attack;
use crate::printed::definitions::Definitions;
use crate::printed::options::Weather;
use crate::truth::state::Field;
use engine::contract::{Grounds, SideId};

/// Air supports of both sides together in one combat (14.3b, ruling R123).
const MOST: u8 = 2;

/// Judges one more air support of a side, beside those named in its order and those that the other side has committed
/// before it.
///
/// # Errors
/// The rule that forbids it.
pub fn check<R: Grounds>(
    definitions: &Definitions,
    field: &Field,
    side: SideId,
    prepared: bool,
    named: u8,
    committed: u8,
) -> Result<(), R> {
    let limit = attack::limits(definitions, prepared).air_supports;
    if named >= limit {
        let (case, word) = if prepared { ("7.3.2f", "prepared") } else { ("7.3.1e", "normal") };
        let plural = if limit == 1 { "" } else { "s" };
        let message = || format!("a {word} attack allows each side {limit} air support{plural}, and you name more");
        return Err(R::under(case, message));
    }
    if named + committed >= MOST {
        let message =
            || format!("{MOST} air supports at most take part in a combat, the attacker has committed {committed}");
        return Err(R::under("14.3b", message));
    }
    let left = field.air[side.index()];
    if named >= left {
        return Err(match Weather::of(field.turn) {
            Weather::Clear => R::under("14.1", || format!("{left} air support mission(s) are left this turn")),
            Weather::Overcast => R::under("14.1", || format!("no aircraft fly on turn {}", field.turn))
                .remedy(|| "They do on turns 5 and 6."),
        });
    }
    Ok(())
}
