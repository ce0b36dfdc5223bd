//! The layers of the game.

use testing::Layers;

const LAYERS: Layers = Layers {
    manifest: env!("CARGO_MANIFEST_DIR"),
    layers: &[
        ("printed", &["printed"]),
        ("truth", &["truth"]),
        ("chapters", &["chapters"]),
        ("sight", &["sight"]),
        ("judge", &["verbs", "rules"]),
        // what may be written as a standing order is part of what help tells
        ("standing orders", &["standing"]),
        ("speech, drawing, pointing", &["language", "drawing", "facts"]),
        ("opponent", &["opponent"]),
        ("game", &["game"]),
    ],
    parted: &["chapters"],
    circles: &[],
};

#[test]
fn every_file_knows_the_layers_before_it_alone_and_no_circle_is_larger_than_a_chapter() {
    LAYERS.hold();
}
