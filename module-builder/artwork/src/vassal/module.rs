//! The module file: its entries, and what names it.

use super::archive::Archive;
use super::contents::{ModuleContents, Setup};
use super::element::Element;
use super::gpid::Gpids;
use super::{ModuleError, lint};

/// Package of most components.
pub(super) const MODULE: &str = "VASSAL.build.module";
/// Package of what stands in the palette and in chart windows.
pub(super) const WIDGET: &str = "VASSAL.build.widget";

/// The oldest VASSAL that opens what is written here. A newer number would make VASSAL 3.7 refuse nothing, but an
/// older VASSAL would.
pub(super) const VASSAL: &str = "3.7.0";
/// 16 December 2024, midnight, in milliseconds: a fixed date keeps the bytes the same.
const SAVED: &str = "1734307200000";

/// A component of a package.
pub(super) fn prefixed(package: &str, name: &str) -> Element {
    Element::new(format!("{package}.{name}"))
}

/// A component of the main package.
pub(super) fn class(name: impl AsRef<str>) -> Element {
    prefixed(MODULE, name.as_ref())
}

impl ModuleContents {
    /// The module file. The same contents give the same bytes.
    ///
    /// # Errors
    /// When the contents contradict themselves, or when the finished module has a fault that VASSAL would not report.
    pub fn write(&self) -> Result<Vec<u8>, ModuleError> {
        let archive = self.archive()?;
        let faults = lint(&archive);
        if !faults.is_empty() {
            return Err(ModuleError::Faults(faults));
        }
        archive.zip()
    }

    /// The entries of the module file.
    pub(super) fn archive(&self) -> Result<Archive<'_>, ModuleError> {
        self.check()?;
        let mut archive = Archive::default();
        archive.insert("buildFile.xml", self.build_file().document()?);
        archive.insert("moduledata", self.metadata().document()?);
        for (name, png) in &self.images {
            archive.insert(format!("images/{name}"), png);
        }
        for (n, (title, html)) in self.help.iter().enumerate() {
            archive.insert(help_file(n), page(title, html).into_bytes());
        }
        let pages = self.charts.iter().flat_map(|window| &window.pages);
        for (n, (title, html)) in pages.enumerate() {
            archive.insert(chart_file(n), page(title, html).into_bytes());
        }
        for setup in &self.setups {
            archive.insert(self.setup_file(setup), self.save(setup)?);
        }
        Ok(archive)
    }

    /// The entry that names module and version.
    pub(super) fn metadata(&self) -> Element {
        self.data(&self.description).child(Element::new("name").text(&self.name))
    }

    /// What VASSAL wants to know of a module or a saved game before it opens it.
    pub(super) fn data(&self, description: &str) -> Element {
        let entry = |name: &str, value: &str| Element::new(name).text(value);
        Element::new("data").with("version", 1).children([
            entry("version", &self.version),
            entry("extra1", ""),
            entry("extra2", ""),
            entry("VassalVersion", VASSAL),
            entry("dateSaved", SAVED),
            entry("description", description),
        ])
    }

    /// The saved game of a set-up: VASSAL shows its name, so it is called after its title; of several with one title the
    /// second and later ones by their ids.
    pub(super) fn setup_file(&self, setup: &Setup) -> String {
        let spoken = |title: &str| -> String {
            let kept = title.chars().filter(|letter| letter.is_alphanumeric() || " -".contains(*letter));
            kept.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let name = spoken(&setup.title);
        let first = self.setups.iter().find(|known| spoken(&known.title) == name);
        match first {
            Some(first) if first.id == setup.id && !name.is_empty() => format!("{name}.vsav"),
            _ => format!("{}.vsav", setup.id),
        }
    }

    /// The numbers of all pieces.
    pub(super) fn gpids(&self) -> Gpids {
        Gpids::new(self.pieces.iter().map(|piece| piece.id.clone()))
    }
}

/// Where a page of the help lies.
pub(super) fn help_file(n: usize) -> String {
    format!("help/{n}.html")
}

/// Where a page of the charts lies.
pub(super) fn chart_file(n: usize) -> String {
    format!("charts/{n}.html")
}

/// HTML as Swing reads it.
fn page(title: &str, html: &str) -> String {
    let title = quick_xml::escape::partial_escape(title);
    format!("<html><head><title>{title}</title></head><body>{html}</body></html>\n")
}

#[cfg(test)]
mod tests {
    use super::super::element::Element;
    use super::super::sample::sample;
    use super::super::{Archive, CARD_KEYS, Key, Location, ModuleError, Piece, Setup, TurnMarker, UNIT_KEYS};

