//! Where the hexes lie on a scan of the board: the file beside the picture.

use artwork::map_picture::Scan;
use definitions::declaration::{Declaration, Pair, Reader, number};
use definitions::hex::HexId;
use definitions::map_file::find_hex;
use definitions::{DefinitionError, Map};

/// The file that says where the hexes lie on the scan of a map, and what stands in it.
pub const GRID: &str = "board.txt";
/// The line that is expected in it.
pub const EXPECTED: &str = "line `scan 0101=45,40 1020=980,760` with the centres of two hexes or more, or `scan hex=57.3 first=45,40` \
    with a hex's width between flat sides and the centre of the hex where counting begins, in pixels";

/// Reads `scan hex=57.3 first=45,40` or `scan 0101=45,40 1020=980,760`, on a picture of a size.
///
/// # Errors
/// What is wrong, with its line and what is expected there.
pub fn scan(file: &str, text: &str, map: &Map, size: (u32, u32)) -> Result<Scan, Vec<DefinitionError>> {
    let mut reader = Reader::new(file);
    let declarations = reader.declarations(text);
    let found = match declarations.as_slice() {
        [declaration] if declaration.kind == "scan" => {
            reader.expect_words(declaration, 0..=0);
            let read = place(declaration, map, size);
            reader.value(declaration.line, read)
        }
        others => {
            if reader.errors.is_empty() {
                let line = others.iter().find(|declaration| declaration.kind != "scan").or(others.get(1));
                reader.fault(line.map_or(1, |declaration| declaration.line), format!("expected one {EXPECTED}"));
            }
            None
        }
    };
    match found {
        Some(scan) if reader.errors.is_empty() => Ok(scan),
        _ => Err(reader.errors),
    }
}

/// By how many degrees a scan may be turned, and how much longer one of its sides may be than it should.
const TURNED: f32 = 10.0;
const STRETCHED: f32 = 1.25;

fn place(declaration: &Declaration, map: &Map, size: (u32, u32)) -> Result<Scan, String> {
    let grid = &map.grid;
    let by_width = declaration.pairs.iter().any(|pair| ["hex", "first"].contains(&pair.key.as_str()));
    let (scan, expected) = if by_width {
        if let Some(other) = declaration.pairs.iter().find(|pair| !["hex", "first"].contains(&pair.key.as_str())) {
            return Err(format!("expected hex= and first= alone, or only centres of hexes as `{}=` is", other.key));
        }
        let hex = number(declaration.need("hex")?, "the width of a hex")?;
        let scan = Scan::level(grid, hex, pixel(declaration.need("first")?)?);
        let first = grid.number(grid.first());
        (scan, format!("hex= and first= (the centre of hex {first}, where counting begins)"))
    } else {
        let centre = |pair: &Pair| Ok((find_hex(grid, &pair.key)?, pixel(&pair.value)?));
        let told = declaration.pairs.iter().map(centre).collect::<Result<Vec<_>, String>>()?;
        let apart = || "expected the centres of at least two hexes, as in `scan 0101=45,40 1020=980,760`".to_owned();
        let scan = Scan::through(grid, &told).ok_or_else(apart)?;
        let far = |(hex, (x, y)): &(HexId, (f32, f32))| {
            let (ours, theirs) = scan.centre(grid, *hex);
            (ours - x).hypot(theirs - y)
        };
        if let Some(worst) = told.iter().max_by(|a, b| far(a).total_cmp(&far(b)))
            && far(worst) > scan.hex / 2.0
        {
            let (number, (x, y)) = (grid.number(worst.0), scan.centre(grid, worst.0));
            return Err(format!(
                "hex {number} would lie at {x:.0},{y:.0} by the others' centres: expected one of them elsewhere"
            ));
        }
        let (right, down, longer) = scan.turned();
        let turned = if right.abs() > down.abs() { right } else { down };
        if turned.abs() > TURNED || !(1.0 / STRETCHED..=STRETCHED).contains(&longer) {
            return Err(format!(
                "these centres would turn the map by {turned:.0} degrees and make it {longer:.2} times as wide as it is high: \
                 expected them as x,y from the picture's north-west corner, north being up"
            ));
        }
        (scan, "the centres of the hexes".to_owned())
    };
    if !(4.0..=2_000.0).contains(&scan.hex) {
        return Err(format!("expected a hex to be 4 to 2000 pixels wide, found {}", scan.hex));
    }
    let (width, height) = size;
    let is_off = |hex: &HexId| {
        let (x, y) = scan.centre(grid, *hex);
        !(0.0..=width as f32).contains(&x) || !(0.0..=height as f32).contains(&y)
    };
    let off: Vec<HexId> = map.on_map().filter(is_off).collect();
    let Some(first) = off.first() else { return Ok(scan) };
    let (number, (x, y)) = (grid.number(*first), scan.centre(grid, *first));
    let others = if off.len() > 1 { format!(" and {} others beside it", off.len() - 1) } else { String::new() };
    Err(format!(
        "hex {number} would lie at {x:.0},{y:.0}{others}, off the picture of {width} by {height} pixels: expected {expected} in \
         pixels of art/board.png"
    ))
}

