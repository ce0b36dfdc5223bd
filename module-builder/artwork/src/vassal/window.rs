//! Map windows: the board with its grid and the sheets beside it.

use super::contents::ModuleContents;
use super::element::Element;
use super::grid::BoardGrid;
use super::module::class;
use super::piece::Key;
use super::sequence::encode;
use super::sheet::Sheet;
use super::sweep;

const BOARD: &str = "map.boardPicker.Board";
const GRID: &str = "map.boardPicker.board";

/// Takes the marks of movement off every unit of the board.
pub(super) const UNMOVED: Key = Key::alt('U');
/// Brings the place into view with which a set-up opens, and the names of the properties that say where it is, in pixels of
/// the board.
pub(super) const OPENING: Key = Key::alt('0');
pub(super) const FRONT: (&str, &str) = ("FrontX", "FrontY");
/// Sizes at which a map can be looked at, the largest first.
const SIZES: [f32; 8] = [2.5, 2.0, 1.5, 1.0, 0.75, 0.5, 0.35, 0.25];
/// What is to be seen at once of a sheet, and how wide the board may be, in pixels: a laptop's screen less its frames.
const SCREEN: (f32, f32) = (1300.0, 600.0);

/// The main map, docked in the player's window.
pub(super) fn board_window(contents: &ModuleContents) -> Element {
    let board = &contents.board;
    let zones = board.places.iter().map(|place| zone(&place.name, &place.outline, "$name$ ($gridLocation$)", true));
    let grid = class(GRID.to_owned() + ".ZonedGrid").children(zones).child(board.grid.element());
    map(&board.name, Window::Main, None, vec![board_element(&board.name, board.size, &board.image, grid)])
        .child(
            class("map.GlobalMap")
                .with("scale", overview(board.size))
                .with("icon", "/images/overview.gif")
                .with("tooltip", "Overview")
                .with("color", "160,0,0"),
        )
        .child(ruler(&board.grid))
        .child(flare())
        .child(opening())
        .children(sweep::buttons(contents))
}

/// Brings the place where a set-up is played into view. It has no button: it is fired when a game is opened.
fn opening() -> Element {
    class("map.MoveCameraButton")
        .with("name", "Opening")
        .with("text", "")
        .with("tooltip", "")
        .with("icon", "")
        .with("hotkey", OPENING)
        .with("moveCameraMode", "L")
        .with("xPos", format!("${}$", FRONT.0))
        .with("yPos", format!("${}$", FRONT.1))
}

/// A circle that closes in where a player clicks with Alt, on the other's screen, too, and a line in the chat that says where.
fn flare() -> Element {
    class("map.Flare")
        .with("flareName", "Point at a place")
        .with("flareKey", "keyAlt")
        .with("circleSize", 160)
        .with("circleColor", "200,0,0")
        .with("circleScale", true)
        .with("flarePulses", 4)
        .with("flarePulsesPerSec", 2)
        .with("reportFormat", "$PlayerName$ points at $FlareLocation$")
}

/// Longest side of the overview, in pixels.
const OVERVIEW: f32 = 240.0;

/// The scale at which a board of any size is an overview.
fn overview((width, height): (u32, u32)) -> String {
    format!("{:.4}", (OVERVIEW / width.max(height).max(1) as f32).min(0.5))
}

/// A line that is drawn from one hex to another and tells how far they are apart, where VASSAL can count that.
fn ruler(grid: &BoardGrid) -> Element {
    class("map.LOS_Thread")
        .with("threadName", "Distance")
        .with("label", "")
        .with("tooltip", "Measure a distance: drag from hex to hex")
        .with("iconName", "/images/thread.gif")
        .with("hotkey", "")
        .with("report", "")
        .with("persistence", "Never")
        .with("persistentIconName", "")
        .with("global", "Never")
        .with("snapStart", true)
        .with("snapEnd", true)
        // it counts pixels on a grid of points
        .with("drawRange", matches!(grid, BoardGrid::Hexes(_)))
        .with("scale", 0)
        .with("round", "Nearest whole number")
        .with("hideCounters", false)
        .with("hideOpacity", 0)
        .with("losThickness", 2)
        .with("threadColor", "200,0,0")
        .with("rangeFg", "255,255,255")
        .with("rangeBg", "0,0,0")
}

