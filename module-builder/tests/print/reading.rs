//! Reads a PDF back with another library and measures what is on its pages, in millimetres from their upper left
//! corners.

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId};

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
    /// The object that holds the drawing.
    pub object: ObjectId,
    /// Its box: left, top, right, bottom.
    pub bounds: [f64; 4],
    /// Where the drawing's own origin lies.
    pub origin: (f64, f64),
    /// Millimetres a unit of the drawing.
    pub scale: f64,
    /// What of the page it is clipped to, if it is.
    pub window: Option<[f64; 4]>,
}

/// a, b, c, d, e, f of a transformation.
type Matrix = [f64; 6];

fn times(inner: Matrix, outer: Matrix) -> Matrix {
    let [a, b, c, d, e, f] = inner;
    let [g, h, i, j, k, l] = outer;
    [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l]
}

fn apply([a, b, c, d, e, f]: Matrix, x: f64, y: f64) -> (f64, f64) {
    (a * x + c * y + e, b * x + d * y + f)
}

fn numbers(operands: &[Object]) -> Vec<f64> {
    operands.iter().filter_map(|it| it.as_float().ok()).map(f64::from).collect()
}

fn bounds(points: &[(f64, f64)]) -> [f64; 4] {
    let fold = |pick: fn(&(f64, f64)) -> f64, choose: fn(f64, f64) -> f64| {
        points.iter().map(pick).reduce(choose).expect("some points")
    };
    [fold(|p| p.0, f64::min), fold(|p| p.1, f64::min), fold(|p| p.0, f64::max), fold(|p| p.1, f64::max)]
}

/// All pages of a PDF.
pub fn sheets(pdf: &[u8]) -> Vec<Sheet> {
    let document = Document::load_mem(pdf).expect("a PDF that can be read");
    document.get_pages().into_values().map(|page| sheet(&document, page)).collect()
}

fn sheet(document: &Document, page: ObjectId) -> Sheet {
    let dictionary = document.get_dictionary(page).unwrap();
    let media = numbers(dictionary.get(b"MediaBox").unwrap().as_array().unwrap());
    let (width, height) = ((media[2] - media[0]) * MM, (media[3] - media[1]) * MM);
    let forms = forms(document, dictionary);
    let content = Content::decode(&document.get_page_content(page)).unwrap();
    let mut reader = Reader {
        on_page: |x, y| (x * MM, height - y * MM),
        matrix: [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
        clip: None,
        saved: Vec::new(),
        path: Vec::new(),
    };
    let mut sheet = Sheet { width, height, stamps: Vec::new(), strokes: Vec::new() };
    for operation in &content.operations {
        reader.read(operation, document, &forms, &mut sheet);
    }
    sheet
}

/// The drawings that a page may use, by their names there.
fn forms(document: &Document, page: &Dictionary) -> Vec<(Vec<u8>, ObjectId)> {
    let resolve = |object: &Object| match object {
        Object::Reference(id) => document.get_dictionary(*id).unwrap().clone(),
        other => other.as_dict().unwrap().clone(),
    };
    let resources = resolve(page.get(b"Resources").unwrap());
    let Ok(objects) = resources.get(b"XObject") else { return Vec::new() };
    let objects = resolve(objects);
    objects.iter().map(|(name, object)| (name.clone(), object.as_reference().unwrap())).collect()
}

struct Reader<F> {
    on_page: F,
    matrix: Matrix,
    clip: Option<[f64; 4]>,
    saved: Vec<(Matrix, Option<[f64; 4]>)>,
    path: Vec<(f64, f64)>,
}

impl<F: Fn(f64, f64) -> (f64, f64)> Reader<F> {
    fn place(&self, x: f64, y: f64) -> (f64, f64) {
        let (x, y) = apply(self.matrix, x, y);
        (self.on_page)(x, y)
    }

    fn read(&mut self, it: &Operation, document: &Document, forms: &[(Vec<u8>, ObjectId)], sheet: &mut Sheet) {
        let n = numbers(&it.operands);
        match it.operator.as_str() {
            "q" => self.saved.push((self.matrix, self.clip)),
            "Q" => (self.matrix, self.clip) = self.saved.pop().expect("as many q as Q"),
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
                let name = it.operands[0].as_name().unwrap();
                let (_, object) = forms.iter().find(|(known, _)| known == name).expect("a drawing of the page");
                let form = document.get_object(*object).unwrap().as_stream().unwrap();
                let corners = numbers(form.dict.get(b"BBox").unwrap().as_array().unwrap());
                let (low, high) = (self.place(corners[0], corners[1]), self.place(corners[2], corners[3]));
                sheet.stamps.push(Stamped {
                    object: *object,
                    bounds: bounds(&[low, high]),
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
pub fn fonts(pdf: &[u8]) -> Vec<(String, bool)> {
    let document = Document::load_mem(pdf).unwrap();
    let descriptors = document.objects.values().filter_map(|object| object.as_dict().ok());
    let descriptors =
        descriptors.filter(|it| it.get(b"Type").and_then(Object::as_name).is_ok_and(|t| t == b"FontDescriptor"));
    let told = |it: &Dictionary| {
        let name = String::from_utf8_lossy(it.get(b"FontName").and_then(Object::as_name).unwrap()).into_owned();
        (name, it.has(b"FontFile2") || it.has(b"FontFile3"))
    };
    descriptors.map(told).collect()
}

/// How many fonts a PDF names, and how many pictures of pixels it holds.
pub fn fonts_and_pictures(pdf: &[u8]) -> (usize, usize) {
    let document = Document::load_mem(pdf).unwrap();
    let is = |object: &Object, key: &[u8], value: &[u8]| {
        let dictionary = object.as_dict().or_else(|_| object.as_stream().map(|stream| &stream.dict));
        dictionary.and_then(|it| it.get(key)).and_then(Object::as_name).is_ok_and(|name| name == value)
    };
    let count = |key: &[u8], value: &[u8]| document.objects.values().filter(|object| is(object, key, value)).count();
    (count(b"Subtype", b"CIDFontType0") + count(b"Subtype", b"CIDFontType2"), count(b"Subtype", b"Image"))
}

/// The text of all pages.
pub fn text(pdf: &[u8]) -> String {
    let document = Document::load_mem(pdf).unwrap();
    let pages: Vec<u32> = document.get_pages().into_keys().collect();
    document.extract_text(&pages).unwrap()
}
