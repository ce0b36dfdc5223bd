//! The `fieldpost` binary.
fn main() {}
