//! Pieces as VASSAL writes them: a chain of traits around a picture with a name.

use super::sequence::encode;
use std::fmt;

/// A key with its modifiers, as `keycode,modifiers`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    letter: char,
    modifiers: u16,
}

impl Key {
    /// Ctrl with a capital letter or digit.
    pub const fn ctrl(letter: char) -> Key {
        Key { letter, modifiers: 130 }
    }

    /// Ctrl and Shift with a capital letter or digit.
    pub const fn ctrl_shift(letter: char) -> Key {
        Key { letter, modifiers: 195 }
    }

    /// Alt with a capital letter or digit.
    pub const fn alt(letter: char) -> Key {
        Key { letter, modifiers: 520 }
    }
}

impl Key {
    /// As people write it: `Ctrl Shift L`.
    pub fn spoken(self) -> String {
        let modifiers = match self.modifiers {
            130 => "Ctrl",
            195 => "Ctrl Shift",
            _ => "Alt",
        };
        format!("{modifiers} {}", self.letter)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", u32::from(self.letter), self.modifiers)
    }
}

/// One image of a layer and what it does to the piece's name: `+ text` appends, empty leaves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// File in `images/`.
    pub image: String,
    /// Change of the name.
    pub name: String,
}

/// What a piece can do or is. Fields are in the order of VASSAL's own text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trait {
    /// Stands for the traits of a prototype.
    Prototype(String),
    /// Fixed properties: name and value.
    Marks(Vec<(String, String)>),
    /// Faces of which one is always shown; `level` counts from 0.
    Faces {
        /// Property prefix: `NAME_Level`.
        name: String,
        /// The faces.
        levels: Vec<Level>,
        /// The face shown first.
        level: usize,
        /// Menu text and key of the next face.
        next: (String, Key),
        /// Menu text and key of the face before; none when the faces go round.
        back: Option<(String, Key)>,
    },
    /// A picture laid over the piece while switched on.
    Overlay {
        /// Property prefix: `NAME_Active`.
        name: String,
        /// Menu text.
        command: String,
        /// The picture and the name it adds.
        level: Level,
        /// Switches it on and off.
        key: Key,
        /// Whether it starts switched on.
        on: bool,
    },
    /// Shows a picture once the piece has moved.
    Moved {
        /// File in `images/`.
        image: String,
        /// Offset of the picture's top left corner from the piece's centre.
        offset: (i32, i32),
        /// Switches it by hand.
        key: Key,
    },
    /// Draws where the piece has been.
    Trail(Key),
    /// Sends the piece to a zone of a map; `$Name$` stands for a property.
    SendTo {
        /// Menu text.
        command: String,
        /// Key.
        key: Key,
        /// Map name.
        map: String,
        /// Zone name.
        zone: String,
        /// How far off the zone's middle, east and south, in pixels.
        off: (i32, i32),
    },
    /// Writes a line in the chat when one of the keys is used.
    Report {
        /// The keys.
        keys: Vec<Key>,
        /// The line, with `$oldPieceName$`, `$newPieceName$`, `$oldLocation$`, `$location$`, `$menuCommand$`. VASSAL
        /// itself puts an asterisk before it.
        line: String,
    },
    /// Turns the piece face down for all but its own side.
    Mask {
        /// What others see, in `images/`.
        image: String,
        /// Name that others read.
        name: String,
        /// Turns it over.
        key: Key,
        /// What the menu calls it.
        command: &'static str,
        /// What its own side sees laid over the face, in `images/`; none if it sees a small face on the other picture.
        veil: Option<String>,
    },
    /// Puts the piece back into a deck.
    Return {
        /// Menu text.
        command: String,
        /// Key.
        key: Key,
        /// Name of the deck.
        deck: String,
    },
    /// Puts commands of other traits into a menu of their own.
    Submenu {
        /// What it is called.
        name: String,
        /// The commands' menu texts.
        commands: Vec<String>,
    },
    /// A text under the piece that the players may change.
    Label(Key),
    /// Copies the piece.
    Clone(Key),
    /// Takes the piece out of the game.
    Delete(Key),
}

