use super::names;
use super::parse::parse;
use super::write;
use crate::AutumnFog;
use crate::definitions::Definitions;
use crate::order::{Step, SupportKind, Verb};
use crate::state::{ALLIED, GERMAN, State};
use crate::verbs::VerbEntry;
use crate::view::View;
use definitions::UnitId;
use definitions::hex::HexId;
use definitions::spelling::words;
use engine::contract::{Foundation, Rules, Seen, Setup, SideId, Sight, Speech, Viewer};
use engine::speech::LineForm;
use std::sync::LazyLock;

mod naming;
mod round_trips;

static DEFINITIONS: LazyLock<Definitions> =
    LazyLock::new(|| Definitions::parse(&AutumnFog::files()).expect("the definitions parse"));

fn state() -> State {
    let setup = Setup { scenario: "initial-assault".to_owned(), ..Setup::default() };
    AutumnFog::initial(&DEFINITIONS, &setup).expect("the scenario exists")
}

fn view(side: SideId) -> View {
    AutumnFog::view(&DEFINITIONS, &state(), Viewer::Side(side))
}

fn unit(id: &str) -> UnitId {
    DEFINITIONS.published.units.find(id).expect(id)
}

fn hex(number: &str) -> HexId {
    DEFINITIONS.board.grid().find(number).expect(number)
}

#[test]
fn every_example_begins_with_a_word_that_is_named_as_one_that_begins_orders() {
    for LineForm { example, .. } in crate::verbs::VERBS.iter().map(|entry| entry.form) {
        assert!(AutumnFog::verbs().iter().any(|word| example.starts_with(word)), "{example}");
    }
}

fn german(line: &str) -> Vec<Vec<Step>> {
    parse(Seen::<AutumnFog>::new(&DEFINITIONS, &view(GERMAN)), line)
        .unwrap_or_else(|misread| panic!("{line}: {misread}"))
}

fn allied(line: &str) -> Vec<Vec<Step>> {
    parse(Seen::<AutumnFog>::new(&DEFINITIONS, &view(ALLIED)), line)
        .unwrap_or_else(|misread| panic!("{line}: {misread}"))
}

fn misread(line: &str) -> String {
    parse(Seen::<AutumnFog>::new(&DEFINITIONS, &view(GERMAN)), line).expect_err(line).message
}

/// What a line is understood as, written out.
fn understood(line: &str) -> Vec<String> {
    german(line).iter().map(|order| write(&DEFINITIONS, order)).collect()
}

#[test]
fn every_form_is_read_and_written_back_the_same() {
    for line in [
        "activate XLVII",
        "activate general",
        "pass",
        "end",
        "enter CCA/7 DB at 2501",
        "move Peiper/1 to 2711",
        "move Peiper/1 to 2711 via 3107 3007",
        "move Peiper/1 via 3107",
        "attack 2515 with v. Böhm/2, Gutman/2 lead v. Böhm/2 support nebelwerfer from XLVII, artillery from XLVII",
        "attack 2515, 2616 with 26 VG lead 26 VG",
        "prepare 2515 with 26 VG lead 26 VG support artillery from XLVII, artillery from XLVII",
        "attack 2515 with 26 VG lead 26 VG support artillery from XLVII air",
        "prepare 2515 with 26 VG lead 26 VG air 2",
        "defend lead 394/99 DI air",
        "gift Peiper/1",
        "gift reroll",
        "gift none",
        "snafu Peiper/1",
        "reroll",
        "keep",
        "dig in 26 VG",
        "leave 26 VG",
        "recover Peiper/1",
        "allot nebelwerfer to XLVII",
        "allot heavy artillery to VII",
        "allot done",
        "return XLVII to 3015",
        "return XLVII later",
        "defend lead 394/99 DI support artillery from V",
        "lose 26 VG, 26 VG, Gutman/2",
        "lose nothing",
        "lose tank from V",
        "retreat v. Böhm/2, Gutman/2 to 2814 via 2714",
        "mark 2515",
        "advance v. Böhm/2 to 2614 via 2515",
        "advance v. Böhm/2 to 2515",
        "retreat v. Böhm/2 to 2714",
        "advance done",
        "eliminate 16/116 Pz",
        "play stoesser 2508",
        "play greif 2515",
        "play skorzeny 3207",
        "play fuel dump 3207",
        "play roadblock 2510",
        "play nuts 1817",
        "play air supply 1817",
        "clear Peiper/1 at 3107",
        "let",
    ] {
        assert_eq!(understood(line), [line]);
    }
}

