//! What kinds of ground look like from afar, when their trees run into one colour, to all kinds of eyes.

use crate::sample;
use artwork::map_picture::{self, Theme};
use definitions::{Map, Terrain};

const GROUNDS: [Terrain; 5] = [Terrain::Clear, Terrain::Rough, Terrain::Woods, Terrain::Forest, Terrain::Marsh];

/// Kinds of sight, each as what it makes of linear red, green and blue: Machado, Oliveira and Fernandes, "A
/// Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), severity 1; grey is the luminance.
const SIGHTS: [(&str, [[f32; 3]; 3]); 5] = [
    ("normal", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("grey", [[0.2126, 0.7152, 0.0722]; 3]),
    ("protan", [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    ("deutan", [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]),
    ("tritan", [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]]),
];

/// Least distance in CIE Lab between two kinds of ground. One is about the least that is seen side by side.
const APART: f32 = 5.0;

/// The mean of linear red, green and blue of a ground as it is drawn with all that grows on it, below the hexes' numbers.
fn mean(terrain: Terrain, theme: Theme) -> [f32; 3] {
    let mut map = Map { hexsides: Vec::new(), roads: Vec::new(), ..sample::map() };
    for hex in &mut map.hexes {
        (hex.terrain, hex.settlement, hex.name) = (terrain, None, None);
        hex.features.clear();
    }
    let board = map_picture::draw_in(&map, theme);
    let pixels = board.scene.pixmap(0.3);
    let (mut sum, mut count) = ([0.0; 3], 0.0);
    for hex in map.grid.hexes() {
        let (x, y) = board.geometry.hex_centre(hex);
        for (dx, dy) in (-35..=35).flat_map(|dx| (-20..=40).map(move |dy| (dx as f32, dy as f32))) {
            let pixel = pixels.pixel(((x + dx) * 0.3) as u32, ((y + dy) * 0.3) as u32).unwrap();
            for (sum, channel) in sum.iter_mut().zip([pixel.red(), pixel.green(), pixel.blue()]) {
                *sum += linear(f32::from(channel) / 255.0);
            }
            count += 1.0;
        }
    }
    sum.map(|sum| sum / count)
}

fn linear(channel: f32) -> f32 {
    if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
}

fn times(matrix: &[[f32; 3]; 3], colour: [f32; 3]) -> [f32; 3] {
    matrix.map(|row| row.iter().zip(colour).map(|(a, b)| a * b).sum::<f32>())
}

/// CIE Lab of linear sRGB under D65.
fn lab(colour: [f32; 3]) -> [f32; 3] {
    let xyz = [[0.412456, 0.357576, 0.180437], [0.212673, 0.715152, 0.072175], [0.019334, 0.119192, 0.950304]];
    let white = [0.95047, 1.0, 1.08883];
    let [x, y, z] = times(&xyz, colour);
    let [x, y, z] = [x / white[0], y / white[1], z / white[2]]
        .map(|v| if v > 0.008856 { v.cbrt() } else { 7.787 * v + 16.0 / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt()
}

#[test]
fn every_two_kinds_of_ground_differ_from_afar_to_all_kinds_of_eyes_in_both_themes() {
    let mut alike = Vec::new();
    for theme in [Theme::Colour, Theme::Printer] {
        let means = GROUNDS.map(|terrain| mean(terrain, theme));
        for (sight, matrix) in &SIGHTS {
            let seen = means.map(|colour| lab(times(matrix, colour).map(|channel| channel.clamp(0.0, 1.0))));
            let pairs = (0..GROUNDS.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
            let apart = pairs.map(|(a, b)| (distance(seen[a], seen[b]), GROUNDS[a], GROUNDS[b]));
            let least = apart.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
            println!("{theme:?}, {sight}: {:?} and {:?} are {:.1} apart", least.1, least.2, least.0);
            if least.0 < APART {
                alike.push((theme, *sight, least));
            }
        }
    }
    assert!(alike.is_empty(), "{alike:#?}");
}
