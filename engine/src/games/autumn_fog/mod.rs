//! *Ardennes 1944: Operation Autumn Fog* (Vae Victis 48).

pub mod tables;
