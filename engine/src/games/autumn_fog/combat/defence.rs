use super::super::definitions::Definitions;
use super::super::game::AutumnFog;
use super::super::legal::misplaced;
use super::super::order::Step;
use super::super::state::Field;
use crate::contract::{Progress, Refusal, SideId, Turn};

pub fn candidates(_: &Definitions, _: &Field, _: SideId, _: &[Step]) -> Vec<Step> {
    Vec::new()
}

pub fn check(_: &Definitions, _: &Field, _: SideId, _: &[Step], _: &Step) -> Result<Progress, Refusal> {
    Err(misplaced("nothing"))
}

pub fn perform(_: &mut Turn<'_, AutumnFog>, _: SideId, _: &[Step]) {}
