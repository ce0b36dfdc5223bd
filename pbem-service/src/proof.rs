//! What an export or a ledger proves, to whoever has nothing but the file and this program.

use crate::export::{Export, seal};
use crate::ledger::{Unfit, check};
use engine::table::{GameKind, Record, Rejudged, guarded};
use serde_json::Value;

/// What a file proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Numbers that follow from the keys.
    pub numbers: usize,
    /// Whether hidden ones and the commitments to the orders are among them.
    pub hidden: bool,
    /// What judging it again came to; none if the game is not known here, or its data are neither in the file nor here.
    pub rejudged: Option<Rejudged>,
    /// The last seal, as players are told it; none in a ledger.
    pub seal: Option<String>,
}

/// Checks an export or a ledger: its form, its dice, and by the rules whatever the records tell.
///
/// # Errors
/// What does not fit, with the record.
pub fn prove(text: &str, games: &[&dyn GameKind]) -> Result<Proof, Unfit> {
    let export = Export::read(text);
    if let Some(export) = &export {
        export.check_form().map_err(Unfit::Changed)?;
    }
    let (numbers, hidden) = check(text)?;
    let Some(export) = export else { return Ok(Proof { numbers, hidden, rejudged: None, seal: None }) };
    let rejudged = rejudge(&export, games)?;
    Ok(Proof { numbers, hidden, rejudged, seal: seal(&export.records) })
}

/// Judges the game again by the data in the file, or by those that come with the program; none if neither will do.
///
/// # Errors
/// The first record that does not come of those before it.
fn rejudge(export: &Export, games: &[&dyn GameKind]) -> Result<Option<Rejudged>, Unfit> {
    let first = export.records.first().and_then(|text| serde_json::from_str::<Record<Value, Value>>(text).ok());
    let Some(Record::Started { definitions, .. }) = first else { return Ok(None) };
    let packed = export.data();
    for game in games {
        let own = game.files();
        let files = match &packed {
            Some(files) => files.clone(),
            None if own.hash() == definitions => own,
            None => continue,
        };
        // the data of another game are no data of this one
        let Ok(rulebook) = game.load(&files) else { continue };
        if rulebook.published().id != game.id() {
            continue;
        }
        let rejudged = guarded(|| rulebook.rejudge(&export.records));
        let rejudged = rejudged.map_err(|failure| Unfit::Unruly(failure.to_string()))?;
        return rejudged.map(Some).map_err(|fault| Unfit::Unruly(fault.to_string()));
    }
    Ok(None)
}