#[test]
fn events_have_their_usual_names_and_places_may_follow_with_or_without_a_word() {
    for (line, written) in [
        ("play Operation Stösser at 2508", "play stoesser 2508"),
        ("play fuel 3207", "play fuel dump 3207"),
        ("play 150th at 3207", "play skorzeny 3207"),
        ("play 150 Pz 3207", "play skorzeny 3207"),
        ("play Nuts! at Bastogne", "play nuts 1817"),
        ("play road-block in 2510", "play roadblock 2510"),
        ("play air supply on Bastogne", "play air supply 1817"),
        ("clear Peiper 3107", "clear Peiper/1 at 3107"),
        ("clear Peiper at Bastogne", "clear Peiper/1 at 1817"),
    ] {
        assert_eq!(understood(line), [written], "{line}");
    }
    assert!(misread("play football 2510").contains("there are stoesser"));
}

#[test]
fn several_units_are_several_orders_but_one_retreat() {
    assert_eq!(understood("move Peiper, Hansen to 2711"), ["move Peiper/1 to 2711", "move Hansen/1 to 2711"]);
    assert_eq!(understood("dig in 26 VG & 560 VG"), ["dig in 26 VG", "dig in 560 VG"]);
    assert_eq!(understood("allot 2 artillery to LVIII"), ["allot artillery to LVIII", "allot artillery to LVIII"]);
    assert_eq!(understood("advance Böhm, Gutman to 2515").len(), 2);
    assert_eq!(understood("retreat Böhm, Gutman to 2814").len(), 1);
}

#[test]
fn empty_lines_and_comments_hold_no_order() {
    for line in ["", "   ", "# move Peiper to 2711", "...", "\u{200b}"] {
        assert_eq!(german(line), Vec::<Vec<Step>>::new(), "{line:?}");
    }
}

#[test]
fn the_best_unit_leads_if_none_is_named() {
    let line = "attack 2515 with 26 VG, Gutman, Böhm";
    let lead = |orders: &[Vec<Step>]| orders[0].iter().find(|step| matches!(step, Step::Lead(_))).copied();
    assert_eq!(lead(&german(line)), Some(Step::Lead(unit("gutman-2pz"))));
    assert_eq!(lead(&german("attack 2515 with XLVII, 26 VG")), Some(Step::Lead(unit("26-vg"))));
    assert_eq!(lead(&german("attack 2515 with Gutman, Böhm led by Böhm")), Some(Step::Lead(unit("bohm-2pz"))));
}

#[test]
fn supports_are_counted_and_taken_from_the_headquarters_named_last_or_the_only_holder() {
    let supports = |line: &str, state: &State| -> Vec<Step> {
        let view = AutumnFog::view(&DEFINITIONS, state, Viewer::Side(GERMAN));
        let orders = parse(Seen::<AutumnFog>::new(&DEFINITIONS, &view), line)
            .unwrap_or_else(|misread| panic!("{line}: {misread}"));
        orders[0].iter().copied().filter(|step| matches!(step, Step::Support(..))).collect()
    };
    let (hq, mut state) = (unit("hq-xlvii-pz"), state());
    let guns = Step::Support(hq, SupportKind::Artillery);
    let rockets = Step::Support(hq, SupportKind::Nebelwerfer);
    let line = "attack 2515 with Böhm supported by 2 artillery and nebelwerfer from XLVII";
    assert_eq!(supports(line, &state), [guns, guns, rockets]);
    assert!(misread("attack 2515 with Böhm support artillery").contains("`artillery from HQ`"));
    state.field.supports[hq.index()][SupportKind::Artillery.index()] = 1;
    assert_eq!(supports("attack 2515 with Böhm support arty", &state), [guns]);
    assert_eq!(supports("attack 2515 with Böhm support none", &state), []);
}

