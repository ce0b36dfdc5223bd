mod ch04_day;
mod ch06_activations;
mod ch07_movement;
mod ch08_zones;
mod given;
mod layers;
