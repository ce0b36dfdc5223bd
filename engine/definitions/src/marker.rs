use super::declaration::{Declaration, choice, number, plain};
use super::unit_file::SYMBOLS;
use super::{Feature, Symbol};

/// A kind of marker: a counter that lies on a unit, in a hex, on a hexside or in a box and says what holds there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MarkerKind {
    /// Stable id: `low-supply`.
    pub id: String,
    /// What stands on it: `Low supply`.
    pub title: String,
    /// A letter or two for its badge on a unit.
    pub sign: String,
    /// Its colour as 0xRRGGBB.
    pub colour: u32,
    /// What it lies on.
    pub on: MarkerPlace,
    /// Letter of the key that puts it on a unit, if the game wishes a certain one.
    pub key: Option<char>,
    /// When all of them are taken off at once, in the words of the sequence of play; empty if nobody says when.
    pub cleared: Option<String>,
    /// How many are printed, if the game wishes a certain number.
    pub print: Option<u8>,
    /// How many the rules can need at a time: the sum of these.
    pub needs: Vec<Need>,
    /// Id of the marker on the other side of the same counter, if it has another one.
    pub back: Option<String>,
    /// Whose counters are turned over instead of taking such a marker.
    pub reverse: Reverse,
    /// The printed number of a unit that counts half while it is turned over.
    pub halves: Option<String>,
    /// How it looks.
    pub look: MarkerLook,
}

impl MarkerKind {
    /// Whether it may lie on a unit.
    pub fn lies_on_units(&self) -> bool {
        matches!(self.on, MarkerPlace::Unit | MarkerPlace::Both)
    }
}

/// Something of which a game has a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Need {
    /// So many.
    Count(u16),
    /// One for each unit of a kind.
    Each(Symbol),
    /// One for each unit.
    Units,
    /// One for each place that counts for victory.
    Places,
    /// One for each bridge.
    Bridges,
    /// One for each hex with a mark, by its key in map files.
    Marked(&'static str),
}

/// Whose counters are turned over instead of taking a marker.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reverse {
    /// Nobody's.
    #[default]
    None,
    /// Those of all units that do not show lost steps on their backs.
    All,
    /// Those of these kinds of units.
    Of(Vec<Symbol>),
}

impl Reverse {
    /// Whether it holds of a kind of unit.
    pub fn holds(&self, symbol: Symbol) -> bool {
        match self {
            Reverse::None => false,
            Reverse::All => true,
            Reverse::Of(symbols) => symbols.contains(&symbol),
        }
    }
}

/// What a marker lies on. Any may lie in a box, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkerPlace {
    /// A unit.
    Unit,
    /// A hex.
    Hex,
    /// A unit or a hex.
    Both,
    /// The side between two hexes.
    Hexside,
}

/// How a marker looks, beside its colour. All of it is a choice of ours, for rulebooks print no markers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MarkerLook {
    /// Outline of its badge.
    pub shape: MarkerShape,
    /// Where its badge lies on a counter. Kinds that may lie on one unit together have places of their own.
    pub spot: MarkerSpot,
    /// What is drawn on the badge in place of its sign.
    pub sketch: Option<MarkerSketch>,
    /// Ground of the marker as a counter of its own, as 0xRRGGBB; without it a lighter shade of its colour.
    pub ground: Option<u32>,
}

/// Outline of a badge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MarkerShape {
    /// A plate.
    #[default]
    Plate,
    /// A disc.
    Disc,
    /// An octagon.
    Octagon,
    /// A triangle on its tip.
    Triangle,
    /// A diamond.
    Diamond,
    /// A parapet along three edges of the counter, without a sign.
    Rampart,
}

/// Where a badge lies on a counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MarkerSpot {
    /// Over the left end of the name.
    TopLeft,
    /// Over the right end of the name.
    #[default]
    TopRight,
    /// Left of the symbol.
    UpperLeft,
    /// Right of the symbol.
    UpperRight,
    /// Left, below that.
    LowerLeft,
    /// Right, below that.
    LowerRight,
}

/// A little drawing on a badge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkerSketch {
    /// Two chevrons pointing right.
    Chevrons,
    /// A barred beam on two posts.
    Barrier,
    /// A man on a parachute.
    Parachute,
    /// A crate on a parachute.
    Airdrop,
    /// A dagger.
    Dagger,
    /// A cross.
    Cross,
    /// A can of fuel.
    Can,
    /// The burst of a shell.
    Burst,
    /// An aircraft from above.
    Plane,
    /// A bridge.
    Bridge,
    /// A bridge with a gap.
    BrokenBridge,
    /// A square flag.
    Flag,
    /// A pointed flag.
    Pennant,
    /// A crate, struck through.
    NoSupply,
    /// A dot within a ring.
    Ring,
    /// Arrows to all sides.
    Scatter,
    /// A truck.
    Truck,
    /// A flake of snow.
    Snow,
}

const PLACES: [(&str, MarkerPlace); 4] = [
    ("unit", MarkerPlace::Unit),
    ("hex", MarkerPlace::Hex),
    ("both", MarkerPlace::Both),
    ("hexside", MarkerPlace::Hexside),
];

const SHAPES: [(&str, MarkerShape); 6] = [
    ("plate", MarkerShape::Plate),
    ("disc", MarkerShape::Disc),
    ("octagon", MarkerShape::Octagon),
    ("triangle", MarkerShape::Triangle),
    ("diamond", MarkerShape::Diamond),
    ("rampart", MarkerShape::Rampart),
];