/// A sheet in a window of its own, opened by a button, with the piles that stand on it. That of a hand opens for its side
/// alone.
pub(super) fn sheet_window(contents: &ModuleContents, sheet: &Sheet) -> Element {
    let boards = sheet.boards.iter().map(|board| {
        let zones = board.boxes.iter().map(|laid| zone(&laid.name, &laid.outline(), "$name$", false));
        let grid = class(GRID.to_owned() + ".ZonedGrid").children(zones);
        board_element(&board.name, board.size, &board.image, grid)
    });
    let window = sheet.owner.as_ref().map_or(Window::Sheet, Window::Hand);
    let piles = contents.piles.iter().filter(|pile| pile.sheet == sheet.name);
    map(&sheet.name, window, key_of(contents, sheet), boards.collect())
        .children(piles.map(|pile| pile.element(contents)))
}

/// Keys that open the windows of sheets, in their order.
const SHEET_KEYS: &str = "SDGJKL";

/// The key that opens the window of a sheet; those beyond the sixth have none. Menus of VASSAL open with others.
fn key_of(contents: &ModuleContents, sheet: &Sheet) -> Option<Key> {
    let at = contents.sheets.iter().position(|known| known.name == sheet.name)?;
    SHEET_KEYS.chars().nth(at).map(Key::alt)
}

impl ModuleContents {
    /// The windows of sheets by name, each with the key that opens it, for a help page.
    pub fn windows(&self) -> Vec<(Key, String)> {
        let keyed = |sheet: &Sheet| Some((key_of(self, sheet)?, sheet.name.clone()));
        self.sheets.iter().filter_map(keyed).collect()
    }
}

/// VASSAL calls a layer's properties after its name; expressions want it without spaces.
pub(super) fn property(name: &str) -> String {
    name.split(' ').collect()
}

fn board_element(name: &str, (width, height): (u32, u32), image: &str, grid: Element) -> Element {
    class(BOARD)
        .with("name", name)
        .with("image", image)
        .with("width", width)
        .with("height", height)
        .with("reversible", false)
        .with("color", "233,228,214")
        .child(grid)
}

/// What a map window is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Window<'a> {
    /// The board, docked.
    Main,
    /// A sheet beside it.
    Sheet,
    /// The hand of a side.
    Hand(&'a String),
}

