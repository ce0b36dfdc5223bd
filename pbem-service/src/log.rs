//! What the host is told: lines on standard error.

use std::io::Write;

/// Tells the host something. A log that cannot be written, because the disk is full or nobody reads it, stops nothing.
pub fn tell(what: &str) {
    // of one event, one line: part of it may come from a stranger's mail
    let line = what.replace(char::is_control, " ");
    let _ = writeln!(std::io::stderr(), "fieldpost: {line}");
}
