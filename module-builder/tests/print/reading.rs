//! What is on the pages of a PDF, in millimetres from their upper left corners.

use crate::pdf::{File, Value, numbers};

/// Millimetres in a point.
const MM: f64 = 25.4 / 72.0;

/// A page as it was read back.
pub struct Sheet {
    pub width: f64,
    pub height: f64,
    /// The drawings stamped on it, in their order.
    pub stamps: Vec<Stamped>,
    /// Straight strokes of two points.
    pub strokes: Vec<[(f64, f64); 2]>,
}

/// A drawing on a page.
pub struct Stamped {
    /// Where the drawing's own origin lies.
    pub origin: (f64, f64),
    /// Millimetres a unit of the drawing.
    pub scale: f64,
    /// What of the page it is clipped to, if it is.
    pub window: Option<[f64; 4]>,
}

impl Stamped {
    /// The box of a square of so many units from the drawing's origin: left, top, right, bottom.
    pub fn square(&self, units: f32) -> [f64; 4] {
        let ((x, y), side) = (self.origin, self.scale * f64::from(units));
        [x, y, x + side, y + side]
    }
}

/// a, b, c, d, e, f of a transformation.
type Matrix = [f64; 6];

fn times(inner: Matrix, outer: Matrix) -> Matrix {
    let [a, b, c, d, e, f] = inner;
    let [g, h, i, j, k, l] = outer;
    [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l]
}

fn bounds(points: &[(f64, f64)]) -> [f64; 4] {
    points.iter().fold([f64::MAX, f64::MAX, f64::MIN, f64::MIN], |[l, t, r, b], (x, y)| {
        [l.min(*x), t.min(*y), r.max(*x), b.max(*y)]
    })
}

/// All pages of a PDF.
pub fn sheets(bytes: &[u8]) -> Vec<Sheet> {
    let file = File::read(bytes);
    file.pages().into_iter().map(|page| sheet(&file, page)).collect()
}

fn sheet(file: &File, page: &Value) -> Sheet {
    let media = page.get("MediaBox").expect("a page has a size").numbers();
    let (width, height) = ((media[2] - media[0]) * MM, (media[3] - media[1]) * MM);
    let mut reader = Reader {
        forms: file.resolve(page.get("Resources").unwrap()).get("XObject").map(|forms| file.resolve(forms)),
        height,
        matrix: [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
        clip: None,
        saved: Vec::new(),
        path: Vec::new(),
    };
    let mut sheet = Sheet { width, height, stamps: Vec::new(), strokes: Vec::new() };
    for (operator, operands) in file.operations(page) {
        reader.read(&operator, &operands, &mut sheet);
    }
    sheet
}

struct Reader<'a> {
    /// The drawings that the page may use.
    forms: Option<&'a Value>,
    height: f64,
    matrix: Matrix,
    clip: Option<[f64; 4]>,
    saved: Vec<(Matrix, Option<[f64; 4]>)>,
    path: Vec<(f64, f64)>,
}

impl Reader<'_> {
    fn place(&self, x: f64, y: f64) -> (f64, f64) {
        let [a, b, c, d, e, f] = self.matrix;
        ((a * x + c * y + e) * MM, self.height - (b * x + d * y + f) * MM)
    }

    fn read(&mut self, operator: &str, operands: &[Value], sheet: &mut Sheet) {
        let n = numbers(operands);
        match operator {
            "q" => self.saved.push((self.matrix, self.clip)),
            "Q" => (self.matrix, self.clip) = self.saved.pop().expect("a q for every Q"),
            "cm" => self.matrix = times([n[0], n[1], n[2], n[3], n[4], n[5]], self.matrix),
            "m" | "l" => self.path.push(self.place(n[0], n[1])),
            "c" => self.path.push(self.place(n[4], n[5])),
            "v" | "y" => self.path.push(self.place(n[2], n[3])),
            "re" => {
                for (x, y) in [(0.0, 0.0), (n[2], 0.0), (n[2], n[3]), (0.0, n[3])] {
                    self.path.push(self.place(n[0] + x, n[1] + y));
                }
            }
            "W" => self.clip = Some(bounds(&self.path)),
            "S" => {
                sheet.strokes.extend(self.path.chunks_exact(2).map(|ends| [ends[0], ends[1]]));
                self.path.clear();
            }
            "n" | "f" | "f*" | "B" | "s" | "b" => self.path.clear(),
            "Do" => {
                let named = self.forms.and_then(|forms| forms.get(operands[0].name()));
                assert!(matches!(named, Some(Value::Reference(_))), "the page has no drawing {operands:?}");
                sheet.stamps.push(Stamped {
                    origin: self.place(0.0, 0.0),
                    scale: self.matrix[0] * MM,
                    window: self.clip,
                });
            }
            _ => {}
        }
    }
}

/// Of every font of a PDF its name and whether its file is in the PDF.
pub fn fonts(bytes: &[u8]) -> Vec<(String, bool)> {
    let file = File::read(bytes);
    let values = file.objects.values().map(|object| &object.value);
    let fonts = values.filter(|it| it.says("Subtype", "CIDFontType0") || it.says("Subtype", "CIDFontType2"));
    let told = |font: &Value| {
        let described = file.resolve(font.get("FontDescriptor").expect("a font is described"));
        let name = described.get("FontName").map_or("", Value::name).to_owned();
        let program = described.get("FontFile2").or(described.get("FontFile3"));
        let embedded = match program {
            Some(Value::Reference(number)) => !file.objects[number].stream.is_empty(),
            _ => false,
        };
        (name, embedded)
    };
    fonts.map(told).collect()
}

/// How many fonts that are no part of another one a PDF names, and how many pictures of pixels it holds.
pub fn fonts_and_pictures(bytes: &[u8]) -> (usize, usize) {
    let file = File::read(bytes);
    let values = || file.objects.values().map(|object| &object.value);
    let part = |value: &Value| value.get("Subtype").is_some_and(|kind| kind.name().starts_with("CIDFont"));
    let fonts = values().filter(|value| value.says("Type", "Font") && !part(value)).count();
    (fonts, values().filter(|value| value.says("Subtype", "Image")).count())
}
