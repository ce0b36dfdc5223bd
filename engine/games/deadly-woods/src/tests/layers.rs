//! The layers of the game.

use testing::Layers;

#[test]
fn every_file_knows_the_layers_before_it_alone_and_no_circle_is_larger_than_a_chapter() {
    Layers::usual(env!("CARGO_MANIFEST_DIR")).hold();
}
