//! The rules, case by case.

mod given;
mod printed;
