//! Rules of published hex wargames: pure, synchronous, without I/O and without a clock.