const SPOTS: [(&str, MarkerSpot); 6] = [
    ("top-left", MarkerSpot::TopLeft),
    ("top-right", MarkerSpot::TopRight),
    ("upper-left", MarkerSpot::UpperLeft),
    ("upper-right", MarkerSpot::UpperRight),
    ("lower-left", MarkerSpot::LowerLeft),
    ("lower-right", MarkerSpot::LowerRight),
];

const SKETCHES: [(&str, MarkerSketch); 18] = [
    ("chevrons", MarkerSketch::Chevrons),
    ("barrier", MarkerSketch::Barrier),
    ("parachute", MarkerSketch::Parachute),
    ("airdrop", MarkerSketch::Airdrop),
    ("dagger", MarkerSketch::Dagger),
    ("cross", MarkerSketch::Cross),
    ("can", MarkerSketch::Can),
    ("burst", MarkerSketch::Burst),
    ("plane", MarkerSketch::Plane),
    ("bridge", MarkerSketch::Bridge),
    ("broken-bridge", MarkerSketch::BrokenBridge),
    ("flag", MarkerSketch::Flag),
    ("pennant", MarkerSketch::Pennant),
    ("no-supply", MarkerSketch::NoSupply),
    ("ring", MarkerSketch::Ring),
    ("scatter", MarkerSketch::Scatter),
    ("truck", MarkerSketch::Truck),
    ("snow", MarkerSketch::Snow),
];

/// What a line of a marker may say beside its id and title.
pub(super) const MARKER_KEYS: [&str; 14] = [
    "sign", "colour", "on", "key", "cleared", "print", "needs", "back", "reverse", "halves", "shape", "spot", "sketch",
    "ground",
];

/// Reads `marker ID "title" sign=LS colour=a52a2a on=unit|hex|both|hexside key=L cleared="End of day" print=4`, of how many there are
/// `needs="artillery rockets 2" back=half-barrage reverse=all|SYMBOL,SYMBOL halves=strength`, and of its look
/// `shape=disc spot=top-left sketch=dagger ground=d3d8cf`, each as listed above.
pub(super) fn marker(declaration: &Declaration, known: &[MarkerKind]) -> Result<MarkerKind, String> {
    let id = plain(declaration.word(0, "an id")?, "an id")?;
    if known.iter().any(|kind| kind.id == id) {
        return Err(format!("marker `{id}` is declared twice"));
    }
    let sign = declaration.need("sign")?.to_owned();
    if declaration.get("back") == Some(id.as_str()) {
        return Err(format!("expected `back=` to name another marker, found `{id}`"));
    }
    if !(1..=3).contains(&sign.chars().count()) {
        return Err(format!("expected a sign of one to three letters, found `{sign}`"));
    }
    Ok(MarkerKind {
        id,
        title: declaration.word(1, "a title")?.to_owned(),
        sign,
        colour: super::declaration::colour(declaration)?,
        on: declaration.get("on").map_or(Ok(MarkerPlace::Unit), |text| choice(text, "what it lies on", &PLACES))?,
        key: declaration.get("key").map(key).transpose()?,
        cleared: declaration.get("cleared").map(cleared).transpose()?,
        print: declaration.get("print").map(|text| number(text, "how many are printed")).transpose()?,
        needs: declaration.get("needs").map_or(Ok(Vec::new()), needs)?,
        back: declaration.get("back").map(str::to_owned),
        reverse: declaration.get("reverse").map_or(Ok(Reverse::None), reverse)?,
        halves: declaration.get("halves").map(str::to_owned),
        look: look(declaration)?,
    })
}

fn cleared(text: &str) -> Result<String, String> {
    match text {
        "yes" => Ok(String::new()),
        told if told.starts_with(|letter: char| letter.is_uppercase()) => Ok(told.to_owned()),
        _ => Err(format!("expected `cleared=` to be `yes`, or the phase in which they come off, found `{text}`")),
    }
}

fn needs(text: &str) -> Result<Vec<Need>, String> {
    let one = |word: &str| {
        let symbol = || SYMBOLS.iter().find(|(name, _)| *name == word).map(|(_, symbol)| Need::Each(*symbol));
        let marked = || Feature::KEYS.into_iter().find(|key| *key == word).map(Need::Marked);
        let counted = match word {
            "units" => Some(Need::Units),
            "places" => Some(Need::Places),
            "bridges" => Some(Need::Bridges),
            word => word.parse().ok().map(Need::Count),
        };
        counted.or_else(symbol).or_else(marked).ok_or_else(|| {
            format!("expected `needs=` as numbers, units, places, bridges, symbols or marks of hexes, found `{word}`")
        })
    };
    text.split_whitespace().map(one).collect()
}

fn reverse(text: &str) -> Result<Reverse, String> {
    match text {
        "all" => Ok(Reverse::All),
        named => {
            named.split(',').map(|name| choice(name, "a symbol", &SYMBOLS)).collect::<Result<_, _>>().map(Reverse::Of)
        }
    }
}

fn look(declaration: &Declaration) -> Result<MarkerLook, String> {
    let shape = declaration.get("shape").map(|text| choice(text, "a shape", &SHAPES)).transpose()?;
    let spot = declaration.get("spot").map(|text| choice(text, "a spot", &SPOTS)).transpose()?;
    Ok(MarkerLook {
        shape: shape.unwrap_or_default(),
        spot: spot.unwrap_or_default(),
        sketch: declaration.get("sketch").map(|text| choice(text, "a sketch", &SKETCHES)).transpose()?,
        ground: declaration.get("ground").map(super::declaration::hex_colour).transpose()?,
    })
}

fn key(text: &str) -> Result<char, String> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_uppercase() || letter.is_ascii_digit() => Ok(letter),
        _ => Err(format!("expected `key=` to be a capital letter or a digit, found `{text}`")),
    }
}
