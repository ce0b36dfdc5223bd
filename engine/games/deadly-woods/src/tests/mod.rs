//! Rules in positions: given, when, then; titled by case.

mod ch03_victory;
mod ch04_turn;
mod ch06_stacking;
mod ch07_zones;
mod ch08_supply;
mod ch09_areas;
mod ch10_bridges;
mod ch10_movement;
mod ch11_combat;
mod ch11_odds;
mod ch11_retreat;
mod ch12_assets;
mod ch12_guns;
mod ch13_replacements;
mod ch14_chits;
mod ch14_reinforcements;
mod ch14_rounds;
mod given;
mod layers;
mod reading;
mod refusals;
mod standing;
mod words;
