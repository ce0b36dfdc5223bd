//! Places of a source where a rule can be broken.

use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, BinOp, Expr, GenericArgument, PathArguments, ReturnType, Signature, Type, UnOp};

/// A place and the breaks that it has.
#[derive(Debug)]
pub struct Site {
    /// Bytes of the source that are written anew; nothing where something is put in.
    pub range: Range<usize>,
    /// What is written there.
    pub form: Form,
    /// The function, with the type that it belongs to.
    pub function: String,
    /// Its breaks.
    pub breaks: Vec<Break>,
}

/// One way to break a place.
#[derive(Clone, Debug)]
pub struct Break {
    /// The number that its switch has in this run.
    pub number: u32,
    /// Line and column of what is broken, from 1.
    pub place: (usize, usize),
    /// What stands there.
    pub was: String,
    /// What is done instead.
    pub becomes: String,
    /// Whether the compiler takes it.
    pub live: bool,
}

/// How a place is written anew, with the bytes of its operands.
#[derive(Clone, Debug)]
pub enum Form {
    /// A function that returns at once.
    Body,
    /// `==`, `!=` or `matches!`, which say the opposite.
    Turned(Range<usize>),
    /// `<`, `<=`, `>`, `>=`.
    Order(Range<usize>, Range<usize>),
    /// `&&`, `||`.
    Logic(Range<usize>, Range<usize>),
    /// An operator that takes both operands: numbers and bits.
    Reckoning(Range<usize>, Range<usize>),
    /// The same with an assignment, to a simple place.
    Assignment(Range<usize>, Range<usize>),
    /// `!`.
    Not(Range<usize>),
    /// `-`.
    Minus(Range<usize>),
    /// The guard of an arm, or where it would stand.
    Guard(Option<Range<usize>>),
}

/// All places of a source, in the order in which they are written anew: from the outside to the inside. The numbers of their
/// breaks go on after `next`, which is left at the last.
///
/// # Errors
/// What is not Rust.
pub fn sites(source: &str, next: &mut u32) -> syn::Result<Vec<Site>> {
    let file = syn::parse_file(source)?;
    let mut collector = Collector { source, next, within: Vec::new(), sites: Vec::new() };
    collector.visit_file(&file);
    let mut sites = collector.sites;
    sites.sort_by_key(|site| (site.range.start, !site.range.is_empty(), usize::MAX - site.range.end));
    Ok(sites)
}

struct Collector<'a> {
    source: &'a str,
    next: &'a mut u32,
    within: Vec<String>,
    sites: Vec<Site>,
}

