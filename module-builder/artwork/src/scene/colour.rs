/// An opaque colour, 8 bits a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(u32);

impl Colour {
    /// White.
    pub const WHITE: Colour = Colour(0xff_ffff);
    /// Near black, the darkest ink used.
    pub const INK: Colour = Colour(0x1c_1a18);

    /// From 0xRRGGBB; higher bits are dropped.
    pub const fn rgb(value: u32) -> Colour {
        Colour(value & 0xff_ffff)
    }

    /// Red, green and blue.
    pub const fn channels(self) -> [u8; 3] {
        [(self.0 >> 16) as u8, (self.0 >> 8) as u8, self.0 as u8]
    }

    /// A step from this colour towards another; 0 is this one, 1 the other.
    pub fn towards(self, other: Colour, share: f32) -> Colour {
        let share = share.clamp(0.0, 1.0);
        let (a, b) = (self.channels(), other.channels());
        let mix = |i: usize| (f32::from(a[i]) * (1.0 - share) + f32::from(b[i]) * share).round() as u32;
        Colour(mix(0) << 16 | mix(1) << 8 | mix(2))
    }

    /// How light the colour looks, 0 to 1 (relative luminance of sRGB, after WCAG).
    pub fn luminance(self) -> f32 {
        let linear = |c: u8| (f32::from(c) / 255.0).powf(2.2);
        let [r, g, b] = self.channels();
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }

    /// The ink that reads best on this colour: near black or white.
    pub fn ink(self) -> Colour {
        if self.luminance() > 0.22 { Colour::INK } else { Colour::WHITE }
    }
}

impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

/// A share of coverage between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Opacity(f32);

impl Opacity {
    /// Fully covering.
    pub const FULL: Opacity = Opacity(1.0);

    /// The nearest share between 0 and 1; what is not a number covers fully.
    pub fn new(share: f32) -> Opacity {
        if share.is_nan() { Opacity::FULL } else { Opacity(share.clamp(0.0, 1.0)) }
    }

    /// The share.
    pub const fn share(self) -> f32 {
        self.0
    }
}
