//! The build file of a module: its components, as VASSAL reads them.

use super::contents::{ChartWindow, ModuleContents, TurnRecord};
use super::element::Element;
use super::module::{VASSAL, WIDGET, chart_file, class, help_file, prefixed};
use super::piece::Key;
use super::{slot, window};

/// Fired with every step of the turn.
const ALONG: Key = Key::ctrl_shift('9');

impl ModuleContents {
    /// The build file: all components of the module.
    pub(super) fn build_file(&self) -> Element {
        let gpids = self.gpids();
        Element::new("VASSAL.build.GameModule")
            .with("name", &self.name)
            .with("version", &self.version)
            .with("VassalVersion", VASSAL)
            .with("description", &self.description)
            .with("ModuleOther1", "")
            .with("ModuleOther2", "")
            .with("nextPieceSlotId", gpids.next())
            // before anything that holds pieces
            .child(class("BasicCommandEncoder"))
            .child(self.documentation())
            .child(self.roster())
            .child(options())
            .child(global_properties(self))
            .child(slot::prototypes(self))
            .children(slot::palette(self, &gpids))
            .child(class("Chatter"))
            .child(class("KeyNamer"))
            .child(Element::new("VASSAL.i18n.Language"))
            .child(window::board_window(self))
            .children(self.sheets.iter().map(|sheet| window::sheet_window(self, sheet)))
            .children(self.dice.iter().map(|dice| {
                class("DiceButton")
                    .with("name", &dice.name)
                    .with("text", &dice.name)
                    .with("tooltip", format!("Roll {}", dice.name))
                    .with("icon", "/images/die.gif")
                    .with("hotkey", "")
                    .with("nDice", dice.count)
                    .with("nSides", dice.sides)
                    .with("plus", 0)
                    .with("addToTotal", 0)
                    .with("prompt", false)
                    .with("reportTotal", false)
                    .with("reportFormat", dice.report())
            }))
            .children(self.turn_tracks())
            .children(self.marker_of_the_turn())
            .child(opening())
            .child(inventory())
            .children(self.chart_windows())
            .child(
                class("NotesWindow").with("buttonText", "").with("icon", "/images/notes.gif").with("tooltip", "Notes"),
            )
            .children(self.setups.iter().map(|setup| {
                class("PredefinedSetup")
                    .with("name", &setup.title)
                    .with("file", self.setup_file(setup))
                    .with("useFile", true)
                    .with("isMenu", false)
                    .with("description", "")
            }))
    }

    fn documentation(&self) -> Element {
        class("Documentation").children(self.help.iter().enumerate().map(|(n, (title, _))| {
            class("documentation.HelpFile")
                .with("title", title)
                .with("fileName", help_file(n))
                .with("fileType", "archive")
        }))
    }

    fn roster(&self) -> Element {
        class("PlayerRoster")
            .with("buttonText", "Side")
            .with("buttonToolTip", "Change sides or watch")
            .with("buttonIcon", "")
            .with("buttonKeyStroke", "")
            .children(self.sides.iter().map(|side| Element::new("entry").text(side)))
    }

    /// The turn with its phase, and who has to move.
    fn turn_tracks(&self) -> Vec<Element> {
        let TurnRecord { turns, phases, movers, fresh, word, marker } = &self.turns;
        let level = |property: &str, entries: &[String]| {
            class("turn.ListTurnLevel")
                .with("property", property)
                .with("list", super::sequence::encode(entries, ','))
                .with("configList", false)
                .with("configFirst", false)
                .with("turnFormat", "$value$")
        };
        let track = |name: &str, shown: &str, [open, next]: [String; 2], level: Element| {
            class("turn.TurnTracker")
                .with("name", name)
                .with("buttonText", name)
                .with("icon", "")
                .with("hotkey", open)
                .with("nexthotkey", next)
                .with("prevhotkey", "")
                .with("turnFormat", shown)
                // VASSAL itself puts an asterisk before it
                .with("reportFormat", "$newTurn$")
                .with("length", -1)
                .with("lengthStyle", "Maximum")
                .with("fwdOnly", false)
                .child(level)
        };
        let keys = [Key::alt('T').to_string(), Key::alt('N').to_string()];
        let turn = level("Turn", turns).child(level("Phase", phases));
        let fresh: Vec<String> =
            fresh.iter().filter_map(|n| phases.get(*n)).map(|phase| format!("Phase==\"{phase}\"")).collect();
        let cleared = class("turn.TurnGlobalHotkey")
            .with("name", "Marks of movement come off")
            .with("hotkey", window::UNMOVED)
            .with("match", format!("{{{}}}", fresh.join(" || ")))
            .with("reportFormat", "");
        let along = marker.as_ref().map(|_| {
            class("turn.TurnGlobalHotkey")
                .with("name", "The marker goes along")
                .with("hotkey", ALONG)
                .with("match", "")
                .with("reportFormat", "")
        });
        let turn = track("Turn", &format!("{word}$level1$ · $level2$"), keys, turn);
        let mut tracks = vec![turn.children((!fresh.is_empty()).then_some(cleared)).children(along)];
        if !movers.is_empty() {
            let keys = [String::new(), Key::alt('M').to_string()];
            tracks.push(track("To move", "To move: $level1$", keys, level("ToMove", movers)));
        }
        tracks
    }

