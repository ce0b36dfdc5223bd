//! The rules, case by case.

mod ch01_map;
mod ch01_units;
mod ch02_turn;
mod ch03_barrage;
mod ch03_combat;
mod ch03_overrun;
mod ch03_rear;
mod ch03_stacking;
mod ch03_together;
mod ch06_victory;
mod ch07_scenarios;
mod given;
mod layers;
mod opponent;
mod printed;
mod reading;
mod refusals;
mod standing;