impl Collector<'_> {
    /// Adds a place: where each of its breaks stands, what was there and what it becomes.
    fn add(&mut self, range: Range<usize>, form: Form, breaks: Vec<(usize, String, String)>) {
        let breaks: Vec<Break> = breaks
            .into_iter()
            .map(|(at, was, becomes)| {
                *self.next += 1;
                Break { number: *self.next, place: place(self.source, at), was, becomes, live: true }
            })
            .collect();
        if !breaks.is_empty() {
            self.sites.push(Site { range, form, function: self.within.join("::"), breaks });
        }
    }

    fn text(&self, range: Range<usize>) -> String {
        let text = self.source[range].split_whitespace().collect::<Vec<_>>().join(" ");
        if text.chars().count() > 60 { text.chars().take(57).chain("...".chars()).collect() } else { text }
    }

    /// What stands in a function, and that it may return at once.
    fn function(&mut self, attributes: &[Attribute], signature: &Signature, block: Option<&syn::Block>) {
        let Some(block) = block.filter(|_| signature.constness.is_none() && !is_test(attributes)) else { return };
        self.within.push(signature.ident.to_string());
        let open = block.brace_token.span.open().byte_range().end;
        let body = self.source[open..block.brace_token.span.close().byte_range().start].trim().to_owned();
        if signature.ident != "fmt" && signature.asyncness.is_none() && !body.is_empty() {
            let at = signature.ident.span().byte_range().start;
            let values = values(&signature.output).into_iter().filter(|value| *value != body);
            let breaks = values.map(|value| (at, "the function".to_owned(), value)).collect();
            self.add(open..open, Form::Body, breaks);
        }
        self.visit_block(block);
        self.within.pop();
    }

    fn binary(&mut self, it: &syn::ExprBinary) {
        if !it.attrs.is_empty() || has_let(&it.left) || has_let(&it.right) {
            return;
        }
        let (range, left, right) = (bytes(it), bytes(&it.left), bytes(&it.right));
        let sign = bytes(&it.op);
        let was = self.source[sign.clone()].to_owned();
        let form = match it.op {
            BinOp::Eq(_) | BinOp::Ne(_) => Form::Turned(range.clone()),
            BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => Form::Order(left, right),
            BinOp::And(_) | BinOp::Or(_) => Form::Logic(left, right),
            _ if was.ends_with('=') && !is_simple(&it.left) => return,
            _ if was.ends_with('=') => Form::Assignment(left, right),
            _ => Form::Reckoning(left, right),
        };
        let others = others(&was).iter().map(|other| (sign.start, was.clone(), (*other).to_owned())).collect();
        self.add(range, form, others);
    }

    fn unary(&mut self, it: &syn::ExprUnary) {
        let form = match it.op {
            UnOp::Not(_) => Form::Not(bytes(&it.expr)),
            UnOp::Neg(_) => Form::Minus(bytes(&it.expr)),
            _ => return,
        };
        let (range, sign) = (bytes(it), bytes(&it.op));
        if it.attrs.is_empty() && !has_let(&it.expr) {
            let was = self.source[sign.clone()].to_owned();
            self.add(range, form, vec![(sign.start, was, "nothing".to_owned())]);
        }
    }

    fn arms(&mut self, it: &syn::ExprMatch) {
        let rest = |arm: &syn::Arm| matches!(arm.pat, syn::Pat::Wild(_)) && arm.guard.is_none();
        let last = it.arms.iter().position(rest);
        for (index, arm) in it.arms.iter().enumerate() {
            let pattern = bytes(&arm.pat);
            let mut breaks = Vec::new();
            if last.is_some_and(|last| index < last) {
                breaks.push((pattern.start, format!("the arm {}", self.text(pattern.clone())), "nothing".to_owned()));
            }
            let Some((word, guard)) = &arm.guard else {
                self.add(pattern.end..pattern.end, Form::Guard(None), breaks);
                continue;
            };
            let guarded = bytes(guard.as_ref());
            if !has_let(guard) {
                for becomes in ["true", "false"] {
                    breaks.push((guarded.start, format!("if {}", self.text(guarded.clone())), becomes.to_owned()));
                }
                self.add(word.span.byte_range().start..guarded.end, Form::Guard(Some(guarded)), breaks);
            }
        }
    }
}

impl<'ast> Visit<'ast> for Collector<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        match item {
            syn::Item::Fn(it) => self.function(&it.attrs, &it.sig, Some(&it.block)),
            syn::Item::Mod(it) if !is_test(&it.attrs) => visit::visit_item(self, item),
            syn::Item::Impl(it) if !is_test(&it.attrs) => {
                self.within.push(self.text(bytes(&it.self_ty)));
                visit::visit_item(self, item);
                self.within.pop();
            }
            syn::Item::Trait(it) => {
                self.within.push(it.ident.to_string());
                visit::visit_item(self, item);
                self.within.pop();
            }
            // what is counted by the compiler cannot be switched
            _ => {}
        }
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        if let syn::ImplItem::Fn(it) = item {
            self.function(&it.attrs, &it.sig, Some(&it.block));
        }
    }

    fn visit_trait_item(&mut self, item: &'ast syn::TraitItem) {
        if let syn::TraitItem::Fn(it) = item {
            self.function(&it.attrs, &it.sig, it.default.as_ref());
        }
    }

    fn visit_expr(&mut self, it: &'ast Expr) {
        match it {
            Expr::Binary(it) => self.binary(it),
            Expr::Unary(it) => self.unary(it),
            Expr::Match(it) => self.arms(it),
            Expr::Macro(it) if it.attrs.is_empty() && it.mac.path.is_ident("matches") => {
                let range = bytes(it);
                let breaks = vec![(range.start, "matches!".to_owned(), "!matches!".to_owned())];
                self.add(range.clone(), Form::Turned(range), breaks);
            }
            Expr::Repeat(it) => return self.visit_expr(&it.expr),
            Expr::Const(_) => return,
            _ => {}
        }
        visit::visit_expr(self, it);
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_generic_argument(&mut self, _: &'ast GenericArgument) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
}

fn bytes(it: &impl Spanned) -> Range<usize> {
    it.span().byte_range()
}

/// Line and column of a byte, from 1.
fn place(source: &str, at: usize) -> (usize, usize) {
    let before = &source[..at];
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() + 1, before[line..].chars().count() + 1)
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let tests = |list: &syn::MetaList| list.tokens.to_string() == "test";
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg") && attribute.meta.require_list().is_ok_and(tests)
    })
}

