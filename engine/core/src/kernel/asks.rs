/// The asks of a stack that can be answered now, `asks` being all that have not been settled, the latest last: the
/// innermost one, and those before it that are answered together with it, without one side's seeing the other's answer.
pub fn innermost<A>(asks: &[A], together: impl Fn(&A, &A) -> bool) -> &[A] {
    let Some((last, before)) = asks.split_last() else { return asks };
    let apart = before.iter().rposition(|ask| !together(ask, last));
    &asks[apart.map_or(0, |place| place + 1)..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_ask_is_answered_first_with_those_that_are_answered_together_with_it() {
        let same = |a: &char, b: &char| a == b && a.is_lowercase();
        let open = |asks: &str| innermost(&asks.chars().collect::<Vec<_>>(), same).iter().collect::<String>();
        assert_eq!(open(""), "");
        assert_eq!(open("A"), "A");
        assert_eq!(open("AA"), "A", "each on its own");
        assert_eq!(open("Abb"), "bb");
        assert_eq!(open("bAb"), "b", "what lies under another ask waits");
        assert_eq!(open("bbA"), "A");
    }
}