impl Trait {
    /// Type and state of the trait.
    fn encoded(&self) -> (String, String) {
        let typed = |id: &str, fields: &[&str]| format!("{id};{}", encode(fields, ';'));
        match self {
            Trait::Prototype(name) => (typed("prototype", &[name]), String::new()),
            Trait::Marks(marks) => (
                typed("mark", &[&encode(marks.iter().map(|(name, _)| name), ',')]),
                encode(marks.iter().map(|(_, value)| value), ','),
            ),
            Trait::Faces { name, levels, level, next, back } => {
                let (back_command, back_key) = match back {
                    Some((command, key)) => (command.clone(), key.to_string()),
                    None => Default::default(),
                };
                let layer = Layer {
                    activate: ("", String::new()),
                    next: (&next.0, next.1.to_string()),
                    back: (&back_command, back_key),
                    levels,
                    goes_round: back.is_none(),
                    name,
                    always: true,
                };
                (layer.encoded(), (level + 1).to_string())
            }
            Trait::Overlay { name, command, level, key, on } => {
                let layer = Layer {
                    activate: (command, key.to_string()),
                    next: ("", String::new()),
                    back: ("", String::new()),
                    levels: std::slice::from_ref(level),
                    goes_round: true,
                    name,
                    always: false,
                };
                (layer.encoded(), if *on { "1" } else { "-1" }.into())
            }
            Trait::Moved { image, offset: (x, y), key } => {
                let (x, y, key) = (x.to_string(), y.to_string(), key.to_string());
                let fields = [image.as_str(), &x, &y, "Mark moved", &key, "", "false", "", "", "", ""];
                (typed("markmoved", &fields), "false".into())
            }
            Trait::Trail(key) => {
                let key = key.to_string();
                let drawing = ["false", "false", "8", "255,255,255", "20,20,20", "100", "50", "20", "30", "2.0"];
                let mut fields = vec![key.as_str(), "Movement trail"];
                fields.extend(drawing);
                fields.extend(["", "", "", ""]);
                (typed("footprint", &fields), encode(["false", "", "0", "false"], ';'))
            }
            Trait::SendTo { command, key, map, zone, off: (east, south) } => {
                let key = key.to_string();
                let times = if (*east, *south) == (0, 0) { "0" } else { "1" };
                let (east, south) = (east.to_string(), south.to_string());
                let fields = [
                    command.as_str(),
                    &key,
                    map,
                    "",
                    "0",
                    "0",
                    "",
                    "",
                    // how often east and south, then how far
                    times,
                    times,
                    &east,
                    &south,
                    "",
                    "Z",
                    zone,
                    "",
                    "",
                    "",
                ];
                (typed("sendto", &fields), encode(["", "", ""], ';'))
            }
            Trait::Report { keys, line } => {
                let keys = encode(keys.iter().map(Key::to_string), ',');
                (typed("report", &[&keys, line, "", "", "", "false"]), "-1".into())
            }
            Trait::Label(key) => {
                let key = key.to_string();
                let fields = [
                    key.as_str(),
                    "Label",
                    "11",
                    "255,255,255",
                    "0,0,0",
                    "b",
                    "2",
                    "c",
                    "0",
                    "t",
                    "c",
                    "$pieceName$ ($label$)",
                    "Dialog",
                    "1",
                    "0",
                    "Label",
                    "",
                    "false",
                ];
                (typed("label", &fields), String::new())
            }
            Trait::Mask { image, name, key, command, veil } => {
                let style = veil.as_ref().map_or("B".to_owned(), |veil| format!("G{veil}"));
                let key = key.to_string();
                let fields = [key.as_str(), image, command, &style, name, "side:", "", "", "true", "", ""];
                (typed("obs", &fields), encode(["null", ""], ';'))
            }
            Trait::Submenu { name, commands } => (typed("submenu", &[name, &encode(commands, ',')]), String::new()),
            Trait::Return { command, key, deck } => {
                let fields = [command.as_str(), &key.to_string(), deck, "", "", "2", "false", deck];
                (typed("return", &fields), String::new())
            }
            Trait::Clone(key) => (typed("clone", &["Clone", &key.to_string(), ""]), String::new()),
            Trait::Delete(key) => (typed("delete", &["Delete", &key.to_string(), ""]), String::new()),
        }
    }
}

/// VASSAL's layer trait, in its present form (version 1): the older one gives the keys another meaning.
struct Layer<'a> {
    activate: (&'a str, String),
    next: (&'a str, String),
    back: (&'a str, String),
    levels: &'a [Level],
    goes_round: bool,
    name: &'a str,
    always: bool,
}

impl Layer<'_> {
    fn encoded(&self) -> String {
        let images = encode(self.levels.iter().map(|l| &l.image), ',');
        let names = encode(self.levels.iter().map(|l| &l.name), ',');
        let yes_no = |yes: bool| if yes { "true" } else { "false" };
        let commands = [self.activate.0, "128", "", self.next.0, "128", "", self.back.0, "128", ""];
        // reset: command, key, level; drawn above the piece, in its middle
        let place = ["", "", "1", "false", "0", "0"];
        let levels = [images.as_str(), &names, yes_no(self.goes_round), self.name];
        // random level: key, menu text; following a property: no, expression, first value
        let unused = ["", "", "false", "", "1"];
        let version = ["1", yes_no(self.always)];
        let keys = [self.activate.1.as_str(), &self.next.1, &self.back.1];
        // description, scale, condition
        let rest = ["", "1.0", "", "true"];
        let fields = [commands.as_slice(), &place, &levels, &unused, &version, &keys, &rest].concat();
        format!("emb2;{}", encode(fields, ';'))
    }
}

/// A piece with its traits, outermost first: the outer ones draw over the inner ones and see keys first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceDefinition {
    /// The traits.
    pub traits: Vec<Trait>,
    /// Picture under all layers, in `images/`; empty when a layer shows every face.
    pub image: String,
    /// Name of the piece; empty in a prototype.
    pub name: String,
    /// Number of the slot; 0 in a prototype.
    pub gpid: u32,
}

