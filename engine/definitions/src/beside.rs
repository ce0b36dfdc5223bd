use super::declaration::{Declaration, number};

/// What a game needs beside its map and that neither its tracks nor its markers tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beside {
    /// Boxes in which counters wait: reserves, assets, displays. What a scenario puts into a box that is not among them
    /// has one as well.
    pub boxes: Vec<HoldingBox>,
    /// What the two sides of the turn marker say, where it is turned over: the weather, or who begins.
    pub turn_sides: Option<(String, String)>,
    /// Support markers that no list of arrivals gives, and that the rules know.
    pub supports: Vec<SpareSupport>,
}

/// A box beside the map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HoldingBox {
    /// Its title, which scenarios name.
    pub title: String,
    /// Id of the side that it belongs to, if it belongs to one.
    pub side: Option<String>,
    /// How many counters may lie there at a time.
    pub holds: u8,
    /// What is told below the title; empty if nothing.
    pub note: String,
}

/// Support markers of a kind that are printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpareSupport {
    /// Kind: `heavy-artillery`.
    pub kind: String,
    /// Id of the side.
    pub side: String,
    /// How many.
    pub print: u8,
}

impl Beside {
    /// What each kind of line may say besides its words.
    pub(super) fn keys(kind: &str) -> Option<(usize, &'static [&'static str])> {
        match kind {
            "box" => Some((1, &["side", "holds", "note"])),
            "turn-marker" => Some((2, &[])),
            "support" => Some((1, &["side", "print"])),
            _ => None,
        }
    }

    /// Takes in `box "Assets" side=german holds=8 note="…"`, `turn-marker "Clear" "Overcast"` or
    /// `support heavy-artillery side=allied print=2`.
    pub(super) fn take(&mut self, declaration: &Declaration) -> Result<(), String> {
        match declaration.kind.as_str() {
            "box" => {
                let title = declaration.word(0, "a title")?.to_owned();
                if self.boxes.iter().any(|known| known.title == title) {
                    return Err(format!("box “{title}” is declared twice"));
                }
                self.boxes.push(HoldingBox {
                    title,
                    side: declaration.get("side").map(str::to_owned),
                    holds: declaration.get("holds").map_or(Ok(1), |text| number(text, "how many it holds"))?,
                    note: declaration.get("note").unwrap_or_default().to_owned(),
                });
            }
            "turn-marker" => {
                let side = |at| declaration.word(at, "what a side of the turn marker says").map(str::to_owned);
                self.turn_sides = Some((side(0)?, side(1)?));
            }
            _ => self.supports.push(SpareSupport {
                kind: declaration.word(0, "a kind of support")?.to_owned(),
                side: declaration.need("side")?.to_owned(),
                print: number(declaration.need("print")?, "how many are printed")?,
            }),
        }
        Ok(())
    }
}
