use super::definitions::Definitions;
use super::event::Event;
use super::order::Step;
use super::view::View;
use crate::contract::{Ask, Misread, Question};

pub fn parse(_: &Definitions, _: &View, _: &str) -> Result<Vec<Vec<Step>>, Misread> {
    Err(Misread::new(""))
}

pub fn write(_: &Definitions, _: &[Step]) -> String {
    String::new()
}

pub fn question(_: &Definitions, _: &View, _: &Ask) -> Question {
    Question { title: String::new(), details: Vec::new() }
}

pub fn describe(_: &Definitions, _: &Event) -> Option<String> {
    None
}

pub fn examples(_: &Definitions, _: &View, _: usize) -> Vec<Vec<Step>> {
    Vec::new()
}
