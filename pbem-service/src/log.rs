//! What the host is told: events on standard error, as lines for people or as JSON.

use crate::metrics;
use crate::settings::LogForm;
use tracing_subscriber::fmt;

/// Begins the log of this process; one that has begun stays as it is.
pub fn start(form: LogForm, level: tracing::Level) {
    // a log that cannot be written, because the disk is full or nobody reads it, stops nothing
    let lines = fmt().with_max_level(level).with_writer(std::io::stderr).with_ansi(false).log_internal_errors(false);
    let _ = match form {
        LogForm::Text => lines.with_target(false).try_init(),
        LogForm::Json => lines.json().flatten_event(true).with_target(false).with_current_span(true).try_init(),
    };
}

/// Tells the host of something that he should know.
pub fn tell(what: &str) {
    metrics::METRICS.told.inc();
    // of one event, one line: part of it may come from a stranger's mail
    tracing::warn!("{}", what.replace(char::is_control, " "));
}
