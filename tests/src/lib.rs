//! End-to-end tests of the whole service.

pub mod sink;
