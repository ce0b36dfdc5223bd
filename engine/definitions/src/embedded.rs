/// The files of a game folder, held in the program: the folder as seen from the folder of the crate's `Cargo.toml`, then
/// the names of its files.
#[macro_export]
macro_rules! embedded {
    ($folder:literal: $($name:literal),+ $(,)?) => {
        $crate::GameFiles::new([$((
            $name.to_owned(),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder, "/", $name)).to_owned(),
        )),+])
    };
}
