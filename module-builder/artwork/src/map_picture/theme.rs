use crate::scene::Colour;

/// The inks of a map. Every pair that must be told apart also differs in lightness or shape: kinds of ground as they look
/// from afar, when their trees are gone, by at least 5 in Lab to every kind of eyes (`tests/pictures/sight.rs`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Inks {
    pub table: Colour,
    pub clear: Colour,
    pub rough: Colour,
    /// The highest ground.
    pub height: Colour,
    /// The shaded slopes of heights.
    pub shade: Colour,
    pub woods: Colour,
    pub broadleaf: Colour,
    pub forest: Colour,
    pub conifer: Colour,
    pub marsh: Colour,
    pub reed: Colour,
    pub grid: Colour,
    pub number: Colour,
    pub water: Colour,
    pub bank: Colour,
    pub main_road: Colour,
    pub main_casing: Colour,
    pub track: Colour,
    pub built: Colour,
    pub roof: Colour,
    pub wall: Colour,
    pub front: Colour,
    pub name: Colour,
    pub gold: Colour,
}

/// In which inks a map is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Daylight on paper, for screens.
    #[default]
    Colour,
    /// White ground and pale country, which saves ink and stays legible in grey.
    Printer,
}

impl Theme {
    /// The theme of a name: `colour`, `printer`.
    pub fn find(id: &str) -> Option<Theme> {
        match id {
            "colour" => Some(Theme::Colour),
            "printer" => Some(Theme::Printer),
            _ => None,
        }
    }

    /// The inks of the theme.
    pub(crate) const fn inks(self) -> &'static Inks {
        match self {
            Theme::Colour => &LIGHT,
            Theme::Printer => &PRINTER,
        }
    }
}

/// How dark ground is that lies between the foot of the heights and their top.
pub(super) const MIDWAY: f32 = 0.5;
/// Opacity of the lines between hexes.
pub(super) const GRID: f32 = 0.55;
/// Opacity of the band that marks the front, and of the bars across it.
pub(super) const FRONT_BAND: f32 = 0.2;
pub(super) const FRONT_BARS: f32 = 0.75;

/// Daylight on paper.
pub(crate) const LIGHT: Inks = Inks {
    table: Colour::rgb(0xe4dcc8),
    clear: Colour::rgb(0xf5eedc),
    rough: Colour::rgb(0xdfc4a0),
    height: Colour::rgb(0xd0ad84),
    shade: Colour::rgb(0xab8259),
    woods: Colour::rgb(0xcbdb9c),
    broadleaf: Colour::rgb(0x93ad62),
    forest: Colour::rgb(0x8cad74),
    conifer: Colour::rgb(0x41663f),
    marsh: Colour::rgb(0xd9e9e9),
    reed: Colour::rgb(0x6a9698),
    grid: Colour::rgb(0x8d7f63),
    number: Colour::rgb(0x6a5e47),
    water: Colour::rgb(0x7fb2cf),
    bank: Colour::rgb(0x2f6a92),
    main_road: Colour::rgb(0xfbe29a),
    main_casing: Colour::rgb(0x7a3b1d),
    track: Colour::rgb(0x8a5a34),
    built: Colour::rgb(0xd6bda8),
    roof: Colour::rgb(0x5a3a32),
    wall: Colour::rgb(0x4d4a46),
    front: Colour::rgb(0xa3241c),
    name: Colour::rgb(0x241d16),
    gold: Colour::rgb(0xf0bd3a),
};

/// Little ink on white paper. What differs in hue above differs here in lightness or texture, for grey prints.
const PRINTER: Inks = Inks {
    table: Colour::WHITE,
    clear: Colour::WHITE,
    rough: Colour::rgb(0xf5e5ce),
    height: Colour::rgb(0xebd6bb),
    shade: Colour::rgb(0xc9a47d),
    woods: Colour::rgb(0xcbdca9),
    broadleaf: Colour::rgb(0x8fae67),
    forest: Colour::rgb(0xa8c696),
    conifer: Colour::rgb(0x4c784a),
    marsh: Colour::rgb(0xedf8fa),
    reed: Colour::rgb(0x82a9ad),
    grid: Colour::rgb(0x8a8378),
    number: Colour::rgb(0x5f594e),
    water: Colour::rgb(0xa9d0e6),
    bank: Colour::rgb(0x22608c),
    main_road: Colour::rgb(0xfff3c4),
    main_casing: Colour::rgb(0x6f3317),
    track: Colour::rgb(0x85552f),
    built: Colour::rgb(0xe9dccf),
    roof: Colour::rgb(0x4d322b),
    wall: Colour::rgb(0x45423e),
    front: Colour::rgb(0xa3241c),
    name: Colour::rgb(0x1c1712),
    gold: Colour::rgb(0xf3c64a),
};

impl Inks {
    /// The inks that cover areas, lines or letters, and what the translucent ones make of the ground below them.
    pub fn all(&self) -> Vec<Colour> {
        let mut inks = vec![
            self.table,
            self.clear,
            self.rough,
            self.woods,
            self.forest,
            self.marsh,
            self.water,
            self.bank,
            self.main_road,
            self.main_casing,
            self.track,
            self.conifer,
            self.height,
            self.rough.towards(self.height, MIDWAY),
            self.clear.towards(self.grid, GRID),
            self.shade,
            self.built,
            self.roof,
            self.wall,
            self.number,
            self.name,
            self.gold,
        ];
        for ground in [self.clear, self.forest] {
            inks.extend([FRONT_BAND, FRONT_BARS].map(|opacity| ground.towards(self.front, opacity)));
        }
        inks
    }
}
