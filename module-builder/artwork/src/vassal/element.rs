use super::ModuleError;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use quick_xml::{Reader, XmlVersion, escape};

/// The longest document, in bytes; large build files have some 4 million.
const DOCUMENT: usize = 64 << 20;
/// The most elements, the most of them inside each other, and the most attributes of one; large modules have some
/// 20,000, 15 and 60.
const ELEMENTS: usize = 500_000;
const DEPTH: usize = 200;
const ATTRIBUTES: usize = 500;

/// An element of the build file: the tag is the name of a VASSAL class, and a child is a component of its parent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// Full name of the class.
    pub tag: String,
    /// Attributes in the order in which they are written.
    pub attributes: Vec<(String, String)>,
    /// Text of the element: the definition of a piece, a side's name.
    pub text: String,
    /// Components inside this one.
    pub children: Vec<Element>,
}

impl Element {
    /// An element without attributes.
    pub fn new(tag: impl Into<String>) -> Element {
        Element { tag: tag.into(), attributes: Vec::new(), text: String::new(), children: Vec::new() }
    }

    /// The same element with an attribute more.
    pub fn with(mut self, name: &str, value: impl ToString) -> Element {
        self.attributes.push((name.to_owned(), value.to_string()));
        self
    }

    /// The same element with a text.
    pub fn text(mut self, text: impl Into<String>) -> Element {
        self.text = text.into();
        self
    }

    /// The same element with a component more.
    pub fn child(mut self, child: Element) -> Element {
        self.children.push(child);
        self
    }

    /// The same element with more components.
    pub fn children(mut self, children: impl IntoIterator<Item = Element>) -> Element {
        self.children.extend(children);
        self
    }

    /// Value of an attribute; empty when it is not there, as VASSAL reads it.
    pub fn attribute(&self, name: &str) -> &str {
        self.attributes.iter().find(|(n, _)| n == name).map_or("", |(_, value)| value)
    }

    /// This element and all below it, in document order.
    pub fn descendants(&self) -> Vec<&Element> {
        let mut all = Vec::new();
        self.collect(&mut all);
        all
    }

    fn collect<'a>(&'a self, all: &mut Vec<&'a Element>) {
        all.push(self);
        self.children.iter().for_each(|child| child.collect(all));
    }

    /// The XML document with this root.
    pub fn document(&self) -> Result<Vec<u8>, ModuleError> {
        let mut writer = Writer::new(Vec::new());
        writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), Some("no"))))?;
        self.write(&mut writer)?;
        Ok(writer.into_inner())
    }

    fn write(&self, writer: &mut Writer<Vec<u8>>) -> Result<(), ModuleError> {
        let mut start = BytesStart::new(self.tag.as_str());
        for (name, value) in &self.attributes {
            start.push_attribute((name.as_str(), value.as_str()));
        }
        if self.text.is_empty() && self.children.is_empty() {
            writer.write_event(Event::Empty(start))?;
            return Ok(());
        }
        writer.write_event(Event::Start(start))?;
        if !self.text.is_empty() {
            writer.write_event(Event::Text(BytesText::new(&self.text)))?;
        }
        for child in &self.children {
            child.write(writer)?;
        }
        writer.write_event(Event::End(BytesEnd::new(self.tag.as_str())))?;
        Ok(())
    }

    /// Reads a document.
    ///
    /// # Errors
    /// When it is not well-formed XML with one root, or larger than any module needs.
    pub fn parse(document: &str) -> Result<Element, ModuleError> {
        let too_large = |what: String| Err(ModuleError::Xml(format!("expected at most {what}; this is no module")));
        if document.len() > DOCUMENT {
            return too_large(format!("{} MB", DOCUMENT >> 20));
        }
        let mut reader = Reader::from_str(document);
        let mut open: Vec<Element> = Vec::new();
        let mut count = 0;
        loop {
            if open.len() > DEPTH {
                return too_large(format!("{DEPTH} elements inside each other"));
            }
            if count > ELEMENTS {
                return too_large(format!("{ELEMENTS} elements"));
            }
            let closed = match reader.read_event()? {
                Event::Start(start) => {
                    count += 1;
                    open.push(opened(&start)?);
                    None
                }
                Event::Empty(start) => {
                    count += 1;
                    Some(opened(&start)?)
                }
                Event::End(_) => open.pop(),
                Event::Text(text) => {
                    if let Some(element) = open.last_mut() {
                        element.text.push_str(&text.xml10_content());
                    }
                    None
                }
                Event::CData(text) => {
                    if let Some(element) = open.last_mut() {
                        element.text.push_str(&text.xml10_content());
                    }
                    None
                }
                Event::GeneralRef(name) => {
                    if let Some(element) = open.last_mut() {
                        element.text.push_str(&escape::unescape(&format!("&{};", name.into_inner()))?);
                    }
                    None
                }
                Event::Eof => return Err(ModuleError::Xml("the document ends before its root does".into())),
                _ => None,
            };
            if let Some(element) = closed {
                match open.last_mut() {
                    Some(parent) => parent.children.push(element),
                    None => return Ok(element),
                }
            }
        }
    }
}

fn opened(start: &BytesStart) -> Result<Element, ModuleError> {
    let mut element = Element::new(start.name().as_ref());
    for attribute in start.attributes() {
        let attribute = attribute?;
        if element.attributes.len() >= ATTRIBUTES {
            return Err(ModuleError::Xml(format!("expected at most {ATTRIBUTES} attributes of an element")));
        }
        let value = attribute.normalized_value(XmlVersion::Implicit1_0)?;
        element.attributes.push((attribute.key.as_ref().to_owned(), value.into_owned()));
    }
    Ok(element)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_is_read_as_it_was_written() {
        let tree = Element::new("a.B")
            .with("name", "Bed & \"Breakfast\" <1>")
            .with("empty", "")
            .child(Element::new("c").text("+/null/piece;;;\ta\\/b & 'c'/null"))
            .child(Element::new("d"));
        let document = String::from_utf8(tree.document().unwrap()).unwrap();
        assert_eq!(Element::parse(&document).unwrap(), tree);
        let tags: Vec<_> = tree.descendants().iter().map(|e| e.tag.clone()).collect();
        assert_eq!(tags, ["a.B", "c", "d"]);
    }

    #[test]
    fn broken_documents_are_refused() {
        for broken in ["", "<a>", "<a></b>", "<a b=c/>", "text", "<a>&nothing;</a>"] {
            assert!(Element::parse(broken).is_err(), "{broken}");
        }
    }

    #[test]
    fn documents_larger_than_any_module_are_refused_before_they_fill_the_memory_or_the_stack() {
        let attributes: String = (0..=ATTRIBUTES).map(|n| format!(" a{n}=''")).collect();
        for (bomb, refusal) in [
            ("<a>".repeat(1_000_000), "200 elements inside each other"),
            (format!("<a>{}</a>", "<b/>".repeat(600_000)), "500000 elements"),
            (format!("<a{attributes}/>"), "500 attributes"),
            (format!("<a>{}</a>", " ".repeat(DOCUMENT)), "64 MB"),
            ("<!DOCTYPE a [<!ENTITY b \"bbbb\">]><a>&b;</a>".to_owned(), "b"),
        ] {
            let refused = Element::parse(&bomb).unwrap_err().to_string();
            assert!(refused.contains(refusal), "{refused}");
        }
    }
}
