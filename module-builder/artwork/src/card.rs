//! Faces and backs of cards and chits, drawn from what the definitions say of them.
//!
//! A card is drawn in millimetres, a chit in the square of a counter. A card has a band in the colour of its formation
//! with what it is above the title, the day in a disc, and below its lines; a line that begins with a small letter goes on
//! with the one before. What no rulebook names says "house deck". Nothing is told by hue alone: a back bears the letter of
//! its side, and the title of its set.

use crate::counter;
use crate::scene::{Anchor, Colour, Face, Group, Outline, Scene, Shape, Stroke, Text, point, wrap};
use definitions::{Card, CardFace, CardForm, CardSet, Deal, Published};

/// Width and height of a card's drawing, and of a card, in millimetres.
pub const CARD: (f32, f32) = (63.0, 88.0);

const PAPER: Colour = Colour::rgb(0xfaf6ea);
const VEIL: Colour = Colour::rgb(0x7a1f2b);
const RULE: Colour = Colour::rgb(0x8a8172);
/// Height of the band at the head of a card.
const BAND: f32 = 24.0;
/// Size of a title that needs two rows.
const TWO_ROWS: f32 = 7.4;
/// Sizes of the lines of a card that are tried until they fit.
const SIZES: [f32; 6] = [4.9, 4.4, 3.9, 3.6, 3.4, 3.2];
/// Most kinds of cards that are told one by one even if they are all of a set.
const FEW: usize = 10;
/// Down to this size several lines of a chit are rather smaller than broken.
const WHOLE: f32 = 12.0;
/// Distance of the lines of a chit, in sizes.
const LEADING: f32 = 1.0;
/// Side of a counter on a card, the least where the lines leave less room, and room above the first row of them.
const COUNTER: f32 = 8.4;
const SMALL: f32 = 6.0;
const BELOW: f32 = 1.0;
/// Left edge of the lines, right margin, and room for them.
const LEFT: f32 = 7.4;
const RIGHT: f32 = 3.6;
const LINES: (f32, f32) = (BAND + 3.4, 78.5);
/// From one row to the next, and between two lines, in sizes.
const ROW: f32 = 1.14;
const GAP: f32 = 0.36;

/// Width and height of the drawings of a set, in their own units.
pub fn size(set: &CardSet) -> (f32, f32) {
    size_of(set.form)
}

fn size_of(form: CardForm) -> (f32, f32) {
    match form {
        CardForm::Card => CARD,
        CardForm::Chit => (counter::SIZE, counter::SIZE),
    }
}

/// What lies over a face that the other side sees from its back: a strip at the foot that says so.
pub fn veil(form: CardForm) -> Scene {
    let (width, height) = size_of(form);
    let high = width * 0.13;
    let mut scene = Scene::new(width, height);
    let strip = Outline::rounded(width * 0.06, height - high * 1.3, width * 0.88, high, high / 2.0);
    scene.push(Shape::new(strip).fill(VEIL).stroke(Stroke::new(Colour::WHITE, width * 0.008)));
    let middle = point(width / 2.0, height - high * 0.8);
    scene.push(Text::new("face down for others", middle, Face::SemiBold, high * 0.68, Colour::WHITE).centred());
    scene
}

/// The front of a card or chit, with the counters of those whom it speaks of, as many as have room.
pub fn front(set: &CardSet, card: &Card, counters: &[Scene]) -> Scene {
    face(set, card, &card.front, &card.corner, counters)
}

/// The other side of a card that may be used from either.
pub fn other(set: &CardSet, card: &Card) -> Option<Scene> {
    card.other.as_ref().map(|other| face(set, card, other, "", &[]))
}

fn face(set: &CardSet, card: &Card, face: &CardFace, corner: &str, counters: &[Scene]) -> Scene {
    let colour = Colour::rgb(card.colour.unwrap_or(set.colour));
    match set.form {
        CardForm::Card => card_face(set, card, face, (corner, colour), counters),
        CardForm::Chit => chit_face(face, corner, colour),
    }
}

