use super::definitions::Definitions;
use super::game::AutumnFog;
use super::legal::misplaced;
use super::order::Step;
use super::state::Field;
use super::view::View;
use crate::contract::{Progress, Refusal, SideId, Turn};

pub fn allot_candidates(_: &Definitions, _: &View, _: SideId, _: &[Step]) -> Vec<Step> {
    Vec::new()
}

pub fn return_candidates(_: &Definitions, _: &Field, _: SideId, _: &[Step]) -> Vec<Step> {
    Vec::new()
}

pub fn check_allot(_: &Definitions, _: &View, _: SideId, _: &[Step], _: &Step) -> Result<Progress, Refusal> {
    Err(misplaced("nothing"))
}

pub fn check_return(_: &Definitions, _: &Field, _: SideId, _: &[Step], _: &Step) -> Result<Progress, Refusal> {
    Err(misplaced("nothing"))
}

pub fn allot(_: &mut Turn<'_, AutumnFog>, _: SideId, _: &[Step]) {}

pub fn come_back(_: &mut Turn<'_, AutumnFog>, _: SideId, _: &[Step]) {}
