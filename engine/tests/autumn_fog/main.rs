//! The rules of Autumn Fog, case by case: a test for every rule that is enforced, titled by its number.

mod ahead;
#[path = "../cores/mod.rs"]
mod cores;
mod given;
mod opponent;
mod place;
mod random_games;
mod secrets;
#[path = "../seeded/mod.rs"]
mod seeded;

mod ch01_losses_and_supports;
mod ch01_units;
mod ch02_sequence;
mod ch03_activation;
mod ch04_zones;
mod ch05_stacking;
mod ch06_movement;
mod ch07_advances;
mod ch07_attack;
mod ch07_edges;
mod ch07_red;
mod ch07_results;
mod ch07_retreats;
mod ch07_sequence_of_combat;
mod ch08_command;
mod ch09_snafus;
mod ch10_fuel;
mod ch10_supply;
mod ch11_fog;
mod ch14_air;
mod ch15_events;
mod ch15_marches;
mod ch15_presents;
mod ch16_british;
mod ch16_reinforcements;
mod ch16_southern_front;
mod ch17_entire_battle;
mod ch17_scenario;
mod ch18_detachments;
mod ch_edges_movement;
mod citations;
mod questions;
mod refusals;
mod standing;
mod words;