/// The back of all cards of a set.
pub fn back(game: &Published, set: &CardSet) -> Scene {
    let colour = Colour::rgb(set.colour);
    let side = set.side.and_then(|side| game.units.sides.get(usize::from(side)));
    let letter = side.map_or(set.title.as_str(), |side| side.name.as_str()).chars().next().unwrap_or('?');
    let (width, height) = size(set);
    let unit = width / 63.0;
    let mut scene = match set.form {
        CardForm::Card => paper(colour),
        CardForm::Chit => counter::blank(colour),
    };
    let line = Stroke::new(colour.towards(Colour::WHITE, 0.22), 0.9 * unit);
    let inset = if set.form == CardForm::Card { 4.0 } else { 8.0 };
    scene.extend(lattice((width, height), inset, 7.0 * unit, &line));
    let middle = point(width / 2.0, height / 2.0 - if set.form == CardForm::Card { 4.0 } else { 6.0 });
    let radius = 15.5 * unit;
    let rim = Stroke::new(colour.ink(), 0.9 * unit);
    scene.push(Shape::new(Outline::circle(middle, radius)).fill(colour).stroke(rim));
    let ink = colour.ink();
    scene.push(Text::new(letter.to_string(), middle, Face::Bold, 22.0 * unit, ink).centred());
    let (size, strip) = (5.6 * unit, 9.0 * unit);
    let foot = height - inset - strip / 2.0;
    // The plate covers the foot of the lattice: nothing of it is left below.
    let label = Outline::rectangle(inset, foot - strip / 2.0, width - 2.0 * inset, strip);
    scene.push(Shape::new(label).fill(colour).stroke(line));
    let room = width - 2.0 * inset - 6.0 * unit;
    scene.push(Text::new(&set.title, point(width / 2.0, foot), Face::SemiBold, size, ink).centred().at_most(room));
    scene
}

/// Crossing lines inside a rectangle.
fn lattice((width, height): (f32, f32), inset: f32, pitch: f32, line: &Stroke) -> Vec<crate::scene::Element> {
    let (left, top, right, bottom) = (inset, inset, width - inset, height - inset);
    let mut lines = Outline::new();
    let mut start = left - (bottom - top);
    while start < right {
        let (from, to) = (start.max(left), (start + bottom - top).min(right));
        for mirrored in [false, true] {
            let at = |x: f32| {
                let y = top + (x - start);
                point(if mirrored { left + right - x } else { x }, y)
            };
            lines.append(Outline::line(&[at(from), at(to)]));
        }
        start += pitch;
    }
    lines.append(Outline::rectangle(left, top, right - left, bottom - top));
    vec![Shape::new(lines).stroke(line.clone()).into()]
}

/// An empty card of a colour.
fn paper(colour: Colour) -> Scene {
    let mut scene = Scene::new(CARD.0, CARD.1);
    let body = Outline::rounded(0.25, 0.25, CARD.0 - 0.5, CARD.1 - 0.5, 3.0);
    scene.push(Shape::new(body).fill(colour).stroke(Stroke::new(colour.towards(Colour::INK, 0.6), 0.5)));
    scene
}