#[test]
fn aircraft_are_called_in_many_ways() {
    let aircraft = |line: &str| german(line)[0].iter().filter(|step| **step == Step::Air).count();
    for (line, count) in [
        ("attack 2515 with Böhm", 0),
        ("attack 2515 with Böhm air", 1),
        ("attack 2515 with Böhm air support artillery from XLVII", 1),
        ("attack 2515 with Böhm support artillery from XLVII, air", 1),
        ("attack 2515 with Böhm support artillery from XLVII and aircraft", 1),
        ("prepare 2515 with Gutman/2 air 2", 2),
        ("prepare 2515 with Gutman air, 2 missions", 2),
    ] {
        assert_eq!(aircraft(line), count, "{line}");
    }
    assert_eq!(german("roll again"), [[Step::Verb(Verb::Reroll)]]);
    assert_eq!(german("keep the die"), [[Step::Verb(Verb::Keep)]]);
    assert_eq!(german("present none"), [[Step::Verb(Verb::Gift), Step::Done]]);
    assert!(misread("attack 2515 with Böhm air force").contains("expected `air` or `air 2`"));
}

#[test]
fn what_is_not_understood_is_answered_with_what_was_expected() {
    for (line, expected) in [
        ("mvoe Peiper to 2711", "do you mean move?"),
        ("again", "does not begin with `again`, but with"),
        ("move Pieper to 2711", "do you mean Peiper/1?"),
        ("move 2 pz to 2711", "may be v. Böhm/2, v. Cochenhausen/2 or Gutman/2"),
        ("move Peiper to 3599", "rows 01 to 22 (21 in odd columns)"),
        ("move Peiper to Bastonge", "do you mean Bastogne?"),
        ("move Peiper", "where to? Put `to` before the hex. Write `move UNIT, ... to HEX"),
        ("move Gtumna to 2711", "do you mean Gutman/2?"),
        ("move pieper to 2711", "do you mean Peiper/1?"),
        ("move Peiper 2711", "Put `to` before the hex"),
        ("attakc 2515 with Gutman", "do you mean attack?"),
        ("move Gutman to 2711, attack 2515 with Gutman", "write one order a line: `attack` seems to begin another one"),
        ("move Gutman to 27l4", "`27 l 4` is no hex; a hex is a number of four digits, as in 1817"),
        ("move Gutman to 27", "`27` is no hex"),
        ("allot artillery to MMXX", "yours are XLVII, LVIII"),
        ("fight 2515 with Gutman", "`help` explains them"),
        ("stauts", "do you mean status?"),
        (
            "what is in 3007?",
            "what may be asked is `help`, `help VERB`, `status`, `status NAME`, `what can UNIT do`, `preview ORDER`",
        ),
        ("how do I attack", "`how` begins no order"),
        ("activate XLVII; end", "`end` seems to begin another one"),
        ("move to 2711", "which unit?"),
        ("attack with Peiper", "attack which hex?"),
        ("attack 2515", "with which units?"),
        ("attack 2515 to 2616 with Peiper", "`to` has no place here"),
        ("move Peiper to 2711 to 2712", "`to` stands twice"),
        ("activate", "activate what?"),
        ("activate MMXX", "yours are XLVII, LVIII, LXVI"),
        ("allot rubber to V", "no support marker"),
        ("allot 99 artillery to V", "1 to 12"),
        ("lose", "lose what?"),
        ("pass now please", "too much"),
    ] {
        let answer = misread(line);
        assert!(answer.contains(expected), "{line}: {answer}");
    }
}

