//! Piles of cards and chits: decks of VASSAL that stand in a box of a sheet.

use super::contents::ModuleContents;
use super::contents::PieceKind;
use super::element::Element;
use super::module::class;
use super::piece::Key;
use super::sequence::encode;
use super::slot::{GATHER, TAKE};

/// A pile from which one draws, or in which cards lie on each other face up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawPile {
    /// Name of the sheet on which it stands.
    pub sheet: String,
    /// Name of the box in which it stands, and of the deck. Unique in the module.
    pub name: String,
    /// Whether nobody sees what lies in it; then it is mixed afresh for every draw.
    pub hidden: bool,
    /// Whether all see what is drawn. Otherwise it shows its back to all but the side that drew it.
    pub drawn_open: bool,
    /// The only side that may draw from it, if there is one.
    pub owner: Option<String>,
    /// Name of the pile into which all of it goes back at once, if there is one.
    pub into: Option<String>,
}

/// Colour of the outline of an empty pile.
const OUTLINE: &str = "109,100,85";
/// Cards of a pile that are drawn one above the other.
const SHOWN: u8 = 5;

impl DrawPile {
    fn face_down(&self) -> &'static str {
        if self.hidden { "Always" } else { "Never" }
    }

    /// The commands in the pile's menu: its top card into the hand of whose cards lie there, and all of them back. They go to
    /// the cards, which know the way. VASSAL's own command for the way back is of no use: it looks up its menu text among its
    /// translations, and writes a warning into the log each time that it does not find it.
    fn orders(&self, contents: &ModuleContents) -> Vec<PileOrder> {
        let hand = contents.pieces.iter().find_map(|piece| match &piece.kind {
            PieceKind::Card(ways) if ways.home == (self.sheet.clone(), self.name.clone()) => ways.hand.clone(),
            _ => None,
        });
        let draw = hand.map(|(_, hand)| PileOrder {
            command: format!("Draw into {hand}"),
            key: TAKE,
            count: ONE,
            report: format!("$PlayerName$: {}: one into {hand}", self.name),
        });
        let gather = self.into.as_ref().map(|into| PileOrder {
            command: format!("All back into {into}"),
            key: GATHER,
            count: ALL,
            report: format!("$PlayerName$: {}: all back into {into}", self.name),
        });
        draw.into_iter().chain(gather).collect()
    }

    /// The component of a map window.
    pub(super) fn element(&self, contents: &ModuleContents) -> Element {
        let (at, size) = contents.stand(self).unwrap_or_default();
        class("map.DrawPile")
            .with("name", &self.name)
            // on every board of the sheet: its box lies in the same place on all
            .with("owningBoard", "")
            .with("x", at.0)
            .with("y", at.1)
            .with("width", size)
            .with("height", size)
            .with("allowMultiple", true)
            .with("allowSelect", !self.hidden)
            .with("faceDown", self.face_down())
            .with("drawFaceUp", self.drawn_open)
            .with("shuffle", self.face_down())
            .with("reversible", false)
            .with("draw", true)
            .with("color", OUTLINE)
            .with("maxStack", SHOWN)
            .with("reshufflable", false)
            .with("reshuffleCommand", "")
            .with("reshuffleTarget", "")
            .with("reshuffleMessage", "")
            .with("reshuffleHotkey", "")
            .with("canSave", false)
            .with("deckRestrictAccess", self.owner.is_some())
            .with("deckOwners", encode(&self.owner, ','))
            .children(self.orders(contents).iter().map(PileOrder::element))
    }

    /// The command that puts the pile into a saved game with these pieces, bottom first.
    pub(super) fn add_to_game(&self, id: &str, contents: &ModuleContents, pieces: &[String]) -> String {
        let ((x, y), size) = contents.stand(self).unwrap_or_default();
        let yes = |yes: bool| yes.to_string();
        let (side, shown) = (size.to_string(), SHOWN.to_string());
        let hidden = self.face_down();
        let orders = encode(self.orders(contents).iter().map(PileOrder::encoded), ',');
        let (open, select) = (yes(self.drawn_open), yes(!self.hidden));
        let (owned, owner) = (yes(self.owner.is_some()), encode(&self.owner, ','));
        let fields: [&[&str]; 7] = [
            // outline, colour, width, height, face down, shuffled, several at once, a chosen one, turned over
            &["true", OUTLINE, &side, &side, hidden, hidden, "true", &select, "false"],
            // VASSAL's own way back, the name, what is said of shuffling, turning, hiding
            &["", "", "", &self.name, "", "", ""],
            // drawn face up, kept in a file, keys, how many are shown, counts, commands, key when it is empty
            &[&open, "false", "", "", &shown, "", "false", &orders, "false", ""],
            // how a list of it names and sorts cards, what may be laid into it
            &["$BasicName$", "", "false", ""],
            // names and keys of the other commands
            &["Shuffle", "Reverse", "", "Draw several", "Draw a certain one", "Face up", "Face down"],
            &["", "", "", "", "Save", "", "", "Load", "", ""],
            // whose it is
            &[&owned, &owner],
        ];
        let kind = format!("deck;{}", encode(fields.concat(), ';'));
        let mut state = vec![self.sheet.clone(), x.to_string(), y.to_string(), self.hidden.to_string()];
        if !pieces.is_empty() {
            state.push(encode(pieces, ','));
        }
        format!("+/{}", encode([id, &kind, &encode(state, ';')], '/'))
    }
}

/// A command in the menu of a pile that goes to its cards.
struct PileOrder {
    command: String,
    /// The key of the cards' own command.
    key: Key,
    /// To how many of them, from the top.
    count: &'static str,
    report: String,
}

impl PileOrder {
    /// The component of the pile.
    fn element(&self) -> Element {
        class("map.DeckGlobalKeyCommand")
            .with("name", &self.command)
            .with("hotkey", self.key)
            .with("target", "")
            .with("filter", "")
            .with("deckCount", self.count)
            .with("reportFormat", &self.report)
            .with("reportSingle", true)
            .with("suppressSounds", false)
            .with("parameters", "")
    }

    /// The same in the type of a deck.
    fn encoded(&self) -> String {
        let key = self.key.to_string();
        let fields = [&self.command, &key, "", self.count, &self.report, &self.command, "", "true", "false", ""];
        encode(fields, '|')
    }
}

/// As many cards of a pile as there are, and its top one.
const ALL: &str = "-1";
const ONE: &str = "1";