    /// Brings the marker of the turn into the box of the turn.
    fn marker_of_the_turn(&self) -> Option<Element> {
        let marker = self.turns.marker.as_ref()?;
        let piece = self.pieces.iter().find(|piece| piece.id == marker.piece)?;
        let button = class("GlobalKeyCommand")
            .with("name", "The marker goes along with the turn")
            .with("buttonText", "")
            .with("tooltip", "")
            .with("icon", "")
            .with("buttonHotkey", ALONG)
            .with("hotkey", slot::ALONG)
            .with("singleMap", false)
            .with("filter", format!("{{BasicName==\"{}\"}}", piece.name))
            .with("deckCount", 0)
            .with("reportSingle", true)
            .with("reportFormat", "");
        Some(button)
    }

    fn chart_windows(&self) -> Vec<Element> {
        let mut files = (0..).map(chart_file);
        let mut window = |window: &ChartWindow| {
            let pages = window.pages.iter().zip(&mut files).map(|((title, _), file)| {
                prefixed(WIDGET, "HtmlChart").with("chartName", title).with("fileName", file)
            });
            class("ChartWindow")
                .with("name", &window.name)
                .with("text", &window.name)
                .with("tooltip", &window.tooltip)
                .with("icon", "")
                .with("hotkey", window.key)
                .child(
                    prefixed(WIDGET, "BoxWidget")
                        .with("entryName", &window.name)
                        .with("width", 780)
                        .with("height", 540)
                        .children(pages),
                )
        };
        self.charts.iter().map(&mut window).collect()
    }
}

/// What VASSAL looks up: the turn track stands in the toolbar, where all see it; the middle of the board, until a set-up
/// says where it is played.
fn global_properties(contents: &ModuleContents) -> Element {
    let property = |name: &str, value: String, numeric: bool| {
        class("properties.GlobalProperty")
            .with("name", name)
            .with("initialValue", value)
            .with("isNumeric", numeric)
            .with("wrap", false)
            .with("min", "")
            .with("max", "")
            .with("description", "")
    };
    let (width, height) = contents.board.size;
    class("properties.GlobalProperties").children([
        property("TurnTracker.defaultDocked", true.to_string(), false),
        property(window::FRONT.0, (width / 2).to_string(), true),
        property(window::FRONT.1, (height / 2).to_string(), true),
    ])
}

/// Opens the board where the set-up is played, whenever a game is opened.
fn opening() -> Element {
    class("StartupGlobalKeyCommand")
        .with("name", "Opens the board where it is played")
        .with("whenToApply", "everyLaunchOfSession")
        .with("hotkeyOrKeyCommand", "sendHotkey")
        .with("globalHotkey", window::OPENING)
}

fn options() -> Element {
    class("GlobalOptions")
        .with("autoReport", "Always")
        .with("centerOnMove", "Use Preferences Setting")
        .with("chatterHTMLSupport", "Always")
        .with("hotKeysOnClosedWindows", "Never")
        .with("inventoryForAll", "Always")
        .with("nonOwnerUnmaskable", "Never")
        .with("playerIdFormat", "$playerName$")
        .with("promptString", "Opponents can unmask my pieces")
        .with("sendToLocationMoveTrails", "Never")
}

fn inventory() -> Element {
    class("Inventory")
        .with("name", "Inventory")
        .with("text", "")
        .with("tooltip", "Units by side and formation, with their places")
        .with("icon", "/images/inventory.gif")
        .with("hotkey", "")
        // VASSAL masks a piece's name and picture but not its properties: what is hidden must not be listed at all
        .with("include", "{Formation!=\"\" && Obscured!=true}")
        .with("groupBy", "Side,Formation")
        .with("nonLeafFormat", "$PropertyValue$")
        .with("leafFormat", "$PieceName$ – $LocationName$")
        // as the lists of units have them, which set-ups follow, and not by the alphabet
        .with("sortFormat", "$Order$ $PieceName$")
        .with("centerOnPiece", true)
        .with("drawPieces", true)
        .with("foldersOnly", false)
        .with("sorting", "alpha")
        .with("sides", "")
}
