//! The chapters of the rulebook.