fn card_face(
    set: &CardSet,
    card: &Card,
    face: &CardFace,
    (corner, colour): (&str, Colour),
    counters: &[Scene],
) -> Scene {
    let mut scene = paper(PAPER);
    let (width, ink) = (CARD.0, colour.ink());
    let band = Outline::rounded(2.0, 2.0, width - 4.0, BAND - 2.0, 2.0);
    scene.push(Shape::new(band).fill(colour).stroke(Stroke::new(colour.towards(Colour::INK, 0.5), 0.4)));
    let taken = if corner.is_empty() { 0.0 } else { 11.0 };
    let head = Text::new(&card.head, point(5.0 + taken, 7.6), Face::SemiBold, 4.4, ink);
    scene.push(head.at_most(width - 10.0 - taken));
    title(&mut scene, &face.title, width - 10.0, taken, ink);
    if !corner.is_empty() {
        // on the left, where cards that are held as a fan show it
        let disc = point(8.4, 8.4);
        scene.push(Shape::new(Outline::circle(disc, 5.0)).fill(PAPER).stroke(Stroke::new(Colour::INK, 0.5)));
        scene.push(Text::new(corner, disc, Face::Bold, 6.0, Colour::INK).centred().at_most(8.4));
    }
    let end = says(&mut scene, &face.says, colour, !counters.is_empty());
    row_of(&mut scene, counters, end + BELOW);
    let foot = CARD.1 - 4.2;
    scene.push(
        Shape::new(Outline::line(&[point(5.0, foot - 4.6), point(width - 5.0, foot - 4.6)]))
            .stroke(Stroke::new(RULE, 0.3)),
    );
    let number = card.number.map(|number| format!("No. {number}"));
    let house = card.is_house().then(|| "house deck".to_owned());
    let right: Vec<String> = house.into_iter().chain(number).collect();
    let right = Text::new(right.join(" · "), point(width - 5.0, foot), Face::Italic, 3.7, Colour::INK);
    let right = right.anchor(Anchor::End);
    let rest = width - 13.0 - right.width();
    scene.push(Text::new(&set.title, point(5.0, foot), Face::Medium, 3.7, Colour::INK).at_most(rest));
    scene.push(right);
    scene
}

/// A title below the corner: in one line, or in two smaller ones beside it.
fn title(scene: &mut Scene, text: &str, room: f32, taken: f32, ink: Colour) {
    let line = |text: &str, x: f32, y: f32, size: f32| Text::new(text, point(x, y), Face::Bold, size, ink);
    let whole = line(text, 5.0, 20.8, 9.0);
    if whole.width() <= room * 1.06 {
        scene.push(whole.at_most(room));
        return;
    }
    let rows = wrap(text, Face::Bold, TWO_ROWS, room - taken);
    let (first, rest) =
        rows.split_first().map_or((text, String::new()), |(first, rest)| (first.as_str(), rest.join(" ")));
    scene.push(line(first, 5.0 + taken, 14.9, TWO_ROWS).at_most(room - taken));
    scene.push(line(&rest, 5.0 + taken, 21.6, TWO_ROWS).at_most(room - taken));
}

/// The lines of a card, in the largest size in which all have room, and a row of counters below them if that can be; where they
/// end comes back. A mark stands before each but those that go on.
fn says(scene: &mut Scene, lines: &[String], colour: Colour, counters: bool) -> f32 {
    let set_in = |size: f32| -> Vec<(bool, String)> {
        let broken = |line: &String| {
            let first = !line.chars().next().is_some_and(char::is_lowercase);
            let rows = evenly(&dashed(line), size, CARD.0 - LEFT - RIGHT).into_iter().enumerate();
            rows.map(|(n, row)| (first && n == 0, row)).collect::<Vec<_>>()
        };
        lines.iter().flat_map(broken).collect()
    };
    let height = |size: f32, rows: &[(bool, String)]| {
        let marked = rows.iter().skip(1).filter(|(first, _)| *first).count() as f32;
        rows.len() as f32 * size * ROW + marked * size * GAP
    };
    let fits = |room: f32| move |size: &f32| height(*size, &set_in(*size)) <= room;
    let room = LINES.1 - LINES.0;
    let beside = SIZES.into_iter().find(fits(room - BELOW - SMALL)).filter(|_| counters);
    let size = beside.or(SIZES.into_iter().find(fits(room))).unwrap_or(SIZES[SIZES.len() - 1]);
    let mut y = LINES.0;
    for (n, (first, row)) in set_in(size).into_iter().enumerate() {
        if first && n > 0 {
            y += size * GAP;
        }
        if first {
            let middle = y + size * 0.5;
            let high = size * 0.31;
            let mark = [point(4.2, middle - high), point(4.2 + 1.5 * high, middle), point(4.2, middle + high)];
            scene.push(Shape::new(Outline::polygon(&mark)).fill(colour.towards(Colour::INK, 0.45)));
        }
        scene.push(Text::new(row, point(LEFT, y + size * 0.86), Face::Medium, size, Colour::INK));
        y += size * ROW;
    }
    y
}

