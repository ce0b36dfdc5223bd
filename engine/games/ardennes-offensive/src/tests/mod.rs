//! The rules, case by case.

mod advice;
mod ahead;
mod ch04_sequence;
mod ch05_movement;
mod ch06_road_mode;
mod ch07_zones;
mod ch08_stacking;
mod ch09_combat;
mod ch10_results;
mod ch12_supply;
mod ch13_bridges;
mod ch14_reinforcements;
mod ch15_paradrop;
mod ch16_victory;
mod ch17_set_up;
mod forms;
mod given;
mod layers;
mod opponent;
mod random_games;
mod tried_out;
mod words;
