//! What VASSAL 3.7 knows: components, traits, and what kinds of pictures it draws.

use crate::vassal::archive::Archive;

/// Components of `VASSAL.build.module`; of another class VASSAL says only that loading failed.
const COMPONENTS: &[&str] = &[
    "BasicCommandEncoder",
    "ChartWindow",
    "Chatter",
    "ChessClockControl",
    "DiceButton",
    "DoActionButton",
    "Documentation",
    "GlobalKeyCommand",
    "GlobalOptions",
    "InternetDiceButton",
    "Inventory",
    "KeyNamer",
    "Map",
    "MultiActionButton",
    "NotesWindow",
    "PieceWindow",
    "PlayerHand",
    "PlayerRoster",
    "Plugin",
    "PredefinedSetup",
    "PrivateMap",
    "PrototypeDefinition",
    "PrototypesContainer",
    "RandomTextButton",
    "SpecialDiceButton",
    "SpecialDie",
    "SpecialDieFace",
    "StartupGlobalKeyCommand",
    "ToolbarMenu",
    "chessclockcontrol.ChessClock",
    "documentation.AboutScreen",
    "documentation.BrowserHelpFile",
    "documentation.BrowserPDFFile",
    "documentation.HelpFile",
    "documentation.Tutorial",
    "folder.DeckSubFolder",
    "folder.GlobalPropertyFolder",
    "folder.MapSubFolder",
    "folder.ModuleSubFolder",
    "folder.PrototypeFolder",
    "gamepieceimage.ColorManager",
    "gamepieceimage.ColorSwatch",
    "gamepieceimage.FontManager",
    "gamepieceimage.FontStyle",
    "gamepieceimage.GamePieceImage",
    "gamepieceimage.GamePieceImageDefinitions",
    "gamepieceimage.GamePieceLayout",
    "gamepieceimage.GamePieceLayoutsContainer",
    "map.BoardPicker",
    "map.CounterDetailViewer",
    "map.DeckGlobalKeyCommand",
    "map.DrawPile",
    "map.Flare",
    "map.ForwardToChatter",
    "map.ForwardToKeyBuffer",
    "map.GlobalMap",
    "map.HandMetrics",
    "map.HidePiecesButton",
    "map.HighlightLastMoved",
    "map.ImageSaver",
    "map.KeyBufferer",
    "map.LOS_Thread",
    "map.LayerControl",
    "map.LayeredPieceCollection",
    "map.MapCenterer",
    "map.MapShader",
    "map.MassKeyCommand",
    "map.MenuDisplayer",
    "map.MoveCameraButton",
    "map.PieceMover",
    "map.PieceRecenterer",
    "map.Scroller",
    "map.SelectionHighlighter",
    "map.SelectionHighlighters",
    "map.SetupStack",
    "map.StackExpander",
    "map.StackMetrics",
    "map.TextSaver",
    "map.Zoomer",
    "map.boardPicker.Board",
    "map.boardPicker.board.HexGrid",
    "map.boardPicker.board.Region",
    "map.boardPicker.board.RegionGrid",
    "map.boardPicker.board.SquareGrid",
    "map.boardPicker.board.ZonedGrid",
    "map.boardPicker.board.mapgrid.HexGridNumbering",
    "map.boardPicker.board.mapgrid.SquareGridNumbering",
    "map.boardPicker.board.mapgrid.Zone",
    "map.boardPicker.board.mapgrid.ZoneHighlight",
    "map.boardPicker.board.mapgrid.ZonedGridHighlighter",
    "map.deck.DeckSendKeyCommand",
    "map.deck.DeckSortKeyCommand",
    "map.deck.SortParameter",
    "properties.BooleanScenarioProperty",
    "properties.ChangePropertyButton",
    "properties.GlobalProperties",
    "properties.GlobalProperty",
    "properties.GlobalTranslatableMessage",
    "properties.GlobalTranslatableMessages",
    "properties.ListScenarioProperty",
    "properties.NumberScenarioProperty",
    "properties.ScenarioOptions",
    "properties.ScenarioPropertiesOptionTab",
    "properties.StringScenarioProperty",
    "properties.ZoneProperty",
    "turn.CounterTurnLevel",
    "turn.ListTurnLevel",
    "turn.TurnGlobalHotkey",
    "turn.TurnTracker",
];
/// Components of `VASSAL.build.widget`.
const WIDGETS: &[&str] = &[
    "BoxWidget",
    "CardSlot",
    "Chart",
    "HtmlChart",
    "ListWidget",
    "MapWidget",
    "PanelWidget",
    "PieceSlot",
    "TabWidget",
    "WidgetMap",
];
/// Elements of other packages, and those that are no components but hold their texts.
const OTHERS: &[&str] = &[
    "VASSAL.build.GameModule",
    "VASSAL.launch.BasicModule",
    "VASSAL.i18n.Language",
    "VASSAL.i18n.Translation",
    "VASSAL.preferences.BooleanPreference",
    "VASSAL.preferences.DoublePreference",
    "VASSAL.preferences.EnumPreference",
    "VASSAL.preferences.IntegerPreference",
    "VASSAL.preferences.StringPreference",
    "VASSAL.preferences.TextPreference",
    "entry",
    "option",
    "setup",
];

/// Traits of pieces; VASSAL drops any other with a warning.
const TRAITS: &[&str] = &[
    "AreaOfEffect",
    "PROP",
    "attach",
    "basicName",
    "border",
    "button",
    "calcProp",
    "clone",
    "cmt",
    "delete",
    "deselect",
    "emb",
    "emb2",
    "footprint",
    "globalhotkey",
    "globalkey",
    "hide",
    "hideCmd",
    "immob",
    "label",
    "locCommand",
    "locmsg",
    "macro",
    "mark",
    "markmoved",
    "mat",
    "matPiece",
    "menuSeparator",
    "nonRect",
    "nonRect2",
    "obs",
    "pivot",
    "placemark",
    "playSound",
    "propertysheet",
    "prototype",
    "replace",
    "report",
    "restrict",
    "return",
    "rotate",
    "sendto",
    "setpieceprop",
    "setprop",
    "submenu",
    "table",
    "translate",
];

/// How files begin that VASSAL draws: PNG, GIF, JPEG, BMP, and SVG with or without an XML declaration.
const PICTURES: &[&[u8]] =
    &[b"\x89PNG\r\n\x1a\n", b"GIF8", b"\xff\xd8\xff", b"BM", b"<svg", b"<?xml", b"\xef\xbb\xbf<", b"<!"];

/// Whether VASSAL or the module itself, which may bring classes of its own, has a component.
pub(super) fn component(archive: &Archive, tag: &str) -> bool {
    let of = |package: &str, names: &[&str]| tag.strip_prefix(package).is_some_and(|name| names.contains(&name));
    OTHERS.contains(&tag)
        || of("VASSAL.build.module.", COMPONENTS)
        || of("VASSAL.build.widget.", WIDGETS)
        || archive.get(&format!("{}.class", tag.replace('.', "/"))).is_some()
}

/// Whether VASSAL has a trait. A module that brings classes of its own may bring traits as well.
pub(super) fn is_trait(archive: &Archive, id: &str) -> bool {
    TRAITS.contains(&id) || archive.names().any(|name| name.ends_with(".class"))
}

/// Whether a file begins as a picture does that VASSAL draws.
pub(super) fn is_picture(bytes: &[u8]) -> bool {
    PICTURES.iter().any(|start| bytes.starts_with(start))
}

/// Whether a name is worked out while people play, so that nobody can say before what it will be.
pub(super) fn worked_out(name: &str) -> bool {
    name.contains(['$', '{'])
}
