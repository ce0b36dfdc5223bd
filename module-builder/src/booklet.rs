//! Pages to print as data, in millimetres: what is drawn on each, and drawings stored once however often they are stamped.

use artwork::scene::{Element, Group, Outline, Point, Scene, Text};

/// Pages to print, and the drawings that are stamped on them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Booklet {
    /// Title of the document.
    pub title: String,
    /// What the document says of its making.
    pub subject: String,
    /// The pages in their order.
    pub pages: Vec<Page>,
    pub(crate) drawings: Vec<Scene>,
}

/// A drawing of a booklet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Drawing(pub(crate) usize);

/// A page: sizes and places in millimetres from its upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// What the bookmark of the page says.
    pub title: String,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// What is on it, bottom first.
    pub layers: Vec<Layer>,
}

/// Something on a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Layer {
    /// Drawn here alone.
    Drawn(Element),
    /// A drawing of the booklet.
    Stamp(Stamp),
}

/// A drawing at its place on a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Stamp {
    /// Which one.
    pub drawing: Drawing,
    /// Where its upper left corner lies.
    pub at: Point,
    /// Millimetres a unit of the drawing.
    pub scale: f32,
    /// What of it is to be seen, if not all: an outline on the page.
    pub window: Option<Outline>,
}

impl Booklet {
    /// An empty booklet.
    pub fn new(title: impl Into<String>, subject: impl Into<String>) -> Booklet {
        Booklet { title: title.into(), subject: subject.into(), pages: Vec::new(), drawings: Vec::new() }
    }

    /// Takes in a drawing to be stamped.
    pub fn add(&mut self, scene: Scene) -> Drawing {
        self.drawings.push(scene);
        Drawing(self.drawings.len() - 1)
    }

    /// A drawing that was taken in.
    pub fn drawing(&self, drawing: Drawing) -> &Scene {
        &self.drawings[drawing.0]
    }
}

impl Page {
    /// An empty page.
    pub fn new(title: impl Into<String>, width: f32, height: f32) -> Page {
        Page { title: title.into(), width, height, layers: Vec::new() }
    }

    /// Draws over what is there.
    pub fn draw(&mut self, element: impl Into<Element>) {
        self.layers.push(Layer::Drawn(element.into()));
    }

    /// The texts drawn on the page itself, line by line in their order.
    pub fn texts(&self) -> Vec<&Text> {
        fn gather<'a>(element: &'a Element, texts: &mut Vec<&'a Text>) {
            match element {
                Element::Text(text) => texts.push(text),
                Element::Group(group) => group.elements.iter().for_each(|inner| gather(inner, texts)),
                Element::Bitmap(_) => {}
                Element::Shape(_) => {}
            }
        }
        let mut texts = Vec::new();
        for layer in &self.layers {
            if let Layer::Drawn(element) = layer {
                gather(element, &mut texts);
            }
        }
        texts
    }

    /// What they say.
    pub fn words(&self) -> Vec<&str> {
        self.texts().into_iter().map(|text| text.content.as_str()).collect()
    }

    /// The stamps in their order.
    pub fn stamps(&self) -> impl Iterator<Item = &Stamp> {
        self.layers.iter().filter_map(|layer| if let Layer::Stamp(stamp) = layer { Some(stamp) } else { None })
    }
}

impl Layer {
    /// The same moved by a distance.
    pub fn moved(self, by: Point) -> Layer {
        match self {
            Layer::Drawn(element) => Layer::Drawn(Group::new(vec![element]).at(by).into()),
            Layer::Stamp(stamp) => {
                let window = stamp.window.map(|window| window.moved(by));
                Layer::Stamp(Stamp { at: stamp.at + by, window, ..stamp })
            }
        }
    }

    /// The same, larger by a factor from the upper left corner of the page.
    pub fn scaled(self, factor: f32) -> Layer {
        match self {
            Layer::Drawn(element) => Layer::Drawn(Group::new(vec![element]).scaled(factor).into()),
            Layer::Stamp(stamp) => {
                let window = stamp.window.map(|window| window.scaled(factor));
                Layer::Stamp(Stamp { at: stamp.at * factor, scale: stamp.scale * factor, window, ..stamp })
            }
        }
    }
}

impl From<Stamp> for Layer {
    fn from(stamp: Stamp) -> Layer {
        Layer::Stamp(stamp)
    }
}
