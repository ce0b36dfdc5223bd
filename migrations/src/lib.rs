//! The tables in which the service keeps games, mail and reports.