fn map(name: &str, window: Window, key: Option<Key>, boards: Vec<Element>) -> Element {
    let button = window != Window::Main;
    let first = boards.first().map_or("", |board| board.attribute("name")).to_owned();
    let mut map = match window {
        Window::Hand(side) => class("PlayerHand").with("side", encode([side], ',')).with("visible", false),
        Window::Main | Window::Sheet => class("Map"),
    };
    map = map
        .with("mapName", name)
        .with("allowMultiple", false)
        .with("backgroundcolor", "233,228,214")
        .with("markMoved", "Always")
        .with("markUnmovedIcon", if button { "" } else { "/images/unmoved.gif" })
        .with("markUnmovedTooltip", "Take the mark “moved” off every unit")
        .with("markUnmovedHotkey", if button { String::new() } else { UNMOVED.to_string() })
        .with("edgeWidth", 0)
        .with("edgeHeight", 0)
        .with("color", "200,0,0")
        .with("thickness", 3)
        .with("launch", button)
        .with("onlyReportChangedLocation", true)
        .with("moveKey", "")
        .with("moveWithinFormat", "$PlayerName$: $pieceName$: $previousLocation$ – $location$")
        .with("moveToFormat", "$PlayerName$: $pieceName$: $previousLocation$ – $location$")
        .with("createFormat", "$PlayerName$: $pieceName$ placed in $location$")
        .with("changeFormat", "$message$");
    if button {
        let pointed = key.map_or_else(|| name.to_owned(), |key| format!("{name} ({})", key.spoken()));
        let key = key.map(|key| key.to_string()).unwrap_or_default();
        map = map.with("buttonName", name).with("tooltip", pointed).with("icon", "").with("hotkey", key);
    }
    let size = opened_at(window, &boards);
    let picker = class("map.BoardPicker")
        .with("slotWidth", 350)
        .with("slotHeight", 125)
        .with("slotScale", "0.2")
        .with("title", "Board")
        .with("boardPrompt", "Board")
        .child(Element::new("setup").text(boards_command(name, &first)))
        .children(boards);
    let viewer = class("map.CounterDetailViewer")
        .with("version", 4)
        .with("delay", 400)
        .with("minDisplayPieces", 2)
        .with("zoomlevel", "1.0")
        .with("display", "from top-most layer only")
        .with("showgraph", true)
        .with("showgraphsingle", true)
        .with("graphicsZoom", "1.5")
        .with("borderWidth", 4)
        .with("showtext", true)
        .with("showtextsingle", true)
        .with("fontSize", 11)
        .with("bgColor", "255,252,240")
        .with("fgColor", "0,0,0")
        .with("summaryReportFormat", "$LocationName$")
        .with("counterReportFormat", "$PieceName$")
        .with("emptyHexReportForma", "$LocationName$");
    let stacks = class("map.StackMetrics")
        .with("disabled", false)
        .with("exSepX", 8)
        .with("exSepY", 22)
        .with("unexSepX", 3)
        .with("unexSepY", 5);
    let zoom = class("map.Zoomer")
        .with("zoomStart", size)
        .with("zoomLevels", encode(SIZES.iter().rev().map(|size| format!("{size:?}")), ','))
        .with("zoomInKey", "61,130")
        .with("zoomOutKey", "45,130")
        .with("zoomPickKey", "")
        .with("inIconName", "/images/zoomIn.gif")
        .with("outIconName", "/images/zoomOut.gif")
        .with("pickIconName", "/images/zoom.png")
        .with("inTooltip", "Larger")
        .with("outTooltip", "Smaller")
        .with("pickTooltip", "Choose a size");
    let lit = class("map.HighlightLastMoved").with("enabled", true).with("color", "200,0,0").with("thickness", 2);
    let saver = class("map.ImageSaver")
        .with("buttonText", "")
        .with("icon", "/images/camera.gif")
        .with("tooltip", "Save the map as a picture");
    let hide = class("map.HidePiecesButton")
        .with("buttonText", "")
        .with("icon", "/images/globe_unselected.gif")
        .with("showingIcon", "/images/globe_unselected.gif")
        .with("hiddenIcon", "/images/globe_selected.gif")
        .with("tooltip", "Hide the counters for a moment");
    // a hand spreads its cards by itself: stack metrics would pile them up
    let spread = if matches!(window, Window::Hand(_)) { None } else { Some(stacks) };
    map.child(picker)
        .children(spread)
        // without these a map takes no mouse
        .children(
            ["ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander"]
                .map(|part| class(format!("map.{part}"))),
        )
        .children(["PieceMover", "KeyBufferer", "SelectionHighlighters"].map(|part| class(format!("map.{part}"))))
        .child(lit)
        .child(viewer)
        .child(zoom)
        .child(saver)
        .child(hide)
}

/// The size at which a map opens, counted from the largest as VASSAL does: its own, or smaller so that it fits a laptop's
/// screen. A board fits by its width, and may shrink to half; a sheet fits as a whole, but its names must stay legible.
fn opened_at(window: Window, boards: &[Element]) -> usize {
    let side = |name: &str| boards.iter().filter_map(|board| board.attribute(name).parse().ok()).fold(0.0, f32::max);
    let (width, height) = (side("width"), side("height"));
    let fits = |size: &f32| width * size <= SCREEN.0 && (window == Window::Main || height * size <= SCREEN.1);
    let (own, least) = if window == Window::Main { (3, 5) } else { (3, 4) };
    1 + (own..least).find(|n| fits(&SIZES[*n])).unwrap_or(least)
}

fn zone(name: &str, outline: &[(i32, i32)], format: &str, parent_grid: bool) -> Element {
    let path: Vec<String> = outline.iter().map(|(x, y)| format!("{x},{y}")).collect();
    class(GRID.to_owned() + ".mapgrid.Zone")
        .with("name", name)
        .with("path", path.join(";"))
        .with("locationFormat", format)
        .with("useParentGrid", parent_grid)
        .with("useHighlight", false)
        .with("highlightProperty", "")
}

/// The command that lays a board on a map.
pub(super) fn boards_command(map: &str, board: &str) -> String {
    encode([&format!("{map}BoardPicker"), board, "0", "0"], '\t')
}
