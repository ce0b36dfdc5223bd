//! Positions that players change by consent: lines `unit ID PLACE`, read into a copy of the position as it is.

use crate::contract::Misread;
use definitions::declaration::{Declaration, Reader};

/// The position as it is when the lines of an adjustment have changed it. `unit` reads one `unit` line, `sound` says what is
/// wrong with what came of all of them.
///
/// # Errors
/// The first fault.
pub fn adjusted<S: Clone>(
    state: &S,
    lines: &str,
    mut unit: impl FnMut(&mut S, &Declaration, &mut Reader<'_>) -> Result<(), String>,
    sound: impl FnOnce(&S) -> Result<(), String>,
) -> Result<S, Misread> {
    let mut reader = Reader::new("adjustment");
    let mut changed = state.clone();
    for declaration in &reader.declarations(lines) {
        let read = match declaration.kind.as_str() {
            "unit" => unit(&mut changed, declaration, &mut reader),
            other => Err(format!("expected `unit ID HEX`, found `{other}`")),
        };
        reader.value(declaration.line, read);
    }
    if reader.errors.is_empty() {
        reader.value(0, sound(&changed));
    }
    match reader.errors.first() {
        Some(fault) => Err(Misread::new(fault.message.clone())),
        None => Ok(changed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two numbers that `unit a N` and `unit b N` set and whose sum may be 10 at most.
    fn read(lines: &str) -> Result<[u8; 2], String> {
        let unit = |state: &mut [u8; 2], declaration: &Declaration, _: &mut Reader<'_>| {
            let place = usize::from(declaration.word(0, "a or b")? == "b");
            state[place] = declaration.word(1, "a number")?.parse().map_err(|_| "expected a number".to_owned())?;
            Ok(())
        };
        let sound = |state: &[u8; 2]| match state.iter().sum::<u8>() {
            ..=10 => Ok(()),
            sum => Err(format!("{sum} is more than 10")),
        };
        adjusted(&[1, 2], lines, unit, sound).map_err(|fault| fault.to_string())
    }

    #[test]
    fn lines_change_a_copy_one_after_the_other_and_what_came_of_them_is_judged_as_a_whole() {
        assert_eq!(read("unit a 9\nunit b 1\n"), Ok([9, 1]));
        assert_eq!(read(""), Ok([1, 2]));
        assert!(read("unit a 9\n").is_err_and(|fault| fault.contains("11 is more than 10")));
    }

    #[test]
    fn the_first_line_that_cannot_be_read_is_told_and_other_lines_are_no_adjustment() {
        assert!(read("unit a x\nunit b 99\n").is_err_and(|fault| fault.contains("expected a number")));
        assert!(read("bridge 1 blown\n").is_err_and(|fault| fault.contains("expected `unit ID HEX`, found `bridge`")));
    }
}
