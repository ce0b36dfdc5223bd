//! A schema of JSON, built in words.

use serde_json::{Map, Value, json};

/// A schema of JSON.
pub(super) type Shape = Value;

/// A shape with what it means, if there is more to say than its name does.
pub(super) fn meaning(mut shape: Shape, about: &str) -> Shape {
    if let Some(fields) = shape.as_object_mut().filter(|_| !about.is_empty()) {
        fields.insert("description".to_owned(), about.into());
    }
    shape
}

pub(super) fn of(kind: &str, about: &str) -> Shape {
    meaning(json!({ "type": kind }), about)
}

pub(super) fn text(about: &str) -> Shape {
    of("string", about)
}

pub(super) fn number(about: &str) -> Shape {
    of("integer", about)
}

pub(super) fn truth(about: &str) -> Shape {
    of("boolean", about)
}

/// Something of a kind, or null.
pub(super) fn maybe(kind: &str, about: &str) -> Shape {
    meaning(json!({ "type": [kind, "null"] }), about)
}

pub(super) fn maybe_text(about: &str) -> Shape {
    maybe("string", about)
}

/// Whatever it is: each game has its own.
pub(super) fn anything(about: &str) -> Shape {
    meaning(json!({}), about)
}

pub(super) fn list(items: Shape, about: &str) -> Shape {
    meaning(json!({ "type": "array", "items": items }), about)
}

pub(super) fn texts(about: &str) -> Shape {
    list(text(""), about)
}

/// A shape by its name.
pub(super) fn the(name: &str) -> Shape {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// The same, or null.
pub(super) fn maybe_the(name: &str) -> Shape {
    one_of([the(name), of("null", "")], "")
}

pub(super) fn one_of(shapes: impl IntoIterator<Item = Shape>, about: &str) -> Shape {
    meaning(json!({ "anyOf": shapes.into_iter().collect::<Vec<_>>() }), about)
}

pub(super) fn words<const N: usize>(words: [&str; N], about: &str) -> Shape {
    meaning(json!({ "type": "string", "enum": words.as_slice() }), about)
}

/// An object with fields that it always has and others that it may have.
pub(super) struct Fields {
    about: String,
    fields: Map<String, Value>,
    required: Vec<String>,
}

pub(super) fn fields(about: &str) -> Fields {
    Fields { about: about.to_owned(), fields: Map::new(), required: Vec::new() }
}

impl Fields {
    pub(super) fn has(mut self, name: &str, shape: Shape) -> Fields {
        self.required.push(name.to_owned());
        self.may_have(name, shape)
    }

    pub(super) fn may_have(mut self, name: &str, shape: Shape) -> Fields {
        self.fields.insert(name.to_owned(), shape);
        self
    }

    /// And no others.
    pub(super) fn alone(self) -> Shape {
        let mut shape = self.at_least();
        shape["additionalProperties"] = false.into();
        shape
    }

    /// What is sent to us may have others, which mean nothing.
    pub(super) fn at_least(self) -> Shape {
        let shape = json!({ "type": "object", "properties": self.fields, "required": self.required });
        meaning(shape, &self.about)
    }
}