    fn build_file(archive: &Archive) -> Element {
        Element::parse(archive.text("buildFile.xml").unwrap()).unwrap()
    }

    fn gpids(root: &Element) -> Vec<(String, String)> {
        let slots = root.descendants().into_iter().filter(|e| e.tag.ends_with("PieceSlot"));
        let mut gpids: Vec<_> = slots.map(|s| (s.attribute("entryName").into(), s.attribute("gpid").into())).collect();
        gpids.sort();
        gpids
    }

    #[test]
    fn the_same_contents_give_the_same_bytes() {
        let bytes = sample().write().unwrap();
        assert_eq!(bytes, sample().write().unwrap());
        assert_eq!(Archive::open(&bytes).unwrap(), sample().archive().unwrap());
    }

    #[test]
    fn a_unit_more_leaves_every_other_number_as_it_was() {
        let before = gpids(&build_file(&sample().archive().unwrap()));
        let mut contents = sample();
        let mut more = contents.pieces[0].clone();
        (more.id, more.name) = ("a-first-unit".into(), "A first unit".into());
        contents.pieces.insert(0, more);
        let after = gpids(&build_file(&contents.archive().unwrap()));
        let old: Vec<_> = after.into_iter().filter(|(name, _)| name != "A first unit").collect();
        assert_eq!(old, before);
    }

    #[test]
    fn each_scenario_is_offered_with_a_saved_game_of_its_own() {
        let contents = sample();
        let archive = contents.archive().unwrap();
        let root = build_file(&archive);
        let setups = root.descendants().into_iter().filter(|e| e.tag.ends_with("PredefinedSetup"));
        let files: Vec<_> = setups.map(|setup| (setup.attribute("name"), setup.attribute("file"))).collect();
        assert_eq!(files, [("Start", "Start.vsav"), ("Long start", "Long start.vsav")]);
        for (setup, (_, file)) in contents.setups.iter().zip(files) {
            assert_eq!(contents.read_save(archive.get(file).unwrap()).unwrap().title, setup.title);
        }
    }

    #[test]
    fn a_click_with_alt_points_at_the_board_and_windows_open_at_one_of_eight_sizes() {
        let root = build_file(&sample().archive().unwrap());
        let flares: Vec<_> = root.descendants().into_iter().filter(|e| e.tag.ends_with("map.Flare")).collect();
        let [flare] = flares[..] else { panic!("one, on the board") };
        assert_eq!(flare.attribute("flareKey"), "keyAlt");
        assert_eq!(flare.attribute("reportFormat"), "$PlayerName$ points at $FlareLocation$");
        for zoom in root.descendants().into_iter().filter(|e| e.tag.ends_with("map.Zoomer")) {
            let sizes: Vec<f32> = zoom.attribute("zoomLevels").split(',').map(|size| size.parse().unwrap()).collect();
            assert!(sizes.len() == 8 && sizes.is_sorted(), "{sizes:?}");
            // VASSAL counts from the largest, from 1
            let start: usize = zoom.attribute("zoomStart").parse().unwrap();
            let opened = sizes[sizes.len() - start];
            assert!((0.5..=1.0).contains(&opened), "{opened}");
        }
    }

    #[test]
    fn counters_are_taken_from_panels_of_pictures_in_a_window_of_their_own() {
        let mut contents = sample();
        let many = (0..300).map(|n| Piece { id: format!("gun-{n}"), ..contents.pieces[1].clone() });
        contents.pieces.extend(many.collect::<Vec<_>>());
        let root = build_file(&contents.archive().unwrap());
        let of = |class: &str| root.descendants().into_iter().filter(|e| e.tag.ends_with(class)).collect::<Vec<_>>();
        // VASSAL puts the first palette of a module into its main window
        let windows: Vec<&str> = of("PieceWindow").iter().map(|window| window.attribute("hidden")).collect();
        assert_eq!(windows, ["true", "false"]);
        let panels = of("PanelWidget");
        assert!(panels.len() > 1 && panels[0].attribute("entryName") == "I SS (1 of 2)", "{}", panels.len());
        for panel in panels {
            let columns: usize = panel.attribute("nColumns").parse().unwrap();
            let high = panel.children.len().div_ceil(columns) as u32 * 32;
            assert!(panel.attribute("fixed") == "true" && high <= 430, "{high}");
        }
    }