#[test]
fn help_explains_every_verb_by_cases_of_the_rulebook_and_examples_that_can_be_read() {
    let page = AutumnFog::help(&DEFINITIONS);
    for VerbEntry { verb, form, .. } in &crate::verbs::VERBS {
        assert!(page.contains(form.forms[0]), "{verb:?}");
        for case in form.cases {
            assert!(DEFINITIONS.published.rules.get(case).is_some(), "{case}");
        }
        let orders = parse(
            Seen::<AutumnFog>::new(&DEFINITIONS, &AutumnFog::view(&DEFINITIONS, &state(), Viewer::Observer)),
            form.example,
        );
        let orders = orders.unwrap_or_else(|misread| panic!("{}: {misread}", form.example));
        assert_eq!(orders[0][0], Step::Verb(*verb));
    }
}

#[test]
fn a_unit_is_activated_once_a_sequence_is_under_way() {
    let mut state = state();
    state.field.operations.activation = Some(crate::state::Activation::General { limit: 3 });
    let view = AutumnFog::view(&DEFINITIONS, &state, Viewer::Side(GERMAN));
    for (line, what) in [
        ("activate Peiper/1", Step::Unit(unit("peiper-1ss"))),
        ("activate 26 vg", Step::Unit(unit("26-vg"))),
        ("activate LVIII", Step::Formation(DEFINITIONS.published.units.find_formation("lviii-pz").expect("it exists"))),
    ] {
        let order = vec![Step::Verb(Verb::Activate), what];
        assert_eq!(parse(Seen::<AutumnFog>::new(&DEFINITIONS, &view), line), Ok(vec![order.clone()]), "{line}");
        assert_eq!(parse(Seen::<AutumnFog>::new(&DEFINITIONS, &view), &write(&DEFINITIONS, &order)), Ok(vec![order]));
    }
}

/// The state after some orders of the Initial Assault.
fn after(orders: &[(SideId, &str)]) -> State {
    let [mut dice] = testing::Seeded::streams(4);
    let mut state = engine::contract::begin::<AutumnFog>(&DEFINITIONS, &state(), &mut dice).1;
    for (side, line) in orders {
        let view = AutumnFog::view(&DEFINITIONS, &state, Viewer::Side(*side));
        for order in parse(Seen::<AutumnFog>::new(&DEFINITIONS, &view), line)
            .unwrap_or_else(|misread| panic!("{line}: {misread}"))
        {
            let decided = engine::contract::decide::<AutumnFog>(&DEFINITIONS, &state, *side, &order, &mut dice);
            state = decided.unwrap_or_else(|refusal| panic!("{line}: {refusal}")).1;
        }
    }
    state
}

#[test]
fn examples_are_legal_and_differ_in_kind() {
    let done = [(GERMAN, "allot done"), (ALLIED, "allot done")];
    let examples = |orders: &[(SideId, &str)], side| {
        let view = AutumnFog::view(&DEFINITIONS, &after(orders), Viewer::Side(side));
        let examples = crate::language::examples(Seen::<AutumnFog>::new(&DEFINITIONS, &view), 3);
        for order in &examples {
            Seen::<AutumnFog>::new(&DEFINITIONS, &view).accept(order).expect("examples are legal");
        }
        examples.iter().map(|order| order[0]).collect::<Vec<Step>>()
    };
    let verbs = |verbs: &[Verb]| verbs.iter().copied().map(Step::Verb).collect::<Vec<Step>>();
    assert_eq!(examples(&[], GERMAN), verbs(&[Verb::Allot, Verb::Allot, Verb::Allot]));
    assert_eq!(examples(&done, GERMAN), verbs(&[Verb::Activate, Verb::Activate, Verb::Pass]));
    assert_eq!(examples(&done, ALLIED), [], "nothing is asked of him");
    let begun = [done[0], done[1], (GERMAN, "activate XLVII")];
    assert_eq!(examples(&begun, GERMAN), verbs(&[Verb::Attack, Verb::Move, Verb::End]));
}