impl PieceDefinition {
    /// The command that adds the piece: what a slot or a prototype holds.
    pub fn add_piece(&self) -> String {
        self.add_to_game("null", "null", (0, 0))
    }

    /// The command that puts the piece, under an id of its own, on a point of a map: what a saved game holds.
    pub fn add_to_game(&self, id: &str, map: &str, (x, y): (i32, i32)) -> String {
        let mut kind = format!("piece;{}", encode(["", "", &self.image, &self.name], ';'));
        let gpid = if self.gpid == 0 { String::new() } else { self.gpid.to_string() };
        let mut state = encode([map, &x.to_string(), &y.to_string(), &gpid, "0"], ';');
        for part in self.traits.iter().rev() {
            let (part_kind, part_state) = part.encoded();
            kind = encode([part_kind, kind], '\t');
            state = encode([part_state, state], '\t');
        }
        format!("+/{}", encode([id, &kind, &state], '/'))
    }
}

#[cfg(test)]
mod tests {
    use super::super::sequence::decode;
    use super::*;

    fn tank() -> PieceDefinition {
        let faces = Trait::Faces {
            name: "Step".into(),
            levels: ["a.png", "b.png"].map(|image| Level { image: image.into(), name: "+ (x, y; z)".into() }).to_vec(),
            level: 1,
            next: ("Lose a step".into(), Key::ctrl('L')),
            back: Some(("Regain a step".into(), Key::ctrl_shift('L'))),
        };
        PieceDefinition {
            traits: vec![Trait::Delete(Key::ctrl('D')), faces, Trait::Marks(vec![("Side".into(), "A, B".into())])],
            image: "a.png".into(),
            name: "Peiper/1 SS; left, \"right\"".into(),
            gpid: 17,
        }
    }

    #[test]
    fn a_minimal_piece_is_written_as_vassal_writes_it() {
        let piece = PieceDefinition { traits: vec![], image: "tank.png".into(), name: "Tank".into(), gpid: 17 };
        assert_eq!(piece.add_piece(), "+/null/piece;;;tank.png;Tank/null;0;0;17;0");
        let piece = PieceDefinition {
            traits: vec![Trait::Delete(Key::ctrl('D')), Trait::Marks(vec![("Side".into(), "Red".into())])],
            ..piece
        };
        let expected = "+/null/delete;Delete;68,130;\tmark;Side\\\tpiece;;;tank.png;Tank/\tRed\\\tnull;0;0;17;0";
        assert_eq!(piece.add_piece(), expected);
    }

    #[test]
    fn type_and_state_have_the_same_depth_and_names_survive_every_delimiter() {
        let text = tank().add_piece();
        let parts = decode(text.strip_prefix("+/").unwrap(), '/');
        let [_, mut kind, mut state] = <[_; 3]>::try_from(parts).unwrap().map(String::from);
        let mut ids = Vec::new();
        while let [outer, inner] = decode(&kind, '\t').as_slice() {
            ids.push(outer.split(';').next().unwrap().to_owned());
            let states = decode(&state, '\t');
            assert_eq!(states.len(), 2);
            (kind, state) = (inner.to_string(), states[1].to_string());
        }
        assert_eq!(ids, ["delete", "emb2", "mark"]);
        assert_eq!(decode(&kind, ';')[4], "Peiper/1 SS; left, \"right\"");
        assert_eq!(decode(&state, ';')[3], "17");
    }

    #[test]
    fn a_layer_names_its_version_and_counts_levels_from_one() {
        let (kind, state) = tank().traits[1].encoded();
        let fields = decode(&kind, ';');
        assert_eq!(fields.len(), 34);
        assert_eq!((&*fields[25], state.as_str()), ("1", "2"));
        assert_eq!(decode(&fields[16], ','), ["a.png", "b.png"]);
        assert_eq!(decode(&fields[17], ','), ["+ (x, y; z)", "+ (x, y; z)"]);
    }
}