    #[test]
    fn the_marker_of_the_turn_goes_along_with_the_turn() {
        let mut contents = sample();
        let marker =
            TurnMarker { piece: "marker".into(), sheet: "Off the map".into(), before: "Day: ".into(), off: (-30, 11) };
        contents.turns.marker = Some(marker);
        let root = build_file(&contents.archive().unwrap());
        let of = |class: &str| root.descendants().into_iter().filter(|e| e.tag.ends_with(class)).collect::<Vec<_>>();
        let fired: Vec<&str> = of("TurnGlobalHotkey").iter().map(|key| key.attribute("hotkey")).collect();
        let command = &of(".GlobalKeyCommand")[0];
        assert!(fired.contains(&command.attribute("buttonHotkey")), "{fired:?}");
        assert_eq!(command.attribute("filter"), "{BasicName==\"Mark\"}");
        let slots = of("PieceSlot");
        let slot = slots.iter().find(|slot| slot.attribute("entryName") == "Mark").unwrap();
        assert!(slot.text.contains("Day: $Turn$") && slot.text.contains(command.attribute("hotkey")), "{}", slot.text);
        assert!(slot.text.contains(";1;1;-30;11;"), "left of the middle: {}", slot.text);
    }

    #[test]
    fn a_game_opens_where_its_units_stand() {
        let contents = sample();
        let commands = |setup: &Setup| {
            let saved = contents.save(setup).unwrap();
            let text = super::super::saved::revealed(Archive::open(&saved).unwrap().get("savedGame").unwrap()).unwrap();
            super::super::saved::commands(&text).unwrap()
        };
        let (x, y) = contents.board.grid.centre("0203").unwrap();
        let told = commands(&contents.setups[0]);
        for (name, value) in [("FrontX", x), ("FrontY", y)] {
            let line = format!("MutableProperty\t{name}\t0\t{value}\tModule");
            assert!(told.contains(&line), "the marker in 0101 and the gun in its box do not count: {told:?}");
        }
        let root = build_file(&contents.archive().unwrap());
        let of = |class: &str| root.descendants().into_iter().find(|e| e.tag.ends_with(class)).unwrap();
        assert_eq!(of("StartupGlobalKeyCommand").attribute("globalHotkey"), of("MoveCameraButton").attribute("hotkey"));
    }

    #[test]
    fn no_key_means_two_things() {
        let root = build_file(&super::super::sample::with_cards().archive().unwrap());
        let all = root.descendants();
        let keyed = ["hotkey", "nexthotkey", "buttonHotkey"];
        let mut keys: Vec<&str> = Vec::new();
        // the keys of pieces, which commands send on, are those of their menus
        let buttons = all.iter().filter(|e| {
            !["MassKeyCommand", "GlobalKeyCommand", "TurnGlobalHotkey"].iter().any(|class| e.tag.ends_with(class))
        });
        for element in buttons {
            keys.extend(keyed.iter().map(|name| element.attribute(name)).filter(|key| !key.is_empty()));
        }
        let sent = all.iter().map(|e| e.attribute("buttonHotkey")).filter(|key| !key.is_empty());
        keys.extend(sent);
        let mut once = keys.clone();
        once.sort_unstable();
        once.dedup();
        keys.sort_unstable();
        assert_eq!(keys, once);
        let units: Vec<Key> = UNIT_KEYS.iter().map(|(key, _)| *key).collect();
        for (key, does) in CARD_KEYS {
            let same = UNIT_KEYS.iter().find(|(known, _)| *known == key).map(|(_, does)| *does);
            assert!(!units.contains(&key) || does.contains("other side"), "{does}, {same:?}");
        }
    }

    #[test]
    fn contents_that_contradict_themselves_are_refused_with_what_is_wrong() {
        let mut wrong = sample();
        wrong.pieces[0].name = "back\\".into();
        assert!(matches!(wrong.write(), Err(ModuleError::Contents(why)) if why.contains("backslash")));
        let mut wrong = sample();
        wrong.setups[0].placements[0].location = Location::Hex("0x01".into());
        assert!(matches!(wrong.write(), Err(ModuleError::Contents(why)) if why.contains("0x01")));
        let mut wrong = sample();
        wrong.setups[0].placements[1].location = Location::Box("Off the map".into(), "Turn 9".into());
        assert!(matches!(wrong.write(), Err(ModuleError::Contents(why)) if why.contains("Turn 9")));
        let mut wrong = sample();
        wrong.images.remove("tank-1.png");
        assert!(matches!(wrong.write(), Err(ModuleError::Faults(faults)) if faults[0].contains("tank-1.png")));
    }
}