/// A place on a picture as in `45,40`.
fn pixel(text: &str) -> Result<(f32, f32), String> {
    const FAR: f32 = 100_000.0;
    let expected = || format!("expected pixels x,y as in 45,40, found `{text}`");
    let (x, y) = text.split_once(',').ok_or_else(expected)?;
    let read = |text: &str| text.parse().ok().filter(|value: &f32| value.abs() <= FAR).ok_or_else(expected);
    Ok((read(x)?, read(y)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map() -> Map {
        let grid = "grid pointy-top west=even columns=5 rows=4 shifted=5 numbering=row-column from=north-east";
        Map::parse("map.txt", &format!("title \"M\"\n{grid}\norigin s survey\nrest clear @s\n")).unwrap()
    }

    #[test]
    fn where_the_hexes_lie_on_a_scan_is_read_from_a_width_or_from_hexes() {
        let map = map();
        let read = |text: &str| scan("art/board.txt", text, &map, (377, 308)).unwrap();
        let at = |scan: &Scan, number: &str| scan.centre(&map.grid, map.grid.find(number).unwrap());
        let level = read("scan hex=70 first=340,40");
        assert_eq!((at(&level, "0101"), at(&level, "0103")), ((340.0, 40.0), (200.0, 40.0)));
        let named = read("# the corners\nscan 0101=340,40 0305=60,161.2");
        assert!((named.hex - 70.0).abs() < 0.1, "{}", named.hex);
        let (x, y) = at(&named, "0101");
        assert!((x - 340.0).abs() < 0.1 && (y - 40.0).abs() < 0.1);
    }

    #[test]
    fn scans_that_cannot_be_are_told_with_line_and_remedy() {
        let cases = [
            ("", 1, "expected one line `scan 0101="),
            ("\n# nothing\n", 1, "expected one line `scan 0101="),
            ("scan hex=70 first=340,40\nscan hex=70 first=340,40", 2, "expected one line"),
            ("scam hex=70 first=340,40", 1, "expected one line"),
            ("\nscan", 2, "at least two hexes"),
            ("scan hex=70", 1, "expected `first=`"),
            ("scan first=340,40", 1, "expected `hex=`"),
            ("scan hex=1 first=340,40", 1, "4 to 2000 pixels wide, found 1"),
            ("scan hex=70 first=340", 1, "expected pixels x,y as in 45,40"),
            ("scan hex=NaN first=340,40", 1, "4 to 2000 pixels wide"),
            ("scan hex=70 first=1e9,40", 1, "expected pixels x,y as in 45,40, found `1e9,40`"),
            ("scan hex=70 first=inf,40", 1, "expected pixels x,y"),
            ("scan hex=70 first=340,40 0101=340,40", 1, "expected hex= and first= alone"),
            (
                "scan hex=70.5 first=60,55",
                1,
                "hex 0105 would lie at -222,55 and 15 others beside it, off the picture of 377 by 308 \
              pixels: expected hex= and first= (the centre of hex 0101, where counting begins) in pixels of art/board.png",
            ),
            ("scan 0101=340,40", 1, "at least two hexes"),
            ("scan 0101=340,40 0102=340,40", 1, "at least two hexes"),
            ("scan 0101=340,40 0909=10,10", 1, "expected the number of a hex on the map, found `0909`"),
            ("scan 0101=40,340 0305=161,60", 1, "would turn the map by"),
            ("scan 0101=340,40 0105=60,40 0305=60,400", 1, "as wide as it is high"),
            ("scan 0101=340,40 0105=60,40 0305=60,161 0301=140,161", 1, "by the others' centres"),
            ("scan 0101=340,40 0105=10,40", 1, "off the picture"),
        ];
        for (text, line, expected) in cases {
            let faults = scan("art/board.txt", text, &map(), (377, 308)).unwrap_err();
            let told = faults[0].to_string();
            assert!(
                told.starts_with(&format!("art/board.txt:{line}: ")) && told.contains(expected),
                "{text:?}: {told}"
            );
            assert_eq!(faults.len(), 1, "{faults:?}");
        }
    }
}
