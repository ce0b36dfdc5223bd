use crate::scene::Colour;

/// The inks of a map. Every pair that must be told apart also differs in lightness, texture or shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Inks {
    pub table: Colour,
    pub clear: Colour,
    pub rough: Colour,
    pub hachure: Colour,
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

/// Opacity of the band that marks the front, and of the bars across it.
pub(super) const FRONT_BAND: f32 = 0.2;
pub(super) const FRONT_BARS: f32 = 0.75;

/// Daylight on paper.
pub(crate) const LIGHT: Inks = Inks {
    table: Colour::rgb(0xe4dcc8),
    clear: Colour::rgb(0xf3ecd8),
    rough: Colour::rgb(0xe3cfa6),
    hachure: Colour::rgb(0x96713f),
    woods: Colour::rgb(0xc9d8a4),
    broadleaf: Colour::rgb(0x86a45e),
    forest: Colour::rgb(0x96b57f),
    conifer: Colour::rgb(0x486e47),
    marsh: Colour::rgb(0xd5dfd3),
    reed: Colour::rgb(0x5f8a8c),
    grid: Colour::rgb(0x8d7f63),
    number: Colour::rgb(0x74684f),
    water: Colour::rgb(0x7fb2cf),
    bank: Colour::rgb(0x2f6a92),
    main_road: Colour::rgb(0xfbe29a),
    main_casing: Colour::rgb(0x7a3b1d),
    track: Colour::rgb(0x8a5a34),
    built: Colour::rgb(0xd9c3b0),
    roof: Colour::rgb(0x5a3a32),
    wall: Colour::rgb(0x4d4a46),
    front: Colour::rgb(0xa3241c),
    name: Colour::rgb(0x241d16),
    gold: Colour::rgb(0xf0bd3a),
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
            self.hachure,
            self.built,
            self.roof,
            self.wall,
            self.number,
            self.name,
            self.gold,
        ];
        for ground in [self.clear, self.rough, self.forest] {
            inks.extend([FRONT_BAND, FRONT_BARS].map(|opacity| ground.towards(self.front, opacity)));
        }
        inks
    }
}
