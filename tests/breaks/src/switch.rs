//! The switch that is compiled into the game: which break is on.

/// Names the break that is on.
pub const BROKEN: &str = "FIELDPOST_BREAK";

/// Names the file to which each break is added when it is first reached.
pub const TRACE: &str = "FIELDPOST_BREAK_TRACE";

/// Whether a break is on, in the game's crate.
#[must_use]
pub fn at(number: u32) -> String {
    format!("crate::breaks::at({number})")
}

/// The module behind it, for breaks up to a number. It stands on one line, as all that is put in.
#[must_use]
pub fn module(last: u32) -> String {
    let text = r#"
mod breaks {
    use std::io::Write;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, Ordering};
    struct Switch { broken: u32, trace: Option<std::fs::File> }
    static SWITCH: OnceLock<Switch> = OnceLock::new();
    static REACHED: [AtomicBool; LAST + 1] = [const { AtomicBool::new(false) }; LAST + 1];
    fn read() -> Switch {
        let broken = std::env::var("BROKEN").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
        let open = |path| std::fs::OpenOptions::new().create(true).append(true).open(path).expect("a file for the trace");
        Switch { broken, trace: std::env::var_os("TRACE").map(open) }
    }
    #[inline]
    pub fn at(number: u32) -> bool {
        let switch = SWITCH.get_or_init(read);
        if let Some(file) = &switch.trace { note(file, number) }
        switch.broken == number
    }
    #[cold]
    fn note(mut file: &std::fs::File, number: u32) {
        if !REACHED[number as usize].swap(true, Ordering::Relaxed) {
            file.write_all(format!("{number}\n").as_bytes()).expect("the trace is written");
        }
    }
}"#;
    let text = text.replace("BROKEN", BROKEN).replace("TRACE", TRACE).replace("LAST", &last.to_string());
    text.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}