/// Whether a condition binds something, which only a condition may.
fn has_let(it: &Expr) -> bool {
    match it {
        Expr::Let(_) => true,
        Expr::Binary(it) => has_let(&it.left) || has_let(&it.right),
        _ => false,
    }
}

/// Whether a place may be written twice: nothing is done on the way to it.
fn is_simple(it: &Expr) -> bool {
    match it {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Field(it) => is_simple(&it.base),
        Expr::Index(it) => is_simple(&it.expr) && is_simple(&it.index),
        Expr::Unary(it) => matches!(it.op, UnOp::Deref(_)) && is_simple(&it.expr),
        Expr::Paren(it) => is_simple(&it.expr),
        _ => false,
    }
}

/// Operators that one is taken for.
fn others(sign: &str) -> &'static [&'static str] {
    match sign {
        "==" => &["!="],
        "!=" => &["=="],
        "<" => &["<=", "==", ">"],
        "<=" => &["<", ">"],
        ">" => &[">=", "==", "<"],
        ">=" => &[">", "<"],
        "&&" => &["||"],
        "||" => &["&&"],
        "+" => &["-", "*"],
        "-" => &["+", "/"],
        "*" => &["+", "/"],
        "/" => &["*", "%"],
        "%" => &["/", "+"],
        "&" => &["|", "^"],
        "|" => &["&", "^"],
        "^" => &["|", "&"],
        "<<" => &[">>"],
        ">>" => &["<<"],
        "+=" => &["-=", "*="],
        "-=" => &["+=", "/="],
        "*=" => &["+=", "/="],
        "/=" => &["*=", "%="],
        "|=" => &["&="],
        "&=" => &["|="],
        _ => &[],
    }
}

/// What a function may return at once. Not all of it need compile.
fn values(output: &ReturnType) -> Vec<String> {
    match output {
        ReturnType::Default => vec!["()".to_owned()],
        ReturnType::Type(_, it) => values_of(it),
    }
}

fn values_of(it: &Type) -> Vec<String> {
    let list: &[&str] = match it {
        Type::Tuple(it) if it.elems.is_empty() => &["()"],
        Type::Reference(it) => match &*it.elem {
            Type::Path(it) if it.path.is_ident("str") => &["\"\""],
            Type::Slice(_) => &["&[]"],
            _ => &[],
        },
        Type::Path(it) => {
            let Some(last) = it.path.segments.last() else { return Vec::new() };
            match last.ident.to_string().as_str() {
                "bool" => &["true", "false"],
                "Option" => &["None"],
                "Vec" => &["vec![]"],
                "String" => &["String::new()"],
                "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => &["0", "1"],
                "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => &["0", "1"],
                "f32" | "f64" => &["0.0", "1.0"],
                "Result" => {
                    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return Vec::new() };
                    let Some(GenericArgument::Type(first)) = arguments.args.first() else { return Vec::new() };
                    return values_of(first).into_iter().map(|value| format!("Ok({value})")).collect();
                }
                _ => &["Default::default()"],
            }
        }
        Type::Tuple(_) | Type::Array(_) => &["Default::default()"],
        _ => &[],
    };
    list.iter().map(|value| (*value).to_owned()).collect()
}
