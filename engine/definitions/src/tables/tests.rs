use super::*;

const SMALL: &str = "origin p rulebook \"7.6\"\norigin q rulebook \"Q.18\"\ntable crt \"Results\" @p\ncolumns 1:1 2:1\n\
                     row 1 1/- \"two words\"\nrow 2 1/1 -/1 @q\ncell 1 1:1 E/- @q\n";

fn faults(text: &str) -> String {
    let errors = PrintedTables::parse("t.txt", text).expect_err("the text is faulty");
    errors.iter().map(|error| error.to_string()).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_files_of_a_game_that_began_when_tables_had_sides_of_the_aid_are_read_still() {
    let now = PrintedTables::parse("t.txt", SMALL).expect("parses");
    let then = PrintedTables::parse("t.txt", &format!("{SMALL}aid back\n")).expect("parses");
    assert_eq!(now, then);
}

#[test]
fn cells_are_found_by_name_and_know_their_origin() {
    let tables = PrintedTables::parse("t.txt", SMALL).expect("parses");
    let crt = tables.get("crt").expect("the table is there");
    let origin = |row, column| crt.cell(row, column).map(|cell| (cell.text.as_str(), cell.provenance.clone()));
    assert_eq!(origin("1", "2:1"), Ok(("two words", Provenance::Rulebook("7.6".into()))));
    assert_eq!(origin("2", "2:1"), Ok(("-/1", Provenance::Rulebook("Q.18".into()))));
    assert_eq!(origin("1", "1:1"), Ok(("E/-", Provenance::Rulebook("Q.18".into()))));
}

#[test]
fn a_chart_says_words_for_names() {
    let text = format!("word 1 \"one\"\n{SMALL}word 1 \"a one\"\nhead \"Die\"\nnote \"Lower odds: none.\"\n");
    let tables = PrintedTables::parse("t.txt", &text).expect("parses");
    let crt = tables.get("crt").expect("the table is there");
    assert_eq!((tables.word("1"), crt.word("1"), crt.word("2")), (Some("one"), Some("a one"), None));
    assert_eq!((crt.head.as_str(), &crt.notes[..]), ("Die", &["Lower odds: none.".to_owned()][..]));
}

#[test]
fn a_faulty_table_is_named_with_what_was_expected() {
    let after = |line: &str| faults(&format!("{SMALL}{line}"));
    assert!(after("row 3 1/1").contains("t.txt:8: row 3 has 1 cells, expected one for each of 2 columns"));
    assert!(after("row 2 a b").contains("row 2 stands twice"));
    assert!(after("cell 9 1:1 x @q").contains("no such row or column"));
    assert!(after("cell 1 1:1 x").contains("needs an `@origin`"));
    assert!(after("columns a b").contains("has its columns already"));
    assert!(after("hex 1817").contains(
        "expected table, rows, across, cells, columns, row, cell, head, note, word, hurts, shown, drawn or cost, found `hex`"
    ));
    assert!(after("word a b\nword a c").contains("the word for `a` stands twice"));
    assert!(after("word a").contains("expected `word NAME"));
    assert!(after("note").contains("expected `note \"text\"`"));
    assert!(after("row 3 a=1 b").contains("a cell holds no `a=`"));
    assert!(after("table crt \"Again\" @p").contains("table crt stands twice"));
    assert!(faults("row 1 a").contains("expected `table NAME"));
    assert!(faults("table crt \"Results\"").contains("origin"));
}

#[test]
fn a_cell_that_says_something_else_is_named_with_its_line() {
    let tables = PrintedTables::parse("t.txt", SMALL).expect("parses");
    let crt = tables.get("crt").expect("the table is there");
    let fault = crt.number::<u8>("2", "1:1").expect_err("not a number").to_string();
    assert_eq!(fault, "t.txt:6: table crt, row 2, 1:1: expected a number, found `1/1`");
    assert!(crt.cell("3", "1:1").expect_err("no row").to_string().contains("needs a row `3`"));
    assert!(tables.get("tec").expect_err("no table").to_string().contains("expected a table `tec`"));
}
