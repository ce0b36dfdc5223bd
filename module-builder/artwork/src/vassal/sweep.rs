//! Buttons that take states and markers off the whole board, where the rules do so at once.

use super::contents::{ModuleContents, Swept};
use super::element::Element;
use super::module::class;
use super::piece::Key;
use super::slot::DELETE;
use super::window::property;

/// What the menu of the buttons is called.
const MENU: &str = "Take off";
/// Keys of the buttons, in their order.
const DIGITS: &str = "123456789";

impl ModuleContents {
    /// What the buttons take off, each with its key and what it does, for a help page.
    pub fn sweeps(&self) -> Vec<(Option<Key>, String)> {
        (0..self.swept.len()).map(|n| (key(n), told(&self.swept[n]))).collect()
    }
}

/// The key of the n-th button, from 0; those beyond the ninth have none.
fn key(n: usize) -> Option<Key> {
    DIGITS.chars().nth(n).map(Key::alt)
}

fn told(swept: &Swept) -> String {
    let what = match swept.from_units {
        true => format!("takes “{}” off every unit", swept.name),
        false => format!("takes every “{}” off the map", swept.name),
    };
    if swept.when.is_empty() { what } else { format!("{what} ({})", swept.when) }
}

/// The buttons of the board's window: in a menu if they are several.
pub(super) fn buttons(contents: &ModuleContents) -> Vec<Element> {
    let mut buttons: Vec<Element> =
        contents.swept.iter().enumerate().filter_map(|(n, it)| button(contents, n, it)).collect();
    if buttons.len() > 1 {
        let entries = super::sequence::encode(contents.swept.iter().map(text), ',');
        buttons.push(
            class("ToolbarMenu")
                .with("text", MENU)
                .with("tooltip", "What the rules take off all at once")
                .with("icon", "")
                .with("hotkey", "")
                .with("menuItems", entries),
        );
    }
    buttons
}

/// What stands on a button. A menu finds its buttons by this.
fn text(swept: &Swept) -> String {
    format!("{MENU}: {}", swept.name)
}

fn button(contents: &ModuleContents, n: usize, swept: &Swept) -> Option<Element> {
    let switch = contents.statuses.iter().find(|status| status.name == swept.name).filter(|_| swept.from_units);
    let (sent, filter) = match switch {
        Some(status) => (status.key, format!("{{{}_Active==\"true\"}}", property(&status.name))),
        None if swept.from_units => return None,
        None => (DELETE, format!("{{BasicName==\"{}\"}}", swept.name)),
    };
    let pointed = key(n).map_or_else(|| told(swept), |key| format!("{}: {}", key.spoken(), told(swept)));
    Some(
        class("map.MassKeyCommand")
            .with("name", text(swept))
            .with("buttonText", text(swept))
            .with("tooltip", pointed)
            .with("icon", "")
            .with("buttonHotkey", key(n).map(|key| key.to_string()).unwrap_or_default())
            .with("hotkey", sent)
            .with("filter", filter)
            .with("reportSingle", true)
            .with("singleMap", true)
            .with("deckCount", 0)
            .with("reportFormat", format!("$PlayerName$ {}", told(swept))),
    )
}

#[cfg(test)]
mod tests {
    use super::super::sample::sample;
    use super::*;

    #[test]
    fn a_state_is_switched_off_where_it_is_on_and_markers_are_deleted() {
        let buttons = buttons(&sample());
        let [state, marker, menu] = &buttons[..] else { panic!("two buttons and their menu") };
        assert_eq!(state.attribute("filter"), "{Tired_Active==\"true\"}");
        assert_eq!(state.attribute("hotkey"), sample().statuses[0].key.to_string());
        assert_eq!(state.attribute("tooltip"), "Alt 1: takes “Tired” off every unit (End of the turn)");
        assert_eq!((marker.attribute("filter"), marker.attribute("hotkey")), ("{BasicName==\"Mark\"}", "68,130"));
        // VASSAL's menu finds its buttons by their texts
        assert_eq!(menu.attribute("menuItems"), "Take off: Tired,Take off: Mark");
        assert_eq!(state.attribute("buttonText"), "Take off: Tired");
    }
}
