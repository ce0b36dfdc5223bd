//! As much of PDF as it takes to read our own files back: objects, streams, operators. Written from the format's
//! description, not from the library that writes them.

use flate2::read::ZlibDecoder;
use std::collections::BTreeMap;
use std::io::Read;

/// A value in a file or on a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number(f64),
    Name(String),
    Text,
    List(Vec<Value>),
    Dictionary(BTreeMap<String, Value>),
    Reference(u32),
    /// `true`, `null`, an operator of a page.
    Word(String),
}

/// An object of a file: its value, and the bytes of its stream, unpacked.
pub struct Object {
    pub value: Value,
    pub stream: Vec<u8>,
}

/// A file with its objects by number.
pub struct File {
    pub objects: BTreeMap<u32, Object>,
}

impl Value {
    /// What a dictionary says under a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        if let Value::Dictionary(entries) = self { entries.get(key) } else { None }
    }

    pub fn name(&self) -> &str {
        if let Value::Name(name) = self { name } else { "" }
    }

    pub fn list(&self) -> &[Value] {
        if let Value::List(values) = self { values } else { &[] }
    }

    pub fn numbers(&self) -> Vec<f64> {
        numbers(self.list())
    }

    pub fn says(&self, key: &str, name: &str) -> bool {
        self.get(key).is_some_and(|value| value.name() == name)
    }
}

pub fn numbers(values: &[Value]) -> Vec<f64> {
    values.iter().filter_map(|value| if let Value::Number(number) = value { Some(*number) } else { None }).collect()
}

impl File {
    /// Reads a file by the table of its objects.
    pub fn read(bytes: &[u8]) -> File {
        let mut scanner = Scanner { bytes, at: find_last(bytes, b"startxref") + 9 };
        scanner.at = scanner.count();
        assert_eq!(scanner.value(), Some(Value::Word("xref".to_owned())));
        let (first, count) = (scanner.count(), scanner.count());
        let mut objects = BTreeMap::new();
        for number in first..first + count {
            let (offset, _, state) = (scanner.count(), scanner.count(), scanner.value());
            if state == Some(Value::Word("n".to_owned())) {
                objects.insert(number as u32, object(bytes, offset, number));
            }
        }
        File { objects }
    }

    /// A value, or the object that it refers to.
    pub fn resolve<'a>(&'a self, value: &'a Value) -> &'a Value {
        if let Value::Reference(number) = value { &self.objects[number].value } else { value }
    }

    /// The pages in their order.
    pub fn pages(&self) -> Vec<&Value> {
        let root = self.objects.values().map(|object| &object.value);
        let root = root.filter(|value| value.says("Type", "Pages") && value.get("Parent").is_none());
        root.flat_map(|root| self.leaves(root)).collect()
    }

    fn leaves<'a>(&'a self, node: &'a Value) -> Vec<&'a Value> {
        if node.says("Type", "Page") {
            return vec![node];
        }
        let kids = self.resolve(node.get("Kids").expect("kids of a node of pages")).list();
        kids.iter().flat_map(|kid| self.leaves(self.resolve(kid))).collect()
    }

    /// The operators of a page, each with what stands before it.
    pub fn operations(&self, page: &Value) -> Vec<(String, Vec<Value>)> {
        let contents = page.get("Contents").expect("a page with contents");
        let parts = if let Value::List(parts) = contents { parts.as_slice() } else { std::slice::from_ref(contents) };
        let mut bytes = Vec::new();
        for part in parts {
            let Value::Reference(number) = part else { panic!("contents are streams") };
            bytes.extend_from_slice(&self.objects[number].stream);
            bytes.push(b'\n');
        }
        let mut scanner = Scanner { bytes: &bytes, at: 0 };
        let (mut operations, mut operands) = (Vec::new(), Vec::new());
        while let Some(value) = scanner.value() {
            match value {
                Value::Word(operator) => operations.push((operator, std::mem::take(&mut operands))),
                operand => operands.push(operand),
            }
        }
        operations
    }
}

fn find_last(bytes: &[u8], word: &[u8]) -> usize {
    bytes.windows(word.len()).rposition(|window| window == word).expect("the word is in the file")
}

fn object(bytes: &[u8], offset: usize, number: usize) -> Object {
    let mut scanner = Scanner { bytes, at: offset };
    assert_eq!(scanner.count(), number);
    scanner.count();
    assert_eq!(scanner.value(), Some(Value::Word("obj".to_owned())));
    let value = scanner.value().expect("an object has a value");
    let mut stream = Vec::new();
    if scanner.value() == Some(Value::Word("stream".to_owned())) {
        let start = scanner.at + if bytes[scanner.at] == b'\r' { 2 } else { 1 };
        let Some(Value::Number(length)) = value.get("Length") else { panic!("a stream has a length") };
        let packed = &bytes[start..start + *length as usize];
        if value.says("Filter", "FlateDecode") {
            ZlibDecoder::new(packed).read_to_end(&mut stream).expect("a sound stream");
        } else {
            stream = packed.to_vec();
        }
    }
    Object { value, stream }
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b'%' => self.skip_while(|byte| byte != b'\n' && byte != b'\r'),
                _ if byte.is_ascii_whitespace() || byte == 0 => self.at += 1,
                _ => break,
            }
        }
    }

    fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&wanted) {
            self.at += 1;
        }
    }

    fn count(&mut self) -> usize {
        match self.value() {
            Some(Value::Number(number)) => number as usize,
            other => panic!("expected a number, found {other:?}"),
        }
    }

    /// The next value; none at the end or where a list or dictionary ends.
    fn value(&mut self) -> Option<Value> {
        self.skip_blanks();
        let start = self.at;
        match self.peek()? {
            b'/' => {
                self.at += 1;
                Some(Value::Name(self.word()))
            }
            b'[' => {
                self.at += 1;
                let values = std::iter::from_fn(|| self.value()).collect();
                self.at += 1;
                Some(Value::List(values))
            }
            b'<' if self.bytes.get(start + 1) == Some(&b'<') => {
                self.at += 2;
                let mut entries = BTreeMap::new();
                while let Some(Value::Name(key)) = self.value() {
                    entries.insert(key, self.value().expect("a value for each key"));
                }
                self.at += 2;
                Some(Value::Dictionary(entries))
            }
            b'<' => {
                self.skip_while(|byte| byte != b'>');
                self.at += 1;
                Some(Value::Text)
            }
            b'(' => {
                self.text();
                Some(Value::Text)
            }
            b']' | b'>' => None,
            _ => {
                let word = self.word();
                let Ok(number) = word.parse::<f64>() else { return Some(Value::Word(word)) };
                Some(self.reference(number).unwrap_or(Value::Number(number)))
            }
        }
    }

    /// `12 0 R`, of which the 12 was read.
    fn reference(&mut self, number: f64) -> Option<Value> {
        let end = (self.at + 12).min(self.bytes.len());
        let ahead = String::from_utf8_lossy(&self.bytes[self.at..end]);
        let tail = ahead.strip_prefix(" 0 R")?;
        if tail.starts_with(|letter: char| letter.is_ascii_alphanumeric()) {
            return None;
        }
        self.at += 4;
        Some(Value::Reference(number as u32))
    }

    fn word(&mut self) -> String {
        let start = self.at;
        self.skip_while(|byte| !byte.is_ascii_whitespace() && byte != 0 && !b"/[]<>()%".contains(&byte));
        String::from_utf8_lossy(&self.bytes[start..self.at]).into_owned()
    }

    fn text(&mut self) {
        let mut depth = 0;
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
}