/// Counters side by side between a height and the foot of the lines, at most two rows, smaller where one row has no room else; if
/// they are more, the last place tells how many.
fn row_of(scene: &mut Scene, counters: &[Scene], top: f32) {
    let side = COUNTER.min(LINES.1 - top);
    if side < SMALL {
        return;
    }
    let pitch = side + 0.8;
    let across = ((CARD.0 - 10.0 + 0.8) / pitch).floor() as usize;
    let rows = (((LINES.1 - top + 0.8) / pitch).floor().max(0.0) as usize).min(2).min(counters.len().div_ceil(across));
    let room = across * rows;
    if room == 0 {
        return;
    }
    let shown = if counters.len() > room { room - 1 } else { counters.len() };
    let first = LINES.1 - rows as f32 * pitch + 0.8;
    let place = |n: usize| point(5.0 + (n % across) as f32 * pitch, first + (n / across) as f32 * pitch);
    for (n, counter) in counters.iter().take(shown).enumerate() {
        let scale = side / counter::SIZE;
        scene.push(Group::new(counter.elements().to_vec()).at(place(n)).scaled(scale));
    }
    if counters.len() > shown {
        let middle = place(shown) + point(side / 2.0, side / 2.0);
        let more = format!("+{}", counters.len() - shown);
        scene.push(Text::new(more, middle, Face::Bold, side * 0.55, Colour::INK).centred());
    }
}

/// A text with dashes between numbers: `16–19`.
fn dashed(line: &str) -> String {
    let letters: Vec<char> = line.chars().collect();
    let digit = |at: usize| letters.get(at).is_some_and(char::is_ascii_digit);
    let turned = |(at, letter): (usize, &char)| match letter {
        '-' if at > 0 && digit(at - 1) && digit(at + 1) => '–',
        other => *other,
    };
    letters.iter().enumerate().map(turned).collect()
}

/// A line broken into as few rows as its room asks for, none of them much shorter than the others.
fn evenly(line: &str, size: f32, room: f32) -> Vec<String> {
    let set_in = |share: f32| wrap(line, Face::Medium, size, room * share);
    let whole = set_in(1.0);
    let narrow = [0.6, 0.68, 0.76, 0.84, 0.92].into_iter().map(set_in);
    let fits = |row: &String| Face::Medium.width(row, size) <= room;
    narrow.into_iter().find(|rows| rows.len() == whole.len() && rows.iter().all(fits)).unwrap_or(whole)
}

/// A chit: its title in the upper half, large if it is short, and its lines below.
fn chit_face(face: &CardFace, corner: &str, colour: Colour) -> Scene {
    let mut scene = counter::blank(colour);
    let ink = colour.ink();
    // Lines that need much room get it from the title's.
    let much = !column_fits(&face.says, 40.0, 84.0, 13.5, Face::SemiBold);
    let split = if much { 38.0 } else { 52.0 };
    let body = Outline::rounded(6.0, split, 88.0, 94.0 - split, 4.0);
    scene.push(Shape::new(body).fill(colour.towards(Colour::WHITE, 0.86)));
    let figure = face.title.chars().count() <= 5 && face.title.chars().any(|it| it.is_ascii_digit());
    let room = if corner.is_empty() || !figure { 86.0 } else { 52.0 };
    let sizes: &[f32] = if figure { &[45.0, 38.0, 30.0, 24.0, 21.0] } else { &[24.0, 21.5, 19.0, 17.0, 15.0, 13.5] };
    column(&mut scene, std::slice::from_ref(&face.title), (5.0, split - 2.0), room, sizes, Face::Bold, ink);
    if !corner.is_empty() {
        let disc = point(86.0, 14.0);
        scene.push(Shape::new(Outline::circle(disc, 9.0)).fill(Colour::WHITE).stroke(Stroke::new(Colour::INK, 1.6)));
        scene.push(Text::new(corner, disc, Face::Bold, 14.0, Colour::INK).centred().at_most(14.0));
    }
    let sizes = [18.0, 16.5, 15.0, 13.5, 12.0, 11.0, 10.0];
    column(&mut scene, &face.says, (split + 1.0, 93.0), 84.0, &sizes, Face::SemiBold, Colour::INK);
    scene
}

