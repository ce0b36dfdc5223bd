//! How people call games and scenarios: by their ids or their titles, with articles and without, in any case, nearly right.

use definitions::spelling::distance;

/// Words of a request that end a name.
const KEYWORDS: [&str; 6] = ["as", "side", "against", "opponent", "with", "pace"];
/// What stands before a name and is none of it.
const BEFORE: [&str; 9] = ["the", "a", "an", "scenario", "game", "no", "nr", "number", "of"];

/// The words in front of those that say more than what is asked for.
pub(super) fn before_keywords<'w, 's>(words: &'w [&'s str]) -> &'w [&'s str] {
    let ends = |word: &&str| word.contains('=') || KEYWORDS.iter().any(|known| word.eq_ignore_ascii_case(known));
    &words[..words.iter().position(ends).unwrap_or(words.len())]
}

/// What these words begin with among `all`, by its id or title, and how many of them that takes. The longest name counts; of two
/// things that are called the same, neither does. At last the first word alone may be the beginning of one id.
pub(super) fn found<'a, T>(words: &[&str], all: &'a [T], names: impl Fn(&T) -> [&str; 2]) -> Option<(&'a T, usize)> {
    let words = before_keywords(words);
    let parts = split(words);
    let mut longest: Option<(usize, &T, usize)> = None;
    let mut is_one = false;
    for one in all {
        for name in names(one).into_iter().flat_map(variants) {
            let Some(taken) = taken(&parts, &name) else { continue };
            match &mut longest {
                Some((length, known, _)) if *length == name.len() => is_one &= std::ptr::eq(*known, one),
                Some((length, ..)) if *length > name.len() => {}
                _ => (longest, is_one) = (Some((name.len(), one, taken)), true),
            }
        }
    }
    if let Some((_, one, taken)) = longest.filter(|_| is_one) {
        return Some((one, taken));
    }
    let first = words.first()?.to_lowercase();
    let mut near = all.iter().filter(|one| names(one)[0].starts_with(&first));
    near.next().filter(|_| near.next().is_none()).map(|one| (one, 1))
}

/// All of it, what is called nearly so first; and whether anything is.
pub(super) fn nearest_first<T: Copy>(called: &[&str], all: &[T], names: impl Fn(&T) -> [&str; 2]) -> (Vec<T>, bool) {
    let parts: Vec<String> =
        split(called).into_iter().map(|(part, _)| part).skip_while(|part| is_before(part)).collect();
    let how_far = |one: &T| {
        let far = names(one).into_iter().flat_map(variants).filter_map(|name| {
            // somebody may go on with a scenario, and leave blanks out
            let begin = parts.get(..name.len()).unwrap_or(&parts).concat();
            let name = name.concat();
            distance(&begin, &name, name.len() / 3)
        });
        far.min()
    };
    let mut sorted: Vec<(Option<usize>, T)> = all.iter().map(|one| (how_far(one), *one)).collect();
    sorted.sort_by_key(|(far, _)| far.unwrap_or(usize::MAX));
    let is_near = !parts.is_empty() && sorted.first().is_some_and(|(far, _)| far.is_some());
    (sorted.into_iter().map(|(_, one)| one).collect(), is_near)
}

/// The parts of words that letters and digits make, and how many words they end.
fn split(words: &[&str]) -> Vec<(String, usize)> {
    let parts = |(place, word): (usize, &&str)| parts(word).into_iter().map(move |part| (part, place + 1)).collect();
    words.iter().enumerate().flat_map(|it| -> Vec<(String, usize)> { parts(it) }).collect()
}

/// What letters and digits make of a text, in small letters.
pub(super) fn parts(text: &str) -> Vec<String> {
    let parts = text.split(|sign: char| !sign.is_alphanumeric());
    parts.filter(|part| !part.is_empty()).map(str::to_lowercase).collect()
}

/// What something may be called by its name: all of it, or what stands before or behind a full stop, or a colon if that is
/// more than a word: several games are about the Ardennes.
fn variants(name: &str) -> Vec<Vec<String>> {
    let at_colon = name.split(':').filter(|part| parts(part).len() > 1);
    let whole = std::iter::once(name).chain(name.split('.')).chain(at_colon);
    let bare = |name: &str| parts(name).into_iter().skip_while(|part| is_before(part)).collect::<Vec<String>>();
    whole.flat_map(|name| [parts(name), bare(name)]).filter(|name| !name.is_empty()).collect()
}

fn is_before(part: &str) -> bool {
    BEFORE.contains(&part)
}

/// How many words a name takes that these parts begin with, as they are or behind articles; none if they do not.
fn taken(parts: &[(String, usize)], name: &[String]) -> Option<usize> {
    let articles = parts.iter().take_while(|(part, _)| is_before(part)).count();
    let begins = |from: usize| {
        let end = from + name.len();
        let same = parts.get(from..end)?.iter().zip(name).all(|((part, _), known)| part == known);
        let word = parts[end - 1].1;
        // not in the middle of a word
        let ends = parts.get(end).is_none_or(|(_, next)| *next != word);
        (same && ends).then_some(word)
    };
    begins(0).or_else(|| begins(articles))
}
