//! Rules in positions: given, when, then; titled by case.

mod layers;
mod reading;