/// Lines in the middle of a chit between two heights: in the largest size that fits, broken where they are too wide;
/// several are whole if that does not make them too small.
fn column(
    scene: &mut Scene,
    lines: &[String],
    (top, bottom): (f32, f32),
    room: f32,
    sizes: &[f32],
    face: Face,
    ink: Colour,
) {
    let set_in = |size: f32| lines.iter().flat_map(|line| wrap(line, face, size, room)).collect::<Vec<_>>();
    let fits = |size: &&f32| column_fits(lines, bottom - top, room, **size, face);
    let whole =
        |size: &&f32| lines.len() > 1 && fits(size) && lines.iter().all(|line| face.width(line, **size) <= room);
    let unbroken = sizes.iter().filter(|size| **size >= WHOLE).find(whole);
    let size = unbroken.or(sizes.iter().find(fits)).or(sizes.last()).copied().unwrap_or(12.0);
    let rows = set_in(size);
    let pitch = size * LEADING;
    let first = (top + bottom - pitch * (rows.len() as f32 - 1.0)) / 2.0;
    for (n, row) in rows.iter().enumerate() {
        let at = point(50.0, first + n as f32 * pitch);
        scene.push(Text::new(row, at, face, size, ink).centred().at_most(room));
    }
}

/// Whether lines, broken where they are too wide, have room in a height and a width.
fn column_fits(lines: &[String], height: f32, room: f32, size: f32, face: Face) -> bool {
    let rows: Vec<String> = lines.iter().flat_map(|line| wrap(line, face, size, room)).collect();
    rows.len() as f32 * size * LEADING <= height && rows.iter().all(|row| face.width(row, size) <= room)
}

/// The cards of a deal by their titles; a set that is dealt whole by its own.
pub fn listed(game: &Published, deal: &Deal) -> String {
    let dealt =
        |card: &Card| deal.cards.iter().find(|(id, _)| *id == card.id).is_some_and(|(_, it)| *it == card.copies);
    let cards = &game.cards;
    let whole = cards.sets.iter().filter(|set| {
        let mut kinds = cards.of_set(&set.id).peekable();
        kinds.peek().is_some() && cards.of_set(&set.id).count() > FEW && kinds.all(dealt)
    });
    let whole: Vec<&CardSet> = whole.collect();
    let in_whole = |id: &str| whole.iter().any(|set| cards.of_set(&set.id).any(|card| card.id == id));
    let sets = whole.iter().map(|set| {
        let copies: usize = cards.of_set(&set.id).map(|card| usize::from(card.copies)).sum();
        format!("all {copies} of “{}”", set.title)
    });
    // cards of one title may differ in what they say
    let mut single: Vec<(String, usize)> = Vec::new();
    for (id, count) in deal.cards.iter().filter(|(id, _)| !in_whole(id)) {
        let Some(card) = cards.card(id) else { continue };
        let sides = card.other.as_ref().map(|other| format!(" / {}", other.title)).unwrap_or_default();
        let title = format!("{}{sides}", card.front.title);
        match single.iter_mut().find(|(known, _)| *known == title) {
            Some((_, known)) => *known += usize::from(*count),
            None => single.push((title, usize::from(*count))),
        }
    }
    let single = single.into_iter().map(|(title, count)| if count == 1 { title } else { format!("{count} × {title}") });
    sets.chain(single).collect::<Vec<_>>().join(", ")
}
