//! The games that the program brings along.

use super::GameFiles;

/// A file of a game folder with its name.
macro_rules! files {
    ($folder:literal: $($name:literal),+ $(,)?) => {
        GameFiles::new([$((
            $name.to_owned(),
            include_str!(concat!("../../../assets/games/", $folder, "/", $name)).to_owned(),
        )),+])
    };
}

/// The files of *Ardennes 1944: Operation Autumn Fog*.
pub fn autumn_fog() -> GameFiles {
    files!(
        "autumn-fog": "game.txt", "map.txt", "units.txt", "scenario-initial-assault.txt",
        "scenario-entire-battle.txt", "rules.txt", "rulings.txt", "tables.txt",
    )
}

#[cfg(test)]
mod tests {
    use super::super::Published;

    #[test]
    fn the_embedded_game_parses_without_an_inconsistency() {
        let published = Published::parse(&super::autumn_fog());
        assert!(published.is_ok(), "{:#?}", published.err());
    }
}
