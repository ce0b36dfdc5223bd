//! The layers of the game.

use testing::Layers;

const LAYERS: Layers = Layers {
    manifest: env!("CARGO_MANIFEST_DIR"),
    layers: &[
        ("printed", &["printed"]),
        // what only a view can hold is named by the state and made by the fog alone, so it lies in the fog's folder
        ("truth", &["truth", "chapters/fog/unseen"]),
        ("chapters", &["chapters"]),
        ("sight", &["sight"]),
        ("positions in text", &["position_text"]),
        ("judge", &["moment", "verbs", "legal"]),
        ("speech, drawing, pointing", &["language", "drawing", "overlays", "facts"]),
        ("opponent", &["opponent"]),
        ("standing orders", &["standing"]),
        ("game", &["game"]),
    ],
    parted: &["printed", "truth", "chapters"],
    circles: &[],
};

#[test]
fn every_file_knows_the_layers_before_it_alone_and_no_circle_is_larger_than_a_chapter() {
    LAYERS.hold();
}
